"""The engine on the sample: scopes, phrases, identifiers, grouping."""

from __future__ import annotations

import pytest

from builder.editions import UNVERSIONED
from builder.search.engine import MODES, Engine, Mode
from builder.search.scope import ScopeError, editions_in


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize(
    "query", ["authentication", "how do I cancel", "berths/list", "the", "pneumonoultramicroscopic"]
)
def test_every_result_is_of_the_chosen_release_or_of_none(engine: Engine, mode: Mode, query: str) -> None:
    answer = engine.search(query, "tide@1.0", 20, mode)
    assert {result.place.edition for result in answer.results} <= {"tide/1.0", f"tide/{UNVERSIONED}"}


@pytest.mark.parametrize("query", ["berths/list", "berths_list", "berthsList", "berths.list"])
def test_an_identifier_is_found_whole_however_it_is_spelt(engine: Engine, query: str) -> None:
    first = engine.search(query, "tide@3.0", 5).results[0]
    assert "berths/list" in " ".join((first.title, *first.headings, first.text))


@pytest.mark.parametrize("length", range(4, len("notifications/berths/list_changed")))
def test_a_half_typed_identifier_keeps_its_section_near(engine: Engine, length: int) -> None:
    typed = "notifications/berths/list_changed"[:length]
    found = engine.search(typed, "tide@3.0", 20, "keyword").results
    assert found, typed
    if length > len("notifications/berths/"):
        assert any("list_changed" in result.text or "List Changed" in result.headings for result in found[:3])


def test_a_quoted_phrase_must_stand_in_every_result(engine: Engine) -> None:
    answer = engine.search('"no way for a harbour"', "tide@1.0", 20)
    assert [result.place.anchor for result in answer.results] == ["trust"]
    assert engine.search("no way for a harbour", "tide@1.0", 20).results[0].place.anchor == "trust"


def test_an_unclosed_quote_is_no_phrase_and_any_text_is_a_query(engine: Engine) -> None:
    for query in ('"harbour', "(((", "[", "\\", "<img src=x onerror=alert(1)>", "", " ", "\u202e", "a" * 10_000):
        engine.search(query, "tide@3.0", 5)


def test_a_query_of_stop_words_still_has_results(engine: Engine) -> None:
    assert engine.search("how to do it", "tide@3.0", 5, "keyword").results


def test_text_that_recurs_is_one_result_that_lists_its_releases(engine: Engine) -> None:
    answer = engine.search("Tidal Windows availability", "tide@all", 20)
    places = [[result.place.address, *(place.address for place in result.same)] for result in answer.results]
    flat = [address for group in places for address in group]
    assert len(flat) == len(set(flat))
    assert any(len({address.split("/")[2] for address in group}) > 1 for group in places)


def test_only_the_kinds_asked_for_are_found(engine: Engine) -> None:
    answer = engine.search("authentication", "tide@3.0", 20, kinds=["SEP"])
    assert {result.kind for result in answer.results} == {"SEP"}


def test_pages_of_results_follow_each_other(engine: Engine) -> None:
    whole = engine.search("berth", "tide@3.0", 10).results
    assert engine.search("berth", "tide@3.0", 5, offset=5).results == whole[5:]


def test_an_unknown_scope_is_refused_with_the_known_ones_nearest_first(engine: Engine) -> None:
    with pytest.raises(ScopeError, match=r"no scope 'tide@2\.1'\. Known, nearest first: tide@2\.0, "):
        engine.search("x", "tide@2.1")


def test_latest_is_the_newest_release(engine: Engine) -> None:
    assert editions_in("tide@latest", engine.index.editions) == [f"tide/{UNVERSIONED}", "tide/3.0"]
    assert editions_in("driftwood@latest", engine.index.editions) == ["driftwood/0.2"]


def test_no_word_however_common_has_a_weight_below_zero(engine: Engine) -> None:
    for entry in engine.index.editions:
        shares = engine.search("protocol berth harbour server", f"{entry['collection']}@all", 50, "keyword").results
        assert all(result.scores.keyword > 0 for result in shares)
