"""A client of the sample site's server."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.assistants.client import Client


@pytest.fixture(scope="module")
def client(sample_site: Path) -> Iterator[Client]:
    started = Client("--site", str(sample_site))
    yield started
    assert started.close() == ""
