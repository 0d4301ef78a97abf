"""Chunk -> lexical shard: words, stem groups, postings, and the table of chunks."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from builder.index.chunks import Chunk
from builder.index.codec import write_parts, write_varints
from builder.index.tokens import Words, stem, words

MAGIC = b"STRL"
FIELDS = ("title", "headings", "body")
# How often a word is counted in title, headings, body: what a posting's byte has room for.
_CAPS = (3, 3, 15)


@dataclass(frozen=True)
class ChunkWords:
    """The words of a chunk by field, in the order of FIELDS."""

    fields: tuple[Words, Words, Words]

    @property
    def lengths(self) -> tuple[int, int, int]:
        title, headings, body = self.fields
        return title.length, headings.length, body.length


def chunk_words(chunks: Sequence[Chunk]) -> list[ChunkWords]:
    """Words of every chunk; texts that recur (titles, headings, whole sections) are read once."""
    known: dict[str, Words] = {}

    def read(text: str) -> Words:
        if text not in known:
            known[text] = words(text)
        return known[text]

    return [ChunkWords((read(c.title), read(" \n".join(c.headings)), read(c.text))) for c in chunks]


@dataclass(frozen=True)
class Statistics:
    """What scores need to know of a whole collection, each distinct text counted once."""

    texts: int
    averages: dict[str, float]  # mean length by field
    frequencies: Mapping[str, int]  # by stem: in how many texts


def statistics(chunks: Sequence[Chunk], found: Sequence[ChunkWords]) -> Statistics:
    """Statistics over all editions of a collection: equal in every scope, so that scores can be compared."""
    frequencies: Counter[str] = Counter()
    totals, seen = [0, 0, 0], set()
    for chunk, fields in zip(chunks, found, strict=True):
        if chunk.text_hash in seen:
            continue
        seen.add(chunk.text_hash)
        frequencies.update({stem(word) for field in fields.fields for word in field.words})
        totals = [total + length for total, length in zip(totals, fields.lengths, strict=True)]
    count = max(len(seen), 1)
    averages = {name: round(total / count, 4) for name, total in zip(FIELDS, totals, strict=True)}
    return Statistics(len(seen), averages, frequencies)


def lexical_shard(chunks: Sequence[Chunk], found: Sequence[ChunkWords], collection: Statistics) -> bytes:
    """The bytes of an edition's lexical shard (docs/formats.md), not yet compressed."""
    postings: dict[str, list[tuple[int, int]]] = defaultdict(list)
    for number, fields in enumerate(found):
        counts = [Counter(field.words) for field in fields.fields]
        for word in set().union(*counts):
            title, headings, body = (min(c[word], cap) for c, cap in zip(counts, _CAPS, strict=True))
            postings[word].append((number, title | headings << 2 | body << 4))
    vocabulary = sorted(postings)
    groups: dict[str, int] = {}
    members = [groups.setdefault(stem(word), len(groups)) for word in vocabulary]
    parts = (
        _table(chunks),
        b"".join(chunk.text_hash[:4] for chunk in chunks),
        write_varints(length for fields in found for length in fields.lengths),
        "\n".join(vocabulary).encode(),
        write_varints(members),
        write_varints(collection.frequencies[name] for name in groups),
        write_varints(_distances(postings[word] for word in vocabulary)),
        bytes(code for word in vocabulary for _, code in postings[word]),
    )
    return write_parts(MAGIC, parts)


def _distances(lists: Iterable[list[tuple[int, int]]]) -> Iterable[int]:
    for posting in lists:
        yield len(posting)
        before = -1
        for number, _ in posting:
            yield number - before - 1
            before = number


def _table(chunks: Sequence[Chunk]) -> bytes:
    """Pages and sections in order of appearance. Chunks of several releases may be together here (coverage): the
    same path and number are one page and one section only if they are called the same."""
    pages: dict[tuple[str, str, str], int] = {}
    sections: dict[tuple[int, int, str, tuple[str, ...]], int] = {}
    rows: list[int] = []
    for chunk in chunks:
        page = pages.setdefault((chunk.path, chunk.title, str(chunk.kind)), len(pages))
        rows.append(sections.setdefault((page, chunk.section, chunk.anchor, chunk.headings), len(sections)))
    table = {
        "pages": [list(page) for page in pages],
        "sections": [[page, anchor, list(headings)] for page, _, anchor, headings in sections],
        "chunks": rows,
    }
    return json.dumps(table, ensure_ascii=False, separators=(",", ":")).encode()
