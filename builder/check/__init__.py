"""Built site -> report: nothing is published that does not pass here."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from pathlib import Path

from builder.check import files as site_files
from builder.check.links import Map, anchors, site_address
from builder.check.page import PageFacts, read_page
from builder.check.report import Problem, Report, Sort, as_json, lines
from builder.check.upstream import read_upstream
from builder.errors import StrataError
from builder.workers import pool

__all__ = ["CheckError", "Problem", "Report", "Sort", "as_json", "check", "lines"]

_FEW = 1_000_000  # bytes of HTML that one process reads before another has started
_BATCH = 2_000_000  # bytes of HTML handed over at once


class CheckError(StrataError):
    """There is nothing to check, or what there is did not pass."""


def check(site: Path, budget: int = site_files.BUDGET, workers: int = 2) -> Report:
    """Reads every file of a built site and reports what is wrong with it."""
    started = time.monotonic()
    files, problems = site_files.walk(site)
    html = [file for file in files if file.endswith(".html")]
    if not html:
        raise CheckError(f"There is no site in {site}: run `strata build` first.")
    pages = _read(site, {file: files[file] for file in html}, workers)
    problems += [Problem(sort, file, text) for file, facts in pages.items() for sort, text in facts.problems]
    sitemap = site / "sitemap.xml"
    address = site_address(sitemap.read_text("utf-8")) if sitemap.is_file() else ""
    problems += Map(pages, files.keys(), address).problems()
    indexed, missing = site_files.check_index(site, pages)
    problems += missing
    problems += site_files.check_search(site, files)
    problems += site_files.check_styles(site, files)
    problems += site_files.check_drawings(site, files)
    problems += site_files.check_sizes(files, budget)
    return Report(
        pages=len(pages),
        links=sum(facts.count for facts in pages.values()),
        anchors=anchors(pages) + indexed,
        files=len(files),
        size=sum(files.values()),
        seconds=time.monotonic() - started,
        problems=tuple(problems),
        upstream=read_upstream(site),
    )


def _read(site: Path, html: Mapping[str, int], workers: int) -> dict[str, PageFacts]:
    if workers < 2 or sum(html.values()) < _FEW:
        return _read_some(site, list(html))
    batches: list[list[str]] = []
    room = 0
    for file, size in html.items():
        if size > room:
            batches.append([])
            room = _BATCH
        batches[-1].append(file)
        room -= size
    found: dict[str, PageFacts] = {}
    with pool(workers) as processes:
        for part in processes.map(_read_some, [site] * len(batches), batches):
            found |= part
    return found


def _read_some(site: Path, files: Sequence[str]) -> dict[str, PageFacts]:
    return {file: read_page((site / file).read_text("utf-8", errors="replace")) for file in files}
