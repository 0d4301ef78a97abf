"""The mirror step against a local origin with faults: the right message, and nothing lost."""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from tests.conftest import _origins, _strata

Origin = Callable[..., dict[str, str]]


def _with(strata: Any, environment: dict[str, str]) -> Any:
    return type(strata)(strata.site, {**strata.environment, **environment})


def _hashes(folder: Path) -> dict[str, str]:
    files = sorted(file for file in folder.rglob("*") if file.is_file())
    return {str(file.relative_to(folder)): hashlib.sha256(file.read_bytes()).hexdigest() for file in files}


def test_a_first_run_brings_every_source_with_its_commit(strata: Any, origin: Origin) -> None:
    done = _with(strata, origin())("mirror")
    assert done.stdout.splitlines() == [
        "mcp: b0f60ba5409d of 2026-08-22, 451 files",
        "langgraph-0.4: 13d66e0ebb62 of 2025-06-25, 224 files",
        "langgraph-0.5: 1ee6bfeb8db8 of 2025-07-21, 216 files",
        "langgraph-0.6: 252d6efbbf62 of 2025-10-20, 333 files",
        "langgraph-latest: eb22bc36ba97 of 2026-08-12, 45 files",
        "langgraph-latest-js: 067969f46c60 of 2026-08-12, 45 files",
    ]


@pytest.fixture(scope="module")
def mirrored(tmp_path_factory: pytest.TempPathFactory, origin_module: ModuleType) -> Path:
    """A state that a run has filled when upstream was at an earlier commit."""
    folder = tmp_path_factory.mktemp("mirrored")
    with _origins(origin_module) as start:
        _with(_strata(folder), start(mcp_snapshot="38c84e9"))("mirror")
    return folder / "state"


# What each fault ends in: the exit code, and what the message says of what happened and of what to do.
FAULTS = {
    "flaky": (0, ""),
    "slow": (0, ""),
    "truncate": (1, r"is damaged \(Compressed file ended .*run `strata mirror` again"),
    "drop": (
        1,
        r"could not be reached or broke off .*tried 4 times\. The last snapshots are still there: `strata build`",
    ),
    "corrupt": (1, r"is damaged .*Nothing of it is used; run `strata mirror` again"),
    "html": (1, r"\.md answered with text/html.*, expected text/markdown"),
    "rate-limit": (1, r"the rate limit is used up until \d\d:\d\d UTC\. Set GITHUB_TOKEN to raise it, or wait"),
    "redirect-offsite": (1, r"redirects to another host, http://127\.0\.0\.1:9/: refused"),
    "huge": (1, r"\.md is larger than the 2,000,000 bytes that are allowed: refused"),
    "traversal": (1, r"holds the path '\.\./evil', which leaves its folder: refused"),
}
OF_PAGES = ("html", "huge")  # tarballs that come before them are sound, and used


def test_every_fault_of_the_origin_is_tried(origin_module: ModuleType) -> None:
    assert set(FAULTS) == set(origin_module.FAULTS)


@pytest.mark.parametrize("fault", FAULTS)
def test_trouble_upstream_is_named_loses_nothing_and_is_over_with_the_next_good_run(
    strata: Any, origin: Origin, mirrored: Path, sample_site: Path, fault: str
) -> None:
    code, message = FAULTS[fault]
    state = Path(strata.environment["STRATA_STATE"])
    shutil.copytree(mirrored, state, copy_function=os.link)
    shutil.copytree(sample_site, strata.site, copy_function=os.link)
    site, snapshots = _hashes(strata.site), _hashes(state / "snapshots")
    done = _with(strata, origin(fault=fault))("mirror", check=False)
    assert done.returncode == code, done.stderr
    assert re.search(message, done.stderr, re.S)
    assert code == 0 or "stays in use until `strata mirror` succeeds" in done.stderr or "are still there" in done.stderr
    assert "Traceback" not in done.stderr
    assert _hashes(strata.site) == site
    kept = _hashes(state / "snapshots")
    if code and fault not in OF_PAGES:
        assert kept == snapshots
    assert {name for name in snapshots if kept[name] != snapshots[name]} <= {"mcp/current.json"}
    assert "mcp: b0f60ba5409d of 2026-08-22, 451 files" in _with(strata, origin())("mirror").stdout
    assert list((state / "snapshots").glob("*/.*")) == []


def test_a_list_that_has_lost_over_a_tenth_of_its_pages_is_not_believed(
    strata: Any, origin: Origin, mirrored: Path
) -> None:
    state = Path(strata.environment["STRATA_STATE"])
    shutil.copytree(mirrored, state, copy_function=os.link)
    pointer = state / "snapshots" / "langgraph-latest" / "current.json"
    before = pointer.read_text()

    def shorten(upstream: Any) -> None:
        for name in [name for name in upstream.files if name.endswith("/llms.txt")]:
            lines = upstream.files[name].decode().splitlines(keepends=True)
            gone = sorted(line for line in lines if "/oss/python/langgraph/" in line and ".md)" in line)[:5]
            upstream.files[name] = "".join(line for line in lines if line not in gone).encode()

    fewer = _with(strata, origin(change=shorten))
    refused = fewer("mirror", check=False)
    assert refused.returncode == 1
    assert "lists 38 pages below /oss/python/langgraph/, 43 at the last time." in refused.stderr
    assert "`strata mirror --accept-fewer-pages`" in refused.stderr
    assert pointer.read_text() == before
    assert "langgraph-latest: " in fewer("mirror", "--accept-fewer-pages").stdout
    assert pointer.read_text() != before


@pytest.mark.parametrize("form", ["truncated-2026-08-13", "flat-2026-08-14", "sections-2026-08-22"])
def test_every_form_that_the_index_has_had_gives_the_same_pages(strata: Any, origin: Origin, form: str) -> None:
    _with(strata, origin(llms=form))("mirror")
    state = Path(strata.environment["STRATA_STATE"]) / "snapshots" / "langgraph-latest"
    current = json.loads((state / "current.json").read_text())["snapshot"]
    pages = [p for p in json.loads((state / current / "snapshot.json").read_text())["files"] if p.endswith(".md")]
    assert len(pages) == 43


def test_without_network_and_snapshot_the_error_names_the_sample(strata: Any) -> None:
    nobody = {name: "http://127.0.0.1:9" for name in ("STRATA_GITHUB_API", "STRATA_CODELOAD", "STRATA_DOCS")}
    failed = _with(strata, nobody)("mirror", check=False)
    assert failed.returncode == 1
    assert "http://127.0.0.1:9" in failed.stderr and "--sample" in failed.stderr
    failed = strata("build", check=False)
    assert failed.returncode == 1
    assert "no snapshot of mcp" in failed.stderr and "--sample" in failed.stderr
