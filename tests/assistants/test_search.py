"""The tool `search`: the engine's hits, in an answer that an assistant can afford."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from jsonschema import validate

from builder.index.reader import Index
from builder.model.encoder import Encoder
from tests.assistants.client import Client, text
from tests.conftest import Strata


def hits(client: Client, **arguments: Any) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = client.tool("search", **arguments)["structuredContent"]["hits"]
    return found


@pytest.mark.parametrize("mode", ["hybrid", "keyword", "vector"])
@pytest.mark.parametrize(
    ("query", "scope", "arguments"),
    [
        ("how do I withdraw a request", "tide@2.0", {"collection": "tide", "release": "2.0"}),
        ("berths/list", "tide@all", {"collection": "tide"}),
        ("retry a plank", "all", {}),
        ('"loopback address"', "tide@latest", {"collection": "tide", "release": "latest"}),
    ],
)
def test_the_hits_are_those_of_the_command_line_in_the_same_order(
    client: Client, sample_site: Path, strata: Strata, mode: str, query: str, scope: str, arguments: dict[str, str]
) -> None:
    printed = strata(
        "search", query, "--scope", scope, "--mode", mode, "--json", "--k", "20", "--site", str(sample_site)
    )
    answer = json.loads(printed.stdout)
    found = client.tool("search", query=query, mode=mode, limit=20, **arguments)["structuredContent"]
    assert [hit["id"] for hit in found["hits"]] == [result["id"] for result in answer["results"]]
    assert found["total"] == answer["total"]
    assert found["editions"] == answer["editions"]


def commonest(site: Path, count: int) -> list[str]:
    """The words that stand in the most chunks."""
    index, total = Index.open(site), Counter[str]()
    for edition in index.editions:
        shard = index.lexical(edition["id"])
        for number, word in enumerate(shard.words):
            total[word] += int(shard.starts[number + 1] - shard.starts[number])
    return [word for word, _ in total.most_common(count)]


def test_a_default_answer_stays_below_4000_tokens_whatever_the_word(client: Client, sample_site: Path) -> None:
    encoder = Encoder.bundled()
    for word in (*commonest(sample_site, 30), "server", "berths and vessels and messages in all harbours"):
        result = client.tool("search", query=word)
        size = encoder.count(text(result) + json.dumps(result["structuredContent"], ensure_ascii=False))
        assert size < 4000, f"{word}: {size}"


def test_an_answer_says_how_many_are_left_and_how_to_page(client: Client) -> None:
    first = client.tool("search", query="harbour", limit=3)
    data = first["structuredContent"]
    assert data["remaining"] == data["total"] - 3
    assert data["next_offset"] == 3
    assert f"{data['remaining']} more: call search again with the same arguments and offset=3." in text(first)


def test_pages_of_hits_join_without_gap_or_repetition(client: Client) -> None:
    whole = [hit["id"] for hit in hits(client, query="harbour", limit=20)]
    pieces, offset = [], 0
    while offset is not None and offset < 20:
        data = client.tool("search", query="harbour", limit=4, offset=offset)["structuredContent"]
        pieces += [hit["id"] for hit in data["hits"]]
        offset = data["next_offset"]
    assert pieces == whole


def test_past_the_last_hit_there_is_nothing_and_the_answer_says_how_many_there_are(client: Client) -> None:
    result = client.tool("search", query="berth", offset=9000)
    total = result["structuredContent"]["total"]
    assert text(result) == f"Nothing found in all from offset 9000 on. There are {total} hits in all."
    assert result["structuredContent"]["next_offset"] is None


def test_each_hit_carries_title_release_kind_and_address(client: Client) -> None:
    result = client.tool("search", query="withdraw a request", collection="tide", release="2.0")
    hit = next(hit for hit in result["structuredContent"]["hits"] if hit["headings"] == ["Withdrawing a Request"])
    assert hit["title"] == "Messages"
    assert (hit["collection"], hit["release"], hit["kind"]) == ("tide", "2.0", "Specification")
    assert hit["address"] == "/tide/2.0/specification/basic/messages/#withdrawing-a-request"
    assert "Either side MAY withdraw a request" in hit["excerpt"]
    assert "Messages › Withdrawing a Request\ntide, release 2.0, Specification · /tide/2.0/" in text(result)


def test_every_hit_is_of_the_release_or_of_every_release(client: Client) -> None:
    for mode in ("hybrid", "keyword", "vector"):
        found = hits(client, query="authentication", collection="tide", release="1.0", mode=mode, limit=20)
        assert {hit["release"] for hit in found} <= {"1.0", "unversioned"}


def test_kinds_are_held_to_whatever_their_case(client: Client) -> None:
    assert {hit["kind"] for hit in hits(client, query="berth", kinds=["specification"])} == {"Specification"}


def test_data_is_of_the_output_schema(client: Client) -> None:
    schemas = {tool["name"]: tool["outputSchema"] for tool in client.request("tools/list")["result"]["tools"]}
    for name, arguments in (
        ("search", {"query": "berth"}),
        ("search", {"query": "berth", "mode": "keyword"}),
        ("search", {"query": "zzzz", "mode": "keyword"}),
        ("read_page", {"page": "tide/2.0/specification"}),
        ("list_releases", {}),
    ):
        validate(client.tool(name, **arguments)["structuredContent"], schemas[name])


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ({"release": "2.1", "collection": "tide"}, "There is no release '2.1'. Known, nearest first: 2.0, "),
        ({"release": "2025-06-18"}, "There is no release '2025-06-18'. Known, nearest first: "),
        ({"collection": "tied"}, "There is no collection 'tied'. Known, nearest first: tide, driftwood."),
        ({"kinds": ["Specifications"]}, "There is no kind 'Specifications'. Known, nearest first: Specification, "),
        ({"release": "latest"}, "There is a release 'latest' in driftwood and in tide: say which collection."),
        ({"mode": "fuzzy"}, "There is no mode 'fuzzy'. Known, nearest first: "),
        ({"limit": 0}, "limit is '0', expected a whole number from 1 to 20."),
        ({"limit": 21}, "limit is '21', expected a whole number from 1 to 20."),
        ({"limit": "5"}, "limit is '5', expected a whole number from 1 to 20."),
        ({"limit": True}, "limit is 'True', expected"),
        ({"offset": -1}, "offset is '-1', expected a whole number from 0 to 10,000."),
        ({"kinds": "Guide"}, "kinds is 'Guide', expected a list of strings."),
        ({"query": "x" * 4001}, "query has 4,001 characters, at most 4,000 are allowed: shorten it."),
        ({"query": "  "}, "query is empty: "),
        ({"query": None}, "query is missing: "),
        ({"query": ["x"]}, "query is '['x']', expected a string."),
        ({"versions": "2.0"}, "There is no argument 'versions'. Known, nearest first: "),
        ({"release": "\x1b[2J\x00"}, "There is no release '\\u001b[2J\\u0000'."),
    ],
)
def test_what_does_not_exist_or_fit_is_refused_and_never_replaced(
    client: Client, arguments: dict[str, Any], says: str
) -> None:
    assert says in client.refused("search", **{"query": "berth", **arguments})


def test_an_error_never_repeats_much_of_what_was_sent(client: Client) -> None:
    assert len(client.refused("search", query="x", collection="y" * 250)) < 300


@pytest.mark.parametrize(
    "query",
    ["x" * 4000, "\x00\x01\x1b", "<img src=x onerror=alert(1)>", "\u202e\ufeff𝟙🜁", '"', '""""', "../../../etc/passwd",
     "'; DROP TABLE pages; --", "((((((", "\\", "a" + "\u0301" * 3000, "漢" * 4000],
)  # fmt: skip
def test_any_text_is_a_query(client: Client, query: str) -> None:
    assert not client.tool("search", query=query).get("isError")
    assert client.request("ping")["result"] == {}


def test_null_and_an_empty_string_are_what_was_left_out(client: Client) -> None:
    plain = hits(client, query="berth")
    assert hits(client, query="berth", collection="", release=None, kinds=None, limit=None) == plain
