"""The search box where something is wrong: blocked workers, damaged files, a deployment in between."""

from __future__ import annotations

import shutil
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.box import HYBRID, PATIENCE, ask, open_box, results, say
from tests.browser.conftest import Said
from tests.browser.faults import FaultySite, faulty

HTML = (200, "text/html; charset=utf-8", b"<!doctype html><title>Not found</title>")
GONE = (404, "text/plain", b"")
PAGE = "tide/2.0/specification/basic/transports/"


def test_it_works_under_a_strict_policy_sent_as_a_header(site: FaultySite, page: Page) -> None:
    # A policy in a meta tag does not bind a worker: as a header it does.
    page.goto(site.address)
    policy = page.locator("meta[http-equiv=Content-Security-Policy]").get_attribute("content")
    assert policy
    site.headers["Content-Security-Policy"] = policy
    open_box(page, site.address + PAGE)
    ask(page, "prove who you are")
    say(page, HYBRID, PATIENCE)


def test_with_workers_blocked_keyword_search_still_works(site: FaultySite, tab: Page, said: Said) -> None:
    site.headers["Content-Security-Policy"] = "worker-src 'none'"
    open_box(tab, site.address + PAGE)
    ask(tab, "visible session identifier")
    assert results(tab)[0]["heading"] == "Session Management"
    say(tab, "blocks workers")
    assert said
    assert all("worker" in line for line in said)


@pytest.mark.parametrize("part", ["/model-", "/runtime-", "/tokenizer-", "/vendor/"])
@pytest.mark.parametrize("fault", ["html", "gone", "half"])
def test_a_model_that_cannot_load_leaves_keyword_results_and_is_not_asked_for_with_each_key(
    site: FaultySite, tab: Page, said: Said, part: str, fault: str
) -> None:
    half = (200, "application/octet-stream", b"\0" * 1000)
    site.instead[part] = {"html": HTML, "gone": GONE, "half": half}[fault]
    open_box(tab, site.address + PAGE)
    ask(tab, "prove who you are")
    say(tab, "Meaning could not be loaded", PATIENCE)
    asked = len([path for path in site.asked if part in path])
    tab.keyboard.type(" to the harbour", delay=50)
    tab.wait_for_timeout(600)
    assert len([path for path in site.asked if part in path]) == asked
    expect(tab.locator(".search-result").first).to_be_visible()
    site.instead.clear()
    tab.get_by_role("button", name="Try again").click()
    say(tab, HYBRID, PATIENCE)
    assert not [line for line in said if "404" not in line and "MIME" not in line]


def test_a_missing_manifest_says_so_and_can_be_tried_again(site: FaultySite, tab: Page, said: Said) -> None:
    site.instead["/manifest.json"] = GONE
    tab.goto(site.address + PAGE)
    tab.keyboard.press("/")
    expect(tab.locator(".search-notice")).to_contain_text("A file of the index is not on the server")
    tab.keyboard.type("session")
    site.instead.clear()
    tab.get_by_role("button", name="Try again").click()
    expect(tab.locator(".search-result").first).to_be_visible()
    assert all("404" in line for line in said)


def test_a_manifest_that_is_a_page_says_so(site: FaultySite, tab: Page) -> None:
    site.instead["/manifest.json"] = HTML
    tab.goto(site.address + PAGE)
    tab.keyboard.press("/")
    expect(tab.locator(".search-notice")).to_contain_text("The index is of another version than this page")


def test_a_shard_with_half_its_bytes_is_found_by_its_hash(site: FaultySite, tab: Page) -> None:
    site.instead["tide-2.0.lexical-"] = (200, "application/gzip", b"\x1f\x8b\x08")
    open_box(tab, site.address + PAGE)
    tab.keyboard.type("session", delay=30)
    expect(tab.locator(".search-notice")).to_contain_text("arrived damaged")
    # Each file once more past the browser's cache, then no more.
    asked = Counter(path for path in site.asked if "tide-2.0.lexical-" in path)
    assert set(asked.values()) == {2}


def test_vectors_that_cannot_load_leave_keyword_results(site: FaultySite, tab: Page) -> None:
    site.instead["tide-2.0.vectors-"] = HTML
    open_box(tab, site.address + PAGE)
    ask(tab, "prove who you are")
    say(tab, "Meaning could not be loaded", PATIENCE)
    expect(tab.locator(".search-result").first).to_be_visible()


@pytest.fixture
def deployed(sample_site: Path, tmp_path: Path) -> Iterator[FaultySite]:
    """A copy of the sample that can be built anew while it is open."""
    folder = tmp_path / "site"
    shutil.copytree(sample_site, folder, ignore=shutil.ignore_patterns("model-*", "mermaid"))
    with faulty(folder) as served:
        yield served


def test_a_tab_opened_before_a_deployment_searches_after_it(deployed: FaultySite, tab: Page, said: Said) -> None:
    open_box(tab, deployed.address + PAGE)
    folder = deployed.folder / "assets" / "search"
    record = folder / "manifest.json"
    text = record.read_text("utf-8")
    for path in list(folder.glob("*.lexical-*")):
        name = path.name.replace("lexical-", "lexical-new")
        path.rename(path.with_name(name))
        text = text.replace(path.name, name)
    record.write_text(text, "utf-8")
    deployed.asked.clear()
    ask(tab, "session")
    assert results(tab)[0]["heading"] == "Session Management"
    assert len([path for path in deployed.asked if path.endswith("manifest.json")]) == 1
    assert all("404" in line for line in said)
