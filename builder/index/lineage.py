"""What became of each section from one release to the next: same, edited, moved, new, removed.

Sections are aligned one to one, the surest evidence first: the same page and heading path; the same
text elsewhere; the same heading path on a page that moved; the same heading under others, on that page or
where its page went; a text much alike. What is left is new or removed.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from builder.index.chunks import Chunk
from builder.index.sections import sections as sections_of
from builder.index.tokens import stem, words
from builder.pages.page import Edition

# Of 1: the mean of cosine and word overlap from which two texts are taken for one that was moved or rewritten.
_ALIKE = 0.62
# From here on what has the same page and heading path is the same at once; less alike, it is the same if no other
# section is.
_SURE = 0.5
# The same under the same heading of the same page, whose place among the headings is another.
_RELATED = 0.4
# Called much the same: this share of the stems of two headings is in both.
_CALLED = 0.6
# A page is taken for another's successor if at least this share of its headings stands there too.
_MOVED_PAGE = 0.5
# Shorter texts recur by chance ("None.", "Request:") and prove nothing about where a section went.
_TELLING = 60


class Change(StrEnum):
    SAME = "same"
    EDITED = "edited"
    MOVED = "moved"  # to another page, or under another heading
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
    vector: NDArray[np.float32]  # (384,), unit: along the mean of its chunks'; zero where it has none

    @property
    def name(self) -> tuple[str, tuple[str, ...]]:
        """Page and heading path, in lower case: what usually stays from release to release."""
        return self.path, tuple(heading.lower() for heading in self.headings)

    @property
    def heading(self) -> str:
        """Its own heading, in lower case; "" at the top of a page."""
        return self.headings[-1].lower() if self.headings else ""

    @cached_property
    def label(self) -> frozenset[str]:
        """The stems of its heading, at the top of a page of the page's title."""
        return frozenset(stem(word) for word in words(self.heading or self.title).words)

    @cached_property
    def words(self) -> frozenset[str]:
        return frozenset(words(" ".join((*self.headings[-1:], self.text))).words)


@dataclass(frozen=True)
class Step:
    """One section across two neighbouring releases; numbers of the sections, None where it is not there."""

    before: int | None
    after: int | None
    change: Change
    edited: bool = False  # of what moved: whether its text changed as well


def release_sections(
    edition: Edition, chunks: Sequence[Chunk], rows: NDArray[np.int8], scales: NDArray[np.float32]
) -> list[ReleaseSection]:
    """The sections of an edition in order. `rows` (chunks, 384) times `scales` (chunks,) are the chunks' vectors.

    A heading with no text of its own is a section too: it has a history as any other.
    """
    members: dict[tuple[str, int], list[int]] = defaultdict(list)
    for number, chunk in enumerate(chunks):
        members[chunk.path, chunk.section].append(number)
    found = []
    for page in edition.pages:
        for number, section in enumerate(sections_of(page)):
            held = members.get((page.path, number), [])
            if not held and not section.anchor:
                continue  # nothing above the first heading
            vector = (rows[held].astype(np.float32) * scales[held, None]).sum(axis=0)
            vector /= max(float(np.linalg.norm(vector)), 1e-9)
            text = "\n".join(section.blocks)
            found.append(
                ReleaseSection(page.path, section.anchor, page.title, section.headings, text, tuple(held), vector)
            )
    return found


def align(
    before: Sequence[ReleaseSection], after: Sequence[ReleaseSection], moved_pages: Mapping[str, str]
) -> list[Step]:
    """The steps from one release to the next, in the order of `after`, what was removed last.

    `moved_pages` are the paths of pages of the earlier release that the source says are elsewhere now.
    """
    pairs = _Pairs(before, after)
    pairs.match(lambda section: section.name, lambda section: section.name, _SURE)
    pairs.match(_telling_text, _telling_text)
    moves = {**_moved_pages(pairs), **moved_pages}
    pairs.match(lambda section: (moves.get(section.path, section.path), section.name[1]), lambda section: section.name)
    pairs.match_headings()
    pairs.match_alike()
    pairs.match_headings()  # on the pages that parts of a page went to, which are known now
    pairs.match(lambda section: section.name, lambda section: section.name)
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
    if before.path != after.path or before.heading != after.heading:
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
        least: float = 0.0,
    ) -> None:
        """Pairs what is open, of one key and at least so much alike; where several share it, the most alike first."""
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
            if len(ones) == len(others) == 1 and (
                not least or self.before[ones[0]].text == self.after[others[0]].text  # the likeness costs
            ):
                self.pair(ones[0], others[0])
            else:
                likely = ((self.likeness(a, b), a, b) for a in ones for b in others)
                self._greedy(candidate for candidate in likely if candidate[0] >= least)

    def match_headings(self) -> None:
        """Pairs what is open, related and called much the same, on a page and the pages that its sections are on now.

        A section that became a page is called as the page.
        """
        earlier, later = self.open()
        pages: dict[str, set[str]] = defaultdict(set)
        for number, section in enumerate(self.before):
            pages[section.path].add(section.path)
            if number in self.after_of:
                pages[section.path].add(self.after[self.after_of[number]].path)
        there: dict[str, list[int]] = defaultdict(list)
        for number in later:
            there[self.after[number].path].append(number)
        likely = []
        for one in earlier:
            ours = self.before[one].label
            for other in (other for path in pages[self.before[one].path] for other in there[path]):
                called = _overlap(ours, self.after[other].label)
                if called >= _CALLED and (alike := self.likeness(one, other)) >= _RELATED:
                    likely.append((called + alike, one, other))
        self._greedy(likely)

    def match_alike(self) -> None:
        """Pairs what is open and much alike, the most alike first; of those, what is called more alike."""
        earlier, later = self.open()
        earlier = [n for n in earlier if len(self.before[n].text) >= _TELLING]
        later = [n for n in later if len(self.after[n].text) >= _TELLING]
        if not earlier or not later:
            return
        cosines = np.stack([self.before[n].vector for n in earlier]) @ np.stack([self.after[n].vector for n in later]).T
        close = np.argwhere(cosines >= 2 * _ALIKE - 1)
        likely = []
        for one, other in ((earlier[a], later[b]) for a, b in close.tolist()):
            if (alike := self.likeness(one, other)) >= _ALIKE:
                called = _overlap(self.before[one].label, self.after[other].label)
                likely.append((alike + called / 4, one, other))
        self._greedy(likely)

    def likeness(self, earlier: int, later: int) -> float:
        """Mean of the cosine of two sections and of their words' overlap (Jaccard)."""
        overlap = _overlap(self.before[earlier].words, self.after[later].words)
        return (float(self.before[earlier].vector @ self.after[later].vector) + overlap) / 2

    def _greedy(self, candidates: Iterable[tuple[float, int, int]]) -> None:
        for _, earlier, later in sorted(candidates, key=lambda c: (-c[0], abs(c[1] - c[2]), c[1], c[2])):
            if earlier not in self.after_of and later not in self.before_of:
                self.pair(earlier, later)


def _overlap(ours: frozenset[str], theirs: frozenset[str]) -> float:
    """Jaccard's."""
    return len(ours & theirs) / max(len(ours | theirs), 1)


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
