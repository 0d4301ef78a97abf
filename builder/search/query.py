"""Query -> words and quoted phrases."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection
from dataclasses import dataclass

from builder.index.tokens import stem, words

_PHRASE = re.compile(r'"([^"]+)"')
# A query is a question, not a document: what is longer is cut, so that no input takes long.
_LONGEST = 4000


@dataclass(frozen=True)
class QueryWord:
    word: str
    joined: bool  # an identifier's pieces put together: no loss if the index does not know it
    open: bool  # reaches the end of what was typed: perhaps only its beginning


@dataclass(frozen=True)
class Query:
    text: str  # as asked, without the quotes: what the model reads
    words: tuple[QueryWord, ...]  # one of each stem, stop words left out unless there are no others
    phrases: tuple[str, ...]  # folded: what a result must hold to the letter
    corrections: tuple[tuple[str, str], ...] = ()  # words that nothing matched, and what is searched for instead


def parse_query(text: str, stop_words: Collection[str]) -> Query:
    """What is looked for; any text is a valid query."""
    text = text[:_LONGEST]
    found = words(text)
    kept: dict[str, QueryWord] = {}
    for word in [word for word in found.words if word not in stop_words] or found.words:
        kept.setdefault(stem(word), QueryWord(word, word in found.joined, word in found.open))
    phrases = tuple(p for phrase in _PHRASE.findall(text) if (p := fold(phrase)))
    return Query(" ".join(text.replace('"', " ").split()), tuple(kept.values()), phrases)


def fold(text: str) -> str:
    """Text as phrases are compared: NFKC, lower case, white space as single spaces."""
    return " ".join(unicodedata.normalize("NFKC", text).lower().split())
