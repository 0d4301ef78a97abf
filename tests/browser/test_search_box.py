"""The search box in a real Chromium, on the sample site."""

from __future__ import annotations

import json
import re
from pathlib import Path
from urllib.parse import quote, urlsplit

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.box import HYBRID, PATIENCE, ask, open_box, ready, results, say, settle
from tests.browser.faults import FaultySite
from tests.conftest import PROJECT

TRANSPORTS = "tide/2.0/specification/basic/transports/"
SEARCH_FILES = re.compile(r"/assets/(search/|javascripts/(search|vendor)/|stylesheets/search)")


def fetched(site: FaultySite) -> list[str]:
    return [path for path in site.asked if SEARCH_FILES.search(path)]


def test_opening_a_page_fetches_nothing_of_the_search_but_its_trigger(site: FaultySite, page: Page) -> None:
    page.goto(site.address + TRANSPORTS, wait_until="networkidle")
    assert fetched(site) == ["/repo/assets/javascripts/search/trigger.js"]
    assert (PROJECT / "overrides/assets/javascripts/search/trigger.js").stat().st_size <= 5000


def test_slash_opens_the_dialog_and_escape_returns_focus(sample_address: str, page: Page) -> None:
    page.goto(sample_address + TRANSPORTS)
    page.locator("article a").first.focus()
    page.keyboard.press("/")
    ready(page)
    expect(page.locator(".search-input")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator("dialog.search-dialog")).to_be_hidden()
    expect(page.locator("article a").first).to_be_focused()


def test_the_button_opens_the_dialog_and_closing_returns_focus_to_it(sample_address: str, page: Page) -> None:
    page.goto(sample_address + TRANSPORTS)
    button = page.locator("[data-strata-search]").first
    button.click()
    ready(page)
    page.get_by_role("button", name="Close the search").click()
    expect(button).to_be_focused()


@pytest.mark.parametrize("keys", ["Control+k", "Meta+k"])
def test_control_or_command_k_opens_it_too(sample_address: str, page: Page, keys: str) -> None:
    page.goto(sample_address + TRANSPORTS)
    page.keyboard.press(keys)
    ready(page)


def test_a_slash_typed_into_the_box_is_a_slash(sample_address: str, page: Page) -> None:
    open_box(page, sample_address + TRANSPORTS)
    page.keyboard.type("berths/list")
    expect(page.locator(".search-input")).to_have_value("berths/list")


def test_the_scope_is_the_release_one_is_in(sample_address: str, page: Page) -> None:
    open_box(page, sample_address + TRANSPORTS)
    expect(page.locator(".search-scope")).to_have_value("tide@2.0")
    ask(page, "session")
    assert {result["release"] for result in results(page)} <= {"2.0", "All releases"}
    assert urlsplit(results(page)[0]["href"]).path == f"/{TRANSPORTS}"
    assert urlsplit(results(page)[0]["href"]).fragment == "session-management"


def test_on_the_home_page_it_is_the_newest_release_of_the_first_collection(sample_address: str, page: Page) -> None:
    open_box(page, sample_address)
    expect(page.locator(".search-scope")).to_have_value("tide@3.0")


def test_results_change_with_every_letter_and_at_most_twenty_are_built(sample_address: str, page: Page) -> None:
    open_box(page, sample_address + TRANSPORTS)
    page.select_option(".search-scope", "all")
    for letter in "harbour":
        page.keyboard.type(letter)
        page.wait_for_timeout(60)
        assert page.locator(".search-result").count() <= 20
    expect(page.locator(".search-result")).to_have_count(20)
    say(page, "Keyword results")


def test_no_task_on_the_main_thread_exceeds_50_ms_while_typing(
    sample_address: str, browser: Browser, page: Page
) -> None:
    open_box(page, sample_address + TRANSPORTS)
    page.select_option(".search-scope", "all")
    browser.start_tracing(page=page, categories=["toplevel", "__metadata"])
    page.locator(".search-input").press_sequentially("the harbour may close", delay=40)
    expect(page.locator(".search-result")).to_have_count(20)
    page.wait_for_timeout(500)
    events = json.loads(browser.stop_tracing())["traceEvents"]
    main = {(e["pid"], e["tid"]) for e in events if e.get("args", {}).get("name") == "CrRendererMain"}
    # Processor time, not time passed: other tests may hold the processor at any moment.
    tasks = [e["tdur"] / 1000 for e in events if (e["pid"], e["tid"]) in main and "tdur" in e]
    assert len(tasks) > 100
    assert max(tasks) <= 50


def test_a_release_answers_before_the_version_independent_pages_are_there(site: FaultySite, page: Page) -> None:
    with site.held("tide-unversioned.lexical-"):
        open_box(page, site.address + TRANSPORTS)
        page.keyboard.type("session")
        say(page, "Keyword results of this release")
        before = results(page)
        assert {result["release"] for result in before} == {"2.0"}
    settle(page)
    after = results(page)
    assert after[0]["id"] == before[0]["id"]
    assert {result["release"] for result in after} == {"2.0", "All releases"}


def test_one_word_loads_no_model_until_the_reader_asks(site: FaultySite, page: Page) -> None:
    open_box(page, site.address + TRANSPORTS)
    ask(page, "session")
    page.wait_for_timeout(800)
    assert not [path for path in site.asked if "model-" in path or "runtime-" in path or "vectors-" in path]
    page.get_by_role("button", name="Search by meaning").click()
    say(page, HYBRID, PATIENCE)


def test_two_words_load_the_model_with_progress_and_results_become_hybrid(site: FaultySite, page: Page) -> None:
    page.add_init_script(
        "window.seen = []; new MutationObserver(() => { const line = document.querySelector('.search-status');"
        " if (line) window.seen.push(line.textContent) }).observe(document, { subtree: true, childList: true })"
    )
    open_box(page, site.address + TRANSPORTS)
    ask(page, "closing the conversation for good")
    say(page, HYBRID, PATIENCE)
    seen = page.evaluate("window.seen")
    assert any(re.search(r"loading meaning \d+ %", line) for line in seen)
    assert seen.index(HYBRID) > next(n for n, line in enumerate(seen) if line.startswith("Keyword results"))
    own = urlsplit(site.address).netloc
    assert page.evaluate(f"performance.getEntriesByType('resource').every((e) => new URL(e.name).host === '{own}')")


def test_the_second_visit_fetches_no_model_byte(site: FaultySite, page: Page) -> None:
    open_box(page, site.address + TRANSPORTS)
    ask(page, "prove who you are")
    say(page, HYBRID, PATIENCE)
    site.asked.clear()
    open_box(page, site.address + "tide/3.0/")
    ask(page, "prove who you are")
    say(page, HYBRID, PATIENCE)
    assert not [path for path in site.asked if ".onnx" in path or ".wasm" in path or "tokenizer-" in path]


def test_with_save_data_meaning_waits_until_it_is_asked_for(site: FaultySite, page: Page) -> None:
    page.add_init_script("Object.defineProperty(navigator, 'connection', { value: { saveData: true } })")
    open_box(page, site.address + TRANSPORTS)
    ask(page, "prove who you are")
    say(page, "your browser asks to save data")
    page.wait_for_timeout(800)
    assert not [path for path in site.asked if ".onnx" in path]
    page.get_by_role("button", name=re.compile(r"Search by meaning \(\d+ MB\)")).click()
    say(page, HYBRID, PATIENCE)


def test_what_the_reader_moved_to_stays_in_its_place_when_meaning_arrives(site: FaultySite, page: Page) -> None:
    open_box(page, site.address + TRANSPORTS)
    ask(page, "how long may the other side take to answer")
    for _ in range(3):
        page.keyboard.press("ArrowDown")
    before = results(page)
    assert before[2]["active"]
    say(page, HYBRID, PATIENCE)
    after = results(page)
    assert after[2]["active"]
    assert after[2]["id"] == before[2]["id"]


def test_arrows_choose_enter_opens_and_back_returns_to_the_search(sample_address: str, page: Page) -> None:
    open_box(page, sample_address + TRANSPORTS)
    ask(page, "session")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    second = results(page)[1]
    assert second["active"]
    page.keyboard.press("Enter")
    page.wait_for_url(second["href"])
    page.go_back()
    ready(page)
    expect(page.locator(".search-input")).to_have_value("session")
    expect(page.locator(".search-result").nth(1).locator("[aria-selected=true]")).to_be_visible()
    assert results(page)[1]["id"] == second["id"]


def test_enter_without_a_choice_opens_the_first_result(sample_address: str, page: Page) -> None:
    open_box(page, sample_address + TRANSPORTS)
    ask(page, "Tide-Session-Id")
    first = results(page)[0]["href"]
    page.keyboard.press("Enter")
    page.wait_for_url(first)


@pytest.mark.parametrize("keys", ["Control+Enter", "Meta+Enter"])
def test_control_or_command_enter_opens_a_new_tab_and_the_box_stays(sample_address: str, page: Page, keys: str) -> None:
    open_box(page, sample_address + TRANSPORTS)
    ask(page, "session")
    first = results(page)[0]["href"]
    with page.context.expect_page() as opened:
        page.keyboard.press(keys)
    opened.value.wait_for_url(first)
    expect(page.locator("dialog.search-dialog")).to_be_visible()


def test_up_from_the_first_result_is_the_input_again(sample_address: str, page: Page) -> None:
    open_box(page, sample_address + TRANSPORTS)
    ask(page, "session")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowUp")
    assert not any(result["active"] for result in results(page))
    page.keyboard.press("ArrowUp")
    assert results(page)[-1]["active"]


def test_the_passage_is_marked_on_its_page_and_the_marks_can_be_dismissed(sample_address: str, page: Page) -> None:
    open_box(page, sample_address + "tide/2.0/")
    ask(page, "visible ASCII session")
    page.keyboard.press("Enter")
    page.wait_for_url("**/#session-management")
    marks = "() => [...(CSS.highlights.get('strata') ?? [])].map(String)"
    expect(page.get_by_role("button", name="Clear marks")).to_be_visible()
    assert {"visible", "ASCII", "session"} <= set(page.evaluate(marks))
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Clear marks")).to_be_hidden()
    assert page.evaluate(marks) == []
    page.reload()
    expect(page.get_by_role("button", name="Clear marks")).to_be_hidden()


def test_a_result_on_the_same_page_closes_the_box_and_is_marked(sample_address: str, page: Page) -> None:
    open_box(page, sample_address + TRANSPORTS)
    ask(page, "Tide-Resume-From")
    page.keyboard.press("Enter")
    expect(page.locator("dialog.search-dialog")).to_be_hidden()
    expect(page).to_have_url(re.compile(r"transports/#resuming-a-stream$"))
    expect(page.get_by_role("button", name="Clear marks")).to_be_visible()


def test_identical_text_in_several_releases_is_one_result_that_lists_them(sample_address: str, page: Page) -> None:
    open_box(page, sample_address + TRANSPORTS)
    page.select_option(".search-scope", "tide@all")
    ask(page, "Tide-Session-Id")
    first = results(page)[0]
    assert (first["heading"], first["release"]) == ("Session Management", "2.0")
    assert first["same"] == ["3.0"]
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    page.wait_for_url("**/tide/3.0/specification/basic/transports/#session-management")


def test_a_kind_chosen_leaves_only_that_kind(sample_address: str, page: Page) -> None:
    open_box(page, sample_address + TRANSPORTS)
    ask(page, "session")
    page.get_by_role("button", name=re.compile("^Guide")).click()
    expect(page.get_by_role("button", name=re.compile("^Guide"))).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".search-kind", has_text="Specification")).to_have_count(0)
    assert {result["kind"] for result in results(page)} == {"Guide"}
    expect(page).to_have_url(re.compile(r"\?q=session&scope=tide@2\.0&kind=Guide$"))


def test_a_collection_chosen_leaves_only_that_collection_and_is_in_the_address(sample_address: str, page: Page) -> None:
    open_box(page, sample_address + TRANSPORTS)
    ask(page, "harbour")
    expect(page.get_by_role("group", name="Only these collections")).to_be_hidden()
    page.select_option(".search-scope", "all")
    group = page.get_by_role("group", name="Only these collections")
    expect(group.get_by_role("button")).to_have_text([re.compile(r"^Tide\d+$"), re.compile(r"^Driftwood\d+$")])
    group.get_by_role("button", name="Driftwood").click()
    expect(page).to_have_url(re.compile(r"\?q=harbour&scope=all&collection=driftwood$"))
    expect(page.locator(".search-result").first).to_be_visible()
    assert {urlsplit(result["href"]).path.split("/")[1] for result in results(page)} == {"driftwood"}
    page.reload()
    ready(page)
    expect(page.locator(".search-result").first).to_be_visible()
    expect(group.get_by_role("button", name="Driftwood")).to_have_attribute("aria-pressed", "true")
    assert {urlsplit(result["href"]).path.split("/")[1] for result in results(page)} == {"driftwood"}


def test_an_address_reproduces_a_search_and_closing_takes_it_out(sample_address: str, page: Page) -> None:
    page.goto(f"{sample_address}{TRANSPORTS}?q=session&scope=tide@1.0&kind=Specification")
    ready(page)
    expect(page.locator(".search-result").first).to_be_visible()
    assert {result["release"] for result in results(page)} == {"1.0"}
    assert {result["kind"] for result in results(page)} == {"Specification"}
    page.keyboard.press("Escape")
    expect(page).to_have_url(f"{sample_address}{TRANSPORTS}")


def test_a_quoted_phrase_lists_only_sections_that_hold_it(sample_address: str, page: Page) -> None:
    open_box(page, sample_address + TRANSPORTS)
    ask(page, '"visible ASCII characters"')
    assert [result["heading"] for result in results(page)] == ["Session Management"]


def test_nothing_found_says_where_else_to_look(sample_address: str, page: Page) -> None:
    open_box(page, sample_address + TRANSPORTS)
    page.fill(".search-input", '"no section says this"')
    expect(page.locator(".search-notice")).to_contain_text("Nothing in Tide 2.0")
    page.get_by_role("button", name="Search all releases of Tide").click()
    expect(page.locator(".search-scope")).to_have_value("tide@all")


HOSTILE = ("<img src=x onerror=alert(1)>", "'\"><script>alert(1)</script>", "((([[", "\\", "%00", "🚢 ﷽")


@pytest.mark.parametrize("text", HOSTILE)
def test_markup_and_stray_signs_are_shown_as_text(sample_address: str, page: Page, text: str) -> None:
    page.on("dialog", lambda dialog: pytest.fail(f"a script ran: {dialog.message}"))
    open_box(page, sample_address + TRANSPORTS)
    page.fill(".search-input", text)
    page.wait_for_timeout(700)
    assert page.locator("dialog.search-dialog img, dialog.search-dialog script").count() == 0
    page.goto(f"{sample_address}{TRANSPORTS}?q={quote(text)}")
    ready(page)
    expect(page.locator(".search-input")).to_have_value(text)
    assert page.locator("dialog.search-dialog img, dialog.search-dialog script").count() == 0


def test_recent_searches_are_kept_and_can_be_cleared(sample_address: str, page: Page) -> None:
    open_box(page, sample_address + TRANSPORTS)
    ask(page, "Tide-Resume-From")
    page.keyboard.press("Enter")
    expect(page.locator("dialog.search-dialog")).to_be_hidden()
    open_box(page, sample_address + "tide/3.0/")
    expect(page.get_by_role("option", name="Tide-Resume-From")).to_be_visible()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page.locator(".search-input")).to_have_value("Tide-Resume-From")
    expect(page.locator(".search-result").first).to_be_visible()
    page.fill(".search-input", "")
    page.get_by_role("button", name="Clear recent searches").click()
    expect(page.locator(".search-recent")).to_have_count(0)


def test_why_these_results_shows_ranks_scores_and_time(sample_address: str, page: Page) -> None:
    open_box(page, sample_address + TRANSPORTS)
    ask(page, "session")
    page.get_by_role("button", name="Why these results?").click()
    trace = page.get_by_role("region", name="Why these results")
    expect(trace.get_by_role("row")).to_have_count(1 + page.locator(".search-result").count())
    expect(trace).to_contain_text("Words: session")
    expect(trace).to_contain_text(re.compile(r"keywords \d+\.\d ms"))


def test_a_screen_reader_hears_the_count_once_typing_rests(sample_address: str, page: Page) -> None:
    open_box(page, sample_address + TRANSPORTS)
    live = page.locator("dialog.search-dialog [role=status]")
    page.keyboard.type("sessi", delay=30)
    expect(page.locator(".search-result").first).to_be_visible()
    assert live.text_content() == ""
    expect(live).to_have_text(re.compile(r"^\d+ results, by words$"))


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 1440])
def test_axe_finds_nothing_serious(sample_address: str, page: Page, scheme: str, width: int) -> None:
    page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]  # one of the two
    page.set_viewport_size({"width": width, "height": 844})
    open_box(page, sample_address + TRANSPORTS)
    axe = (PROJECT / "node_modules" / "axe-core" / "axe.min.js").read_text("utf-8")
    page.evaluate(axe)
    page.select_option(".search-scope", "tide@all")
    for text in ("", "session", '"no section says this"'):
        page.fill(".search-input", text)
        page.wait_for_timeout(900)
        if text == "session":
            settle(page)
            page.keyboard.press("ArrowDown")
            page.get_by_role("button", name="Why these results?").click()
        found = page.evaluate("async () => (await axe.run(document.querySelector('dialog'))).violations")
        grave = [v for v in found if v["impact"] in ("serious", "critical")]
        assert [(v["id"], [node["html"] for node in v["nodes"]]) for v in grave] == []


def test_at_390_pixels_nothing_is_wider_than_the_screen(sample_address: str, page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 500})
    open_box(page, sample_address + TRANSPORTS)
    ask(page, "session")
    wide = page.evaluate(
        "() => [...document.querySelectorAll('.search-dialog > *, .search-result')]"
        ".filter((e) => e.getBoundingClientRect().right > innerWidth + 0.5).map((e) => e.className)"
    )
    assert wide == []
    for name in (".search-input", ".search-scope", ".search-why"):
        expect(page.locator(name)).to_be_in_viewport(ratio=1)


def test_at_200_percent_everything_can_be_reached(sample_address: str, browser: Browser) -> None:
    # A window of 1280 by 800 pixels at 200 % is one of 640 by 400 with twice as many pixels.
    context = browser.new_context(viewport={"width": 640, "height": 400}, device_scale_factor=2)
    page = context.new_page()
    open_box(page, sample_address + TRANSPORTS)
    ask(page, "session")
    for name in (".search-input", ".search-scope", ".search-close", ".search-why"):
        expect(page.locator(name)).to_be_in_viewport(ratio=1)
    expect(page.locator(".search-result").first).to_be_in_viewport()
    assert page.evaluate("document.querySelector('dialog').scrollWidth <= innerWidth")
    context.close()


def test_with_reduced_motion_nothing_moves(sample_address: str, page: Page) -> None:
    page.emulate_media(reduced_motion="reduce")
    open_box(page, sample_address + TRANSPORTS)
    moving = "() => document.getAnimations().filter((one) => one.effect.getTiming().duration > 0).length"
    assert page.evaluate(moving) == 0
    assert page.evaluate("getComputedStyle(document.querySelector('dialog')).animationName") == "none"


PAGE = b"""<!doctype html><html lang="en"><meta charset="utf-8"><title>Search</title>
<script type="module" src="../assets/javascripts/search/trigger.js"></script><div data-strata-search-page></div>"""


def test_on_a_page_of_its_own_the_address_follows_and_reproduces_the_search(site: FaultySite, page: Page) -> None:
    site.instead["/repo/search/"] = (200, "text/html; charset=utf-8", PAGE)
    site.instead["/favicon.ico"] = (200, "image/x-icon", b"")
    page.goto(f"{site.address}search/?q=session&scope=tide@1.0")
    expect(page.locator(".search-result").first).to_be_visible()
    assert {result["release"] for result in results(page)} <= {"1.0", "All releases"}
    page.locator(".search-why").focus()
    page.keyboard.press("/")
    expect(page.locator(".search-input")).to_be_focused()
    ask(page, "berths")
    expect(page).to_have_url(f"{site.address}search/?q=berths&scope=tide@1.0")


def test_every_module_is_one_that_some_other_loads(sample_site: Path) -> None:
    folder = PROJECT / "overrides/assets/javascripts/search"
    text = "".join(path.read_text("utf-8") for path in folder.glob("*.js"))
    names = {path.name for path in folder.glob("*.js")} - {"trigger.js"}
    assert names == {name for name in names if f'"./{name}"' in text}
