"""TypeDoc's HTML of a schema page: signatures stay linked code, members become fields, comments Markdown.

Three quarters of such a page are classes, permalinks and icons that point nowhere. What is kept of them is
each member's id, for that is what signatures and other pages link to.
"""

from __future__ import annotations

import html
import re

from builder.pages import components, html_elements
from builder.pages.components import Rule
from builder.pages.jsx import Code, Element, Node, Text
from builder.pages.markdown import write_container
from builder.pages.rendering import Renderer

# `message?: string`; an index signature has brackets around its key, a key that is no identifier quotes.
_MEMBER = re.compile(r'(?P<name>\[[^\]]*\]|"[^"]*"|[^:?\s]+)(?P<optional>\??):\s*(?P<type>.*)', re.DOTALL)
_LINE_BREAK = re.compile(r"<br\s*/?>")
_TAG = re.compile(r"<[^>]+>")


def classes(element: Element) -> list[str]:
    return (element.attributes.get("class") or element.attributes.get("className") or "").split()


def _div(element: Element, page: Renderer) -> str:
    names = classes(element)
    if "tsd-signature" in names:
        return f'<pre class="signature"><code>{_signature(element.children)}</code></pre>'
    if "tsd-anchor-link" in names or "data-typedoc-h" in element.attributes:
        return f"**{page.inline(element)}**"
    return html_elements.BLOCKS["div"](element, page)


def _section(element: Element, page: Renderer) -> str:
    if "tsd-member" not in classes(element):
        return html_elements.BLOCKS["section"](element, page)
    head = next((n for n in element.children if isinstance(n, Element) and "tsd-anchor-link" in classes(n)), None)
    return _field(element, head, page)


def _item(element: Element, page: Renderer) -> str:
    head = next((n for n in element.children if isinstance(n, Element) and "data-typedoc-h" in n.attributes), None)
    return _field(element, head, page)


def _list(element: Element, page: Renderer) -> str:
    if "tsd-parameters" not in classes(element):
        return html_elements.BLOCKS["ul"](element, page)
    items = [n for n in element.children if isinstance(n, Element) and n.name == "li"]
    return "\n\n".join(_item(item, page) for item in items)


def _field(element: Element, head: Element | None, page: Renderer) -> str:
    """A member or parameter under its name; what it is stands in `head`, what is said of it around."""
    rest = tuple(node for node in element.children if node is not head)
    body = page.block(Element(element.start, element.name, {}, rest, element.inner))
    if head is None:
        return body
    written = " ".join(_text(tuple(n for n in head.children if not _clutter(n))).split())
    match = _MEMBER.fullmatch(written)
    about = {"id": html.unescape(head.attributes["id"])} if "id" in head.attributes else {}
    if not match:
        return write_container("field", body, written, **about).rstrip("\n")
    about["type"] = match["type"]
    if not match["optional"] and not match["name"].startswith("["):
        about["required"] = "true"
    return write_container("field", body, match["name"], **about).rstrip("\n")


def _clutter(node: Node) -> bool:
    return isinstance(node, Element) and bool({"tsd-tag", "tsd-anchor-icon"} & set(classes(node)))


def _paragraph(element: Element, page: Renderer) -> str:
    return page.inline(element)


def _sources(element: Element, page: Renderer) -> str:
    """`Inherited from Request.params`."""
    if "tsd-sources" not in classes(element):
        return html_elements.BLOCKS["aside"](element, page)
    return f"<small>{page.inline(element)}</small>"


def _example(element: Element, page: Renderer) -> str:
    """An example of TypeDoc's is code coloured word by word: back to a fence."""
    if "tsd-tag-example" not in classes(element):
        return components.BLOCKS["details"](element, page)
    summary = next((n for n in element.children if isinstance(n, Element) and n.name == "summary"), None)
    rest = tuple(node for node in element.children if node is not summary)
    body = page.block(Element(element.start, element.name, {}, rest, element.inner))
    return write_container("details", body, page.inline(summary) if summary else "Example").rstrip("\n")


def _preformatted(element: Element, page: Renderer) -> str:
    code = next((n for n in element.children if isinstance(n, Element) and n.name == "code"), element)
    language = next(iter(classes(code)), "").removeprefix("language-")
    text = html.unescape(_TAG.sub("", _LINE_BREAK.sub("\n", page.plain(code)))).rstrip()
    longest = max((len(run) for run in re.findall(r"`+", text)), default=0)
    marker = "`" * max(3, longest + 1)
    anchor = element.attributes.get("id", "")
    mark = f'<a id="{html.escape(html.unescape(anchor))}"></a>\n\n' if anchor else ""
    return f"{mark}{marker}{language}\n{text}\n{marker}"


def _signature(nodes: tuple[Node, ...]) -> str:
    out = ""
    for node in nodes:
        if isinstance(node, Text | Code):
            out += html.escape(html.unescape(node.source).replace("\xa0", " "), quote=False)
        elif isinstance(node, Element) and node.name == "br":
            out += "\n"
        elif isinstance(node, Element) and node.name == "a" and node.attributes.get("href"):
            out += f'<a href="{html.escape(node.attributes["href"])}">{_signature(node.children)}</a>'
        elif isinstance(node, Element):
            out += _signature(node.children)
    return out


def _text(nodes: tuple[Node, ...]) -> str:
    return html.unescape(_TAG.sub("", _signature(nodes)))


BLOCKS: dict[str, Rule] = {
    "div": _div,
    "section": _section,
    "ul": _list,
    "aside": _sources,
    "p": _paragraph,
    "pre": _preformatted,
    "details": _example,
}
