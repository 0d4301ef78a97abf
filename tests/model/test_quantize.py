"""Weights to integers and back."""

import numpy as np

from builder.model.quantize import four_bit, int8


def test_int8_sends_the_largest_of_each_column_to_127() -> None:
    weights = np.array([[1.0, -50.8], [-0.5, 25.4], [0.25, 0.2]], np.float32)
    small = int8(weights, axis=1)
    assert small.values.tolist() == [[127, -127], [-64, 64], [32, 0]]
    assert np.allclose(small.scales, [[1 / 127, 0.4]])


def test_int8_along_rows_gives_each_row_a_scale() -> None:
    small = int8(np.array([[127.0, 1.0], [12.7, -6.35]], np.float32), axis=0)
    assert small.values.tolist() == [[127, 1], [127, -64]]
    assert np.allclose(small.scales, [[1.0], [0.1]])


def test_int8_is_off_by_at_most_half_a_step() -> None:
    weights = np.random.default_rng(7).normal(size=(64, 8)).astype(np.float32)
    small = int8(weights, axis=1)
    worst = np.abs(small.restored() - weights).max(axis=0)
    assert (worst <= small.scales[0] * 0.5001).all()


def test_four_bits_take_the_levels_minus_8_to_7_with_a_scale_of_either_sign() -> None:
    block = np.arange(-8, 8, dtype=np.float32)
    table = np.concatenate([block, -2 * block])[None, :]
    small = four_bit(table)
    # Both halves count from 0 to 15, so each byte has the same four bits twice.
    assert small.packed.tolist() == [[17 * count for count in range(16)]]
    # The scales, 1 and -2, are whole multiples of the row's: right to one in 110.
    assert np.allclose(small.restored(), table, rtol=0.5 / 55, atol=0)


def test_four_bits_put_the_first_half_of_a_row_into_the_low_bits() -> None:
    first, second = np.full(16, -1, np.float32), np.full(16, 2, np.float32)
    first[1:], second[1:] = 0, 0
    small = four_bit(np.concatenate([first, second])[None, :])
    # -8 is stored as 0 and stands for the largest value of a block; zero is stored as 8.
    assert small.packed.tolist() == [[0x00] + [0x88] * 15]
    assert small.packed.shape == (1, 16)
    assert small.block_scales.shape == (1, 2)
    assert small.row_scales.shape == (1, 1)


def test_four_bits_lose_about_a_half_percent_of_the_energy_of_normal_values() -> None:
    table = np.random.default_rng(7).normal(size=(200, 384)).astype(np.float32)
    lost = np.square(four_bit(table).restored() - table).sum() / np.square(table).sum()
    assert lost < 0.006


def test_a_block_much_smaller_than_its_row_still_has_a_scale() -> None:
    table = np.ones((1, 32), np.float32)
    table[0, 16:] = 1e-6
    restored = four_bit(table).restored()
    assert np.isfinite(restored).all()
    assert np.abs(restored - table).max() < 0.01


def test_a_table_of_zeros_stays_zeros() -> None:
    table = np.zeros((2, 32), np.float32)
    assert (four_bit(table).restored() == 0).all()
    assert (int8(table, axis=0).restored() == 0).all()
