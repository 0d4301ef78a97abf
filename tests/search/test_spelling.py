"""A misspelt word is corrected only when nothing matches it."""

from __future__ import annotations

import pytest

from builder.search.engine import Engine
from builder.search.spelling import edit_distance


@pytest.mark.parametrize(
    ("one", "other", "distance"),
    [("kitten", "sitting", 3), ("ca", "ac", 1), ("harbour", "harbour", 0), ("harbor", "harbour", 1), ("", "ab", 2)],
)
def test_edits_are_counted_with_swaps_as_one(one: str, other: str, distance: int) -> None:
    assert edit_distance(one, other, 5) == distance
    assert edit_distance(one, other, 1) == min(distance, 2)


@pytest.mark.parametrize(("typed", "meant"), [("autentication", "authentication"), ("harbuor", "harbour")])
def test_a_word_that_nothing_matches_is_corrected_and_said_so(engine: Engine, typed: str, meant: str) -> None:
    answer = engine.search(typed, "tide@3.0", 5, "keyword")
    assert answer.query.corrections == ((typed, meant),)
    assert [r.id for r in answer.results] == [
        r.id for r in engine.search(f"{meant} ", "tide@3.0", 5, "keyword").results
    ]


@pytest.mark.parametrize("typed", ["berth", "berths", "authenticat", "vessels/anounce", "v2x", '"harbuor"', "qqqq"])
def test_a_word_that_matches_or_is_meant_to_the_letter_stays(engine: Engine, typed: str) -> None:
    corrections = engine.search(typed, "tide@3.0", 5, "keyword").query.corrections
    assert typed.strip('"') not in dict(corrections)


def test_a_query_in_another_language_is_left_alone(engine: Engine) -> None:
    assert engine.search("welche Schiffe kommen morgen", "tide@3.0", 5, "keyword").query.corrections == ()
