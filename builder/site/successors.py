"""Where a reader of an old release, or of a draft, finds the same page in the release that is current."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from builder.index.history import History
from builder.pages.page import Edition, Page


@dataclass(frozen=True)
class Notice:
    """What stands above a page that is not of the current release."""

    state: Literal["old", "draft"]
    release: str  # label of the current release
    address: str  # from the site's root
    same: bool  # whether it is this page there, not just the front page


class Successors:
    """The current release of each collection, and what it has of any page."""

    def __init__(self, editions: Sequence[Edition], histories: Mapping[str, History]) -> None:
        self._histories = histories
        self._latest = {edition.id.collection: edition for edition in editions if edition.latest}
        self._paths = {edition.id: {page.path for page in edition.pages} for edition in editions}
        self._unversioned = {edition.id.collection: edition for edition in editions if edition.id.unversioned}

    def notice(self, edition: Edition, page: Page) -> Notice | None:
        """None on pages of the current release, of a twin of it (another language) and of no release."""
        latest = self._latest.get(edition.id.collection)
        twin = latest is not None and edition.released and edition.order >= latest.order
        if latest is None or edition.latest or edition.id.unversioned or twin:
            return None
        address = self._address(latest, edition, page)
        state: Literal["old", "draft"] = "old" if edition.released else "draft"
        return Notice(state, latest.label, address or f"/{latest.id}/", address is not None)

    def _address(self, latest: Edition, edition: Edition, page: Page) -> str | None:
        if page.path in self._paths[latest.id]:
            return f"/{latest.id}/{page.path}/" if page.path else f"/{latest.id}/"
        if page.path in latest.redirects and latest.redirects[page.path].startswith("/"):
            return latest.redirects[page.path]
        free = self._unversioned.get(latest.id.collection)
        if free and page.path and page.path in self._paths[free.id]:
            return f"/{free.id}/{page.path}/"
        history = self._histories.get(latest.id.collection)
        ids = [followed.id for followed in history.editions] if history else []
        if history and edition.id in ids and latest.id in ids:
            path = history.page_in(ids.index(edition.id), page.path, ids.index(latest.id))
            return f"/{latest.id}/{path}/" if path else None
        return None


def siblings(editions: Sequence[Edition]) -> Mapping[str, tuple[Edition | None, Edition | None]]:
    """By collection: the current release and the version-independent pages, each where there is one."""
    names = dict.fromkeys(edition.id.collection for edition in editions)
    return {
        name: (
            next((e for e in editions if e.id.collection == name and e.latest), None),
            next((e for e in editions if e.id.collection == name and e.id.unversioned), None),
        )
        for name in names
    }
