"""A navigation that cannot be right, and a disk that is full: the site stays, the message says what to do."""

from __future__ import annotations

import json
import os
import resource
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from builder.faults import explained
from tests.conftest import PROJECT, Strata, _strata
from tests.publish.kills import hashes


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory, upstream: Path) -> Strata:
    strata = _strata(tmp_path_factory.mktemp("trouble"))
    strata("mirror", "--config", str(upstream / "strata.toml"))
    strata("build", "--config", str(upstream / "strata.toml"))
    return strata


def without_a_page(docs: dict[str, Any]) -> dict[str, Any]:
    return json.loads(json.dumps(docs).replace('"specification/2.0/basic/transports"', '"specification/2.0/gone"'))  # type: ignore[no-any-return]


@pytest.mark.parametrize(
    ("docs", "message"),
    [
        ("", "docs/docs.json of tide is not valid JSON"),
        ("{}", "docs/docs.json of tide has no navigation that can be read"),
        ('{"navigation": {"tabs": []}}', "The navigation of docs/docs.json of tide lists no page"),
        ("missing", "lists the page 'specification/2.0/gone' for 2.0, but there is no docs/specification/2.0/gone.mdx"),
    ],
)
def test_a_navigation_that_cannot_be_right_changes_nothing_and_the_next_good_run_recovers(
    built: Strata, upstream: Path, docs: str, message: str
) -> None:
    file, config = upstream / "tide" / "docs" / "docs.json", str(upstream / "strata.toml")
    whole, site = file.read_text("utf-8"), hashes(built.site)
    try:
        wrong = json.dumps(without_a_page(json.loads(whole))) if docs == "missing" else docs
        file.write_text(wrong, "utf-8")
        built("mirror", "--config", config)
        failed = built("build", "--config", config, check=False)
    finally:
        file.write_text(whole, "utf-8")
    assert failed.returncode == 1
    assert message in failed.stderr and "Traceback" not in failed.stderr
    assert hashes(built.site) == site
    built("mirror", "--config", config)
    assert "Nothing has changed" in built("build", "--config", config).stdout


def limited(strata: Strata, size: int) -> subprocess.CompletedProcess[str]:
    """A forced build of the sample in which no file may be larger than this: what any user can have for a full disk."""
    return subprocess.run(
        [sys.executable, "-m", "builder.cli", "build", "--sample", "--force"],
        cwd=PROJECT, env={**os.environ, **strata.environment}, capture_output=True, text=True, timeout=1800,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (size, size)),
    )  # fmt: skip


def full(failed: subprocess.CompletedProcess[str]) -> None:
    assert failed.returncode == 1, failed.stderr
    assert "There is no room left to write" in failed.stderr and "`strata clean`" in failed.stderr
    assert "Traceback" not in failed.stderr


@pytest.mark.parametrize("size", [4_000, 60_000, 1_000_000])  # in a snapshot, while pages are built, at the model
def test_where_nothing_more_can_be_written_the_site_stays(strata: Strata, sample_site: Path, size: int) -> None:
    shutil.copytree(sample_site, strata.site)
    full(limited(strata, size))
    assert hashes(strata.site) == hashes(sample_site)
    assert [path.name for path in strata.site.parent.iterdir() if path.name.startswith(".")] == []


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of 150 MB, where the system lets us have one."""
    disk = tmp_path / "disk"
    disk.mkdir()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=150m", "tmpfs", disk], capture_output=True, text=True)
    if mounted.returncode != 0:
        pytest.skip(f"a file system in memory cannot be mounted: {mounted.stderr.strip()}")
    yield disk
    subprocess.run(["umount", disk], check=True)


def test_a_disk_that_fills_up_keeps_its_site_and_once_there_is_room_the_build_is_done(
    small_disk: Path, sample_site: Path
) -> None:
    strata = _strata(small_disk)
    strata("build", "--sample")
    assert hashes(strata.site) == hashes(sample_site)
    for room in (0, 12_000_000):
        free = shutil.disk_usage(small_disk).free
        (small_disk / "ballast").write_bytes(b"\0" * (free - room))
        full(strata("build", "--sample", "--force", check=False))
        assert hashes(strata.site) == hashes(sample_site)
        (small_disk / "ballast").unlink()
    strata("build", "--sample", "--force")
    assert hashes(strata.site) == hashes(sample_site)
    assert sorted(path.name for path in small_disk.iterdir()) == ["site", "state"]


def test_only_faults_of_the_machine_are_explained() -> None:
    assert explained(FileNotFoundError(2, "No such file or directory", "a.md")) == ""
    assert explained(ValueError("[Errno 28]")) == ""
    denied = explained(PermissionError(13, "Permission denied", "site"))
    assert denied.startswith("Something may not be written or read: Permission denied, site.")
    many = explained(shutil.Error([("a", "b", "[Errno 28] No space left on device: 'b'")]))
    assert many.startswith("There is no room left to write: [Errno 28] No space left on device: 'b'.")
