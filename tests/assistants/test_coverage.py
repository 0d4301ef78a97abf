"""Whether a release covers a subject, as a tool and with a search."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.assistants.client import Client, text
from tests.conftest import Strata


@pytest.mark.parametrize("subject", ["bulk manifests", "authentication", "advisories", "berths", "sourdough"])
@pytest.mark.parametrize("release", ["1.0", "2.0", "3.0"])
def test_the_verdict_is_that_of_the_command_line(
    client: Client, sample_site: Path, strata: Strata, subject: str, release: str
) -> None:
    printed = strata("search", subject, "--scope", f"tide@{release}", "--json", "--site", str(sample_site)).stdout
    wanted = json.loads(printed)["verdict"]
    found = client.tool("explain_coverage", subject=subject, collection="tide", release=release)["structuredContent"]
    assert found["release"] == release
    assert found["state"] == wanted["state"]
    assert [one["address"] for one in found["evidence"]] == [one["address"] for one in wanted["evidence"]]
    searched = client.tool("search", query=subject, collection="tide", release=release)["structuredContent"]
    assert searched["verdict"] == found


def test_what_a_release_does_not_have_yet_is_said_above_the_hits(client: Client) -> None:
    result = client.tool("search", query="harbour authentication", collection="tide", release="1.0")
    verdict = result["structuredContent"]["verdict"]
    assert (verdict["state"], verdict["first"]) == ("not yet", "2.0")
    assert text(result).split("\n\n")[1].startswith("1.0 does not cover this. It first appears in 2.0.\n- ")


def test_evidence_can_be_read(client: Client) -> None:
    verdict = client.tool("explain_coverage", subject="harbour authentication", collection="tide", release="1.0")
    for found in verdict["structuredContent"]["evidence"]:
        page = client.tool("read_page", page=found["address"])["structuredContent"]
        assert page["release"] == found["release"]


def test_all_releases_at_once_are_told_apart(client: Client) -> None:
    found = client.tool("explain_coverage", subject="manifests/submitBulk", collection="tide")["structuredContent"]
    assert (found["release"], found["state"], found["last"], found["after"]) == (None, "partly", "2.0", "3.0")
    assert found["says"] == "Removed in 3.0. 1.0 to 2.0 cover this."


def test_an_unknown_release_has_no_verdict(client: Client) -> None:
    said = client.refused("explain_coverage", subject="berth", collection="tide", release="4.0")
    assert said.startswith("There is no release '4.0'. Known, nearest first: ")
