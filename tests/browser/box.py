"""The search box as a reader uses it, for the tests."""

from __future__ import annotations

from typing import Any, cast

from playwright.sync_api import Page, expect

HYBRID = "Hybrid results, by words and meaning"
PATIENCE = 60_000  # milliseconds until the model must have loaded, on a busy machine


def open_box(page: Page, address: str) -> None:
    """Opens a page and the dialog on it, and waits until it knows what can be searched."""
    page.goto(address)
    page.keyboard.press("/")
    ready(page)


def ready(page: Page) -> None:
    expect(page.locator("dialog.search-dialog")).to_be_visible()
    expect(page.locator(".search-scope")).to_be_enabled()


def ask(page: Page, text: str) -> None:
    """Types a query and waits for its results."""
    page.fill(".search-input", text)
    answered(page)
    expect(page.locator(".search-result").first).to_be_visible()
    settle(page)


def answered(page: Page) -> None:
    """Waits until what is shown is the answer to what is typed, if only by words and in part."""
    expect(page.get_by_role("listbox")).to_have_attribute("aria-busy", "false")


def settle(page: Page) -> None:
    """Waits until all results have come, and the excerpts of what is in view: the last thing an answer brings."""
    expect(page.locator(".search-status")).not_to_contain_text("to come")
    expect(page.locator(".search-result__excerpt").first).not_to_be_empty()


def say(page: Page, status: str, patience: int = 30_000) -> None:
    expect(page.locator(".search-status")).to_contain_text(status, timeout=patience)


def results(page: Page) -> list[dict[str, Any]]:
    """What is shown."""
    found = page.evaluate(
        """() => [...document.querySelectorAll(".search-result")].map((group) => ({
            id: group.dataset.result,
            heading: group.querySelector(".search-result__heading").textContent,
            kind: group.querySelector(".search-kind").textContent,
            release: group.querySelector(".search-release").textContent,
            href: group.querySelector(".search-result__link").getAttribute("href"),
            excerpt: group.querySelector(".search-result__excerpt").textContent,
            same: [...group.querySelectorAll(".search-chip")].map((chip) => chip.textContent),
            active: group.querySelector(".search-result__link").id
                === document.querySelector(".search-input").getAttribute("aria-activedescendant"),
        }))"""
    )
    return cast("list[dict[str, Any]]", found)
