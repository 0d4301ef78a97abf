"""What the verdict rests on: every distinct text that says what a release supports, with the releases it stands in.

Of a collection with a Specification only its pages count, of another all pages; changelogs and lists of what is
deprecated speak of other releases and do not count. docs/formats.md has the file's form.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from builder.editions import Kind
from builder.index.chunks import Chunk
from builder.index.lineage import ReleaseSection, Step, align, release_sections
from builder.pages.page import Edition

# Pages that tell of other releases than their own, by the last part of their path.
TELLS_OF_OTHERS = frozenset({"changelog", "deprecated"})


@dataclass(frozen=True)
class Release:
    """An edition whose pages say what its release supports."""

    edition: Edition
    chunks: Sequence[Chunk]
    rows: NDArray[np.int8]  # (chunks, 384)
    scales: NDArray[np.float32]  # (chunks,)


@dataclass(frozen=True)
class Coverage:
    """The evidence of a collection."""

    releases: tuple[str, ...]  # ids of editions, oldest first
    chunks: tuple[Chunk, ...]  # distinct texts, each as its newest release has it
    threads: tuple[int, ...]  # of each chunk
    masks: tuple[int, ...]  # of each chunk: bit n is release n
    places: tuple[tuple[tuple[int, str, str], ...], ...]  # of each thread: (release, path, anchor), oldest first


def line(editions: Sequence[Edition]) -> list[Edition]:
    """The releases of a collection that follow each other, oldest first: of those side by side, such as one
    docs in two programming languages, the one that is the latest."""
    ordered = sorted((e for e in editions if not e.id.unversioned), key=lambda e: (e.order, not e.latest, e.id.release))
    return [e for n, e in enumerate(ordered) if n == 0 or ordered[n - 1].order != e.order]


def coverage(releases: Sequence[Release]) -> Coverage:
    """The evidence of releases that follow each other, oldest first."""
    specified = any(page.kind is Kind.SPECIFICATION for r in releases for page in r.edition.pages)
    sections = [release_sections(r.chunks, r.rows, r.scales) for r in releases]
    threads = _threads(sections, steps(releases, sections))
    found: dict[bytes, list[tuple[int, int, int]]] = {}  # by text: (release, chunk, thread)
    for number, (release, own) in enumerate(zip(releases, sections, strict=True)):
        for section, thread in zip(own, threads[number], strict=True):
            for chunk in (release.chunks[at] for at in section.chunks):
                if (chunk.kind is Kind.SPECIFICATION or not specified) and not tells_of_others(chunk.path):
                    found.setdefault(chunk.text_hash, []).append((number, section.chunks[chunk.ordinal], thread))
    rows = [members[-1] for members in found.values()]
    used = {thread: n for n, thread in enumerate(dict.fromkeys(thread for _, _, thread in rows))}
    places: list[list[tuple[int, str, str]]] = [[] for _ in used]
    for number, own in enumerate(sections):
        for section, thread in zip(own, threads[number], strict=True):
            if thread in used and not tells_of_others(section.path):
                places[used[thread]].append((number, section.path, section.anchor))
    return Coverage(
        releases=tuple(str(r.edition.id) for r in releases),
        chunks=tuple(releases[number].chunks[at] for number, at, _ in rows),
        threads=tuple(used[thread] for _, _, thread in rows),
        masks=tuple(sum({1 << number for number, _, _ in members}) for members in found.values()),
        places=tuple(map(tuple, places)),
    )


def tells_of_others(path: str) -> bool:
    return path.rpartition("/")[2] in TELLS_OF_OTHERS


def steps(releases: Sequence[Release], sections: Sequence[Sequence[ReleaseSection]]) -> list[list[Step]]:
    """The lineage from each release to the next: one list fewer than releases."""
    return [
        align(before, after, _moved(earlier.edition, later.edition))
        for earlier, later, before, after in zip(releases, releases[1:], sections, sections[1:], strict=False)
    ]


def _moved(earlier: Edition, later: Edition) -> dict[str, str]:
    """Pages of the earlier release that the source says are elsewhere in the later one."""
    start = f"/{later.id}/"
    return {
        page.path: target.removeprefix(start).partition("#")[0].rstrip("/")
        for page in earlier.pages
        if (target := later.redirects.get(page.path, "")).startswith(start)
    }


def _threads(sections: Sequence[Sequence[ReleaseSection]], lineage: Sequence[Sequence[Step]]) -> list[list[int]]:
    """For each release and section the number of its thread: the same wherever a section went on."""
    count = len(sections[0]) if sections else 0
    threads = [list(range(count))]
    for taken, own in zip(lineage, sections[1:], strict=True):
        now = [-1] * len(own)
        for step in taken:
            if step.after is None:
                continue
            if step.before is None:
                now[step.after], count = count, count + 1
            else:
                now[step.after] = threads[-1][step.before]
        threads.append(now)
    return threads
