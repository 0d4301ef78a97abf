"""A site of small editions by hand, built once."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from builder.site.build import build
from builder.site.serve import make_server

sys.path.insert(0, str(Path(__file__).parent))  # for `small`

import small


@pytest.fixture(scope="session")
def small_site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("small")
    build(small.editions(), small.settings(), folder / "site", folder / "cache")
    return folder / "site"


@pytest.fixture(scope="session")
def small_address(small_site: Path) -> Iterator[str]:
    """Served below the path that its settings name."""
    with make_server(small_site, 0, prefix="/docs/") as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}/docs/"
        server.shutdown()
