"""A verdict as tools give it: whether a release covers a subject, which releases do, and the sections that show it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from builder.assistants.tools.tool import or_null, record, string, strings

if TYPE_CHECKING:
    from builder.assistants.opened import Opened
    from builder.search.verdict import Verdict

_EVIDENCE = record(
    role=string("asked: of the release judged; there: of one that covers it; report: tells that it came or went"),
    title=string("Of the page"),
    headings=strings("The path to the section"),
    release=string(""),
    address=string("To cite"),
)
SCHEMA = record(
    release=or_null(string("The release that is judged; null where all were")),
    state=string("covered, partly (of all releases), 'not yet', removed, unsure, or unknown: no release speaks of it"),
    says=string("The same in words"),
    first=or_null(string("Of the other releases that cover it, the first")),
    last=or_null(string("and the last")),
    after=or_null(string("The release that follows the last")),
    evidence={"type": "array", "items": _EVIDENCE, "description": "The sections it rests on"},
)


def data(opened: Opened, verdict: Verdict) -> dict[str, Any]:
    return {
        "release": verdict.edition and _release(verdict.edition),
        "state": verdict.state,
        "says": says(verdict),
        "first": verdict.first and _release(verdict.first),
        "last": verdict.last and _release(verdict.last),
        "after": verdict.after and _release(verdict.after),
        "evidence": [
            {
                "role": found.role,
                "title": found.title,
                "headings": list(found.headings),
                "release": _release(found.edition),
                "address": _address(opened, found.edition, found.path, found.anchor),
            }
            for found in verdict.evidence
        ],
    }


def text(found: dict[str, Any]) -> str:
    """A verdict's data as lines to read."""
    shown = [
        f"- {' › '.join((one['title'], *one['headings']))}, release {one['release']}: {one['address']}"
        for one in found["evidence"]
    ]
    return "\n".join([found["says"], *shown])


def says(verdict: Verdict) -> str:
    from builder.report import sentence

    return sentence(verdict) or f"{_release(verdict.edition) if verdict.edition else 'Every release'} covers this."


def _release(edition: str) -> str:
    return edition.partition("/")[2]


def _address(opened: Opened, edition: str, path: str, anchor: str) -> str:
    from builder.search.place import Place

    return opened.root + Place(edition, path, anchor).address
