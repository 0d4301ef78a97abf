"""The mirror step against a local origin with faults: the right message, and nothing lost."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Origin = Callable[..., dict[str, str]]


def _with(strata: Any, environment: dict[str, str]) -> Any:
    return type(strata)(strata.site, {**strata.environment, **environment})


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


def test_a_busy_host_is_asked_again(strata: Any, origin: Origin) -> None:
    assert _with(strata, origin(fault="flaky"))("mirror").stdout.count("files") == 6


@pytest.mark.parametrize(
    ("fault", "message"),
    [
        ("truncate", "Compressed file ended before the end-of-stream marker"),
        ("drop", "broke off"),
        ("corrupt", "is damaged"),
        ("rate-limit", "Set GITHUB_TOKEN"),
        ("redirect-offsite", "redirects to another host"),
        ("traversal", "leaves its folder"),
    ],
)
def test_trouble_is_named_and_leaves_the_last_snapshot_in_use(
    strata: Any, origin: Origin, fault: str, message: str
) -> None:
    _with(strata, origin(mcp_snapshot="38c84e9"))("mirror")
    state = Path(strata.environment["STRATA_STATE"])
    before = sorted((p.relative_to(state), p.stat().st_size) for p in (state / "snapshots" / "mcp").rglob("*"))
    failed = _with(strata, origin(fault=fault))("mirror", check=False)
    assert failed.returncode == 1
    assert message in failed.stderr
    assert "Traceback" not in failed.stderr
    after = sorted((p.relative_to(state), p.stat().st_size) for p in (state / "snapshots" / "mcp").rglob("*"))
    assert after == before


@pytest.mark.parametrize(("fault", "message"), [("html", "answered with text/html"), ("huge", "is larger than the")])
def test_a_page_that_is_none_is_refused(strata: Any, origin: Origin, fault: str, message: str) -> None:
    failed = _with(strata, origin(fault=fault, fault_path="interrupts"))("mirror", check=False)
    assert failed.returncode == 1
    assert message in failed.stderr and "interrupts.md" in failed.stderr


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
