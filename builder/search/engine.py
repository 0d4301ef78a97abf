"""Query, shards -> results: the reference that engine.js follows step by step."""

from __future__ import annotations

import time
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Literal, Protocol

import numpy as np
from numpy.typing import NDArray

from builder.editions import UNVERSIONED, Kind
from builder.index.reader import Index, LexicalShard
from builder.search import lexical, vectors
from builder.search.fusion import fuse
from builder.search.identifiers import named, nothing_else
from builder.search.place import Place
from builder.search.query import Query, fold, parse_query
from builder.search.scope import editions_in
from builder.search.spelling import corrected
from builder.search.verdict import LACKING, Asked, State, Verdict, verdict

Mode = Literal["hybrid", "keyword", "vector"]
MODES: tuple[Mode, ...] = ("hybrid", "keyword", "vector")


class QueryEncoder(Protocol):
    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]: ...


@dataclass(frozen=True)
class Scores:
    """How a result came to its place."""

    score: float
    keyword: float  # BM25 as a share of the most the query could score
    keyword_rank: int | None  # among the candidates of that retriever, from 1
    cosine: float | None
    vector_rank: int | None
    prior: float


@dataclass(frozen=True)
class Result:
    """A section, by its best chunk."""

    id: str  # the chunk's
    place: Place
    title: str
    headings: tuple[str, ...]
    kind: str
    text: str
    scores: Scores
    same: tuple[Place, ...]  # the same text elsewhere in the scope, in the order of the editions


@dataclass(frozen=True)
class Answer:
    query: Query
    scope: str
    editions: tuple[str, ...]
    mode: Mode
    results: tuple[Result, ...]
    total: int  # how many results there would be
    verdict: Verdict | None = None  # by meaning, in one release or all of a collection; None elsewhere
    milliseconds: dict[str, float] = field(default_factory=dict)  # by step


@dataclass(frozen=True)
class _Scope:
    """The editions of a scope, end to end."""

    ids: list[str]
    shards: list[LexicalShard]
    starts: list[int]  # number of each edition's first chunk

    def place(self, number: int) -> tuple[int, int]:
        """(edition, chunk in it) of a chunk of the scope."""
        at = max(n for n, start in enumerate(self.starts) if start <= number)
        return at, number - self.starts[at]


class Engine:
    """Searches an index; `encoder` may be None where only keywords are asked for."""

    def __init__(self, index: Index, encoder: QueryEncoder | None = None) -> None:
        self.index = index
        self.encoder = encoder

    def search(
        self,
        text: str,
        scope: str = "all",
        k: int = 10,
        mode: Mode = "hybrid",
        kinds: Collection[str] = (),
        offset: int = 0,
    ) -> Answer:
        """The best `k` results after the first `offset`; raises ScopeError for an unknown scope."""
        ranking = self.index.manifest["ranking"]
        clock = _Clock()
        with clock("words"):
            query = parse_query(text, ranking["stop_words"])
            ids = editions_in(scope, self.index.editions)
        with clock("load"):
            shards = [self.index.lexical(id) for id in ids]
            starts = np.cumsum([0, *(len(shard.chunks) for shard in shards)])[:-1].tolist()
            held = _Scope(ids, shards, starts)
        with clock("spelling"):
            query = corrected(query, shards)
        with clock("keyword"):
            shares = self._shares(held, query)
        cosines, judged = None, None
        if mode != "keyword" and self.encoder is not None and query.text:
            with clock("embed"):
                vector = self.encoder.encode([query.text])[0]
            with clock("vector"):
                near = [vectors.cosines(vector, *self.index.vectors(id)) for id in ids]
                cosines = np.concatenate(near) if near else np.zeros(0)
            with clock("verdict"):
                judged = self._verdict(ids, query, vector, cosines)
            if mode == "vector":
                shares = np.zeros_like(shares)
        with clock("fuse"):
            page_kinds = np.concatenate([_kinds(shard) for shard in shards]) if shards else np.zeros(0, np.str_)
            kinds_there, numbers = np.unique(page_kinds, return_inverse=True)
            priors = np.array([ranking["prior"].get(str(kind), 0.0) for kind in kinds_there], np.float64)[numbers]
            if judged is not None and judged.state in LACKING:
                priors += np.where(_evident(page_kinds, judged.state), 0.0, ranking["verdict"]["lacking"])
            allowed = self._allowed(held, query, page_kinds, kinds)
            candidates, scores, ranks = fuse(shares, cosines, priors, ranking, allowed)
        with clock("group"):
            groups = list(self._groups(held, candidates, scores))
        with clock("text"):
            results = tuple(
                self._result(held, members, scores, shares, cosines, priors, ranks)
                for members in groups[offset : offset + k]
            )
        return Answer(query, scope, tuple(ids), mode, results, len(groups), judged, clock.times)

    def _shares(self, held: _Scope, query: Query) -> NDArray[np.float64]:
        """BM25 of every chunk of the scope, as a share of the most the query could score in its collection."""
        ranking, collections = self.index.manifest["ranking"], self.index.manifest["collections"]
        names = [id.partition("/")[0] for id in held.ids]
        parts: list[NDArray[np.float64]] = []
        matched = []
        for name, shard in zip(names, held.shards, strict=True):
            matched.append(lexical.match(shard, query.words, lexical.Bm25f.of(ranking, collections[name])))
        for name, own in zip(names, matched, strict=True):
            bm25 = lexical.Bm25f.of(ranking, collections[name])
            together = [m for other, m in zip(names, matched, strict=True) if other == name]
            most = lexical.most(query.words, together, bm25)
            parts.append(own.scores / most if most else own.scores)
        return np.concatenate(parts) if parts else np.zeros(0)

    def _verdict(
        self, ids: Sequence[str], query: Query, vector: NDArray[np.float32], cosines: NDArray[np.float64]
    ) -> Verdict | None:
        """The verdict for a scope of one release, or of all that a collection has; None for any other."""
        releases = [id for id in ids if not id.endswith(f"/{UNVERSIONED}")]
        collections = {id.partition("/")[0] for id in releases}
        if len(collections) != 1:
            return None
        manifest, (collection,) = self.index.manifest, collections
        shard = self.index.coverage(collection)
        if shard is None or (len(releases) == 1 and releases[0] not in shard.releases):
            return None
        identifiers = named(query.text, self.index.timelines(collection))
        asked = Asked(
            query=query,
            vector=vector,
            edition=releases[0] if len(releases) == 1 else None,
            nearest=float(cosines.max(initial=-1.0)),
            named=identifiers,
            only_named=nothing_else(query, identifiers),
            elsewhere=float(vectors.cosines(vector, *self.index.elsewhere()).max(initial=-1.0)),
        )
        bm25 = lexical.Bm25f.of(manifest["ranking"], manifest["collections"][collection])
        return verdict(shard, asked, bm25, manifest["ranking"]["verdict"])

    def _allowed(
        self, held: _Scope, query: Query, page_kinds: NDArray[np.str_], kinds: Collection[str]
    ) -> NDArray[np.bool_] | None:
        """Which chunks may be found at all: of the kinds asked for, with every quoted phrase."""
        if not kinds and not query.phrases:
            return None
        allowed = np.isin(page_kinds, list(kinds)) if kinds else np.ones(len(page_kinds), np.bool_)
        for phrase in query.phrases:
            needed = parse_query(phrase, ()).words
            for at, shard in enumerate(held.shards):
                span = slice(held.starts[at], held.starts[at] + len(shard.chunks))
                allowed[span] &= self._phrase(held.ids[at], shard, phrase, [w.word for w in needed], allowed[span])
        return allowed

    def _phrase(
        self, id: str, shard: LexicalShard, phrase: str, words: Sequence[str], allowed: NDArray[np.bool_]
    ) -> NDArray[np.bool_]:
        """Which chunks hold a folded phrase: only those with all its words are read."""
        found = allowed.copy()
        for word in words:
            group = shard.group(word)
            holds = np.zeros(len(found), np.bool_)
            for member in shard.members[group] if group is not None else ():
                holds[shard.postings[shard.starts[member] : shard.starts[member + 1]]] = True
            found &= holds
        for number in np.flatnonzero(found):
            page, _, headings = shard.sections[int(shard.chunks[number])]
            context = "\n".join((shard.pages[page][1], *headings, self.index.text(id, int(number))))
            found[number] = phrase in fold(context)
        return found

    def _groups(self, held: _Scope, candidates: Sequence[int], scores: NDArray[np.float64]) -> Iterator[list[int]]:
        """Chunks of one result each, best first: one chunk a section, and with it the same text elsewhere."""
        ordered = sorted(candidates, key=lambda number: (-scores[number], self._id(held, number)))
        seen_sections: set[tuple[int, int]] = set()
        by_text: dict[int, list[int]] = {}
        for number in ordered:
            at, chunk = held.place(number)
            shard = held.shards[at]
            section = (at, int(shard.chunks[chunk]))
            text = int(shard.texts[chunk])
            if section in seen_sections:
                continue
            seen_sections.add(section)
            by_text.setdefault(text, []).append(number)
        yield from by_text.values()

    def _id(self, held: _Scope, number: int) -> str:
        at, chunk = held.place(number)
        shard = held.shards[at]
        page, anchor, _ = shard.sections[int(shard.chunks[chunk])]
        return f"{held.ids[at]}/{shard.pages[page][0]}#{anchor}~{shard.ordinals[chunk]}"

    def _place(self, held: _Scope, number: int) -> Place:
        at, chunk = held.place(number)
        page, anchor, _ = held.shards[at].sections[int(held.shards[at].chunks[chunk])]
        return Place(held.ids[at], held.shards[at].pages[page][0], anchor)

    def _result(
        self,
        held: _Scope,
        members: Sequence[int],
        scores: NDArray[np.float64],
        shares: NDArray[np.float64],
        cosines: NDArray[np.float64] | None,
        priors: NDArray[np.float64],
        ranks: dict[str, dict[int, int]],
    ) -> Result:
        number, *others = members
        at, chunk = held.place(number)
        shard = held.shards[at]
        page, _, headings = shard.sections[int(shard.chunks[chunk])]
        _, title, kind = shard.pages[page]
        return Result(
            id=self._id(held, number),
            place=self._place(held, number),
            title=title,
            headings=tuple(headings),
            kind=kind,
            text=self.index.text(held.ids[at], chunk),
            scores=Scores(
                score=float(scores[number]),
                keyword=float(shares[number]),
                keyword_rank=ranks["keyword"].get(number),
                cosine=None if cosines is None else float(cosines[number]),
                vector_rank=ranks.get("vector", {}).get(number),
                prior=float(priors[number]),
            ),
            same=tuple(self._place(held, other) for other in sorted(others)),
        )


def _evident(kinds: NDArray[np.str_], state: State) -> NDArray[np.bool_]:
    """Which chunks, by their kinds, can say what became of a subject: those of the Specification, and of extensions
    what was removed, as that is where it may have gone; all where there is no Specification."""
    specification: NDArray[np.bool_] = kinds == str(Kind.SPECIFICATION)
    if not specification.any():
        return np.ones(len(kinds), np.bool_)
    extension: NDArray[np.bool_] = kinds == str(Kind.EXTENSION)
    return specification | extension if state == "removed" else specification


def _kinds(shard: LexicalShard) -> NDArray[np.str_]:
    """The kind of each chunk."""
    kinds = np.array([kind for _, _, kind in shard.pages], np.str_)
    return kinds[shard.chunk_pages] if len(kinds) else kinds


class _Clock:
    """Milliseconds of each step."""

    def __init__(self) -> None:
        self.times: dict[str, float] = {}

    @contextmanager
    def __call__(self, step: str) -> Iterator[None]:
        start = time.perf_counter()
        yield
        self.times[step] = round((time.perf_counter() - start) * 1000, 3)
