"""Finds every link and image of a body where it stands, and puts another target there.

A token of markdown-it has no position within its line, so links are found here with the
inline rules of CommonMark that matter for it: code spans, escapes, nested brackets. Fences
are taken from the parser. Only the characters that change are replaced.
"""

from __future__ import annotations

import html
import re
from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from builder.pages.markdown import parse, parse_blocks


@dataclass(frozen=True)
class Image:
    source: str
    alt: str
    attributes: dict[str, str] = field(default_factory=dict)  # of an <img>, without src and alt
    in_link: bool = False  # it stands in the text of a link


LinkRule = Callable[[str], str | None]  # the target as written -> what it becomes; None: the text alone stays
ImageRule = Callable[[Image], str]  # -> the Markdown or HTML that stands in its place

_Edit = tuple[int, int, str]

_NEXT = re.compile(r"\\[\s\S]|`+|!?\[|\]|<(?=[A-Za-z!])")
_DESTINATION = re.compile(r"[ \t]*\n?[ \t>]*(?:<((?:[^<>\\\n]|\\.)*)>|((?:[^\s()\\]|\\.|\((?:[^\s()\\]|\\.)*\))*))")
_TITLE_AND_END = re.compile(
    r"""(?:[ \t\n>]+(?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|\((?:[^()\\]|\\.)*\)))?[ \t]*\n?[ \t>]*\)"""
)
_LABEL = re.compile(r"\[((?:[^\[\]\\]|\\.)*)\]")
_DEFINITION = re.compile(
    r"(?m)^(?:[ \t>]|[-*+][ \t])*\[(?!\^)((?:[^\[\]\\\n]|\\.)+)\]:[ \t]*(?:<([^<>\n]*)>|(\S+))[^\n]*\n?"
)
_TAG = re.compile(r"""<([A-Za-z][\w-]*)((?:"[^"]*"|'[^']*'|[^'">])*)>|<!--[\s\S]*?-->""")
_ATTRIBUTE = re.compile(r"""([\w:-]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?""")
_CONTAINER = re.compile(r"(?m)^[ \t>]*(?:(?:[-*+]|\d+[.)])[ \t]+)*:{3,} [a-z][^\n]*")
_HREF = re.compile(r' href="((?:[^"\\]|\\.)*)"')
_ID = re.compile(r'\sid="([^"]*)"')
_AUTOLINK = re.compile(r"<[A-Za-z][A-Za-z0-9+.-]{1,31}:[^\s<>]*>")


@dataclass(frozen=True)
class Layout:
    """What the blocks of a body say about it; positions are in characters, spans in order."""

    anchors: frozenset[str]
    code: tuple[tuple[int, int], ...]
    html: tuple[tuple[int, int], ...]


def layout(body: str) -> Layout:
    """Where code and raw HTML stand in a body, and what an anchor may name: headings, containers, HTML with an id."""
    anchors, code, markup = set[str](), list[tuple[int, int]](), list[tuple[int, int]]()
    starts = [0]
    for line in body.split("\n"):
        starts.append(starts[-1] + len(line) + 1)
    for token in parse_blocks(body):
        first, last = token.map or [0, 0]
        if token.type == "fence":
            code.append((starts[first], starts[last]))
        elif token.type == "html_block":
            markup.append((starts[first], starts[last]))
            anchors.update(_ID.findall(token.content))
        elif token.type == "heading_open":
            anchors.add(str(token.attrGet("id") or ""))
        elif token.type == "container_container_open":
            anchors.add(token.meta["container"].attributes.get("id", ""))
        elif token.type == "inline" and ' id="' in token.content:
            children = (child for part in parse(token.content) for child in part.children or [])
            tags = (child.content for child in children if child.type == "html_inline")
            anchors.update(name for tag in tags for name in _ID.findall(tag))
    return Layout(frozenset(html.unescape(name) for name in anchors - {""}), tuple(code), tuple(markup))


def ids(body: str) -> frozenset[str]:
    """What an anchor may name in a body."""
    return layout(body).anchors


def rewrite(body: str, link: LinkRule, image: ImageRule, known: Layout | None = None) -> str:
    """`body` with every link and every image outside code as the two rules want them; `known` is its layout."""
    return _Rewriter(body, link, image, known or layout(body)).run()


def escape_target(target: str) -> str:
    """A target as it may stand between the parentheses of a link."""
    if re.search(r"[\s()<>\\]", target):
        target = target.replace("\\", "%5C").replace("<", "%3C").replace(">", "%3E").replace("\n", "%0A")
        return f"<{target}>"
    return target


def read_target(written: str) -> str:
    """A target as Markdown has it, without its escapes and entities."""
    return html.unescape(re.sub(r"\\([!-/:-@\[-`{-~])", r"\1", written))


class _Rewriter:
    def __init__(self, body: str, link: LinkRule, image: ImageRule, known: Layout) -> None:
        self.body, self.link, self.image = body, link, image
        self.edits: list[_Edit] = []
        self.images: list[tuple[int, int, Image]] = []
        self.labels: list[tuple[int, int]] = []  # where the texts of links stand
        self.dead: set[str] = set()  # labels whose definition has no target any more
        self.known: set[str] = set()
        self.verbatim, self.raw = known.code, known.html

    def run(self) -> str:
        self._definitions()
        self._containers()
        self._inline()
        for start, end, found in self.images:
            inside = any(a <= start and end <= b for a, b in self.labels)
            self.edits.append((start, end, self.image(Image(found.source, found.alt, found.attributes, inside))))
        return _apply(self.body, self.edits)

    def _in_code(self, position: int) -> int:
        """The end of the code block or the definition that holds a position, or -1."""
        return _end_of_span(self.verbatim, position)

    def _in_html(self, position: int) -> bool:
        return _end_of_span(self.raw, position) >= 0

    def _definitions(self) -> None:
        definitions: list[tuple[int, int]] = []
        for match in _DEFINITION.finditer(self.body):
            if self._in_code(match.start()) >= 0 or self._in_html(match.start()):
                continue
            label = _normal(match[1])
            self.known.add(label)
            definitions.append(match.span())
            group = 2 if match[2] is not None else 3
            target = self.link(read_target(match[group]))
            if target is None:
                self.dead.add(label)
                self.edits.append((match.start(), match.end(), ""))
            else:
                whole = match.start(group) - (group == 2), match.end(group) + (group == 2)
                self.edits.append((*whole, escape_target(target)))
        self.verbatim = tuple(sorted([*self.verbatim, *definitions]))

    def _containers(self) -> None:
        for line in _CONTAINER.finditer(self.body):
            match = _HREF.search(self.body, line.start(), line.end())
            if not match or self._in_code(line.start()) >= 0:
                continue
            target = self.link(re.sub(r"\\(.)", r"\1", match[1]))
            kept = "" if target is None else ' href="{}"'.format(target.replace('"', "%22"))
            self.edits.append((match.start(), match.end(), kept))

    def _inline(self) -> None:
        body, position, openers = self.body, 0, list[tuple[int, bool]]()
        while match := _NEXT.search(body, position):
            position = match.end()
            end = self._in_code(match.start())
            if end >= 0:
                position, openers = end, []
            elif match[0][0] == "\\" or (match[0] != "<" and self._in_html(match.start())):
                continue
            elif match[0][0] == "`":
                position = _code_span_end(body, match)
            elif match[0] == "<":
                position = self._tag(match.start())
            elif match[0][-1] == "[":
                openers.append((match.start(), match[0][0] == "!"))
            elif match[0] == "]" and openers:
                position = self._close(*openers.pop(), match.start())

    def _close(self, start: int, is_image: bool, bracket: int) -> int:
        """What a closing bracket ends; returns where to go on."""
        body = self.body
        label = (start + 1 + is_image, bracket)
        if body.startswith("(", bracket + 1) and (found := _DESTINATION.match(body, bracket + 2)):
            ending = _TITLE_AND_END.match(body, found.end())
            if ending:
                pointed = found[1] is not None
                span = found.span(1) if pointed else found.span(2)
                target = read_target(found[1] if pointed else found[2])
                if is_image:
                    self.images.append((start, ending.end(), Image(target, read_target(body[slice(*label)]))))
                    return ending.end()
                self._set(label, (span[0] - pointed, span[1] + pointed), ending.end(), self.link(target))
                return ending.end()
        return self._reference(start, is_image, label)

    def _reference(self, start: int, is_image: bool, label: tuple[int, int]) -> int:
        after = _LABEL.match(self.body, label[1] + 1)
        name = _normal((after[1] if after else "") or self.body[slice(*label)])
        end = after.end() if after and name in self.known else label[1] + 1
        if name in self.known and not is_image:
            self.labels.append(label)
            if name in self.dead:
                self.edits += [(start, start + 1, ""), (label[1], end, "")]
        return end

    def _set(self, label: tuple[int, int], span: tuple[int, int], end: int, target: str | None) -> None:
        if target is None:
            self.edits += [(label[0] - 1, label[0], ""), (label[1], end, "")]
        else:
            self.labels.append(label)
            self.edits.append((*span, escape_target(target)))

    def _tag(self, start: int) -> int:
        match = _TAG.match(self.body, start)
        if not match or _AUTOLINK.match(self.body, start):
            return start + 1
        name = (match[1] or "").lower()
        if name not in ("a", "img"):
            return match.end()
        attributes = {a[1].lower(): a for a in _ATTRIBUTE.finditer(match[2])}
        values = {key: html.unescape(a[2] or a[3] or a[4] or "") for key, a in attributes.items()}
        if name == "img":
            source, alt = values.pop("src", ""), values.pop("alt", "")
            self.images.append((start, match.end(), Image(source, alt, values)))
        elif "href" in attributes:
            self._anchor(match, attributes["href"], values["href"])
        return match.end()

    def _anchor(self, tag: re.Match[str], attribute: re.Match[str], href: str) -> None:
        target = self.link(href)
        close = self.body.find("</a>", tag.end())
        if target is None and close >= 0:
            self.edits += [(tag.start(), tag.end(), ""), (close, close + 4, "")]
        elif target is not None:
            begin = tag.start(2)
            value = html.escape(target)
            self.edits.append((begin + attribute.start(), begin + attribute.end(), f'href="{value}"'))
            if close >= 0:
                self.labels.append((tag.end(), close))


def _end_of_span(spans: Sequence[tuple[int, int]], position: int) -> int:
    at = bisect_right(spans, position, key=lambda span: span[0]) - 1
    return spans[at][1] if at >= 0 and position < spans[at][1] else -1


def _code_span_end(body: str, opening: re.Match[str]) -> int:
    """Behind the code span that begins with a run of backticks, or behind the run if none does."""
    blank = re.compile(r"\n[ \t>]*\n").search(body, opening.end())
    limit = blank.start() if blank else len(body)
    closing = re.compile(rf"(?<!`){opening[0]}(?!`)").search(body, opening.end(), limit)
    return closing.end() if closing else opening.end()


def _normal(label: str) -> str:
    return " ".join(label.split()).casefold()


def _apply(body: str, edits: list[_Edit]) -> str:
    parts, position = [], 0
    for start, end, text in sorted(edits):
        if start < position:  # within what another edit replaced: a link in a definition that is gone
            continue
        parts += [body[position:start], text]
        position = end
    return "".join([*parts, body[position:]])
