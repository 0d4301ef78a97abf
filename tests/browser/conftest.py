"""What the browser tests share besides tests/conftest.py."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.faults import FaultySite, faulty

Said = list[str]

expect.set_options(timeout=30_000)  # milliseconds: other tests may hold all processors


@pytest.fixture
def site(sample_site: Path) -> Iterator[FaultySite]:
    """The sample, served below /repo/ by a server that can be made to fail."""
    with faulty(sample_site) as served:
        yield served


@pytest.fixture
def profile(browser: Browser) -> Iterator[BrowserContext]:
    """A fresh profile, in which several pages may be opened."""
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    yield context
    context.close()


@pytest.fixture
def said(profile: BrowserContext) -> Said:
    """What the console said; a test that provokes an error asserts what is in it."""
    found: Said = []
    profile.on("console", lambda message: found.append(f"{message.type}: {message.text}"))
    profile.on("weberror", lambda error: found.append(f"error: {error.error}"))
    return found


@pytest.fixture
def tab(profile: BrowserContext, said: Said) -> Page:
    """A page whose console is listened to, and need not be empty."""
    return profile.new_page()
