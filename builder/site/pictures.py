"""SVG drawings without anything that runs or fetches: a reader may open one by itself, as a page of this site.

As an image on a page a drawing is harmless; by its own address it is a document with scripts, and no content
security policy of ours stands in it.
"""

from __future__ import annotations

import re
from xml.etree import ElementTree

_SVG, _HTML, _XLINK = "http://www.w3.org/2000/svg", "http://www.w3.org/1999/xhtml", "http://www.w3.org/1999/xlink"
_EMPTY = f'<svg xmlns="{_SVG}" width="1" height="1"/>\n'.encode()
# Of SVG, all but these; of HTML in a foreignObject, which drawing programs set labels with, no more than text needs.
_GONE = {"script", "handler", "listener", "iframe", "audio", "video", "canvas", "set", "animate", "animateTransform"}
_TEXT = {
    "body", "div", "span", "p", "br", "b", "i", "em", "strong", "code", "pre", "sub", "sup", "ul", "ol", "li", "font",
    "table", "tbody", "thead", "tr", "td", "th", "h1", "h2", "h3", "h4", "h5", "h6", "hr", "center", "u", "s",
}  # fmt: skip
_INSIDE = re.compile(r"\s*(?:#|data:(?:image/(?:png|jpeg|gif|webp)|font/[a-z0-9-]+)[;,])", re.IGNORECASE)
_URL = re.compile(r"url\(\s*(['\"]?)(.*?)\1\s*\)", re.DOTALL | re.IGNORECASE)
_IMPORT = re.compile(r"@import\b[^;]*(?:;|\Z)", re.IGNORECASE)


def safe_svg(data: bytes) -> bytes:
    """A drawing with nothing in it that runs or leads elsewhere; an empty one if it is not well-formed XML."""
    try:
        root = ElementTree.fromstring(data)
    except (ElementTree.ParseError, ValueError, LookupError):
        return _EMPTY
    if root.tag != f"{{{_SVG}}}svg":
        return _EMPTY
    _clean(root)
    ElementTree.register_namespace("", _SVG)
    ElementTree.register_namespace("xlink", _XLINK)
    ElementTree.register_namespace("html", _HTML)
    return bytes(ElementTree.tostring(root, encoding="utf-8")) + b"\n"


def _clean(element: ElementTree.Element) -> None:
    for name, value in list(element.attrib.items()):
        kept = _attribute(name, value)
        if kept is None:
            del element.attrib[name]
        else:
            element.attrib[name] = kept
    if element.tag == f"{{{_SVG}}}style" and element.text:
        element.text = _style(element.text)
    for child in list(element):
        if _allowed(child.tag):
            _clean(child)
        else:
            _remove(element, child)


def _allowed(tag: str) -> bool:
    namespace, _, name = tag.removeprefix("{").rpartition("}")
    if namespace == _HTML:
        return name in _TEXT
    return namespace == _SVG and name not in _GONE


def _remove(parent: ElementTree.Element, child: ElementTree.Element) -> None:
    """Without the text that follows it: between elements of a drawing there is none but in HTML."""
    if child.tail and child.tail.strip():
        before = list(parent)[: list(parent).index(child)]
        if before:
            before[-1].tail = (before[-1].tail or "") + child.tail
        else:
            parent.text = (parent.text or "") + child.tail
    parent.remove(child)


def _attribute(name: str, value: str) -> str | None:
    """An attribute's value, or None where it has to go."""
    local = name.rpartition("}")[2].lower()
    if local.startswith("on") or local in ("base", "src", "srcdoc", "action", "formaction", "data", "poster"):
        return None
    if local == "href":
        return value if _INSIDE.match(value) else None
    return _style(value) if "url" in value.lower() or local == "style" else value


def _style(text: str) -> str:
    """CSS that fetches nothing; escapes, which could hide what it says, have no place in a drawing."""
    text = _IMPORT.sub("", re.sub(r"/\*.*?\*/|\\", "", text, flags=re.DOTALL))
    return _URL.sub(lambda match: match[0] if _INSIDE.match(match[2]) else "none", text)
