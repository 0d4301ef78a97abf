"""A site served with faults: other headers, files that are gone or are something else."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import urlsplit

from builder.site.serve import TYPES

Answer = tuple[int, str, bytes]  # status, content type, body


@dataclass
class FaultySite:
    """What is served, and what was asked for; both may change while it is served."""

    folder: Path
    address: str = ""
    headers: dict[str, str] = field(default_factory=dict)
    instead: dict[str, Answer] = field(default_factory=dict)  # by a part of the path
    asked: list[str] = field(default_factory=list)  # paths, in order
    held_back: dict[str, threading.Event] = field(default_factory=dict)  # by a part of the path

    @contextmanager
    def held(self, part: str) -> Iterator[None]:
        """Answers for paths with this part wait until the block ends."""
        event = self.held_back[part] = threading.Event()
        try:
            yield
        finally:
            event.set()


@contextmanager
def faulty(folder: Path) -> Iterator[FaultySite]:
    """Serves a site below /repo/, as a project's GitHub Pages do."""
    site = FaultySite(folder)
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Handler, site))
    server.daemon_threads = True
    site.address = f"http://127.0.0.1:{server.server_address[1]}/repo/"
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield site
    finally:
        server.shutdown()
        server.server_close()


class _Handler(SimpleHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    extensions_map = TYPES

    def __init__(self, site: FaultySite, *args: object) -> None:
        self._site = site
        super().__init__(*args, directory=str(site.folder))  # type: ignore[arg-type]  # what socketserver passes on

    def translate_path(self, path: str) -> str:
        return super().translate_path(path.removeprefix("/repo"))

    def do_GET(self) -> None:
        path = urlsplit(self.path).path
        self._site.asked.append(path)
        for part, event in self._site.held_back.items():
            if part in path:
                event.wait(60)
        for part, (status, kind, body) in self._site.instead.items():
            if part in path:
                self.send_response(status)
                self.send_header("Content-Type", kind)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)
                return
        super().do_GET()

    def end_headers(self) -> None:
        for name, value in self._site.headers.items():
            self.send_header(name, value)
        super().end_headers()

    def log_message(self, format: str, *args: object) -> None:
        pass
