"""The pages about changes and the comparison of two pages, in a real Chromium, below a path, on the sample."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.faults import FaultySite
from tests.conftest import PROJECT

BERTHS = "specification/harbour/berths"
PAGES = (
    "changes/",
    "changes/tide/3.0/",
    "changes/tide/identifiers/",
    f"compare/?from=tide/2.0/{BERTHS}",
    f"tide/2.0/{BERTHS}/",
)


def test_a_page_is_compared_with_the_next_release_section_by_section(site: FaultySite, page: Page) -> None:
    page.goto(f"{site.address}tide/2.0/{BERTHS}/")
    page.get_by_role("link", name="Compare").click()
    section = page.locator(".compare-section", has_text="Availability Windows")
    expect(section).to_contain_text("was “Tidal Windows”")
    expect(page.locator(".compare-same").first).to_be_visible()
    expect(page.locator(".compare-said")).to_contain_text("3 edited, 0 new, 0 removed, 6 the same")
    assert page.locator(".diff ins").count() > 0 and page.locator(".diff del").count() > 0


def test_another_release_is_chosen_by_keyboard_or_mouse(site: FaultySite, page: Page) -> None:
    page.goto(f"{site.address}compare/?from=tide/2.0/{BERTHS}")
    page.get_by_label("From release").select_option("1.0")
    page.wait_for_url("**/compare/?from=tide*1.0*")
    expect(page.locator(".compare-said")).to_contain_text("From Tide 1.0 to Tide")


def test_a_page_that_moved_is_found_by_its_sections(site: FaultySite, page: Page) -> None:
    page.goto(f"{site.address}compare/?from=tide/2.0/specification/basic/utilities/progress&to=tide/3.0")
    link = page.locator(".compare-said a").last
    expect(link).to_have_attribute("href", f"{site.address}tide/3.0/specification/basic/patterns/progress/")


def test_a_page_that_the_other_release_lacks_is_told_of(site: FaultySite, page: Page) -> None:
    page.goto(f"{site.address}compare/?from=tide/3.0/specification/harbour/advisories&to=tide/1.0")
    expect(page.locator("[data-strata-compare]")).to_contain_text("1.0 has no such page")


def test_the_address_of_a_change_opens_it(site: FaultySite, page: Page) -> None:
    page.goto(f"{site.address}tide/3.0/{BERTHS}/")
    history = page.locator("#reserving-a-berth + details.history")
    history.locator("summary").focus()
    page.keyboard.press("Enter")
    history.get_by_role("link", name="edited").click()
    expect(page.locator("#section-specification-harbour-berths-reserving-a-berth pre.diff")).to_be_visible()


def test_an_anchor_that_cannot_be_decoded_breaks_nothing(site: FaultySite, page: Page) -> None:
    failed: list[str] = []
    page.on("pageerror", lambda error: failed.append(str(error)))
    page.goto(f"{site.address}changes/tide/identifiers/#%")
    page.get_by_label("Show those with").fill("berths/")
    expect(page.locator(".changes-filter [role=status]")).to_contain_text(" of ")
    assert failed == []


def test_the_list_of_identifiers_is_narrowed_by_what_is_typed(site: FaultySite, page: Page) -> None:
    page.goto(f"{site.address}changes/tide/identifiers/")
    page.get_by_label("Show those with").fill("berths/")
    expect(page.locator(".changes-filter [role=status]")).to_contain_text("2 of ")
    assert page.locator(".timelines tbody tr:visible th code").all_text_contents() == ["berths/list", "berths/reserve"]
    expect(page.get_by_role("heading", name="Headers")).to_be_hidden()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 1280])
def test_axe_finds_nothing_serious_and_nothing_is_wider_than_the_screen(
    site: FaultySite, page: Page, scheme: str, width: int
) -> None:
    page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]  # one of the two
    page.set_viewport_size({"width": width, "height": 844})
    axe = (PROJECT / "node_modules" / "axe-core" / "axe.min.js").read_text("utf-8")
    for address in PAGES:
        page.goto(site.address + address, wait_until="networkidle")
        page.evaluate("document.querySelectorAll('article details').forEach((details) => { details.open = true })")
        page.evaluate(axe)
        found = page.evaluate("async () => (await axe.run(document.querySelector('article'))).violations")
        grave = [v for v in found if v["impact"] in ("serious", "critical")]
        assert [(address, v["id"], [node["html"] for node in v["nodes"]]) for v in grave] == []
        assert page.evaluate("document.documentElement.scrollWidth") <= width
