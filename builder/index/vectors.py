"""Vectors as int8 rows with one scale each, and the file they are written to."""

from __future__ import annotations

import struct

import numpy as np
from numpy.typing import NDArray

from builder.index.codec import FORMAT, ShardError

MAGIC = b"STRV"
_HEAD = struct.Struct("<4sHHII")


def quantize(vectors: NDArray[np.float32]) -> tuple[NDArray[np.int8], NDArray[np.float32]]:
    """Unit rows (n, d) as int8 rows (n, d) and float32 scales (n,): row is int8 times scale."""
    scales = np.maximum(np.abs(vectors).max(axis=1), np.float32(1e-12)) / np.float32(127)
    rows = np.rint(vectors / scales[:, None]).astype(np.int8)
    return rows, scales.astype(np.float32)


def write_vectors(rows: NDArray[np.int8], scales: NDArray[np.float32]) -> bytes:
    """The bytes of a vectors file (docs/formats.md), not yet compressed."""
    head = _HEAD.pack(MAGIC, FORMAT, rows.shape[1], rows.shape[0], 0)
    return head + scales.astype("<f4").tobytes() + rows.tobytes()


def read_vectors(data: bytes, name: str) -> tuple[NDArray[np.int8], NDArray[np.float32]]:
    """Rows (n, d) int8 and scales (n,) float32; raises ShardError where the file is not of this form."""
    if len(data) < _HEAD.size:
        raise ShardError(f"{name} ends too early: build the site again.")
    magic, form, dimensions, count, _ = _HEAD.unpack_from(data)
    if magic != MAGIC or form != FORMAT:
        raise ShardError(f"{name} is no vectors file of format {FORMAT}: build the site again with this version.")
    if len(data) != _HEAD.size + count * (4 + dimensions):
        raise ShardError(f"{name} has {len(data)} bytes, expected {count} rows of {dimensions}: build the site again.")
    scales = np.frombuffer(data, "<f4", count, _HEAD.size)
    rows = np.frombuffer(data, np.int8, count * dimensions, _HEAD.size + 4 * count)
    return rows.reshape(count, dimensions), scales
