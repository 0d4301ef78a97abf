"""Editions -> chunks with their words and vectors, and each collection's history: what an index is written from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from builder.index.chunks import Chunk, chunks
from builder.index.elsewhere import sentences
from builder.index.embeddings import EmbeddingCache, TextEncoder
from builder.index.history import History, Release, history, line
from builder.index.lexical import ChunkWords, chunk_words
from builder.pages.page import Edition
from builder.progress import Step
from builder.settings import Settings


class IndexEncoder(TextEncoder, Protocol):
    """What the index needs of the model."""

    @property
    def max_tokens(self) -> int: ...
    def count(self, text: str) -> int: ...


@dataclass(frozen=True)
class Indexed:
    """An edition with its chunks and their words."""

    edition: Edition
    chunks: list[Chunk]
    words: list[ChunkWords]


def prepare(
    editions: Sequence[Edition], settings: Settings, encoder: IndexEncoder, cache: EmbeddingCache, step: Step
) -> list[Indexed]:
    """Every edition with its chunks; afterwards the cache holds all vectors that an index needs."""
    indexed = []
    advance = step("Cutting pages into chunks", len(editions))
    for edition in editions:
        found = chunks(edition, encoder.count, settings.chunk_tokens)
        indexed.append(Indexed(edition, found, chunk_words(found)))
        advance(1)
    missing = cache.missing([*(chunk.embedded for one in indexed for chunk in one.chunks), *sentences()])
    if missing:
        cache.fill(missing, encoder, step("Embedding chunks", len(missing)))
    return indexed


def histories(indexed: Sequence[Indexed], cache: EmbeddingCache) -> dict[str, History]:
    """By collection; none of one with fewer than two releases."""
    by_id = {one.edition.id: one for one in indexed}
    found = {}
    for name in dict.fromkeys(one.edition.id.collection for one in indexed):
        followed = line([one.edition for one in indexed if one.edition.id.collection == name])
        if len(followed) > 1:
            members = [by_id[edition.id] for edition in followed]
            found[name] = history(
                [Release(o.edition, o.chunks, *cache.load([c.embedded for c in o.chunks])) for o in members]
            )
    return found
