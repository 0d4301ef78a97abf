"""`strata clean`: what nothing refers to any more leaves the state folder, and never what something does.

Everything here can be made again, so the worst mistake costs time: but a site whose inputs have not changed must find
all it was made from. What refers to things is the settings in use, other settings files that were mirrored and still
exist, and every built site that still stands. Where the record of these is missing or cannot be read, only what
stopped runs left goes.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from builder import record
from builder.model.encoder import Encoder
from builder.pages.mkdocs import IMAGES
from builder.publish import abandoned, alone
from builder.record import BuiltSite, Mirrored, Record
from builder.settings import Settings, SettingsError, load
from builder.sources.snapshot import SnapshotError
from builder.sources.store import SnapshotStore

_REMOVED = ".removed-"  # a folder on its way out: no half of it is ever seen under its own name
_STOPPED = "what stopped runs left"


@dataclass(frozen=True)
class Leftover:
    """A file or folder that nothing refers to."""

    what: str  # the sort, for people: "old snapshots"
    path: Path
    size: int  # bytes


def clean(settings: Settings, site: Path, state: Path, dry: bool, told: Callable[[str], object]) -> list[Leftover]:
    """Removes what is left over in the state folder and beside the sites, alone; with `dry` it only finds it."""
    if not state.is_dir():
        return []
    with alone(state / "lock", told):
        known = record.read(state)
        sites = {path: run for path, run in known.built.items() if Path(path).is_dir() or Path(path) == site}
        mirrored = {path: run for path, run in known.mirrored.items() if Path(path).is_file()}
        sources = {source.name for source in settings.sources}
        sources |= {name for path, run in mirrored.items() for name in _sources(Path(path), run)}
        found = [
            *_snapshots(state, sources, list(sites.values())),
            *(_editions(state, list(sites.values())) if str(site) in sites or not site.is_dir() else ()),
            *_embeddings(state, list(sites.values())),
            *(_answers(state, mirrored) if str(settings.path) in mirrored else ()),
            *_half_built(site, [Path(path) for path in sites]),
        ]
        if known == Record():
            found = [leftover for leftover in found if leftover.what == _STOPPED]
        if not dry:
            for leftover in found:
                _remove(leftover.path)
            if known != (kept := Record(mirrored, sites)):
                record.write(state, kept)
    return found


def _sources(settings: Path, run: Mirrored) -> list[str]:
    """The sources a settings file names now, or named when it was mirrored where it cannot be read."""
    try:
        return [source.name for source in load(settings).sources]
    except SettingsError:
        return run.sources


def _snapshots(state: Path, sources: set[str], sites: list[BuiltSite]) -> Iterator[Leftover]:
    store = SnapshotStore(state / "snapshots")
    for folder in _folders(store.folder):
        kept = {run.snapshots[folder.name] for run in sites if folder.name in run.snapshots}
        if folder.name in sources:
            try:
                kept.add(store.current_name(folder.name) or "")
            except SnapshotError:
                continue  # which one is in use only the next mirror run can say
        elif not kept:
            yield _leftover("sources that no settings name", folder)
            continue
        for path in _entries(folder):
            if path.name.startswith("."):
                yield _leftover(_STOPPED, path)
            elif path.is_dir() and path.name.removesuffix(IMAGES) not in kept:
                yield _leftover("old snapshots", path)


def _editions(state: Path, sites: list[BuiltSite]) -> Iterator[Leftover]:
    yield from _unnamed(state / "editions", {key for run in sites for key in run.editions}, "old editions")


def _embeddings(state: Path, sites: list[BuiltSite]) -> Iterator[Leftover]:
    kept = {Encoder.bundled().model_hash[:16], *(run.embeddings for run in sites)}
    for path in _entries(state / "embeddings"):
        if path.name.partition(".")[0] not in kept:
            yield _leftover("embeddings of other models", path)


def _answers(state: Path, mirrored: dict[str, Mirrored]) -> Iterator[Leftover]:
    kept = {name for run in mirrored.values() for name in run.answers}
    yield from _unnamed(state / "http", kept, "answers no longer asked for")


def _unnamed(folder: Path, kept: set[str], what: str) -> Iterator[Leftover]:
    """What stands in a folder under another name, extensions aside, than those that are kept."""
    for path in _entries(folder):
        if path.name.startswith("."):
            yield _leftover(_STOPPED, path)
        elif path.stem not in kept:
            yield _leftover(what, path)


def _half_built(site: Path, sites: list[Path]) -> Iterator[Leftover]:
    for target in dict.fromkeys([site, *sites]):
        for path in abandoned(target):
            yield _leftover(_STOPPED, path)


def _entries(folder: Path) -> list[Path]:
    return sorted(folder.iterdir()) if folder.is_dir() else []


def _folders(folder: Path) -> list[Path]:
    return [path for path in _entries(folder) if path.is_dir()]


def _leftover(what: str, path: Path) -> Leftover:
    return Leftover(what, path, size(path))


def size(path: Path) -> int:
    """Bytes of a file, or of all files in a folder."""
    if path.is_dir() and not path.is_symlink():
        return sum(size(inner) for inner in path.iterdir())
    return path.lstat().st_size


def _remove(path: Path) -> None:
    if not path.is_dir():
        path.unlink()
        return
    if not path.name.startswith("."):
        aside = path.with_name(_REMOVED + path.name)
        path.rename(aside)
        path = aside
    shutil.rmtree(path)


def lines(found: list[Leftover], dry: bool) -> Iterator[str]:
    """What was removed, or would be, a line for each sort."""
    for what in dict.fromkeys(leftover.what for leftover in found):
        own = [leftover for leftover in found if leftover.what == what]
        yield f"{what}: {len(own):,}, {_megabytes(own)}"
    if found:
        yield f"{'Would free' if dry else 'Freed'} {_megabytes(found)}."
    else:
        yield "Nothing is left over."


def _megabytes(found: list[Leftover]) -> str:
    return f"{sum(leftover.size for leftover in found) / 1e6:,.1f} MB"
