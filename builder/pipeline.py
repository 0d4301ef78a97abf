"""The order of the steps: mirror, pages, site, index, and the swap that publishes."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field, replace
from importlib.metadata import version
from pathlib import Path
from typing import Any

from builder import check as checks
from builder import record as records
from builder.check.upstream import write_upstream
from builder.errors import StrataError
from builder.evaluate.kept import evaluated
from builder.index.embeddings import EmbeddingCache
from builder.index.prepare import histories, prepare
from builder.index.writer import MANIFEST, ModelFile, write_index
from builder.model.encoder import Encoder
from builder.news import News, holdings, news
from builder.pages import llms as llms_pages
from builder.pages import mintlify, mkdocs
from builder.pages.crosslinks import cross
from builder.pages.page import Edition
from builder.progress import Advance, Step
from builder.publish import alone, recover, staging, swap
from builder.record import BuiltSite, Mirrored
from builder.settings import Settings, SourceSettings
from builder.site import build as site
from builder.site.assets import copy_vendor, model_files
from builder.site.copies import write_copies
from builder.site.evaluation import REPORT, write_evaluation
from builder.site.offline import write_offline
from builder.sources import folder, github
from builder.sources import llms as llms_source
from builder.sources.hosts import Hosts
from builder.sources.http import DownloadError, Fetcher, NotReachedError
from builder.sources.snapshot import Snapshot
from builder.sources.store import SnapshotStore
from builder.sources.tarball import TarballError
from builder.workers import pool

PROJECT = Path(__file__).resolve().parent.parent
_READERS: dict[str, Callable[[Snapshot, SourceSettings], list[Edition]]] = {
    "mintlify": mintlify.read,
    "mkdocs": mkdocs.read,
    "llms": llms_pages.read,
}
# What the built site depends on besides its sources.
_INPUTS = ("builder", "overrides", "docs", "mkdocs.yml", "package-lock.json", "requirements/site.txt")
# Files that one process reads before another has started.
_FEW = 200
_PEERS = Path("bench") / "quality.json"  # written by `make bench-quality`


class BuildError(StrataError):
    """A build that could not begin or did not pass."""


@dataclass(frozen=True)
class Workspace:
    """Where a run keeps what it makes."""

    settings: Settings
    site: Path  # what is published
    state: Path  # snapshots, embeddings, built editions: all can be made again

    @property
    def snapshots(self) -> SnapshotStore:
        return SnapshotStore(self.state / "snapshots")


@dataclass(frozen=True)
class Built:
    """What a build did."""

    manifest: dict[str, Any]
    unchanged: bool  # nothing had changed since the last build: the site was left as it is
    news: News = field(default_factory=News)


def mirror(work: Workspace, step: Step, hosts: Hosts, accept_fewer: bool = False) -> list[Snapshot]:
    """Brings every source up to date; raises on the first that fails, and leaves its last snapshot in use."""
    with alone(work.state / "lock", lambda said: step(said, 0)):
        return _mirror(work, step, hosts, accept_fewer)


def _mirror(work: Workspace, step: Step, hosts: Hosts, accept_fewer: bool) -> list[Snapshot]:
    token, api = os.environ.get("GITHUB_TOKEN", ""), hosts.github_api
    fetcher = Fetcher(work.state / "http", token, api.partition("//")[2].partition("/")[0])
    store = work.snapshots
    found = []
    try:
        for source in work.settings.sources:
            advance = step(f"Mirroring {source.name}", 0)
            if source.type == "github":
                found.append(github.mirror(source, hosts, fetcher, store, advance))
            elif source.type == "llms":
                found.append(llms_source.mirror(source, hosts, fetcher, store, advance, accept_fewer))
            else:
                found.append(folder.mirror(source, work.settings.root, store))
    except NotReachedError as error:
        raise NotReachedError(f"{error} {_without_network(work)}") from None
    except (DownloadError, TarballError) as error:
        if store.intact(source.name) is None:
            raise
        stays = f"The last snapshot of {source.name} stays in use until `strata mirror` succeeds again."
        raise type(error)(f"{error} {stays}") from None
    finally:
        fetcher.close()
    run = Mirrored([source.name for source in work.settings.sources], sorted(fetcher.used))
    records.write(work.state, records.read(work.state).with_mirrored(work.settings.path, run))
    return found


def _without_network(work: Workspace) -> str:
    if all(work.snapshots.current(source.name) for source in work.settings.sources):
        return "The last snapshots are still there: `strata build` uses them."
    return "Without a network, `strata build --sample` builds the small sample that comes with the project."


def snapshots(work: Workspace) -> list[Snapshot]:
    """The snapshots in use; raises BuildError where a source has none yet."""
    found = [work.snapshots.current(source.name) for source in work.settings.sources]
    missing = [source.name for source, one in zip(work.settings.sources, found, strict=True) if one is None]
    if missing:
        raise BuildError(
            f"There is no snapshot of {', '.join(missing)} yet. Run `strata mirror` to download, or "
            "`strata build --sample` to build the small sample that comes with the project."
        )
    return [one for one in found if one is not None]


def editions(work: Workspace, found: Sequence[Snapshot], advance: Advance = lambda amount: None) -> list[Edition]:
    """Snapshot -> Page for every source: collections as the settings order them, releases ascending."""
    return _ordered(work, [one for own in _read(work, found, advance, workers=1).values() for one in own])


def _read(work: Workspace, found: Sequence[Snapshot], advance: Advance, workers: int) -> dict[str, list[Edition]]:
    """By source, the editions it holds."""
    sources, read = work.settings.sources, {}
    if sum(len(snapshot.files) for snapshot in found) < _FEW:
        workers = 1
    with nullcontext() if workers < 2 else pool(workers) as processes:
        held = map(_read_one, found, sources) if processes is None else processes.map(_read_one, found, sources)
        for source, own in zip(sources, held, strict=True):
            read[source.name] = own
            advance(1)
    return read


def _read_one(snapshot: Snapshot, source: SourceSettings) -> list[Edition]:
    return _READERS[source.reader](snapshot, source)


def _ordered(work: Workspace, read: list[Edition]) -> list[Edition]:
    order = list(work.settings.collections)
    read.sort(key=lambda edition: (order.index(edition.id.collection), edition.order, edition.id.release))
    return [_newest(edition, read) for edition in cross(read)]


def _newest(edition: Edition, all_editions: Sequence[Edition]) -> Edition:
    """An edition, marked as the latest of its collection if its source marks none and it is the newest release."""
    releases = [other for other in all_editions if other.id.collection == edition.id.collection and other.released]
    if not releases or any(other.latest for other in releases):
        return edition
    newest = max(releases, key=lambda other: other.order)
    return replace(edition, latest=edition.id == newest.id)


def build(work: Workspace, step: Step, force: bool = False, accept_fewer: bool = False) -> Built:
    """Builds the site beside the published one and swaps it in; a failure leaves the published one as it was."""
    with alone(work.state / "lock", lambda said: step(said, 0)):
        return _build(work, step, force, accept_fewer)


def _build(work: Workspace, step: Step, force: bool, accept_fewer: bool) -> Built:
    recover(work.site)
    found = snapshots(work)
    key = _key(work, found)
    last = records.read(work.state).built.get(str(work.site))
    published = _published(work.site)
    if not force and last and last.key == key and published:
        return Built(published, unchanged=True)
    by_source = _read(work, found, step("Reading pages", len(found)), workers=2)
    pages = {source: sum(len(edition.pages) for edition in own) for source, own in by_source.items()}
    if last and not accept_fewer:
        _check_pages(last.pages, pages)
    read = _ordered(work, [one for own in by_source.values() for one in own])
    encoder = Encoder.bundled()
    cache = EmbeddingCache(work.state / "embeddings", encoder.model_hash, encoder.dimensions)
    indexed = prepare(read, work.settings, encoder, cache, step)
    followed = histories(indexed, cache)
    with staging(work.site) as folder:
        report = site.build(read, work.settings, folder, work.state / "editions", step, histories=followed)
        copy_vendor(PROJECT, folder)
        write_upstream(read, folder)
        files: list[ModelFile] = model_files(PROJECT)
        search = folder / "assets" / "search"
        manifest = write_index(indexed, followed, work.settings, encoder, cache, files, search, step)
        _evaluate(read, work, folder, step)
        manifest = write_copies(read, work.settings, PROJECT / "docs", folder, manifest)
        write_offline(folder)
        _check(folder, work, step)
        told = news(holdings(work.site), holdings(folder), report.rebuilt)
        roots = {snapshot.source: snapshot.root.name for snapshot in found}
        run = BuiltSite("", roots, pages, [edition.key for edition in report.editions], cache.path.stem)
        # First without the key: should this run end before the second, the next one builds again, and a `strata clean`
        # between them leaves it what this one has made.
        _note(work, run)
        swap(folder, work.site)
        _note(work, replace(run, key=key))
    return Built(manifest, unchanged=False, news=told)


def _published(site: Path) -> dict[str, Any] | None:
    """The manifest of a site; none where the site is not there or is damaged, and has to be built."""
    try:
        found = json.loads((site / "assets" / "search" / MANIFEST).read_text("utf-8"))
    except (OSError, ValueError):
        return None
    return found if isinstance(found, dict) else None


def _note(work: Workspace, run: BuiltSite) -> None:
    records.write(work.state, records.read(work.state).with_built(work.site, run))


def _check_pages(before: dict[str, int], now: dict[str, int]) -> None:
    """Raises BuildError where a navigation has lost over a tenth of its pages since the last build."""
    for source, count in now.items():
        if count < before.get(source, 0) * (1 - llms_source.DROP):
            raise BuildError(
                f"{source} lists {count:,} pages, {before[source]:,} in the last build. The site stays as it was. If "
                "upstream meant it, run `strata build --accept-fewer-pages`; if not, `strata mirror` again later."
            )


def _evaluate(read: Sequence[Edition], work: Workspace, folder: Path, step: Step) -> None:
    """Asks the new index what the settings say, unless the published one is the same, and shows how it did."""
    found = evaluated(folder, work.settings.question_files, lambda: read, work.site / REPORT, step)
    peers = work.state / _PEERS
    others = json.loads(peers.read_text("utf-8")) if peers.is_file() else None
    if others and not set(others["snapshots"]) & {str(edition.id) for edition in read}:
        others = None  # of another site that shares the state
    write_evaluation(folder, found, others)


def _check(built: Path, work: Workspace, step: Step) -> None:
    """Nothing is published that does not pass: raises BuildError with the first problems, all are kept in a file."""
    step("Checking links, anchors and files", 0)
    found = checks.check(built)
    if not found.problems:
        return
    file = work.state / "check.txt"
    file.write_text("\n".join(checks.lines(found, most=len(found.problems))) + "\n", "utf-8")
    first = "\n".join(f"  {problem.sort}: {problem.page}: {problem.detail}" for problem in found.problems[:5])
    raise BuildError(
        f"The new site did not pass its check and was not published; the last one stays.\n{first}\n"
        f"{found.summary}. All of it: {file}"
    )


def _key(work: Workspace, found: Sequence[Snapshot]) -> str:
    """A hash of all that goes into a site."""
    total = hashlib.sha256(work.settings.path.read_bytes())
    total.update(work.settings.site_url.encode())
    for file in (*work.settings.question_files, work.state / _PEERS):
        total.update(file.read_bytes() if file.is_file() else b"")
    for snapshot in found:
        total.update(f"{snapshot.source} {snapshot.root.name} {snapshot.revision} {snapshot.date}\n".encode())
    for package in ("mkdocs", "mkdocs-material", "markdown-it-py", "pygments", "numpy", "onnxruntime"):
        total.update(f"{package} {version(package)}\n".encode())
    for name in _INPUTS:
        place = PROJECT / name
        for path in sorted(place.rglob("*")) if place.is_dir() else [place]:
            if path.is_file() and "__pycache__" not in path.parts:
                total.update(f"{path.relative_to(PROJECT)}\0".encode())
                total.update(hashlib.sha256(path.read_bytes()).digest())
    return total.hexdigest()
