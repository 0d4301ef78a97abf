"""What the tests of publishing share."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.conftest import PROJECT


@pytest.fixture(scope="module")
def upstream(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the sample that the tests of a module change, one after the other."""
    folder = tmp_path_factory.mktemp("upstream") / "sample"
    shutil.copytree(PROJECT / "tests" / "sample", folder)
    return folder
