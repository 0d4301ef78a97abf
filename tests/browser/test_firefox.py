"""The search box in Debian's Firefox, on the sample site below a path."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.browser.faults import faulty
from tests.conftest import PROJECT


@pytest.fixture(scope="module")
def seen(sample_site: Path) -> Iterator[dict[str, Any]]:
    """What firefox.mjs saw, in one run."""
    program = next(filter(None, map(shutil.which, ("firefox-esr", "firefox"))), None)
    if program is None:
        pytest.skip("Firefox is missing: as root, tests/browser/ensure-browsers installs it")
    script = PROJECT / "tests" / "browser" / "firefox.mjs"
    with faulty(sample_site) as site:
        done = subprocess.run(
            ["node", script, program, site.address, "tide/2.0/specification/basic/transports/"],
            cwd=PROJECT, capture_output=True, text=True, timeout=600,
        )  # fmt: skip
    assert done.returncode == 0, done.stderr
    yield json.loads(done.stdout)


def test_in_firefox_keyword_results_come_with_marked_excerpts(seen: dict[str, Any]) -> None:
    assert seen["version"].startswith("firefox/")
    assert seen["keyword"]["status"].startswith("Keyword results")
    assert seen["keyword"]["headings"][0] == "Session Management"
    assert {"session", "Session"} & set(seen["keyword"]["marked"])


def test_in_firefox_a_quoted_phrase_holds(seen: dict[str, Any]) -> None:
    assert seen["phrase"] == ["Session Management"]


def test_in_firefox_enter_opens_the_active_result_with_its_passage_marked(seen: dict[str, Any]) -> None:
    assert seen["active"] == "search-option-0"
    assert seen["opened"]["hash"] == "#session-management"
    assert {"visible", "ASCII"} <= set(seen["opened"]["marks"])


def test_in_firefox_the_model_runs_too(seen: dict[str, Any]) -> None:
    assert len(seen["hybrid"]) > 3


def test_in_firefox_the_console_stays_empty(seen: dict[str, Any]) -> None:
    assert seen["console"] == []
