"""An edition as MkDocs reads it: a folder of finished pages, and a configuration."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from hashlib import sha256
from html import escape
from pathlib import Path
from typing import Any
from urllib.parse import quote

from builder.errors import StrataError
from builder.pages.page import Edition, NavGroup, NavLink, Page, links
from builder.site.copies.page import copy_address
from builder.site.render import render_page
from builder.site.sanitize import relative
from builder.site.successors import Notice
from builder.site.theme import finish, run, write_page

UP = "../../"  # from an edition's root to the site's
_MOST_TABS = 7  # more do not fit beside each other


class NavigationError(StrataError):
    """A navigation names a page that its edition does not have."""


@dataclass(frozen=True)
class Job:
    """All that the HTML of one edition is made from. Equal jobs give equal bytes."""

    base: Path  # mkdocs.yml
    edition: Edition  # with its front page, and marks for its revision (stamp.py)
    notices: Mapping[str, Notice]  # by path
    site_url: str
    collection_title: str
    compared: bool  # whether it can be compared with another release
    neighbours: tuple[tuple[str, str], ...]  # title and address of tabs that lead to other editions
    ingredients: str  # hash of code, templates and packages

    def key(self) -> str:
        """What a built edition is kept under."""
        edition = asdict(self.edition) | {"media": None, "broken": None, "schema": None}
        about: list[object] = [edition, {path: asdict(notice) for path, notice in self.notices.items()}, self.site_url]
        about += [self.collection_title, self.compared, self.neighbours, self.ingredients]
        text = json.dumps(about, sort_keys=True, ensure_ascii=False)
        return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:32]


def build_edition(job: Job, work: Path) -> int:
    """Renders and builds into `work`/site; returns the number of pages."""
    tabs = {entry.title for entry in _tabbed(job.edition.navigation)}
    for page in job.edition.pages:
        rendered = render_page(page)
        meta = _meta(page, job.notices.get(page.path), tabs, job.compared)
        meta["strata"] |= {"diagrams": rendered.diagrams, "folded": rendered.folded}
        write_page(work / "docs", page.path, rendered.html, meta)
    finish(run(job.base, work, _config(job)), UP)
    return len(job.edition.pages)


def _meta(page: Page, notice: Notice | None, tabs: set[str], compared: bool) -> dict[str, Any]:
    """Front matter. MkDocs and the theme print titles as they are, so they are HTML here already."""
    strata: dict[str, Any] = {
        "path": escape(page.path),
        "kind": str(page.kind),
        "upstream": escape(page.upstream),
        "markdown": escape(relative(copy_address(page), page.address)),
        "compare": compared
        and escape(relative(f"/compare/?from={quote(str(page.edition))}/{quote(page.path)}", page.address)),
        "lead": page.description.strip().lower() not in page.title.lower(),  # worth saying below the title
        "groups": [escape(group) for group in page.groups[1 if page.groups and page.groups[0] in tabs else 0 :]],
    }
    if notice:
        strata["notice"] = asdict(notice) | {
            "release": escape(notice.release),
            "address": escape(relative(notice.address, page.address)),
        }
    meta: dict[str, Any] = {"title": escape(page.title), "strata": strata}
    if page.description:
        meta["description"] = escape(page.description)
    return meta


def _config(job: Job) -> dict[str, Any]:
    edition = job.edition
    origin = {name: escape(value) for name, value in asdict(edition.origin).items()}
    strata = {
        "up": "/" + UP.rstrip("/"),
        "edition": str(edition.id),
        "collection": edition.id.collection,
        "collection_title": escape(job.collection_title),
        "title": escape(edition.title),
        "label": escape(edition.label),
        "latest": edition.latest,
        "released": edition.released,
        "versioned": not edition.id.unversioned,
        "origin": origin,
    }
    own = _nav(_tabbed(edition.navigation))
    near = [{escape(title): relative(to, f"/{edition.id}/")} for title, to in job.neighbours]
    config: dict[str, Any] = {
        "site_name": escape(edition.title),
        "site_url": f"{job.site_url}{edition.id}/",
        "nav": near + own if edition.id.unversioned else own + near,  # so that tabs stay in their places
        "extra": {"strata": strata},
    }
    if edition.id.unversioned:
        config["extra"]["version"] = None
    return config


def _tabbed(navigation: tuple[NavLink | NavGroup, ...]) -> tuple[NavLink | NavGroup, ...]:
    """The same navigation with no more than a few entries at its top, which the theme shows as tabs."""
    groups = sum(isinstance(entry, NavGroup) for entry in navigation)
    if groups and len(navigation) <= _MOST_TABS and len(navigation) - groups <= 2:
        return navigation
    return (NavGroup("Documentation", navigation),) if navigation else ()


def _nav(entries: tuple[NavLink | NavGroup, ...]) -> list[dict[str, Any]]:
    nav: list[dict[str, Any]] = []
    for entry in entries:
        if isinstance(entry, NavGroup):
            inner = _nav(entry.entries)
            if inner:
                nav.append({escape(entry.title): inner})
        elif entry.target.startswith(("https://", "http://")):
            nav.append({escape(entry.title): entry.target})
        else:
            nav.append({escape(entry.title): f"{entry.target}/index.md".lstrip("/")})
    return nav


def check_navigation(edition: Edition) -> None:
    """Raises NavigationError for the first page it names and does not have."""
    paths = {page.path for page in edition.pages}
    for link in links(edition.navigation):
        if not link.target.startswith(("https://", "http://")) and link.target not in paths:
            raise NavigationError(
                f"The navigation of {edition.title} names '{link.target}', a page it does not have: "
                f"see {edition.origin.url} at {edition.origin.revision[:12]}."
            )
