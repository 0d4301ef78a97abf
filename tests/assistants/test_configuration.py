"""What the docs tell people to put into their editors starts a server that answers."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import PROJECT, Strata

HELLO = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}


def answers(command: list[str], cwd: Path) -> list[dict[str, Any]]:
    """What a server says to a handshake and a question for its tools."""
    lines = [
        {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": HELLO},
        {"jsonrpc": "2.0", "method": "notifications/initialized"},
        {"jsonrpc": "2.0", "id": 2, "method": "tools/list"},
    ]
    sent = "".join(json.dumps(one) + "\n" for one in lines)
    done = subprocess.run(command, cwd=cwd, input=sent, capture_output=True, text=True, timeout=60, check=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


@pytest.mark.parametrize(("host", "key"), [("claude", "mcpServers"), ("cursor", "mcpServers"), ("vscode", "servers")])
def test_the_printed_configuration_starts_the_server(
    strata: Strata, sample_site: Path, tmp_path: Path, host: str, key: str
) -> None:
    printed = json.loads(strata("mcp", "--site", str(sample_site), "--configuration", host).stdout)
    server = printed[key]["strata"]
    assert server["args"][-2:] == ["--site", str(sample_site)]
    hello, tools = answers([server["command"], *server["args"]], cwd=tmp_path)
    assert hello["result"]["serverInfo"]["name"] == "strata"
    assert [tool["name"] for tool in tools["result"]["tools"]] == [
        "search",
        "read_page",
        "list_releases",
        "compare",
        "explain_coverage",
    ]


@pytest.mark.parametrize("document", ["README.md", "docs/assistants.md"])
def test_the_documented_command_starts_the_server(document: str, tmp_path: Path) -> None:
    documented = re.search(r"^claude mcp add strata -- (.+)$", (PROJECT / document).read_text("utf-8"), re.MULTILINE)
    assert documented
    command = shlex.split(documented[1].replace("$PWD", str(PROJECT)))
    hello, _ = answers(command, cwd=tmp_path)
    assert hello["result"]["serverInfo"]["name"] == "strata"


def test_the_documented_files_have_the_form_that_is_printed(strata: Strata) -> None:
    text = (PROJECT / "docs" / "assistants.md").read_text("utf-8")
    shown = [json.loads(block) for block in re.findall(r"```json title=[^\n]*\n(.*?)```", text, re.DOTALL)]
    for host, documented in zip(("claude", "vscode"), shown, strict=True):
        printed = json.loads(strata("mcp", "--site", "/path/to/strata/site", "--configuration", host).stdout)
        [server] = [entry["strata"] for entry in printed.values()]
        server["command"] = "/path/to/strata/.venv/bin/strata"
        assert printed == documented


def test_an_unknown_host_is_refused(strata: Strata) -> None:
    done = strata("mcp", "--configuration", "emacs", check=False)
    assert done.returncode == 1
    assert "--configuration is 'emacs', expected claude, cursor, vscode." in done.stderr


def test_every_tool_and_argument_is_documented() -> None:
    from builder.assistants.tools import TOOLS

    text = (PROJECT / "docs" / "assistants.md").read_text("utf-8")
    names = {tool.name for tool in TOOLS} | {parameter.name for tool in TOOLS for parameter in tool.parameters}
    assert [name for name in sorted(names) if f"`{name}`" not in text] == []
