"""One built page: what it links to, which anchors it has, and what is wrong with it by itself."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Iterator
from dataclasses import dataclass, field
from hashlib import sha256

from selectolax.lexbor import LexborHTMLParser, LexborNode

from builder.check.leftovers import BREAK, leftovers
from builder.check.report import Sort

_REMOTE = re.compile(r"\s*(?:https?:|wss?:|ftp:)?//", re.IGNORECASE)
_CSS_REMOTE = re.compile(r"(?:url\(\s*['\"]?|@import\s+['\"])\s*(?:https?:)?//[^'\")\s]*", re.IGNORECASE)
_REFRESH = re.compile(r"\s*[\d.]+\s*[;,]\s*(?:url\s*=\s*)?['\"]?(.*?)['\"]?\s*$", re.IGNORECASE)
_RUNS = ("", "module", "text/javascript", "application/javascript", "importmap")  # script types a browser executes
# Elements whose address the browser fetches by itself, and the attributes it stands in.
_FETCHED = {
    "script": ("src",), "img": ("src", "srcset"), "source": ("src", "srcset"), "iframe": ("src",), "embed": ("src",),
    "video": ("src", "poster"), "audio": ("src",), "track": ("src",), "object": ("data",), "input": ("src",),
    "use": ("href", "xlink:href"), "image": ("href", "xlink:href"), "frame": ("src",),
}  # fmt: skip
_LINKS_THAT_FETCH = {
    "stylesheet", "icon", "preload", "modulepreload", "prefetch", "preconnect", "dns-prefetch", "manifest",
    "apple-touch-icon",
}  # fmt: skip
_ADDRESSES = ("href", "src", "action", "formaction", "data", "srcdoc")
_HANDLER = re.compile(r"[\s\"'/]on[a-z]+\s*=", re.IGNORECASE)
# Not words for readers: code, and what is drawn from source.
_NOT_TEXT = ["pre", "code", "kbd", "samp", "script", "style", "svg", "math", "textarea", "template"]


@dataclass
class PageFacts:
    ids: frozenset[str] = frozenset()
    links: list[tuple[Sort, str]] = field(default_factory=list)  # each address once; what is wrong if it leads nowhere
    count: int = 0  # of links, each time it stands on the page
    problems: list[tuple[Sort, str]] = field(default_factory=list)
    moved: bool = False  # a small page that only leads elsewhere


def read_page(html: str) -> PageFacts:
    """The facts of a page. The text is taken last: code is cut out of the tree for it."""
    tree = LexborHTMLParser(html)
    facts = PageFacts()
    facts.ids = frozenset(name for node in tree.css("[id], a[name]") for name in _names(node))
    facts.moved = tree.css_first("script[data-to]") is not None
    title = tree.css_first("title")
    if title is None or not title.text().strip():
        facts.problems.append((Sort.TITLE, "no <title>"))
    facts.links, facts.count = _links(tree, facts.moved)
    facts.problems += _images(tree)
    facts.problems += _remote(tree)
    facts.problems += _scripts(tree, html)
    facts.problems += _leftovers(tree)
    return facts


def _names(node: LexborNode) -> Iterator[str]:
    for key in ("id", "name"):
        if value := node.attributes.get(key):
            yield value


def _links(tree: LexborHTMLParser, moved: bool) -> tuple[list[tuple[Sort, str]], int]:
    found: dict[tuple[Sort, str], None] = {}
    count = 0
    link = Sort.REDIRECT if moved else Sort.LINK
    for node in tree.css("[href], [src], [poster], [data-to], object[data], meta[http-equiv=refresh i]"):
        values, tag = node.attributes, node.tag or ""
        if tag == "meta":
            refresh = _REFRESH.match(values.get("content") or "")
            addresses = [refresh[1]] if refresh else []
        else:
            names = ("href", "src", "poster", "data-to", *(("data",) if tag == "object" else ()))
            addresses = [value for name in names if (value := values.get(name)) is not None]
        for address in addresses:
            count += 1
            found[Sort.IMAGE if tag in ("img", "image", "source") else link, address] = None
    return list(found), count


def _images(tree: LexborHTMLParser) -> Iterator[tuple[Sort, str]]:
    for node in tree.css("img"):
        values = node.attributes
        if not values.get("src"):
            yield Sort.IMAGE, f"an image without an address, '{values.get('alt') or ''}'"
        elif not (_is_size(values.get("width")) and _is_size(values.get("height"))):
            yield Sort.SIZE, values["src"] or ""


def _is_size(value: str | None) -> bool:
    return bool(value and value.isdigit() and int(value))


def _remote(tree: LexborHTMLParser) -> Iterator[tuple[Sort, str]]:
    for node in tree.css(", ".join(_FETCHED)):
        tag, values = node.tag or "", node.attributes
        for name in _FETCHED[tag]:
            for part in (values.get(name) or "").split(",") if name == "srcset" else [values.get(name) or ""]:
                if _REMOTE.match(part):
                    yield Sort.REMOTE, f'<{tag} {name}="{part.strip()}">'
    for node in tree.css("link[href]"):
        values = node.attributes
        kinds = set((values.get("rel") or "").lower().split())
        if kinds & _LINKS_THAT_FETCH and _REMOTE.match(values["href"] or ""):
            yield Sort.REMOTE, f'<link rel="{values.get("rel")}" href="{values["href"]}">'
    styles = [node.text() for node in tree.css("style")]
    styles += [node.attributes["style"] or "" for node in tree.css("[style]")]
    yield from ((Sort.REMOTE, rule) for text in styles for rule in remote_in_css(text))


def remote_in_css(text: str) -> list[str]:
    """What a style sheet would fetch from other hosts."""
    return _CSS_REMOTE.findall(text)


def _scripts(tree: LexborHTMLParser, html: str) -> Iterator[tuple[Sort, str]]:
    """What the browser would run that the page's content security policy does not name."""
    policy = tree.css_first("meta[http-equiv='content-security-policy' i]")
    allowed = set(((policy.attributes.get("content") if policy else "") or "").split())
    for node in tree.css("script:not([src])"):
        if (node.attributes.get("type") or "").strip().lower() not in _RUNS:
            continue  # data
        text = node.text()
        digest = b64encode(sha256(text.encode()).digest()).decode()
        if f"'sha256-{digest}'" not in {part.rstrip(";") for part in allowed}:
            yield Sort.SCRIPT, f"inline script {' '.join(text.split())[:60]!r}"
    if policy is None and tree.css_first("script[data-to]") is None:
        yield Sort.SCRIPT, "no content security policy"
    for name in _ADDRESSES:
        for node in tree.css(f"[{name}]"):
            if _is_script(value := node.attributes.get(name)):
                yield Sort.SCRIPT, f'{name}="{value}" on <{node.tag}>'
    if _HANDLER.search(html):  # reading the attributes of every element takes as long as all the rest
        for node in tree.css("*"):
            for name, value in node.attributes.items():
                if name.startswith("on"):
                    yield Sort.SCRIPT, f'{name}="{value}" on <{node.tag}>'


def _is_script(address: str | None) -> bool:
    """Browsers drop white space and control characters on the way to the scheme."""
    return re.sub(r"[\x00-\x20]", "", (address or "")[:200]).lower().startswith(("javascript:", "vbscript:"))


def _leftovers(tree: LexborHTMLParser) -> Iterator[tuple[Sort, str]]:
    said = [
        node.attributes.get(name) or "" for name in ("alt", "title", "aria-label") for node in tree.css(f"[{name}]")
    ]
    said += [node.attributes.get("content") or "" for node in tree.css("meta[name=description]")]
    title = tree.css_first("title")
    said.append(title.text() if title else "")
    tree.strip_tags(_NOT_TEXT)
    if tree.body:
        said.append(tree.body.text(separator=BREAK, skip_empty=True))
    return ((Sort.LEFTOVER, text) for text in dict.fromkeys(leftovers(BREAK.join(said))))
