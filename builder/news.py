"""What a build has brought: two built sites compared, the published one and the one that takes its place."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from builder.index.writer import MANIFEST

_FACTS = ("title", "collection", "release", "commit", "latest")  # of an edition, in the manifest
_MOST = 20  # pages or addresses that a list names; the rest is counted


@dataclass(frozen=True)
class Holdings:
    """What a site holds, as far as a reader of the news wants to know."""

    editions: Mapping[str, Mapping[str, Any]]  # by id, its facts
    pages: Mapping[str, Mapping[str, str]]  # by edition, page path -> hash of its text
    addresses: frozenset[str]  # of pages and redirects, from the site's root


@dataclass(frozen=True)
class EditionNews:
    id: str
    title: str
    state: str  # new, gone, changed
    revisions: tuple[str, str]  # from, to; the first is empty where it is new, the second where it is gone
    pages: int
    added: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()


@dataclass(frozen=True)
class News:
    first: bool = False  # nothing was published before
    editions: tuple[EditionNews, ...] = ()  # those of another revision or text
    latest: tuple[tuple[str, str, str], ...] = ()  # collection, the release `latest` was, the one it is
    rebuilt: tuple[str, ...] = ()  # editions whose pages were built again
    reused: int = 0  # editions whose pages were not
    dead: tuple[str, ...] = ()  # addresses that led somewhere and lead nowhere now


def holdings(site: Path) -> Holdings:
    """Reads a built site; one that is not there, is damaged or of an older form holds nothing."""
    try:
        manifest = json.loads((site / "assets" / "search" / MANIFEST).read_text("utf-8"))
        editions = {str(entry["id"]): {fact: entry[fact] for fact in _FACTS} for entry in manifest["editions"]}
    except (OSError, ValueError, KeyError, TypeError):
        return Holdings({}, {}, frozenset())
    return Holdings(
        editions,
        {name: dict(_pages(site / name)) for name in editions},
        frozenset("/" + file.parent.relative_to(site).as_posix() + "/" for file in site.rglob("index.html")),
    )


def _pages(folder: Path) -> Iterator[tuple[str, str]]:
    for copy in sorted(folder.rglob("*.md")):
        # Its second paragraph says where it is from, and at which revision; the rest is title and text.
        title, _, rest = copy.read_text("utf-8").partition("\n\n")
        text = title + rest.partition("\n\n")[2]
        yield copy.relative_to(folder).with_suffix("").as_posix(), hashlib.sha256(text.encode()).hexdigest()


def news(old: Holdings, new: Holdings, rebuilt: Sequence[str]) -> News:
    """What the new site has that the old one had not, and the other way round."""
    if not old.editions:
        return News(first=True, rebuilt=tuple(rebuilt), reused=len(new.editions) - len(rebuilt))
    found = [_edition(name, old, new) for name in (*new.editions, *(old.editions.keys() - new.editions.keys()))]
    return News(
        editions=tuple(one for one in found if one),
        latest=tuple(_latest(old, new)),
        rebuilt=tuple(rebuilt),
        reused=len(new.editions) - len(rebuilt),
        dead=tuple(sorted(old.addresses - new.addresses)),
    )


def _edition(name: str, old: Holdings, new: Holdings) -> EditionNews | None:
    before, after = old.editions.get(name, {}), new.editions.get(name, {})
    had, has = old.pages.get(name, {}), new.pages.get(name, {})
    revisions = str(before.get("commit", "")), str(after.get("commit", ""))
    if revisions[0] == revisions[1] and had == has:
        return None
    return EditionNews(
        id=name,
        title=str((after or before)["title"]),
        state="changed" if before and after else "new" if after else "gone",
        revisions=revisions,
        pages=len(has or had),
        added=tuple(sorted(has.keys() - had.keys())) if before else (),
        changed=tuple(sorted(path for path in has.keys() & had.keys() if has[path] != had[path])),
        removed=tuple(sorted(had.keys() - has.keys())) if after else (),
    )


def _latest(old: Holdings, new: Holdings) -> Iterator[tuple[str, str, str]]:
    def latest(held: Holdings) -> dict[str, str]:
        return {str(e["collection"]): str(e["release"]) for e in held.editions.values() if e["latest"]}

    before = latest(old)
    for collection, release in latest(new).items():
        if before.get(collection, release) != release:
            yield collection, before[collection], release


def lines(found: News) -> Iterator[str]:
    """For the terminal: a line for each thing that is new."""
    for one in found.editions:
        yield f"{one.id}: {_what(one)}"
    for collection, was, now in found.latest:
        yield f"{collection}: latest was {was} and is {now}"
    if found.dead:
        yield f"addresses that lead nowhere now: {_listed(found.dead)}"
    yield f"pages built again: {', '.join(found.rebuilt) or 'none'}; taken from the last build: {found.reused}"


def markdown(found: News) -> str:
    """For the page of a run on GitHub."""
    parts = ["## What is new"]
    if found.first:
        parts.append("The first site: there was none before.")
    elif not found.editions:
        parts.append("Nothing upstream; the site itself was built anew.")
    rows = [f"| {one.id} | {_what(one)} |" for one in found.editions]
    if rows:
        parts.append("\n".join(["| edition | |", "| --- | --- |", *rows]))
    parts += [f"`/{name}/latest/` was **{was}** and is **{now}**." for name, was, now in found.latest]
    for one in found.editions:
        lists = (("New", one.added), ("Changed", one.changed), ("Removed", one.removed))
        items = [f"- {what}: {_listed([f'`{page}`' for page in pages])}" for what, pages in lists if pages]
        if items:
            parts.append("\n".join([f"**{one.title}**", "", *items]))
    if found.dead:
        parts.append(f"Addresses that lead nowhere now: {_listed([f'`{address}`' for address in found.dead])}")
    parts.append(f"Pages built again: {', '.join(found.rebuilt) or 'none'}; taken from the last build: {found.reused}.")
    return "\n\n".join(parts) + "\n"


def _what(one: EditionNews) -> str:
    was, now = (revision[:7] for revision in one.revisions)
    if one.state == "new":
        return f"new, {_count(one.pages)} at {now}"
    if one.state == "gone":
        return f"gone, {_count(one.pages)} at {was}"
    moved = f"{was} to {now}" if was != now else f"at {now}"
    counts = (("new", one.added), ("changed", one.changed), ("removed", one.removed))
    told = ", ".join(f"{_count(len(pages))} {what}" for what, pages in counts if pages)
    return f"{moved}, {told or 'text unchanged'}"


def _count(pages: int) -> str:
    return f"{pages:,} page" + ("" if pages == 1 else "s")


def _listed(names: Sequence[str]) -> str:
    return ", ".join(names[:_MOST]) + (f", … and {len(names) - _MOST:,} more" if len(names) > _MOST else "")
