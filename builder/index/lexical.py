"""Chunk -> lexical shard: words, the table of chunks, and postings in pieces by the first letter of their words."""

from __future__ import annotations

import json
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby, takewhile

from builder.index.chunks import Chunk
from builder.index.codec import write_parts, write_signed, write_varints
from builder.index.tokens import Words, stem, words

MAGIC = b"STRL"
POSTINGS_MAGIC = b"STRP"
FIELDS = ("title", "headings", "body")
# How often a word is counted in title, headings, body: what a posting's byte has room for.
_CAPS = (3, 3, 15)
# Bytes of postings in a piece before compression: some 13 kB to fetch for the words of a letter or two.
_PIECE = 24_000


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


@dataclass(frozen=True)
class LexicalFiles:
    """An edition's keyword index (docs/formats.md), not yet compressed."""

    shard: bytes  # all but the postings
    postings: list[tuple[str, bytes]]  # the first letter of the words of each piece, in their order


def lexical_files(
    chunks: Sequence[Chunk],
    found: Sequence[ChunkWords],
    texts: Sequence[int],
    collection: Statistics,
    blocks: Sequence[Mapping[str, object]],
) -> LexicalFiles:
    """`texts` numbers the text of each chunk, the same number where one recurs; `blocks` are the entries of the files
    that hold the texts."""
    postings: dict[str, list[tuple[int, int]]] = defaultdict(list)
    for number, fields in enumerate(found):
        counts = [Counter(field.words) for field in fields.fields]
        for word in set().union(*counts):
            title, headings, body = (min(c[word], cap) for c, cap in zip(counts, _CAPS, strict=True))
            postings[word].append((number, title | headings << 2 | body << 4))
    vocabulary = sorted(postings)
    shared, endings = _front_coded(vocabulary)
    parts = (
        json.dumps(_table(chunks) | {"texts": list(blocks)}, ensure_ascii=False, separators=(",", ":")).encode(),
        write_signed(number - before - 1 for before, number in zip([-1, *texts], texts, strict=False)),
        write_varints(length for fields in found for length in fields.lengths),
        bytes(shared),
        "\n".join(endings).encode(),
        write_varints(collection.frequencies[name] for name in dict.fromkeys(map(stem, vocabulary))),
        write_varints(len(postings[word]) for word in vocabulary),
    )
    return LexicalFiles(write_parts(MAGIC, parts), list(_pieces(vocabulary, postings)))


def _pieces(
    vocabulary: Sequence[str], postings: Mapping[str, Sequence[tuple[int, int]]]
) -> Iterator[tuple[str, bytes]]:
    """Whole letters together until a piece is large enough. All forms of a stem begin with one letter, and so does
    what a misspelt word is corrected to: a query needs the pieces of its words' first letters and no other."""
    pieces: list[list[str]] = []
    size = _PIECE
    for _, starting in groupby(vocabulary, key=lambda word: word[0]):
        if size >= _PIECE:
            pieces.append([])
            size = 0
        letter = list(starting)
        pieces[-1] += letter
        size += sum(2 * len(postings[word]) for word in letter)
    for piece in pieces:
        yield piece[0][0], _piece(piece, postings)


def _piece(vocabulary: Sequence[str], postings: Mapping[str, Sequence[tuple[int, int]]]) -> bytes:
    distances, counts = [], bytearray()
    for word in vocabulary:
        before = -1
        for number, code in postings[word]:
            distances.append(number - before - 1)
            counts.append(code)
            before = number
    return write_parts(POSTINGS_MAGIC, (write_varints(distances), bytes(counts)))


def _front_coded(vocabulary: Sequence[str]) -> tuple[list[int], list[str]]:
    """How many letters each word shares with the one before, and what is left of it.

    Letters beyond the basic plane are not counted: one is two of JavaScript's.
    """
    shared, endings, before = list[int](), [], ""
    for word in vocabulary:
        alike = takewhile(lambda pair: pair[0] == pair[1] and pair[0] <= "\uffff", zip(before, word, strict=False))
        shared.append(min(sum(1 for _ in alike), 255))
        endings.append(word[shared[-1] :])
        before = word
    return shared, endings


def _table(chunks: Sequence[Chunk]) -> dict[str, object]:
    """Pages and sections in order of appearance, by column. Chunks of several releases may be together here
    (coverage): the same path and number are one page and one section only if they are called the same."""
    pages: dict[tuple[str, str, str], int] = {}
    sections: dict[tuple[int, int, str, tuple[str, ...]], int] = {}
    rows: list[int] = []
    for chunk in chunks:
        page = pages.setdefault((chunk.path, chunk.title, str(chunk.kind)), len(pages))
        rows.append(sections.setdefault((page, chunk.section, chunk.anchor, chunk.headings), len(sections)))
    shared, endings, anchors = list[int](), [], []
    before: tuple[str, ...] = ()
    for _, _, anchor, headings in sections:
        shared.append(sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(before, headings, strict=False))))
        endings.append(headings[shared[-1] :])
        anchors.append(None if anchor == slug(headings) else anchor)
        before = headings
    paths, titles, kinds = zip(*pages, strict=True) if pages else ((), (), ())
    return {
        "paths": paths,
        "titles": titles,
        "kinds": kinds,
        "pages": _steps([page for page, *_ in sections]),
        "shared": shared,
        "headings": endings,
        "anchors": anchors,
        "sections": _steps(rows),
    }


def _steps(numbers: Sequence[int]) -> list[int]:
    """Each number less the one before: mostly 0 or 1."""
    return [number - before for before, number in zip([0, *numbers], numbers, strict=False)]


def slug(headings: Sequence[str]) -> str:
    """The anchor that most sections have: their heading's letters and digits, joined by dashes."""
    return "-".join(re.findall("[a-z0-9]+", headings[-1].lower())) if headings else ""
