"""The page of a collection's identifiers: a timeline for each, from its first release to its last."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from itertools import groupby

from builder.index.history import History
from builder.index.timelines import Timeline
from builder.pages.markdown import slug
from builder.search.place import Place
from builder.site.sanitize import relative

_PLURAL = {"client capability": "Client capabilities", "server capability": "Server capabilities"}


def identifiers_path(collection: str) -> str:
    return f"changes/{collection}/identifiers"


def identifiers_html(history: History, timelines: Sequence[Timeline]) -> str:
    collection = history.editions[0].id.collection
    address = f"/{identifiers_path(collection)}/"
    labels = [escape(edition.label) for edition in history.editions]
    parts = [
        "<p>When each came, changed and went. A ring is a release that has it as the one before, a full dot one where "
        "it is new or has changed; each leads to the section that defines it there.</p>",
        '<p class="changes-filter" hidden><label>Show those with '
        '<input type="search" data-changes-filter autocomplete="off" spellcheck="false"></label> '
        '<span role="status"></span></p>',
    ]
    for kind, members in groupby(timelines, key=lambda one: one.kind):
        title = _PLURAL.get(kind) or f"{kind.capitalize()}s"
        head = "".join(f'<th scope="col">{label}</th>' for label in labels)
        rows = "\n".join(_row(one, history, address) for one in members)
        parts.append(
            f'<h2 id="{slug(title)}">{title}</h2>\n<div class="table-wrap" tabindex="0"><table class="timelines">\n'
            f'<thead><tr><th scope="col">Name</th>{head}</tr></thead>\n<tbody>\n{rows}\n</tbody></table></div>'
        )
    return "\n".join(parts)


def _row(one: Timeline, history: History, address: str) -> str:
    places = {release: (path, anchor) for release, path, anchor in one.places}
    other = f" <small>{escape(one.other)}</small>" if one.other else ""
    cells = []
    for number, edition in enumerate(history.editions):
        if number not in one.releases:
            cells.append('<td class="timeline timeline--none">–</td>')
            continue
        first, changed = number == one.releases[0], number in one.changed
        word = "first" if first and number else "changed" if changed else "in it"
        mark = f'<span class="timeline__mark"></span>{word}'
        if place := places.get(number):
            target = relative(Place(str(edition.id), *place).address, address)
            mark = f'<a href="{escape(target)}">{mark}</a>'
        state = "first" if word == "first" else "changed" if changed else "same"
        cells.append(f'<td class="timeline timeline--{state}">{mark}</td>')
    name = f'<th scope="row" id="{one.id}"><code>{escape(one.name)}</code>{other}</th>'
    return f"<tr>{name}{''.join(cells)}</tr>"
