"""The revision at the foot of a page, put there when a built edition is copied into the site.

A repository holds many releases, and every commit gives all of them a new revision. Built with marks in its place, an
edition whose text has not changed is not built again.
"""

from __future__ import annotations

import shutil
from dataclasses import replace
from html import escape
from pathlib import Path

from builder.pages.page import Edition, Origin

# Private-use characters around them: no text has these by chance, and one that does only gets a revision.
_URL, _REVISION, _DATE, _LICENCE_URL = (f"\ue000{name}\ue001" for name in ("url", "revision", "date", "licence-url"))


def marked(edition: Edition) -> Edition:
    """The edition with marks for what changes with every revision of its source."""
    origin = edition.origin
    licence = _LICENCE_URL if origin.licence_url else ""
    return replace(edition, origin=replace(origin, url=_URL, revision=_REVISION, date=_DATE, licence_url=licence))


def copy_stamped(built: Path, target: Path, origin: Origin) -> None:
    """Copies a built edition, its marks replaced by what a reader is told."""
    shown = {
        _URL: escape(origin.url),
        _REVISION: escape(origin.revision[:7]),
        _DATE: escape(origin.date[:10]),
        _LICENCE_URL: escape(origin.licence_url),
    }

    def copy(source: str, place: str) -> None:
        if not source.endswith(".html"):
            shutil.copyfile(source, place)
            return
        text = Path(source).read_text("utf-8")
        for mark, value in shown.items():
            text = text.replace(mark, value)
        Path(place).write_text(text, "utf-8")

    shutil.copytree(built, target, copy_function=copy)
