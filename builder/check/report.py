"""What a check found, as data, as text for people and as JSON for programs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any


class Sort(StrEnum):
    """The sorts of problems, in the order of a report."""

    LINK = "link"
    ANCHOR = "anchor"
    REDIRECT = "redirect"
    INDEXED = "indexed"
    IMAGE = "image"
    LEFTOVER = "leftover"
    TITLE = "title"
    SIZE = "size"
    REMOTE = "remote"
    SCRIPT = "script"
    SEARCH = "search"
    SYMLINK = "symlink"
    RUNTIME = "runtime"
    BUDGET = "budget"


TITLES: Mapping[Sort, str] = {
    Sort.LINK: "Links that lead nowhere",
    Sort.ANCHOR: "Links to an anchor that the page does not have",
    Sort.REDIRECT: "Redirects that lead nowhere",
    Sort.INDEXED: "Search results that lead nowhere",
    Sort.IMAGE: "Images that are missing",
    Sort.LEFTOVER: "Source syntax left in text",
    Sort.TITLE: "Pages without a title",
    Sort.SIZE: "Images without width and height",
    Sort.REMOTE: "Requests to other hosts",
    Sort.SCRIPT: "Scripts that the page's policy does not name",
    Sort.SEARCH: "Search files that are not what the manifest says",
    Sort.SYMLINK: "Symbolic links, which GitHub Pages refuses",
    Sort.RUNTIME: "ONNX runtimes: there must be one",
    Sort.BUDGET: "Size of the whole site",
}
_BROKEN = (Sort.LINK, Sort.ANCHOR, Sort.REDIRECT, Sort.INDEXED, Sort.IMAGE)
MOST = 50  # lines of a sort in a report; the rest is counted


@dataclass(frozen=True)
class Problem:
    sort: Sort
    page: str  # file, from the site's root: "mcp/2025-06-18/index.html"
    detail: str  # the link as written, or what is wrong


@dataclass(frozen=True)
class UpstreamBroken:
    """A link that upstream has broken; readers see its text."""

    edition: str
    page: str  # upstream's own path
    target: str


@dataclass(frozen=True)
class Report:
    pages: int
    links: int
    anchors: int  # of these links and of the search index
    files: int
    size: int  # bytes
    seconds: float
    problems: tuple[Problem, ...]
    upstream: tuple[UpstreamBroken, ...] = ()

    def count(self, *sorts: Sort) -> int:
        return sum(problem.sort in sorts for problem in self.problems)

    @property
    def summary(self) -> str:
        """The last line of a report."""
        broken, leftovers = self.count(*_BROKEN), self.count(Sort.LEFTOVER)
        other = len(self.problems) - broken - leftovers
        return (
            f"{self.pages:,} pages, {self.links:,} links, {self.anchors:,} anchors checked: "
            f"{broken:,} broken, {leftovers:,} leftovers" + (f", {other:,} other problems" if other else "")
        )


def lines(report: Report, most: int = MOST) -> Iterator[str]:
    """A report for people: what upstream has broken, the problems by sort, and the summary."""
    if report.upstream:
        yield f"Broken upstream, shown as text here: {len(report.upstream):,}"
        yield from _capped([f"{link.edition} {link.page}: {link.target}" for link in report.upstream], most)
        yield ""
    for sort, title in TITLES.items():
        found = [problem for problem in report.problems if problem.sort is sort]
        if found:
            yield f"{title}: {len(found):,}"
            yield from _capped(_grouped(found), most)
            yield ""
    speed = report.pages / report.seconds if report.seconds else 0
    yield f"{report.files:,} files, {report.size / 1e6:,.1f} MB; {report.seconds:.1f} s, {speed:,.0f} pages/s"
    yield report.summary


def _grouped(problems: Sequence[Problem]) -> list[str]:
    """A line for each detail, with the first page it stands on: a link in a navigation stands on every page."""
    pages: dict[str, list[str]] = {}
    for problem in problems:
        pages.setdefault(problem.detail, []).append(problem.page)
    return [
        f"{where[0]}: {detail}" + (f" (and on {len(where) - 1:,} more pages)" if len(where) > 1 else "")
        for detail, where in pages.items()
    ]


def _capped(rows: Sequence[str], most: int) -> Iterator[str]:
    yield from (f"  {row}" for row in rows[:most])
    if len(rows) > most:
        yield f"  … and {len(rows) - most:,} more"


def as_json(report: Report) -> dict[str, Any]:
    """What `strata check --json` prints."""
    problems: dict[str, list[dict[str, str]]] = {}
    for problem in report.problems:
        problems.setdefault(str(problem.sort), []).append({"page": problem.page, "detail": problem.detail})
    return {
        "pages": report.pages,
        "links": report.links,
        "anchors": report.anchors,
        "files": report.files,
        "bytes": report.size,
        "seconds": round(report.seconds, 3),
        "problems": problems,
        "upstream": [{"edition": u.edition, "page": u.page, "target": u.target} for u in report.upstream],
        "summary": report.summary,
    }
