"""A Python-Markdown extension that converts nothing: the pages MkDocs reads are finished HTML.

Our Markdown is CommonMark with containers and was rendered by `render`, once, from the same tokens as the search
index. Python-Markdown reads lists and fences differently and would change it. What remains for this extension is
to hand the HTML over untouched and to name its headings for the theme's table of contents.
"""

from __future__ import annotations

import re
from html import escape, unescape
from typing import Any, TypedDict

from markdown import Markdown
from markdown.extensions import Extension
from markdown.postprocessors import Postprocessor
from markdown.preprocessors import Preprocessor

DEEPEST = 4  # headings below this level do not help anyone in a table of contents

_HEADING = re.compile(r'<h([2-6])(?: [^\s=>]+="[^"]*")*? id="([^"]*)"[^>]*>(.*?)</h\1>', re.DOTALL)
_PERMALINK = re.compile(r'<a class="headerlink".*?</a>', re.DOTALL)
_TAG = re.compile(r"<[^>]*>")


class TocToken(TypedDict):
    """What Python-Markdown's own `toc` extension gives, and MkDocs expects."""

    level: int
    id: str
    name: str  # HTML
    children: list[TocToken]


def toc_tokens(html: str) -> list[TocToken]:
    """The headings of a page, the deeper ones inside those above them."""
    top: list[TocToken] = []
    open_ones: list[TocToken] = []
    for level, anchor, inner in _HEADING.findall(html):
        if int(level) > DEEPEST:
            continue
        words = " ".join(unescape(_TAG.sub("", _PERMALINK.sub("", inner))).split())
        token = TocToken(level=int(level), id=unescape(anchor), name=escape(words, quote=False), children=[])
        while open_ones and open_ones[-1]["level"] >= token["level"]:
            open_ones.pop()
        (open_ones[-1]["children"] if open_ones else top).append(token)
        open_ones.append(token)
    return top


class _Take(Preprocessor):
    """Keeps the page aside before anything else sees it."""

    html = ""

    def run(self, lines: list[str]) -> list[str]:
        self.html = "\n".join(lines)
        return [""]


class _Give(Postprocessor):
    """Puts it back after everything else is done."""

    def __init__(self, md: Markdown, take: _Take) -> None:
        super().__init__(md)
        self._take = take

    def run(self, text: str) -> str:
        self.md.toc_tokens = toc_tokens(self._take.html)  # type: ignore[attr-defined]  # where MkDocs looks for it
        return self._take.html


class PassthroughExtension(Extension):
    def extendMarkdown(self, md: Markdown) -> None:  # the name is Python-Markdown's
        take = _Take(md)
        md.preprocessors.register(take, "strata_take", 10_000)
        md.postprocessors.register(_Give(md, take), "strata_give", -10_000)


def makeExtension(**options: Any) -> PassthroughExtension:  # the name is Python-Markdown's
    return PassthroughExtension(**options)
