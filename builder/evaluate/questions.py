"""Questions with verified answers: reading them, and telling whether a result is one of the answers."""

from __future__ import annotations

import hashlib
import html
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from builder.errors import StrataError
from builder.index.reader import Index
from builder.index.sections import sections
from builder.pages.page import Edition
from builder.search.engine import Result
from builder.search.place import Place

_MARKUP = re.compile(r"</?[A-Za-z][^>]*>")
_LINK = re.compile(r"!?\[([^\]]*)\]\([^)]*\)")
DECLINED = ("off-topic", "smalltalk")


class QuestionsError(StrataError):
    """A question file that cannot be read, or a label that is not in the index."""


@dataclass(frozen=True)
class Label:
    """A section that answers a question, or a trap that seems to."""

    edition: str
    path: str
    heading: str  # plain; "" is the top of the page
    must_contain: str  # plain; "" where only the heading counts
    parent: str | None  # the enclosing heading, where headings repeat

    def matches(self, result: Result) -> bool:
        """The same page, and the same heading or a text that contains what it must."""
        at_home = any(self._on_page(place) for place in (result.place, *result.same))
        if not at_home:
            return False
        own = plain(result.headings[-1]) if result.headings else ""
        enclosing = plain(result.headings[-2]) if len(result.headings) > 1 else ""
        if own == self.heading and (self.parent is None or enclosing == self.parent):
            return True
        return bool(self.must_contain) and self.must_contain in plain(result.text)

    def _on_page(self, place: Place) -> bool:
        return place.edition == self.edition and place.path == self.path


@dataclass(frozen=True)
class Question:
    id: str
    kind: str
    query: str
    release: str  # as the case has it: a release, latest, or all
    language: str
    scope: str
    expected: tuple[Label, ...]
    traps: tuple[Label, ...] = ()
    covered: bool | None = None  # whether the Specification of the release covers it; None where it has no release
    first: str | None = None
    last: str | None = None
    decline: bool = False
    asked_on: tuple[str, str] | None = None  # edition and path of the page whose words it is: no answer to it


@dataclass(frozen=True)
class QuestionSet:
    name: str
    sha256: str
    questions: tuple[Question, ...]
    left_out: tuple[str, ...] = ()  # ids of cases with a label that is not in the index


def made(name: str, questions: Sequence[Question]) -> QuestionSet:
    """A set that no file holds."""
    digest = hashlib.sha256("\n".join(f"{q.query}\t{q.expected}" for q in questions).encode()).hexdigest()
    return QuestionSet(name, digest, tuple(questions))


def called(editions: Iterable[Edition]) -> dict[tuple[str, str, str], str]:
    """The heading of every section, by edition, path and anchor; "" at the top of a page."""
    return {
        (str(edition.id), page.path, section.anchor): section.headings[-1] if section.headings else ""
        for edition in editions
        for page in edition.pages
        for section in sections(page)
    }


def read_questions(path: Path, index: Index, *, lenient: bool = False) -> QuestionSet:
    """A file of cases (a JSON list).

    Raises QuestionsError naming the case for a label that is not in the index; if `lenient` such a case is left out.
    """
    try:
        data = path.read_bytes()
        cases = json.loads(data)
    except (OSError, ValueError) as error:
        raise QuestionsError(f"{path} cannot be read: {error}.") from None
    collection = path.name.split("-")[0]
    questions = tuple(_question(case, case.get("collection", collection), index, path) for case in cases)
    left_out = []
    for question in questions:
        missing = _lacking(question, index)
        if missing and lenient:
            left_out.append(question.id)
        elif missing:
            raise QuestionsError(
                f"{path.name}, case {question.id}: the index has no {missing}. "
                "The label or the index is wrong; no figure is given."
            )
    asked = tuple(question for question in questions if question.id not in left_out)
    return QuestionSet(path.name, hashlib.sha256(data).hexdigest(), asked, tuple(left_out))


def _question(case: Mapping[str, Any], collection: str, index: Index, path: Path) -> Question:
    try:
        covers = case["covers"]
        return Question(
            id=case["id"],
            kind=case["kind"],
            query=case["query"],
            release=case["version"],
            language=case.get("lang", "en"),
            scope=f"{collection}@{case['version']}",
            expected=tuple(_labels(case["expected"], case, collection, index)),
            traps=tuple(_labels(case.get("traps", ()), case, collection, index)),
            covered=None if case["version"] == "all" or covers["first"] is None else bool(covers["covered"]),
            first=covers["first"],
            last=covers["last"],
            decline=bool(case.get("decline", False)),
        )
    except (KeyError, TypeError) as error:
        raise QuestionsError(f"{path.name}, case {case.get('id', '?')}: {error} is missing or wrong.") from None


def _labels(
    rows: Iterable[Mapping[str, Any]], case: Mapping[str, Any], collection: str, index: Index
) -> Iterable[Label]:
    known = {e["release"] for e in index.editions if e["collection"] == collection}
    newest = next((e["release"] for e in index.editions if e["collection"] == collection and e["latest"]), "")
    asked = newest if case["version"] in ("latest", "all") else case["version"]
    for row in rows:
        edition, path = _place(row["page"], collection, known, asked)
        parent = plain(row["parent"]) if "parent" in row else None
        yield Label(edition, path, plain(row["heading"]), plain(row.get("must_contain", "")), parent)


def _place(page: str, collection: str, known: set[str], asked: str) -> tuple[str, str]:
    """Edition and path of a label's page, which is named by upstream's own path."""
    parts = page.split("/")
    if parts[0] == collection:  # langgraph/python/x, langgraph/0.6/x: a collection of a source a release
        release = "latest" if parts[1] == "python" else parts[1]
        rest = parts[2:]
    elif len(parts) > 2 and parts[1] in known:
        release, rest = parts[1], [parts[0], *parts[2:]]
    elif page == "examples":  # stands in the navigation of every release
        release, rest = asked, parts
    else:
        release, rest = "unversioned", parts
    if rest and rest[-1] == "index":
        rest = rest[:-1]
    return f"{collection}/{release}", "/".join(rest)


def _lacking(question: Question, index: Index) -> str:
    """The first thing the index lacks of what a question asks for: its release, or a label; "" where all is there."""
    collection, _, release = question.scope.partition("@")
    known = {entry["release"] for entry in index.editions if entry["collection"] == collection}
    for name in (release, question.first, question.last):
        if name and name not in ("all", "latest", *known):
            return f"release {name} of {collection}"
    return next(filter(None, (_missing(label, index) for label in (*question.expected, *question.traps))), "")


def _missing(label: Label, index: Index) -> str:
    """What the index lacks of a label; "" where it has its page, and on it the heading or the text.

    The top of a page is there even where nothing stands above the first heading.
    """
    known = {entry["id"] for entry in index.editions}
    shard = index.lexical(label.edition) if label.edition in known else None
    paths = [row[0] for row in shard.pages] if shard else []
    if shard is None or label.path not in paths:
        return f"page '{label.path}' in {label.edition}"
    page = paths.index(label.path)
    if not label.heading:
        return ""
    own = {number: headings for number, (at, _, headings) in enumerate(shard.sections) if at == page}
    if any(headings and plain(headings[-1]) == label.heading for headings in own.values()):
        return ""
    held = [n for n, section in enumerate(shard.chunks) if int(section) in own]
    if label.must_contain and any(label.must_contain in plain(index.text(label.edition, n)) for n in held):
        return ""
    return f"section '{label.heading}' on the page '{label.path}' in {label.edition}"


def plain(text: str) -> str:
    """Text without markup and with its white space folded, as labels and results are compared."""
    text = html.unescape(_LINK.sub(r"\1", _MARKUP.sub(" ", text)))
    return " ".join(text.replace("`", "").replace("*", "").replace("\\", "").split())


def first_hit(question: Question, results: Sequence[Result]) -> int | None:
    """Rank (from 1) of the first result that answers the question."""
    for rank, result in enumerate(results, 1):
        if any(label.matches(result) for label in question.expected):
            return rank
    return None


def first_trap(question: Question, results: Sequence[Result]) -> int | None:
    """Rank of the first result that is a trap and no answer."""
    for rank, result in enumerate(results, 1):
        if any(trap.matches(result) for trap in question.traps) and not any(
            label.matches(result) for label in question.expected
        ):
            return rank
    return None
