"""The tool `read_page`: the Markdown of an indexed page, in pieces."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from builder.assistants.parameters import Number, Text
from builder.assistants.refusals import Refusal
from builder.assistants.sections import section_start
from builder.assistants.tools.tool import Reply, Tool, integer, or_null, record, string

if TYPE_CHECKING:
    from builder.assistants.opened import Opened

_LIMIT = 6000

_PARAMETERS = (
    Text("page", "The id or address of a hit, or COLLECTION/RELEASE/PATH. Only pages of the index, no other address.",
         longest=1000, required=True),
    Number("offset", "Where to begin, in characters: next_offset of the last answer. Default: at the section that the "
           "id or address names, else at the beginning.", least=0, most=100_000_000),
    Number("limit", "How many characters.", least=200, most=20_000, default=_LIMIT),
)  # fmt: skip

_OUTPUT = record(
    page=string("Its id"),
    title=string(""),
    collection=string(""),
    release=string("'unversioned' belongs to every release"),
    kind=string("Specification, Guide, …"),
    address=string("To cite: on the site, from its root where the site's address is not known"),
    offset=integer("Where this piece begins, in characters"),
    total=integer("Characters of the whole page"),
    next_offset=or_null(integer("offset for the next piece; null at the end")),
    markdown=string("This piece of the page"),
)


def _run(opened: Opened, arguments: Mapping[str, Any]) -> Reply:
    page, anchor = opened.page(arguments["page"])
    whole = opened.markdown(page)
    offset = section_start(whole, page.sections, anchor) if arguments["offset"] is None else arguments["offset"]
    if offset and offset >= len(whole):
        raise Refusal(f"offset is {offset:,}, the page has {len(whole):,} characters.")
    end = _end(whole, offset, arguments["limit"])
    data = {
        "page": page.id,
        "title": page.title,
        "collection": page.edition["collection"],
        "release": page.edition["release"],
        "kind": page.kind,
        "address": opened.root + page.address,
        "offset": offset,
        "total": len(whole),
        "next_offset": end if end < len(whole) else None,
        "markdown": whole[offset:end],
    }
    head = ""
    if offset:
        head = f"{page.title}, {page.edition['title']}, {page.kind}: {data['address']}, from character {offset}.\n\n"
    tail = ""
    if end < len(whole):
        tail = f"\n\n[Characters {offset} to {end} of {len(whole)}. Read on with the same page and offset={end}.]"
    return Reply(head + whole[offset:end] + tail, data)


def _end(text: str, offset: int, limit: int) -> int:
    """The end of a piece: at the end of a line, if there is one in its last quarter."""
    end = min(offset + limit, len(text))
    line = text.rfind("\n", offset + limit - limit // 4, end)
    return end if end == len(text) or line < 0 else line + 1


READ_PAGE = Tool(
    name="read_page",
    title="Read a page",
    description=(
        "Read a page of the documentation as Markdown, in pieces. Its first lines name its release, kind, upstream "
        "address and licence."
    ),
    parameters=_PARAMETERS,
    output=_OUTPUT,
    run=_run,
)
