"""A question set through the engine."""

from __future__ import annotations

import hashlib
import json
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from builder.evaluate.questions import DECLINED, Question, QuestionSet, first_hit, first_trap
from builder.evaluate.scoring import CHANCE, Case, decline_figures, figures, paired, trapped, verdict_figures
from builder.search.engine import Engine, Mode, Result
from builder.search.verdict import Verdict


def run(engine: Engine, sets: Sequence[QuestionSet], mode: Mode, k: int, advance: Callable[[int], None]) -> list[Case]:
    """Every question of the sets, once; the engine should be warm if the times are to mean anything."""
    cases = []
    for question in (q for one in sets for q in one.questions):
        start = time.perf_counter()
        wanted = k if question.asked_on is None else k + 20  # results of the page that asks are no answers to it
        answer = engine.search(question.query, question.scope, wanted, mode)
        milliseconds = (time.perf_counter() - start) * 1000
        cases.append(judge(question, answer.results, milliseconds, answer.verdict, _named(engine, question)))
        advance(1)
    return cases


def judge(
    question: Question,
    results: Sequence[Result],
    milliseconds: float = 0.0,
    verdict: Verdict | None = None,
    named: str | None = None,
) -> Case:
    """What a question came to; `named` is the release that a verdict should name."""
    met: set[int] = set()
    gains = []
    top = [result for result in results if (result.place.edition, result.place.path) != question.asked_on][:10]
    for result in top:
        new = {n for n, label in enumerate(question.expected) if n not in met and label.matches(result)}
        gains.append(int(bool(new)))
        met |= new
    pages = Counter((result.place.edition, result.place.path) for result in top)
    return Case(
        id=question.id,
        kind=question.kind,
        release=question.release,
        language=question.language,
        answerable=bool(question.expected) and question.kind not in DECLINED,
        rank=first_hit(question, top),
        gains=tuple(gains),
        labels=len(question.expected),
        trap=first_trap(question, top),
        one_page=max(pages.values()) / len(top) if top else 0.0,
        milliseconds=round(milliseconds, 2),
        results=tuple(result.id for result in top),
        covered=question.covered,
        named=named,
        state=verdict.state if verdict else None,
        named_by_verdict=_release(verdict.first if verdict.state == "not yet" else verdict.last) if verdict else None,
        decline=question.decline,
    )


def _release(edition: str | None) -> str | None:
    return edition.partition("/")[2] if edition else None


def _named(engine: Engine, question: Question) -> str | None:
    """The release that a verdict should name: the first that covers the subject where the one asked about is
    before it, else the last."""
    collection, _, release = question.scope.partition("@")
    order = {e["release"]: e["order"] for e in engine.index.editions if e["collection"] == collection}
    newest = next(
        (e["release"] for e in engine.index.editions if e["collection"] == collection and e["latest"]), release
    )
    asked = order.get(newest if release == "latest" else release)
    if asked is None or question.first is None:
        return None
    return question.first if asked < order[question.first] else question.last


def report(
    cases: Sequence[Case], sets: Sequence[QuestionSet], engine: Engine, mode: Mode, cold: float
) -> dict[str, Any]:
    """All figures of a run, with what they were made of by hash."""
    manifest = engine.index.manifest
    times = [case.milliseconds for case in cases] or [0.0]
    return {
        "mode": mode,
        **summary(cases),
        "latency_ms": {
            "p50": round(float(np.percentile(times, 50)), 2),
            "p95": round(float(np.percentile(times, 95)), 2),
            "cold": round(cold, 1),
        },
        "made_of": {
            "snapshots": {edition["id"]: edition["commit"] for edition in manifest["editions"]},
            "model": manifest["model"]["hash"],
            "parameters": hashlib.sha256(json.dumps(manifest["ranking"], sort_keys=True).encode()).hexdigest(),
            "ranking": manifest["ranking"],
            "questions": {one.name: one.sha256 for one in sets},
        },
        "cases": [
            {"id": c.id, "kind": c.kind, "release": c.release, "rank": c.rank, "results": list(c.results)}
            for c in cases
        ],
    }


def summary(cases: Sequence[Case]) -> dict[str, Any]:
    """The figures over all cases, and by kind, release and language."""
    return {
        "overall": figures(cases),
        "kinds": _by(cases, "kind"),
        "releases": _by(cases, "release"),
        "languages": _by(cases, "language"),
        "traps_above": trapped(cases),
        "verdict": verdict_figures(cases),
        "declines": decline_figures(cases),
        "one_page": round(float(np.mean([case.one_page for case in cases])), 4) if cases else 0.0,
    }


def _by(cases: Sequence[Case], what: str) -> dict[str, dict[str, Any]]:
    groups: dict[str, list[Case]] = defaultdict(list)
    for case in cases:
        groups[getattr(case, what)].append(case)
    return {name: found for name, members in sorted(groups.items()) if (found := figures(members))["n"]}


def compare(first: Sequence[Case], second: Sequence[Case]) -> dict[str, Any]:
    """The paired difference of two runs over the same questions, and the questions that changed."""
    pairs = [(a, b) for a, b in zip(first, second, strict=True) if a.answerable]

    def difference(value: Callable[[Case], float]) -> dict[str, float | bool]:
        mean, p = paired([value(a) for a, _ in pairs], [value(b) for _, b in pairs])
        return {"mean": mean, "p": p, "more_than_chance": p < CHANCE}

    return {
        "hit@1": difference(lambda c: float(c.rank == 1)),
        "hit@5": difference(lambda c: float(c.rank is not None and c.rank <= 5)),
        "mrr@10": difference(lambda c: 1 / c.rank if c.rank else 0.0),
        "won": [b.id for a, b in pairs if (a.rank or 99) > 5 >= (b.rank or 99)],
        "lost": [b.id for a, b in pairs if (b.rank or 99) > 5 >= (a.rank or 99)],
    }
