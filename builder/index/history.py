"""Editions of a collection -> what became of each section through all of its releases.

A *thread* is a section through the releases: the same wherever the lineage of each step says that it went on.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from builder.editions import Kind
from builder.index.chunks import Chunk
from builder.index.lineage import ReleaseSection, Step, align, release_sections
from builder.pages.page import Edition


@dataclass(frozen=True)
class Release:
    """An edition with its chunks and their vectors."""

    edition: Edition
    chunks: Sequence[Chunk]
    rows: NDArray[np.int8]  # (chunks, 384)
    scales: NDArray[np.float32]  # (chunks,)


@dataclass(frozen=True, eq=False)  # one is made once a build: what is found in it may be kept by its identity
class History:
    """The releases of a collection that follow each other, oldest first."""

    releases: tuple[Release, ...]
    sections: tuple[tuple[ReleaseSection, ...], ...]  # of each release
    steps: tuple[tuple[Step, ...], ...]  # from each release to the next: one fewer than releases
    threads: tuple[tuple[int, ...], ...]  # of each release's sections

    @property
    def editions(self) -> list[Edition]:
        return [release.edition for release in self.releases]

    @cached_property
    def specified(self) -> bool:
        """Whether the collection has a Specification: then only its pages say what a release supports."""
        return any(page.kind is Kind.SPECIFICATION for edition in self.editions for page in edition.pages)

    @cached_property
    def lives(self) -> list[dict[int, int]]:
        """By thread: its section in each release that has it, oldest first."""
        found: list[dict[int, int]] = [{} for _ in range(1 + max(map(max, filter(None, self.threads)), default=-1))]
        for release, threads in enumerate(self.threads):
            for section, thread in enumerate(threads):
                found[thread][release] = section
        return found

    @cached_property
    def arrivals(self) -> list[dict[int, Step]]:
        """For each release but the first: by section, the step that led to it."""
        return [{step.after: step for step in taken if step.after is not None} for taken in self.steps]

    def page_in(self, release: int, path: str, other: int) -> str | None:
        """The page of another release that a page is there: of the same path, else where most of its text stands."""
        if path in self._pages[other]:
            return path
        own = self._pages[release].get(path, ())
        lives = [self.lives[self.threads[release][section]] for section in own]
        went = Counter(self.sections[other][life[other]].path for life in lives if other in life)
        best = max(went, key=lambda name: (went[name], name), default=None)
        return best if best is not None and 2 * went[best] >= len(own) else None

    @cached_property
    def _pages(self) -> list[dict[str, list[int]]]:
        """The sections of each page of each release."""
        pages: list[dict[str, list[int]]] = []
        for sections in self.sections:
            pages.append(defaultdict(list))
            for number, section in enumerate(sections):
                pages[-1][section.path].append(number)
        return pages


def line(editions: Sequence[Edition]) -> list[Edition]:
    """The releases of a collection that follow each other, oldest first: of those side by side, such as one
    docs in two programming languages, the one that is the latest."""
    ordered = sorted((e for e in editions if not e.id.unversioned), key=lambda e: (e.order, not e.latest, e.id.release))
    return [e for n, e in enumerate(ordered) if n == 0 or ordered[n - 1].order != e.order]


def history(releases: Sequence[Release]) -> History:
    """The history of releases that follow each other, oldest first."""
    sections = [release_sections(r.edition, r.chunks, r.rows, r.scales) for r in releases]
    steps = [
        align(before, after, _moved(earlier.edition, later.edition))
        for earlier, later, before, after in zip(releases, releases[1:], sections, sections[1:], strict=False)
    ]
    threads = _threads(sections, steps)
    return History(tuple(releases), tuple(map(tuple, sections)), tuple(map(tuple, steps)), tuple(map(tuple, threads)))


def _moved(earlier: Edition, later: Edition) -> dict[str, str]:
    """Pages of the earlier release that the source says are elsewhere in the later one."""
    start = f"/{later.id}/"
    return {
        page.path: target.removeprefix(start).partition("#")[0].rstrip("/")
        for page in earlier.pages
        if (target := later.redirects.get(page.path, "")).startswith(start)
    }


def _threads(sections: Sequence[Sequence[ReleaseSection]], lineage: Sequence[Sequence[Step]]) -> list[list[int]]:
    """For each release and section the number of its thread."""
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
