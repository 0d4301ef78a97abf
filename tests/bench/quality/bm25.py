"""Plain BM25: bm25s over the very chunks that we index."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.metadata import version

import bm25s
import snowballstemmer

from builder.evaluate.questions import Question
from tests.bench.quality.corpus import MOST, Corpus, Readings
from tests.bench.quality.pieces import Piece, first_of_each_section


class Bm25:
    name = "BM25 (bm25s)"
    how = "an index for each scope over our chunks with their titles and headings, English stop words and stems"
    cannot = "find other words for the same thing; tell that a release does not have something; run in a browser"

    def __init__(self, pieces: Sequence[Piece]) -> None:
        self.pieces = pieces
        self.version = f"bm25s {version('bm25s')}"
        self._stem = snowballstemmer.stemmer("english").stemWords

    def answers(self, corpus: Corpus, questions: Sequence[Question]) -> Readings:
        indexes: dict[tuple[str, ...], tuple[list[Piece], bm25s.BM25]] = {}
        found = []
        for question in questions:
            scope = corpus.scope(question)
            if scope not in indexes:
                pieces = [piece for piece in self.pieces if piece.edition in scope]
                index = bm25s.BM25()
                index.index(self._tokens([piece.embedded for piece in pieces]), show_progress=False)
                indexes[scope] = pieces, index
            pieces, index = indexes[scope]
            ranked, scores = index.retrieve(self._tokens([question.query]), k=5 * MOST, show_progress=False)
            hits = [pieces[n] for n, score in zip(ranked[0], scores[0], strict=True) if score > 0]
            found.append(first_of_each_section(corpus, hits))
        return {"all links": found}

    def _tokens(self, texts: list[str]) -> bm25s.tokenization.Tokenized:
        return bm25s.tokenize(texts, stopwords="en", stemmer=self._stem, show_progress=False)
