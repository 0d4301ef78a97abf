"""What changed from release to release, as pages of the site: /changes/, and the history under each heading."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape

from builder.index.history import History
from builder.index.lineage import Change
from builder.index.timelines import timelines
from builder.site.changes.headings import write_histories
from builder.site.changes.identifiers import identifiers_html, identifiers_path
from builder.site.changes.made import MadePage
from builder.site.changes.steps import SHOWN, StepPage
from builder.site.sanitize import relative

__all__ = ["MadePage", "change_pages", "write_histories"]

_ADDRESS = "/changes/"
_KINDS = "methods, notifications, headers, error codes, capabilities and schema types"


def change_pages(histories: Mapping[str, History], titles: Mapping[str, str]) -> list[MadePage]:
    """The overview, then by collection its identifiers and a page for each step, the newest first."""
    parts, pages = [], []
    for name, history in histories.items():
        title = titles.get(name, name)
        steps = [StepPage(history, number) for number in reversed(range(len(history.steps)))]
        lines = timelines(history)
        parts.append(_collection(title, name, steps, len(lines)))
        if lines:
            html = identifiers_html(history, lines)
            pages.append(MadePage(identifiers_path(name), f"{title}: identifiers", html, title, "Identifiers"))
        for step in steps:
            entry = f"{step.before.label} to {step.after.label}"
            pages.append(MadePage(step.path, f"{title}: from {entry}", step.html(), title, entry))
    overview = (
        "<p>What is new, edited, moved and removed from each release to the next, section by section, found by "
        "comparing the releases themselves.</p>\n" + "\n".join(parts)
    )
    return [MadePage("changes", "Changes", overview, "", "Overview"), *pages] if pages else []


def _collection(title: str, name: str, steps: Sequence[StepPage], identifiers: int) -> str:
    columns = (*SHOWN, Change.SAME)
    head = "".join(f'<th scope="col" class="number">{change}</th>' for change in columns)
    rows = []
    for step in steps:
        counts = step.counts()
        cells = "".join(f'<td class="number">{counts[change]:,}</td>' for change in columns)
        name_of = f"{escape(step.before.label)} to {escape(step.after.label)}"
        link = f'<a href="{relative(step.address, _ADDRESS)}">{name_of}</a>'
        rows.append(f'<tr><th scope="row">{link}</th>{cells}</tr>\n')
    if identifiers:
        link = relative(f"/{identifiers_path(name)}/", _ADDRESS)
        about = f'<p><a href="{link}">When {identifiers:,} identifiers came, changed and went</a>: {_KINDS}.</p>'
    else:
        about = "<p>Its sources hold no specification, so there are no timelines of identifiers.</p>"
    return (
        f'<h2 id="{name}">{escape(title)}</h2>\n{about}\n<div class="table-wrap" tabindex="0"><table>\n'
        f'<thead><tr><th scope="col">Sections</th>{head}</tr></thead>\n<tbody>\n{"".join(rows)}</tbody></table></div>'
    )
