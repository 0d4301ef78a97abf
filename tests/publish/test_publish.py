"""Publishing is one step: whatever happens, a whole site stands in its place."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from builder.publish import recover, staging, swap
from tests.conftest import PROJECT, _strata
from tests.publish.kills import hashes, kills


def site(folder: Path, text: str) -> Path:
    folder.mkdir(parents=True)
    (folder / "index.html").write_text(text)
    return folder


def left_beside(target: Path) -> list[str]:
    return sorted(path.name for path in target.parent.iterdir() if path != target)


def test_a_new_site_takes_the_place_of_the_old_one_and_nothing_is_left(tmp_path: Path) -> None:
    target = site(tmp_path / "site", "old")
    with staging(target) as folder:
        (folder / "index.html").write_text("new")
        swap(folder, target)
    assert (target / "index.html").read_text() == "new"
    assert left_beside(target) == []


def test_a_failed_build_leaves_the_old_site_and_nothing_else(tmp_path: Path) -> None:
    target = site(tmp_path / "site", "old")
    with pytest.raises(OSError, match="disk full"), staging(target) as folder:
        (folder / "index.html").write_text("half")
        raise OSError("disk full")
    assert (target / "index.html").read_text() == "old"
    assert left_beside(target) == []


def test_a_site_that_a_killed_run_had_moved_aside_comes_back(tmp_path: Path) -> None:
    target = tmp_path / "site"
    site(tmp_path / ".site-old-x", "old")
    site(tmp_path / ".site-staging-x", "half")
    recover(target)
    assert (target / "index.html").read_text() == "old"
    assert left_beside(target) == []


def test_a_build_that_is_killed_at_any_moment_leaves_a_whole_site(tmp_path: Path) -> None:
    assert [str(kill) for kill in kills(tmp_path, times=6) if kill.problems] == []


def test_a_second_run_says_that_it_waits_for_the_first(strata: Any) -> None:
    import fcntl

    state = Path(strata.environment["STRATA_STATE"])
    state.mkdir(parents=True)
    with (state / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        second = subprocess.Popen(
            [sys.executable, "-m", "builder.cli", "build", "--sample"],
            cwd=PROJECT, env={**os.environ, **strata.environment},
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )  # fmt: skip
        assert second.stderr is not None
        line = second.stderr.readline()
    assert "Another run is at work" in line
    second.communicate(timeout=600)
    assert second.returncode == 0


def test_a_second_build_with_nothing_changed_says_so_and_writes_nothing(strata: Any) -> None:
    strata("build", "--sample")
    before = {path: path.stat().st_mtime_ns for path in strata.site.rglob("*")}
    assert "Nothing has changed" in strata("build", "--sample").stdout
    assert {path: path.stat().st_mtime_ns for path in strata.site.rglob("*")} == before


def test_two_builds_of_one_snapshot_give_the_same_bytes(strata: Any, sample_site: Path) -> None:
    strata("build", "--sample")
    assert hashes(strata.site) == hashes(sample_site)


def test_what_a_state_folder_has_seen_before_leaves_no_trace_in_a_site(
    tmp_path: Path, upstream: Path, sample_site: Path
) -> None:
    """Another revision of the same collections, another site, another PYTHONHASHSEED: the same bytes in the end."""
    page, config = upstream / "tide" / "docs" / "specification" / "2.0" / "basic" / "transports.mdx", "strata.toml"
    page.write_text(page.read_text("utf-8") + "\n## Gulls\n\nA gull is no transport.\n", "utf-8")
    other = _strata(tmp_path)
    other("mirror", "--config", str(upstream / config))
    other("build", "--config", str(upstream / config))
    assert hashes(other.site) != hashes(sample_site)
    strata = _strata(tmp_path / "second", STRATA_STATE=other.environment["STRATA_STATE"], PYTHONHASHSEED="7")
    strata("build", "--sample")
    assert hashes(strata.site) == hashes(sample_site)
