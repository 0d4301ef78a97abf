"""What changed between two releases, as a tool tells it."""

from __future__ import annotations

from typing import Any

from tests.assistants.client import Client, text


def sections(client: Client, **arguments: Any) -> dict[str, str]:
    """The change of each section that was told of, by its last heading."""
    found = client.tool("compare", collection="tide", **arguments)["structuredContent"]["sections"]
    return {(one["headings"] or [one["title"]])[-1]: one["change"] for one in found}


def test_a_section_that_went_is_removed_with_its_old_address(client: Client) -> None:
    result = client.tool(
        "compare",
        collection="tide",
        from_release="2.0",
        to_release="3.0",
        page="tide/2.0/specification/harbour/manifests",
    )
    gone = [one for one in result["structuredContent"]["sections"] if one["headings"][-1:] == ["Bulk Manifests"]]
    assert [(one["change"], one["after"]) for one in gone] == [("removed", None)]
    assert gone[0]["before"].endswith("/tide/2.0/specification/harbour/manifests/#bulk-manifests")
    assert "- removed: Manifests › Bulk Manifests" in text(result)


def test_what_came_is_new_and_what_was_renamed_has_moved(client: Client) -> None:
    came = sections(client, from_release="1.0", to_release="2.0", subject="harbour authentication challenge")
    assert "new" in came.values()
    moved = sections(client, from_release="2.0", to_release="3.0", subject="Tidal Windows")
    assert moved.get("Availability Windows") == "moved"


def test_two_releases_and_one_thing_to_compare_are_needed(client: Client) -> None:
    assert "Give either a subject or a page" in client.refused(
        "compare", collection="tide", from_release="1.0", to_release="2.0"
    )
    assert "no release '9.0'" in client.refused(
        "compare", collection="tide", from_release="9.0", to_release="2.0", subject="x"
    )
