"""A client of the server that speaks raw JSON-RPC over a real process's stdin and stdout."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

T = TypeVar("T")
PROJECT = Path(__file__).resolve().parents[2]


class Client:
    """One server process. Every line of its stdout must be a message of the protocol."""

    def __init__(self, *arguments: str, version: str = "2025-06-18", state: Path | None = None) -> None:
        environment = {**os.environ, **({"STRATA_STATE": str(state)} if state else {})}
        command = [sys.executable, "-m", "builder.cli", "mcp", *arguments]
        self.process = subprocess.Popen(
            command, cwd=PROJECT, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
        self._id = 0
        about = {"protocolVersion": version, "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}
        self.greeting = self.request("initialize", about)["result"] if version else {}
        if version:
            self.write(json.dumps({"jsonrpc": "2.0", "method": "notifications/initialized"}))

    def write(self, line: str | bytes) -> None:
        assert self.process.stdin
        self.process.stdin.write((line.encode() if isinstance(line, str) else line) + b"\n")
        self.process.stdin.flush()

    def read(self) -> dict[str, Any]:
        assert self.process.stdout
        line = self.process.stdout.readline()
        assert line, "the server has gone"
        message: dict[str, Any] = json.loads(line)
        assert message["jsonrpc"] == "2.0"
        return message

    def request(self, method: str, params: dict[str, Any] | None = None) -> dict[str, Any]:
        self._id += 1
        request = {"jsonrpc": "2.0", "id": self._id, "method": method}
        self.write(json.dumps(request | ({} if params is None else {"params": params})))
        message = self.read()
        assert message["id"] == self._id
        return message

    def tool(self, name: str, **arguments: Any) -> dict[str, Any]:
        """The result of a call."""
        message = self.request("tools/call", {"name": name, "arguments": arguments})
        assert "result" in message, message
        result: dict[str, Any] = message["result"]
        return result

    def refused(self, name: str, **arguments: Any) -> str:
        """What a refused call says."""
        result = self.tool(name, **arguments)
        assert result.get("isError") and "structuredContent" not in result, result
        return text(result)

    def close(self) -> str:
        """Ends the server as a host does; returns what it said on stderr."""
        out, err = self.process.communicate(timeout=30)
        assert out == b""
        assert self.process.returncode == 0
        return err.decode()


def text(result: dict[str, Any]) -> str:
    [content] = result["content"]
    assert content["type"] == "text"
    return str(content["text"])


def apart(function: Callable[[], T]) -> T:
    """Runs it in a thread of its own: where a browser is open, this one has an event loop already."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(function).result(timeout=120)
