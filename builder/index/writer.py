"""All editions -> the folder of search files, with the manifest that lists them."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import groupby
from pathlib import Path
from typing import Any

from builder.index.chunks import Chunk
from builder.index.codec import FORMAT, compress, content_name
from builder.index.coverage import coverage
from builder.index.elsewhere import sentences
from builder.index.embeddings import EmbeddingCache
from builder.index.history import History
from builder.index.lexical import LexicalFiles, Statistics, chunk_words, lexical_files, statistics
from builder.index.prepare import Indexed, IndexEncoder
from builder.index.records import history_record, timelines_record
from builder.index.vectors import write_vectors
from builder.progress import Step
from builder.settings import Settings

MANIFEST = "manifest.json"
# Characters of text in a block: some 15 kB to fetch for what a list of results shows.
_BLOCK = 48_000

Entry = dict[str, Any]  # as the manifest has it: file, bytes, sha256


@dataclass(frozen=True)
class ModelFile:
    """A file that the browser's encoder loads."""

    role: str  # its name in the manifest: model, tokenizer, loader, runtime
    stem: str
    suffix: str
    data: bytes


def write_index(
    indexed: Sequence[Indexed],
    histories: Mapping[str, History],
    settings: Settings,
    encoder: IndexEncoder,
    cache: EmbeddingCache,
    model_files: Sequence[ModelFile],
    folder: Path,
    step: Step,
) -> dict[str, Any]:
    """Writes the shards of all editions and the model's files into `folder`, last the manifest, and returns it."""
    folder.mkdir(parents=True, exist_ok=True)
    numbers: dict[bytes, int] = {}
    texts = [_numbered(one.chunks, numbers) for one in indexed]
    collections = dict(_collections(indexed))
    advance = step("Writing shards", len(indexed))
    entries = []
    for one, own in zip(indexed, texts, strict=True):
        entries.append(_edition(one, own, collections[one.edition.id.collection], cache, folder))
        advance(1)
    model = {
        "name": "all-MiniLM-L6-v2",
        "hash": encoder.model_hash,
        "dimensions": encoder.dimensions,
        "max_tokens": encoder.max_tokens,
        **{file.role: write_entry(folder, file.stem, file.suffix, file.data) for file in model_files},
    }
    manifest = {
        "format": FORMAT,
        "built": max((one.edition.origin.date for one in indexed), default=""),
        "model": model,
        "ranking": asdict(settings.ranking),
        "collections": {
            name: {
                "title": settings.collections[name],
                "short": next(s.collection_short for s in settings.sources if s.collection == name),
                "texts": found.texts,
                "averages": found.averages,
                **(_followed(name, histories[name], found, numbers, cache, folder) if name in histories else {}),
            }
            for name, found in collections.items()
        },
        "editions": entries,
        "elsewhere": write_entry(folder, "elsewhere", ".gz", compress(write_vectors(*cache.load(sentences())))),
    }
    write_manifest(folder, manifest)
    return manifest


def _collections(indexed: Sequence[Indexed]) -> Iterator[tuple[str, Statistics]]:
    def collection(one: Indexed) -> str:
        return one.edition.id.collection

    for name, members in groupby(sorted(indexed, key=collection), key=collection):
        held = list(members)
        yield name, statistics([c for one in held for c in one.chunks], [w for one in held for w in one.words])


def _edition(
    one: Indexed, texts: Sequence[int], collection: Statistics, cache: EmbeddingCache, folder: Path
) -> dict[str, Any]:
    """The entry of an edition, with its files; `texts` are the numbers of its chunks' texts, equal where one recurs."""
    edition = one.edition
    name = str(edition.id).replace("/", "-")
    vectors = compress(write_vectors(*cache.load([chunk.embedded for chunk in one.chunks])))
    blocks = []
    for number, (first, block) in enumerate(_blocks([chunk.text for chunk in one.chunks])):
        data = compress(json.dumps(block, ensure_ascii=False, separators=(",", ":")).encode())
        entry = write_entry(folder, f"{name}.text-{number}", ".gz", data)
        blocks.append({**entry, "first": first, "count": len(block)})
    words = lexical_files(one.chunks, one.words, texts, collection, blocks)
    files = {
        "lexical": _lexical(f"{name}.lexical", words, folder),
        "vectors": write_entry(folder, f"{name}.vectors", ".gz", vectors),
    }
    every = (*files.values(), *files["lexical"]["postings"], *blocks)
    return {
        "id": str(edition.id),
        "collection": edition.id.collection,
        "release": edition.id.release,
        "title": edition.title,
        "label": edition.label,
        "order": edition.order,
        "released": edition.released,
        "latest": edition.latest,
        "pages": len(edition.pages),
        "chunks": len(one.chunks),
        "bytes": sum(entry["bytes"] for entry in every),
        "commit": edition.origin.revision,
        "date": edition.origin.date,
        "kinds": dict(sorted(Counter(str(chunk.kind) for chunk in one.chunks).items())),
        **files,
    }


def _lexical(stem: str, files: LexicalFiles, folder: Path) -> Entry:
    """The entry of a lexical shard, with those of its postings."""
    postings = []
    for number, (letter, piece) in enumerate(files.postings):
        postings.append({**write_entry(folder, f"{stem}-{number}", ".gz", compress(piece)), "from": letter})
    return {**write_entry(folder, stem, ".gz", compress(files.shard)), "postings": postings}


def _numbered(chunks: Sequence[Chunk], numbers: dict[bytes, int]) -> list[int]:
    """The number of each chunk's text among all of the site; `numbers` grows by those that are new."""
    return [numbers.setdefault(chunk.text_hash, len(numbers)) for chunk in chunks]


def _followed(
    collection: str,
    history: History,
    counted: Statistics,
    numbers: dict[bytes, int],
    cache: EmbeddingCache,
    folder: Path,
) -> dict[str, Any]:
    """The entries `coverage`, `history` and `timelines` of a collection, with their files."""
    found = coverage(history)

    def record(name: str, value: Any) -> Entry:
        data = json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()
        return write_entry(folder, f"{collection}.{name}", ".gz", compress(data))

    texts = _numbered(found.chunks, numbers)
    words = lexical_files(found.chunks, chunk_words(found.chunks), texts, counted, ())
    vectors = compress(write_vectors(*cache.load([chunk.embedded for chunk in found.chunks])))
    rows = {"threads": found.threads, "masks": found.masks, "reports": found.reports, "places": found.places}
    return {
        "coverage": {
            "releases": list(found.releases),
            "lineage": record("coverage-lineage", rows),
            "lexical": _lexical(f"{collection}.coverage-lexical", words, folder),
            "vectors": write_entry(folder, f"{collection}.coverage-vectors", ".gz", vectors),
        },
        "history": record("history", history_record(history)),
        "timelines": record("timelines", timelines_record(history)),
    }


def _blocks(texts: Sequence[str]) -> Iterator[tuple[int, list[str]]]:
    """(number of the first, texts), each block of about _BLOCK characters."""
    block: list[str] = []
    first, size = 0, 0
    for number, text in enumerate(texts):
        if block and size + len(text) > _BLOCK:
            yield first, block
            first, block, size = number, [], 0
        block.append(text)
        size += len(text)
    if block:
        yield first, block


def write_manifest(folder: Path, manifest: dict[str, Any]) -> None:
    (folder / MANIFEST).write_text(json.dumps(manifest, ensure_ascii=False, separators=(",", ":")) + "\n", "utf-8")


def write_entry(folder: Path, stem: str, suffix: str, data: bytes) -> Entry:
    """Writes a file named by its content, and returns its entry for the manifest."""
    name = content_name(stem, data, suffix)
    (folder / name).write_bytes(data)
    return {"file": name, "bytes": len(data), "sha256": hashlib.sha256(data).hexdigest()}
