"""The gate: a fall of the figures on the question sets beyond noise fails, with the questions that were lost."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from builder import settings
from builder.evaluate import evaluate, read
from builder.evaluate.questions import QuestionsError, read_questions
from builder.index.reader import Index
from builder.progress import silent
from tests.conftest import PROJECT

BASELINE = Path(__file__).parent / "baseline.json"
# Two questions of 84 may go either way with the rounding of another processor or a small edit upstream.
NOISE = 0.025


@pytest.fixture(scope="module")
def figures(real_site: Path) -> dict[str, Any]:
    files = settings.load(PROJECT / "strata.toml").question_files
    return evaluate(real_site, read(real_site, files), ["hybrid"], 10, silent)[0]


def test_the_figures_do_not_fall(figures: dict[str, Any]) -> None:
    baseline = json.loads(BASELINE.read_text("utf-8"))
    found = {case["id"] for case in figures["cases"] if case["rank"] and case["rank"] <= 5}
    lost = sorted(set(baseline["hit@5"]) - found)
    for name in ("hit@1", "hit@5", "mrr@10"):
        assert figures["overall"][name] >= baseline["overall"][name] - NOISE, f"{name} fell; lost: {', '.join(lost)}"


def test_the_verdict_gives_no_false_alarm_and_names_the_right_release(figures: dict[str, Any]) -> None:
    assert figures["verdict"]["false_alarms"] == []
    assert figures["verdict"]["recall"] >= 0.9
    assert figures["verdict"]["release_right"] == 1.0
    assert figures["declines"]["wrong"] == []


def test_the_report_has_the_fields_that_it_promises(figures: dict[str, Any]) -> None:
    names = {"n", "hit@1", "hit@3", "hit@5", "hit@10", "mrr@10", "ndcg@10", "intervals", "traps_above", "one_page"}
    groups = [figures["overall"], *(row for by in ("kinds", "releases", "languages") for row in figures[by].values())]
    assert len(groups) > 15 and all(set(group) == names for group in groups)
    assert set(figures["latency_ms"]) == {"p50", "p95", "cold"}
    assert all(len(case["results"]) <= 10 for case in figures["cases"])
    assert set(figures["made_of"]) == {"snapshots", "model", "parameters", "ranking", "questions"}


def test_a_label_that_is_not_in_the_index_fails_the_run(sample_site: Path, tmp_path: Path) -> None:
    cases = json.loads((PROJECT / "tests" / "sample" / "questions.json").read_text("utf-8"))[:1]
    cases[0]["expected"][0]["page"] = "specification/2.0/no-such-page"
    file = tmp_path / "sample-questions.json"
    file.write_text(json.dumps(cases))
    with pytest.raises(QuestionsError, match=r"no page 'specification/no-such-page' in tide/2\.0"):
        read_questions(file, Index.open(sample_site))


def test_a_heading_that_is_not_in_the_index_fails_the_run_too(sample_site: Path, tmp_path: Path) -> None:
    cases = json.loads((PROJECT / "tests" / "sample" / "questions.json").read_text("utf-8"))[:1]
    cases[0]["expected"][0] |= {"heading": "No such heading", "must_contain": ""}
    file = tmp_path / "sample-questions.json"
    file.write_text(json.dumps(cases))
    with pytest.raises(QuestionsError, match="no section 'No such heading' on the page"):
        read_questions(file, Index.open(sample_site))


def test_a_report_is_never_overwritten(strata: Any, sample_site: Path, tmp_path: Path) -> None:
    report = tmp_path / "report.json"
    ask = ("eval", "--site", str(sample_site), "--questions", "tests/sample/questions.json", "--json", str(report))
    strata(*ask)
    assert json.loads(report.read_text("utf-8"))["overall"]["n"] > 20
    failed = strata(*ask, check=False)
    assert failed.returncode == 1 and "never overwritten" in failed.stderr
