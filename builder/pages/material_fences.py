"""Fenced code as Python-Markdown's superfences reads it, and as we write it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from builder.pages.fences import write_info

_OPENING = re.compile(r"(?P<indent> *)(?P<marks>`{3,}|~{3,})(?P<info>[^`]*)$")
_OPTION = re.compile(r"""([\w-]+)=(?:"([^"]*)"|'([^']*)'|(\S+))""")
_LANGUAGE = re.compile(r"[\w+#.-]+")
_HIGHLIGHT_NEXT = re.compile(r"\s*(?:#|//|--|;|/\*|<!--)\s*highlight-next-line\s*(?:\*/|-->)?\s*$")
_ANNOTATION = re.compile(r"\((\d+)\)!(?=\s|$)")


@dataclass(frozen=True)
class Fence:
    """A fence of the source: its code begins after line `start` and ends before line `close`."""

    start: int
    close: int
    after: int  # the first line behind it
    indent: int
    info: str


def indent_of(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


def dedent(lines: Sequence[str], by: int) -> list[str]:
    """Each line without its first `by` columns, or without as many spaces as it has."""
    return [line[min(by, indent_of(line)) :] for line in lines]


def read_fence(lines: Sequence[str], at: int) -> Fence | None:
    """The fence that opens at a line, if one does.

    A fence that is never closed ends where its block does: at a line further out than it and
    its code, or with the text. Behind the closing marks what is no word may stand (a bar).
    """
    opening = _OPENING.match(lines[at])
    if not opening:
        return None
    indent, marks = len(opening["indent"]), opening["marks"]
    closing = re.compile(rf" *{re.escape(marks[0])}{{{len(marks)},}}[^\w`~]*$")
    dedented: int | None = None
    inside = False
    for n in range(at + 1, len(lines)):
        line = lines[n]
        if closing.match(line):
            if dedented is not None and indent_of(line) != indent:
                break
            return Fence(at, n, n + 1, indent, opening["info"].strip())
        if dedented is not None and _OPENING.match(line):
            break
        if line.strip() and indent_of(line) < indent:
            if not inside:  # its first line is further out already: only its marks are indented
                return _read_sloppy(lines, at, opening, closing)
            dedented = dedented or n
        inside = inside or bool(line.strip())
    end = dedented if dedented is not None else len(lines)
    return Fence(at, end, end, indent, opening["info"].strip())


def _read_sloppy(lines: Sequence[str], at: int, opening: re.Match[str], closing: re.Pattern[str]) -> Fence | None:
    """A fence whose code stands further out than its marks; none if nothing closes it."""
    for n in range(at + 1, len(lines)):
        if closing.match(lines[n]):
            return Fence(at, n, n + 1, len(opening["indent"]), opening["info"].strip())
    return None


def convert_fence(code: Sequence[str], info: str) -> list[str]:
    """A fence of ours for code with the info of the source.

    Comments `highlight-next-line` become highlighted lines, as upstream's build does it;
    an annotation mark `(1)!` keeps its number, which the list below the code explains.
    """
    language, title, highlighted = read_info(info)
    kept: list[str] = []
    for line in code:
        if _HIGHLIGHT_NEXT.match(line):
            highlighted.add(len(kept) + 1)
        else:
            kept.append(_ANNOTATION.sub(r"(\1)", line))
    return write_fence(kept, language, title, highlighted)


def read_info(info: str) -> tuple[str, str, set[int]]:
    """Language, title and highlighted lines: `python title="x" hl_lines="1 3-4"` or `{.python title=x}`."""
    text = info.strip().removeprefix("{").removesuffix("}").strip()
    language = _LANGUAGE.match(text.removeprefix(".")) if not _OPTION.match(text) else None
    options = {name: a or b or c for name, a, b, c in _OPTION.findall(text)}
    highlighted: set[int] = set()
    for part in re.findall(r"\d+(?:-\d+)?", options.get("hl_lines", "")):
        first, _, last = part.partition("-")
        highlighted.update(range(int(first), int(last or first) + 1))
    return language[0] if language else "", options.get("title", ""), highlighted


def write_fence(
    code: Sequence[str], language: str = "", title: str = "", highlighted: set[int] | None = None
) -> list[str]:
    """A fence as lines, with more marks than any run of them in the code."""
    longest = max((len(run) for line in code for run in re.findall(r"`{3,}", line)), default=2)
    marks = "`" * (longest + 1)
    lines = {n for n in highlighted or () if n <= len(code)}
    return [marks + write_info(language, title, {"hl_lines": lines}), *code, marks]
