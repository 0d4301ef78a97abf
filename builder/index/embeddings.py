"""The embedding cache: each distinct text is embedded once, ever."""

from __future__ import annotations

import errno
import hashlib
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from functools import cached_property
from pathlib import Path
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from builder.index.vectors import quantize

# What is written at a time: a build that is stopped keeps all it embedded but the last of these.
_BATCH = 256


class TextEncoder(Protocol):
    @property
    def model_hash(self) -> str: ...
    @property
    def dimensions(self) -> int: ...
    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]: ...


class EmbeddingCache:
    """Vectors by the hash of their text, one SQLite file for each model in `folder`."""

    def __init__(self, folder: Path, model_hash: str, dimensions: int) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.path = folder / f"{model_hash[:16]}.sqlite"
        self.dimensions = dimensions
        with self._open() as database:
            database.execute("CREATE TABLE IF NOT EXISTS vectors (text BLOB PRIMARY KEY, row BLOB) WITHOUT ROWID")

    @contextmanager
    def _open(self) -> Iterator[sqlite3.Connection]:
        try:
            with closing(sqlite3.connect(self.path, timeout=60)) as database, database:
                yield database
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF in (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR):
                raise OSError(errno.ENOSPC, str(error), str(self.path)) from error
            raise

    def missing(self, texts: Sequence[str]) -> list[str]:
        """The distinct texts that have no vector yet, in order of appearance."""
        known = self._known
        return [text for text in dict.fromkeys(texts) if _key(text) not in known]

    def fill(self, texts: Sequence[str], encoder: TextEncoder, advance: Callable[[int], None]) -> int:
        """Embeds what is missing and returns how many that were; `advance` is told of each batch's size."""
        missing = sorted(self.missing(texts), key=len)  # of one length together: little padding
        for start in range(0, len(missing), _BATCH):
            batch = missing[start : start + _BATCH]
            rows, scales = quantize(encoder.encode(batch))
            values = {_key(t): s.tobytes() + r.tobytes() for t, r, s in zip(batch, rows, scales, strict=True)}
            with self._open() as database:
                database.executemany("INSERT OR REPLACE INTO vectors VALUES (?, ?)", values.items())
            self._known.update(values)
            advance(len(batch))
        return len(missing)

    def load(self, texts: Sequence[str]) -> tuple[NDArray[np.int8], NDArray[np.float32]]:
        """Rows (n, d) int8 and scales (n,) float32 of texts that are all there."""
        known = self._known
        stored = np.frombuffer(b"".join(known[_key(text)] for text in texts), np.uint8)
        stored = stored.reshape(len(texts), 4 + self.dimensions)
        return stored[:, 4:].copy().view(np.int8), stored[:, :4].copy().view("<f4")[:, 0]

    @cached_property
    def _known(self) -> dict[bytes, bytes]:
        """All that is stored, read once: a build asks for every edition's."""
        with self._open() as database:
            return dict(database.execute("SELECT text, row FROM vectors"))


def _key(text: str) -> bytes:
    return hashlib.sha256(text.encode()).digest()
