"""What a reader's browser fetches until the first keyword result is there, in the largest release."""

from __future__ import annotations

import gzip
import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.box import ready, settle
from tests.browser.faults import FaultySite, faulty
from tests.conftest import PROJECT

# What GitHub Pages sends compressed.
TEXT = {".js", ".mjs", ".css", ".json", ".html", ".svg"}


@pytest.fixture
def real(real_site: Path) -> Iterator[FaultySite]:
    with faulty(real_site) as served:
        yield served


def sent(site: FaultySite, path: str) -> int:
    """The bytes of a file as GitHub Pages sends it."""
    data = (site.folder / path.removeprefix("/repo/")).read_bytes()
    return len(gzip.compress(data)) if Path(path).suffix in TEXT else len(data)


@pytest.mark.parametrize("collection", ["mcp", "langgraph"])
def test_the_first_result_in_the_largest_release_takes_150_kb_and_six_requests(
    real: FaultySite, page: Page, collection: str
) -> None:
    manifest = json.loads((real.folder / "assets/search/manifest.json").read_text("utf-8"))
    releases = [e for e in manifest["editions"] if e["collection"] == collection and e["release"] != "unversioned"]
    largest = max(releases, key=lambda edition: edition["chunks"])
    page.goto(f"{real.address}{largest['id']}/", wait_until="networkidle")
    real.asked.clear()
    # What does not wait for the first result would come after it; held back here, so that it is not counted.
    with real.held("unversioned.lexical-"), real.held(".text-"):
        page.keyboard.press("/")
        ready(page)
        page.keyboard.type("tool")
        expect(page.locator(".search-result").first).to_be_visible()
        asked = [path for path in real.asked if "unversioned.lexical-" not in path and ".text-" not in path]
    settle(page)
    assert len(asked) <= 6, asked
    assert sum(sent(real, path) for path in asked) <= 150_000, asked


def test_the_modules_of_the_search_are_joined_and_the_sources_stand_beside_them(real: FaultySite) -> None:
    folder = real.folder / "assets/javascripts/search"
    for name in ("dialog.js", "page.js", "worker.js", "encoder-worker.js", "highlight.js", "service.js"):
        text = (folder / name).read_text("utf-8")
        assert 'from"./' not in text, name
        assert 'import"./' not in text, name
    for source in (PROJECT / "overrides/assets/javascripts/search").glob("*.js"):
        assert (folder / source.name).is_file()


def test_the_modules_run_as_they_are_written(sample_site: Path, page: Page, tmp_path: Path) -> None:
    """A site whose modules were not joined."""
    folder = tmp_path / "site"
    shutil.copytree(sample_site, folder, ignore=shutil.ignore_patterns("model-*", "mermaid"))
    shutil.copytree(PROJECT / "overrides/assets/javascripts", folder / "assets/javascripts", dirs_exist_ok=True)
    with faulty(folder) as site:
        page.goto(site.address + "tide/2.0/")
        page.keyboard.press("/")
        ready(page)
        page.keyboard.type("session")
        expect(page.locator(".search-result").first).to_be_visible()
        settle(page)
        assert "/repo/assets/javascripts/search/panel.js" in site.asked
