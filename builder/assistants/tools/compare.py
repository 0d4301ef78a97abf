"""The tool `compare`: what changed between two releases, on a page or about a subject."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from builder.assistants.parameters import Number, Text
from builder.assistants.refusals import Refusal
from builder.assistants.tools.tool import Reply, Tool, integer, or_null, record, string, strings

if TYPE_CHECKING:
    from builder.assistants.opened import Opened
    from builder.search.compare import Difference
    from builder.search.place import Place

_PARAMETERS = (
    Text("from_release", "The earlier release: a name from list_releases, or 'latest'.", required=True),
    Text("to_release", "The later release.", required=True),
    Text("subject", "What to compare, in a few words: 'cancellation'. Give this or a page.", longest=4000),
    Text("page", "A page of either release, by id or address, to compare section by section."),
    Text("collection", "The collection, such as mcp or langgraph; needed where several have such a release."),
    Number("limit", "How many sections at the most.", 1, 100, 40),
)
# Sections of each release that a subject is taken to be about.
_ABOUT = 8

_SECTION = record(
    change=string("new, edited, moved, removed or same"),
    edited={"type": "boolean", "description": "Whether its text differs"},
    title=string("Of the page"),
    headings=strings("The path to the section"),
    before=or_null(string("Its address in the earlier release")),
    after=or_null(string("Its address in the later release")),
)
_OUTPUT = record(
    from_release=string(""),
    to_release=string(""),
    sections={"type": "array", "items": _SECTION},
    more=integer("How many sections were left out: ask for one page, or raise the limit"),
)


def _run(opened: Opened, arguments: Mapping[str, Any]) -> Reply:
    from builder.search.compare import compare

    editions = [_edition(opened, arguments, name) for name in ("from_release", "to_release")]
    shard = opened.index.coverage(editions[0].partition("/")[0])
    if shard is None or any(edition not in shard.releases for edition in editions):
        raise Refusal(f"{' and '.join(editions)} are not both releases that follow each other: see list_releases.")
    page, subject = arguments["page"], arguments["subject"]
    if bool(page) == bool(subject):
        raise Refusal("Give either a subject or a page to compare.")
    wanted = _of_page(opened, page) if page else _of_subject(opened, str(subject), editions)
    older, newer = editions
    found = compare(shard, older, newer, lambda place: bool({(place.path, place.anchor), (place.path, "*")} & wanted))
    shown = [difference for difference in found if difference.change != "same"] or found
    return _reply(opened, arguments, shown)


def _edition(opened: Opened, arguments: Mapping[str, Any], name: str) -> str:
    from builder.editions import UNVERSIONED
    from builder.search.scope import editions_in

    ids = editions_in(opened.scope(arguments["collection"], arguments[name]), opened.editions)
    releases = [id for id in ids if not id.endswith(f"/{UNVERSIONED}")]
    if len(releases) != 1:
        raise Refusal(f"{name} is '{arguments[name]}', expected one release: list_releases names them.")
    return releases[0]


def _of_page(opened: Opened, page: str) -> set[tuple[str, str]]:
    entry, anchor = opened.page(page)
    return {(entry.path, anchor or "*")}


def _of_subject(opened: Opened, subject: str, editions: list[str]) -> set[tuple[str, str]]:
    wanted = set()
    for edition in editions:
        answer = opened.search(subject, edition.replace("/", "@"), _ABOUT * 3, "hybrid")
        own = [result.place for result in answer.results if result.place.edition == edition][:_ABOUT]
        wanted |= {(place.path, place.anchor) for place in own}
    return wanted


def _reply(opened: Opened, arguments: Mapping[str, Any], found: list[Difference]) -> Reply:
    limit = arguments["limit"]

    def address(place: Place | None) -> str | None:
        return opened.root + place.address if place else None

    sections: list[dict[str, Any]] = [
        {
            "change": str(one.change),
            "edited": one.edited,
            "title": one.title,
            "headings": list(one.headings),
            "before": address(one.before),
            "after": address(one.after),
        }
        for one in found[:limit]
    ]
    data = {
        "from_release": arguments["from_release"],
        "to_release": arguments["to_release"],
        "sections": sections,
        "more": max(len(found) - limit, 0),
    }
    lines = [f"From {arguments['from_release']} to {arguments['to_release']}:"]
    for one in sections:
        name = " › ".join((one["title"], *one["headings"]))
        lines.append(f"- {one['change']}: {name} ({one['after'] or one['before']})")
    if not sections:
        lines.append("Nothing is known of it in either release: ask with other words, or name a page.")
    if data["more"]:
        lines.append(f"{data['more']} more: name a page, or raise the limit.")
    return Reply("\n".join(lines), data)


COMPARE = Tool(
    name="compare",
    title="What changed between two releases?",
    description=(
        "Tell what changed from one release to another, on a page or about a subject: sections that are new, edited, "
        "moved or removed, with their addresses in both. Read the changelog besides for why."
    ),
    parameters=_PARAMETERS,
    output=_OUTPUT,
    run=_run,
)
