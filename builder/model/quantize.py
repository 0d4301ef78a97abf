"""Smaller weights: float32 arrays to integers and scales, and back.

Weight-only: the integers are turned back into float32 before anything is computed, so
that every runtime gets the same answers.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

BLOCK = 16  # columns that share a 4-bit scale
# Tried around the scale that just reaches a block's largest value. A smaller one clips
# that value and rounds the others more finely, and often the sum of errors is less.
SCALE_FACTORS = tuple(round(0.75 + 0.025 * step, 3) for step in range(17))


@dataclass(frozen=True)
class Int8:
    """values * scales, in which scales has one entry along `axis` and 1 elsewhere."""

    values: NDArray[np.int8]
    scales: NDArray[np.float32]

    def restored(self) -> NDArray[np.float32]:
        return self.values.astype(np.float32) * self.scales


@dataclass(frozen=True)
class FourBit:
    """A table of 4-bit values, read a row at a time.

    packed         (rows, columns / 2)      byte j: column j in the low four bits,
                                            column j + columns / 2 in the high four
    block_scales   (rows, columns / BLOCK)  whole multiples of the row's scale; they may
                                            be negative, see `four_bit`
    row_scales     (rows, 1)

    value = (four bits - 8) * block_scale * row_scale
    """

    packed: NDArray[np.uint8]
    block_scales: NDArray[np.int8]
    row_scales: NDArray[np.float32]

    def restored(self) -> NDArray[np.float32]:
        bits = np.concatenate([self.packed & 15, self.packed >> 4], axis=1)
        levels = bits.astype(np.float32) - np.float32(8)
        rows, columns = levels.shape
        scales = self.block_scales.astype(np.float32) * self.row_scales
        blocks = levels.reshape(rows, -1, BLOCK) * scales[:, :, None]
        return blocks.reshape(rows, columns)


def int8(weights: NDArray[np.float32], axis: int) -> Int8:
    """One scale for each index along `axis` of a matrix: the largest value becomes 127."""
    largest = np.abs(weights).max(axis=1 - axis, keepdims=True)
    scales = _nonzero(largest / np.float32(127)).astype(np.float32)
    values = np.clip(np.rint(weights / scales), -127, 127).astype(np.int8)
    return Int8(values, scales)


def four_bit(table: NDArray[np.float32]) -> FourBit:
    """A (rows, columns) table in half a byte a value, with a scale for every BLOCK columns.

    Four bits give the levels -8 to 7. A block's scale takes the sign that sends its
    largest value to -8, the level that has no counterpart, as Q4_0 of llama.cpp does;
    then the factor with the least squared error is chosen. Scales are stored as int8
    multiples of one float a row, which costs half of float16 and is as good, because the
    choice is made among scales that can be stored.
    """
    rows, columns = table.shape
    if columns % (2 * BLOCK):
        raise ValueError(f"{columns} columns do not divide into pairs of blocks of {BLOCK}")
    blocks = table.reshape(rows, -1, BLOCK)
    extremes = np.take_along_axis(blocks, np.abs(blocks).argmax(axis=2, keepdims=True), axis=2)
    ideal = extremes[:, :, 0] / np.float32(-8)  # (rows, blocks)
    ceiling = np.abs(ideal).max(axis=1, keepdims=True) * np.float32(SCALE_FACTORS[-1])
    row_scales = _nonzero(ceiling / np.float32(127)).astype(np.float32)

    chosen = np.zeros(ideal.shape, np.int8)
    levels = np.zeros(blocks.shape, np.int8)
    least = np.full(ideal.shape, np.inf, np.float32)
    for factor in SCALE_FACTORS:
        multiples = np.rint(ideal * np.float32(factor) / row_scales)
        multiples = np.where(multiples == 0, np.float32(1), multiples)
        scales = (multiples * row_scales)[:, :, None]
        tried = np.clip(np.rint(blocks / scales), -8, 7)
        error = np.square(tried * scales - blocks).sum(axis=2, dtype=np.float32)
        better = error < least
        least = np.where(better, error, least)
        chosen = np.where(better, multiples, chosen).astype(np.int8)
        levels = np.where(better[:, :, None], tried, levels).astype(np.int8)

    bits = (levels.reshape(rows, columns) + np.int8(8)).astype(np.uint8)
    half = columns // 2
    packed = (bits[:, :half] | (bits[:, half:] << 4)).astype(np.uint8)
    return FourBit(packed, chosen, row_scales)


def _nonzero(scales: NDArray[np.float32]) -> NDArray[np.float32]:
    """Rows of zeros get the scale 1, so that nothing is divided by nothing."""
    return np.where(scales == 0, np.float32(1), scales)
