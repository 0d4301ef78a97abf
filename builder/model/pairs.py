"""Pairs to tune the encoder with, from the mirrored docs: `python -m builder.model.pairs FILE`.

A pair is what one may ask and the text that answers it: a heading and the text under it, a sentence that links and
the section it links to, the first sentence of a text and its rest, a written query and its section. Pages whose
queries measure (builder/evaluate/written.py) give none. The file holds upstream's text and stays out of the project.
"""

from __future__ import annotations

import json
import re
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from builder import pipeline, settings
from builder.errors import StrataError
from builder.evaluate.silver import linked
from builder.evaluate.written import held_out, written
from builder.index.chunks import Chunk, chunks
from builder.model.encoder import Encoder
from builder.pages.page import Edition

_CLOZE = re.compile(r"(.{40,220}?[.!?])\s+(.{150,})", re.S)
_CODE = ("{", "<", "import ", "from ")
_LEAST = 120  # characters of a text that answers something
_LONGEST_WRITTEN = 1100  # characters of a section that its queries were written from


@dataclass(frozen=True)
class Pair:
    sort: str  # heading, link, cloze, plain, paraphrase
    query: str
    title: str  # of the page
    headings: tuple[str, ...]
    text: str
    page: str  # path: the same in every release
    section: str  # anchor


def pairs(editions: Sequence[Edition], encoder: Encoder, budget: int) -> list[Pair]:
    """All pairs, each once; `budget` is the tokens of a chunk."""
    places: dict[tuple[str, str, str], list[Chunk]] = {}
    for edition in editions:
        for chunk in chunks(edition, encoder.count, budget):
            if not held_out(chunk.path):
                places.setdefault((str(edition.id), chunk.path, chunk.anchor), []).append(chunk)
    found: dict[tuple[str, bytes], Pair] = {}
    for sort, query, chunk, text in (*_of_texts(places), *_of_links(editions, places), *_of_queries(places)):
        query = " ".join(query.split())
        if len(query) >= 8:
            pair = Pair(sort, query, chunk.title, chunk.headings, text, chunk.path, chunk.anchor)
            found.setdefault((query, chunk.text_hash), pair)
    return list(found.values())


_Found = tuple[str, str, Chunk, str]


def _of_texts(places: dict[tuple[str, str, str], list[Chunk]]) -> Iterator[_Found]:
    seen = set()
    for chunk in (held[0] for held in places.values()):
        if chunk.text_hash in seen or not chunk.headings or len(chunk.text) < _LEAST:
            continue
        seen.add(chunk.text_hash)
        heading = chunk.headings[-1]
        yield "heading", heading if " " in heading else f"{chunk.title} {heading}", chunk, chunk.text
        if not chunk.text.startswith(_CODE) and (parts := _CLOZE.match(chunk.text)):
            yield "cloze", parts[1], chunk, parts[2]


def _of_links(editions: Sequence[Edition], places: dict[tuple[str, str, str], list[Chunk]]) -> Iterator[_Found]:
    for edition in editions:
        for page in edition.pages:
            for sentence, place in linked(page):
                if held := places.get(place):
                    yield "link", sentence, held[0], held[0].text


def _of_queries(places: dict[tuple[str, str, str], list[Chunk]]) -> Iterator[_Found]:
    for one in written():
        if held := places.get((one.edition, one.path, one.anchor)):
            text = "\n".join(chunk.text for chunk in held)[:_LONGEST_WRITTEN]
            yield "plain", one.plain, held[0], text
            yield "paraphrase", one.paraphrase, held[0], text


def main() -> int:
    (file,) = sys.argv[1:]
    work = pipeline.Workspace(settings.load(Path("strata.toml")), Path("site").resolve(), Path(".strata").resolve())
    try:
        editions = pipeline.editions(work, pipeline.snapshots(work))
    except StrataError as error:
        sys.exit(str(error))
    found = pairs(editions, Encoder.bundled(), work.settings.chunk_tokens)
    Path(file).write_text(json.dumps([asdict(pair) for pair in found], ensure_ascii=False), "utf-8")
    print(
        f"{len(found):,} pairs in {file}: " + ", ".join(f"{n:,} {s}" for s, n in Counter(p.sort for p in found).items())
    )
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
