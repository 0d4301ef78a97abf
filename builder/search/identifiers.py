"""Which identifiers a query names, and which releases have each: what timelines tell the verdict."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from builder.search.query import fold

# Capabilities and types are words of the language too, and so is a name without a sign, but for a method's.
_KINDS = frozenset({"method", "notification", "header", "error code"})
_SIGN = re.compile(r"[^a-z]")


def named(text: str, timelines: Mapping[str, Any]) -> list[frozenset[str]]:
    """For each identifier of a timelines file that stands in a text, the ids of the editions that have it."""
    folded = fold(text)
    found = []
    for timeline in timelines["timelines"]:
        if timeline["kind"] not in _KINDS or (name := fold(timeline["name"])) not in folded:
            continue
        whole = re.search(rf"(?:^|[^a-z0-9_/.-]){re.escape(name)}(?![a-z0-9_/-])", folded)
        if whole and (timeline["kind"] == "method" or _SIGN.search(name)):
            found.append(frozenset(timeline["releases"]))
    return found
