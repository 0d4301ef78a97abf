"""What readers do on the built site, in a real browser, with an empty console."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Browser, Page, expect

expect.set_options(timeout=30_000)  # a busy machine needs seconds for what takes a reader's none


def test_switching_the_release_keeps_page_anchor_and_query(page: Page, small_address: str) -> None:
    page.goto(f"{small_address}demo/1.0/basic/transports/?x=1#last")
    page.locator(".md-version__current").hover()
    page.locator(".md-version__link", has_text="2.0").click()
    page.wait_for_url(f"{small_address}demo/2.0/basic/transports/?x=1#last")


def test_the_links_of_the_selector_lead_to_the_page_also_in_a_new_tab(page: Page, small_address: str) -> None:
    page.goto(f"{small_address}demo/1.0/tools/")
    page.locator(".md-version__current").hover()
    link = page.locator("a.md-version__link", has_text="2.0")
    expect(link).to_have_attribute("href", f"{small_address}demo/2.0/tools/")


def test_a_release_without_the_page_is_entered_at_the_nearest_above(page: Page, small_address: str) -> None:
    page.goto(f"{small_address}demo/1.0/basic/transports/")
    page.locator(".md-version__current").hover()
    page.locator(".md-version__link", has_text="next").click()
    page.wait_for_url(f"{small_address}demo/next/basic/")


def test_pages_of_no_release_have_no_selector(page: Page, small_address: str) -> None:
    page.goto(f"{small_address}demo/unversioned/faq/")
    page.wait_for_load_state("networkidle")
    assert page.locator(".md-version").count() == 0


def test_latest_is_the_same_page_in_the_current_release(page: Page, small_address: str) -> None:
    page.goto(f"{small_address}demo/latest/basic/transports/?x=1#last")
    page.wait_for_url(f"{small_address}demo/2.0/basic/transports/?x=1#last")


def test_a_page_that_a_release_lacks_is_named_where_it_is(browser: Browser, small_address: str) -> None:
    page = browser.new_page()  # its console reports the 404 itself
    page.goto(f"{small_address}demo/2.0/gone/")
    expect(page.get_by_text("2.0 has no page “gone”. It is in 1.0.")).to_be_visible()
    page.get_by_role("link", name="1.0").click()
    page.wait_for_url(f"{small_address}demo/1.0/gone/")
    page.close()


def test_an_unknown_release_is_answered_with_those_there_are(browser: Browser, small_address: str) -> None:
    page = browser.new_page()
    page.goto(f"{small_address}demo/9.9/basic/")
    expect(page.get_by_text("There is no release “9.9”. It is in next.")).to_be_visible()
    page.close()


def test_an_anchor_inside_a_hidden_tab_is_shown(page: Page, small_address: str) -> None:
    page.goto(f"{small_address}demo/1.0/tools/#in-go")
    expect(page.get_by_text("Text about Go.")).to_be_visible()
    page.evaluate("location.hash = 'in-python'")
    expect(page.get_by_text("import demo")).to_be_visible()


def test_a_diagram_is_drawn_in_light_and_again_in_dark(page: Page, small_address: str) -> None:
    page.goto(f"{small_address}demo/2.0/tools/")
    drawn = page.locator(".diagram-drawn svg")
    expect(drawn).to_be_visible()
    before = drawn.inner_html()
    page.evaluate("document.body.setAttribute('data-md-color-scheme', 'slate')")
    page.wait_for_function(
        "before => (document.querySelector('.diagram-drawn svg')?.innerHTML ?? before) !== before", arg=before
    )


def test_no_request_leaves_the_site_and_no_page_overflows(page: Page, small_address: str) -> None:
    elsewhere: list[str] = []
    page.on("request", lambda request: elsewhere.append(request.url))
    page.set_viewport_size({"width": 390, "height": 844})
    for path in (
        "",
        "notice/",
        "formats/",
        "demo/1.0/",
        "demo/1.0/basic/transports/",
        "demo/1.0/tools/",
        "demo/2.0/tools/",
    ):
        page.goto(small_address + path)
        page.wait_for_load_state("networkidle")
        assert page.evaluate("document.documentElement.scrollWidth") == 390, path
    assert [url for url in elsewhere if not url.startswith((small_address, "data:", "blob:"))] == []


def test_dark_mode_chosen_in_one_edition_holds_in_all(page: Page, small_address: str) -> None:
    page.emulate_media(color_scheme="light")
    page.goto(f"{small_address}demo/1.0/tools/")
    for _ in range(2):  # from the system's choice to light, to dark
        page.locator("form[data-md-component=palette] label:visible").click()
    expect(page.locator("body")).to_have_attribute("data-md-color-scheme", "slate")
    page.goto(f"{small_address}demo/2.0/tools/")
    expect(page.locator("body")).to_have_attribute("data-md-color-scheme", "slate")


def test_the_search_has_a_page_of_its_own(page: Page, small_site: Path, small_address: str) -> None:
    assert "data-strata-search-page" in (small_site / "search" / "index.html").read_text("utf-8")
    page.goto(small_address)
    assert page.get_by_role("link", name="Search", exact=True).count() == 0  # it opens where one is
