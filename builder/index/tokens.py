"""The words of a text: identifiers whole and in parts, and their stems.

docs/formats.md ("Words of a text") is the description that tokens.js follows too.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache

import snowballstemmer

_RUN = re.compile(r"\w+(?:[-./:]\w+)*")
_SEGMENTS = re.compile(r"[./:]")
# Where a piece ends inside a segment: at a sign, before the capital that follows a small letter or digit,
# and before the last of several capitals that a small letter follows.
_SIGNS = re.compile(r"[-_]+")
_MOST_SEGMENTS = 8
_PLAIN = re.compile(r"[a-z]+")


@dataclass(frozen=True)
class Words:
    """What a text is found by."""

    words: tuple[str, ...]  # in reading order, joined identifiers after their pieces
    length: int  # number of pieces: what BM25 takes for the text's length
    joined: frozenset[str]  # those that are joined identifiers and nowhere a piece
    open: frozenset[str]  # those that reach the text's end: half-typed, perhaps


def words(text: str) -> Words:
    """The words of a text, by the five rules of docs/formats.md."""
    found: list[str] = []
    all_pieces: list[str] = []
    last: list[str] = []
    text = unicodedata.normalize("NFKC", text)
    end = 0
    for run in _RUN.finditer(text):
        segments = [pieces for segment in _SEGMENTS.split(run[0]) if (pieces := _pieces(segment))]
        last, end = [], run.end()
        for pieces in segments:
            found += pieces
            all_pieces += pieces
            last = [pieces[-1]]
            if len(pieces) > 1:
                found.append("".join(pieces))
                last.append(found[-1])
        if len(segments) <= _MOST_SEGMENTS:
            joined = ["".join(pieces) for pieces in segments]
            endings = ["".join(joined[start:]) for start in range(len(joined) - 2, -1, -1)]
            found += endings
            last += endings
    reaching = frozenset(last) if end == len(text) else frozenset()
    return Words(tuple(found), len(all_pieces), frozenset(found) - frozenset(all_pieces), reaching)


@lru_cache(maxsize=200_000)
def _pieces(segment: str) -> tuple[str, ...]:
    return tuple(piece.lower() for part in _SIGNS.split(segment) if part for piece in _split_case(part))


def _split_case(part: str) -> list[str]:
    pieces, start = [], 0
    for at in range(1, len(part)):
        before, here, after = part[at - 1], part[at], part[at + 1 : at + 2]
        starts_word = here.isupper() and (before.islower() or before.isdigit())
        ends_capitals = here.isupper() and before.isupper() and after.islower()
        if starts_word or ends_capitals:
            pieces.append(part[start:at])
            start = at
    return [*pieces, part[start:]]


_stemmer = snowballstemmer.stemmer("porter")


@lru_cache(maxsize=200_000)
def stem(word: str) -> str:
    """The Porter (1980) stem of a word of the letters a to z; any other word is its own stem."""
    return str(_stemmer.stemWord(word)) if _PLAIN.fullmatch(word) else word
