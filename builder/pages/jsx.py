"""MDX text as a tree: text, code, elements, expressions, imports and exports.

Code comes first: whatever stands in a fence or a code span is not looked at. An element
whose tag nothing closes is text, as is a brace without its partner.
"""

from __future__ import annotations

import html
import re
from dataclasses import dataclass

from builder.pages.javascript import end_of_braces, end_of_module, literal


@dataclass(frozen=True)
class Text:
    start: int
    source: str


@dataclass(frozen=True)
class Code:
    """A code span, backticks included."""

    start: int
    source: str


@dataclass(frozen=True)
class Fence:
    start: int
    prefix: str  # what stands before it on its line: indentation, list markers, quote marks
    marker: str  # "```"
    info: str
    lines: tuple[str, ...]  # as they stand, indentation included
    closed: bool
    end: int


@dataclass(frozen=True)
class Expression:
    start: int
    source: str  # without its braces


@dataclass(frozen=True)
class Module:
    """A block of import and export statements."""

    start: int
    source: str


@dataclass(frozen=True)
class Element:
    start: int
    name: str  # "" for a fragment
    attributes: dict[str, str]  # a literal's value; any other expression as written, braces included
    children: tuple[Node, ...]
    inner: tuple[int, int]  # where the children stand in the source; empty for <Tag />


Node = Text | Code | Fence | Expression | Module | Element

_PREFIX = r"(?:[ \t]|>|[-*+][ \t]|\d{1,9}[.)][ \t])*"
_SPECIAL = re.compile(
    rf"(?P<fence>^{_PREFIX}(?P<marker>`{{3,}}(?=[^`\n]*$)|~{{3,}}))"
    r"|(?P<module>^(?:import\s+[\w{*\"']|export\s+(?:const|let|var|function|default|class|async|\{|\*)))"
    r"|(?P<escape>\\[\s\S])|(?P<code>`+)|(?P<uri><[A-Za-z][A-Za-z0-9+.-]+:[^\s<>]*>)|(?P<comment><!--[\s\S]*?-->)"
    r"|(?P<tag></?(?=[A-Za-z>]))|(?P<brace>\{)",
    re.MULTILINE,
)
_NAME = re.compile(r"[A-Za-z][\w.:-]*")
_ATTRIBUTE = re.compile(
    r"\s*(?P<name>[A-Za-z_:@][\w.:@-]*)(?:\s*=\s*(?:\"(?P<double>[^\"]*)\"|'(?P<single>[^']*)'|(?P<brace>(?=\{))))?"
)
_END = re.compile(r"\s*(/?)>")
_SPREAD = re.compile(r"\s*(?=\{)")
VOID = frozenset({"area", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"})
_DEEPEST = 100  # elements within elements; what is deeper was written to break readers
_RAW = frozenset({"script", "style"})
_PARAGRAPH = re.compile(r"(?:\A|\n)[ \t]*\n\Z|\A\s*\Z")
_BLANK = re.compile(r"\n[ \t>]*\n")


def scan(source: str) -> tuple[Node, ...]:
    """The tree of an MDX text without front matter."""
    return _Scanner(source).nodes("", 0)[0]


class _Scanner:
    def __init__(self, source: str) -> None:
        self.source = source
        self.open: list[str] = []
        # By where a tag begins: what was found there. Tags that nothing closes would else be read over and over.
        self.read: dict[int, tuple[Node | None, int]] = {}

    def nodes(self, name: str, position: int) -> tuple[tuple[Node, ...], int, int]:
        """Nodes up to the tag that closes `name`, where that tag begins, and where it ends (-1: there is none)."""
        source, found, kept = self.source, list[Node](), position

        def flush(end: int) -> None:
            if end > kept:
                found.append(Text(kept, source[kept:end]))

        while match := _SPECIAL.search(source, position):
            start, position = match.start(), match.end()
            if match["tag"] == "</":
                closing = re.compile(r"</([\w.:-]*)\s*>").match(source, start)
                if closing and name and closing[1] == name:
                    flush(start)
                    return tuple(found), start, closing.end()
                if closing and closing[1] in self.open:
                    flush(start)
                    return tuple(found), start, -1
                continue
            node, end = self._special(match)
            if node is not None:
                flush(start)
                found.append(node)
                kept = end
            position = end
        flush(len(source))
        return tuple(found), len(source), -1

    def _special(self, match: re.Match[str]) -> tuple[Node | None, int]:
        source, start, kind = self.source, match.start(), match.lastgroup
        if match["fence"]:
            return self._fence(match)
        if kind == "module":
            if self.open or not _paragraph_begins(source, start):
                return None, match.end()
            end = end_of_module(source, start)
            return Module(start, source[start:end]), end
        if kind == "code":
            end = _code_span_end(source, match)
            return (Code(start, source[start:end]), end) if end > match.end() else (None, end)
        if kind == "comment":
            return Expression(start, "/**/"), match.end()
        if kind == "brace":
            end = end_of_braces(source, start)
            return (Expression(start, source[start + 1 : end - 1]), end) if end > 0 else (None, match.end())
        if kind == "tag":
            if start not in self.read:
                self.read[start] = self._element(start)
            return self.read[start]
        return None, match.end()

    def _fence(self, match: re.Match[str]) -> tuple[Node, int]:
        source, marker = self.source, match["marker"]
        info_end = source.find("\n", match.end())
        info_end = len(source) if info_end < 0 else info_end
        closing = re.compile(rf"^[ \t>]*{re.escape(marker[0])}{{{len(marker)},}}[ \t]*$", re.MULTILINE).search(
            source, info_end
        )
        body_end, end = (closing.start(), closing.end()) if closing else (len(source), len(source))
        lines = source[info_end + 1 : max(info_end + 1, body_end - (closing is not None))]
        content = tuple(lines.split("\n")) if body_end > info_end + 1 else ()
        prefix = match["fence"][: -len(marker)]
        info = source[match.end() : info_end].strip()
        return Fence(match.start(), prefix, marker, info, content, closing is not None, end), end

    def _element(self, start: int) -> tuple[Node | None, int]:
        source = self.source
        named = _NAME.match(source, start + 1)
        name, position = (named[0], named.end()) if named else ("", start + 1)
        attributes: dict[str, str] = {}
        while not (end := _END.match(source, position)):
            position = self._attribute(position, attributes)
            if position < 0:
                return None, start + 1
        position = end.end()
        if end[1] or name.lower() in VOID:
            return Element(start, name, attributes, (), (position, position)), position
        if name in _RAW:
            close = source.find(f"</{name}", position)
            if close >= 0:
                return Element(start, name, attributes, (), (position, close)), source.find(">", close) + 1
        if len(self.open) >= _DEEPEST or source.find(f"</{name}", position) < 0:
            return None, start + 1
        self.open.append(name)
        children, inner_end, after = self.nodes(name, position)
        self.open.pop()
        if after < 0:
            return None, start + 1
        return Element(start, name, attributes, children, (position, inner_end)), after

    def _attribute(self, position: int, attributes: dict[str, str]) -> int:
        """Reads one attribute into `attributes`; returns its end, -1 where there is none."""
        source = self.source
        match = _ATTRIBUTE.match(source, position)
        if not match:
            spread = _SPREAD.match(source, position)
            return end_of_braces(source, spread.end()) if spread else -1
        if match["brace"] is not None:
            end = end_of_braces(source, match.end())
            if end < 0:
                return -1
            value = literal(source[match.end() + 1 : end - 1])
            attributes[match["name"]] = source[match.end() : end] if value is None else value
            return end
        quoted = match["double"] if match["double"] is not None else match["single"]
        attributes[match["name"]] = "true" if quoted is None else html.unescape(quoted)
        return match.end()


def _paragraph_begins(source: str, position: int) -> bool:
    return bool(_PARAGRAPH.search(source[max(0, position - 200) : position]))


def _code_span_end(source: str, opening: re.Match[str]) -> int:
    """Behind the code span that a run of backticks opens, or behind the run if the paragraph ends first."""
    blank = _BLANK.search(source, opening.end())
    limit = blank.start() if blank else len(source)
    closing = re.compile(rf"(?<!`){opening[0]}(?!`)").search(source, opening.end(), limit)
    return closing.end() if closing else opening.end()
