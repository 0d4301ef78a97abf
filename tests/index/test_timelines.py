"""Timelines of identifiers: from schema files and pages, release by release."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from builder.index.reader import Index


def read(site: Path, collection: str) -> dict[tuple[str, str], dict[str, Any]]:
    index = Index.open(site)
    record = index.record(index.manifest["collections"][collection]["timelines"])
    return {(one["kind"], one["name"]): one for one in record["timelines"]}


def test_first_and_last_release_come_from_the_schema(sample_site: Path) -> None:
    found = read(sample_site, "tide")
    raised = found["notification", "notifications/advisories/raised"]
    assert (raised["first"], raised["last"], raised["other"]) == ("tide/3.0", "tide/3.0", "AdvisoryRaisedNotification")
    gone = found["server capability", "manifests.maxBulk"]
    assert (gone["first"], gone["last"]) == ("tide/2.0", "tide/2.0")
    assert found["schema type", "HarbourPing"]["last"] == "tide/2.0"


def test_a_method_changes_with_what_it_carries_and_with_its_answer(sample_site: Path) -> None:
    found = read(sample_site, "tide")
    assert found["method", "berths/reserve"]["changed"] == ["tide/3.0"]  # a parameter more is required
    assert found["method", "berths/list"]["changed"] == []  # a berth has a field more, but that is the type's change
    assert found["schema type", "Berth"]["changed"] == ["tide/3.0"]


def test_another_way_of_writing_the_same_is_no_change(sample_site: Path) -> None:
    found = read(sample_site, "tide")
    # Its parameters got a type of their own, and definitions are called $defs now.
    assert found["notification", "notifications/withdrawn"]["changed"] == []


def test_error_codes_and_headers_come_from_pages_too(sample_site: Path) -> None:
    found = read(sample_site, "tide")
    assert found["header", "Tide-Protocol-Release"]["first"] == "tide/3.0"
    assert found["header", "Tide-Session-Id"]["first"] == "tide/2.0"
    assert found["header", "Accept"]["releases"] == ["tide/2.0", "tide/3.0"]
    assert found["error code", "-32060"]["first"] == "tide/3.0"
    assert found["error code", "-32060"]["other"] == "UNKNOWN_CHANNEL"
    assert found["error code", "-32044"]["other"] == ""


def test_each_release_names_the_section_that_defines_it(sample_site: Path) -> None:
    places = read(sample_site, "tide")["error code", "-32040"]["places"]
    assert ["tide/3.0", "specification/basic/messages", "error-codes"] in places


def test_a_collection_without_specification_has_no_timelines(sample_site: Path) -> None:
    assert read(sample_site, "driftwood") == {}


@pytest.mark.parametrize(
    ("kind", "name", "first", "last"),
    [
        # From upstream's changelogs and schema files.
        ("method", "initialize", "2024-11-05", "2025-11-25"),
        ("method", "ping", "2024-11-05", "2025-11-25"),
        ("method", "elicitation/create", "2025-06-18", "draft"),
        ("method", "tasks/get", "2025-11-25", "2025-11-25"),
        ("method", "server/discover", "2026-07-28", "draft"),
        ("notification", "notifications/roots/list_changed", "2024-11-05", "2025-11-25"),
        ("header", "Mcp-Session-Id", "2025-03-26", "2025-11-25"),
        ("header", "MCP-Protocol-Version", "2025-03-26", "draft"),
        ("header", "Mcp-Method", "2026-07-28", "draft"),
        ("error code", "-32042", "2025-11-25", "2025-11-25"),
        ("error code", "-32020", "2026-07-28", "draft"),
        ("server capability", "completions", "2025-03-26", "draft"),
        ("client capability", "elicitation.url", "2025-11-25", "draft"),
        ("schema type", "JSONRPCBatchRequest", "2025-03-26", "2025-03-26"),
        ("schema type", "AudioContent", "2025-03-26", "draft"),
    ],
)
def test_the_real_releases_have_what_their_changelogs_say(
    real_site: Path, kind: str, name: str, first: str, last: str
) -> None:
    found = read(real_site, "mcp")[kind, name]
    assert (found["first"], found["last"]) == (f"mcp/{first}", f"mcp/{last}")
