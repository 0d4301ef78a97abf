"""What readers of comparable sites ran into, tried on the real docs in a real browser."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from builder.index.reader import Index
from tests.browser.box import HYBRID, PATIENCE, answered, ask, open_box, ready, results, say

RELEASE = "mcp/2025-06-18/"
LARGEST = "langgraph/0.6/"


@pytest.fixture(scope="module")
def index(real_site: Path) -> Iterator[Index]:
    yield Index.open(real_site)


def text_of(index: Index, id: str) -> str:
    """The whole section of a result, with its heading."""
    name, _, _ = id.rpartition("~")
    edition = "/".join(id.split("/")[:2])
    shard = index.lexical(edition)
    found = []
    for number, section in enumerate(shard.chunks):
        page, anchor, headings = shard.sections[int(section)]
        if f"{edition}/{shard.pages[page][0]}#{anchor}" == name:
            found += [*headings, index.text(edition, number)]
    return "\n".join(found)


@pytest.mark.parametrize(
    ("text", "holds"),
    [
        ("tools/call", "tools/call"),
        ("tools_call", "tools/call"),
        ("toolsCall", "tools/call"),
        ("list_changed", "list_changed"),
    ],
)
def test_an_identifier_is_found_first_and_half_typed_stays_in_the_first_three(
    index: Index, real_address: str, page: Page, text: str, holds: str
) -> None:
    open_box(page, real_address + RELEASE)
    ask(page, text)
    first = results(page)[0]["id"]
    assert holds in text_of(index, first)
    lost = {}
    for length in range(4, len(text)):
        ask(page, text[:length])
        # "list" is a word of its own, and asks for more than one identifier.
        most = 10 if text[:length].strip("_") in ("list", "tools") else 3
        shown = [result["id"] for result in results(page)[:most]]
        if not any(holds in text_of(index, id) for id in shown):
            lost[text[:length]] = shown
    assert lost == {}


@pytest.mark.parametrize(
    ("slip", "meant"), [("autorization", "authorization"), ("elicitaton", "elicitation"), ("samplng", "sampling")]
)
def test_a_misspelt_word_is_corrected_and_the_box_says_so_but_not_in_quotes(
    real_address: str, page: Page, slip: str, meant: str
) -> None:
    open_box(page, real_address + RELEASE)
    ask(page, f"{slip} ")
    expect(page.locator(".search-corrected")).to_have_text(f"Searched for {meant}: nothing matches {slip}.")
    assert meant in results(page)[0]["id"].lower()
    page.fill(".search-input", f'"{slip}"')
    expect(page.locator(".search-notice")).to_contain_text("Nothing in MCP 2025-06-18")
    expect(page.locator(".search-corrected")).to_be_hidden()


def test_a_release_that_lacks_a_subject_says_so_above_the_results(real_address: str, page: Page) -> None:
    open_box(page, real_address + "mcp/2024-11-05/")
    ask(page, "authorization")
    page.get_by_role("button", name="Search by meaning").click()
    say(page, HYBRID, PATIENCE)
    expect(page.locator(".search-verdict")).to_contain_text("2024-11-05 does not cover this")
    expect(page.locator(".search-verdict")).to_contain_text("2025-03-26")
    guides = [result["kind"] for result in results(page) if result["kind"].startswith("Guide")]
    assert guides and set(guides) <= {"Guide", "Guide, describes other releases"}


def test_another_release_keeps_page_anchor_and_query_and_refreshes_the_results(real_address: str, page: Page) -> None:
    page.goto(f"{real_address}{RELEASE}specification/basic/transports/?q=session&scope=mcp@2025-06-18#stdio")
    ready(page)
    answered(page)
    assert {result["release"] for result in results(page)} <= {"2025-06-18", "All releases"}
    page.select_option(".search-scope", "mcp@2025-03-26")
    answered(page)
    assert {result["release"] for result in results(page)} <= {"2025-03-26", "All releases"}
    expect(page.locator(".search-input")).to_have_value("session")
    expect(page).to_have_url(re.compile(r"/mcp/2025-06-18/.*\?q=session&scope=mcp@2025-03-26#stdio$"))


def test_the_version_selector_keeps_page_anchor_and_query_and_searches_the_release_chosen(
    real_address: str, page: Page
) -> None:
    page.goto(f"{real_address}{RELEASE}specification/basic/transports/?q=session&scope=mcp@2025-06-18#stdio")
    ready(page)
    link = page.locator("a.md-version__link", has_text="2025-03-26").first
    link.dispatch_event("click")  # the dialog lies over it
    page.wait_for_url(re.compile(r"/mcp/2025-03-26/specification/basic/transports/\?q=session&scope=.*#stdio$"))
    ready(page)
    answered(page)
    expect(page.locator(".search-scope")).to_have_value("mcp@2025-03-26")
    assert {result["release"] for result in results(page)} <= {"2025-03-26", "All releases"}


@pytest.mark.parametrize("text", ["tools", "resources", "server", "the", "can", "all", "of the"])
def test_a_query_of_the_commonest_words_has_results(real_address: str, page: Page, text: str) -> None:
    open_box(page, real_address + RELEASE)
    ask(page, text)
    assert len(results(page)) >= 10


def test_a_phrase_of_one_section_lists_only_that_and_without_quotes_it_is_first(
    index: Index, real_address: str, page: Page
) -> None:
    phrase = "globally unique and cryptographically secure"
    open_box(page, real_address + RELEASE)
    ask(page, f'"{phrase}"')
    (only,) = results(page)
    assert phrase in text_of(index, only["id"])
    ask(page, phrase)
    assert results(page)[0]["id"] == only["id"]


@pytest.mark.parametrize("mode", ["by words", "by meaning"])
def test_every_result_is_of_the_chosen_release_or_of_all(real_address: str, page: Page, mode: str) -> None:
    open_box(page, real_address + RELEASE)
    for text in ("how does a server ask the user for input", "batching of requests", "tasks that run for long"):
        ask(page, text)
        if mode == "by meaning":
            say(page, HYBRID, PATIENCE)
        assert {result["release"] for result in results(page)} <= {"2025-06-18", "All releases"}


def test_what_several_releases_share_is_one_result_that_leads_to_each(real_address: str, page: Page) -> None:
    open_box(page, real_address + RELEASE)
    page.select_option(".search-scope", "mcp@all")
    ask(page, "Implementations SHOULD establish timeouts for all sent requests")
    shared = next(result for result in results(page) if result["same"])
    release = shared["same"][0]
    page.locator(f'[data-result="{shared["id"]}"] .search-chip', has_text=release).first.click()
    page.wait_for_url(re.compile(rf"/mcp/{re.escape(release)}/.*#"))


def test_one_letter_in_the_largest_release_builds_twenty_results_and_holds_nothing_up(
    real_address: str, browser: Browser, page: Page
) -> None:
    open_box(page, real_address + LARGEST)
    browser.start_tracing(page=page, categories=["toplevel", "__metadata"])
    page.locator(".search-input").press_sequentially("s")
    answered(page)
    assert 0 < page.locator(".search-result").count() <= 20
    page.wait_for_timeout(300)
    events = json.loads(browser.stop_tracing())["traceEvents"]
    main = {(e["pid"], e["tid"]) for e in events if e.get("args", {}).get("name") == "CrRendererMain"}
    tasks = [e["tdur"] / 1000 for e in events if (e["pid"], e["tid"]) in main and "tdur" in e]
    assert tasks and max(tasks) <= 50  # processor time: other tests may hold the processor


def test_enter_before_the_results_opens_the_first_of_what_was_typed(real_address: str, page: Page) -> None:
    open_box(page, real_address + RELEASE)
    ask(page, "sampling")
    page.fill(".search-input", "elicitation")
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile("elicitation"))


def test_an_anchor_that_cannot_be_decoded_breaks_no_search(real_address: str, page: Page) -> None:
    address = f"{real_address}{RELEASE}specification/basic/transports/#100%"
    open_box(page, address)
    page.evaluate(
        "localStorage.setItem('strata.opened', JSON.stringify({ href: location.href, at: Date.now(),"
        " query: { text: 'stdio', words: [{ word: 'stdio', joined: false, open: false }], phrases: [] } }))"
    )
    page.reload()
    page.wait_for_timeout(500)
    assert page.evaluate("localStorage.getItem('strata.opened')") is None


ODD = {
    "a long text": "how does a server list its tools " * 40,
    "JSON": '{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "x", "arguments": {}}}',
    "code": "from langgraph.graph import StateGraph\n\ndef node(state):\n\treturn {'x': state['x'] + 1}\n",
    "Arabic": "مصادقة المستخدم في البروتوكول",
    "emoji": "🔧🚢👩‍👩‍👧",
    "punctuation": "!?!.,;:-_#'+*~@%&/()=",
    "a lone surrogate's neighbours": "\U0001f600\u200d\u202e\ufeffserver",
}


@pytest.mark.parametrize("text", ODD.values(), ids=ODD.keys())
def test_whatever_is_pasted_is_answered(real_address: str, page: Page, text: str) -> None:
    open_box(page, real_address + RELEASE)
    page.fill(".search-input", text)
    answered(page)
    expect(page.locator(".search-result, .search-notice:visible").first).to_be_visible()
    assert not page.get_by_role("button", name="Try again").count()
    page.fill(".search-input", "")
    ask(page, "session")
