"""Under each heading of a built page: since when it is there, where it was edited, where it ends.

Put into pages when they are built already: what a later release did to a section is no reason to build an edition
again. Pages of a Specification have it; where a collection has none, all pages.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from html import escape
from pathlib import Path

from builder.editions import Kind
from builder.index.history import History
from builder.index.lineage import Change
from builder.index.reports import tells_of_others
from builder.search.place import Place
from builder.site.changes.steps import anchor, place, word
from builder.site.sanitize import relative

# As `builder.site.render` writes them, and the title in overrides/main.html.
_HEADING = re.compile(r'<a class="headerlink" href="#([^"]*)"[^>]*>#</a></h[2-6]>')
_TITLE = re.compile(r"</h1>")


def write_histories(history: History, out: Path) -> None:
    """Adds the history of every heading to the pages of a collection below `out`."""
    for number, edition in enumerate(history.editions):
        sections: dict[str, dict[str, int]] = {}
        for at, section in enumerate(history.sections[number]):
            sections.setdefault(section.path, {})[section.anchor] = at
        for page in edition.pages:
            if (page.kind is Kind.SPECIFICATION or not history.specified) and not tells_of_others(page.path):
                file = out / str(edition.id) / page.path / "index.html"
                own = {escape(name): _line(history, number, at) for name, at in sections.get(page.path, {}).items()}
                file.write_text(_with(file.read_text("utf-8"), own), "utf-8")


def _with(html: str, lines: dict[str, str]) -> str:
    start = html.find("<article")
    head, body = html[:start], html[start:]
    body = _TITLE.sub(lambda found: found[0] + lines.get("", ""), body, count=1)
    return head + _HEADING.sub(lambda found: found[0] + lines.get(found[1], ""), body)


def _line(history: History, number: int, at: int) -> str:
    """The history of a section, as it stands on the page of release `number`."""
    life = history.lives[history.threads[number][at]]
    releases = sorted(life)
    labels = [escape(edition.label) for edition in history.editions]
    changes = {n: _changes(history, n, life) for n in releases[1:]}
    said = [f"Since {labels[releases[0]]}"]
    for what in ("edited", "moved", "renamed"):
        if there := [labels[n] for n, words in changes.items() if what in words]:
            said.append(f"{what} in {', '.join(there)}")
    if not any(changes.values()):
        said.append("unchanged")
    if releases[-1] < len(labels) - 1:
        said.append(f"not in {labels[releases[-1] + 1]}")
    items = "".join(_items(history, number, at))
    return f'<details class="history"><summary>{" · ".join(said)}</summary><ul>{items}</ul></details>'


def _changes(history: History, number: int, life: Mapping[int, int]) -> list[str]:
    """What became of a section on its way to a release; nothing where it stayed the same."""
    step = history.arrivals[number - 1][life[number]]
    before, after = history.sections[number - 1][life[number - 1]], history.sections[number][life[number]]
    moved = [word(step.change, before, after)] if step.change is Change.MOVED else []
    return [*moved, *(["edited"] if step.edited else [])]


def _items(history: History, number: int, at: int) -> Iterator[str]:
    """A line for each release that has the section: a link to it there, and what changed."""
    here = _address(history, number, history.sections[number][at].path)
    life = history.lives[history.threads[number][at]]
    for n in sorted(life):
        edition, section = history.editions[n], history.sections[n][life[n]]
        label = escape(edition.label)
        link = f'<strong aria-current="true">{label}</strong>' if n == number else (
            f'<a href="{place(edition, section, here)}">{label}</a>'
        )  # fmt: skip
        if n == min(life):
            yield f"<li>{link} first</li>" if n else f"<li>{link} first release</li>"
            continue
        what = " and ".join(_changes(history, n, life))
        if not what:
            yield f"<li>{link} same</li>"
            continue
        change = relative(f"/changes/{edition.id}/#{anchor(section)}", here)
        yield f'<li>{link} <a href="{escape(change)}">{what}</a></li>'
    last = max(life)
    if last < len(history.editions) - 1:
        gone = history.editions[last + 1]
        target = f"/changes/{gone.id}/#{anchor(history.sections[last][life[last]], removed=True)}"
        yield f'<li>{escape(gone.label)} <a href="{escape(relative(target, here))}">removed</a></li>'


def _address(history: History, number: int, path: str) -> str:
    return Place(str(history.editions[number].id), path, "").address
