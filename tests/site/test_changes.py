"""The pages about changes, and the history below headings, on the built sample."""

from __future__ import annotations

import re
from pathlib import Path

from builder.site.changes.marks import marked


def html(site: Path, address: str) -> str:
    return (site / address / "index.html").read_text("utf-8")


def test_words_that_differ_are_marked_and_no_others() -> None:
    shown = marked("one\nA berth holds one vessel.\nlast", "one\nA berth holds two vessels.\nlast")
    assert "A berth holds <del>one vessel</del><ins>two vessels</ins>." in shown


def test_a_release_name_and_an_identifier_are_one_word() -> None:
    assert "<del>2025-06-18</del><ins>2025-11-25</ins>" in marked("of 2025-06-18 on", "of 2025-11-25 on")
    assert "<del>tools/list</del><ins>tools/call</ins>" in marked("send tools/list now", "send tools/call now")


def test_lines_that_differ_altogether_are_taken_away_and_added() -> None:
    assert "<del>An old line.</del>\n<ins>Something else</ins>" in marked("An old line.\nb", "Something else\nb")


def test_what_stayed_the_same_is_left_out_but_for_a_line() -> None:
    before = "\n".join(f"line {n}" for n in range(20))
    shown = marked(before, before.replace("line 10", "number 10"))
    assert "line 9\n" in shown and "line 8" not in shown and shown.count("…") == 2


def test_text_cannot_become_markup() -> None:
    assert "<b>" not in marked("a <b>", "a <b> c") and "&lt;b&gt;" in marked("a <b>", "a <b> c")


def test_the_overview_counts_every_step_of_every_collection(sample_site: Path) -> None:
    page = html(sample_site, "changes")
    for step in ("tide/2.0/", "tide/3.0/", "driftwood/0.2/", "tide/identifiers/"):
        assert f'href="{step}"' in page
    assert "no timelines of identifiers" in page  # driftwood has no specification


def test_a_step_lists_pages_sections_and_words(sample_site: Path) -> None:
    page = html(sample_site, "changes/tide/3.0")
    assert re.search(r'change--new">new</span> <a href="[^"]*harbour/advisories/#', page)
    assert "<del>24</del><ins>12</ins> hours" in page
    assert "New page: " in page
    assert re.search(r'change--moved">renamed</span>', page) and re.search(r'change--moved">moved</span>', page)


def test_upstreams_changelog_stands_beside_it_without_its_anchors(sample_site: Path) -> None:
    page = html(sample_site, "changes/tide/3.0")
    beside = page[page.index("changes-upstream") : page.index('<h2 id="specification"')]
    assert "Removed bulk manifests" in beside and 'href="../../../tide/3.0/specification/changelog/"' in beside
    assert ' id="' not in beside.split(">", 1)[1]


def test_a_heading_tells_since_when_it_is_there_and_leads_to_each_release(sample_site: Path) -> None:
    page = html(sample_site, "tide/2.0/specification/harbour/berths")
    found = re.search(
        r'id="tidal-windows">.*?<details class="history"><summary>(.*?)</summary><ul>(.*?)</ul>', page, re.S
    )
    assert found
    assert found[1] == "Since 1.0 · renamed in 3.0"
    assert 'href="../../../../3.0/specification/harbour/berths/#availability-windows"' in found[2]
    assert 'aria-current="true">2.0' in found[2]


def test_a_section_that_ends_says_so(sample_site: Path) -> None:
    page = html(sample_site, "tide/2.0/specification/harbour/manifests")
    assert re.search(r"<summary>Since \d\.0[^<]* · not in 3\.0</summary>", page)


def test_guides_and_changelogs_have_no_history_where_there_is_a_specification(sample_site: Path) -> None:
    assert 'class="history"' not in html(sample_site, "tide/2.0/docs/tools/debugging")
    assert 'class="history"' not in html(sample_site, "tide/3.0/specification/changelog")
    assert 'class="history"' in html(sample_site, "driftwood/0.2/concepts/rafts")


def test_the_notice_above_a_page_follows_it_to_where_its_text_went(sample_site: Path) -> None:
    page = html(sample_site, "tide/2.0/specification/basic/utilities/progress")
    assert 'href="../../../../../3.0/specification/basic/patterns/progress/"' in page
