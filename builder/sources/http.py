"""Downloads that end: bounded in time, size and number of tries, conditional where a copy is kept."""

from __future__ import annotations

import hashlib
import json
import os
import random
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from pathlib import Path
from typing import Any
from urllib.parse import urljoin, urlsplit

import httpx

from builder import __version__
from builder.errors import StrataError

# A busy host is asked often but politely; one that cannot be reached, or breaks off, is given up sooner.
_TRIES = 10
_BROKEN_TRIES = 4
_REDIRECTS = 5
_TIMEOUT = httpx.Timeout(30, connect=10)
# No upstream wait is longer than this; a rate limit that says more is an error that says when to come back.
_LONGEST_WAIT = 60.0
_WORTH_A_RETRY = {408, 425, 429, 500, 502, 503, 504}


class DownloadError(StrataError):
    """An address that could not be fetched, or whose answer was not what was expected."""


class NotReachedError(DownloadError):
    """Nobody answered at an address."""


@dataclass(frozen=True)
class Fetched:
    """An answer that was taken."""

    url: str  # after redirects
    data: bytes
    headers: dict[str, str]  # names in lower case


class Fetcher:
    """GET requests to upstream hosts.

    `cache` holds answers for conditional requests; `token` goes to `token_host` only.
    """

    def __init__(self, cache: Path, token: str = "", token_host: str = "") -> None:
        self._client = httpx.Client(timeout=_TIMEOUT, headers={"User-Agent": f"strata/{__version__}"})
        self._cache, self._token, self._token_host = cache, token, token_host
        self.used: set[str] = set()  # answers that this run relies on, by the names of their files

    def close(self) -> None:
        self._client.close()

    def get(self, url: str, limit: int, kinds: tuple[str, ...] = ()) -> Fetched:
        """An answer of at most `limit` bytes whose content type begins with one of `kinds`.

        Asks with If-None-Match where an earlier answer is kept, and gives that one on 304. Raises DownloadError
        with the address, what came and what was expected.
        """
        record, body = self._kept(url)
        self.used.add(body.stem)
        conditions = {"If-None-Match": record["etag"]} if record else {}

        def read(response: httpx.Response) -> Fetched:
            if response.status_code == 304 and record:
                return Fetched(record["url"], body.read_bytes(), record["headers"])
            _expect(url, response, kinds)
            data = b"".join(_bounded(url, response, limit))
            return Fetched(str(response.url), data, dict(response.headers))

        fetched: Fetched = self._request(url, conditions, read)
        if fetched.headers.get("etag"):
            self._keep(url, fetched)
        return fetched

    def download(self, url: str, target: Path, limit: int, advance: Callable[[int], None]) -> None:
        """Streams an answer into `target`; raises DownloadError past `limit` bytes or where it ends early."""

        def read(response: httpx.Response) -> None:
            _expect(url, response, ())
            with target.open("wb") as file:
                for piece in _bounded(url, response, limit):
                    file.write(piece)
                    advance(len(piece))

        self._request(url, {}, read)

    def _request(self, url: str, headers: dict[str, str], read: Callable[[httpx.Response], Any]) -> Any:
        """`read` of the answer, tried again where trying again can help."""
        for attempt in range(1, _TRIES + 1):
            try:
                with self._follow(url, headers) as response:
                    if response.status_code not in _WORTH_A_RETRY:
                        return read(response)
                    wait = _retry_after(response)
                    reason = f"answered {response.status_code} {response.reason_phrase}"
            except (httpx.TransportError, httpx.StreamError) as error:
                wait, reason = None, f"could not be reached or broke off ({error or type(error).__name__})"
                if attempt >= (2 if isinstance(error, httpx.ConnectError) else _BROKEN_TRIES):
                    raise NotReachedError(f"{url} {reason}, tried {attempt} times.") from None
            if attempt == _TRIES:
                raise DownloadError(f"{url} {reason}, tried {_TRIES} times. Try again later.")
            if wait is not None and wait > _LONGEST_WAIT:
                raise DownloadError(f"{url} {reason} and asks to wait {wait:.0f} s. Try again then.")
            time.sleep(wait if wait is not None else min(0.5 * 2 ** (attempt - 1), 8) * random.uniform(0.5, 1))
        raise AssertionError("the last try returns or raises")

    @contextmanager
    def _follow(self, url: str, headers: dict[str, str]) -> Iterator[httpx.Response]:
        """The answer after redirects, which may not leave the host that was asked."""
        at = url
        for _ in range(_REDIRECTS + 1):
            sent = dict(headers)
            if self._token and urlsplit(at).netloc == self._token_host:
                sent["Authorization"] = f"Bearer {self._token}"
            with self._client.stream("GET", at, headers=sent) as response:
                if response.status_code not in (301, 302, 303, 307, 308):
                    yield response
                    return
                to = urljoin(at, response.headers.get("Location", ""))
            if urlsplit(to)[:2] != urlsplit(url)[:2]:
                raise DownloadError(f"{url} redirects to another host, {to}: refused.")
            at = to
        raise DownloadError(f"{url} redirects more than {_REDIRECTS} times.")

    def _kept(self, url: str) -> tuple[dict[str, Any] | None, Path]:
        name = hashlib.sha256(url.encode()).hexdigest()[:32]
        body = self._cache / f"{name}.body"
        try:
            record = json.loads((self._cache / f"{name}.json").read_text("utf-8"))
            intact = hashlib.sha256(body.read_bytes()).hexdigest() == record["sha256"]
            return (record if intact else None), body
        except (OSError, ValueError, KeyError):
            return None, body

    def _keep(self, url: str, fetched: Fetched) -> None:
        _, body = self._kept(url)
        self._cache.mkdir(parents=True, exist_ok=True)
        record = {
            "asked": url,
            "url": fetched.url,
            "etag": fetched.headers["etag"],
            "sha256": hashlib.sha256(fetched.data).hexdigest(),
            "headers": {k: v for k, v in fetched.headers.items() if k in ("etag", "last-modified", "content-type")},
        }
        replace_file(body, fetched.data)
        replace_file(body.with_suffix(".json"), json.dumps(record, indent=1).encode())


def replace_file(path: Path, data: bytes) -> None:
    """Writes a file whole or not at all."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=".partial-")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def _expect(url: str, response: httpx.Response, kinds: tuple[str, ...]) -> None:
    if response.status_code == 403 and response.headers.get("X-RateLimit-Remaining") == "0":
        until = time.strftime("%H:%M UTC", time.gmtime(int(response.headers.get("X-RateLimit-Reset") or 0)))
        raise DownloadError(f"{url}: the rate limit is used up until {until}. Set GITHUB_TOKEN to raise it, or wait.")
    if response.status_code != 200:
        raise DownloadError(f"{url} answered {response.status_code} {response.reason_phrase}, expected 200.")
    kind = response.headers.get("Content-Type", "")
    if kinds and not kind.startswith(kinds):
        raise DownloadError(f"{url} answered with {kind or 'no content type'}, expected {' or '.join(kinds)}.")


def _bounded(url: str, response: httpx.Response, limit: int) -> Iterator[bytes]:
    size = 0
    for piece in response.iter_bytes():
        size += len(piece)
        if size > limit:
            raise DownloadError(f"{url} is larger than the {limit:,} bytes that are allowed: refused.")
        yield piece


def _retry_after(response: httpx.Response) -> float | None:
    """Seconds, from either form of the header (RFC 9110, 10.2.3)."""
    value = response.headers.get("Retry-After", "").strip()
    if value.isdigit():
        return float(value)
    try:
        return max(parsedate_to_datetime(value).timestamp() - time.time(), 0.0)
    except (TypeError, ValueError):
        return None
