"""The whole site from editions: each built beside the others, reused where nothing it is made from has changed."""

from __future__ import annotations

import os
import shutil
import tempfile
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import as_completed
from dataclasses import dataclass, replace
from hashlib import sha256
from html import escape
from importlib.metadata import version
from pathlib import Path

from builder.editions import EditionId
from builder.errors import StrataError
from builder.index.history import History
from builder.pages.page import Edition, NavGroup, links
from builder.progress import Advance, Step, silent
from builder.settings import Settings
from builder.site.assets import package_file
from builder.site.bundles import bundle
from builder.site.changes import MadePage, change_pages, write_histories
from builder.site.edition import Job, build_edition, check_navigation
from builder.site.front import with_front
from builder.site.home import build_home
from builder.site.pictures import safe_svg
from builder.site.redirects import redirects, write_redirects
from builder.site.stamp import copy_stamped, marked
from builder.site.successors import Successors, siblings
from builder.site.versions import write_versions
from builder.workers import pool

# Templates, base configuration, our own pages, npm packages: of this project, whichever settings are built.
PROJECT = Path(__file__).resolve().parent.parent.parent

_PACKAGES = ("mkdocs", "mkdocs-material", "markdown", "markdown-it-py", "mdit-py-plugins", "pygments", "nh3", "jinja2")
# Of the theme's assets, what no page of ours asks for.
_UNUSED = ("assets/javascripts/lunr", "assets/javascripts/workers")


class BuildError(StrataError):
    """The site cannot be built from what there is."""


@dataclass(frozen=True)
class BuiltEdition:
    id: EditionId
    pages: int
    seconds: float  # 0 where it was reused
    reused: bool
    key: str  # its folder in the cache


@dataclass(frozen=True)
class BuildReport:
    editions: tuple[BuiltEdition, ...]
    pages: int  # of the editions, and our own
    redirects: int
    seconds: float

    @property
    def rebuilt(self) -> tuple[str, ...]:
        """The editions whose pages were built again."""
        return tuple(str(edition.id) for edition in self.editions if not edition.reused)


def build(
    editions: Sequence[Edition],
    settings: Settings,
    out: Path,
    cache: Path,
    step: Step = silent,
    workers: int = 2,
    histories: Mapping[str, History] | None = None,
) -> BuildReport:
    """Builds into `out`, which must be empty or missing; `cache` keeps built editions by what they are made from."""
    started = time.monotonic()
    if out.exists() and any(out.iterdir()):
        raise BuildError(f"{out} is not empty: the site is built into a fresh folder.")
    out.mkdir(parents=True, exist_ok=True)
    cache.mkdir(parents=True, exist_ok=True)
    followed = histories or {}
    jobs = _jobs([_with_front(marked(edition)) for edition in editions], settings, followed)
    editions = [_with_front(edition) for edition in editions]
    for edition in editions:
        check_navigation(edition)
    built = _editions(jobs, cache, step, workers)
    for edition, made in zip(editions, built, strict=True):
        copy_stamped(cache / made.key, out / str(edition.id), edition.origin)
    for history in followed.values():
        write_histories(history, out)
    ours = _home(editions, change_pages(followed, settings.collections), settings, out, cache)
    bundle(PROJECT, out)
    _media(editions, out)
    _diagrams(out)
    write_versions(editions, out)
    moved = redirects(editions)
    write_redirects(moved, out, settings.site_url)
    _sitemap(out, settings.site_url, set(moved))
    pages = sum(edition.pages for edition in built) + ours
    return BuildReport(tuple(built), pages, len(moved), time.monotonic() - started)


def _with_front(edition: Edition) -> Edition:
    return replace(edition, pages=with_front(edition))


def _jobs(editions: Sequence[Edition], settings: Settings, histories: Mapping[str, History]) -> list[Job]:
    successors, near = Successors(editions, histories), siblings(editions)
    ingredients = _ingredients()
    compared = {edition.id for history in histories.values() for edition in history.editions}
    jobs = []
    for edition in editions:
        notices = {page.path: successors.notice(edition, page) for page in edition.pages}
        latest, free = near[edition.id.collection]
        jobs.append(
            Job(
                base=PROJECT / "mkdocs.yml",
                edition=edition,
                notices={path: notice for path, notice in notices.items() if notice},
                site_url=settings.site_url,
                collection_title=settings.collections.get(edition.id.collection, edition.id.collection),
                compared=edition.id in compared,
                neighbours=_tabs_of(latest if edition.id.unversioned else free),
                ingredients=ingredients,
            )
        )
    return jobs


def _tabs_of(other: Edition | None) -> tuple[tuple[str, str], ...]:
    """The tabs that lead to another edition of the collection: to the first page of each of its groups."""
    if other is None:
        return ()
    tabs = []
    for group in other.navigation:
        first = next(links(group.entries), None) if isinstance(group, NavGroup) else group
        if first and not first.target.startswith(("http://", "https://")):
            tabs.append((group.title, f"/{other.id}/{first.target}/" if first.target else f"/{other.id}/"))
    return tuple(tabs)


def _editions(jobs: Sequence[Job], cache: Path, step: Step, workers: int) -> list[BuiltEdition]:
    built: dict[EditionId, BuiltEdition] = {}
    missing: list[Job] = []
    for job in jobs:
        key = job.key()
        if (cache / key).is_dir():
            built[job.edition.id] = BuiltEdition(job.edition.id, len(job.edition.pages), 0.0, True, key)
        else:
            missing.append(job)
    if missing:
        advance: Advance = step("Building pages", sum(len(job.edition.pages) for job in missing))
        # The longest first: the last one decides when all are done.
        missing.sort(key=lambda job: -sum(len(page.body) for page in job.edition.pages))
        with pool(min(workers, len(missing))) as processes:
            for future in as_completed([processes.submit(_build_one, job, cache) for job in missing]):
                edition = future.result()
                built[edition.id] = edition
                advance(edition.pages)
    return [built[job.edition.id] for job in jobs]


def _build_one(job: Job, cache: Path) -> BuiltEdition:
    """In a process of its own. The cache sees a finished folder or none."""
    started, key = time.monotonic(), job.key()
    os.environ["SOURCE_DATE_EPOCH"] = "0"
    with tempfile.TemporaryDirectory(prefix=".building-", dir=cache) as work:
        pages = build_edition(job, Path(work))
        target = cache / key
        if not target.exists():
            (Path(work) / "site").rename(target)
    return BuiltEdition(job.edition.id, pages, time.monotonic() - started, False, key)


def _ingredients() -> str:
    """What every edition is made with: templates, code, configuration, versions of packages."""
    digest = sha256()
    here = Path(__file__).parent
    files = [PROJECT / "mkdocs.yml", *sorted((PROJECT / "overrides").rglob("*.html")), *sorted(here.glob("*.py"))]
    files += [here / "copies" / "page.py", here.parent / "pages" / "markdown.py", here.parent / "pages" / "page.py"]
    for file in files:
        digest.update(file.relative_to(PROJECT).as_posix().encode() + b"\0" + file.read_bytes() + b"\0")
    digest.update(" ".join(f"{name}={version(name)}" for name in _PACKAGES).encode())
    return digest.hexdigest()


def _home(editions: Sequence[Edition], changes: Sequence[MadePage], settings: Settings, out: Path, cache: Path) -> int:
    os.environ["SOURCE_DATE_EPOCH"] = "0"
    with tempfile.TemporaryDirectory(prefix=".home-", dir=cache) as folder:
        work = Path(folder)
        pages = build_home(PROJECT / "docs", PROJECT / "mkdocs.yml", editions, changes, settings, work)
        for unused in _UNUSED:
            shutil.rmtree(work / "site" / unused, ignore_errors=True)
        for source_map in (work / "site" / "assets").rglob("*.map"):
            source_map.unlink()
        shutil.copytree(work / "site", out, dirs_exist_ok=True)
    return pages


def _media(editions: Sequence[Edition], out: Path) -> None:
    folder = out / "assets" / "media"
    for edition in editions:
        for address, file in edition.media.items():
            target = folder / address.rpartition("/")[2]
            if not target.exists():
                folder.mkdir(parents=True, exist_ok=True)
                if target.suffix == ".svg":
                    target.write_bytes(safe_svg(file.read_bytes()))
                else:
                    shutil.copyfile(file, target)


def _diagrams(out: Path) -> None:
    """The library that draws diagrams, in pieces: a page loads those its diagrams need."""
    entry = package_file(PROJECT, "mermaid/dist/mermaid.esm.min.mjs")
    target = out / "assets" / "javascripts" / "mermaid"
    pieces = Path("chunks") / "mermaid.esm.min"
    (target / pieces).mkdir(parents=True)
    shutil.copyfile(entry, target / entry.name)
    for piece in sorted((entry.parent / pieces).glob("*.mjs")):
        shutil.copyfile(piece, target / pieces / piece.name)


def _sitemap(out: Path, site_url: str, moved: set[str]) -> None:
    addresses = ("/" + file.parent.relative_to(out).as_posix().removeprefix(".") for file in out.rglob("index.html"))
    kept = sorted(address for a in addresses if (address := a.rstrip("/") + "/") not in moved)
    lines = "\n".join(f"<url><loc>{escape(site_url.rstrip('/') + address)}</loc></url>" for address in kept)
    head = '<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n'
    (out / "sitemap.xml").write_text(f"{head}{lines}\n</urlset>\n", "utf-8")
