"""A local web server for the built site, as strict about MIME types as a browser is."""

from __future__ import annotations

import contextlib
import errno
import sys
from collections.abc import Callable
from functools import partial
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from builder.errors import StrataError

# Not left to the system's own table, which differs from machine to machine. A .gz is never announced as an encoding:
# readers inflate it themselves, as on GitHub Pages.
TYPES = {
    ".css": "text/css; charset=utf-8",
    ".gz": "application/gzip",
    ".html": "text/html; charset=utf-8",
    ".ico": "image/x-icon",
    ".jpeg": "image/jpeg",
    ".jpg": "image/jpeg",
    ".gif": "image/gif",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json; charset=utf-8",
    ".md": "text/markdown; charset=utf-8",
    ".mjs": "text/javascript; charset=utf-8",
    ".onnx": "application/octet-stream",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".wasm": "application/wasm",
    ".webp": "image/webp",
    ".woff2": "font/woff2",
    ".xml": "application/xml; charset=utf-8",
}


class ServeError(StrataError):
    """The site cannot be served: there is none, or the port is taken."""


def serve(folder: Path, port: int, told: Callable[[str], object], host: str = "127.0.0.1", prefix: str = "/") -> None:
    """Serves until interrupted; `told` gets the address once there is an answer."""
    with make_server(folder, port, host, prefix) as server:
        told(f"http://localhost:{server.server_address[1]}/{prefix.strip('/')}".rstrip("/") + "/")
        with contextlib.suppress(KeyboardInterrupt):  # the way to end it
            server.serve_forever()


def make_server(folder: Path, port: int, host: str = "127.0.0.1", prefix: str = "/") -> ThreadingHTTPServer:
    """A server that listens already; port 0 takes any free one. `prefix` is the path the site stands under."""
    if not (folder / "index.html").is_file():
        raise ServeError(f"There is no site in {folder}: run strata build first.")
    handler = partial(_Handler, directory=str(folder), prefix=f"/{prefix.strip('/')}/".replace("//", "/"))
    try:
        return _Server((host, port), handler)
    except OSError as error:
        if error.errno in (errno.EADDRINUSE, errno.EACCES):
            why = "is taken by another program" if error.errno == errno.EADDRINUSE else "may not be used by you"
            raise ServeError(f"Port {port} {why}: choose another with --port, such as --port {port + 1}.") from error
        raise ServeError(f"Cannot listen on {host}, port {port}: {error.strerror or error}.") from error


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    allow_reuse_address = True

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A reader who went away in the middle of a page is no error."""
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, client_address)


class _Handler(SimpleHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    extensions_map = TYPES

    def __init__(self, *args: Any, prefix: str, directory: str) -> None:
        self._prefix = prefix
        super().__init__(*args, directory=directory)

    def translate_path(self, path: str) -> str:
        if not path.startswith(self._prefix):
            return str(Path(self.directory) / ".outside")  # there is no such file
        return super().translate_path(path[len(self._prefix) - 1 :])

    def list_directory(self, path: object) -> None:
        self.send_error(HTTPStatus.NOT_FOUND)

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        page = Path(self.directory) / "404.html"
        if code != HTTPStatus.NOT_FOUND or not page.is_file():
            super().send_error(code, message, explain)
            return
        body = page.read_bytes()
        self.send_response(code)
        self.send_header("Content-Type", TYPES[".html"])
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def end_headers(self) -> None:
        if urlsplit(self.path).path.endswith("/manifest.json"):
            self.send_header("Cache-Control", "no-cache")
        self.send_header("X-Content-Type-Options", "nosniff")
        super().end_headers()

    def log_message(self, format: str, *args: Any) -> None:
        """Quiet: the terminal belongs to whoever started the server."""
