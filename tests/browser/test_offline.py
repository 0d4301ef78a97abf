"""The site without a network, in a real Chromium whose network is switched off."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from builder.site.offline import write_offline
from tests.browser.box import HYBRID, PATIENCE, ask, open_box, ready, results, say, settle
from tests.browser.conftest import Said
from tests.browser.faults import FaultySite, faulty

PAGE = "tide/2.0/specification/basic/transports/"
OTHER = "tide/2.0/specification/basic/messages/"
WORKS = "() => navigator.serviceWorker.ready.then(({ active }) => active.state)"


def quiet(said: Said) -> None:
    """Nothing but what the browser itself says of an address that it cannot reach."""
    assert [line for line in said if "ERR_INTERNET_DISCONNECTED" not in line and "ERR_FAILED" not in line] == []


def visit(page: Page, address: str) -> None:
    """Uses the search once, after which what is visited is kept."""
    open_box(page, address)
    ask(page, "session")
    page.evaluate(WORKS)
    page.wait_for_function("() => navigator.serviceWorker.controller")


def offer(page: Page) -> None:
    page.fill(".search-input", "")
    page.locator(".search-keep summary").click()


def keep(page: Page) -> None:
    offer(page)
    page.get_by_role("button", name=re.compile(r"^Keep \(\d+ MB\)$")).click()
    expect(page.locator(".search-keep__says")).to_contain_text("are kept on this device", timeout=PATIENCE)


def test_opening_a_page_registers_nothing(site: FaultySite, page: Page) -> None:
    page.goto(site.address + PAGE, wait_until="networkidle")
    assert page.evaluate("navigator.serviceWorker.getRegistrations().then((all) => all.length)") == 0
    assert not [path for path in site.asked if "service-worker" in path]


def test_what_was_visited_can_be_read_and_searched_without_a_network(site: FaultySite, tab: Page, said: Said) -> None:
    visit(tab, site.address + PAGE)
    tab.goto(site.address + PAGE)
    open_box(tab, site.address + PAGE)
    ask(tab, "session")
    tab.wait_for_load_state("networkidle")
    tab.context.set_offline(True)
    tab.goto(site.address + PAGE)
    expect(tab.locator("h1")).to_have_text("Transports")
    tab.keyboard.press("/")
    ready(tab)
    ask(tab, "session")
    assert results(tab)[0]["heading"] == "Session Management"
    quiet(said)


def test_a_page_that_was_never_visited_says_so_and_leads_to_what_there_is(
    site: FaultySite, tab: Page, said: Said
) -> None:
    visit(tab, site.address + PAGE)
    tab.context.set_offline(True)
    tab.goto(site.address + OTHER)
    expect(tab.locator("h1")).to_have_text("No network")
    quiet([line for line in said if "503" not in line])


def test_a_release_can_be_kept_and_is_then_whole_without_a_network(site: FaultySite, tab: Page, said: Said) -> None:
    open_box(tab, site.address + PAGE)
    keep(tab)
    tab.context.set_offline(True)
    for path in sorted((site.folder / "tide" / "2.0").rglob("index.html")):
        tab.goto(f"{site.address}{path.parent.relative_to(site.folder)}/")
        expect(tab.locator("article h1").first).to_be_visible()
    open_box(tab, site.address + OTHER)
    for text in ("Tide-Session-Id", "berths/list", "harbour"):
        ask(tab, text)
        expect(tab.locator(".search-result__excerpt").first).not_to_be_empty()
    tab.goto(f"{site.address}search/?q=session&scope=tide@2.0")
    expect(tab.locator(".search-result").first).to_be_visible()
    quiet(said)


def test_search_by_meaning_works_without_a_network_once_its_model_is_here(
    site: FaultySite, tab: Page, said: Said
) -> None:
    open_box(tab, site.address + PAGE)
    keep(tab)
    ask(tab, "prove who you are")
    say(tab, HYBRID, PATIENCE)
    tab.context.set_offline(True)
    open_box(tab, site.address + OTHER)
    ask(tab, "closing the conversation for good")
    say(tab, HYBRID, PATIENCE)
    quiet(said)


def test_its_size_is_said_before_and_its_progress_meanwhile(site: FaultySite, page: Page) -> None:
    open_box(page, site.address + PAGE)
    offer(page)
    button = page.get_by_role("button", name=re.compile(r"^Keep \(\d+ MB\)$"))
    expect(button).to_be_visible()
    lists = [site.folder / name / "offline.json" for name in ("assets", "tide/2.0", "tide/unversioned")]
    sizes = dict(entry for path in lists for entry in json.loads(path.read_text("utf-8"))["files"])
    assert f"({max(1, round(sum(sizes.values()) / 1e6))} MB)" in (button.text_content() or "")
    with site.held(".vectors-"):
        button.click()
        expect(page.locator(".search-keep__says")).to_have_text(re.compile(r"^Keeping [1-9]\d* %$"))
        expect(page.get_by_role("progressbar", name="Keeping")).to_be_visible()
    expect(page.locator(".search-keep__says")).to_contain_text("are kept on this device")


def test_what_is_kept_can_be_removed(site: FaultySite, tab: Page, said: Said) -> None:
    open_box(tab, site.address + PAGE)
    keep(tab)
    tab.get_by_role("button", name="Remove").click()
    expect(tab.get_by_role("button", name=re.compile(r"^Keep \("))).to_be_visible()
    assert kept_caches(tab) == []
    tab.context.set_offline(True)
    tab.goto(site.address + OTHER)
    expect(tab.locator("h1")).to_have_text("No network")
    quiet([line for line in said if "503" not in line])


def test_a_download_that_breaks_off_leaves_what_was_kept_and_can_be_tried_again(site: FaultySite, tab: Page) -> None:
    site.instead["tide-2.0.vectors-"] = (503, "text/plain", b"")
    open_box(tab, site.address + PAGE)
    offer(tab)
    tab.get_by_role("button", name=re.compile(r"^Keep \(")).click()
    expect(tab.locator(".search-keep__says")).to_contain_text("the server answered 503")
    site.instead.clear()
    tab.get_by_role("button", name="Try again").click()
    tab.get_by_role("button", name=re.compile(r"^Keep \(")).click()
    expect(tab.locator(".search-keep__says")).to_contain_text("are kept on this device")


def kept_caches(tab: Page) -> list[str]:
    return [name for name in tab.evaluate("caches.keys()") if ":kept:" in name]


SEND = """(question) => navigator.serviceWorker.ready.then(({ active }) => new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => data.type === "progress" || resolve(data);
    active.postMessage(question, [port2]);
}))"""


def wanted(release: str) -> dict[str, Any]:
    return {"type": "keep", "scope": f"tide@{release}", "editions": [f"tide/{release}", "tide/unversioned"]}


def test_two_releases_asked_for_at_once_are_both_kept(site: FaultySite, tab: Page) -> None:
    visit(tab, site.address + PAGE)
    tab.evaluate("() => caches.open(`strata:${new URL('/repo/', location).href}:kept:broken:1`)")
    asked = [wanted("2.0"), wanted("3.0")]
    said = tab.evaluate(f"(asked) => Promise.all(asked.map({SEND}))", asked)
    assert [one["type"] for one in said] == ["state", "state"], said
    assert set(tab.evaluate(SEND, {"type": "state"})["kept"]) == {"tide@2.0", "tide@3.0"}
    assert len(kept_caches(tab)) == 1 and "broken" not in kept_caches(tab)[0]
    tab.evaluate(SEND, {"type": "remove", "scope": "tide@2.0"})
    assert set(tab.evaluate(SEND, {"type": "state"})["kept"]) == {"tide@3.0"}


def test_a_release_that_is_gone_keeps_no_other_from_being_kept(site: FaultySite, tab: Page) -> None:
    visit(tab, site.address + PAGE)
    tab.evaluate(SEND, wanted("2.0"))
    site.instead["tide/2.0/offline.json"] = (404, "text/plain", b"")
    assert "404" in tab.evaluate(SEND, wanted("2.0"))["message"]
    assert set(tab.evaluate(SEND, {"type": "state"})["kept"]) == {"tide@2.0"}
    assert set(tab.evaluate(SEND, wanted("3.0"))["kept"]) == {"tide@3.0"}


def test_a_search_file_of_another_size_is_not_kept(site: FaultySite, tab: Page) -> None:
    visit(tab, site.address + PAGE)
    site.instead["tide-2.0.vectors-"] = (200, "application/gzip", b"half")
    assert "incomplete" in tab.evaluate(SEND, wanted("2.0"))["message"]
    assert kept_caches(tab) == []


@pytest.fixture
def deployed(sample_site: Path, tmp_path: Path) -> Iterator[FaultySite]:
    """A copy of the sample that can be built anew while it is kept."""
    folder = tmp_path / "site"
    shutil.copytree(sample_site, folder)
    with faulty(folder) as served:
        served.headers["Cache-Control"] = "no-cache"  # the browser's own cache would hide the second build for a while
        yield served


def deploy(folder: Path) -> None:
    """Another build: other pages, another stylesheet, search files of other names."""
    (folder / "assets/javascripts/offline").mkdir()
    script = re.sub(r'BUILD = "\w+"', 'BUILD = ""', (folder / "service-worker.js").read_text("utf-8"))
    (folder / "assets/javascripts/offline/service-worker.js").write_text(script, "utf-8")
    for path in (*folder.rglob("offline.json"), folder / "service-worker.js"):
        path.unlink()
    for page in (folder / "tide").rglob("index.html"):
        page.write_text(page.read_text("utf-8").replace("</h1>", " (second build)</h1>"), "utf-8")
    manifest = folder / "assets/search/manifest.json"
    manifest.write_text(manifest.read_text("utf-8").replace('"label":"2.0"', '"label":"2.0 (second build)"'), "utf-8")
    write_offline(folder)


def test_a_new_deployment_takes_over_whole(deployed: FaultySite, tab: Page, said: Said) -> None:
    open_box(tab, deployed.address + PAGE)
    keep(tab)
    deploy(deployed.folder)
    # Without a network all is still of the first build: pages, manifest and all.
    tab.context.set_offline(True)
    open_box(tab, deployed.address + PAGE)
    expect(tab.locator("article h1")).to_have_text("Transports")
    ask(tab, "session")
    assert results(tab)[0]["release"] == "2.0"
    # With one, the second build is shown at once, and what is kept follows in the background.
    tab.context.set_offline(False)
    deployed.asked.clear()
    tab.goto(deployed.address + PAGE)
    expect(tab.locator("article h1")).to_have_text("Transports (second build)")
    expect_kept(tab, deployed)
    assert not [path for path in deployed.asked if ".vectors-" in path]  # what has not changed is not fetched again
    tab.context.set_offline(True)
    open_box(tab, deployed.address + OTHER)
    expect(tab.locator("article h1")).to_contain_text("(second build)")
    ask(tab, "session")
    settle(tab)
    assert results(tab)[0]["release"] == "2.0 (second build)"
    quiet(said)


def expect_kept(tab: Page, site: FaultySite) -> None:
    """Waits until what is kept is of the build that is served."""
    build = json.loads((site.folder / "assets/offline.json").read_text("utf-8"))["build"]
    for _ in range(40):
        names = [name for name in tab.evaluate("caches.keys()") if ":kept:" in name]
        if all(f":kept:{build}" in name for name in names):
            return
        # The browser looks for a newer service worker a second after a page was opened; the next page finds it at work.
        tab.wait_for_timeout(2500)
        tab.goto(site.address + PAGE)
    raise AssertionError(names)
