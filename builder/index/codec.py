"""Bytes of the search files: varints, gzip, and the parts of a lexical shard."""

from __future__ import annotations

import gzip
import hashlib
import struct
import zlib
from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from builder.errors import StrataError

FORMAT = 2


class ShardError(StrataError):
    """A search file that is missing, damaged, or of another format."""


def compress(data: bytes) -> bytes:
    """Gzip without time, name or system: the same input gives the same bytes, on every Python."""
    packed = bytearray(gzip.compress(data, compresslevel=9, mtime=0))
    packed[9] = 255  # the system, RFC 1952: Pythons write what they run on, or "unknown"
    return bytes(packed)


def decompress(data: bytes, name: str) -> bytes:
    try:
        return gzip.decompress(data)
    except (OSError, EOFError, zlib.error) as error:
        raise ShardError(f"{name} is damaged ({error}): build the site again.") from None


def content_name(stem: str, data: bytes, suffix: str) -> str:
    """A file name that carries the first 16 hex digits of its content's SHA-256."""
    return f"{stem}-{hashlib.sha256(data).hexdigest()[:16]}{suffix}"


def write_varints(numbers: Iterable[int]) -> bytes:
    """Unsigned LEB128, one after the other."""
    out = bytearray()
    for number in numbers:
        while number > 0x7F:
            out.append(number & 0x7F | 0x80)
            number >>= 7
        out.append(number)
    return bytes(out)


def write_signed(numbers: Iterable[int]) -> bytes:
    """Varints of signed numbers, small for those near zero: 0, -1, 1, -2, ... as 0, 1, 2, 3, ..."""
    return write_varints(2 * number if number >= 0 else -2 * number - 1 for number in numbers)


def read_signed(data: bytes) -> NDArray[np.int64]:
    numbers = read_varints(data)
    return (numbers >> 1) ^ -(numbers & 1)


def read_varints(data: bytes) -> NDArray[np.int64]:
    """All numbers of an LEB128 stream, of fewer than 36 bits each."""
    raw = np.frombuffer(data, np.uint8)
    if not raw.size:
        return np.zeros(0, np.int64)
    last = raw < 0x80
    ends = np.flatnonzero(last)
    starts = np.concatenate(([0], ends[:-1] + 1))
    place = np.arange(raw.size) - np.repeat(starts, ends - starts + 1)
    values = (raw[: ends[-1] + 1].astype(np.int64) & 0x7F) << (7 * place)
    return np.add.reduceat(values, starts)


def write_parts(magic: bytes, parts: Sequence[bytes]) -> bytes:
    """Magic, format, number of parts, then offset and length of each, then the parts."""
    offset = 8 + 8 * len(parts)
    head = struct.pack("<4sHH", magic, FORMAT, len(parts))
    for part in parts:
        head += struct.pack("<II", offset, len(part))
        offset += len(part)
    return head + b"".join(parts)


def read_parts(magic: bytes, data: bytes, name: str) -> list[bytes]:
    """The parts of a file; raises ShardError where the file is not of this form."""
    if len(data) < 8 or data[:4] != magic:
        raise ShardError(f"{name} does not begin with {magic.decode()}: it is no such file.")
    _, form, count = struct.unpack_from("<4sHH", data)
    if form != FORMAT:
        raise ShardError(f"{name} is of format {form}, expected {FORMAT}: build the site again with this version.")
    spans = [struct.unpack_from("<II", data, 8 + 8 * n) for n in range(count)]
    if any(offset + length > len(data) for offset, length in spans):
        raise ShardError(f"{name} ends too early: build the site again.")
    return [data[offset : offset + length] for offset, length in spans]
