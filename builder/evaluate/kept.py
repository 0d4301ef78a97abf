"""The evaluation of a built index: made once for each index, and followed over time.

What was measured before is read from the report of the site that is about to be replaced, and from nowhere else: the
same snapshots over the same site, or over none, give the same bytes on every machine.
"""

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

# What decides the figures besides the index and the questions.
_CODE = ("evaluate", "index", "model", "search")
_OF_NO_INTEREST = ("built", "copies")  # of the manifest


@dataclass(frozen=True)
class Evaluation:
    """What is known of how good the search is."""

    key: str  # hash of all that decides the figures
    date: str  # of the newest text in the index
    own: bool  # whether the questions are those that people wrote; if not, the corpus asked itself
    sets: dict[str, Any]  # a report by the name of each question set
    before: tuple[dict[str, Any], ...]  # earlier ones, oldest first: {"date", "sets": {name: {"n", "hit@1", ...}}}


def evaluated(
    site: Path, questions: Sequence[Path], editions: Callable[[], Sequence[Edition]], last: Path, step: Step
) -> Evaluation:
    """The evaluation of the index in `site`; from `last`, the report of the site before, if that measured the same.

    Without question files the corpus asks itself (silver.py). No time is in it: the same index gives the same figures.
    """
    index = Index.open(site)
    key, earlier = _key(index, questions), _read(last)
    before = earlier.before if earlier else ()
    if earlier and earlier.key == key:
        return earlier
    # A page that upstream renamed must not keep a site from being published: its questions are left out, and said.
    read = [read_questions(path, index, lenient=True) for path in questions]
    sets = [one for one in read if one.questions]
    if earlier:
        before = (*before, {"date": earlier.date, "sets": {name: one["overall"] for name, one in earlier.sets.items()}})
    date = max(entry["date"] for entry in index.editions)[:10]
    return Evaluation(key, date, bool(sets), _made(index, sets or [silver(editions())], step), before)


def _read(report: Path) -> Evaluation | None:
    """None where there was no site, or one that is damaged or of an older form."""
    try:
        found = json.loads(report.read_text("utf-8"))
        return Evaluation(found["key"], found["date"], found["own"], found["sets"], tuple(found["before"]))
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _made(index: Index, sets: Sequence[QuestionSet], step: Step) -> dict[str, Any]:
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
    read_back: dict[str, Any] = json.loads(json.dumps(reports))  # so that figures kept and figures made are the same
    return read_back


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


def _key(index: Index, questions: Sequence[Path]) -> str:
    manifest = {name: value for name, value in index.manifest.items() if name not in _OF_NO_INTEREST}
    digest = hashlib.sha256(json.dumps(manifest, sort_keys=True).encode())
    for path in questions:
        digest.update(f"{path.name}\0".encode() + path.read_bytes())
    for package in _CODE:
        for file in sorted((Path(__file__).parent.parent / package).glob("*.py")):
            digest.update(file.read_bytes())
    return digest.hexdigest()[:16]
