"""The tool `list_releases`: which releases there are, and what each holds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from builder.assistants.parameters import Text
from builder.assistants.tools.tool import Reply, Tool, integer, record, string, strings

if TYPE_CHECKING:
    from builder.assistants.opened import Opened

_PARAMETERS = (Text("collection", "Only this collection, such as mcp or langgraph. Default: all."),)

_RELEASE = record(
    collection=string(""),
    release=string("For the tools' argument release"),
    title=string(""),
    state=string("current, released, draft, or 'every release' for pages of no single one"),
    pages=integer(""),
    kinds=strings("The kinds of its pages"),
    commit=string("Revision of the source"),
    date=string("Of that revision"),
    address=string("On the site, from its root where the site's address is not known"),
)
_OUTPUT = record(releases={"type": "array", "items": _RELEASE, "description": "Newest first within a collection"})


def _run(opened: Opened, arguments: Mapping[str, Any]) -> Reply:
    rows, parts = [], []
    for collection in opened.collections(arguments["collection"]):
        members = [edition for edition in reversed(opened.editions) if edition["collection"] == collection]
        found = [_row(opened, edition) for edition in members]
        rows += found
        parts.append(
            "\n".join(
                [
                    f"{collection}: {opened.manifest['collections'][collection]['title']}",
                    *(
                        f"- {row['release']} ({row['state']}): {row['title']}, {row['pages']} pages, "
                        f"revision {row['commit'][:12]} of {row['date'][:10]}"
                        for row in found
                    ),
                ]
            )
        )
    return Reply("\n\n".join(parts), {"releases": rows})


def _row(opened: Opened, edition: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "collection": edition["collection"],
        "release": edition["release"],
        "title": edition["title"],
        "state": _state(edition),
        "pages": edition["pages"],
        "kinds": list(edition["kinds"]),
        "commit": edition["commit"],
        "date": edition["date"],
        "address": f"{opened.root}/{edition['id']}/",
    }


def _state(edition: Mapping[str, Any]) -> str:
    if edition["release"] == "unversioned":
        return "every release"
    if edition["latest"]:
        return "current"
    return "released" if edition["released"] else "draft"


LIST_RELEASES = Tool(
    name="list_releases",
    title="List releases",
    description="List the releases of each collection: which is current, its pages, and where they are from.",
    parameters=_PARAMETERS,
    output=_OUTPUT,
    run=_run,
)
