"""What became of each section from one release to the next."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from builder.index.lineage import Change, ReleaseSection, align

LONG = "A vessel asks a harbour for a berth, and the harbour answers with the berth that it has given to the vessel."
OTHER = "Cargo lists are sent in parts, each with a mark that tells the harbour how many parts are still to come today."


def section(path: str, heading: str, text: str, axis: int = 0) -> ReleaseSection:
    """A section whose vector points along one axis: alike are those of one axis."""
    vector = np.zeros(384, np.float32)
    vector[axis] = 1
    headings = (heading,) if heading else ()
    return ReleaseSection(path, heading.lower(), "Title", headings, text, (0,), vector)


def changes(
    before: list[ReleaseSection], after: list[ReleaseSection], moved: dict[str, str] | None = None
) -> list[str]:
    return [
        f"{step.change}{' edited' if step.change is Change.MOVED and step.edited else ''} {step.before} {step.after}"
        for step in align(before, after, moved or {})
    ]


def test_the_same_page_and_heading_is_the_same_section_edited_or_not() -> None:
    before = [section("a", "One", LONG), section("a", "Two", LONG, 1)]
    after = [section("a", "One", LONG), section("a", "Two", OTHER, 2)]
    assert changes(before, after) == ["same 0 0", "edited 1 1"]


def test_what_has_no_counterpart_is_new_or_removed() -> None:
    assert changes([section("a", "Old", LONG)], [section("a", "New", OTHER, 1)]) == ["new None 0", "removed 0 None"]


def test_a_text_under_another_heading_has_moved() -> None:
    assert changes([section("a", "Old", LONG)], [section("b", "New", LONG)]) == ["moved 0 0"]


def test_a_text_much_alike_has_moved_and_was_edited() -> None:
    after = [section("b", "Berths", LONG.replace("today", "now") + " It may refuse.")]
    assert changes([section("a", "Places", LONG)], after) == ["moved edited 0 0"]


def test_headings_follow_a_page_that_the_source_says_has_moved() -> None:
    before = [section("old", "One", LONG), section("old", "Two", "Short.", 1)]
    after = [section("new", "One", OTHER, 2), section("new", "Two", "Other.", 3)]
    assert changes(before, after, {"old": "new"}) == ["moved edited 0 0", "moved edited 1 1"]
    assert changes(before, after) == ["moved edited 0 0", "moved edited 1 1"]  # most of its headings are there


def test_headings_that_repeat_are_paired_by_their_text() -> None:
    before = [section("a", "Request", LONG), section("a", "Request", OTHER, 1)]
    after = [section("a", "Request", "Something new and long enough to be told apart from the others here.", 2)]
    after += [section("a", "Request", LONG), section("a", "Request", OTHER, 1)]
    assert changes(before, after) == ["new None 0", "same 0 1", "same 1 2"]


def test_short_texts_that_recur_by_chance_are_not_taken_for_moved() -> None:
    assert changes([section("a", "X", "None.")], [section("b", "Y", "None.")]) == ["new None 0", "removed 0 None"]


def under(parents: tuple[str, ...], one: ReleaseSection) -> ReleaseSection:
    return replace(one, headings=(*parents, *one.headings))


REWRITTEN = "A vessel may ask a harbour for a berth. Harbours answer with a berth or with a reason why not."


def test_a_heading_that_was_put_under_another_one_is_the_same_section() -> None:
    before = [under(("Old part",), section("a", "Berths", LONG))]
    after = [under(("New part",), section("a", "Berths", REWRITTEN))]
    assert changes(before, after) == ["edited 0 0"]
    after = [under(("New part",), section("a", "Berths", OTHER, 1))]
    assert changes(before, after) == ["new None 0", "removed 0 None"]  # of the same name by chance


def test_a_heading_without_text_has_a_history_too() -> None:
    before = [under(("Old part",), section("a", "Berths", ""))]
    assert changes(before, [section("a", "Berths", "")]) == ["same 0 0"]


def test_a_heading_is_found_on_the_page_that_other_parts_of_its_page_went_to() -> None:
    before = [
        section("a", "One", LONG),
        section("a", "Two", LONG + " It may refuse.", 1),
        section("a", "Three", "x", 2),
    ]
    after = [section("b", "One", LONG), section("b", "Two", LONG + " It answers in time.", 1)]
    after += [section("b", "Four", "y", 3), section("b", "Five", "z", 4), section("b", "Six", "u", 5)]
    assert "moved edited 1 1" in changes(before, after)
