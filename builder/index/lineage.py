"""What became of each section from one release to the next: same, edited, moved, new, removed.

Sections are aligned one to one, the surest evidence first: the same page and heading path; the same
text elsewhere; the same heading on a page that moved; a text much alike. What is left is new or removed.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from builder.index.chunks import Chunk
from builder.index.tokens import words

# Of 1: the mean of cosine and word overlap from which two texts are taken for one that was moved or rewritten.
_ALIKE = 0.62
# A page is taken for another's successor if at least this share of its headings stands there too.
_MOVED_PAGE = 0.5
# Shorter texts recur by chance ("None.", "Request:") and prove nothing about where a section went.
_TELLING = 60


class Change(StrEnum):
    SAME = "same"
    EDITED = "edited"
    MOVED = "moved"
    NEW = "new"
    REMOVED = "removed"


@dataclass(frozen=True)
class ReleaseSection:
    """A section of a release, as its chunks hold it."""

    path: str
    anchor: str
    title: str  # of the page
    headings: tuple[str, ...]
    text: str
    chunks: tuple[int, ...]  # numbers in the edition
    vector: NDArray[np.float32]  # (384,), unit: mean of its chunks'

    @property
    def name(self) -> tuple[str, tuple[str, ...]]:
        """Page and heading path, in lower case: what usually stays from release to release."""
        return self.path, tuple(heading.lower() for heading in self.headings)


@dataclass(frozen=True)
class Step:
    """One section across two neighbouring releases; numbers of the sections, None where it is not there."""

    before: int | None
    after: int | None
    change: Change
    edited: bool = False  # of what moved: whether its text changed as well


def release_sections(
    chunks: Sequence[Chunk], rows: NDArray[np.int8], scales: NDArray[np.float32]
) -> list[ReleaseSection]:
    """The sections of an edition in order. `rows` (chunks, 384) times `scales` (chunks,) are the chunks' vectors."""
    members: dict[tuple[str, int], list[int]] = defaultdict(list)
    for number, chunk in enumerate(chunks):
        members[chunk.path, chunk.section].append(number)
    found = []
    for numbers in members.values():
        first = chunks[numbers[0]]
        vector = (rows[numbers].astype(np.float32) * scales[numbers, None]).mean(axis=0)
        vector /= max(float(np.linalg.norm(vector)), 1e-9)
        text = "\n".join(chunks[number].text for number in numbers)
        found.append(
            ReleaseSection(first.path, first.anchor, first.title, first.headings, text, tuple(numbers), vector)
        )
    return found


def align(
    before: Sequence[ReleaseSection], after: Sequence[ReleaseSection], moved_pages: Mapping[str, str]
) -> list[Step]:
    """The steps from one release to the next, in the order of `after`, what was removed last.

    `moved_pages` are the paths of pages of the earlier release that the source says are elsewhere now.
    """
    pairs = _Pairs(before, after)
    pairs.match(lambda section: section.name, lambda section: section.name)
    pairs.match(_telling_text, _telling_text)
    moves = {**_moved_pages(pairs), **moved_pages}
    pairs.match(lambda section: (moves.get(section.path, section.path), section.name[1]), lambda section: section.name)
    pairs.match_alike()
    steps = []
    for number, section in enumerate(after):
        earlier = pairs.before_of.get(number)
        if earlier is None:
            steps.append(Step(None, number, Change.NEW))
        else:
            steps.append(_step(earlier, number, before[earlier], section))
    steps += [Step(n, None, Change.REMOVED) for n in range(len(before)) if n not in pairs.after_of]
    return steps


def _step(earlier: int, later: int, before: ReleaseSection, after: ReleaseSection) -> Step:
    edited = before.text != after.text
    if before.name != after.name:
        return Step(earlier, later, Change.MOVED, edited)
    return Step(earlier, later, Change.EDITED if edited else Change.SAME, edited)


def _telling_text(section: ReleaseSection) -> str | None:
    return section.text if len(section.text) >= _TELLING else None


class _Pairs:
    """A one-to-one matching that grows."""

    def __init__(self, before: Sequence[ReleaseSection], after: Sequence[ReleaseSection]) -> None:
        self.before, self.after = before, after
        self.after_of: dict[int, int] = {}
        self.before_of: dict[int, int] = {}
        self._words = {
            side: [frozenset(words(" ".join((*s.headings[-1:], s.text))).words) for s in sections]
            for side, sections in (("before", before), ("after", after))
        }

    def pair(self, earlier: int, later: int) -> None:
        self.after_of[earlier], self.before_of[later] = later, earlier

    def open(self) -> tuple[list[int], list[int]]:
        """Numbers of what is not matched yet."""
        return (
            [n for n in range(len(self.before)) if n not in self.after_of],
            [n for n in range(len(self.after)) if n not in self.before_of],
        )

    def match(
        self,
        key_before: Callable[[ReleaseSection], object | None],
        key_after: Callable[[ReleaseSection], object | None],
    ) -> None:
        """Pairs what is open and of one key; where several share it, the most alike first."""
        earlier, later = self.open()
        groups: dict[object, tuple[list[int], list[int]]] = defaultdict(lambda: ([], []))
        for side, numbers, sections, key in (
            (0, earlier, self.before, key_before),
            (1, later, self.after, key_after),
        ):
            for number in numbers:
                if (name := key(sections[number])) is not None:
                    groups[name][side].append(number)
        for ones, others in groups.values():
            if len(ones) == len(others) == 1:
                self.pair(ones[0], others[0])
            else:
                self._greedy((self.likeness(a, b), a, b) for a in ones for b in others)

    def match_alike(self) -> None:
        """Pairs what is open and much alike, the most alike first."""
        earlier, later = self.open()
        earlier = [n for n in earlier if len(self.before[n].text) >= _TELLING]
        later = [n for n in later if len(self.after[n].text) >= _TELLING]
        if not earlier or not later:
            return
        cosines = np.stack([self.before[n].vector for n in earlier]) @ np.stack([self.after[n].vector for n in later]).T
        close = np.argwhere(cosines >= 2 * _ALIKE - 1)
        likely = ((self.likeness(earlier[a], later[b]), earlier[a], later[b]) for a, b in close.tolist())
        self._greedy(candidate for candidate in likely if candidate[0] >= _ALIKE)

    def likeness(self, earlier: int, later: int) -> float:
        """Mean of the cosine of two sections and of their words' overlap (Jaccard)."""
        ours, theirs = self._words["before"][earlier], self._words["after"][later]
        overlap = len(ours & theirs) / max(len(ours | theirs), 1)
        return (float(self.before[earlier].vector @ self.after[later].vector) + overlap) / 2

    def _greedy(self, candidates: Iterable[tuple[float, int, int]]) -> None:
        for _, earlier, later in sorted(candidates, key=lambda c: (-c[0], abs(c[1] - c[2]), c[1], c[2])):
            if earlier not in self.after_of and later not in self.before_of:
                self.pair(earlier, later)


def _moved_pages(pairs: _Pairs) -> dict[str, str]:
    """Pages of the earlier release without a page of the same path, and where most of their headings went."""
    there = {section.path for section in pairs.after}
    headings: dict[str, set[str]] = defaultdict(set)
    for section in pairs.after:
        headings[section.path].update(section.name[1])
    old = {section.path for section in pairs.before}
    gone: dict[str, list[ReleaseSection]] = defaultdict(list)
    for section in pairs.before:
        if section.path not in there:
            gone[section.path].append(section)
    moves = {}
    for path, sections in gone.items():
        own = {heading for section in sections for heading in section.name[1]}
        if not own:
            continue
        share, best = max(
            ((len(own & found) / len(own), other) for other, found in headings.items() if other not in old),
            default=(0.0, ""),
        )
        if share >= _MOVED_PAGE:
            moves[path] = best
    return moves
