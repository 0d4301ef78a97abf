"""Histories and timelines as the JSON that readers of the index get (docs/formats.md)."""

from __future__ import annotations

from typing import Any

from builder.index.history import History
from builder.index.timelines import timelines


def history_record(history: History) -> dict[str, Any]:
    """What became of every section, by release and page."""
    pages: list[dict[str, list[Any]]] = []
    for number, sections in enumerate(history.sections):
        found: dict[str, list[Any]] = {}
        for at, (section, thread) in enumerate(zip(sections, history.threads[number], strict=True)):
            row: list[Any] = [section.anchor, thread]
            if number:
                step = history.arrivals[number - 1][at]
                row += [str(step.change), int(step.edited)]
            found.setdefault(section.path, []).append(row)
        pages.append(found)
    return {"releases": [str(edition.id) for edition in history.editions], "pages": pages}


def timelines_record(history: History) -> dict[str, Any]:
    releases = [str(edition.id) for edition in history.editions]
    return {
        "releases": releases,
        "schemas": [str(edition.id) for edition in history.editions if edition.schema],
        "timelines": [
            {
                "kind": str(one.kind),
                "name": one.name,
                "other": one.other,
                "first": releases[one.releases[0]],
                "last": releases[one.releases[-1]],
                "releases": [releases[number] for number in one.releases],
                "changed": [releases[number] for number in one.changed],
                "places": [[releases[number], path, anchor] for number, path, anchor in one.places],
                "id": one.id,
            }
            for one in timelines(history)
        ],
    }
