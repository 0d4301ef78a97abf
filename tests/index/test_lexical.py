"""The keyword index of an edition, as it is written and read."""

from __future__ import annotations

import pytest

from builder.editions import EditionId, Kind
from builder.index.chunks import Chunk
from builder.index.codec import ShardError
from builder.index.lexical import LexicalFiles, chunk_words, lexical_files, statistics
from builder.index.reader import LexicalShard, read_lexical

EDITION = EditionId("tide", "2.0")


def chunk(path: str, anchor: str, headings: tuple[str, ...], text: str, section: int = 0) -> Chunk:
    return Chunk(EDITION, path, Kind.GUIDE, path.title(), section, anchor, headings, 0, text)


CHUNKS = [
    chunk("ropes", "", (), "Rope and ropes"),
    chunk("ropes", "knots-2", ("Knots",), "Tie the rope: \U0001d4b3 or \U0001d4b4", 1),
    chunk("ropes", "the-bow-line", ("Knots", "The \u201cBow\u201d line"), "Rope and ropes", 2),
    chunk("sails", "", (), "Set the sail, zealously", 0),
]


def written(chunks: list[Chunk]) -> LexicalFiles:
    words = chunk_words(chunks)
    texts = [0, 1, 0, 2][: len(chunks)]
    return lexical_files(chunks, words, texts, statistics(chunks, words), [])


def read(files: LexicalFiles) -> LexicalShard:
    return read_lexical(files.shard, [piece for _, piece in files.postings], "shard")


def test_sections_keep_their_pages_headings_and_anchors() -> None:
    shard = read(written(CHUNKS))
    assert shard.pages == [["ropes", "Ropes", "Guide"], ["sails", "Sails", "Guide"]]
    assert shard.sections == [
        [0, "", []],
        [0, "knots-2", ["Knots"]],
        [0, "the-bow-line", ["Knots", "The \u201cBow\u201d line"]],
        [1, "", []],
    ]
    assert shard.chunks.tolist() == [0, 1, 2, 3]


def test_text_that_recurs_has_one_number() -> None:
    assert read(written(CHUNKS)).texts.tolist() == [0, 1, 0, 2]


def test_words_are_sorted_and_forms_of_one_stem_are_together() -> None:
    shard = read(written(CHUNKS))
    assert shard.words == sorted(shard.words)
    assert {"rope", "ropes", "zealously", "\U0001d4b3".casefold()} & set(shard.words) >= {"rope", "ropes", "zealously"}
    assert shard.group("rope") == shard.group("ropes") == shard.group("roping") != shard.group("sail")


def test_a_word_is_posted_with_how_often_it_stands_in_title_headings_and_body() -> None:
    shard = read(written(CHUNKS))
    at = shard.words.index("ropes")
    span = slice(shard.starts[at], shard.starts[at + 1])
    # On every page of that title; in the body of the first and the third, once.
    assert shard.postings[span].tolist() == [0, 1, 2]
    assert shard.counts[span].tolist() == [1 | 1 << 4, 1, 1 | 1 << 4]


def test_postings_are_cut_between_letters() -> None:
    letters = "abcdefghijklmnopqrstuvwxyz"
    chunks = [chunk(f"page-{n}", "", (), " ".join(f"{a}{b}" for a in letters for b in letters)) for n in range(100)]
    words = chunk_words(chunks)
    files = lexical_files(chunks, words, list(range(100)), statistics(chunks, words), [])
    firsts = [letter for letter, _ in files.postings]
    assert len(firsts) > 3
    assert firsts == sorted(set(firsts))
    assert len(read(files).postings) == sum(len({word for f in w.fields for word in f.words}) for w in words)


def test_a_shard_without_all_its_postings_is_refused() -> None:
    files = written(CHUNKS)
    with pytest.raises(ShardError):
        read_lexical(files.shard, [], "shard")


def test_an_edition_without_a_word_is_an_empty_shard() -> None:
    shard = read(written([]))
    assert (shard.words, shard.sections, len(shard.postings)) == ([], [], 0)
