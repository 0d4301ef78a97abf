"""The last step of every page's HTML: an allow-list over all of it, and every address as the browser needs it.

Upstream text is untrusted and may hold raw HTML, so nothing reaches a reader that did not pass here. What a
page needs beyond the allow-list (the radio buttons and labels of content tabs, the boxes of task lists) is
rendered as elements of our own, `strata-input` and `strata-label`, whose names raw HTML cannot spell (`raw`),
and becomes real after the allow-list has passed.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable

import nh3

_OWN = re.compile("strata-", re.IGNORECASE)
_INPUT = re.compile(r'<strata-input((?: [^\s=>]+="[^"]*")*)></strata-input>')
_LABEL = re.compile(r'<(/?)strata-label((?: [^\s=>]+="[^"]*")*)>')
_ANCHOR = re.compile(r'<a((?: [^\s=>]+="[^"]*")*?) href="(https?://[^"]*)"')
_IMAGE = re.compile(r'<img((?: [^\s=>]+="[^"]*")*)>')
_EMPTY = re.compile(r'<a((?: [^\s=>]+="[^"]*")*)>\s*</a>')
_ID = re.compile(r' id="[^"]*"')
_ALT = re.compile(r' alt="([^"]*)"')

_TAGS = {
    "a", "abbr", "article", "b", "bdi", "bdo", "blockquote", "br", "caption", "cite", "code", "col", "colgroup",
    "dd", "del", "details", "dfn", "div", "dl", "dt", "em", "figcaption", "figure", "footer", "h1", "h2", "h3",
    "h4", "h5", "h6", "header", "hr", "i", "img", "ins", "kbd", "li", "mark", "ol", "p", "pre", "q", "rp", "rt",
    "ruby", "s", "samp", "section", "small", "span", "strong", "sub", "summary", "sup", "table", "tbody", "td",
    "tfoot", "th", "thead", "time", "tr", "u", "ul", "var", "wbr", "strata-input", "strata-label",
}  # fmt: skip
_ATTRIBUTES = {
    "*": {"id", "class", "title", "lang", "dir"},
    "a": {"href"},
    "img": {"src", "alt", "width", "height"},
    "ol": {"start", "reversed", "type"},
    "li": {"value"},
    "td": {"colspan", "rowspan", "align"},
    "th": {"colspan", "rowspan", "align", "scope"},
    "col": {"span"},
    "colgroup": {"span"},
    "details": {"open"},
    "time": {"datetime"},
    "div": {"data-tabs", "role", "aria-label", "tabindex"},
    "strata-input": {"type", "name", "checked", "disabled"},
    "strata-label": {"for"},
}
# With their text: what stands inside is code or markup for something else, never words for a reader.
_GONE = {"script", "style", "template", "noscript", "iframe", "object", "embed", "svg", "math", "head", "title"}


def raw(html: str) -> str:
    """Raw HTML as upstream wrote it, unable to name the elements that are ours."""
    return _OWN.sub("x-", html)


def relative(target: str, address: str) -> str:
    """A root-relative `target` as seen from the page at `address`: the site may stand under any path.

    >>> relative("/mcp/draft/server/tools/#list", "/mcp/draft/server/")
    'tools/#list'
    """
    path, mark, rest = re.match(r"([^?#]*)([?#]?)(.*)", target, re.DOTALL).groups()  # type: ignore[union-attr]  # matches all
    if mark == "#" and path == address:
        return "#" + rest
    found = posixpath.relpath(path, address)
    if path.endswith("/"):
        found = "./" if found == "." else found + "/"
    return found + mark + rest


def sanitize(html: str, address: str) -> str:
    """`html` with only what is allowed, links relative to the page at `address`, images loaded when seen."""
    clean = nh3.clean(
        html,
        tags=_TAGS,
        clean_content_tags=set(_GONE),
        attributes=_ATTRIBUTES,
        attribute_filter=_filter(address),
        url_schemes={"http", "https", "mailto"},
        link_rel=None,
    )
    clean = _IMAGE.sub(_image, clean)
    clean = _EMPTY.sub(_empty, clean)
    clean = _ANCHOR.sub(r'<a\1 href="\2" rel="noopener noreferrer"', clean)
    clean = _INPUT.sub(r"<input\1>", clean)
    return _LABEL.sub(r"<\1label\2>", clean)


def _filter(address: str) -> Callable[[str, str, str], str | None]:
    def keep(tag: str, name: str, value: str) -> str | None:
        if name == "href":
            return _link(value, address)
        if name == "src":
            return relative(value, address) if value.startswith("/assets/") and ".." not in value else None
        if name == "class":  # the theme's own classes could lay text over the page
            return " ".join(part for part in value.split() if not part.startswith("md-")) or None
        if name == "id" and value.startswith("__") and not tag.startswith("strata-"):
            return None
        return value

    return keep


def _link(value: str, address: str) -> str:
    value = value.strip()
    if re.match(r"[/\\]{2}", value):  # a browser reads //host and \\host as another host's address
        return "https://" + value.lstrip("/\\")
    return relative(value, address) if value.startswith("/") else value


def _empty(match: re.Match[str]) -> str:
    """An anchor without words: nothing to click, but it may be a place to go to."""
    found = _ID.search(match[1])
    return f"<a{found[0]}></a>" if found else ""


def _image(match: re.Match[str]) -> str:
    attributes = match[1]
    if ' src="' in attributes:
        return f'<img{attributes} loading="lazy" decoding="async">'
    alt = _ALT.search(attributes)  # an image we do not have: its words, and no request to elsewhere
    return f'<span class="missing-image">{alt[1]}</span>' if alt and alt[1] else ""
