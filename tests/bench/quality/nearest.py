"""Plain vectors, as published servers over the LangGraph docs use them: pieces of one length, nearest by cosine."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.metadata import version

from sklearn.neighbors import NearestNeighbors

from builder.evaluate.questions import Question
from builder.index.embeddings import EmbeddingCache
from builder.model.encoder import Encoder
from builder.progress import Advance
from tests.bench.quality.corpus import MOST, Corpus, Readings
from tests.bench.quality.pieces import OVERLAP, WINDOW, first_of_each_section, windows


class Nearest:
    name = "vectors (scikit-learn)"
    how = (
        f"pieces of {WINDOW} model tokens, {OVERLAP} of them shared with the next, without their headings, embedded by "
        "our model; the nearest of the scope by cosine"
    )
    cannot = (
        "find identifiers for certain; tell where on a page a piece stands but by where it begins; tell that a release "
        "does not have something; run in a browser"
    )

    def __init__(self, encoder: Encoder, cache: EmbeddingCache, advance: Advance) -> None:
        self.encoder, self.cache, self.advance = encoder, cache, advance
        self.version = f"scikit-learn {version('scikit-learn')}"

    def answers(self, corpus: Corpus, questions: Sequence[Question]) -> Readings:
        wanted = {edition for question in questions for edition in corpus.scope(question)}
        pieces = [piece for piece in windows(corpus, self.encoder) if piece.edition in wanted]
        texts = [piece.embedded for piece in pieces]
        self.cache.fill(texts, self.encoder, self.advance)
        rows, scales = self.cache.load(texts)
        vectors = rows * scales[:, None]
        found = []
        for question in questions:
            scope = corpus.scope(question)
            members = [n for n, piece in enumerate(pieces) if piece.edition in scope]
            nearest = NearestNeighbors(n_neighbors=5 * MOST, metric="cosine", algorithm="brute").fit(vectors[members])
            order = nearest.kneighbors(self.encoder.encode([question.query]), return_distance=False)[0]
            found.append(first_of_each_section(corpus, [pieces[members[n]] for n in order]))
        return {"all links": found}
