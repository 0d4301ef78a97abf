"""The evaluation of a built index: made once for each index, and kept, so that figures can be followed over time."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from builder.evaluate.questions import Question, QuestionSet, read_questions
from builder.evaluate.run import report, run
from builder.evaluate.scoring import Case
from builder.evaluate.silver import silver
from builder.index.reader import Index
from builder.model.encoder import Encoder
from builder.pages.page import Edition
from builder.progress import Step
from builder.search.engine import Engine
from builder.sources.http import replace_file

# What decides the figures besides the index and the questions.
_CODE = ("evaluate", "index", "model", "search")
_OF_NO_INTEREST = ("built", "copies")  # of the manifest


@dataclass(frozen=True)
class Evaluation:
    """What is known of how good the search is."""

    date: str  # of the newest text in the index
    own: bool  # whether the questions are those that people wrote; if not, the corpus asked itself
    sets: dict[str, Any]  # a report by the name of each question set
    before: tuple[dict[str, Any], ...]  # earlier ones, oldest first: {"date", "sets": {name: {"n", "hit@1", ...}}}


def evaluated(
    site: Path, questions: Sequence[Path], editions: Callable[[], Sequence[Edition]], kept: Path, step: Step
) -> Evaluation:
    """The evaluation of the index in `site`, from the folder `kept` if it was made before.

    Without question files the corpus asks itself (silver.py). No time is in it: the same index gives the same figures.
    """
    index = Index.open(site)
    key = _key(index, questions)
    files = sorted(kept.glob("*.json"))
    own = next((file for file in files if file.stem.endswith(key)), None)
    if own is None:
        # A page that upstream renamed must not keep a site from being published: its questions are left out, and said.
        read = [read_questions(path, index, lenient=True) for path in questions]
        sets = [one for one in read if one.questions]
        made = _made(index, sets or [silver(editions())], bool(sets), step)
        own = kept / f"{len(files):05d}-{made['date']}-{key}.json"  # numbered: no clock tells their order
        kept.mkdir(parents=True, exist_ok=True)
        replace_file(own, (json.dumps(made, ensure_ascii=False) + "\n").encode())
    current = json.loads(own.read_text("utf-8"))
    before = tuple(_short(json.loads(file.read_text("utf-8"))) for file in files if file.name < own.name)
    return Evaluation(current["date"], current["own"], current["sets"], before)


def _made(index: Index, sets: Sequence[QuestionSet], own: bool, step: Step) -> dict[str, Any]:
    engine = Engine(index, Encoder.bundled())
    advance = step("Asking questions", sum(len(one.questions) for one in sets))
    reports = {}
    for one in sets:
        cases = run(engine, [one], "hybrid", 10, advance)
        made = report(cases, [one], engine, "hybrid", 0.0)
        del made["latency_ms"]
        made["left_out"] = len(one.left_out)
        made["cases"] = [_told(question, case) for question, case in zip(one.questions, cases, strict=True)]
        reports[one.name] = made
    date = max(entry["date"] for entry in index.editions)[:10]
    return {"date": date, "own": own, "sets": reports}


def _told(question: Question, case: Case) -> dict[str, Any]:
    return {
        "id": case.id,
        "kind": case.kind,
        "query": question.query,
        "scope": question.scope,
        "answerable": case.answerable,
        "rank": case.rank,
        "trap": case.trap,
        "verdict": case.state,
        "covered": case.covered,
        "decline": case.decline,
        "expected": [[label.edition, label.path, label.heading] for label in question.expected],
        "results": list(case.results),
    }


def _short(evaluation: dict[str, Any]) -> dict[str, Any]:
    sets = {name: one["overall"] for name, one in evaluation["sets"].items()}
    return {"date": evaluation["date"], "sets": sets}


def _key(index: Index, questions: Sequence[Path]) -> str:
    manifest = {name: value for name, value in index.manifest.items() if name not in _OF_NO_INTEREST}
    digest = hashlib.sha256(json.dumps(manifest, sort_keys=True).encode())
    for path in questions:
        digest.update(f"{path.name}\0".encode() + path.read_bytes())
    for package in _CODE:
        for file in sorted((Path(__file__).parent.parent / package).glob("*.py")):
            digest.update(file.read_bytes())
    return digest.hexdigest()[:16]
