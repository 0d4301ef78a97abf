"""The menu "Copy page", in a real browser."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

PATH = "tide/2.0/specification/basic/transports"


@pytest.fixture
def menu(page: Page, sample_address: str) -> Locator:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto(f"{sample_address}{PATH}/")
    return page.get_by_role("button", name="Copy page", exact=True)


def clipboard(page: Page) -> str:
    return str(page.evaluate("navigator.clipboard.readText()"))


def test_a_page_is_copied_as_its_markdown(page: Page, menu: Locator, sample_site: Path) -> None:
    menu.click()
    page.get_by_role("menuitem", name="Copy as Markdown").click()
    expect(page.locator(".copy-page [role=status]")).to_have_text("Copied")
    assert clipboard(page) == (sample_site / f"{PATH}.md").read_text("utf-8")


def test_the_prompt_names_the_page_and_its_release(page: Page, menu: Locator, sample_address: str) -> None:
    menu.click()
    page.get_by_role("menuitem", name="Copy a prompt").click()
    expect(page.locator(".copy-page [role=status]")).to_have_text("Copied")
    prompt = clipboard(page)
    assert prompt.startswith(f"Read {sample_address}{PATH}.md\n")
    assert 'It is the page "Transports" of Tide 2.0 (Specification).' in prompt
    assert f"[Transports, Tide 2.0]({sample_address}{PATH}/)" in prompt


def test_the_configuration_has_the_address_of_the_site(page: Page, menu: Locator, sample_address: str) -> None:
    menu.click()
    page.get_by_role("menuitem", name="Add the MCP server").click()
    dialog = page.get_by_role("dialog", name="The MCP server in your editor")
    expect(dialog).to_contain_text(f"claude mcp add strata -- strata mcp --site {sample_address}")
    dialog.get_by_label("Editor").select_option("VS Code")
    dialog.get_by_role("button", name="Copy the configuration").click()
    expect(dialog.get_by_role("status")).to_have_text("Copied")
    server = {"type": "stdio", "command": "strata", "args": ["mcp", "--site", sample_address]}
    assert json.loads(clipboard(page)) == {"servers": {"strata": server}}
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()


def test_the_markdown_is_a_link(page: Page, menu: Locator) -> None:
    menu.click()
    link = page.get_by_role("menuitem", name="View as Markdown")
    assert link.evaluate("link => new URL(link.href).pathname") == f"/{PATH}.md"


def test_the_menu_works_with_keys_alone(page: Page, menu: Locator) -> None:
    items = page.locator(".copy-page [role=menuitem]")
    menu.focus()
    page.keyboard.press("ArrowDown")
    expect(menu).to_have_attribute("aria-expanded", "true")
    expect(items.first).to_be_focused()
    page.keyboard.press("ArrowUp")
    expect(items.last).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(items.first).to_be_focused()
    page.keyboard.press("End")
    expect(items.last).to_be_focused()
    page.keyboard.press("Escape")
    expect(items.first).to_be_hidden()
    expect(menu).to_be_focused()
    expect(menu).to_have_attribute("aria-expanded", "false")


def test_the_menu_closes_when_one_clicks_elsewhere(page: Page, menu: Locator) -> None:
    menu.click()
    page.get_by_role("heading", level=1).click()
    expect(page.locator(".copy-page [role=menu]")).to_be_hidden()
