"""Our Markdown as plain CommonMark that reads well: containers become quotes and bold labels, heading ids go.

Lines are edited where they stand, so that what upstream wrote stays as it was written.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from html import unescape

from markdown_it.token import Token

from builder.pages.links import Image, escape_target, layout, rewrite
from builder.pages.markdown import Container, parse_blocks

_HEADING_ID = re.compile(r"[ \t]*\{#[^\s{}]+\}[ \t]*$")
_CLOSING = re.compile(r"[ \t>]*:{3,}[ \t]*$")
_FENCE = re.compile(r"(?P<open>.*?(?:`{3,}|~{3,}))[ \t]*(?P<language>[^\s`]*)(?P<rest>.*)$")
_CODE_TITLE = re.compile(r'\s(title="[^"]*")')
_MARKER = re.compile(r"[^ \t>]")  # of a list, before the first line of an item
# Tags that carry looks or anchors, never words. A code span is matched first: one that shows such a tag keeps it.
_LOOKS = re.compile(
    r"(?<!`)(`+)(?!`)(?:(?!\n[ \t>]*\n)[\s\S])*?(?<!`)\1(?!`)"
    r"""|<a\s+id="[^"]*"\s*>\s*</a>|</?(?:div|small|span)\b(?:"[^"]*"|[^">])*>"""
)
_LOOKS_AT = re.compile(r"</?(?:div|small|span)\b|<a\s+id=")
_SIGNATURE = re.compile(r"[ \t]*<pre\b[^>]*>([\s\S]*)</pre>\s*$")
_TAG = re.compile(r"<[^>]*>")
_SPECIAL = re.compile(r"([\\*_\[\]<>])")
_SILENT = {"tabs", "steps", "cards", "columns", "tree"}  # say nothing themselves
_HOLDS = ("bullet_list", "ordered_list", "blockquote")
_LABELLED = {"tab", "details", "step", "card", "update", "field", "frame"}

Lines = list[list[str]]  # what stands in the place of each line


def plain(body: str, address: str, base: str) -> str:
    """A body as CommonMark; `address` is its page's, from the site's root; `base` the site's URL, no last slash."""

    def link(target: str) -> str:
        if target.startswith("#"):
            return f"{base}{address}{target}"
        return base + target if target.startswith("/") and not target.startswith("//") else target

    def image(found: Image) -> str:
        return f"![{text(found.alt)}]({escape_target(link(found.source))})"

    return _flattened(_without_looks(rewrite(body, link, image)))


def label(title: str) -> str:
    """A title as bold text; `code` between backticks is the only mark it may hold."""
    return f"**{text(title)}**"


def text(title: str) -> str:
    """A title, with what CommonMark would take for marks escaped, but for code spans."""
    parts = title.split("`")
    if len(parts) % 2 == 0:  # a backtick without its other
        return _SPECIAL.sub(r"\\\1", title).replace("`", "\\`")
    return "`".join(part if n % 2 else _SPECIAL.sub(r"\\\1", part) for n, part in enumerate(parts))


def _without_looks(body: str) -> str:
    if not _LOOKS_AT.search(body):
        return body
    parts, position = [], 0
    for start, end in (*layout(body).code, (len(body), len(body))):
        parts.append(_LOOKS.sub(lambda match: match[0] if match[1] else "", body[position:start]))
        parts.append(body[start:end])
        position = end
    return "".join(parts)


def _flattened(body: str) -> str:
    lines: Lines = [[line] for line in body.split("\n")]
    tokens = parse_blocks(body)
    code = set[int]()
    held = 0  # in how many lists and quotes we are
    for token in tokens:
        start, end = token.map or (0, 0)
        if token.map and not held and token.nesting >= 0 and token.type != "inline":
            _dedent(lines, token, start, end)
        if token.type.startswith(_HOLDS):
            held += token.nesting
        if token.type == "heading_open":
            lines[start] = [_HEADING_ID.sub("", line) for line in lines[start]]
        elif token.type == "fence":
            code.update(range(start, end))
            lines[start] = [_FENCE.sub(_fence, line) for line in lines[start]]
        elif token.type == "html_block" and (signature := _SIGNATURE.match(token.content)):
            code.update(range(start, end))
            shown = unescape(_TAG.sub("", signature[1])).strip("\n")
            lines[start:end] = [["```", shown, "```"], *[[]] * (end - start - 1)]
    steps = _step_numbers(tokens)
    # From the last to the first: what is inside is done before what holds it.
    for number, token in reversed([*enumerate(tokens)]):
        if token.type == "container_container_open":
            _replace(lines, token, steps.get(number, 0))
    return _joined(lines, code)


def _dedent(lines: Lines, token: Token, start: int, end: int) -> None:
    """Takes a block's indentation away. Ours means nothing; elsewhere four spaces are code."""
    width = len(lines[start][0]) - len(lines[start][0].lstrip(" "))
    whole = range(start, end)
    if token.type == "container_container_open":
        whole = range(start, start + 1)
        if end < len(lines) and _CLOSING.match(lines[end][0]):
            lines[end] = [lines[end][0].lstrip()]
    for number in whole if width else ():
        line = lines[number][0]
        lines[number] = [line[min(width, len(line) - len(line.lstrip(" "))) :]]


def _fence(match: re.Match[str]) -> str:
    title = _CODE_TITLE.search(match["rest"])
    return match["open"] + match["language"] + (f" {title[1]}" if title else "")


def _step_numbers(tokens: Iterable[Token]) -> dict[int, int]:
    """The number of each step in its list, by the position of its token."""
    numbers: dict[int, int] = {}
    counts: list[int] = []
    for position, token in enumerate(tokens):
        if token.type == "container_container_open":
            if token.meta["container"].name == "step" and counts:
                counts[-1] += 1
                numbers[position] = counts[-1]
            counts.append(0)
        elif token.type == "container_container_close":
            counts.pop()
    return numbers


def _replace(lines: Lines, token: Token, step: int) -> None:
    """Puts what a container says in the place of its first and last line; a call-out also quotes what is between."""
    container: Container = token.meta["container"]
    start, end = token.map or (0, 0)
    opening = lines[start][0]
    column = opening.index(":::")
    first, further = opening[:column], _MARKER.sub(" ", opening[:column])
    blank = further.rstrip()
    closed = end < len(lines) and lines[end] and _CLOSING.match(lines[end][0])
    says = _says(container, step)
    before = [blank] if first == further else []
    if container.name in _SILENT | _LABELLED:
        caption = container.name == "frame" and says
        lines[start] = [*before, first + says, blank] if says and not caption else [first.rstrip()]
        ending = [blank, f"{further}*{says.strip('*')}*", blank] if caption else [blank]
    else:
        for number in range(start + 1, end):
            lines[number] = [_quoted(line, further) for line in lines[number]]
        lines[start] = [*before, f"{first}> {says}", f"{further}>"]
        ending = [blank]
    if closed:
        lines[end] = ending
    elif len(ending) > 1:
        lines[end - 1] += ending


def _quoted(line: str, prefix: str) -> str:
    column = len(prefix)
    if line[:column].strip(" \t>"):  # less indented than the container: it belongs there all the same
        column = len(line) - len(line.lstrip())
    return f"{line[:column].ljust(column)}> {line[column:]}".rstrip()


def _says(container: Container, step: int) -> str:
    title, about = container.title, container.attributes
    if container.name == "step":
        return label(f"{step}. {title}".strip() if step else title) if title or step else ""
    if container.name == "card" and title and about.get("href"):
        return f"[{label(title)}]({escape_target(about['href'])})"
    if container.name == "update" and title and about.get("description"):
        return f"{label(title)} {text(about['description'])}"
    if container.name == "field":
        facts = [_code(about.get("type", "")), "required" if about.get("required") == "true" else ""]
        facts.append(f"default {_code(about['default'])}" if about.get("default") else "")
        said = ", ".join(fact for fact in facts if fact)
        return _code(title) + (f" ({said})" if said else "")
    if container.name in _SILENT | _LABELLED:
        return label(title) if title else ""
    return label(title or container.name.capitalize())


def _code(value: str) -> str:
    """A code span, whatever backticks it holds."""
    if "`" in value:
        return f"`` {value} ``"
    return f"`{value}`" if value else ""


def _joined(lines: Lines, code: set[int]) -> str:
    """All lines, with one blank one where there were several, and none at either end of the text or of a quote."""
    found: list[str] = []
    for number, parts in enumerate(lines):
        for part in parts:
            if number in code or part.strip(" \t>"):
                found.append(part)
                continue
            blank = part.rstrip()
            while found and found[-1] != blank and found[-1].startswith(blank) and not found[-1].strip(" \t>"):
                found.pop()  # the last line of a quote, which ends here
            if not found or found[-1] != blank:
                found.append(blank)
    while found and not found[-1].strip(" \t>"):
        found.pop()
    return "\n".join(found).lstrip("\n")
