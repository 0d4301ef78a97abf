"""A web server as GitHub Pages is one, over a line as slow as it is told, that keeps account of what it sent."""

from __future__ import annotations

import gzip
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from builder.site.serve import TYPES

_COMPRESSED = {
    ".css",
    ".html",
    ".js",
    ".json",
    ".mjs",
    ".svg",
    ".txt",
    ".xml",
}  # what Pages compresses; no .gz, no .wasm
_PIECE = 4096  # bytes that pass the line in one go


@dataclass(frozen=True)
class Line:
    """What a response waits for: its latency, and its turn on a line that all responses share.

    The figures are those of the developer tools of Chromium. The server holds the bytes back itself, because the
    browser's own emulation does not reach requests that workers make.
    """

    name: str
    latency: float  # seconds until the first byte
    rate: float  # bytes a second; 0 is no limit


UNLIMITED = Line("unlimited", 0.0, 0.0)
SLOW_4G = Line("Slow 4G", 0.5625, 180_000)
FAST_4G = Line("Fast 4G", 0.165, 1_012_500)


@dataclass(frozen=True)
class Sent:
    path: str
    bytes: int  # with headers
    at: float  # seconds of the epoch, when the last byte had left


@dataclass
class Host:
    """A site that is being served."""

    folder: Path
    address: str = ""
    line: Line = UNLIMITED
    sent: list[Sent] = field(default_factory=list)  # whole responses, in the order in which they were finished
    instead: dict[str, bytes] = field(default_factory=dict)  # by path: what is sent in place of a file
    _free: float = 0.0  # when the line is free again
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def wait(self, size: int) -> None:
        """Returns when `size` bytes have passed the line."""
        if not self.line.rate:
            return
        with self._lock:
            self._free = max(self._free, time.monotonic()) + size / self.line.rate
            free = self._free
        time.sleep(max(0.0, free - time.monotonic()))


@contextmanager
def hosted(folder: Path) -> Iterator[Host]:
    """Serves a folder at the root of any free port while the block runs."""
    host = Host(folder)
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Handler, host=host))
    server.daemon_threads = True
    host.address = f"http://127.0.0.1:{server.server_address[1]}/"
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield host
    finally:
        server.shutdown()
        server.server_close()


class _Handler(SimpleHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def __init__(self, *args: Any, host: Host) -> None:
        self._host = host
        super().__init__(*args, directory=str(host.folder))

    def do_GET(self) -> None:
        path = unquote(urlsplit(self.path).path)
        file = self._host.folder / path.lstrip("/")
        if file.is_dir():
            file /= "index.html"
        time.sleep(self._host.line.latency)
        if path not in self._host.instead and not file.is_file():
            self.send_error(404)
            return
        body, suffix = self._host.instead.get(path) or file.read_bytes(), file.suffix
        lines = [f"Content-Type: {TYPES.get(suffix, 'application/octet-stream')}", "Cache-Control: max-age=600"]
        if suffix in _COMPRESSED:
            body = gzip.compress(body, 6, mtime=0)
            lines.append("Content-Encoding: gzip")
        head = "\r\n".join(["HTTP/1.1 200 OK", *lines, f"Content-Length: {len(body)}", "", ""]).encode()
        self._pass(head)
        for start in range(0, len(body), _PIECE):
            self._pass(body[start : start + _PIECE])
        self._host.sent.append(Sent(path, len(head) + len(body), time.time()))

    def _pass(self, piece: bytes) -> None:
        self._host.wait(len(piece))
        self.wfile.write(piece)

    def handle(self) -> None:
        try:
            super().handle()
        except ConnectionError:  # the browser went away in the middle of a page
            self.close_connection = True

    def log_message(self, format: str, *args: Any) -> None:
        """Quiet: what was sent is in the account."""
