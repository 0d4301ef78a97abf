"""Two rankings -> one, keyed on chunks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray


def first(scores: NDArray[np.float64], count: int) -> list[int]:
    """Numbers of the `count` best scores above zero, best first; ties by number."""
    order = np.lexsort((np.arange(len(scores)), -scores))[:count]
    return [int(n) for n in order if scores[n] > 0]


def fuse(
    shares: NDArray[np.float64],
    cosines: NDArray[np.float64] | None,
    priors: NDArray[np.float64],
    ranking: Mapping[str, Any],
    allowed: NDArray[np.bool_] | None = None,
) -> tuple[list[int], NDArray[np.float64], dict[str, dict[int, int]]]:
    """Candidates, the fused score of every chunk, and each retriever's ranks (from 1) by chunk.

    `shares` is BM25 as a share of the most the query could score, all arrays are of one length; `allowed`
    leaves out chunks. "linear" adds weighted scores; "rrf" is reciprocal rank fusion (Cormack, Clarke and
    Büttcher 2009), sum of 1 / (k + rank).
    """
    if allowed is not None:
        shares = np.where(allowed, shares, 0.0)
        cosines = None if cosines is None else np.where(allowed, cosines, 0.0)
    ranks = {"keyword": _ranks(first(shares, ranking["candidates"]))}
    if cosines is None:
        return list(ranks["keyword"]), shares + priors, ranks
    ranks["vector"] = _ranks(first(cosines, ranking["candidates"]))
    candidates = sorted({*ranks["keyword"], *ranks["vector"]})
    if ranking["fusion"] == "linear":
        return candidates, ranking["vector_weight"] * cosines + ranking["keyword_weight"] * shares + priors, ranks
    k = ranking["rrf_k"]
    fused = priors / k
    for found in ranks.values():
        for number, rank in found.items():
            fused[number] += 1 / (k + rank)
    return candidates, fused, ranks


def _ranks(numbers: Sequence[int]) -> dict[int, int]:
    return {number: rank for rank, number in enumerate(numbers, 1)}
