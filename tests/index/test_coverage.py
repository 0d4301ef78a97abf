"""The evidence of a collection: distinct texts, each under the name its own release gives it."""

from __future__ import annotations

from pathlib import Path

import pytest

from builder.index.reader import Index


def test_a_renamed_section_keeps_each_of_its_names(sample_site: Path) -> None:
    shard = Index.open(sample_site).coverage("tide")
    assert shard is not None
    names = {}
    for chunk, mask in enumerate(shard.masks):
        heading = (shard.lexical.sections[int(shard.lexical.chunks[chunk])][2] or [""])[-1]
        if heading in ("Tidal Windows", "Availability Windows"):
            names[heading] = [shard.releases[n] for n in range(3) if mask >> n & 1]
    assert names == {"Tidal Windows": ["tide/1.0", "tide/2.0"], "Availability Windows": ["tide/3.0"]}


def test_a_thread_has_one_place_in_each_release_and_every_text_has_one(sample_site: Path) -> None:
    places_agree(sample_site, "tide")


@pytest.mark.parametrize("collection", ["mcp", "langgraph"])
def test_so_it_is_in_the_real_docs_where_a_text_stands_in_two_sections(real_site: Path, collection: str) -> None:
    places_agree(real_site, collection)


def places_agree(site: Path, collection: str) -> None:
    shard = Index.open(site).coverage(collection)
    assert shard is not None
    for places in shard.places:
        releases = [release for release, _, _ in places]
        assert releases == sorted(set(releases))
    for thread, mask in zip(shard.threads, shard.masks, strict=True):
        there = {release for release, _, _ in shard.places[thread]}
        assert {n for n in range(len(shard.releases)) if mask >> n & 1} <= there


def test_only_specification_pages_are_evidence_and_changelogs_report(sample_site: Path) -> None:
    shard = Index.open(sample_site).coverage("tide")
    assert shard is not None
    assert {kind for _, _, kind in shard.lexical.pages} == {"Specification"}
    pages = [shard.lexical.sections[int(section)][0] for section in shard.lexical.chunks]
    told = {shard.lexical.pages[page][0] for chunk, page in enumerate(pages) if shard.reported[:, chunk].any()}
    proved = {shard.lexical.pages[page][0] for chunk, page in enumerate(pages) if shard.held[:, chunk].any()}
    assert "specification/changelog" in told - proved
