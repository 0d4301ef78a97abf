"""Figures over ranks, by hand."""

from __future__ import annotations

import pytest

from builder.evaluate.scoring import Case, figures, hit, interval, mrr, ndcg, paired, verdict_figures


def case(rank: int | None, gains: tuple[int, ...] = (), labels: int = 1, **more: object) -> Case:
    values: dict[str, object] = {
        "id": "x", "kind": "identifier", "release": "2.0", "language": "en", "answerable": True, "trap": None,
        "one_page": 0.0, "milliseconds": 1.0, "results": (),
    }  # fmt: skip
    return Case(**{**values, "rank": rank, "gains": gains, "labels": labels, **more})  # type: ignore[arg-type]  # by name


def test_hits_and_reciprocal_ranks_are_means_over_cases() -> None:
    cases = [case(1), case(2), case(None), case(10)]
    assert [hit(cases, k) for k in (1, 3, 10)] == [0.25, 0.5, 0.75]
    assert mrr(cases) == pytest.approx((1 + 0.5 + 0 + 0.1) / 4)


def test_ndcg_is_the_gain_found_by_the_gain_of_the_best_order() -> None:
    # Found at ranks 1 and 3 of two labels: (1 + 1/2) / (1 + 1/log2(3)).
    assert ndcg([case(1, (1, 0, 1), 2)]) == pytest.approx(1.5 / (1 + 0.6309297536))


def test_only_answerable_cases_are_counted() -> None:
    found = figures([case(1), case(None, answerable=False)])
    assert (found["n"], found["hit@1"], found["hit@10"], found["mrr@10"], found["ndcg@10"]) == (1, 1.0, 1.0, 1.0, 0.0)
    assert found["intervals"]["hit@1"] == (1.0, 1.0)


def test_an_interval_holds_the_mean_and_a_constant_has_none() -> None:
    low, high = interval([0.0, 1.0] * 50)
    assert low < 0.5 < high
    assert interval([1.0] * 10) == (1.0, 1.0)


def test_a_paired_difference_of_equal_runs_is_chance() -> None:
    assert paired([1.0, 0.0], [1.0, 0.0]) == (0.0, 1.0)
    difference, p = paired([0.0] * 20, [1.0] * 20)
    assert difference == 1.0 and p < 0.01


def test_a_verdict_is_judged_by_what_it_finds_and_what_it_calls_absent_wrongly() -> None:
    cases = [
        case(None, covered=False, named="2.0", state="not yet", named_by_verdict="2.0"),
        case(None, covered=False, named="2.0", state="covered", id="missed"),
        case(1, covered=True, state="removed", id="alarm"),
        case(1, covered=True, state="covered"),
    ]
    found = verdict_figures(cases)
    assert (found["recall"], found["precision"], found["release_right"]) == (0.5, 0.5, 1.0)
    assert (found["false_alarms"], found["missed"]) == (["alarm"], ["missed"])
