"""Section -> Chunk: pieces of a section that fit the model's token budget."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from builder.editions import EditionId, Kind
from builder.index.sections import Section, sections
from builder.pages.page import Edition, Page

_SENTENCE_END = re.compile(r"(?<=[.!?;:,)\]}>])\s+|\s+")
# What a piece must hold at the least, whatever its context: a long heading path must not starve the text.
_LEAST = 48


@dataclass(frozen=True)
class Chunk:
    """What is embedded and found; its id is `EDITION/PATH#ANCHOR~ORDINAL`."""

    edition: EditionId
    path: str  # of the page, in the edition
    kind: Kind
    title: str  # of the page
    section: int  # number on the page
    anchor: str
    headings: tuple[str, ...]
    ordinal: int  # in its section
    text: str

    @property
    def id(self) -> str:
        return f"{self.edition}/{self.path}#{self.anchor}~{self.ordinal}"

    @property
    def context(self) -> str:
        """What stands above the text: page title and heading path."""
        return " > ".join((self.title, *self.headings))

    @property
    def embedded(self) -> str:
        """What the model reads."""
        return f"{self.context}\n{self.text}"

    @property
    def text_hash(self) -> bytes:
        """SHA-256 (32 bytes) of its text under its own heading: equal where a section recurs word for word.

        Plain text has no link addresses, so the release names in links, which differ from one release
        to the next, do not count.
        """
        return hashlib.sha256("\n".join((*self.headings[-1:], self.text)).encode()).digest()


def chunks(edition: Edition, count: Callable[[str], int], budget: int) -> list[Chunk]:
    """The chunks of an edition in the order of its pages.

    `count` gives a text's model tokens; `budget` bounds the tokens of `Chunk.embedded`.
    """
    return [chunk for page in edition.pages for chunk in _page_chunks(page, count, budget)]


def _page_chunks(page: Page, count: Callable[[str], int], budget: int) -> Iterator[Chunk]:
    found = sections(page)
    parents = {section.parent for section in found}
    for number, section in enumerate(found):
        if not section.blocks and (number == 0 or number in parents):
            continue  # nothing of its own to show: what it encloses carries its heading
        context = " > ".join((page.title, *section.headings))
        room = max(budget - count(context), _LEAST)
        for ordinal, text in enumerate(_pack(section, count, room) or [""]):
            yield Chunk(
                page.edition, page.path, page.kind, page.title, number,
                section.anchor, section.headings, ordinal, text,
            )  # fmt: skip


def _pack(section: Section, count: Callable[[str], int], room: int) -> list[str]:
    """Whole blocks together as long as they fit, larger ones cut at line ends, then between words."""
    packed: list[str] = []
    held: list[str] = []
    used = 0
    for piece in (piece for block in section.blocks for piece in _fit(block, count, room)):
        size = count(piece)
        if held and used + size > room:
            packed.append("\n".join(held))
            held, used = [], 0
        held.append(piece)
        used += size
    return [*packed, "\n".join(held)] if held else packed


def _fit(text: str, count: Callable[[str], int], room: int) -> Iterator[str]:
    if count(text) <= room:
        yield text
    elif "\n" in text:
        yield from _join(text.split("\n"), "\n", count, room)
    else:
        parts = [part for part in _SENTENCE_END.split(text) if part]
        yield from _join(parts, " ", count, room) if len(parts) > 1 else _halve(text, count, room)


def _join(parts: Sequence[str], sign: str, count: Callable[[str], int], room: int) -> Iterator[str]:
    held: list[str] = []
    used = 0
    for part in parts:
        size = count(part)
        if size > room:
            if held:
                yield sign.join(held)
                held, used = [], 0
            yield from _fit(part, count, room)
            continue
        if held and used + size > room:
            yield sign.join(held)
            held, used = [], 0
        held.append(part)
        used += size
    if held:
        yield sign.join(held)


def _halve(text: str, count: Callable[[str], int], room: int) -> Iterator[str]:
    """A single long word, such as a key in an example: cut in the middle until it fits."""
    if count(text) <= room or len(text) < 2:
        yield text
    else:
        middle = len(text) // 2
        yield from _halve(text[:middle], count, room)
        yield from _halve(text[middle:], count, room)
