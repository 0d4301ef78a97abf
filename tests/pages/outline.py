"""What a page consists of, counted in its HTML: to compare our rendering with another's."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass

from selectolax.lexbor import LexborHTMLParser, LexborNode

# Ours alone: what the page's frame adds to the text.
_FRAME = ".headerlink, .footnote-backref, .filename, .tabbed-labels, .footnote-ref, style, script"
_SPACE = re.compile(r"\s+")


@dataclass(frozen=True)
class Outline:
    """Each a multiset: what stands there, and how often."""

    headings: Counter[str]  # text
    items: Counter[str]  # "item": list items are only counted
    code: Counter[str]  # language and exact text
    tables: Counter[str]  # "3 rows, 12 cells"
    links: Counter[str]  # text

    def minus(self, other: Outline) -> dict[str, Counter[str]]:
        """What stands here and not there, by the name of what it is."""
        names = ("headings", "items", "code", "tables", "links")
        return {name: getattr(self, name) - getattr(other, name) for name in names}


def outline(html: str) -> Outline:
    tree = LexborHTMLParser(html)
    for node in tree.css(_FRAME):
        node.decompose()
    items = [node for node in tree.css("li") if not _is_frame(node)]
    return Outline(
        headings=Counter(_text(node) for node in tree.css("h1, h2, h3, h4, h5, h6")),
        items=Counter({"item": len(items)} if items else {}),
        code=Counter(_code(node) for node in tree.css("pre")),
        tables=Counter(_table(node) for node in tree.css("table")),
        links=Counter(_text(node) for node in tree.css("a[href]")),
    )


def _is_frame(item: LexborNode) -> bool:
    """Steps are no list in the sources."""
    parent = item.parent
    return parent is not None and "steps" in (parent.attributes.get("class") or "").split()


def _text(node: LexborNode) -> str:
    return _SPACE.sub(" ", node.text()).strip()


def _code(node: LexborNode) -> str:
    """`language: text`, the language from wherever a renderer puts it."""
    code, parent = node.css_first("code"), node.parent
    classes = ((code.attributes.get("class") if code else "") or "").split()
    classes += ((parent.attributes.get("class") if parent else "") or "").split()
    language = next((name.removeprefix("language-") for name in classes if name.startswith("language-")), "")
    if "diagram" in classes:
        language = "mermaid"
    # Python-Markdown reads a tab as four spaces, in code as well.
    lines = [line.expandtabs(4).rstrip() for line in node.text().split("\n")]
    return f"{'' if language == 'text' else language.lower()}: " + "\n".join(lines).strip("\n")


def _table(node: LexborNode) -> str:
    return f"{len(node.css('tr'))} rows, {len(node.css('td, th'))} cells"
