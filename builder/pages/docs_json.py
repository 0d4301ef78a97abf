"""The navigation of a Mintlify site as its docs.json has it: tabs, their versions, groups, pages."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from builder.errors import StrataError

_EXPECTED = 'expected {"navigation": {"tabs": [{"tab": TITLE, "versions": [...] or "groups" or "pages": [...]}]}}'


class NavigationError(StrataError):
    """A docs.json that is not of the form we know, or names a page that is not there."""


@dataclass(frozen=True)
class Entry:
    """A page by its source path, or a group of entries."""

    title: str  # of a group
    source: str  # of a page
    entries: tuple[Entry, ...] = ()
    href: str = ""  # of a link that leads elsewhere

    def pages(self) -> Iterator[str]:
        if self.source:
            yield self.source
        for entry in self.entries:
            yield from entry.pages()


@dataclass(frozen=True)
class Version:
    """What a tab holds for one release; `release` is "" in a tab without versions."""

    release: str
    label: str
    latest: bool
    entries: tuple[Entry, ...]


@dataclass(frozen=True)
class Tab:
    title: str
    versions: tuple[Version, ...]


@dataclass(frozen=True)
class DocsJson:
    tabs: tuple[Tab, ...]
    redirects: tuple[tuple[str, str], ...]


def read_docs_json(text: str, name: str) -> DocsJson:
    """The tabs in their order; raises NavigationError naming the file where there are none."""
    try:
        data = json.loads(text)
    except ValueError as error:
        raise NavigationError(f"{name} is not valid JSON: {error}.") from None
    try:
        tabs = tuple(_tab(tab) for tab in data["navigation"]["tabs"] if not _only_link(tab))
        redirects = tuple((r["source"], r["destination"]) for r in data.get("redirects", ()))
    except (KeyError, TypeError, AttributeError) as error:
        raise NavigationError(f"{name} has no navigation that can be read ({error!r}): {_EXPECTED}.") from None
    if not any(True for tab in tabs for version in tab.versions for entry in version.entries for _ in entry.pages()):
        raise NavigationError(f"The navigation of {name} lists no page: {_EXPECTED}.")
    return DocsJson(tabs, redirects)


def _only_link(tab: dict[str, Any]) -> bool:
    return "href" in tab and not any(key in tab for key in ("versions", "groups", "pages"))


def _tab(tab: dict[str, Any]) -> Tab:
    if "versions" not in tab:
        return Tab(tab["tab"], (Version("", "", False, _entries(tab)),))
    return Tab(tab["tab"], tuple(_version(version) for version in tab["versions"]))


def _version(version: dict[str, Any]) -> Version:
    written = str(version["version"])
    label = re.sub(r"^version\s+", "", re.sub(r"\s*\([^)]*\)", "", written).strip(), flags=re.IGNORECASE)
    release = re.sub(r"\s+", "-", label.lower())
    latest = version.get("default") is True or "(latest)" in written.lower()
    return Version(release, label, latest, _entries(version))


def _entries(holder: dict[str, Any]) -> tuple[Entry, ...]:
    found: list[Entry] = []
    for item in [*holder.get("groups", ()), *holder.get("pages", ())]:
        if isinstance(item, str):
            found.append(Entry("", item.strip("/")))
        elif "group" in item:
            root = (Entry("", item["root"].strip("/")),) if item.get("root") else ()
            found.append(Entry(item["group"], "", root + _entries(item)))
        elif "href" in item:
            found.append(Entry(item.get("title") or item.get("label") or item["href"], "", (), item["href"]))
    return tuple(found)
