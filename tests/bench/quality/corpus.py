"""The pages that every peer indexes, and its answers in the form that questions are judged by."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

from builder.evaluate.questions import Question
from builder.index.reader import Index
from builder.index.sections import Section, sections
from builder.pages.page import Edition, Page
from builder.search.engine import Result, Scores
from builder.search.place import Place
from builder.search.scope import editions_in
from builder.site.render import render_page

MOST = 10  # links that are judged


# For each question the links that were found, best first, by how an answer is read: a peer whose results are pages with
# links below them is read in more than one way, and the one that is best for it counts.
Readings = dict[str, list[list[Result]]]


class Peer(Protocol):
    """Another search."""

    name: str
    version: str
    how: str  # what it was given
    cannot: str

    def answers(self, corpus: Corpus, questions: Sequence[Question]) -> Readings: ...


@dataclass(frozen=True)
class Corpus:
    """The pages of one collection."""

    editions: Sequence[Edition]
    index: Index  # ours: it knows the scopes

    def scope(self, question: Question) -> tuple[str, ...]:
        """The ids of the editions that may answer."""
        return tuple(editions_in(question.scope, self.index.editions))

    @cached_property
    def pages(self) -> dict[tuple[str, str], Page]:
        """By edition and path."""
        return {(str(edition.id), page.path): page for edition in self.editions for page in edition.pages}

    @cached_property
    def html(self) -> dict[tuple[str, str], str]:
        """The article of each page, as the site shows it."""
        return {key: render_page(page).html for key, page in self.pages.items()}

    @cached_property
    def sections(self) -> dict[tuple[str, str], list[Section]]:
        return {key: sections(page) for key, page in self.pages.items()}

    def result(self, edition: str, path: str, anchor: str, text: str | None = None) -> Result:
        """A link as a result: with all the text of its section, or the text that was found."""
        page, found = self.pages[edition, path], self.sections[edition, path]
        section = next((one for one in found if one.anchor == anchor), found[0])
        own = "\n".join(section.blocks) if text is None else text
        scores = Scores(0.0, 0.0, None, None, None, 0.0)
        id = f"{edition}/{path}#{anchor}"
        return Result(id, Place(edition, path, anchor), page.title, section.headings, str(page.kind), own, scores, ())


def addressed(corpus: Corpus, links: Sequence[str]) -> list[Result]:
    """Links "edition/path/#anchor" (below a root of any kind) as results, each once."""
    found = []
    for link in dict.fromkeys(links):
        page, _, anchor = link.partition("#")
        collection, release, *path = page.strip("/").split("/")
        found.append(corpus.result(f"{collection}/{release}", "/".join(path), anchor))
    return found[:MOST]
