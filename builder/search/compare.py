"""What changed between two releases, section by section, from the lineage alone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from builder.index.lineage import Change
from builder.index.reader import CoverageShard
from builder.search.place import Place


@dataclass(frozen=True)
class Difference:
    """What became of one section; `before` or `after` is None where the release lacks it."""

    change: Change
    edited: bool  # of what moved: whether its text changed as well
    before: Place | None
    after: Place | None
    title: str  # of its page, in the newest release that has the section
    headings: tuple[str, ...]


def compare(
    shard: CoverageShard, older: str, newer: str, about: Callable[[Place], bool] = lambda place: True
) -> list[Difference]:
    """The sections of two releases that `about` holds of, in the order of the evidence; both are among its releases."""
    one, other = shard.releases.index(older), shard.releases.index(newer)
    texts: dict[int, list[int]] = {}
    for chunk, thread in enumerate(shard.threads):
        texts.setdefault(thread, []).append(chunk)
    found = []
    for thread, chunks in texts.items():
        places = {
            release: Place(shard.releases[release], path, anchor) for release, path, anchor in shard.places[thread]
        }
        before, after = places.get(one), places.get(other)
        if not any(place and about(place) for place in (before, after)):
            continue
        held = [{chunk for chunk in chunks if shard.masks[chunk] >> release & 1} for release in (one, other)]
        edited = held[0] != held[1]
        newest = max(chunks, key=lambda chunk: shard.masks[chunk].bit_length())
        page, _, headings = shard.lexical.sections[int(shard.lexical.chunks[newest])]
        title = shard.lexical.pages[page][1]
        found.append(Difference(_change(before, after, edited), edited, before, after, title, tuple(headings)))
    return found


def _change(before: Place | None, after: Place | None, edited: bool) -> Change:
    if before is None:
        return Change.NEW
    if after is None:
        return Change.REMOVED
    if (before.path, before.anchor) != (after.path, after.anchor):
        return Change.MOVED
    return Change.EDITED if edited else Change.SAME
