"""How much memory the pages of a browser hold."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Browser


def resident(browser: Browser) -> float:
    """Megabytes of the process with the page in it: its own share of what it holds (proportional set size).

    The browser keeps an empty spare process beside it; the larger one is the page's.
    """
    session = browser.new_browser_cdp_session()
    processes = session.send("SystemInfo.getProcessInfo")["processInfo"]
    session.detach()
    sizes = [_share(process["id"]) for process in processes if process["type"] == "renderer"]
    return round(max(sizes) / 1000, 1)


def _share(process: int) -> int:
    """Kilobytes."""
    rollup = Path(f"/proc/{process}/smaps_rollup").read_text("utf-8")
    return next(int(line.split()[1]) for line in rollup.splitlines() if line.startswith("Pss:"))
