"""Addresses that lead elsewhere: a small page each, since a static host can do no better."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from pathlib import Path

from builder.editions import UNVERSIONED
from builder.pages.page import Edition
from builder.site.sanitize import relative

_STUB = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="robots" content="noindex">
<title>Moved</title>
<link rel="canonical" href="{canonical}">
<script src="{script}" data-to="{to}"></script>
<noscript><meta http-equiv="refresh" content="0; url={to}"></noscript>
<p>This page is at <a href="{to}">{to}</a>.</p>
</html>
"""


def redirects(editions: Sequence[Edition]) -> dict[str, str]:
    """From address to address, both from the site's root: what moved upstream, and `latest` as a release.

    An address that has a page is never among them. What `latest` has led to once leads somewhere for good: a page that
    the newest release has no more to the last release that has it. So does what belonged to no release and does now.
    """
    taken = {page.address for edition in editions for page in edition.pages}
    found: dict[str, str] = {}
    for edition in editions:
        for path, target in sorted(edition.redirects.items()):
            found[f"/{edition.id}/{path.strip('/')}/"] = target
        if edition.latest and edition.id.release != "latest":
            alias = f"/{edition.id.collection}/latest/"
            found[alias] = f"/{edition.id}/"
            for path, target in sorted(edition.redirects.items()):
                found[f"{alias}{path.strip('/')}/"] = target
            for page in edition.pages:
                found[alias + (f"{page.path}/" if page.path else "")] = page.address
            for start, end in _gone(edition, editions):
                found.setdefault(start, end)
    return {start: end for start, end in sorted(found.items()) if start not in taken and start != end and _safe(start)}


def _gone(latest: Edition, editions: Sequence[Edition]) -> Iterator[tuple[str, str]]:
    collection = latest.id.collection
    own = [edition for edition in editions if edition.id.collection == collection]
    roots = ["latest", *(UNVERSIONED for edition in own if edition.id.unversioned)]
    released = [edition for edition in own if edition.released and edition.order <= latest.order]
    for edition in sorted(released, key=lambda edition: -edition.order):
        for page in edition.pages:
            if page.path:
                yield from ((f"/{collection}/{root}/{page.path}/", page.address) for root in roots)


def write_redirects(moved: Mapping[str, str], out: Path, site_url: str) -> None:
    for start, end in moved.items():
        file = out / start.strip("/") / "index.html"
        file.parent.mkdir(parents=True, exist_ok=True)
        inside = end.startswith("/")
        stub = _STUB.format(
            canonical=escape(site_url.rstrip("/") + end if inside else end),
            to=escape(relative(end, start) if inside else end),
            script=relative("/assets/javascripts/redirect.js", start),
        )
        file.write_text(stub, "utf-8")


def _safe(address: str) -> bool:
    return posixpath.normpath(address) == address.rstrip("/") and "\\" not in address
