"""Block constructs of Material for MkDocs -> containers of our Markdown.

Sources are written for Python-Markdown, where what belongs to a block is indented by four
columns below it, and what is indented without belonging to anything is code. CommonMark
counts from the text of a list item instead. So the lines are walked with the list items
that are open, and every construct is written anew at the column where CommonMark expects it:

    1. Install it:                      1. Install it:

        === "pip"            ->            :::: tabs
                                           ::: tab "pip"
            Run this.                      Run this.
                                           :::
                                           ::::
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from builder.pages.markdown import write_container
from builder.pages.material_fences import convert_fence, dedent, indent_of, read_fence, write_fence
from builder.pages.material_html import LINK, convert_html, title_text
from builder.pages.material_kinds import read_kind
from builder.pages.material_stubs import STUB, read_stub

_ITEM = re.compile(r" *(?:[-*+]|\d{1,9}[.)])(?P<space> +|$)")
_CALLOUT = re.compile(r' *(?P<mark>!!!|\?\?\?\+?) *(?P<type>[\w-]*)[\w -]*?(?: *"(?P<title>.*)")? *$')
_TAB = re.compile(r' *===(?P<new>!?)\+? +"(?P<label>.*)" *$')
_LANGUAGE = re.compile(r" *:::(?P<language>\w+) *$")
_END = re.compile(r" *::: *$")
_DEFINITION = re.compile(r" *:(?P<space> {1,3})(?P<text>\S.*)$")
_GITHUB = re.compile(r" *> *\[!(?P<type>[A-Z]+)\] *$")

# Blocks for readers of one language. One of the first language alone stands as it is.
_LANGUAGES = {"python": "Python", "js": "JavaScript"}


@dataclass(frozen=True)
class _Item:
    """A list item that is open: the columns of its marker and of its text."""

    marker: int
    text: int

    def holds(self, indent: int) -> bool:
        return indent >= min(self.text, self.marker + 4)


def convert_blocks(lines: Sequence[str]) -> list[str]:
    """Lines of Material Markdown as lines of our Markdown; text within a line is not touched."""
    return _Walk(list(lines)).run()


class _Walk:
    def __init__(self, lines: list[str]) -> None:
        self.lines = lines
        self.at = 0
        self.out: list[str] = []
        self.items: list[_Item] = []

    def run(self) -> list[str]:
        blank = True  # whether a new block may begin here
        while self.at < len(self.lines):
            line = self.lines[self.at]
            if not line.strip():
                self.out.append("")
                self.at += 1
                blank = True
                continue
            indent = indent_of(line)
            self._close_items(line, indent, blank)
            if any(read(line, indent) for read in self._readers):
                blank = True
            elif blank and indent >= self._code_column() and not (self.items and _ITEM.match(line)):
                self._indented_code()
            else:
                self._open_item(line)
                self.out.append(line)
                self.at += 1
                blank = False
        return self.out

    @property
    def _readers(self) -> Sequence[Callable[[str, int], bool]]:
        return (
            self._fence, self._callout, self._tabs, self._languages, self._stub, self._stray, self._github,
            self._definition, self._html,
        )  # fmt: skip

    def _close_items(self, line: str, indent: int, blank: bool) -> None:
        if blank or _ITEM.match(line):
            while self.items and not self.items[-1].holds(indent):
                self.items.pop()

    def _open_item(self, line: str) -> None:
        match = _ITEM.match(line)
        if match:
            spaces = len(match["space"])
            text = match.start("space") + (spaces if 1 <= spaces <= 4 else 1)
            self.items.append(_Item(indent_of(line), text))

    def _code_column(self) -> int:
        return (self.items[-1].marker if self.items else -4) + 8

    def _write(self, block: Sequence[str], apart: bool = True) -> None:
        """Adds a block at the column where the open list item's text begins, apart from its neighbours."""
        column = " " * (self.items[-1].text if self.items else 0)
        if apart and self.out and self.out[-1].strip():
            self.out.append("")
        self.out.extend(column + line if line else line for line in block)
        if apart and self.at < len(self.lines) and self.lines[self.at].strip():
            self.out.append("")

    def _body(self, indent: int) -> list[str]:
        """Takes the lines that belong to the block whose first line was just taken, without their indentation."""
        start = end = self.at
        while end < len(self.lines) and (not self.lines[end].strip() or indent_of(self.lines[end]) >= indent + 4):
            end += 1
        while end > start and not self.lines[end - 1].strip():
            end -= 1
        self.at = end
        return dedent(self.lines[start:end], indent + 4)

    def _skip_blank(self) -> None:
        while self.at < len(self.lines) and not self.lines[self.at].strip():
            self.at += 1

    def _fence(self, line: str, indent: int) -> bool:
        fence = read_fence(self.lines, self.at)
        if not fence:
            return False
        self.at = fence.after
        code = self.lines[fence.start + 1 : fence.close]
        if not fence.info and not any(line.strip() for line in code):
            return True  # closing marks with nothing to close
        self._write(convert_fence(dedent(code, indent), fence.info), apart=False)
        return True

    def _indented_code(self) -> None:
        column, start, end = self._code_column(), self.at, self.at
        while end < len(self.lines) and (not self.lines[end].strip() or indent_of(self.lines[end]) >= column):
            end += 1
        self.at = end
        while not self.lines[end - 1].strip():
            end -= 1
        self._write(write_fence(dedent(self.lines[start:end], column)))
        if self.at > end:
            self.out.append("")

    def _callout(self, line: str, indent: int) -> bool:
        match = _CALLOUT.match(line)
        if not match:
            return False
        self.at += 1
        body = "\n".join(convert_blocks(self._body(indent)))
        kind, title = read_kind(match["type"], title_text(match["title"] or ""))
        linked = [link[0] for link in LINK.finditer(match["title"] or "")]
        if linked:  # a title holds words only: what it links to stands first in the body
            body = ", ".join(linked) + "\n\n" + body
        if match["mark"] == "!!!":
            block = write_container(kind, body, title)
        else:
            opened = {"open": "true"} if match["mark"].endswith("+") else {}
            block = write_container("details", body, title or kind.capitalize(), type=kind, **opened)
        self._write(block.splitlines())
        return True

    def _tabs(self, line: str, indent: int) -> bool:
        if not _TAB.match(line):
            return False
        tabs: list[tuple[str, str]] = []
        while self.at < len(self.lines):
            behind = self.at
            self._skip_blank()
            match = _TAB.match(self.lines[self.at]) if self.at < len(self.lines) else None
            if not match or indent_of(self.lines[self.at]) != indent or (tabs and match["new"]):
                self.at = behind
                break
            self.at += 1
            tabs.append((match["label"].replace('\\"', '"'), "\n".join(convert_blocks(self._body(indent)))))
        self._write(write_tabs(tabs).splitlines())
        return True

    def _languages(self, line: str, indent: int) -> bool:
        """Adjacent blocks for different languages become tabs; one alone stands as it is or is marked."""
        if not _LANGUAGE.match(line):
            return False
        blocks: dict[str, list[str]] = {}
        while self.at < len(self.lines):
            behind = self.at
            self._skip_blank()
            match = _LANGUAGE.match(self.lines[self.at]) if self.at < len(self.lines) else None
            end = self._language_end(indent)
            if not match or end is None or match["language"] in blocks or indent_of(self.lines[self.at]) != indent:
                self.at = behind
                break
            blocks[match["language"]] = self.lines[self.at + 1 : end]
            self.at = end + 1
        if not blocks:
            return False
        first = next(iter(_LANGUAGES))
        if list(blocks) == [first]:  # nothing to choose from: its lines go on being read where they stand
            self.lines[: self.at] = ["", *blocks[first], ""]
            self.at = 0
            return True
        tabs = [
            (_LANGUAGES.get(language, language.capitalize()), "\n".join(convert_blocks(dedent(body, indent))))
            for language, body in blocks.items()
        ]
        self._write(write_tabs(tabs, sync="language").splitlines())
        return True

    def _language_end(self, indent: int) -> int | None:
        """The line that ends the language block which begins at this line: a bare `:::` outside code.

        It may be further in than its beginning. Blocks within are further in; one that begins at the same column
        shows that this one was never closed.
        """
        n, open_at = self.at + 1, [indent]
        while n < len(self.lines):
            line = self.lines[n]
            fence = read_fence(self.lines, n)
            if fence:
                n = fence.after
                continue
            if _END.match(line) and indent_of(line) >= open_at[-1]:
                open_at.pop()
                if not open_at:
                    return n
            elif _LANGUAGE.match(line):
                if indent_of(line) <= open_at[-1]:
                    return None
                open_at.append(indent_of(line))
            n += 1
        return None

    def _stub(self, line: str, indent: int) -> bool:
        match = STUB.match(line)
        if not match:
            return False
        self.at += 1
        self._write(read_stub(match["name"], self._body(indent)).splitlines())
        return True

    def _stray(self, line: str, indent: int) -> bool:
        if not _END.match(line) and not _LANGUAGE.match(line):
            return False
        self.at += 1
        return True

    def _github(self, line: str, indent: int) -> bool:
        match = _GITHUB.match(line)
        if not match:
            return False
        start = self.at = self.at + 1
        while self.at < len(self.lines) and self.lines[self.at].lstrip().startswith(">"):
            self.at += 1
        body = [re.sub(r"^ *> ?", "", quoted) for quoted in self.lines[start : self.at]]
        kind, title = read_kind(match["type"])
        self._write(write_container(kind, "\n".join(convert_blocks(body)), title).splitlines())
        return True

    def _definition(self, line: str, indent: int) -> bool:
        """A definition list as a bullet list: each term an item, what it means a paragraph of it."""
        match = _DEFINITION.match(line)
        terms = len(self.out)
        while terms and self.out[terms - 1].strip() and indent_of(self.out[terms - 1]) == indent:
            terms -= 1
        if not match or terms == len(self.out):
            return False
        self.at += 1
        body = convert_blocks([match["text"], *self._body(indent)])
        self.out[terms:] = [f"{' ' * indent}- {term.strip()}" for term in self.out[terms:]]
        self.out.append("")
        self.out.extend(" " * (indent + 2) + part if part else "" for part in body)
        self.out.append("")
        return True

    def _html(self, line: str, indent: int) -> bool:
        converted = convert_html(self.lines, self.at, lambda lines: "\n".join(convert_blocks(lines)))
        if not converted:
            return False
        self.at, block = converted
        if block.strip():
            self._write(block.strip("\n").splitlines())
        return True


def write_tabs(tabs: Sequence[tuple[str, str]], **attributes: str) -> str:
    return write_container("tabs", "".join(write_container("tab", body, label) for label, body in tabs), **attributes)
