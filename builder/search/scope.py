"""Which editions a search may use."""

from __future__ import annotations

import difflib
from collections.abc import Sequence
from typing import Any

from builder.editions import UNVERSIONED
from builder.errors import StrataError

EVERYTHING = "all"


class ScopeError(StrataError):
    """A scope that names no edition of the index."""


def editions_in(scope: str, editions: Sequence[dict[str, Any]]) -> list[str]:
    """Ids of the editions of a scope, in the order of `editions` (the manifest's entries).

    `mcp@2025-06-18` is that release and the collection's version-independent pages; `mcp@latest` the newest
    release; `mcp@all` the whole collection; `all` everything. Raises ScopeError naming the known ones,
    nearest first; never replaces what was asked for.
    """
    if scope == EVERYTHING:
        return [entry["id"] for entry in editions]
    collection, _, release = scope.replace("/", "@", 1).partition("@")
    members = [entry for entry in editions if entry["collection"] == collection]
    if release == EVERYTHING and members:
        return [entry["id"] for entry in members]
    wanted = [entry for entry in members if entry["release"] == release]
    if not wanted and release == "latest":
        wanted = [entry for entry in members if entry["latest"]]
    if not wanted:
        raise ScopeError(_unknown(scope, editions))
    return [entry["id"] for entry in members if entry in wanted or entry["release"] == UNVERSIONED]


def _unknown(scope: str, editions: Sequence[dict[str, Any]]) -> str:
    known = [f"{e['collection']}@{e['release']}" for e in editions]
    known += [*sorted({f"{e['collection']}@{EVERYTHING}" for e in editions}), EVERYTHING]
    near = difflib.get_close_matches(scope, known, n=len(known), cutoff=0.0)
    return f"There is no scope '{scope}'. Known, nearest first: {', '.join(near)}."
