"""The same answer twice: Python and a real Chromium, over the same index."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from builder.index.reader import Index
from builder.model.encoder import Encoder
from builder.search.engine import MODES, Engine, Mode
from tests.conftest import PROJECT, SHARED

# Runs the browser's own modules, on the site's own files.
ASK = """async ([queries, modes]) => {
  const at = (path) => new URL(path, document.baseURI).href;
  const { Index } = await import(at("assets/javascripts/search/reader.js"));
  const { Engine } = await import(at("assets/javascripts/search/engine.js"));
  const { Encoder } = await import(at("assets/javascripts/search/encoder.js"));
  const base = at("assets/search/");
  const index = await Index.open(base);
  const encoder = await Encoder.load(index.manifest.model, base, () => {});
  const engine = new Engine(index, encoder);
  const answers = [];
  for (const { query, scope } of queries) {
    const found = {};
    for (const mode of modes) {
      const { results, total, verdict } = await engine.search(query, { scope, k: 10, mode });
      found[mode] = { ids: results.map((r) => r.id), scores: results.map((r) => r.scores.score), total, verdict };
    }
    answers.push({ ...found, vector_of: Array.from(await encoder.encode(query)) });
  }
  return answers;
}"""


AWKWARD = (
    "", " ", "the", "autentication of harbuor", "berths/lis", '"no way for a harbour"', '"unclosed',
    "welche Schiffe kommen", "<img src=x onerror=alert(1)>", "Tide-Session-Id", "-32050", "\ufb01ne  print",
    "\u0130stanbul \u00df \u00f1 \u6f22\u5b57", "a" * 300,
)  # fmt: skip


def queries(folder: Path, collection: str = "") -> list[dict[str, str]]:
    """Every question of the sets in a folder, with its scope."""
    found = []
    for path in sorted(folder.glob("*.json")):
        for case in json.loads(path.read_text("utf-8")):
            name = case.get("collection") or collection or path.name.split("-")[0]
            found.append({"query": case["query"], "scope": f"{name}@{case['version']}"})
    return found


def judged(verdict: dict[str, Any] | None) -> dict[str, Any] | None:
    """A verdict without its scores, which agree to rounding only."""
    if verdict is None:
        return None
    places = [[found[name] for name in ("role", "edition", "path", "anchor", "title")] for found in verdict["evidence"]]
    return {**{name: verdict[name] for name in ("edition", "state", "first", "last", "after")}, "evidence": places}


def agree(site: Path, address: str, page: Page, asked: list[dict[str, str]]) -> None:
    """Same first ten in the same order and the same verdict, in every mode, and vectors that agree to 0.9999."""
    encoder = Encoder.bundled()
    engine = Engine(Index.open(site), encoder)
    page.goto(address)
    answers: list[dict[str, Any]] = page.evaluate(ASK, [asked, list(MODES)])
    vectors = encoder.encode([one["query"] for one in asked])
    for one, answer, vector in zip(asked, answers, vectors, strict=True):
        cosine = sum(float(a) * float(b) for a, b in zip(vector, answer["vector_of"], strict=True))
        assert cosine >= 0.9999, (one, cosine)
        modes: tuple[Mode, ...] = MODES
        for mode in modes:
            mine = engine.search(one["query"], one["scope"], 10, mode)
            assert answer[mode]["ids"] == [result.id for result in mine.results], (one, mode)
            assert answer[mode]["scores"] == pytest.approx([r.scores.score for r in mine.results], abs=1e-5)
            assert answer[mode]["total"] == mine.total
            assert judged(answer[mode]["verdict"]) == judged(asdict(mine.verdict) if mine.verdict else None)


def test_the_sample_is_searched_alike_in_python_and_in_the_browser(
    sample_site: Path, sample_address: str, page: Page
) -> None:
    asked = queries(PROJECT / "tests" / "sample")
    assert len(asked) >= 24
    asked += [{"query": query, "scope": scope} for scope in ("tide@3.0", "tide@all", "all") for query in AWKWARD]
    agree(sample_site, sample_address, page, asked)


def test_the_real_docs_are_searched_alike_in_python_and_in_the_browser(
    real_site: Path, real_address: str, page: Page
) -> None:
    asked = queries(SHARED / "eval")
    assert len(asked) == 100
    agree(real_site, real_address, page, asked)
