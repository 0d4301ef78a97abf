"""A silver set from the corpus itself: what a page says where it links, against the section it links to.

Weaker than questions that people wrote, since the words are the docs' own, but hundreds of them: enough to
tell a gain from luck. Links to pages that the encoder is tuned with (builder/model/pairs.py) do not count.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Sequence

from markdown_it.token import Token

from builder.evaluate.questions import Label, Question, QuestionSet, called, made, plain
from builder.evaluate.written import held_out
from builder.pages.markdown import parse
from builder.pages.page import Edition, Page

_INTERNAL = re.compile(r"/(?P<edition>[\w.-]+/[\w.-]+)/(?P<path>[^#]*?)/?(?:#(?P<anchor>.+))?$")
_SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[A-Z`\[])")
_FEWEST, _MOST = 5, 40  # words of a sentence that is a question
Place = tuple[str, str, str]  # edition, path, anchor
_EACH = 60  # questions of an edition and kind of page, so that no part of the corpus outweighs the others


def silver(editions: Sequence[Edition]) -> QuestionSet:
    """Sentences that hold one link into their own release, to a page that measures: each is a question whose answer
    is the link's target."""
    headings = called(editions)
    found: dict[str, Question] = {}
    for edition in editions:
        by_kind: dict[str, list[Question]] = {}
        for page in edition.pages:
            for sentence, place in linked(page):
                if place in headings and held_out(place[1]) and _scope(edition, place[0]):
                    question = _question(edition, page, sentence, place, headings[place])
                    by_kind.setdefault(str(page.kind), []).append(question)
        for questions in by_kind.values():
            chosen = sorted(questions, key=lambda question: hashlib.sha256(question.query.encode()).digest())
            for question in chosen[:_EACH]:
                found.setdefault(question.query, question)
    return made("silver", sorted(found.values(), key=lambda question: question.id))


def _scope(edition: Edition, target: str) -> bool:
    return target in (str(edition.id), f"{edition.id.collection}/unversioned")


def _question(edition: Edition, page: Page, sentence: str, place: tuple[str, str, str], heading: str) -> Question:
    name = hashlib.sha256(f"{page.address} {sentence} {place}".encode()).hexdigest()[:12]
    return Question(
        id=f"silver-{name}",
        kind=f"silver {page.kind}",
        query=sentence,
        release=edition.id.release,
        language="en",
        scope=f"{edition.id.collection}@{edition.id.release}",
        expected=(Label(place[0], place[1], plain(heading), "", None),),
        asked_on=(str(edition.id), page.path),
    )


def linked(page: Page) -> Iterator[tuple[str, Place]]:
    """(sentence, target) for every sentence of a page that holds exactly one link, and that to another page of ours."""
    for inline in parse(page.body):
        if inline.type != "inline" or not any(child.type == "link_open" for child in inline.children or ()):
            continue
        for sentence, targets in _sentences(inline.children or []):
            match = _INTERNAL.match(targets[0]) if len(targets) == 1 else None
            if match and match["path"] != page.path and _FEWEST <= len(sentence.split()) <= _MOST:
                yield sentence, (match["edition"], match["path"], match["anchor"] or "")


def _sentences(children: Sequence[Token]) -> Iterator[tuple[str, list[str]]]:
    text, links = "", list[tuple[int, str]]()
    for child in children:
        if child.type == "link_open":
            links.append((len(text), str(child.attrGet("href"))))
        elif child.type in ("text", "code_inline"):
            text += child.content
        elif child.type in ("softbreak", "hardbreak"):
            text += " "
    start = 0
    for sentence in _SENTENCE.split(text):
        at = text.index(sentence, start)
        start = at + len(sentence)
        yield " ".join(sentence.split()), [target for place, target in links if at <= place < start]
