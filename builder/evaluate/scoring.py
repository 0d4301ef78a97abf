"""Figures of a run: pure functions over ranks."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from builder.search.verdict import LACKING

KS = (1, 3, 5, 10)
CHANCE = 0.05  # a difference this likely without a cause, or likelier, is none
_SEED = 20260822
_RESAMPLES = 2000


@dataclass(frozen=True)
class Case:
    """What a question came to."""

    id: str
    kind: str
    release: str
    language: str
    answerable: bool
    rank: int | None  # of the first right section, from 1; None beyond the first ten
    gains: tuple[int, ...]  # by rank, 1 where a label was met for the first time
    labels: int
    trap: int | None  # rank of the first trap
    one_page: float  # share of the results that are of the commonest page
    milliseconds: float
    results: tuple[str, ...]  # ids of the first ten
    covered: bool | None = None  # whether the release covers the subject; None where that is not asked
    named: str | None = None  # the release that is to be named where it does not: the first, or the last
    state: str | None = None  # the verdict; None where none was given
    named_by_verdict: str | None = None
    decline: bool = False


def hit(cases: Sequence[Case], k: int) -> float:
    """Share of the cases with a right section among the first k."""
    return float(np.mean([case.rank is not None and case.rank <= k for case in cases])) if cases else 0.0


def mrr(cases: Sequence[Case]) -> float:
    """Mean reciprocal rank among the first ten."""
    return float(np.mean([1 / case.rank if case.rank else 0.0 for case in cases])) if cases else 0.0


def ndcg(cases: Sequence[Case]) -> float:
    """Mean normalized discounted cumulative gain at 10 with binary gains (Järvelin and Kekäläinen 2002)."""

    def one(case: Case) -> float:
        ideal = sum(1 / math.log2(rank + 1) for rank in range(1, min(case.labels, 10) + 1))
        found = sum(gain / math.log2(rank + 1) for rank, gain in enumerate(case.gains, 1))
        return found / ideal if ideal else 0.0

    return float(np.mean([one(case) for case in cases])) if cases else 0.0


def figures(cases: Sequence[Case]) -> dict[str, Any]:
    """The figures of the answerable cases, as fractions, with 95 % intervals of the means."""
    counted = [case for case in cases if case.answerable]
    return {
        "n": len(counted),
        **{f"hit@{k}": round(hit(counted, k), 4) for k in KS},
        "mrr@10": round(mrr(counted), 4),
        "ndcg@10": round(ndcg(counted), 4),
        "intervals": {
            **{f"hit@{k}": interval([hit([case], k) for case in counted]) for k in KS},
            "mrr@10": interval([mrr([case]) for case in counted]),
            "ndcg@10": interval([ndcg([case]) for case in counted]),
        },
        "traps_above": len(trapped(cases)),
        "one_page": round(float(np.mean([case.one_page for case in counted])), 4) if counted else 0.0,
    }


def trapped(cases: Sequence[Case]) -> list[str]:
    """The answerable cases with a trap above the first right section."""
    return [c.id for c in cases if c.answerable and c.trap is not None and (c.rank is None or c.trap < c.rank)]


def interval(values: Sequence[float]) -> tuple[float, float]:
    """95 % bootstrap interval of a mean (Efron 1979, percentile method), with a fixed seed."""
    if not values:
        return 0.0, 0.0
    drawn = np.random.default_rng(_SEED).choice(np.asarray(values, np.float64), (_RESAMPLES, len(values)))
    low, high = np.percentile(drawn.mean(axis=1), (2.5, 97.5))
    return round(float(low), 4), round(float(high), 4)


def paired(first: Sequence[float], second: Sequence[float]) -> tuple[float, float]:
    """Mean difference, second less first, and the two-sided p of a paired randomization test (Smucker et al. 2007)."""
    differences = np.asarray(second, np.float64) - np.asarray(first, np.float64)
    if not len(differences) or not differences.any():
        return 0.0, 1.0
    signs = np.random.default_rng(_SEED).choice((-1.0, 1.0), (_RESAMPLES * 5, len(differences)))
    extreme = np.abs((signs * differences).mean(axis=1)) >= abs(differences.mean()) - 1e-12
    return round(float(differences.mean()), 4), round(float(extreme.mean()), 4)


def verdict_figures(cases: Sequence[Case]) -> dict[str, float | int | list[str]]:
    """Of the verdict: absent subjects found, right alarms, right releases named, covered subjects called absent."""
    judged = [case for case in cases if case.covered is not None and case.state is not None]
    absent = [case for case in judged if not case.covered]
    covered = [case for case in judged if case.covered]
    found = [case for case in absent if case.state in LACKING]
    false = [case.id for case in covered if case.state in LACKING]
    right = [case for case in found if case.named_by_verdict == case.named]
    return {
        "absent": len(absent),
        "recall": round(len(found) / len(absent), 4) if absent else 0.0,
        "precision": round(len(found) / (len(found) + len(false)), 4) if found or false else 0.0,
        "release_right": round(len(right) / len(found), 4) if found else 0.0,
        "covered": len(covered),
        "false_alarms": false,
        "unsure": [case.id for case in judged if case.state == "unsure"],
        "missed": [case.id for case in absent if case not in found],
    }


def decline_figures(cases: Sequence[Case]) -> dict[str, list[str]]:
    """Questions that the docs do not answer and that were declined, and answerable ones that were declined too."""
    declined = [case for case in cases if case.state == "unknown"]
    return {
        "right": [case.id for case in declined if case.decline],
        "missed": [case.id for case in cases if case.decline and case not in declined],
        "wrong": [case.id for case in declined if not case.decline],
    }
