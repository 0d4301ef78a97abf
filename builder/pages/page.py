"""The intermediate form that both the HTML and the index are made from."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from builder.editions import EditionId, Kind
from builder.pages.definitions import Schema


@dataclass(frozen=True)
class Page:
    """One page of one edition.

    `body` is our Markdown (docs/formats.md): no first-level heading, every heading with its
    id, every link final: `/mcp/2025-06-18/specification/basic/#auth` within the mirror (from
    the site's root, with a trailing slash), `/assets/media/NAME` for an image, else absolute.
    """

    edition: EditionId
    path: str  # in the edition, no slash at either end: "specification/basic/transports"; "" is the front page
    title: str
    description: str
    kind: Kind
    body: str
    source: str  # upstream's own path without suffix: "specification/2025-06-18/basic/transports"
    upstream: str  # address of the page as upstream serves it
    groups: tuple[str, ...] = ()  # titles of the navigation groups above it

    @property
    def address(self) -> str:
        """Where the page stands on the site, from its root: "/mcp/2025-06-18/specification/"."""
        return f"/{self.edition}/{self.path}/" if self.path else f"/{self.edition}/"


@dataclass(frozen=True)
class NavLink:
    """An entry of a navigation: a page of the edition, by path, or an address elsewhere."""

    title: str
    target: str  # Page.path, or an absolute https:// address


@dataclass(frozen=True)
class NavGroup:
    title: str
    entries: tuple[NavLink | NavGroup, ...]


@dataclass(frozen=True)
class Origin:
    """Where an edition's text comes from and what may be done with it."""

    name: str  # "modelcontextprotocol/modelcontextprotocol" or "docs.langchain.com"
    url: str  # a page a reader can open
    revision: str  # commit, or the snapshot's hash where the source has no commits
    date: str  # ISO 8601, when the source was at that revision
    licence: str  # SPDX or the source's own words, one line
    licence_url: str


@dataclass(frozen=True)
class Broken:
    """A link that upstream itself has broken: shown as text, listed in the report."""

    page: str  # Page.source
    target: str  # the link as written


@dataclass(frozen=True)
class Edition:
    id: EditionId
    title: str  # "MCP 2025-06-18", "LangGraph 0.6", "LangGraph latest (Python)"
    label: str  # what a version selector shows: "2025-06-18", "0.6", "latest (Python)"
    order: int  # releases of a collection ascend with time; unversioned is -1
    released: bool  # False for a draft and for the unversioned pages
    navigation: tuple[NavLink | NavGroup, ...]
    pages: tuple[Page, ...]
    origin: Origin
    latest: bool = False  # what `latest` means in this collection
    media: dict[str, Path] = field(default_factory=dict)  # /assets/media/NAME -> file in the snapshot
    redirects: dict[str, str] = field(default_factory=dict)  # path in the edition -> final address
    broken: tuple[Broken, ...] = ()
    schema: Schema | None = None  # where the source has one

    def page(self, path: str) -> Page | None:
        return next((page for page in self.pages if page.path == path), None)


def links(entries: tuple[NavLink | NavGroup, ...]) -> Iterator[NavLink]:
    """Every entry of a navigation that leads somewhere, in reading order."""
    for entry in entries:
        if isinstance(entry, NavGroup):
            yield from links(entry.entries)
        else:
            yield entry
