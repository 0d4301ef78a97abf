"""A word that no shard knows -> the nearest one that they do."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from builder.index.reader import LexicalShard
from builder.search.query import Query, QueryWord

# From so many letters on, this many slips are forgiven (as most engines do).
_ONE_SLIP, _TWO_SLIPS = 4, 8


def corrected(query: Query, shards: Sequence[LexicalShard]) -> Query:
    """The query, each word that nothing matches replaced by the nearest one of the shards, if one is near enough.

    Nothing matches a word if no shard has it, in any form, and none has a longer one that it may be the
    beginning of. Quoted phrases are meant to the letter; joined identifiers and words with digits are left
    alone, and so is a query most of whose words are unknown: it is not misspelt but in another language.
    """
    unknown = [word for word in query.words if not word.joined and not any(_matches(word, s) for s in shards)]
    if query.phrases or not unknown or len(unknown) > max(1, len(query.words) // 2):
        return query
    found = {word.word: nearest for word in unknown if (nearest := _nearest(word.word, shards))}
    if not found:
        return query
    words = tuple(replace(w, word=found[w.word], open=False) if w.word in found else w for w in query.words)
    text = query.text
    for word, nearest in found.items():
        text = re.sub(rf"(?<!\w){word}(?!\w)", nearest, text, flags=re.IGNORECASE)
    return replace(query, text=text, words=words, corrections=tuple(found.items()))


def _nearest(text: str, shards: Sequence[LexicalShard]) -> str | None:
    slips = 0 if len(text) < _ONE_SLIP else 1 if len(text) < _TWO_SLIPS else 2
    if not slips or not text.isalpha():
        return None
    best: tuple[int, int, str] | None = None
    for shard in shards:
        for number, candidate in _candidates(text, shard, slips):
            distance = edit_distance(text, candidate, slips)
            if distance <= slips:
                found = (distance, -int(shard.frequencies[shard.stems[number]]), candidate)
                best = min(best, found) if best else found
    return best[2] if best else None


def _matches(word: QueryWord, shard: LexicalShard) -> bool:
    return shard.group(word.word) is not None or (word.open and len(shard.prefixed(word.word)) > 0)


def _candidates(text: str, shard: LexicalShard, slips: int) -> Iterable[tuple[int, str]]:
    """Words of about its length that begin with its first letter: a slip there is rare and costs a full scan."""
    for number in shard.prefixed(text[0]):
        candidate = shard.words[number]
        if abs(len(candidate) - len(text)) <= slips and candidate.isalpha():
            yield number, candidate


def edit_distance(one: str, other: str, most: int) -> int:
    """Insertions, deletions, substitutions and swaps of neighbours between two words; `most` + 1 where it is more.

    Optimal string alignment (Damerau 1964; each letter is edited once), row by row.
    """
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, a in enumerate(one, 1):
        older, before, row = before, row, [i]
        for j, b in enumerate(other, 1):
            cost = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (a != b))
            if i > 1 and j > 1 and a == other[j - 2] and one[i - 2] == b:
                cost = min(cost, older[j - 2] + 1)
            row.append(cost)
        if min(row) > most:
            return most + 1
    return min(row[-1], most + 1)
