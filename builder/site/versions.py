"""What the version selector and the 404 page read: the releases of each collection, and which pages each has."""

from __future__ import annotations

import json
from collections.abc import Sequence
from html import escape
from pathlib import Path
from typing import TypedDict

from builder.pages.page import Edition


class Version(TypedDict):
    """An entry of versions.json, in the form mike writes and the theme's version selector reads."""

    version: str
    title: str  # HTML: the theme puts it into the page as it is
    aliases: list[str]


def versions(editions: Sequence[Edition]) -> list[Version]:
    """The releases of one collection, newest first; pages of no release are not among them."""
    releases = [edition for edition in by_age(editions) if not edition.id.unversioned]
    names = {edition.id.release for edition in releases}
    return [
        Version(
            version=edition.id.release,
            title=escape(edition.label),
            aliases=["latest"] if edition.latest and "latest" not in names else [],
        )
        for edition in releases
    ]


def paths(editions: Sequence[Edition]) -> dict[str, list[str]]:
    """The pages of each release of one collection, by release, newest first."""
    return {edition.id.release: sorted({"", *(page.path for page in edition.pages)}) for edition in by_age(editions)}


def by_age(editions: Sequence[Edition]) -> list[Edition]:
    return sorted(editions, key=lambda edition: (-edition.order, edition.id.release))


def write_versions(editions: Sequence[Edition], out: Path) -> None:
    """versions.json and pages.json of every collection."""
    for collection in sorted({edition.id.collection for edition in editions}):
        members = [edition for edition in editions if edition.id.collection == collection]
        folder = out / collection
        folder.mkdir(parents=True, exist_ok=True)
        for name, value in (("versions.json", versions(members)), ("pages.json", paths(members))):
            (folder / name).write_text(json.dumps(value, ensure_ascii=False, indent=1) + "\n", "utf-8")
