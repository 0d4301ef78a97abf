"""Where a built site is read from: a folder here, or the address it is published at."""

from __future__ import annotations

import hashlib
import os
import re
import time
from collections.abc import Hashable
from pathlib import Path
from typing import Protocol

from builder.index.codec import ShardError, decompress
from builder.index.writer import MANIFEST
from builder.sources.http import Fetcher, NotReachedError, replace_file

_SEARCH = "assets/search"
# Bounds on what is downloaded: several times what the largest collection of docs needs.
_LARGEST_MANIFEST = 4_000_000
_LARGEST_FILE = 64_000_000
_LARGEST_COPY = 8_000_000
_FRESH = 300.0  # seconds for which a published manifest is believed
_CONTENT_HASH = re.compile(r"-([0-9a-f]{16})\.")


class Place(Protocol):
    """A built site."""

    address: str  # of its root, with the last slash; "" if only the site itself may know it

    def stamp(self) -> Hashable:
        """Something that differs once the site has been built anew."""

    def forget(self) -> None:
        """Looks again whether the site has been built anew, when it is next asked."""

    def fetch(self, name: str) -> bytes:
        """A search file."""

    def copy(self, address: str, sha256: str) -> bytes:
        """The Markdown copy at an address from the site's root; raises ShardError where it is not of that SHA-256."""


class Folder:
    """A site built on this machine."""

    address = ""

    def __init__(self, site: Path) -> None:
        self._site = site

    def stamp(self) -> Hashable:
        try:
            found = (self._site / _SEARCH / MANIFEST).stat()
        except OSError:
            return None
        return found.st_mtime_ns, found.st_size, found.st_ino

    def forget(self) -> None:
        """It always looks."""

    def fetch(self, name: str) -> bytes:
        return (self._site / _SEARCH / name).read_bytes()

    def copy(self, address: str, sha256: str) -> bytes:
        try:
            data = (self._site / address.lstrip("/")).read_bytes()
        except OSError as error:
            raise ShardError(f"{address} cannot be read ({error}): build the site again.") from None
        return _checked(data, address, sha256)


class Published:
    """A site on the web. What is downloaded is kept in `cache`, and checked each time it is read."""

    def __init__(self, address: str, cache: Path) -> None:
        self.address = address.rstrip("/") + "/"
        self._cache = cache / hashlib.sha256(self.address.encode()).hexdigest()[:16]
        self._fetcher = Fetcher(self._cache / "http")
        self._manifest, self._asked = b"", 0.0

    def stamp(self) -> Hashable:
        if not self._manifest or time.monotonic() - self._asked > _FRESH:
            self._refresh()
        return hashlib.sha256(self._manifest).hexdigest()

    def fetch(self, name: str) -> bytes:
        if name == MANIFEST:
            self.stamp()
            return self._manifest
        found = _CONTENT_HASH.search(name)
        if not found or "/" in name or "\\" in name:
            raise ShardError(f"{self.address} lists a search file {name!r} without the hash of its content: refused.")
        return self._kept(self._cache / "files" / name, f"{_SEARCH}/{name}", found[1], _LARGEST_FILE)

    def copy(self, address: str, sha256: str) -> bytes:
        path = address.lstrip("/")
        return _checked(self._kept(self._cache / "copies" / sha256, path, sha256, _LARGEST_COPY), address, sha256)

    def forget(self) -> None:
        self._asked = -_FRESH

    def _refresh(self) -> None:
        kept = self._cache / MANIFEST
        try:
            data = self._fetcher.get(f"{self.address}{_SEARCH}/{MANIFEST}", _LARGEST_MANIFEST).data
        except NotReachedError:
            if not self._manifest and not kept.is_file():
                raise
            data = self._manifest or kept.read_bytes()  # without a network, what was kept
        if data != self._manifest:
            self._cache.mkdir(parents=True, exist_ok=True)
            replace_file(kept, data)
            self._prune(data)
        self._manifest, self._asked = data, time.monotonic()

    def _kept(self, path: Path, address: str, content_hash: str, limit: int) -> bytes:
        try:
            data = path.read_bytes()
            if hashlib.sha256(data).hexdigest().startswith(content_hash):
                return data
        except OSError:
            pass
        path.parent.mkdir(parents=True, exist_ok=True)
        partial = path.with_name(f".partial-{os.getpid()}-{path.name}")
        try:
            self._fetcher.download(self.address + address, partial, limit, lambda size: None)
            data = partial.read_bytes()
            if not hashlib.sha256(data).hexdigest().startswith(content_hash):
                raise ShardError(f"{self.address}{address} is not what the manifest says (SHA-256): try again later.")
            partial.replace(path)
        finally:
            partial.unlink(missing_ok=True)
        return data

    def _prune(self, manifest: bytes) -> None:
        """Drops kept files that neither the manifest names any more nor a shard that it names."""
        kept = sorted((self._cache / "files").glob("*"))
        shards = [file for file in kept if ".lexical" in file.name and file.name.encode() in manifest]
        named = manifest + b"".join(map(_inflated, shards))
        for file in kept:
            if file.name.encode() not in named:
                file.unlink(missing_ok=True)


def _inflated(file: Path) -> bytes:
    try:
        return decompress(file.read_bytes(), file.name)
    except (OSError, ShardError):
        return b""  # it is fetched anew, and so is what it names


def _checked(data: bytes, name: str, sha256: str) -> bytes:
    if hashlib.sha256(data).hexdigest() != sha256:
        raise ShardError(f"{name} is not what the manifest says (SHA-256): build the site again.")
    return data
