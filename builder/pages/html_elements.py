"""What becomes of HTML in MDX: wrappers go, what Markdown can say is said in Markdown, the rest is kept bare."""

from __future__ import annotations

import html
from collections.abc import Iterator

from builder.pages.components import Rule
from builder.pages.jsx import Element, Text
from builder.pages.rendering import Renderer

# Attributes that carry meaning; style, events and classes are upstream's own.
_KEPT = ("title", "colspan", "colSpan", "rowspan", "rowSpan", "align", "id", "datetime", "start")


def _wrapper(element: Element, page: Renderer) -> str:
    if "source-links" in _classes(element):  # the foot of a served page: where to edit it, where to connect
        return ""
    return page.block(element)


def _classes(element: Element) -> list[str]:
    return (element.attributes.get("className") or element.attributes.get("class") or "").split()


def _dropped(element: Element, page: Renderer) -> str:
    return ""


def _paragraph(element: Element, page: Renderer) -> str:
    return page.block(element)


def _heading(element: Element, page: Renderer) -> str:
    anchor = f" {{#{element.attributes['id']}}}" if element.attributes.get("id") else ""
    return "#" * int(element.name[1]) + f" {page.inline(element)}{anchor}"


def _list(element: Element, page: Renderer) -> str:
    items = []
    for number, item in enumerate((n for n in element.children if isinstance(n, Element) and n.name == "li"), 1):
        marker = f"{number}. " if element.name == "ol" else "- "
        first, *rest = page.block(item).split("\n")
        items.append("\n".join([marker + first, *(" " * len(marker) + line if line else "" for line in rest)]))
    return "\n".join(items)


def _quote(element: Element, page: Renderer) -> str:
    return "\n".join(f"> {line}".rstrip() for line in page.block(element).split("\n"))


def _rule(element: Element, page: Renderer) -> str:
    return "---"


def _link(element: Element, page: Renderer) -> str:
    given = element.attributes
    anchor = given.get("id") or given.get("name") or ""
    text = page.inline(element)
    mark = f'<a id="{html.escape(anchor)}"></a>' if anchor else ""
    if not given.get("href"):
        return mark + text
    return f"{mark}[{text}]({given['href']})" if text else mark


def _bare(element: Element, page: Renderer) -> str:
    kept = "".join(
        f' {key.lower()}="{html.escape(element.attributes[key])}"' for key in _KEPT if element.attributes.get(key)
    )
    if element.name in ("br", "wbr"):
        return f"<{element.name}>"
    return f"<{element.name}{kept}>{page.inline(element)}</{element.name}>"


def _code(element: Element, page: Renderer) -> str:
    """Code between backticks where it holds nothing but text."""
    if not element.children or not all(isinstance(node, Text) for node in element.children):
        return _bare(element, page)
    text = html.unescape(page.plain(element))
    if "`" in text or "\n" in text or not text.strip() or "|" in text or element.attributes.get("id"):
        return _bare(element, page)
    return f"`{text}`"


def _text(element: Element, page: Renderer) -> str:
    return page.inline(element)


def _table(element: Element, page: Renderer) -> str:
    """A table of Markdown, which can hold marks; one whose cells span others stays HTML."""
    rows = list(_rows(element))
    cells = [[node for node in row.children if isinstance(node, Element) and node.name in ("td", "th")] for row in rows]
    if not rows or any("span" in key.lower() for row in cells for cell in row for key in cell.attributes):
        return " ".join(_bare(element, page).split())
    width = max(map(len, cells))
    lines = [[page.inline(cell).replace("|", "\\|") for cell in row] + [""] * (width - len(row)) for row in cells]
    if not any(cell.name == "th" for cell in cells[0]):
        lines.insert(0, [""] * width)
    lines.insert(1, ["---"] * width)
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _rows(element: Element) -> Iterator[Element]:
    for node in element.children:
        if isinstance(node, Element) and node.name == "tr":
            yield node
        elif isinstance(node, Element):
            yield from _rows(node)


_INLINE = "abbr b strong i em u s del ins small mark kbd sup sub q cite var samp time br wbr"
_PARTS = "thead tbody tfoot tr td th caption dl dt dd li"
_WRAPPERS = "div section article main header footer nav figure center aside button form label picture hgroup"

BLOCKS: dict[str, Rule] = {
    **dict.fromkeys(_WRAPPERS.split(), _wrapper),
    **{f"h{level}": _heading for level in range(1, 7)},
    "p": _paragraph,
    "figcaption": _paragraph,
    "summary": _paragraph,
    "ul": _list,
    "ol": _list,
    "blockquote": _quote,
    "hr": _rule,
    "table": _table,
}

INLINES: dict[str, Rule] = {
    **dict.fromkeys(["script", "style", "svg", "template", "input", "source", "use", "path"], _dropped),
    "a": _link,
    "span": _text,
    "font": _text,
    "code": _code,
    **dict.fromkeys(_INLINE.split(), _bare),
    **dict.fromkeys(_PARTS.split(), _bare),
}
