"""Queries written for sections of the docs, without a look at any other set: two for a section.

*Plain* ones are in a developer's words; *paraphrases* share no content word with their section. Half of them, by the
page's name, tune the encoder (builder/model/pairs.py); the other half measures. Some pages were renamed from one
release to another, so about a tenth of the sections that measure have a counterpart in the half that tunes.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from builder.editions import UNVERSIONED
from builder.evaluate.questions import Label, Question, QuestionSet, called, made, plain
from builder.pages.page import Edition

_FILE = Path(__file__).with_suffix(".jsonl")


@dataclass(frozen=True)
class Written:
    """A section by its address, and what one may ask to find it."""

    edition: str
    path: str
    anchor: str
    plain: str
    paraphrase: str


def written() -> list[Written]:
    return [Written(**json.loads(line)) for line in _FILE.read_text("utf-8").splitlines()]


def held_out(path: str) -> bool:
    """Whether queries for a page measure rather than tune: by the page's name, so alike in all releases."""
    return hashlib.sha256(path.rpartition("/")[2].encode()).digest()[0] % 2 == 0


def written_set(editions: Sequence[Edition]) -> QuestionSet:
    """The queries that measure; those whose section is gone upstream are left out."""
    headings = called(editions)
    newest = {edition.id.collection: edition.id.release for edition in editions if edition.latest}
    asked = []
    for one in written():
        place = (one.edition, one.path, one.anchor)
        if not held_out(one.path) or place not in headings:
            continue
        collection, _, release = one.edition.partition("/")
        label = Label(one.edition, one.path, plain(headings[place]), "", None)
        for kind, query in (("plain", one.plain), ("paraphrase", one.paraphrase)):
            asked.append(_question(f"written {kind}", query, collection, release, newest[collection], label))
    return made("written", asked)


def _question(kind: str, query: str, collection: str, release: str, newest: str, label: Label) -> Question:
    asked = newest if release == UNVERSIONED else release
    return Question(
        id=f"written-{hashlib.sha256(f'{label} {query}'.encode()).hexdigest()[:12]}",
        kind=kind,
        query=query,
        release=asked,
        language="en",
        scope=f"{collection}@{asked}",
        expected=(label,),
    )
