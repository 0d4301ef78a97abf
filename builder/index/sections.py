"""Page -> Section: the text under one heading, as plain text."""

from __future__ import annotations

import html
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import nh3
from markdown_it.token import Token

from builder.pages.markdown import heading_text, parse
from builder.pages.page import Page

_BREAK = re.compile(r"<(?:br|/?p|/?div|/?li|/?ul|/?ol|/?h[1-6]|/?section|/?pre|/?tr|/?table|/?dd|/?dt)\b[^>]*>", re.I)


@dataclass(frozen=True)
class Section:
    """The text under one heading up to the next of any level; the first of a page has no heading."""

    anchor: str  # "" at the top of the page
    headings: tuple[str, ...]  # the path to it, outermost first, its own last; empty at the top
    parent: int  # number of the enclosing section on the page; -1 at the top
    blocks: tuple[str, ...]  # paragraphs, list items, table rows, code blocks, in reading order


@cache  # read for the chunks, then for the history
def sections(page: Page) -> tuple[Section, ...]:
    """The sections of a page in reading order; the first is the text above all headings."""
    found = [_Open("", 0, (), -1, [])]
    stack: list[int] = [0]
    tokens = parse(page.body)
    for at, token in enumerate(tokens):
        if token.type == "heading_open":
            level, name = int(token.tag[1]), heading_text(tokens[at + 1])
            while len(stack) > 1 and found[stack[-1]].level >= level:
                stack.pop()
            parent = found[stack[-1]]
            found.append(_Open(str(token.attrGet("id") or ""), level, (*parent.headings, name), stack[-1], []))
            stack.append(len(found) - 1)
        elif not (token.type == "inline" and tokens[at - 1].type == "heading_open"):
            found[-1].blocks.extend(_blocks(tokens, at))
    return tuple(Section(s.anchor, s.headings, s.parent, tuple(b for b in s.blocks if b)) for s in found)


@dataclass
class _Open:
    anchor: str
    level: int
    headings: tuple[str, ...]
    parent: int
    blocks: list[str]


def _blocks(tokens: Sequence[Token], at: int) -> list[str]:
    token = tokens[at]
    if token.type == "inline":
        text = _inline(token)
        if tokens[at - 1].type in ("th_open", "td_open"):
            # A row is one block: its cells are collected when the first of them is met.
            first = tokens[at - 2].type == "tr_open"
            return [_row(tokens, at)] if first else []
        in_item = at > 1 and tokens[at - 2].type == "list_item_open"
        return [f"- {text}" if in_item and text else text]
    if token.type in ("fence", "code_block"):
        return [token.content.strip("\n")]
    if token.type == "html_block":
        return [plain(token.content)]
    if token.type == "container_container_open":
        container = token.meta["container"]
        return [" ".join(part for part in (container.title, container.attributes.get("description", "")) if part)]
    return []


def _row(tokens: Sequence[Token], at: int) -> str:
    cells = []
    while tokens[at].type != "tr_close":
        if tokens[at].type == "inline":
            cells.append(_inline(tokens[at]))
        at += 1
    return " | ".join(cells)


def _inline(inline: Token) -> str:
    text = ""
    for child in inline.children or []:
        if child.type in ("text", "code_inline", "image"):
            text += child.content
        elif child.type in ("softbreak", "hardbreak") or (child.type == "html_inline" and _BREAK.match(child.content)):
            text += " "
        elif child.type == "html_inline" and 'title="' in child.content and child.content.startswith("<abbr"):
            continue
    return " ".join(text.split())


def plain(markup: str) -> str:
    """HTML as text: block ends become line ends, tags go, entities become characters."""
    text = html.unescape(nh3.clean(_BREAK.sub("\n", markup), tags=set()))
    lines = (" ".join(line.replace("\xa0", " ").split()) for line in text.split("\n"))
    return "\n".join(line for line in lines if line)
