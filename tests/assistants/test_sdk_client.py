"""A session with the SDK's own client, over real stdio."""

from __future__ import annotations

import sys
from collections.abc import Awaitable, Callable
from pathlib import Path

import anyio
import pytest
from mcp.client.client import Client
from mcp.client.session import ClientSession
from mcp.client.stdio import StdioServerParameters, stdio_client

from tests.assistants.client import apart
from tests.conftest import PROJECT


def parameters(site: Path) -> StdioServerParameters:
    arguments = ["-m", "builder.cli", "mcp", "--site", str(site)]
    return StdioServerParameters(command=sys.executable, args=arguments, cwd=PROJECT)


def in_session(site: Path, talk: Callable[[ClientSession], Awaitable[None]]) -> None:
    async def main() -> None:
        async with stdio_client(parameters(site)) as (read, write), ClientSession(read, write) as session:
            await session.initialize()
            await talk(session)

    apart(lambda: anyio.run(main))


def test_a_session_lists_searches_pages_reads_and_is_refused(sample_site: Path) -> None:
    async def talk(session: ClientSession) -> None:
        names = [tool.name for tool in (await session.list_tools()).tools]
        assert names == ["search", "read_page", "list_releases", "compare", "explain_coverage"]
        releases = (await session.call_tool("list_releases", {})).structured_content["releases"]
        assert {r["collection"] for r in releases if r["state"] == "current"} == {"tide", "driftwood"}
        for collection in ("tide", "driftwood"):
            query = {"query": "how to begin", "collection": collection, "release": "latest"}
            first = (await session.call_tool("search", query)).structured_content
            more = {**query, "offset": first["next_offset"]}
            second = (await session.call_tool("search", more)).structured_content
            assert not {hit["id"] for hit in first["hits"]} & {hit["id"] for hit in second["hits"]}
            page = await session.call_tool("read_page", {"page": second["hits"][0]["id"]})
            assert page.structured_content["collection"] == collection
        refused = await session.call_tool("search", {"query": "x", "release": "0.3", "collection": "driftwood"})
        assert refused.is_error
        assert refused.content[0].text == "There is no release '0.3'. Known, nearest first: 0.2, 0.1, latest."

    in_session(sample_site, talk)


def test_the_client_validates_data_against_the_output_schema(sample_site: Path) -> None:
    async def talk(session: ClientSession) -> None:
        await session.list_tools()  # from now on the client checks
        for mode in ("hybrid", "keyword", "vector"):
            found = await session.call_tool("search", {"query": "berth", "mode": mode})
            assert len(found.structured_content["hits"]) == 5

    in_session(sample_site, talk)


@pytest.mark.parametrize("mode", ["auto", "legacy", "2026-07-28"])
def test_a_client_finds_the_protocol_it_shares(sample_site: Path, mode: str) -> None:
    async def main() -> None:
        async with Client(stdio_client(parameters(sample_site)), mode=mode) as client:
            assert [tool.name for tool in (await client.list_tools()).tools] == [
                "search",
                "read_page",
                "list_releases",
                "compare",
                "explain_coverage",
            ]
            found = await client.call_tool("search", {"query": "berth", "limit": 1})
            assert len(found.structured_content["hits"]) == 1
            assert (await client.read_resource("strata://status")).contents[0].mime_type == "application/json"

    apart(lambda: anyio.run(main))
