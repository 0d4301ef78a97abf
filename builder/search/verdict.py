"""Whether a release covers what was asked, from index data alone.

For every release the best text that says what it supports is found, as the engine finds results: cosine plus
BM25 as a share of the most the query could score. A release whose best is far behind the best of any release
does not cover the subject; the releases whose best is about as good as any do. Where the query names an identifier,
its timeline has the last word.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from builder.index.reader import CoverageShard
from builder.search import lexical, vectors
from builder.search.identifiers import Named
from builder.search.lexical import Bm25f
from builder.search.query import Query

State = Literal["covered", "partly", "not yet", "removed", "unsure", "unknown"]
LACKING: tuple[State, ...] = ("not yet", "removed")  # the release asked about does not cover the subject
Role = Literal["asked", "there", "report"]
_Choice = tuple[Role, int, NDArray[np.bool_]]  # a release, and which texts each release may be shown by


@dataclass(frozen=True)
class Evidence:
    """A section that a verdict rests on."""

    role: Role  # best of the release asked about; of one that covers the subject; what tells that it came or went
    edition: str
    path: str
    anchor: str
    title: str
    headings: tuple[str, ...]
    score: float


@dataclass(frozen=True)
class Verdict:
    """What the releases say of a query's subject."""

    edition: str | None  # the release that was asked about; None where all were
    state: State  # "partly" where all were asked about and some cover it
    first: str | None  # the first release that covers the subject, and the last; None where none is known to
    last: str | None
    after: str | None  # the release that follows the last, if any
    evidence: tuple[Evidence, ...]
    scores: Mapping[str, float]  # by release: its best
    named: tuple[Named, ...]  # the identifiers in the query, whose timelines tell more


@dataclass(frozen=True)
class Asked:
    """A query as the verdict takes it."""

    query: Query
    vector: NDArray[np.float32]  # (384,)
    edition: str | None  # one of the shard's releases; None for all
    nearest: float  # highest cosine of any text in the scope that is searched
    elsewhere: float  # and of any sentence that no documentation answers
    named: Sequence[Named]  # the identifiers in the query
    only_named: bool  # whether it holds nothing else


def verdict(shard: CoverageShard, asked: Asked, bm25: Bm25f, limits: Mapping[str, Any]) -> Verdict:
    """Judges what was asked; `limits` is the manifest's `ranking.verdict`."""
    found = _Found.of(shard, asked, bm25, limits["asking"])
    release = None if asked.edition is None else shard.releases.index(asked.edition)
    best = _best(shard.held, found.scores)
    by_release = {name: float(value) for name, value in zip(shard.releases, best, strict=True)}
    near = max(asked.nearest, float(found.near.max(initial=-1.0)))
    nothing = near < limits["nothing_near"] and found.shares.max(initial=0.0) < limits["nothing_shared"]
    if nothing or asked.elsewhere - near >= limits["elsewhere"]:
        nearest: list[_Choice] = [] if release is None else [("asked", release, shard.held)]
        return Verdict(asked.edition, "unknown", None, None, None, _evidence(shard, found, nearest), by_release, ())
    holds = [n for n, value in enumerate(best) if value >= limits["alike"] * best.max()]
    span = _span(holds, release, int(best.argmax()))
    told = _told(shard, asked, best, release, limits)
    state, span = told or (_state(shard, found, best, release, span, limits), span)
    chosen: list[_Choice] = []
    if release is not None:
        chosen.append(("asked", release, shard.held))
    after = span[1] + 1 if span[1] + 1 < len(shard.releases) else None
    if state in ("not yet", "partly") and span[0] > 0:
        chosen += [("there", span[0], shard.held), ("report", span[0], shard.reported)]
    if state in ("removed", "partly"):
        chosen.append(("there", span[1], shard.held))
        chosen += [("report", after, shard.reported)] if after is not None else []
    if state == "unsure":
        chosen.append(("there", int(best.argmax()), shard.held))
    return Verdict(
        edition=asked.edition,
        state=state,
        first=shard.releases[span[0]],
        last=shard.releases[span[1]],
        after=None if after is None else shard.releases[after],
        evidence=_evidence(shard, found, chosen),
        scores=by_release,
        named=tuple(asked.named),
    )


@dataclass(frozen=True)
class _Found:
    """Every text of the shard against what was asked; all (chunks,)."""

    shares: NDArray[np.float64]  # BM25 as a share of the most the query could score
    near: NDArray[np.float64]  # cosine
    scores: NDArray[np.float64]  # their sum

    @classmethod
    def of(cls, shard: CoverageShard, asked: Asked, bm25: Bm25f, asking: Sequence[str]) -> _Found:
        # Words that ask what became of a subject are not the subject.
        words = [word for word in asked.query.words if word.word not in asking] or asked.query.words
        matched = lexical.match(shard.lexical, words, bm25)
        most = lexical.most(words, [matched], bm25)
        shares = matched.scores / most if most else matched.scores
        near = vectors.cosines(asked.vector, *shard.vectors)
        return cls(shares, near, shares + near)


def _state(
    shard: CoverageShard,
    found: _Found,
    best: NDArray[np.float64],
    release: int | None,
    span: tuple[int, int],
    limits: Mapping[str, Any],
) -> State:
    shares = _best(shard.held, found.shares)
    if shares.max() < limits["telling"]:
        return "covered"
    if release is None:
        return "covered" if span == (0, len(shard.releases) - 1) else "partly"
    behind = best[release] < limits["behind"] * best.max()
    fewer_words = shares[release] < limits["fewer_words"] * shares.max()
    if behind or fewer_words:
        return _between(release, span)
    winner = int(np.where(shard.held.any(axis=0), found.scores, -1.0).argmax())
    there = [place[0] for place in shard.places[shard.threads[winner]]]
    return "unsure" if best[release] < limits["sure"] * best.max() and release not in there else "covered"


def _between(release: int | None, span: tuple[int, int]) -> State:
    if release is None:
        return "partly"
    return "not yet" if release < span[0] else "removed" if release > span[1] else "unsure"


def _told(
    shard: CoverageShard, asked: Asked, best: NDArray[np.float64], release: int | None, limits: Mapping[str, Any]
) -> tuple[State, tuple[int, int]] | None:
    """What the timelines of the identifiers in the query prove, if anything: the state, and first and last release.

    A release that has an identifier covers a query for just that; a release that has none of them does not, whatever
    its texts are like: a section on what came instead may speak of them at length. An identifier that is a word of the
    language proves nothing against a release whose texts are about as good as any.
    """
    held = [[n for n, r in enumerate(shard.releases) if r in one.releases] for one in asked.named]
    if any(release in numbers for numbers in held):
        covered = asked.only_named and all(release in numbers for numbers in held)
        return ("covered", _span(held[0], None, release or 0)) if covered else None
    good = release is not None and best[release] >= limits["sure"] * best.max()
    spans = {
        (numbers[0], numbers[-1])
        for one, numbers in zip(asked.named, held, strict=True)
        if 0 < len(numbers) < len(shard.releases)
        and len(numbers) == numbers[-1] - numbers[0] + 1
        and not (one.word and good)
    }
    if len(spans) != 1:
        return None
    (span,) = spans
    return _between(release, span), span


def _span(holds: Sequence[int], asked: int | None, peak: int) -> tuple[int, int]:
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


def _best(held: NDArray[np.bool_], scores: NDArray[np.float64]) -> NDArray[np.float64]:
    """The best score of each release among the chunks that it holds."""
    found: NDArray[np.float64] = np.where(held, scores, -1.0).max(axis=1, initial=-1.0)
    return found


def _evidence(shard: CoverageShard, found: _Found, chosen: Sequence[_Choice]) -> tuple[Evidence, ...]:
    """The best section for each (role, release, what its releases hold), each once."""
    evidence: list[Evidence] = []
    for role, release, held in chosen:
        scores = np.where(held[release], found.scores, 0.0)
        chunk = int(scores.argmax()) if len(scores) else -1
        if chunk < 0 or scores[chunk] <= 0 or (role == "report" and not found.shares[chunk]):
            continue  # what became of a subject is told where its words are
        page, _, headings = shard.lexical.sections[int(shard.lexical.chunks[chunk])]
        path, anchor = next((p, a) for r, p, a in shard.places[shard.threads[chunk]] if r == release)
        title = shard.lexical.pages[page][1]
        one = Evidence(role, shard.releases[release], path, anchor, title, tuple(headings), float(scores[chunk]))
        if (one.edition, one.path, one.anchor) not in [(e.edition, e.path, e.anchor) for e in evidence]:
            evidence.append(one)
    return tuple(evidence)
