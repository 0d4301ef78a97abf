"""How good the search is: questions with known answers, through the engine that everything uses."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from builder.evaluate.questions import QuestionsError, QuestionSet, read_questions
from builder.evaluate.run import compare, report, run
from builder.index.reader import Index
from builder.model.encoder import Encoder
from builder.progress import Step
from builder.search.engine import Engine, Mode

# What can be measured: a mode of the engine and what it changes in the manifest's ranking.
CONFIGURATIONS: dict[str, tuple[Mode, dict[str, Any]]] = {
    "hybrid": ("hybrid", {}),
    "keyword": ("keyword", {}),
    "vector": ("vector", {}),
    "rrf": ("hybrid", {"fusion": "rrf"}),
}


def read(site: Path, questions: Sequence[Path]) -> list[QuestionSet]:
    """Question files, their labels held against the index of a site."""
    index = Index.open(site)
    return [read_questions(path, index) for path in questions]


def evaluate(
    site: Path, sets: Sequence[QuestionSet], configurations: Sequence[str], k: int, step: Step
) -> list[dict[str, Any]]:
    """A report for each configuration; from the second on with its paired difference from the first."""
    unknown = [name for name in configurations if name not in CONFIGURATIONS]
    if unknown:
        raise QuestionsError(f"There is no configuration {', '.join(unknown)}: use {', '.join(CONFIGURATIONS)}.")
    start = time.perf_counter()
    engine = Engine(Index.open(site), Encoder.bundled())
    engine.search("warm", "all")
    cold = (time.perf_counter() - start) * 1000
    for scope in {question.scope for one in sets for question in one.questions}:
        engine.search("warm", scope)  # the times are of an engine that holds what it searches
    ranking = dict(engine.index.manifest["ranking"])
    reports: list[dict[str, Any]] = []
    first = None
    for name in configurations:
        mode, changes = CONFIGURATIONS[name]
        engine.index.manifest["ranking"] = {**ranking, **changes}
        cases = run(engine, sets, mode, k, step(f"Asking ({name})", sum(len(one.questions) for one in sets)))
        reports.append({"configuration": name, **report(cases, sets, engine, mode, cold)})
        if first is None:
            first = cases
        else:
            reports[-1]["difference"] = compare(first, cases)
    return reports


__all__ = ["CONFIGURATIONS", "evaluate", "read"]
