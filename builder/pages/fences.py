"""Fences as Mintlify writes them: what stands behind the language, and marks within the code."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from builder.pages.javascript import end_of_braces

_SETTING = re.compile(
    r"(?P<key>[A-Za-z][\w-]*)=(?:\"(?P<double>[^\"]*)\"|'(?P<single>[^']*)'|(?P<brace>(?=\{))|(?P<bare>\S+))"
)
# How Mintlify shows a block, which says nothing about its code.
_FLAGS = frozenset({"wrap", "lines", "expandable", "nocopy", "showLineNumbers", "twoslash"})
# The sign of the comment goes with the mark where the comment holds nothing else.
_MARK = re.compile(
    r"(?:(?:^|[ \t]+|(?<=[;,{}()\[\]]))(?:\{/\*|/\*|<!--|//|\#|--|;|%))?[ \t]*\[!code (?P<what>[^\]]+)\]"
    r"[ \t]*(?:\*/\}|\*/|-->)?[ \t]*$"
)


@dataclass(frozen=True)
class Info:
    """The info line of a fence, read."""

    language: str
    title: str
    highlighted: frozenset[int]  # lines, from 1


def read_info(info: str) -> Info:
    """`json server.json highlight={2,7}`: a language, a title in free words, settings in any order."""
    language, position = "", 0
    first = re.match(r"[^\s{=]+(?=\s|\{|$)", info)
    if first:
        language, position = first[0], first.end()
    words, title, lines = list[str](), "", set[int]()
    while position < len(info):
        rest = re.compile(r"\s*").match(info, position)
        position = rest.end() if rest else position
        if position >= len(info):
            break
        if info[position] == "{":
            end = _braces(info, position)
            lines |= _numbers(info[position:end])
            position = end
            continue
        setting = _SETTING.match(info, position)
        if setting:
            position = setting.end() if setting["brace"] is None else _braces(info, setting.end())
            value = info[setting.end() : position] if setting["brace"] is not None else _value(setting)
            if setting["key"] in ("title", "filename"):
                title = value.strip("{}\"'")
            elif setting["key"] in ("highlight", "hl_lines"):
                lines |= _numbers(value)
            continue
        word = re.compile(r"\S+").match(info, position)
        if not word:
            break
        position = word.end()
        if word[0] not in _FLAGS:
            words.append(word[0])
    return Info(language, title or " ".join(words), frozenset(lines))


def write_info(language: str, title: str, marked: dict[str, set[int]]) -> str:
    """The info line of our Markdown: `python title="server.py" hl_lines="2 4-6"`."""
    parts = [language or ("text" if title or any(marked.values()) else "")]
    if title:
        quoted = title.replace("\\", "\\\\").replace('"', '\\"').replace("`", "'")
        parts.append(f'title="{quoted}"')
    parts += [f'{key}="{ranges(numbers)}"' for key, numbers in marked.items() if numbers]
    return " ".join(parts).strip()


def read_marks(lines: Iterable[str]) -> tuple[list[str], dict[str, set[int]]]:
    """Code without its `[!code ...]` comments, and the lines they mark, by our attribute."""
    kept: list[str] = []
    marked: dict[str, set[int]] = {"hl_lines": set(), "ins": set(), "del": set()}
    for line in lines:
        match = _MARK.search(line) if "[!code" in line else None
        if not match:
            kept.append(line)
            continue
        what, _, count = match["what"].strip().partition(":")
        rest = line[: match.start()]
        alone = not rest.strip()  # a comment on a line of its own speaks of the line below, and goes with it
        if not alone:
            kept.append(rest)
        first = len(kept) + 1 if alone else len(kept)
        names = {
            "highlight": "hl_lines",
            "hl": "hl_lines",
            "++": "ins",
            "--": "del",
            "warning": "hl_lines",
            "error": "hl_lines",
        }
        if what in names:
            marked[names[what]].update(range(first, first + (int(count) if count.isdigit() else 1)))
    return kept, marked


def ranges(numbers: Iterable[int]) -> str:
    """`2 4-6` for 2, 4, 5, 6."""
    runs: list[list[int]] = []
    for number in sorted(numbers):
        if runs and number == runs[-1][1] + 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    return " ".join(str(a) if a == b else f"{a}-{b}" for a, b in runs)


def _value(setting: re.Match[str]) -> str:
    return setting["double"] or setting["single"] or setting["bare"] or ""


def _braces(info: str, start: int) -> int:
    end = end_of_braces(info, start)
    return end if end > 0 else len(info)


def _numbers(written: str) -> set[int]:
    found: set[int] = set()
    for first, last in re.findall(r"(\d+)(?:\s*-\s*(\d+))?", written):
        found.update(range(int(first), int(last or first) + 1))
    return found
