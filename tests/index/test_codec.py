"""Bytes of the search files."""

import pytest

from builder.index.codec import (
    ShardError,
    compress,
    decompress,
    read_parts,
    read_signed,
    read_varints,
    write_parts,
    write_signed,
    write_varints,
)


def test_a_varint_is_seven_bits_a_byte_lowest_first() -> None:
    assert write_varints([0, 1, 127, 128, 300]) == bytes([0, 1, 127, 0x80, 1, 0xAC, 2])


def test_varints_come_back_as_they_went_in() -> None:
    numbers = [0, 1, 127, 128, 16383, 16384, 2**28, 2**35 - 1]
    assert read_varints(write_varints(numbers)).tolist() == numbers
    assert read_varints(b"").tolist() == []


def test_parts_come_back_as_they_went_in() -> None:
    parts = [b"", b"abc", b"\0" * 9]
    assert read_parts(b"STRL", write_parts(b"STRL", parts), "x") == parts


def test_a_file_of_another_format_is_refused_by_number() -> None:
    data = bytearray(write_parts(b"STRL", [b"abc"]))
    data[4] = 9
    with pytest.raises(ShardError, match=r"x is of format 9, expected 2"):
        read_parts(b"STRL", bytes(data), "x")


def test_a_file_that_is_cut_short_is_refused() -> None:
    with pytest.raises(ShardError, match="ends too early"):
        read_parts(b"STRL", write_parts(b"STRL", [b"abc"])[:-1], "x")
    with pytest.raises(ShardError, match="damaged"):
        decompress(compress(b"abc")[:-4], "x")


def test_compression_of_the_same_bytes_gives_the_same_bytes() -> None:
    assert compress(b"abc") == compress(b"abc")
    # RFC 1952: magic, deflate, no flags, no time, slowest, unknown system.
    assert compress(b"abc")[:10] == bytes([0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 2, 255])
    assert decompress(compress(b"abc"), "x") == b"abc"


def test_signed_numbers_are_small_near_zero() -> None:
    assert write_signed([0, -1, 1, -2, -128]) == bytes([0, 1, 2, 3, 0xFF, 0x01])
    assert read_signed(write_signed([0, -1, 1, -2, -128])).tolist() == [0, -1, 1, -2, -128]
