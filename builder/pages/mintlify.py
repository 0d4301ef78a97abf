"""A repository of a Mintlify site: every release its docs.json names, and the pages that belong to all of them."""

from __future__ import annotations

import posixpath
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from builder.editions import UNVERSIONED, EditionId, Kind
from builder.pages.assembly import Draft, finish, places, redirects_of
from builder.pages.definitions import read_schema
from builder.pages.docs_json import DocsJson, Entry, NavigationError, read_docs_json
from builder.pages.licences import FILE as LICENCE
from builder.pages.licences import read_licence
from builder.pages.mdx import Converted, convert
from builder.pages.page import Edition, NavGroup, NavLink, Origin
from builder.pages.redirects import Redirects
from builder.pages.targets import Targets, page_path
from builder.settings import SourceSettings
from builder.sources.snapshot import Snapshot

ROOT = "docs/"  # of the site in the repository
FILE = ROOT + "docs.json"
SCHEMA = "schema/"  # and a folder for each release
_SUFFIXES = (".mdx", ".md")

# A tab that is none of these holds guides: pages for people who build with what the site documents.
KINDS = {
    "specification": Kind.SPECIFICATION,
    "documentation": Kind.GUIDE,
    "extensions": Kind.EXTENSION,
    "registry": Kind.REGISTRY,
    "seps": Kind.SEP,
    "community": Kind.COMMUNITY,
}


@dataclass(frozen=True)
class _Release:
    """One edition's share of docs.json."""

    id: EditionId
    label: str
    order: int
    released: bool
    latest: bool
    tabs: tuple[tuple[str, tuple[Entry, ...]], ...]  # title of the tab, what it lists


def read(snapshot: Snapshot, source: SourceSettings) -> list[Edition]:
    """An edition for each release, oldest first, then the unversioned pages."""
    docs = read_docs_json(snapshot.text(FILE), f"{FILE} of {snapshot.source}")
    releases = _releases(docs, source.collection)
    converted = _convert(snapshot, releases)
    drafts = [draft for release in releases for draft in _drafts(release, converted)]
    latest = next((release.id for release in releases if release.latest), None)
    known = places(drafts)
    redirects = Redirects.read(docs.redirects)
    targets = Targets(source.upstream, known, redirects, latest, _served(snapshot))
    moved = _moved(redirects, targets, releases, source.collection)
    origin = _origin(snapshot, source)
    editions = []
    for release in releases:
        own = [draft for draft in drafts if draft.edition == release.id]
        finished = finish(own, targets, _image_finder(snapshot))
        editions.append(
            Edition(
                id=release.id,
                title=f"{source.collection_short} {release.label}"
                if release.order >= 0
                else f"{source.collection_short}, all releases",
                label=release.label,
                order=release.order,
                released=release.released,
                latest=release.latest,
                navigation=_navigation(release, converted),
                pages=finished.pages,
                origin=origin,
                media=finished.media,
                redirects=redirects_of(release.id, drafts, moved.get(release.id, {})),
                broken=finished.broken,
                schema=read_schema(snapshot, SCHEMA + release.id.release),
            )
        )
    return editions


def _releases(docs: DocsJson, collection: str) -> list[_Release]:
    """Releases in the order of time. docs.json lists the newest first; one whose name has no number is not out yet."""
    named = {v.release: v for tab in docs.tabs for v in reversed(tab.versions) if v.release}
    latest = {v.release for tab in docs.tabs for v in tab.versions if v.latest}
    listed = list(dict.fromkeys(v.release for tab in docs.tabs for v in tab.versions if v.release))
    out = [name for name in reversed(listed) if any(sign.isdigit() for sign in name)]
    coming = [name for name in listed if name not in out]
    newest = {out[-1]} if out and not latest else latest
    found = []
    for order, name in enumerate(out + coming):
        tabs = tuple((t.title, v.entries) for t in docs.tabs for v in t.versions if v.release == name)
        label = named[name].label
        found.append(_Release(EditionId(collection, name), label, order, name in out, name in newest, tabs))
    rest = tuple((t.title, v.entries) for t in docs.tabs for v in t.versions if not v.release)
    if rest:
        found.append(_Release(EditionId(collection, UNVERSIONED), "All releases", -1, False, False, rest))
    return found


def _pages(release: _Release) -> Iterator[str]:
    for _, entries in release.tabs:
        for entry in entries:
            yield from entry.pages()


def _convert(snapshot: Snapshot, releases: list[_Release]) -> dict[str, Converted]:
    """Every page of a navigation, once."""
    files = set(snapshot.files)
    converted: dict[str, Converted] = {}
    for release in releases:
        for page in _pages(release):
            if page in converted:
                continue
            file = next((ROOT + page + suffix for suffix in _SUFFIXES if ROOT + page + suffix in files), None)
            if file is None:
                raise NavigationError(
                    f"{FILE} of {snapshot.source} at {snapshot.revision[:12]} lists the page '{page}' for "
                    f"{release.label}, but there is no {ROOT}{page}.mdx. Mirror again, or remove it there."
                )
            converted[page] = convert(snapshot.text(file), file)
    return converted


def _drafts(release: _Release, converted: dict[str, Converted]) -> Iterator[Draft]:
    seen: set[str] = set()
    for tab, entries in release.tabs:
        kind = KINDS.get(tab.strip().lower(), Kind.GUIDE)
        for source, groups in _placed(entries, (tab,)):
            if source not in seen:
                seen.add(source)
                yield Draft(release.id, _path(source, release.id.release), kind, source, groups, converted[source])


def _placed(entries: tuple[Entry, ...], groups: tuple[str, ...]) -> Iterator[tuple[str, tuple[str, ...]]]:
    for entry in entries:
        if entry.source:
            yield entry.source, groups
        yield from _placed(entry.entries, (*groups, entry.title))


def _path(source: str, release: str) -> str:
    """A page's path in its edition: without the segment that names the release."""
    segments = page_path(source).split("/")
    if release in segments:
        segments.remove(release)
    return "/".join(segments)


def _navigation(release: _Release, converted: dict[str, Converted]) -> tuple[NavLink | NavGroup, ...]:
    def entry(item: Entry) -> NavLink | NavGroup:
        if item.source:
            page = converted[item.source]
            title = page.short_title or page.title or item.source.rpartition("/")[2]
            return NavLink(title, _path(item.source, release.id.release))
        if item.href:
            return NavLink(item.title, item.href)
        return NavGroup(item.title, tuple(entry(child) for child in item.entries))

    return tuple(NavGroup(tab, tuple(entry(item) for item in entries)) for tab, entries in release.tabs)


def _moved(
    redirects: Redirects, targets: Targets, releases: list[_Release], collection: str
) -> dict[EditionId, dict[str, str]]:
    """Redirects that end in the mirror, each in the edition its path names, else in the unversioned one."""
    found: dict[EditionId, dict[str, str]] = {}
    names = {release.id.release for release in releases}
    for path in redirects.written_out(targets.places):
        if path in targets.places:
            continue
        release = next((part for part in path.split("/") if part in names), UNVERSIONED)
        edition = EditionId(collection, release if UNVERSIONED in names or release != UNVERSIONED else "")
        answer = targets.resolve("/" + path, edition, "")
        if answer.target and answer.target.startswith("/") and edition.release:
            found.setdefault(edition, {})[_path(path, release)] = answer.target
    return found


def _served(snapshot: Snapshot) -> Callable[[str], bool]:
    """Whether upstream serves something at a path: a page outside the navigation, or a file."""
    files = set(snapshot.files)
    names = ("", *_SUFFIXES, "/index.mdx", "/index.md")
    return lambda path: any(ROOT + path + name in files for name in names)


def _image_finder(snapshot: Snapshot) -> Callable[[str, str], Path | None]:
    files = set(snapshot.files)

    def find(page: str, written: str) -> Path | None:
        base = "/" if written.startswith("/") else "/" + posixpath.dirname(page) + "/"
        path = ROOT + posixpath.normpath(posixpath.join(base, written.split("?")[0].split("#")[0])).strip("/")
        return snapshot.file(path) if path in files else None

    return find


def _origin(snapshot: Snapshot, source: SourceSettings) -> Origin:
    name = source.repository or source.name
    url = (
        f"https://github.com/{source.repository}/blob/{snapshot.revision}/{LICENCE}"
        if source.repository
        else snapshot.url
    )
    return Origin(name, snapshot.url, snapshot.revision, snapshot.date, read_licence(snapshot, source.licence), url)
