"""`make bench-browser`: our search in Chromium beside Material's own and Pagefind's, over the same pages.

Each site is served as GitHub Pages serves it. A figure comes from what the browser painted and what the server sent,
never from a timer of the search itself, but for the steps of a query, which only our trace can tell.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import platform
import shutil
import sys
import tempfile
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from builder import pipeline, settings
from builder.editions import UNVERSIONED
from builder.index.reader import Index
from tests.bench.host import FAST_4G, SLOW_4G, UNLIMITED, Host, Line, hosted
from tests.bench.memory import resident
from tests.bench.peer_sites import material_site, pagefind_site
from tests.conftest import CHROMIUM, PROJECT

WATCH = (Path(__file__).parent / "watch.js").read_text("utf-8")
FIRST = "progress token"  # what is asked first: two words, so that a site which also loads a model has to
TYPED = ("tool list changed", "cancel a request", "oauth scopes", "resource template", "session id header")
HYBRID = (  # sixteen word pieces each, with those for the beginning and the end
    "how does a client tell the server that it gave up waiting for it",
    "where do I put the access token when I am calling a remote server",
    "what must a server answer when the page cursor is not valid",
    "which message is sent first after a new connection to it has been opened",
    "can a tool return a picture together with text in one and only reply",
    "who decides which model is to answer when a server is asking for sampling",
    "how long may a server keep a session alive without any message of it",
    "what happens to all the requests still in flight when the transport is closed",
)
PAUSE_MS = 150  # between a painted answer and the next key


@dataclass(frozen=True)
class Contender:
    """A search on a page, as a reader finds it."""

    name: str
    start: str  # path of the page that is opened
    owns: tuple[str, ...]  # beginnings of the paths that are there for the search alone
    key: str  # opens the search; "" where the box stands on the page
    box: str  # selectors
    result: str


def contenders(start: str) -> list[Contender]:
    """Ours first."""
    return [
        Contender(
            "Strata", start,
            ("/assets/search/", "/assets/javascripts/search/", "/assets/javascripts/vendor/",
             "/assets/stylesheets/search.css"),
            "/", ".search-input", ".search-result",
        ),
        Contender(
            "Material (lunr)", start,
            ("/search/", "/assets/javascripts/workers/", "/assets/javascripts/lunr/"),
            "/", "input.md-search__input", ".md-search-result__item",
        ),
        Contender(
            "Pagefind", start, ("/pagefind/",),
            "", ".pagefind-ui__search-input", ".pagefind-ui__result-link",
        ),
    ]  # fmt: skip


class Tab:
    """A page of a contender in a fresh profile."""

    def __init__(self, browser: Browser, host: Host, contender: Contender, line: Line) -> None:
        self.contender, self.host = contender, host
        host.line = line
        host.sent.clear()
        self.context: BrowserContext = browser.new_context(
            viewport={"width": 1280, "height": 900},
            bypass_csp=True,  # Playwright evaluates what it waits for
        )
        self.page: Page = self.context.new_page()
        self.page.set_default_timeout(120_000)
        self.page.add_init_script(WATCH)

    def __enter__(self) -> Tab:
        return self

    def __exit__(self, *raised: object) -> None:
        self.context.close()

    def open(self, at_rest: bool = True) -> None:
        """The page when it can be used, or when nothing more is fetched."""
        self.page.goto(self.host.address + self.contender.start + "/", wait_until="domcontentloaded")
        if at_rest:
            self.page.wait_for_load_state("load")
            self.page.wait_for_load_state("networkidle")
        self.watch()

    def watch(self, status: str = "", says: str = "") -> None:
        self.page.evaluate("what => bench.watch(...what)", [self.contender.result, status, says])

    def ask(self, text: str) -> float:
        """Opens the search and types; milliseconds from the first key or click to the first painted result."""
        asked = self._begin()
        self.page.keyboard.type(text)
        self.page.wait_for_function("bench.found")
        return float(self.page.evaluate("bench.found")) - asked

    def _begin(self) -> float:
        box = self.page.locator(self.contender.box)
        if self.contender.key:
            self.page.keyboard.press(self.contender.key)
        else:
            box.click()
        asked = float(self.page.evaluate("bench.asked"))
        box.wait_for(state="visible")
        self.page.wait_for_function("box => document.activeElement?.matches(box)", arg=self.contender.box)
        return asked

    def search_traffic(self, until: str = "performance.now()") -> tuple[int, int]:
        """(bytes, requests) of the search so far, or until a moment of watch.js."""
        moment = float(self.page.evaluate(f"performance.timeOrigin + {until}")) / 1000
        own = [sent for sent in self.host.sent if sent.path.startswith(self.contender.owns) and sent.at <= moment]
        return sum(sent.bytes for sent in own), len(own)


def cold(browser: Browser, host: Host, contender: Contender, runs: int) -> dict[str, Any]:
    """What the first result costs a reader who comes for the first time."""
    with Tab(browser, host, contender, UNLIMITED) as tab:
        tab.open()
        on_load = tab.search_traffic()
        tab.ask(FIRST)
        first = tab.search_traffic("bench.found")
    figures: dict[str, Any] = {
        "bytes_on_load": on_load[0], "requests_on_load": on_load[1],
        "bytes_to_first": first[0], "requests_to_first": first[1],
    }  # fmt: skip
    for line in (SLOW_4G, FAST_4G):
        asked_later, asked_at_once = [], []
        for _ in range(runs):
            with Tab(browser, host, contender, line) as tab:
                tab.open()
                asked_later.append(tab.ask(FIRST))
            with Tab(browser, host, contender, line) as tab:
                tab.open(at_rest=False)
                tab.ask(FIRST)
                asked_at_once.append(float(tab.page.evaluate("bench.found")))
        figures[line.name] = {"asked": round(median(asked_later)), "opened": round(median(asked_at_once))}
    return figures


def typing(browser: Browser, host: Host, contender: Contender, slowdown: int) -> dict[str, Any]:
    """Milliseconds from a key to the painted results, the search being warm."""
    times: list[float] = []
    unanswered = 0
    with Tab(browser, host, contender, UNLIMITED) as tab:
        tab.open()
        tab.ask("warm")
        session = tab.context.new_cdp_session(tab.page)
        session.send("Emulation.setCPUThrottlingRate", {"rate": slowdown})
        tab.page.wait_for_timeout(1000)
        tab.page.evaluate("bench.long.length = 0")
        for text in TYPED:
            tab.page.fill(contender.box, "")
            tab.page.wait_for_timeout(600)
            for letter in text:
                tab.page.evaluate("bench.painted.length = 0")
                tab.page.keyboard.press("Space" if letter == " " else letter)
                try:
                    tab.page.wait_for_function("bench.painted.length", timeout=1500)
                except Exception:  # the same results as before, or none: nothing was painted
                    unanswered += 1
                    continue
                times.append(float(tab.page.evaluate("bench.painted[0] - bench.asked")))
                tab.page.wait_for_timeout(PAUSE_MS)
        long = tab.page.evaluate("bench.long")
    times.sort()
    return {
        "keys": len(times), "unanswered": unanswered,
        "p50": round(median(times), 1), "p95": round(times[int(0.95 * (len(times) - 1))], 1),
        "long_tasks": len(long), "longest_task": round(max(long, default=0)),
    }  # fmt: skip


def meaning(browser: Browser, host: Host, contender: Contender) -> dict[str, Any]:
    """Of our hybrid search: from the last key to the painted list, the steps of a query, and memory."""
    steps: dict[str, list[float]] = {}
    times: list[float] = []
    with Tab(browser, host, contender, UNLIMITED) as tab:
        page = tab.page
        tab.open()
        tab.ask("progress")
        page.wait_for_timeout(2000)
        before = resident(browser)
        page.fill(contender.box, "two words")
        page.wait_for_function("document.querySelector('.search-status').textContent.startsWith('Hybrid')")
        page.wait_for_timeout(1500)
        loaded = resident(browser)
        page.click(".search-why")
        tab.watch(".search-status", "Hybrid")
        page.evaluate("bench.long.length = 0")
        for text in HYBRID:
            page.focus(contender.box)
            page.fill(contender.box, text[:-1])
            page.wait_for_timeout(1500)
            page.evaluate("bench.painted.length = 0")
            page.keyboard.type(text[-1])
            page.wait_for_function("bench.painted.length")
            times.append(float(page.evaluate("bench.painted[0] - bench.asked")))
            said = page.locator(".search-trace").inner_text()
            for step, ms in _steps(said).items():
                steps.setdefault(step, []).append(ms)
        long = page.evaluate("bench.long")
        searched = resident(browser)
    times.sort()
    return {
        "p50": round(median(times), 1), "p95": round(times[int(0.95 * (len(times) - 1))], 1), "queries": len(times),
        "long_tasks": len(long),
        "steps_median": {step: round(median(values), 1) for step, values in steps.items()},
        "memory_mb": {"keyword": before, "with_model": loaded, "after_queries": searched},
    }  # fmt: skip


def _steps(trace: str) -> dict[str, float]:
    """The milliseconds of each step from the panel "Why these results?"."""
    line = trace.rpartition("Time: ")[2].rstrip(". \n")
    parts = (part.rsplit(" ", 2) for part in line.split(", "))
    return {name: float(ms) for name, ms, _ in parts}


def float32_memory(browser: Browser, host: Host, contender: Contender) -> float:
    """Megabytes of a tab with the same model in float32."""
    from tests.bench.float32 import float32

    folder = "/assets/search/"
    manifest = json.loads((host.folder / folder.strip("/") / "manifest.json").read_text("utf-8"))
    model = manifest["model"]["model"]
    larger = float32((host.folder / folder.strip("/") / model["file"]).read_bytes())
    manifest["model"]["model"] = {
        "file": "model-float32.onnx", "bytes": len(larger), "sha256": hashlib.sha256(larger).hexdigest(),
    }  # fmt: skip
    host.instead = {
        f"{folder}manifest.json": json.dumps(manifest).encode(), f"{folder}model-float32.onnx": larger,
    }  # fmt: skip
    try:
        return float(meaning(browser, host, contender)["memory_mb"]["after_queries"])
    finally:
        host.instead = {}


def largest(index: Index) -> str:
    """The edition whose readers fetch the most keyword data: its own and that of its version-independent pages."""
    size = {entry["id"]: int(entry["lexical"]["bytes"]) for entry in index.editions}
    free = {entry["collection"]: size[entry["id"]] for entry in index.editions if entry["release"] == UNVERSIONED}
    releases = [entry for entry in index.editions if entry["release"] != UNVERSIONED]
    return str(max(releases, key=lambda entry: size[entry["id"]] + free.get(entry["collection"], 0))["id"])


def measure(sites: Sequence[Path], edition: str, runs: int, told: Callable[[str], object]) -> dict[str, Any]:
    """Every figure of every contender; the sites in their order."""
    report: dict[str, Any] = {"edition": edition, "contenders": {}}
    with ExitStack() as stack:
        hosts = [stack.enter_context(hosted(site)) for site in sites]
        playwright = stack.enter_context(sync_playwright())
        path = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
        if not path:
            sys.exit("Chromium is missing: tests/browser/ensure-browsers installs it.")
        browser = playwright.chromium.launch(executable_path=path, args=list(CHROMIUM))
        stack.callback(browser.close)
        report["machine"] = {
            "chromium": browser.version, "processors": os.cpu_count(), "system": platform.system(),
            "load": round(os.getloadavg()[0], 1),
        }  # fmt: skip
        for contender, host in zip(contenders(edition), hosts, strict=True):
            told(f"{contender.name}: the first result")
            figures = cold(browser, host, contender, runs)
            for slowdown in (1, 4):
                told(f"{contender.name}: typing" + (f" at {slowdown} times slower" if slowdown > 1 else ""))
                figures[f"typing_{slowdown}x"] = typing(browser, host, contender, slowdown)
            report["contenders"][contender.name] = figures
        ours, host = contenders(edition)[0], hosts[0]
        told("Strata: meaning")
        report["meaning"] = meaning(browser, host, ours)
        told("Strata: meaning, with the model in float32")
        report["meaning"]["memory_mb"]["float32"] = float32_memory(browser, host, ours)
    return report


def table(report: dict[str, Any]) -> str:
    """The report as Markdown."""
    names = list(report["contenders"])
    rows: list[tuple[str, list[str]]] = []

    def row(what: str, value: Callable[[dict[str, Any]], str]) -> None:
        rows.append((what, [value(report["contenders"][name]) for name in names]))

    row("search bytes on page load", lambda c: f"{c['bytes_on_load'] / 1000:.1f} kB, {c['requests_on_load']} requests")
    row(
        "to the first keyword result",
        lambda c: f"{c['bytes_to_first'] / 1000:.0f} kB, {c['requests_to_first']} requests",
    )
    for line in (SLOW_4G, FAST_4G):
        row(f"{line.name}: asked on a page at rest", lambda c, line=line: f"{c[line.name]['asked']:,} ms")
        row(f"{line.name}: page opened and asked at once", lambda c, line=line: f"{c[line.name]['opened']:,} ms")
    for slowdown in (1, 4):
        label = "key to painted results, p50 / p95" + (f", main thread {slowdown} times slower" if slowdown > 1 else "")
        row(label, lambda c, n=slowdown: f"{c[f'typing_{n}x']['p50']:.0f} / {c[f'typing_{n}x']['p95']:.0f} ms")
        row("tasks over 50 ms meanwhile", lambda c, n=slowdown: _long(c[f"typing_{n}x"]))
    lines = [
        f"{report['edition']} with its version-independent pages, {report['pages']} pages; {report['machine']}",
        "",
        "| | " + " | ".join(names) + " |",
        "| --- |" + " --- |" * len(names),
        *(f"| {what} | {' | '.join(values)} |" for what, values in rows),
        "",
        "| meaning | Strata |",
        "| --- | --- |",
    ]
    found = report["meaning"]
    memory = found["memory_mb"]
    steps = ", ".join(f"{step} {ms}" for step, ms in found["steps_median"].items())
    lines += [
        f"| last key to painted hybrid results, p50 / p95 | {found['p50']:.0f} / {found['p95']:.0f} ms |",
        f"| steps of a query of 16 word pieces, median ms | {steps} |",
        f"| tasks over 50 ms meanwhile | {found['long_tasks']} |",
        f"| memory of the tab: keywords only, with the model, with it in float32 | {memory['keyword']:.0f}, "
        f"{memory['after_queries']:.0f}, {memory['float32']:.0f} MB |",
    ]
    return "\n".join(lines) + "\n"


def _long(figures: dict[str, Any]) -> str:
    return f"{figures['long_tasks']}, longest {figures['longest_task']} ms" if figures["long_tasks"] else "none"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.browser", description=__doc__.partition("\n")[0])
    parser.add_argument("--site", type=Path, default=Path(os.environ.get("STRATA_SITE") or PROJECT / "site"))
    parser.add_argument("--edition", help="Default: the one with the most keyword data.")
    parser.add_argument("--runs", type=int, default=3, help="Cold visits of each sort, whose median counts.")
    parser.add_argument("--json", type=Path, help="Write all figures here, too.")
    arguments = parser.parse_args()
    state = Path(os.environ.get("STRATA_STATE") or PROJECT / ".strata")
    work = pipeline.Workspace(settings.load(PROJECT / "strata.toml"), arguments.site, state)
    edition = arguments.edition or largest(Index.open(work.site))
    scope = (edition, f"{edition.partition('/')[0]}/{UNVERSIONED}")
    editions = [one for one in pipeline.editions(work, pipeline.snapshots(work)) if str(one.id) in scope]

    def told(said: str) -> None:
        print(said, file=sys.stderr, flush=True)

    with tempfile.TemporaryDirectory(prefix="strata-bench-") as name:
        told("Building the same pages with Material's own search, and with Pagefind's")
        folder = Path(name)
        peers = [material_site(editions, folder / "material"), pagefind_site(editions, edition, folder / "pagefind")]
        report = measure([work.site.resolve(), *peers], edition, arguments.runs, told)
    report["pages"] = sum(len(one.pages) for one in editions)
    if arguments.json:
        arguments.json.parent.mkdir(parents=True, exist_ok=True)
        arguments.json.write_text(json.dumps(report, indent=1) + "\n", "utf-8")
    print(table(report))


if __name__ == "__main__":
    main()
