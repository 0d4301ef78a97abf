"""The page /evaluation/, and the reports it is made from."""

from __future__ import annotations

import json
import shutil
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from builder.evaluate.kept import Evaluation, evaluated
from builder.index.reader import Index
from builder.pages.page import Edition
from builder.progress import silent
from builder.site.evaluation import REPORT
from tests.conftest import PROJECT

QUESTIONS = [PROJECT / "tests" / "sample" / "questions.json"]


def no_editions() -> list[Edition]:
    raise AssertionError("the corpus asks itself only where there are no questions")


def never(what: str, total: int) -> Any:
    raise AssertionError(f"{what} again, although nothing has changed")


def test_the_page_shows_the_figures_and_the_questions_that_failed_first(sample_address: str, page: Page) -> None:
    page.goto(f"{sample_address}evaluation/")
    report = page.evaluate("() => fetch('report.json').then((response) => response.json())")["sets"]["questions.json"]
    assert page.locator("h2").evaluate_all("all => all.map((h2) => h2.id)")[:3] == ["kinds", "releases", "time"]
    kinds = page.locator("h2#kinds ~ .table-wrap").first.locator("tbody th").all_inner_texts()
    assert kinds == sorted(report["kinds"])
    failed = [case for case in report["cases"] if case["answerable"] and case["rank"] != 1]
    first = page.locator("h2#questions ~ details.evaluation-question").first
    assert failed and any(case["query"] in first.inner_text() for case in failed)
    right = report["cases"][0]["expected"][0]
    assert page.locator(f"a[href^='../{right[0]}/{right[1]}/']").count()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_serious_on_it(sample_address: str, page: Page, scheme: Any) -> None:
    page.emulate_media(color_scheme=scheme)
    page.goto(f"{sample_address}evaluation/")
    page.evaluate((PROJECT / "node_modules" / "axe-core" / "axe.min.js").read_text("utf-8"))
    found = page.evaluate("() => axe.run()")["violations"]
    assert [one["id"] for one in found if one["impact"] in ("serious", "critical")] == []


def written(found: Evaluation, file: Path) -> Path:
    file.write_text(json.dumps(asdict(found)), "utf-8")
    return file


def test_what_the_last_site_was_asked_is_not_asked_again(sample_site: Path, tmp_path: Path) -> None:
    first = evaluated(sample_site, QUESTIONS, no_editions, tmp_path / "none.json", silent)
    assert first.own and first.before == () and first.sets["questions.json"]["overall"]["n"] > 20
    assert "latency_ms" not in first.sets["questions.json"]
    last = written(first, tmp_path / "report.json")
    assert evaluated(sample_site, QUESTIONS, no_editions, last, never) == first
    assert evaluated(sample_site, QUESTIONS, no_editions, sample_site / REPORT, never) == first


def test_other_questions_are_another_evaluation_beside_the_earlier_ones(sample_site: Path, tmp_path: Path) -> None:
    first = evaluated(sample_site, QUESTIONS, no_editions, tmp_path / "none.json", silent)
    fewer, last = tmp_path / "questions.json", written(first, tmp_path / "report.json")
    sizes = []
    for few in (8, 6):
        fewer.write_text(json.dumps(json.loads(QUESTIONS[0].read_text("utf-8"))[:few]))
        found = evaluated(sample_site, [fewer], no_editions, last, silent)
        assert evaluated(sample_site, [fewer], no_editions, written(found, last), never) == found
        sizes.append([one["sets"]["questions.json"]["n"] for one in found.before])
    whole = first.sets["questions.json"]["overall"]["n"]
    assert sizes[0] == [whole]
    assert sizes[1][0] == whole and len(sizes[1]) == 2


@pytest.mark.parametrize("report", ["", "[]", "{}", '{"key": "", "date": "", "own": true, "sets": {}, "before": 1}'])
def test_a_last_site_whose_report_cannot_be_read_has_no_past(sample_site: Path, tmp_path: Path, report: str) -> None:
    last = tmp_path / "report.json"
    last.write_text(report, "utf-8")
    assert evaluated(sample_site, QUESTIONS, no_editions, last, silent).before == ()


def test_a_question_whose_answer_is_gone_is_left_out_and_said(sample_site: Path, tmp_path: Path) -> None:
    cases = json.loads(QUESTIONS[0].read_text("utf-8"))[:4]
    cases[0]["expected"][0]["page"] = "specification/2.0/no-such-page"
    cases[1]["version"] = "9.0"
    file = tmp_path / "sample-questions.json"
    file.write_text(json.dumps(cases))
    found = evaluated(sample_site, [file], no_editions, tmp_path / "none.json", silent).sets["sample-questions.json"]
    assert found["left_out"] == 2 and len(found["cases"]) == 2


def test_without_question_files_the_page_says_so_and_the_corpus_asks_itself(sample_site: Path, tmp_path: Path) -> None:
    from builder import pipeline, settings
    from builder.site.evaluation import write_evaluation

    loaded = settings.load(PROJECT / "tests" / "sample" / "strata.toml")
    work = pipeline.Workspace(loaded, sample_site, tmp_path / "state")
    pipeline.mirror(work, lambda what, total: lambda amount: None, pipeline.Hosts.of())
    found = evaluated(
        sample_site, [], lambda: pipeline.editions(work, pipeline.snapshots(work)), tmp_path / "none.json", silent
    )
    assert not found.own and found.sets["silver"]["overall"]["n"] >= 8
    copy = tmp_path / "site"
    (copy / "evaluation").mkdir(parents=True)
    shutil.copytree(sample_site / "assets" / "search", copy / "assets" / "search")
    room = "".join(
        f'<div id="evaluation-{name}"></div>'
        for name in ("figures", "kinds", "releases", "time", "absent", "peers", "questions")
    )
    (copy / "evaluation" / "index.html").write_text(room, "utf-8")
    write_evaluation(copy, found, None)
    assert "The question files that the settings name are not here" in (copy / "evaluation" / "index.html").read_text()
    assert Index.open(copy).editions
