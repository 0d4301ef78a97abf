"""Whether a release covers what was asked: an honest "not in this release"."""

from __future__ import annotations

import pytest

from builder.evaluate.questions import read_questions
from builder.report import sentence
from builder.search.engine import Engine
from tests.conftest import PROJECT, SHARED


@pytest.mark.parametrize(
    ("query", "scope", "says"),
    [
        ("harbour authentication challenge", "tide@1.0", "1.0 does not cover this. It first appears in 2.0."),
        ("harbour authentication challenge", "tide@2.0", ""),
        ("manifests/submitBulk", "tide@3.0", "3.0 no longer covers this. 2.0 is the last release that does."),
        ("manifests/submitBulk", "tide@1.0", ""),
        ("advisories/subscribe", "tide@2.0", "2.0 does not cover this. It first appears in 3.0."),
    ],
)
def test_a_release_says_what_it_lacks_and_names_the_one_that_has_it(
    engine: Engine, query: str, scope: str, says: str
) -> None:
    verdict = engine.search(query, scope, 5).verdict
    assert verdict is not None
    assert sentence(verdict) == says


def test_the_evidence_is_a_section_of_the_release_that_is_named_and_what_tells_of_its_end(engine: Engine) -> None:
    verdict = engine.search("manifests/submitBulk", "tide@3.0", 5).verdict
    assert verdict is not None
    there = next(found for found in verdict.evidence if found.role == "there")
    assert (there.edition, there.anchor) == ("tide/2.0", "bulk-manifests")
    report = next(found for found in verdict.evidence if found.role == "report")
    assert (report.edition, report.path) == ("tide/3.0", "specification/changelog")


def test_there_is_no_verdict_over_several_collections_or_by_keywords_alone(engine: Engine) -> None:
    assert engine.search("authentication", "all", 5).verdict is None
    assert engine.search("authentication", "tide@1.0", 5, "keyword").verdict is None


@pytest.mark.parametrize(
    ("query", "says"),
    [
        ("when was manifests/submitBulk removed", "Removed in 3.0. 1.0 to 2.0 cover this."),
        ("since which release is there a harbour authentication challenge", "Added in 2.0. 2.0 to 3.0 cover this."),
        ("list of berths", ""),
    ],
)
def test_of_all_releases_it_says_which_cover_a_subject(engine: Engine, query: str, says: str) -> None:
    verdict = engine.search(query, "tide@all", 5).verdict
    assert verdict is not None
    assert sentence(verdict) == says


@pytest.mark.parametrize("query", ["hello, how are you?", "will it rain tomorrow", "price of a train ticket to Rome"])
@pytest.mark.parametrize("scope", ["tide@2.0", "tide@all"])
def test_small_talk_and_what_no_docs_answer_is_declined(engine: Engine, query: str, scope: str) -> None:
    verdict = engine.search(query, scope, 5).verdict
    assert verdict is not None and verdict.state == "unknown"


def test_where_a_release_lacks_a_subject_what_is_no_evidence_sinks(engine: Engine) -> None:
    def guide(scope: str) -> float:
        results = engine.search("harbour authentication challenge", scope, 100).results
        return next(result.scores.prior for result in results if result.kind == "Guide")

    lacking = engine.index.manifest["ranking"]["verdict"]["lacking"]
    assert guide("tide@1.0") == pytest.approx(guide("tide@2.0") + lacking)
    assert lacking < 0


def test_only_the_specification_counts_as_evidence(engine: Engine) -> None:
    """The guide under 1.0 describes authentication, as it does under every release."""
    results = engine.search("harbour authentication challenge", "tide@1.0", 100)
    assert any(result.kind == "Guide" for result in results.results)
    assert results.verdict is not None and results.verdict.state == "not yet"


@pytest.mark.parametrize(
    ("query", "scope", "says"),
    [
        ("how does authorization work", "mcp@2024-11-05",
         "2024-11-05 does not cover this. It first appears in 2025-03-26."),
        ("JSON-RPC batching", "mcp@2025-06-18",
         "2025-06-18 no longer covers this. 2025-03-26 is the last release that does."),
        ("JSON-RPC batching", "mcp@2025-03-26", ""),
        ("ping", "mcp@2026-07-28", "2026-07-28 no longer covers this. 2025-11-25 is the last release that does."),
        ("initialize handshake", "mcp@2026-07-28",
         "2026-07-28 no longer covers this. 2025-11-25 is the last release that does."),
        ("tasks", "mcp@2025-11-25", ""),
        ("tasks", "mcp@2026-07-28", "2026-07-28 no longer covers this. 2025-11-25 is the last release that does."),
        ("idle timeout for a node", "langgraph@0.6", "0.6 does not cover this. It first appears in latest."),
        ("When was JSON-RPC batching added, and when was it removed?", "mcp@all",
         "Added in 2025-03-26 and removed in 2025-06-18. Only 2025-03-26 covers this."),
    ],
)  # fmt: skip
def test_the_real_releases_say_what_they_lack(real_engine: Engine, query: str, scope: str, says: str) -> None:
    verdict = real_engine.search(query, scope, 5).verdict
    assert verdict is not None
    assert sentence(verdict) == says


def test_an_identifier_in_the_query_brings_its_timeline(engine: Engine) -> None:
    verdict = engine.search("what answers manifests/submit", "tide@3.0", 5).verdict
    assert verdict is not None
    assert [(one.name, one.id) for one in verdict.named] == [("manifests/submit", "method-manifests-submit")]


@pytest.mark.parametrize(
    ("query", "state"),
    [
        ("how does a client initialize a connection with a stateless server", "covered"),
        ("initialize request example", "removed"),
    ],
)
def test_a_method_that_is_a_word_of_the_language_is_proof_only_where_the_texts_agree(
    real_engine: Engine, query: str, state: str
) -> None:
    verdict = real_engine.search(query, "mcp@2026-07-28", 1).verdict
    assert verdict is not None and verdict.state == state


def test_what_an_identifier_alone_asks_for_is_answered_by_its_timeline(real_engine: Engine) -> None:
    timelines = real_engine.index.timelines("mcp")
    asked = [one for one in timelines["timelines"] if one["kind"] in ("method", "notification", "error code")]
    assert len(asked) > 40
    for one in asked:
        for release in timelines["releases"]:
            verdict = real_engine.search(one["name"], release.replace("/", "@"), 1).verdict
            assert verdict is not None
            assert (verdict.state == "covered") == (release in one["releases"]), (one["name"], release, verdict.state)


def test_no_covered_question_of_the_sets_is_called_absent(real_engine: Engine) -> None:
    for path in sorted((SHARED / "eval").glob("*-dev.json")):
        for question in read_questions(path, real_engine.index).questions:
            verdict = real_engine.search(question.query, question.scope, 1).verdict
            if question.covered and verdict:
                assert verdict.state not in ("not yet", "removed"), question.id


def test_the_sample_questions_are_read(engine: Engine) -> None:
    assert len(read_questions(PROJECT / "tests" / "sample" / "questions.json", engine.index).questions) == 32
