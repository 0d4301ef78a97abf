"""History -> a timeline for each identifier: first release, releases it changed in, last, and where it is defined."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import pairwise
from typing import Any

from builder.editions import Kind
from builder.index.history import History
from builder.index.identifiers import SUFFIXES, Identifier, IdentifierKind, Known, identifiers, known
from builder.index.lineage import ReleaseSection
from builder.index.reports import tells_of_others
from builder.index.tokens import stem, words
from builder.pages.markdown import slug

# A name of several words; others are words of the language too.
_CAMEL = re.compile(r"[a-z][A-Z]")
_Key = tuple[IdentifierKind, str]


@dataclass(frozen=True)
class Timeline:
    """Releases are numbers in `History.releases`."""

    kind: IdentifierKind
    name: str
    other: str  # a second name, or ""
    releases: tuple[int, ...]  # that have it
    changed: tuple[int, ...]  # that have it otherwise than the release before
    places: tuple[tuple[int, str, str], ...]  # (release, path, anchor) of the section that defines it, where one does

    @property
    def id(self) -> str:
        """What it is called on the page of identifiers: its anchor there."""
        return slug(re.sub(r"[./]", "-", f"{self.kind} {self.name}"))


@cache  # for the index and for the page of identifiers
def timelines(history: History) -> tuple[Timeline, ...]:
    """By kind, then by name. Empty where no release has identifiers."""
    collection = known(history.editions)
    releases = [_Release(history, number, collection) for number in range(len(history.releases))]
    held = [{(i.kind, i.name): i for i in release.identifiers} for release in releases]
    changed: dict[_Key, list[int]] = defaultdict(list)
    for number, (before, after) in enumerate(pairwise(releases), start=1):
        ours, theirs = before.shapes(after), after.shapes(before)
        for key in ours.keys() & theirs.keys():
            if ours[key] != theirs[key]:
                changed[key].append(number)
    order = list(IdentifierKind)
    found = []
    for key in sorted(set().union(*held), key=lambda key: (order.index(key[0]), key[1].lower(), key[1])):
        there = [number for number, own in enumerate(held) if key in own]
        places = ((number, releases[number].place(held[number][key])) for number in there)
        found.append(
            Timeline(
                kind=key[0],
                name=key[1],
                other=next((other for n in reversed(there) if (other := held[n][key].other)), ""),
                releases=tuple(there),
                changed=tuple(changed[key]),
                places=tuple((number, place.path, place.anchor) for number, place in places if place),
            )
        )
    return tuple(found)


class _Release:
    """A release's identifiers, and the section of its Specification that defines each."""

    def __init__(self, history: History, number: int, collection: Known) -> None:
        self.edition, self._collection = history.releases[number].edition, collection
        self.types = frozenset(self.edition.schema.types if self.edition.schema else ())
        specified = {page.path for page in self.edition.pages if page.kind is Kind.SPECIFICATION}
        self._sections = [
            _Described(section, _stems(" ".join((section.path, section.title, *section.headings))))
            for section in history.sections[number]
            if section.path in specified and not tells_of_others(section.path, section.headings)
        ]
        self.identifiers = tuple(identifiers(self.edition, frozenset(), collection))

    def shapes(self, other: _Release) -> dict[_Key, Any]:
        """What to compare with those of another release."""
        return {(i.kind, i.name): s for i, s in identifiers(self.edition, other.types, self._collection).items()}

    def place(self, identifier: Identifier) -> ReleaseSection | None:
        kind, name = identifier.kind, identifier.name
        if kind in (IdentifierKind.METHOD, IdentifierKind.NOTIFICATION):
            return self._method(name)
        if kind is IdentifierKind.TYPE:
            return self._type(name)
        if kind is IdentifierKind.HEADER:
            return self._best(
                name, lambda s: (not self._is_type(s), "header" in s.lower, name.lower() in s.heading), "-" in name
            )
        if kind is IdentifierKind.ERROR:
            about = {"error", "code", *_stems(identifier.other)}
            return self._best(name, lambda s: (len(about & s.about), name in s.heading))
        return self._capability(kind, name)

    def _method(self, name: str) -> ReleaseSection | None:
        """Best a section with an example of it, on a page about it, and not that of its type in a schema reference."""
        example, about = f'"method": "{name}"', _stems(name)
        return self._best(name, lambda s: (not self._is_type(s), example in s.text, len(about & s.about)))

    def _type(self, name: str) -> ReleaseSection | None:
        headed = next((s.section for s in self._sections if s.heading == name.lower()), None)
        if headed:
            return headed
        method = next((self._methods[start] for start in _bases(name) if start in self._methods), None)
        return self._method(method) if method else self._best(name, lambda s: ()) if _CAMEL.search(name) else None

    def _capability(self, kind: IdentifierKind, name: str) -> ReleaseSection | None:
        last, side = name.rpartition(".")[2], _stems(kind)
        about, most = _stems(name) | side, _stems(name.partition(".")[0])
        return self._best(
            last,
            lambda s: (
                "capabl" in s.about,
                f'"{last}"' in s.text,
                len(about & s.about) + len(most & s.about) + len(side & _stems("".join(s.section.headings[-1:]))),
            ),
        )

    def _is_type(self, section: _Described) -> bool:
        """Whether it is a type's section in a schema reference."""
        return section.section.headings[-1:] != () and section.section.headings[-1].strip("`") in self.types

    @cached_property
    def _methods(self) -> dict[str, str]:
        """Methods by what the names of their types begin with."""
        kinds = (IdentifierKind.METHOD, IdentifierKind.NOTIFICATION)
        return {base: i.name for i in self.identifiers if i.kind in kinds for base in _bases(i.other)}

    def _best(
        self, name: str, score: Callable[[_Described], Sequence[float]], any_case: bool = False
    ) -> ReleaseSection | None:
        """Of the sections that mention it, the first of those with the highest score, then with the most mentions."""
        mention = re.compile(rf"(?<![\w/.-]){re.escape(name)}(?![\w/-])", re.I if any_case else 0)
        best, found = None, None
        for described in self._sections:
            text = described.lower if any_case else described.text
            if (name.lower() if any_case else name) not in text:
                continue
            if count := len(mention.findall(described.text)):
                rank = (*score(described), count)
                if best is None or rank > best:
                    best, found = rank, described.section
        return found


@dataclass(frozen=True)
class _Described:
    """A section, and what it is about."""

    section: ReleaseSection
    about: frozenset[str]  # stems of its page's path and title and of its headings

    @cached_property
    def text(self) -> str:
        return "\n".join((*self.section.headings[-1:], self.section.text))

    @cached_property
    def lower(self) -> str:
        return self.text.lower()

    @cached_property
    def heading(self) -> str:
        return "".join(self.section.headings[-1:]).strip("`").lower()


def _stems(text: str) -> frozenset[str]:
    return frozenset(stem(word) for word in words(text).words)


def _bases(name: str) -> Iterator[str]:
    """A type's name without what says which part of a method it is."""
    for suffix in SUFFIXES:
        if name.endswith(suffix) and name != suffix:
            yield name.removesuffix(suffix)
