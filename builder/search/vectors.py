"""Exact search over int8 rows."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def cosines(
    query: NDArray[np.float32], rows: NDArray[np.int8], scales: NDArray[np.float32]
) -> NDArray[np.float64]:
    """Cosine of a unit query (384,) with every row (n, 384) times its scale (n,): float64 (n,)."""
    return (rows.astype(np.float32) @ query).astype(np.float64) * scales
