"""Our Markdown: CommonMark with tables, footnotes, heading ids and containers; read and written here.

docs/formats.md is its description. Every source dialect is converted into it, and
everything downstream (HTML, sections, Markdown copies) starts from the tokens `parse` gives.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from markdown_it import MarkdownIt
from markdown_it.token import Token
from mdit_py_plugins.container import container_plugin
from mdit_py_plugins.footnote import footnote_plugin
from mdit_py_plugins.tasklists import tasklists_plugin

_HEADING_ID = re.compile(r"[ \t]*\{#([^\s{}]+)\}[ \t]*$")
_OPENING = re.compile(r"(?P<name>[a-z][a-z-]*)(?P<rest>(?:[ \t].*)?)$")
_ATTRIBUTE = re.compile(r'[ \t]+(?:(?P<key>[a-z][a-z-]*)=)?"(?P<value>(?:[^"\\]|\\.)*)"')
_CLOSING = re.compile(r"[ \t]+#+$")
_COLONS = re.compile(r"^[ \t>]*(:{3,})", re.MULTILINE)


@dataclass(frozen=True)
class Container:
    """The opening line of a container: `::: card "Title" href="/mcp/..."`."""

    name: str
    title: str
    attributes: dict[str, str]


def read_opening(info: str) -> Container | None:
    """What stands behind the colons of an opening line, or None where it is no container."""
    match = _OPENING.match(info.strip())
    if not match:
        return None
    title, attributes, position, rest = "", {}, 0, match["rest"].rstrip()
    while position < len(rest):
        part = _ATTRIBUTE.match(rest, position)
        if not part:
            return None
        value = re.sub(r"\\(.)", r"\1", part["value"])
        if part["key"]:
            attributes[part["key"]] = value
        else:
            title = value
        position = part.end()
    return Container(match["name"], title, attributes)


def write_container(name: str, body: str, title: str = "", **attributes: str) -> str:
    """A container as text, with enough colons to hold the containers in `body`."""

    def quote(value: str) -> str:
        return '"' + " ".join(value.split()).replace("\\", "\\\\").replace('"', '\\"') + '"'

    longest = max((len(run) for run in _COLONS.findall(body)), default=2)
    colons = ":" * max(3, longest + 1)
    opening = f"{colons} {name}" + (f" {quote(title)}" if title else "")
    opening += "".join(f" {key.replace('_', '-')}={quote(value)}" for key, value in attributes.items())
    inner = body.strip("\n")
    return f"{opening}\n{inner}\n{colons}\n" if inner else f"{opening}\n{colons}\n"


def _parser() -> MarkdownIt:
    markdown = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])
    # No source we mirror means an indented code block, and MDX has none: what is indented there is a component's child.
    markdown.disable("code")
    markdown.use(footnote_plugin).use(tasklists_plugin)
    markdown.use(container_plugin, name="container", validate=lambda info, _: read_opening(info) is not None)
    return markdown


_MARKDOWN = _parser()
# Blocks alone: where only lines matter, the text in them need not be parsed, which is half of the time.
_BLOCKS = _parser()
_BLOCKS.core.ruler.enableOnly(["normalize", "block"])


def parse(body: str) -> list[Token]:
    """The tokens of a body. A heading's id is in its opening token's attribute `id`, and gone from its text;
    a container's opening token has its `Container` in `meta["container"]`."""
    tokens = _MARKDOWN.parse(body)
    for opening, inline in pairwise(tokens):
        if opening.type == "heading_open" and inline.children:
            _take_id(opening, inline)
        elif opening.type == "container_container_open":
            opening.meta["container"] = read_opening(opening.info)
    return tokens


def parse_blocks(body: str) -> list[Token]:
    """The blocks of a body, without what is in them: an inline token has its text as written, and no children.
    A heading's id is in its opening token's attribute `id`; a container's opening token has its `Container`."""
    tokens = _BLOCKS.parse(body)
    for opening, inline in pairwise(tokens):
        if opening.type == "heading_open":
            match = _HEADING_ID.search(inline.content)
            if match:
                opening.attrSet("id", match[1])
                inline.content = inline.content[: match.start()]
        elif opening.type == "container_container_open":
            opening.meta["container"] = read_opening(opening.info)
    return tokens


def _take_id(opening: Token, inline: Token) -> None:
    last = inline.children[-1] if inline.children else None
    match = _HEADING_ID.search(last.content) if last is not None and last.type == "text" else None
    if match and last is not None:
        opening.attrSet("id", match[1])
        last.content = last.content[: match.start()]
        inline.content = _HEADING_ID.sub("", inline.content)


def heading_text(inline: Token) -> str:
    """A heading as plain text: no marks, no tags, the words of links and code."""
    return " ".join(_plain(inline.children or []).split())


def _plain(children: Sequence[Token]) -> str:
    text = ""
    for token in children:
        if token.type in ("text", "code_inline"):
            text += token.content
        elif token.type in ("softbreak", "hardbreak"):
            text += " "
        elif token.type == "image":
            text += token.content
    return text


def slug(text: str) -> str:
    """An anchor as Mintlify makes it: lower case, words joined by hyphens, no leading underscore."""
    kept = re.sub(r"[^\w\s-]", "", text.lower()).strip().lstrip("_")
    return re.sub(r"[\s-]+", "-", kept).strip("-") or "section"


def with_ids(body: str, slug: Callable[[str], str] = slug, repeat: str = "{slug}-{n}", first: int = 2) -> str:
    """`body` with an id on every heading that has none; a repeated id gets a number, beginning with `first`.

    Headings are rewritten as ATX lines where they stand; nothing else changes.
    """
    lines = body.split("\n")
    taken: set[str] = set()
    tokens = parse_blocks(body)
    headings = [(a, b) for a, b in pairwise(tokens) if a.type == "heading_open" and a.map]
    taken.update(str(a.attrGet("id")) for a, _ in headings if a.attrGet("id"))
    for opening, name in reversed(_number(headings, slug, repeat, first, taken)):
        start, end = opening.map or [0, 0]
        line = lines[start]
        if opening.markup.startswith("#"):
            lines[start] = f"{_CLOSING.sub('', line.rstrip())} {{#{name}}}"
        else:  # a setext heading: its text is joined into one ATX line
            text = " ".join(part.strip() for part in lines[start : end - 1])
            indent = line[: len(line) - len(line.lstrip())]
            lines[start:end] = [f"{indent}{'#' * int(opening.tag[1])} {text} {{#{name}}}"]
    return "\n".join(lines)


def _number(
    headings: list[tuple[Token, Token]], slug: Callable[[str], str], repeat: str, first: int, taken: set[str]
) -> list[tuple[Token, str]]:
    """The headings without an id, each with the id it gets."""
    given: list[tuple[Token, str]] = []
    for opening, inline in headings:
        if opening.attrGet("id"):
            continue
        wanted = name = slug(heading_text(_MARKDOWN.parseInline(inline.content)[0]))
        n = first
        while name in taken:
            name, n = repeat.format(slug=wanted, n=n), n + 1
        taken.add(name)
        given.append((opening, name))
    return given
