"""Which identifiers a query names, and which releases have each: what timelines tell the verdict."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from builder.index.tokens import stem, words
from builder.search.query import Query, fold

# Capabilities and types are words of the language too, and so is a name without a sign, but for a method's.
_KINDS = frozenset({"method", "notification", "header", "error code"})
_OF_SCHEMAS = frozenset({"method", "notification"})
_SIGN = re.compile(r"[^a-z]")
# Stems of words that say what sort of identifier one is.
_SORTS = frozenset(map(stem, ("method", "request", "response", "notification", "header", "error", "code", "message")))


@dataclass(frozen=True)
class Named:
    """An identifier in a query."""

    name: str
    id: str  # of its timeline: the anchor on the page of identifiers
    word: bool  # also a word of the language
    releases: frozenset[str]  # ids of the editions that have it, or of which it is not known


def named(text: str, timelines: Mapping[str, Any]) -> list[Named]:
    """The identifiers of a timelines file that stand in a text."""
    folded = fold(text)
    unknown = frozenset(timelines["releases"]) - frozenset(timelines["schemas"])
    found = []
    for timeline in timelines["timelines"]:
        if timeline["kind"] not in _KINDS or (name := fold(timeline["name"])) not in folded:
            continue
        whole = re.search(rf"(?:^|[^a-z0-9_/.-]){re.escape(name)}(?![a-z0-9_/-])", folded)
        word = not _SIGN.search(name)
        if whole and (timeline["kind"] == "method" or not word):
            releases = frozenset(timeline["releases"]) | (unknown if timeline["kind"] in _OF_SCHEMAS else frozenset())
            found.append(Named(timeline["name"], timeline["id"], word, releases))
    return found


def nothing_else(query: Query, found: Sequence[Named]) -> bool:
    """Whether a query asks for the identifiers that it names, and for nothing else."""
    own = _SORTS | {stem(word) for one in found for word in words(one.name).words}
    return bool(found) and all(stem(word.word) in own for word in query.words)
