"""BM25F over lexical shards.

Robertson, Zaragoza and Taylor 2004, "Simple BM25 extension to multiple weighted fields".
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from builder.index.lexical import FIELDS
from builder.index.reader import LexicalShard
from builder.search.query import QueryWord

# What a word counts that is there by its beginning only.
_PREFIX = 0.8
_LEAST_PREFIX = 3


@dataclass(frozen=True)
class Bm25f:
    """The parameters, of the manifest's `ranking` and of its collection."""

    k1: float
    weights: tuple[float, ...]  # by field, as FIELDS has them
    b: tuple[float, ...]
    averages: tuple[float, ...]
    texts: int

    @classmethod
    def of(cls, ranking: Mapping[str, Any], collection: Mapping[str, Any]) -> Bm25f:
        def fields(values: Mapping[str, float]) -> tuple[float, ...]:
            return tuple(float(values[name]) for name in FIELDS)

        return cls(
            float(ranking["k1"]), fields(ranking["weights"]), fields(ranking["b"]),
            fields(collection["averages"]), int(collection["texts"]),
        )  # fmt: skip

    def idf(self, frequency: int) -> float:
        """Lucene's: never negative, whatever the frequency."""
        return math.log(1 + (self.texts - frequency + 0.5) / (frequency + 0.5))


@dataclass(frozen=True)
class Matched:
    """A query's words in one shard."""

    scores: NDArray[np.float64]  # (chunks,)
    limits: tuple[float | None, ...]  # the most each word can score; None where the shard does not know it


def match(shard: LexicalShard, words: Sequence[QueryWord], bm25: Bm25f) -> Matched:
    """Scores every chunk of a shard."""
    scores = np.zeros(len(shard.chunks))
    limits: list[float | None] = []
    for word in words:
        own = shard.group(word.word)
        groups: dict[int, float] = {} if own is None else {own: 1.0}
        if own is None and word.open and len(word.word) >= _LEAST_PREFIX:
            groups = {int(shard.stems[n]): _PREFIX for n in shard.prefixed(word.word)}
        if not groups:
            limits.append(None)
            continue
        best = np.zeros(len(scores))
        for group, factor in groups.items():
            np.maximum(best, factor * _group_scores(shard, group, bm25), out=best)
        scores += best
        limits.append(max(factor * bm25.idf(int(shard.frequencies[g])) for g, factor in groups.items()))
    return Matched(scores, tuple(limits))


def most(words: Sequence[QueryWord], matched: Sequence[Matched], bm25: Bm25f) -> float:
    """The most that the words could score together, in any chunk of the shards.

    A word that no shard knows counts as one that no text holds, unless it is only the pieces of an
    identifier put together.
    """
    total = 0.0
    for number, word in enumerate(words):
        known = [m.limits[number] for m in matched if m.limits[number] is not None]
        if known:
            total += max(limit for limit in known if limit is not None)
        elif not word.joined:
            total += bm25.idf(0)
    return total


def _group_scores(shard: LexicalShard, group: int, bm25: Bm25f) -> NDArray[np.float64]:
    frequencies = np.zeros((len(shard.chunks), 3))
    for word in shard.members[group]:
        span = slice(int(shard.starts[word]), int(shard.starts[word + 1]))
        counts = shard.counts[span]
        frequencies[shard.postings[span]] += np.stack((counts & 3, counts >> 2 & 3, counts >> 4), axis=1)
    weight = np.zeros(len(shard.chunks))
    for n in range(len(FIELDS)):
        average = bm25.averages[n] or 1.0
        norm = 1 - bm25.b[n] + bm25.b[n] * shard.lengths[:, n] / average
        weight += bm25.weights[n] * frequencies[:, n] / norm
    return bm25.idf(int(shard.frequencies[group])) * weight / (bm25.k1 + weight)
