"""Exact search over rows that hold int8 numbers."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

_STEPS = 32767  # a query's components as 16-bit integers


def cosines(query: NDArray[np.float32], rows: NDArray[np.float32], scales: NDArray[np.float32]) -> NDArray[np.float64]:
    """Cosine of a unit query (384,) with every row (n, 384), int8 numbers as float32, times its scale (n,): (n,).

    The query is brought to 16-bit integers and the products are summed as integers, which no order of
    summation changes: equal rows get equal scores, in Python and in the browser.
    """
    scale = float(np.abs(query).max()) / _STEPS or 1.0
    steps = np.rint(query.astype(np.float64) / scale)
    high = np.floor(steps / 128)
    # Both halves times a row stay below 2^24 over 384 dimensions, where float32 is exact and its product fast.
    halves = np.stack((high, steps - 128 * high), axis=1).astype(np.float32)
    sums = (rows @ halves).astype(np.float64)
    return (128 * sums[:, 0] + sums[:, 1]) * (scales.astype(np.float64) * scale)
