"""What the encoder is tuned with: pairs of a query and the text that answers it."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from builder import pipeline, settings
from builder.evaluate.written import held_out, written, written_set
from builder.index.sections import sections
from builder.model import tune
from builder.model.encoder import Encoder
from builder.model.pairs import pairs
from builder.pages.page import Edition
from tests.conftest import PROJECT


def editions(file: Path, state: Path) -> list[Edition]:
    work = pipeline.Workspace(settings.load(file), state / "site", state)
    return pipeline.editions(work, pipeline.snapshots(work))


@pytest.fixture(scope="module")
def sample(sample_site: Path) -> list[Edition]:
    return editions(PROJECT / "tests" / "sample" / "strata.toml", sample_site.parent / "state")


def test_a_pair_is_a_query_and_a_text_of_a_page_that_does_not_measure(sample: list[Edition]) -> None:
    found = pairs(sample, Encoder.bundled(), 200)
    assert {"heading", "link"} <= {pair.sort for pair in found}
    assert not [pair for pair in found if held_out(pair.page)]
    places = {(p.path, s.anchor) for e in sample for p in e.pages for s in sections(p)}
    assert {(pair.page, pair.section) for pair in found} <= places
    assert len({(pair.query, pair.title, pair.headings, pair.text) for pair in found}) == len(found)


def test_a_batch_holds_each_section_once_and_the_same_by_the_same_seed(sample: list[Edition]) -> None:
    found = [{**vars(pair), "headings": list(pair.headings)} for pair in pairs(sample, Encoder.bundled(), 200)]
    first, again = tune.Draw(found), tune.Draw(found)
    for _ in range(3):
        batch = first.batch()
        assert batch == again.batch()
        assert max(Counter((pair["page"], pair["section"]) for pair in batch).values()) == 1


def test_written_queries_are_of_sections_of_the_real_docs_and_some_measure(real_site: Path) -> None:
    asked = written_set(editions(PROJECT / "strata.toml", PROJECT / ".strata" / "test"))
    held = [one for one in written() if held_out(one.path)]
    assert len(held) > 300 and len(written()) - len(held) > 300
    assert len(asked.questions) == 2 * len(held)
    assert all(held_out(question.expected[0].path) for question in asked.questions)
