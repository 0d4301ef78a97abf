"""Pieces of pages for the peers that search pieces."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from builder.index.chunks import chunks
from builder.model.encoder import Encoder
from builder.search.engine import Result
from tests.bench.quality.corpus import MOST, Corpus

WINDOW, OVERLAP = 240, 40  # model tokens


@dataclass(frozen=True)
class Piece:
    edition: str
    path: str
    anchor: str
    text: str
    embedded: str


def our_chunks(corpus: Corpus, encoder: Encoder, budget: int) -> list[Piece]:
    """Cut along headings, each with the path to it."""
    return [
        Piece(str(chunk.edition), chunk.path, chunk.anchor, chunk.text, chunk.embedded)
        for edition in corpus.editions
        for chunk in chunks(edition, encoder.count, budget)
    ]


def windows(corpus: Corpus, encoder: Encoder) -> Iterator[Piece]:
    """Cut by length alone, as text splitters do: a piece belongs to the section that it begins in."""
    for (edition, path), found in corpus.sections.items():
        text, starts = "", []
        for section in found:
            starts.append((len(text), section.anchor))
            text += "\n".join((*section.headings[-1:], *section.blocks)) + "\n\n"
        spans = encoder.offsets(text)
        for first in range(0, max(1, len(spans) - OVERLAP), WINDOW - OVERLAP):
            held = spans[first : first + WINDOW]
            if held:
                begin, end = held[0][0], held[-1][1]
                anchor = [anchor for start, anchor in starts if start <= begin][-1]
                yield Piece(edition, path, anchor, text[begin:end], text[begin:end])


def first_of_each_section(corpus: Corpus, pieces: Iterable[Piece]) -> list[Result]:
    found: dict[tuple[str, str, str], Result] = {}
    for piece in pieces:
        place = piece.edition, piece.path, piece.anchor
        found.setdefault(place, corpus.result(*place, piece.text))
    return list(found.values())[:MOST]
