"""The engine over the sample's index."""

from __future__ import annotations

from pathlib import Path

import pytest

from builder.index.reader import Index
from builder.model.encoder import Encoder
from builder.search.engine import Engine


@pytest.fixture(scope="session")
def engine(sample_site: Path) -> Engine:
    return Engine(Index.open(sample_site), Encoder.bundled())


@pytest.fixture(scope="session")
def real_engine(real_site: Path) -> Engine:
    return Engine(Index.open(real_site), Encoder.bundled())
