"""`strata clean` removes what nothing refers to any more, and never what something does."""

from __future__ import annotations

import hashlib
import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from builder import record, settings
from builder.clean import clean
from builder.record import BuiltSite, Mirrored, Record
from builder.sources.store import SnapshotStore
from tests.conftest import PROJECT, _strata

SAMPLE = PROJECT / "tests" / "sample" / "strata.toml"


def hashes(folder: Path) -> dict[str, str]:
    files = sorted(file for file in folder.rglob("*") if file.is_file())
    return {str(file.relative_to(folder)): hashlib.sha256(file.read_bytes()).hexdigest() for file in files}


def write(place: Path, size: int = 1000) -> Path:
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_bytes(b"x" * size)
    return place


@pytest.fixture(scope="module")
def strata(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """The command line with a state that a build of the sample has filled."""
    folder = tmp_path_factory.mktemp("clean")
    run = _strata(folder)
    run("build", "--sample")
    return run


def left_over(state: Path, site: Path) -> list[Path]:
    """Puts a leftover of every sort there and returns their places."""
    return [
        write(state / "snapshots/tide/0123456789abcdef/docs/docs.json", 2_000_000).parents[1],
        write(state / "snapshots/tide/.staging-abc/docs/docs.json").parents[1],
        write(state / "snapshots/gone/0123456789abcdef/docs/docs.json").parents[2],
        write(state / "editions/0123456789abcdef0123456789abcdef/index.html").parent,
        write(state / "editions/.building-abc/docs/index.md").parents[1],
        write(state / "embeddings/0123456789abcdef.sqlite"),
        write(state / "http/.partial-abc"),
        write(state / "http/0123456789abcdef.body"),
        write(site.parent / f".{site.name}-staging-abc/index.html").parent,
    ]


def test_everything_left_over_goes_and_the_next_build_has_nothing_to_do(strata: Any) -> None:
    state = Path(strata.environment["STRATA_STATE"])
    before, site = hashes(state), hashes(strata.site)
    places = left_over(state, strata.site)
    said = strata("clean", "--sample", "--dry-run").stdout
    assert said.splitlines()[:3] == [
        "sources that no settings name: 1, 0.0 MB",
        "what stopped runs left: 4, 0.0 MB",
        "old snapshots: 1, 2.0 MB",
    ]
    assert said.splitlines()[-1] == "Would free 2.0 MB."
    assert [place for place in places if not place.exists()] == []
    assert strata("clean", "--sample").stdout.splitlines()[-1] == "Freed 2.0 MB."
    assert [place for place in places if place.exists()] == []
    assert hashes(state) == before
    assert "Nothing has changed" in strata("build", "--sample").stdout
    assert hashes(strata.site) == site
    assert strata("clean", "--sample").stdout == "Nothing is left over.\n"


def test_a_build_that_is_forced_after_it_takes_every_edition_from_the_last_one(strata: Any) -> None:
    strata("clean", "--sample")
    assert "pages built again: none; taken from the last build: 6" in strata("build", "--sample", "--force").stdout


def state_of_two_sites(folder: Path) -> tuple[Path, Path, Path]:
    """A state folder, a site of the sample, and a site that other settings made."""
    state, ours, theirs = folder / "state", folder / "ours", folder / "theirs"
    for name, site in (("1", ours), ("2", theirs)):
        write(site / "index.html")
        write(state / "editions" / name / "index.html")
        write(state / "snapshots" / f"source{name}" / name / "snapshot.json")
        (state / "snapshots" / f"source{name}" / "current.json").write_text(json.dumps({"snapshot": name}))
    built = {
        str(site): BuiltSite("key", {f"source{name}": name}, {}, [name], "model")
        for name, site in (("1", ours), ("2", theirs))
    }
    record.write(state, Record({}, built))
    return state, ours, theirs


def names(state: Path, site: Path, dry: bool = False) -> list[str]:
    found = clean(settings.load(SAMPLE), site, state, dry, print)
    return [leftover.path.relative_to(state).as_posix() for leftover in found]


def test_what_another_site_is_made_of_stays_as_long_as_it_stands(tmp_path: Path) -> None:
    state, ours, theirs = state_of_two_sites(tmp_path)
    assert names(state, ours) == []
    shutil.rmtree(theirs)
    assert names(state, ours) == ["snapshots/source2", "editions/2"]


def test_the_snapshots_of_other_settings_stay_as_long_as_these_name_them(tmp_path: Path) -> None:
    state, ours, theirs = state_of_two_sites(tmp_path)
    shutil.rmtree(theirs)
    other = tmp_path / "other.toml"
    other.write_text(SAMPLE.read_text("utf-8").replace("[collections.driftwood", "[collections.source2"), "utf-8")
    record.write(state, record.read(state).with_mirrored(other, Mirrored(["source2-0.1", "source2-0.2"], [])))
    store = SnapshotStore(state / "snapshots")
    for source in ("source2-0.1", "source2-0.3"):
        with store.staging(source) as staging:
            write(staging / "a.md")
            store.publish(staging, source, "", "", "", ["a.md"])
    assert names(state, ours) == ["snapshots/source2", "snapshots/source2-0.3", "editions/2"]
    other.unlink()
    assert names(state, ours) == ["snapshots/source2-0.1"]


def test_without_a_record_of_the_site_no_edition_goes(tmp_path: Path) -> None:
    state, ours, _ = state_of_two_sites(tmp_path)
    (state / record.FILE).write_text("{damaged")
    assert [name for name in names(state, ours, dry=True) if name.startswith("editions")] == []


@pytest.mark.parametrize("damage", [lambda file: file.unlink(), lambda file: file.write_text("{damaged")])
def test_without_a_record_only_what_stopped_runs_left_goes(tmp_path: Path, damage: Any) -> None:
    state, ours, theirs = state_of_two_sites(tmp_path)
    left_over(state, ours)
    shutil.rmtree(theirs)
    write(state / "snapshots/tide/current.json").write_text('{"snapshot": "fedcba9876543210"}')
    known = {leftover.path for leftover in clean(settings.load(SAMPLE), ours, state, True, print)}
    stopped = {path for path in known if path.name.startswith(".")}
    assert {state / "snapshots/gone", state / "snapshots/tide/0123456789abcdef"} <= known - stopped
    damage(state / record.FILE)
    found = {leftover.path for leftover in clean(settings.load(SAMPLE), ours, state, False, print)}
    assert found and found <= stopped
    assert {path for path in known if path.exists()} == known - found


def test_a_snapshot_stays_where_what_names_the_one_in_use_is_damaged(tmp_path: Path) -> None:
    state, ours, _ = state_of_two_sites(tmp_path)
    write(state / "snapshots/tide/0123/snapshot.json")
    (state / "snapshots/tide/current.json").write_text("{")
    assert names(state, ours) == []


def test_answers_that_the_last_mirror_run_relied_on_stay(tmp_path: Path) -> None:
    state, ours, _ = state_of_two_sites(tmp_path)
    for name in ("asked", "stale"):
        write(state / "http" / f"{name}.json")
        write(state / "http" / f"{name}.body")
    assert names(state, ours) == []  # which of them these settings need is not known
    record.write(state, record.read(state).with_mirrored(SAMPLE, Mirrored([], ["asked"])))
    assert names(state, ours) == ["http/stale.body", "http/stale.json"]
