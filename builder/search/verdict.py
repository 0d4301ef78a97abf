"""Whether a release covers what was asked, from index data alone.

For every release the best text that says what it supports is found, as the engine finds results: cosine plus
BM25 as a share of the most the query could score. A release whose best is far behind the best of any release
does not cover the subject; where the subject stands instead follows from the lineage of the text that won.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from builder.index.reader import CoverageShard
from builder.search import lexical, vectors
from builder.search.lexical import Bm25f
from builder.search.query import Query

State = Literal["covered", "not yet", "removed", "unsure", "unknown"]


@dataclass(frozen=True)
class Evidence:
    """A section that a verdict rests on."""

    edition: str
    path: str
    anchor: str
    title: str
    headings: tuple[str, ...]
    score: float


@dataclass(frozen=True)
class Verdict:
    """What the releases say of a query's subject."""

    edition: str  # the release that was asked about
    state: State
    first: str | None  # the first release that covers the subject, and the last; None where none is known to
    last: str | None
    evidence: tuple[Evidence, ...]  # best of the release asked about, if any; then the best of all
    scores: Mapping[str, float]  # by release: its best


def verdict(
    shard: CoverageShard,
    query: Query,
    vector: NDArray[np.float32],
    edition: str,
    bm25: Bm25f,
    limits: Mapping[str, Any],
) -> Verdict:
    """Judges `edition`, one of the shard's releases; `limits` is the manifest's `ranking.verdict`."""
    matched = lexical.match(shard.lexical, query.words, bm25)
    most = lexical.most(query.words, [matched], bm25)
    shares = matched.scores / most if most else matched.scores
    near = vectors.cosines(vector, *shard.vectors)
    scores = shares + near
    asked = shard.releases.index(edition)
    best = _best(shard, scores)
    best_share = _best(shard, shares)
    winner = int(np.argmax(scores)) if len(scores) else -1
    if winner < 0 or (near.max() < limits["nothing_near"] and shares.max() < limits["nothing_shared"]):
        nearest = _evidence(shard, scores, [(asked, _argbest(shard, scores, asked))])
        return Verdict(edition, "unknown", None, None, nearest, _by_release(shard, best))
    behind = best[asked] < limits["behind"] * best.max()
    fewer_words = best_share[asked] < limits["fewer_words"] * best_share.max()
    telling = best_share.max() >= limits["telling"]
    there = [release for release, _, _ in shard.places[shard.threads[winner]]]
    holds = [n for n, value in enumerate(best) if value >= limits["alike"] * best.max()]
    span = _span(holds, asked, int(best.argmax()))
    state: State = "covered"
    if telling and (behind or fewer_words):
        state = "not yet" if asked < span[0] else "removed" if asked > span[1] else "unsure"
    elif telling and best[asked] < limits["sure"] * best.max() and asked not in there:
        state = "unsure"
    named = {"not yet": span[0], "removed": span[1]}.get(state)
    evidence = _evidence(shard, scores, [(asked, _argbest(shard, scores, asked)), _named(shard, scores, named, winner)])
    first, last = shard.releases[span[0]], shard.releases[span[1]]
    return Verdict(edition, state, first, last, evidence, _by_release(shard, best))


def _span(holds: Sequence[int], asked: int, peak: int) -> tuple[int, int]:
    """First and last of the releases in a row, around the one with the best text, whose best is about as good.

    The release asked about interrupts the row. The lineage of the text that won would name too many: a section may
    be older than what it says of the subject.
    """
    held = set(holds) - {asked} or set(holds)
    first = last = peak if peak in held else min(held)
    while first - 1 in held:
        first -= 1
    while last + 1 in held:
        last += 1
    return first, last


def _best(shard: CoverageShard, scores: NDArray[np.float64]) -> NDArray[np.float64]:
    """The best score of each release."""
    found: NDArray[np.float64] = np.where(shard.held, scores, -1.0).max(axis=1, initial=-1.0)
    return found


def _argbest(shard: CoverageShard, scores: NDArray[np.float64], release: int) -> int | None:
    held = np.where(shard.held[release], scores, -1.0)
    return int(held.argmax()) if len(held) and held.max() > 0 else None


def _by_release(shard: CoverageShard, best: NDArray[np.float64]) -> dict[str, float]:
    return {name: float(value) for name, value in zip(shard.releases, best, strict=True)}


def _named(
    shard: CoverageShard, scores: NDArray[np.float64], release: int | None, winner: int
) -> tuple[int, int | None]:
    """(release, its best chunk) of the release that a verdict names, else of the newest that holds the best text."""
    if release is not None:
        return release, _argbest(shard, scores, release)
    return shard.masks[winner].bit_length() - 1, winner


def _evidence(
    shard: CoverageShard, scores: NDArray[np.float64], chosen: Sequence[tuple[int, int | None]]
) -> tuple[Evidence, ...]:
    """A section for each (release, chunk), each once."""
    found = []
    for release, chunk in dict.fromkeys(chosen):
        if chunk is None:
            continue
        page, _, headings = shard.lexical.sections[int(shard.lexical.chunks[chunk])]
        path, anchor = next((p, a) for r, p, a in shard.places[shard.threads[chunk]] if r == release)
        title, score = shard.lexical.pages[page][1], float(scores[chunk])
        found.append(Evidence(shard.releases[release], path, anchor, title, tuple(headings), score))
    return tuple(found)
