"""The local server: types as a browser wants them, and errors that say what to do."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path

import httpx
import pytest

from builder.site.serve import ServeError, make_server


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in (
        "index.html",
        "a.mjs",
        "a.js",
        "a.wasm",
        "a.onnx",
        "a.gz",
        "a.md",
        "a.json",
        "manifest.json",
        "404.html",
    ):
        (tmp_path / name).write_text(name, "utf-8")
    (tmp_path / "empty").mkdir()
    return tmp_path


@pytest.fixture
def port(folder: Path) -> Iterator[int]:
    with make_server(folder, 0, prefix="/repo/") as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server.server_address[1]
        server.shutdown()


def get(port: int, path: str) -> tuple[HTTPResponse, bytes]:
    connection = HTTPConnection("127.0.0.1", port, timeout=10)
    connection.request("GET", path)
    response = connection.getresponse()
    return response, response.read()


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("a.mjs", "text/javascript; charset=utf-8"),
        ("a.js", "text/javascript; charset=utf-8"),
        ("a.wasm", "application/wasm"),
        ("a.onnx", "application/octet-stream"),
        ("a.gz", "application/gzip"),
        ("a.md", "text/markdown; charset=utf-8"),
        ("a.json", "application/json; charset=utf-8"),
        ("", "text/html; charset=utf-8"),
    ],
)
def test_files_have_the_types_that_browsers_insist_on(port: int, name: str, expected: str) -> None:
    response, _ = get(port, f"/repo/{name}")
    assert response.status == 200 and response.headers["Content-Type"] == expected
    assert "Content-Encoding" not in response.headers


def test_the_manifest_is_not_kept(port: int) -> None:
    assert get(port, "/repo/manifest.json")[0].headers["Cache-Control"] == "no-cache"


@pytest.mark.parametrize("path", ["/repo/nothing/", "/elsewhere/", "/repo/empty/", "/repo/%2e%2e/x"])
def test_what_is_not_there_is_answered_with_the_404_page(port: int, path: str) -> None:
    response, body = get(port, path)
    assert response.status == 404 and body == b"404.html"


def test_a_taken_port_is_named_with_the_way_out(folder: Path, port: int) -> None:
    with pytest.raises(ServeError, match=f"Port {port} is taken .* choose another with --port"):
        make_server(folder, port)


def test_a_folder_without_a_site_says_what_to_run(tmp_path: Path) -> None:
    with pytest.raises(ServeError, match="run strata build first"):
        make_server(tmp_path / "nothing", 0)


def test_the_command_says_where_the_site_is_and_an_interrupt_is_no_failure(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("<!doctype html><title>Here</title>")
    server = subprocess.Popen(
        [sys.executable, "-m", "builder.cli", "serve", "--site", str(tmp_path), "--port", "0", "--prefix", "/repo/"],
        stderr=subprocess.PIPE, text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # ignored where a background job starts it
    )  # fmt: skip
    assert server.stderr is not None
    said = server.stderr.readline()
    address = re.search(r"at (http://localhost:\d+/repo/) \(Ctrl-C ends it\)", said)
    assert address, said
    assert "Here" in httpx.get(address[1].replace("localhost", "127.0.0.1")).text
    server.send_signal(signal.SIGINT)
    assert server.wait(timeout=20) == 0
