"""The tool `explain_coverage`: whether a release covers a subject, with the sections that prove it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from builder.assistants import verdicts
from builder.assistants.parameters import Text
from builder.assistants.refusals import Refusal
from builder.assistants.tools.tool import Reply, Tool

if TYPE_CHECKING:
    from builder.assistants.opened import Opened

_PARAMETERS = (
    Text("subject", "What the release may or may not have, in a few words: 'JSON-RPC batching'.", longest=4000,
         required=True),
    Text("release", "A name from list_releases, or 'latest'; without one, all are asked which of them cover it."),
    Text("collection", "Its collection, such as mcp or langgraph; needed where several have such a release."),
)  # fmt: skip


def _run(opened: Opened, arguments: Mapping[str, Any]) -> Reply:
    scope = opened.scope(arguments["collection"], arguments["release"])
    verdict = opened.search(arguments["subject"], scope, 1, "hybrid").verdict
    if verdict is None:
        raise Refusal(f"{scope} has no releases that can be compared: name a collection that list_releases gives.")
    found = verdicts.data(opened, verdict)
    return Reply(verdicts.text(found), found)


EXPLAIN_COVERAGE = Tool(
    name="explain_coverage",
    title="Does a release cover it?",
    description=(
        "Tell whether a release covers a subject: covered, not yet, removed, unsure, or unknown to all releases; with "
        "the first and last of the others that do, and the sections that show it. Without a release, tell when the "
        "subject was added and removed. Use it before you say that a release has or lacks something."
    ),
    parameters=_PARAMETERS,
    output=verdicts.SCHEMA,
    run=_run,
)
