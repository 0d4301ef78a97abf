"""Shard -> memory: the search files as a search reads them, checked against the manifest."""

from __future__ import annotations

import bisect
import hashlib
import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from builder.index.codec import FORMAT, ShardError, decompress, read_parts, read_signed, read_varints
from builder.index.lexical import MAGIC, POSTINGS_MAGIC, slug
from builder.index.tokens import stem
from builder.index.vectors import read_vectors
from builder.index.writer import MANIFEST

Fetch = Callable[[str], bytes]  # a file name in the search folder -> its bytes


@dataclass(frozen=True)
class LexicalShard:
    """An edition's words, postings and table of chunks."""

    pages: list[list[str]]  # [path, title, kind]
    sections: list[list[Any]]  # [page, anchor, headings]
    chunks: NDArray[np.int64]  # section of each chunk
    blocks: list[dict[str, Any]]  # entries of the files with the chunks' texts, each with `first` and `count`
    texts: NDArray[np.int64]  # the number of each chunk's text: equal where it recurs
    lengths: NDArray[np.int64]  # (chunks, 3): title, headings, body
    words: list[str]  # sorted
    stems: NDArray[np.int64]  # stem group of each word
    frequencies: NDArray[np.int64]  # by stem group, in the collection
    starts: NDArray[np.int64]  # where each word's postings begin; one more than words
    postings: NDArray[np.int64]  # chunk numbers
    counts: NDArray[np.uint8]  # of each posting: title | headings << 2 | body << 4

    def group(self, word: str) -> int | None:
        """The stem group of a word, also of one that the shard holds in another form only."""
        at = bisect.bisect_left(self.words, word)
        if at < len(self.words) and self.words[at] == word:
            return int(self.stems[at])
        wanted = stem(word)
        # Words of one stem share its first letters: three are enough to make the range small.
        for other in self.prefixed(wanted[:3]):
            if stem(self.words[other]) == wanted:
                return int(self.stems[other])
        return None

    def prefixed(self, prefix: str) -> range:
        """Numbers of the words that begin with `prefix`."""
        start = bisect.bisect_left(self.words, prefix)
        return range(start, bisect.bisect_left(self.words, prefix + "\U0010ffff", start))

    @cached_property
    def members(self) -> list[list[int]]:
        """The words of each stem group."""
        found: list[list[int]] = [[] for _ in range(len(self.frequencies))]
        for word, group in enumerate(self.stems.tolist()):
            found[group].append(word)
        return found

    @cached_property
    def chunk_pages(self) -> NDArray[np.int64]:
        """The page of each chunk."""
        return np.array([page for page, _, _ in self.sections], np.int64)[self.chunks]

    @cached_property
    def ordinals(self) -> NDArray[np.int64]:
        """The place of each chunk among those of its section."""
        starts = np.flatnonzero(np.diff(self.chunks, prepend=-1))
        sizes = np.diff(np.append(starts, len(self.chunks)))
        return np.arange(len(self.chunks)) - np.repeat(starts, sizes)


def read_lexical(data: bytes, pieces: Sequence[bytes], name: str) -> LexicalShard:
    """A shard from the uncompressed bytes of its files; raises ShardError where they are not of the form."""
    table, texts, lengths, shared, endings, frequencies, sizes = read_parts(MAGIC, data, name)
    try:
        rows = json.loads(table)
        words = _words(shared, endings)
        groups: dict[str, int] = {}
        starts = np.concatenate(([0], np.cumsum(read_varints(sizes))))
        parts = [read_parts(POSTINGS_MAGIC, piece, name) for piece in pieces]
        distances = np.concatenate([read_varints(part[0]) for part in parts] or [np.zeros(0, np.int64)])
        return LexicalShard(
            pages=[list(page) for page in zip(rows["paths"], rows["titles"], rows["kinds"], strict=True)],
            sections=_sections(rows),
            chunks=np.cumsum(np.array(rows["sections"], np.int64)),
            blocks=rows["texts"],
            texts=np.cumsum(read_signed(texts) + 1) - 1,
            lengths=read_varints(lengths).reshape(-1, 3),
            words=words,
            stems=np.array([groups.setdefault(stem(word), len(groups)) for word in words], np.int64),
            frequencies=read_varints(frequencies),
            starts=starts,
            postings=_numbers(starts, distances),
            counts=np.frombuffer(b"".join(part[1] for part in parts), np.uint8),
        )
    except (ValueError, KeyError, IndexError) as error:
        raise ShardError(f"{name} is damaged ({error}): build the site again.") from None


def _words(shared: bytes, endings: bytes) -> list[str]:
    words: list[str] = []
    for count, ending in zip(shared, endings.decode().split("\n"), strict=True) if shared else ():
        words.append((words[-1][:count] if words else "") + ending)
    return words


def _sections(rows: dict[str, Any]) -> list[list[Any]]:
    sections: list[list[Any]] = []
    page, headings = 0, list[str]()
    columns = (rows["pages"], rows["shared"], rows["headings"], rows["anchors"])
    for step, count, ending, anchor in zip(*columns, strict=True):
        page, headings = page + step, [*headings[:count], *ending]
        sections.append([page, slug(headings) if anchor is None else anchor, headings])
    return sections


def _numbers(starts: NDArray[np.int64], distances: NDArray[np.int64]) -> NDArray[np.int64]:
    """The chunk numbers of all postings, each word's counted from -1."""
    running = np.cumsum(distances + 1)
    before = np.concatenate(([0], running))[starts[:-1]]
    numbers: NDArray[np.int64] = running - np.repeat(before, np.diff(starts)) - 1
    return numbers


# Rows (chunks, 384), int8 numbers as float32 for the sake of fast products, and scales (chunks,) float32.
Rows = tuple[NDArray[np.float32], NDArray[np.float32]]


def _rows(data: bytes, name: str) -> Rows:
    rows, scales = read_vectors(data, name)
    return rows.astype(np.float32), scales


@dataclass(frozen=True)
class CoverageShard:
    """The evidence of a collection (builder/index/coverage.py): distinct texts and the releases they stand in."""

    releases: tuple[str, ...]  # ids of editions, oldest first
    lexical: LexicalShard
    vectors: Rows
    threads: tuple[int, ...]  # of each chunk
    masks: tuple[int, ...]  # of each chunk: bit n is release n
    reports: tuple[int, ...]  # the chunks that tell of other releases
    places: tuple[tuple[tuple[int, str, str], ...], ...]  # of each thread: (release, path, anchor)

    @cached_property
    def held(self) -> NDArray[np.bool_]:
        """Which release, by row, has which chunk, by column, as evidence of what it supports."""
        found = self._held.copy()
        found[:, list(self.reports)] = False
        return found

    @cached_property
    def reported(self) -> NDArray[np.bool_]:
        """Which release, by row, has which chunk, by column, that tells of other releases."""
        return self._held & ~self.held

    @cached_property
    def _held(self) -> NDArray[np.bool_]:
        masks = np.array(self.masks, np.int64)
        return np.array([masks >> release & 1 for release in range(len(self.releases))], np.bool_)


class Index:
    """A folder of search files; each file is read when first asked for, and kept."""

    def __init__(self, fetch: Fetch) -> None:
        """`fetch` gives a file's bytes; raises ShardError if the manifest is missing or of another format."""
        self._fetch = fetch
        self._kept: dict[str, Any] = {}
        try:
            self.manifest: dict[str, Any] = json.loads(fetch(MANIFEST))
        except (OSError, ValueError) as error:
            raise ShardError(f"There is no readable search index ({error}): run `strata build` first.") from None
        if self.manifest.get("format") != FORMAT:
            raise ShardError(
                f"The search index is of format {self.manifest.get('format')}, expected {FORMAT}: "
                "build the site again with this version."
            )

    @classmethod
    def open(cls, site: Path) -> Index:
        """The index of a built site."""
        folder = site / "assets" / "search"
        return cls(lambda name: (folder / name).read_bytes())

    @property
    def editions(self) -> list[dict[str, Any]]:
        return list(self.manifest["editions"])

    def edition(self, id: str) -> dict[str, Any]:
        """An edition's entry; raises ShardError naming those there are."""
        found = next((entry for entry in self.editions if entry["id"] == id), None)
        if found is None:
            raise ShardError(f"The index has no edition {id}. It has: {', '.join(e['id'] for e in self.editions)}.")
        return found

    def lexical(self, id: str) -> LexicalShard:
        return self._lexical(self.edition(id)["lexical"])

    def vectors(self, id: str) -> Rows:
        """Those of an edition's chunks."""
        entry = self.edition(id)["vectors"]
        vectors: Rows = self._read(entry, lambda data: _rows(data, entry["file"]))
        return vectors

    def coverage(self, collection: str) -> CoverageShard | None:
        """The evidence of a collection, or None where it has fewer than two releases."""
        entry = self.manifest["collections"][collection].get("coverage")
        if entry is None:
            return None
        name = f"{collection} coverage"
        if name not in self._kept:
            rows = self._read(entry["lineage"], json.loads)
            self._kept[name] = CoverageShard(
                tuple(entry["releases"]),
                self._lexical(entry["lexical"]),
                self._read(entry["vectors"], lambda data: _rows(data, entry["vectors"]["file"])),
                tuple(rows["threads"]),
                tuple(rows["masks"]),
                tuple(rows["reports"]),
                tuple(tuple((release, path, anchor) for release, path, anchor in places) for places in rows["places"]),
            )
        found: CoverageShard = self._kept[name]
        return found

    def timelines(self, collection: str) -> dict[str, Any]:
        """When each identifier of a collection with two releases or more came, changed and went (docs/formats.md)."""
        found: dict[str, Any] = self.record(self.manifest["collections"][collection]["timelines"])
        return found

    def elsewhere(self) -> Rows:
        """Vectors of what no documentation answers (builder/index/elsewhere.py)."""
        entry = self.manifest["elsewhere"]
        found: Rows = self._read(entry, lambda data: _rows(data, entry["file"]))
        return found

    def text(self, id: str, chunk: int) -> str:
        """The text of a chunk."""
        for entry in self.lexical(id).blocks:
            if entry["first"] <= chunk < entry["first"] + entry["count"]:
                block = self._read(entry, json.loads)
                return str(block[chunk - entry["first"]])
        raise ShardError(f"{id} has no chunk {chunk}.")

    def record(self, entry: dict[str, Any]) -> Any:
        """The JSON in a file that the manifest lists."""
        return self._read(entry, json.loads)

    def _lexical(self, entry: dict[str, Any]) -> LexicalShard:
        def read(data: bytes) -> LexicalShard:
            return read_lexical(data, [self._fetched(piece) for piece in entry["postings"]], entry["file"])

        shard: LexicalShard = self._read(entry, read)
        return shard

    def _read(self, entry: dict[str, Any], read: Callable[[bytes], Any]) -> Any:
        name = entry["file"]
        if name not in self._kept:
            self._kept[name] = read(self._fetched(entry))
        return self._kept[name]

    def _fetched(self, entry: dict[str, Any]) -> bytes:
        """A file's uncompressed bytes, checked."""
        name = entry["file"]
        try:
            data = self._fetch(name)
        except OSError as error:
            raise ShardError(f"{name} cannot be read ({error}): build the site again.") from None
        if hashlib.sha256(data).hexdigest() != entry["sha256"]:
            raise ShardError(f"{name} is not what the manifest says (SHA-256): build the site again.")
        return decompress(data, name)


def entries(value: Any) -> Iterator[dict[str, Any]]:
    """Every object of the manifest that describes a file, wherever it stands."""
    if isinstance(value, dict):
        if {"file", "bytes", "sha256"} <= value.keys():
            yield value
        for inner in value.values():
            yield from entries(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from entries(inner)
