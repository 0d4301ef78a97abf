"""Our Markdown as HTML in the theme's classes: the tokens of `builder.pages.markdown.parse`, rendered."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from markdown_it.utils import EnvType, OptionsDict

from builder.pages.markdown import Container, heading_text, parse, slug
from builder.pages.page import Page
from builder.site import containers
from builder.site.code import code_block
from builder.site.sanitize import raw, sanitize

_OPTIONS = MarkdownIt("commonmark", {"html": True}).options
_BOX = re.compile(r'<input class="task-list-item-checkbox" (checked="checked" )?disabled="disabled" type="checkbox">')
_TABLE = re.compile(r"<table\b")


@dataclass(frozen=True)
class Heading:
    """An entry of a page's table of contents."""

    level: int
    id: str
    text: str  # plain, not escaped


@dataclass(frozen=True)
class Rendered:
    html: str  # safe to put on a page
    toc: tuple[Heading, ...]  # in reading order

    @property
    def diagrams(self) -> bool:
        """Whether there is anything to draw."""
        return '<div class="diagram">' in self.html

    @property
    def folded(self) -> bool:
        """Whether something is hidden at first: in a tab, or in details."""
        return '<div class="tabbed-set' in self.html or "<details" in self.html


def render_page(page: Page) -> Rendered:
    return render(page.body, page.address)


def render(body: str, address: str) -> Rendered:
    """A body as it stands on the page at `address`; links become relative to it."""
    renderer = _Renderer()
    html = renderer.render(parse(body), _OPTIONS, {})
    html = _TABLE.sub('<div class="table-wrap" tabindex="0"><table', sanitize(html, address)).replace(
        "</table>", "</table></div>"
    )
    return Rendered(html, tuple(renderer.toc))


class _Renderer(RendererHTML):
    """One page's rendering; methods are named after the tokens they render."""

    def __init__(self) -> None:
        super().__init__()
        self.toc: list[Heading] = []
        self._open: list[str] = []  # the closing tags of the containers we are in
        self._tab_sets = 0

    # Headings

    def heading_open(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:
        token, text = tokens[idx], heading_text(tokens[idx + 1])
        anchor = str(token.attrGet("id") or self._new_anchor(text))
        self.toc.append(Heading(int(token.tag[1]), anchor, text))
        return f'<{token.tag} id="{escape(anchor)}">'

    def heading_close(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:
        link = f'<a class="headerlink" href="#{escape(self.toc[-1].id)}" title="Link to this section">#</a>'
        return f"{link}</{tokens[idx].tag}>\n"

    def _new_anchor(self, text: str) -> str:
        taken, wanted = {heading.id for heading in self.toc}, slug(text)
        return next(
            name for n in range(1, len(taken) + 2) if (name := wanted if n == 1 else f"{wanted}-{n}") not in taken
        )

    # Code, raw HTML, tables

    def fence(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:
        return code_block(tokens[idx].info, tokens[idx].content)

    def html_block(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:
        return raw(tokens[idx].content)

    def html_inline(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:
        box = _BOX.fullmatch(tokens[idx].content)
        if not box:
            return raw(tokens[idx].content)
        state = ' checked="checked"' if box[1] else ""
        control = f'<strata-input type="checkbox" disabled="disabled"{state}></strata-input>'
        indicator = '<span class="task-list-indicator"></span>'
        return f'<strata-label class="task-list-control">{control}{indicator}</strata-label>'

    def bullet_list_open(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:
        return '<ul class="task-list">\n' if tokens[idx].attrGet("class") == "contains-task-list" else "<ul>\n"

    def th_open(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:
        side = str(tokens[idx].attrGet("style") or "").removeprefix("text-align:")
        return f'<{tokens[idx].tag} align="{side}">' if side else f"<{tokens[idx].tag}>"

    td_open = th_open

    # Footnotes

    def footnote_ref(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:
        meta = tokens[idx].meta
        number, again = meta["id"] + 1, f":{meta['subId']}" if meta.get("subId", 0) > 0 else ""
        return f'<sup id="fnref:{number}{again}"><a class="footnote-ref" href="#fn:{number}">{number}</a></sup>'

    def footnote_block_open(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:
        return '<div class="footnote">\n<hr>\n<ol>\n'

    def footnote_block_close(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:
        return "</ol>\n</div>\n"

    def footnote_open(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:
        return f'<li id="fn:{tokens[idx].meta["id"] + 1}">'

    def footnote_close(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:
        return "</li>\n"

    def footnote_anchor(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:
        meta = tokens[idx].meta
        number, again = meta["id"] + 1, f":{meta['subId']}" if meta.get("subId", 0) > 0 else ""
        return f' <a class="footnote-backref" href="#fnref:{number}{again}" title="Back to the text">\u21a9\ufe0e</a>'

    # Containers

    def container_container_open(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:
        container: Container = tokens[idx].meta["container"]
        if container.name == "tabs":
            self._tab_sets += 1
            opening, closing = containers.tabs(_children(tokens, idx), self._tab_sets)
        else:
            opening, closing = containers.wrap(container)
        self._open.append(closing)
        return opening

    def container_container_close(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:
        return self._open.pop()


def _children(tokens: Sequence[Token], start: int) -> list[Container]:
    """The containers directly inside the one that opens at `start`."""
    level, found = tokens[start].level, []
    for token in tokens[start + 1 :]:
        if token.level == level and token.type == "container_container_close":
            break
        if token.level == level + 1 and token.type == "container_container_open":
            found.append(token.meta["container"])
    return found
