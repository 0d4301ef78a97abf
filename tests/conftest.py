"""What tests share: the real corpora, a local origin, built sites, a real browser."""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

PROJECT = Path(__file__).resolve().parent.parent
SHARED = PROJECT.parent / "shared"
CHROMIUM = ("--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking",
            "--disable-component-update", "--disable-sync", "--disable-quic")  # fmt: skip


@pytest.fixture(scope="session")
def corpus() -> Path:
    """The folder of real documentation, or a skip with its reason."""
    folder = SHARED / "corpus"
    if not folder.is_dir():
        pytest.skip("the real corpora are not beside the project (../shared/corpus)")
    return folder


@pytest.fixture(scope="session")
def origin_module(corpus: Path) -> ModuleType:
    """The module of the local origin."""
    spec = importlib.util.spec_from_file_location("origin", corpus / "origin.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


OriginServer = Callable[..., Any]


@pytest.fixture
def origin(origin_module: ModuleType) -> Iterator[OriginServer]:
    """Starts an origin with the faults asked for, and gives the environment that leads to it."""
    with _origins(origin_module) as start:
        yield start


@contextmanager
def _origins(module: ModuleType) -> Iterator[OriginServer]:
    servers = []

    def start(change: Callable[[Any], object] = lambda origin: None, **settings: Any) -> dict[str, str]:
        server = module.make_server(**settings)
        change(server.origin)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        servers.append(server)
        host, port = server.server_address[:2]
        base = f"http://{host}:{port}"
        return {
            "STRATA_GITHUB_API": f"{base}/api.github.com",
            "STRATA_CODELOAD": f"{base}/codeload.github.com",
            "STRATA_DOCS": f"{base}/docs.langchain.com",
        }

    try:
        yield start
    finally:
        for server in servers:
            server.shutdown()
            server.server_close()


@dataclass(frozen=True)
class Strata:
    """The command line, run as a user runs it, with a site and a state of its own."""

    site: Path
    environment: dict[str, str]

    def __call__(self, *arguments: str, check: bool = True) -> subprocess.CompletedProcess[str]:
        done = subprocess.run(
            [sys.executable, "-m", "builder.cli", *arguments],
            cwd=PROJECT, env={**os.environ, **self.environment}, capture_output=True, text=True, timeout=1800,
        )  # fmt: skip
        if check:
            assert done.returncode == 0, done.stderr
        return done


def _strata(folder: Path, **environment: str) -> Strata:
    return Strata(
        folder / "site",
        {"STRATA_STATE": str(folder / "state"), "STRATA_SITE": str(folder / "site"), "COLUMNS": "120", **environment},
    )


@pytest.fixture
def strata(tmp_path: Path) -> Strata:
    """The command line in an empty folder."""
    return _strata(tmp_path)


@pytest.fixture(scope="session")
def shared_folder(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Path:
    """One folder for all workers of a run."""
    folder = tmp_path_factory.getbasetemp()
    return folder if worker_id == "master" else folder.parent


@pytest.fixture(scope="session")
def sample_site(shared_folder: Path) -> Path:
    """The site of the sample corpus, built once a run."""
    return _built_once(shared_folder / "sample", lambda strata: strata("build", "--sample"))


@pytest.fixture(scope="session")
def real_site(shared_folder: Path, origin_module: ModuleType) -> Path:
    """The site of the real corpora, mirrored from a local origin and built once a run.

    Downloads, embeddings and built editions are kept in the project's cache folder between runs, as a reader's are.
    """

    def make(strata: Strata) -> None:
        with _origins(origin_module) as start:
            kept = Strata(
                strata.site, {**strata.environment, **start(), "STRATA_STATE": str(PROJECT / ".strata" / "test")}
            )
            kept("mirror")
            kept("build")

    return _built_once(shared_folder / "real", make)


def _built_once(folder: Path, make: Callable[[Strata], object]) -> Path:
    import fcntl

    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (folder / "done").exists():
            make(_strata(folder))
            (folder / "done").touch()
    return folder / "site"


@contextmanager
def served(site: Path, prefix: str = "/") -> Iterator[str]:
    """The address of a site, served as `strata serve` does, below `prefix`."""
    from builder.site.serve import make_server

    server = make_server(site, 0, prefix=prefix)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}{prefix}"
    finally:
        server.shutdown()
        server.server_close()


@pytest.fixture(scope="session")
def sample_address(sample_site: Path) -> Iterator[str]:
    with served(sample_site) as address:
        yield address


@pytest.fixture(scope="session")
def real_address(real_site: Path) -> Iterator[str]:
    with served(real_site) as address:
        yield address


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """A real Chromium."""
    path = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    assert path, "Chromium is missing: tests/browser/ensure-browsers installs it"
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=path, args=list(CHROMIUM))
        yield chromium
        chromium.close()


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A page in a profile of its own; the test fails if the console is not empty at its end."""
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    page = context.new_page()
    said: list[str] = []
    page.on("console", lambda message: said.append(f"{message.type}: {message.text}"))
    page.on("pageerror", lambda error: said.append(f"error: {error}"))
    yield page
    context.close()
    assert said == []
