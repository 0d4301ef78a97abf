"""Pagefind: its binary makes one index of a collection, and its own script answers in Chromium."""

from __future__ import annotations

import json
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from html import escape
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright

from builder.evaluate.questions import Question
from tests.bench.host import hosted
from tests.bench.quality.corpus import Corpus, Readings, addressed
from tests.conftest import CHROMIUM

_BENCH = Path(__file__).resolve().parent.parent
_ASK = """async (asked) => {
  const pagefind = await import("/pagefind/pagefind.js");
  await pagefind.init();
  const answers = [];
  for (const [query, editions] of asked) {
    const { results } = await pagefind.search(query, { filters: { edition: { any: editions } } });
    const pages = await Promise.all(results.slice(0, 10).map((result) => result.data()));
    answers.push(pages.map(({ raw_url, sub_results }) => ({
      url: raw_url, sections: sub_results.map(({ url, locations }) => ({ url, matches: locations.length })),
    })));
  }
  return answers;
}"""


class Pagefind:
    name = "Pagefind"
    how = "one index of the collection with a filter by edition, every question filtered to its scope"
    cannot = (
        "answer in other words than the page's, as every word must stand on it; group a text that recurs in several "
        "releases; tell that a release does not have something"
    )

    def __init__(self) -> None:
        package = json.loads((_BENCH / "node_modules" / "pagefind" / "package.json").read_text("utf-8"))
        self.version = f"pagefind {package['version']}"

    def answers(self, corpus: Corpus, questions: Sequence[Question]) -> Readings:
        with tempfile.TemporaryDirectory(prefix="strata-bench-") as name:
            site = Path(name)
            for (edition, path), html in corpus.html.items():
                page = site / edition / path / "index.html"
                page.parent.mkdir(parents=True, exist_ok=True)
                title = escape(corpus.pages[edition, path].title)
                page.write_text(
                    f'<!doctype html><html lang="en"><title>{title}</title>'
                    f'<body data-pagefind-filter="edition:{edition}">'
                    f"<h1>{title}</h1>{html}</body></html>",
                    "utf-8",
                )
            (site / "index.html").write_text("<!doctype html><title>Peer</title>", "utf-8")
            command = [_BENCH / "node_modules" / ".bin" / "pagefind", "--site", site, "--glob", "*/*/**/*.html"]
            subprocess.run([*command, "--exclude-selectors", ".headerlink"], check=True, capture_output=True)
            asked = [[question.query, corpus.scope(question)] for question in questions]
            with hosted(site) as host, sync_playwright() as playwright:
                chromium = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))))
                browser = playwright.chromium.launch(executable_path=chromium, args=list(CHROMIUM))
                page_ = browser.new_page()
                page_.goto(host.address)
                given = page_.evaluate(_ASK, asked)
                browser.close()
        return {
            name: [addressed(corpus, [link for page in pages for link in read(page)]) for pages in given]
            for name, read in (("all links", _shown), ("the best link of each page", _best))
        }


def _shown(page: dict[str, Any]) -> list[str]:
    """Its default interface shows a page and at most three of its sections: here with the most matches first."""
    return [*_sections(page)[:3], page["url"]]


def _best(page: dict[str, Any]) -> list[str]:
    return _shown(page)[:1]


def _sections(page: dict[str, Any]) -> list[str]:
    sections = [one for one in page["sections"] if "#" in one["url"]]
    return [one["url"] for one in sorted(sections, key=lambda one: -one["matches"])]
