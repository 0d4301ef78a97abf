"""The links that upstream itself has broken: readers see their text, and the report lists them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from builder.check.report import UpstreamBroken
from builder.pages.page import Edition

_FILE = "assets/upstream-broken.json"


def write_upstream(editions: Sequence[Edition], site: Path) -> None:
    """By edition, [upstream's own path of the page, the link as it stands there]."""
    listed = {
        str(edition.id): sorted({(broken.page, broken.target) for broken in edition.broken})
        for edition in editions
        if edition.broken
    }
    (site / _FILE).write_text(json.dumps(listed, ensure_ascii=False, indent=1) + "\n", "utf-8")


def read_upstream(site: Path) -> tuple[UpstreamBroken, ...]:
    """What `write_upstream` wrote; nothing where a build wrote none."""
    file = site / _FILE
    listed = json.loads(file.read_text("utf-8")) if file.is_file() else {}
    return tuple(UpstreamBroken(edition, page, target) for edition, rows in listed.items() for page, target in rows)
