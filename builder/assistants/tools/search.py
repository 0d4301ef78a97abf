"""The tool `search`: the engine's results in the engine's order, within what an assistant can afford to read."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from builder.assistants import verdicts
from builder.assistants.excerpts import excerpt
from builder.assistants.parameters import Names, Number, Text
from builder.assistants.tools.tool import Reply, Tool, integer, number, or_null, record, string, strings

if TYPE_CHECKING:
    from builder.assistants.opened import Opened
    from builder.search.engine import Answer, Result

_HITS = 5
# Word pieces of text and data together: below 4,000 by other tokenizers too. Each further hit may add its share.
_BUDGET = 3400
_SHARE = _BUDGET // _HITS
_EXCERPTS = (700, 500, 350, 240, 160)  # characters, the first that fits

_PARAMETERS = (
    Text("query", "What to look for: a question in plain words, or an identifier. \"Quotes\" hold a phrase together.",
         longest=4000, required=True),
    Text("collection", "Only this collection, such as mcp or langgraph. list_releases names them. Default: all."),
    Text("release", "Only this release and the version-independent pages: a name from list_releases, 'latest' or "
         "'all'. Default: all releases. Name it whenever you know which release is in use: releases disagree."),
    Names("kinds", "Only pages of these kinds, such as Specification, Guide, SEP, How-to. Default: all kinds."),
    Number("limit", "How many hits.", least=1, most=20, default=_HITS),
    Number("offset", "How many hits to skip: next_offset of the last answer.", least=0, most=10_000, default=0),
    Text("mode", "hybrid (meaning and words), keyword, or vector (meaning).", choices=("hybrid", "keyword", "vector"),
         default="hybrid"),
)  # fmt: skip

_HIT = record(
    id=string("For read_page"),
    title=string("Of the page"),
    headings=strings("The path to the section"),
    collection=string(""),
    release=string("'unversioned' belongs to every release"),
    kind=string("Specification, Guide, …"),
    address=string("To cite: of the section on the site, from its root where the site's address is not known"),
    excerpt=string(""),
    also_in=strings("Editions that hold the same text, word for word"),
    scores=record(
        score=number("What hits are ordered by"),
        keyword=number("Share of what the query's words could score"),
        cosine=or_null(number("Nearness of meaning; null in mode keyword")),
    ),
)
_OUTPUT = record(
    scope=string("collection@release, collection@all, or all"),
    editions=strings("What was searched"),
    mode=string(""),
    total=integer("How many hits there are"),
    remaining=integer("How many come after these"),
    next_offset=or_null(integer("offset for the next ones; null if there are none")),
    verdict=or_null(verdicts.SCHEMA),
    hits={"type": "array", "items": _HIT},
)


def _run(opened: Opened, arguments: Mapping[str, Any]) -> Reply:
    scope = opened.scope(arguments["collection"], arguments["release"])
    kinds = opened.kinds(arguments["kinds"])
    limit, offset = arguments["limit"], arguments["offset"]
    answer = opened.search(arguments["query"], scope, limit, arguments["mode"], kinds, offset)
    after = offset + len(answer.results)
    remaining = max(answer.total - after, 0) if answer.results else 0
    data: dict[str, Any] = {
        "scope": answer.scope,
        "editions": list(answer.editions),
        "mode": answer.mode,
        "total": answer.total,
        "remaining": remaining,
        "next_offset": after if remaining else None,
        "verdict": verdicts.data(opened, answer.verdict) if answer.verdict else None,
    }
    reply = Reply("", data)
    for length in _EXCERPTS:
        hits = [_hit(opened, answer, result, length) for result in answer.results]
        reply = Reply(_text(data, hits, offset), data | {"hits": hits})
        if opened.tokens(reply.text + json.dumps(reply.data, ensure_ascii=False)) <= max(limit, _HITS) * _SHARE:
            break
    return reply


def _hit(opened: Opened, answer: Answer, result: Result, length: int) -> dict[str, Any]:
    collection, _, release = result.place.edition.partition("/")
    scores = result.scores
    return {
        "id": result.id,
        "title": result.title,
        "headings": list(result.headings),
        "collection": collection,
        "release": release,
        "kind": result.kind,
        "address": opened.root + result.place.address,
        "excerpt": excerpt(result.text, [word.word for word in answer.query.words], length),
        "also_in": list(dict.fromkeys(place.edition for place in result.same if place.edition != result.place.edition)),
        "scores": {
            "score": round(scores.score, 4),
            "keyword": round(scores.keyword, 4),
            "cosine": None if scores.cosine is None else round(scores.cosine, 4),
        },
    }


def _text(data: Mapping[str, Any], hits: Sequence[Mapping[str, Any]], offset: int) -> str:
    if not hits:
        wider = "Try other words, or a wider scope." if not data["total"] else f"There are {data['total']} hits in all."
        return f"Nothing found in {data['scope']}{f' from offset {offset} on' if offset else ''}. {wider}"
    first, last = offset + 1, offset + len(hits)
    parts = [f"Hits {first} to {last} of {data['total']} in {data['scope']} ({data['mode']})."]
    if data["verdict"] and data["verdict"]["state"] != "covered":
        parts.append(verdicts.text(data["verdict"]))
    for rank, hit in enumerate(hits, first):
        release = "every release" if hit["release"] == "unversioned" else f"release {hit['release']}"
        lines = [
            f"{rank}. {' › '.join((hit['title'], *hit['headings']))}",
            f"{hit['collection']}, {release}, {hit['kind']} · {hit['address']}",
            hit["excerpt"],
        ]
        if hit["also_in"]:
            lines.append(f"Word for word also in {', '.join(hit['also_in'])}.")
        parts.append("\n".join(lines))
    if data["remaining"]:
        parts.append(
            f"{data['remaining']} more: call search again with the same arguments and offset={data['next_offset']}."
        )
    parts.append("read_page gives the whole page of a hit, by its address or id.")
    return "\n\n".join(parts)


SEARCH = Tool(
    name="search",
    title="Search the docs",
    description=(
        "Search versioned documentation (the Model Context Protocol specification, LangGraph) by meaning and by words, "
        "within one release. Each hit names its release, kind and address: cite them. Kind Specification says what a "
        "release requires; a Guide may describe what another release has. Nothing found in a release means that its "
        "pages do not have it, not that no release has."
    ),
    parameters=_PARAMETERS,
    output=_OUTPUT,
    run=_run,
)
