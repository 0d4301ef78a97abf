"""Publishing in one step: a new site is built beside the old one and takes its place when it is whole."""

from __future__ import annotations

import ctypes
import fcntl
import hashlib
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

_AT_FDCWD, _RENAME_EXCHANGE = -100, 2  # linux/fs.h


@contextmanager
def alone(lock: Path, told: Callable[[str], object]) -> Iterator[None]:
    """Holds a lock file while the block runs; where another run holds it, says so by `told` and waits.

    The system lets go of the lock when its holder ends, however it ends.
    """
    lock.parent.mkdir(parents=True, exist_ok=True)
    with lock.open("w") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            told(f"Another run is at work in {lock.parent}: waiting for it to end")
            fcntl.flock(file, fcntl.LOCK_EX)
        yield


@contextmanager
def staging(target: Path) -> Iterator[Path]:
    """An empty folder beside `target`, gone afterwards unless it was swapped in; what a killed run left is cleared."""
    target.parent.mkdir(parents=True, exist_ok=True)
    recover(target)
    path = Path(tempfile.mkdtemp(dir=target.parent, prefix=_prefix(target, "staging")))
    path.chmod(0o755)
    try:
        yield path
    finally:
        shutil.rmtree(path, ignore_errors=True)


def recover(target: Path) -> None:
    """Puts back a site that a killed run had moved aside, and deletes what it left half-built."""
    aside = _aside(target)
    if aside and not target.exists():
        aside[-1].rename(target)
    for left in abandoned(target):
        shutil.rmtree(left)


def abandoned(target: Path) -> list[Path]:
    """What killed runs left beside a site; never the only whole one."""
    aside = _aside(target)
    return [*(aside if target.exists() else aside[:-1]), *target.parent.glob(f"{_prefix(target, 'staging')}*")]


def _aside(target: Path) -> list[Path]:
    """Sites that were moved aside, the newest last."""
    return sorted(target.parent.glob(f"{_prefix(target, 'old')}*"), key=lambda path: path.stat().st_mtime)


def swap(new: Path, target: Path) -> None:
    """Puts `new` in the place of `target`, which is deleted: exchanged in one step where the system can, else by
    two renames, with the old one back if the second fails."""
    if not target.exists():
        new.rename(target)
    elif _exchange(new, target):
        shutil.rmtree(new)
    else:
        old = new.with_name(new.name.replace("-staging-", "-old-"))
        target.rename(old)
        try:
            new.rename(target)
        except OSError:
            old.rename(target)
            raise
        shutil.rmtree(old)


def digest(site: Path) -> str:
    """One SHA-256 over the paths and contents of all files: equal for equal sites, on any machine."""
    total = hashlib.sha256()
    for file in sorted(file for file in site.rglob("*") if file.is_file()):
        total.update(f"{file.relative_to(site).as_posix()}\0".encode())
        total.update(hashlib.sha256(file.read_bytes()).digest())
    return total.hexdigest()


def _exchange(one: Path, other: Path) -> bool:
    """renameat2(2) with RENAME_EXCHANGE; False where the system or the file system has none."""
    try:
        rename = ctypes.CDLL(None, use_errno=True).renameat2
    except (OSError, AttributeError):
        return False
    done: int = rename(_AT_FDCWD, os.fsencode(one), _AT_FDCWD, os.fsencode(other), _RENAME_EXCHANGE)
    return done == 0


def _prefix(target: Path, what: str) -> str:
    return f".{target.name}-{what}-"
