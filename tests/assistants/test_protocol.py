"""The protocol, over a real process's stdin and stdout."""

from __future__ import annotations

import json
import queue
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from builder.assistants.greeting import Greeting
from builder.assistants.library import Library
from builder.assistants.server import run
from builder.assistants.wire import Wire
from tests.assistants.client import PROJECT, Client, apart, text

HANDSHAKES = ("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25")
ENVELOPE = {
    "_meta": {
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": {"name": "test", "version": "1"},
        "io.modelcontextprotocol/clientCapabilities": {},
    }
}
TOOLS = ["search", "read_page", "list_releases", "compare", "explain_coverage"]


@pytest.mark.parametrize("version", HANDSHAKES)
def test_a_client_of_any_release_with_a_handshake_is_served(sample_site: Path, version: str) -> None:
    client = Client("--site", str(sample_site), version=version)
    assert client.greeting["protocolVersion"] == version
    assert client.greeting["serverInfo"]["name"] == "strata"
    assert [tool["name"] for tool in client.request("tools/list")["result"]["tools"]] == TOOLS
    found = client.tool("search", query="withdraw a request", release="2.0", collection="tide", mode="keyword")
    assert "Withdrawing a Request" in text(found)
    assert client.close() == ""


def test_a_client_of_todays_protocol_needs_no_handshake(sample_site: Path) -> None:
    client = Client("--site", str(sample_site), version="")
    assert client.request("server/discover", ENVELOPE)["result"]["supportedVersions"] == ["2026-07-28"]
    assert [tool["name"] for tool in client.request("tools/list", ENVELOPE)["result"]["tools"]] == TOOLS
    call = ENVELOPE | {"name": "list_releases", "arguments": {"collection": "driftwood"}}
    releases = client.request("tools/call", call)["result"]["structuredContent"]["releases"]
    assert [release["release"] for release in releases] == ["0.2", "0.1"]
    assert client.close() == ""


def test_a_client_of_an_unknown_release_is_offered_the_newest_with_a_handshake(sample_site: Path) -> None:
    client = Client("--site", str(sample_site), version="2031-01-01")
    assert client.greeting["protocolVersion"] == "2025-11-25"
    client.close()


class Script(Wire):
    """A wire whose client says the same lines to everyone, and remembers what it hears."""

    def __init__(self, lines: list[str]) -> None:
        self._lines = queue.Queue()
        for line in lines:
            self._lines.put(line)
        self._open = sum('"id"' in line for line in lines)
        self.heard: list[Any] = []

    def send(self, line: str) -> None:
        self.heard.append(json.loads(line))
        self._open -= 1
        if not self._open:  # it has heard all that it asked for, and goes
            self._lines.put(None)


def line(method: str, params: dict[str, Any] | None = None, id: object = None) -> str:
    message: dict[str, Any] = {"jsonrpc": "2.0", "method": method}
    return json.dumps(message | ({} if params is None else {"params": params}) | ({} if id is None else {"id": id}))


def handshake(version: str) -> list[str]:
    about = {"protocolVersion": version, "capabilities": {"roots": {}}, "clientInfo": {"name": "t", "version": "1"}}
    initialized = line("notifications/initialized")
    return [line("initialize", about, 1), initialized, line("ping", id="p"), line("tools/list", id=2)]


@pytest.mark.parametrize(
    "lines",
    [
        *(handshake(version) for version in (*HANDSHAKES, "1999-01-01")),
        [line("server/discover", ENVELOPE, 1), line("tools/list", ENVELOPE, 2)],
    ],
)
def test_what_is_said_before_the_sdk_is_there_is_what_the_sdk_says(lines: list[str], tmp_path: Path) -> None:
    sdk = Script(lines)
    apart(lambda: run(Library(str(tmp_path), tmp_path), sdk))
    greeting = Greeting()
    answers = [greeting.answer(one) for one in lines]
    assert False not in answers
    assert [json.loads(answer) for answer in answers if answer] == sdk.heard


def test_the_sdk_hears_the_handshake_but_its_answer_is_not_said_twice(tmp_path: Path) -> None:
    greeting = Greeting()
    for one in handshake("2025-06-18")[:2]:
        greeting.answer(one)
    sdk = Script([line("ping", id=7)])
    apart(lambda: run(Library(str(tmp_path), tmp_path), sdk, greeting.repeat))
    assert sdk.heard == [{"jsonrpc": "2.0", "id": 7, "result": {}}]


def test_tools_are_listed_before_the_sdk_the_engine_or_the_model_are_loaded() -> None:
    code = (
        "import sys, builder.cli, builder.assistants.stdio\n"
        "from builder.assistants.greeting import Greeting\n"
        "print([n for n in ('mcp', 'pydantic', 'numpy', 'onnxruntime', 'tokenizers', 'httpx') if n in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=PROJECT, capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_tools_are_listed_within_a_second_of_the_start(sample_site: Path) -> None:
    def once() -> float:
        started = time.monotonic()
        client = Client("--site", str(sample_site))
        client.request("tools/list")
        seconds = time.monotonic() - started
        client.close()
        return seconds

    assert any(once() < 1 for _ in range(20))  # on a busy machine not each time


@pytest.mark.parametrize(
    ("sent", "id", "code", "says"),
    [
        (b"{", None, -32700, "no JSON"),
        (b"\xff\xfe", None, -32700, "no JSON"),
        (b'{"jsonrpc": "2.0", "id": 5, "method": "ping", "params": {"x": NaN}}', None, -32700, "NaN"),
        (b"[" * 100_000, None, -32700, "no JSON"),
        (b'[{"jsonrpc": "2.0", "id": 5, "method": "ping"}]', None, -32600, "batches"),
        (b'{"id": 5, "method": "ping"}', 5, -32600, '"jsonrpc": "2.0"'),
        (b'{"jsonrpc": "2.0", "id": null, "method": "ping"}', None, -32600, "id must be"),
        (b'{"jsonrpc": "2.0", "id": 5, "method": 7}', 5, -32600, "method must be"),
        (b'{"jsonrpc": "2.0", "id": 5, "method": "ping", "params": []}', 5, -32600, "params must be"),
        (b'{"jsonrpc": "2.0", "id": 5}', 5, -32600, "has a method"),
        (b'{"jsonrpc": "2.0", "id": 5, "method": "ping", "params": {"x": "\\ud800"}}', 5, -32600, "surrogate"),
        (
            b'{"jsonrpc":"2.0","id":5,"method":"ping","params":{"x":' + b"[" * 90 + b"]" * 90 + b"}}",
            5,
            -32600,
            "deeper",
        ),
        (b"x" * 5_000_000, None, -32700, "bytes at most"),
    ],
)
def test_what_is_no_message_is_answered_with_an_error(
    client: Client, sent: bytes, id: object, code: int, says: str
) -> None:
    client.write(sent)
    message = client.read()
    assert message["id"] == id
    assert message["error"]["code"] == code
    assert says in message["error"]["message"]
    assert client.request("ping")["result"] == {}


def test_unknown_methods_tools_prompts_and_resources_are_errors(client: Client) -> None:
    assert client.request("tools/destroy")["error"]["code"] == -32601
    unknown = client.request("tools/call", {"name": "serch", "arguments": {}})["error"]
    assert unknown["message"].startswith("There is no tool 'serch'. Known, nearest first: search, ")
    assert client.request("tools/call", {"name": "search", "arguments": "x"})["error"]["code"] == -32602
    assert "cite_releases" in client.request("prompts/get", {"name": "x"})["error"]["message"]
    assert "strata://status" in client.request("resources/read", {"uri": "file:///etc/passwd"})["error"]["message"]


def test_tools_only_read_and_say_so(client: Client) -> None:
    for tool in client.request("tools/list")["result"]["tools"]:
        assert tool["annotations"]["readOnlyHint"] is True
        assert tool["annotations"]["destructiveHint"] is False
        assert tool["inputSchema"]["additionalProperties"] is False
        assert tool["outputSchema"]["type"] == "object"


def test_the_status_names_revisions_dates_counts_and_the_model(client: Client) -> None:
    [status] = client.request("resources/list")["result"]["resources"]
    [content] = client.request("resources/read", {"uri": status["uri"]})["result"]["contents"]
    found = json.loads(content["text"])
    tide = next(edition for edition in found["editions"] if edition["id"] == "tide/3.0")
    assert tide["date"] == "2026-09-01T00:00:00Z"
    assert tide["latest"] is True
    assert tide["pages"] == 15
    assert len(tide["commit"]) >= 12
    assert found["model"]["dimensions"] == 384
    assert found["format"] == 2


def test_a_page_is_a_resource(client: Client) -> None:
    [template] = client.request("resources/templates/list")["result"]["resourceTemplates"]
    assert template["uriTemplate"] == "strata://{collection}/{release}/{+path}"
    uri = "strata://tide/2.0/specification/basic/transports"
    [content] = client.request("resources/read", {"uri": uri})["result"]["contents"]
    assert content["mimeType"] == "text/markdown"
    assert content["text"].startswith("# Transports\n\nRelease: 2.0 · Kind: Specification · ")


def test_the_prompt_holds_an_assistant_to_the_release(client: Client) -> None:
    prompt = {"name": "cite_releases", "arguments": {"collection": "tide", "release": "2.0", "question": "How?"}}
    [message] = client.request("prompts/get", prompt)["result"]["messages"]
    assert "The release in use is 2.0 of tide." in message["content"]["text"]
    assert message["content"]["text"].endswith("The question: How?\n")
