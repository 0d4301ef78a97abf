"""Answers a client's first messages while the SDK loads.

Importing mcp 2.3 takes a second and more, most of it spent on building the classes of two protocol eras (its pull
request 3242 is about that). A client must not wait for it to learn which tools there are. So what every client asks
first, and what has one answer, is answered here; the handshake is then repeated to the SDK, which serves all the rest.
A test holds these answers to the SDK's own. When the SDK loads in a fraction of a second, this module can go.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Literal

from builder.assistants import introduction

# The protocol's releases by era: with a handshake, and with an envelope around each request.
HANDSHAKE = ("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25")
ENVELOPE = "2026-07-28"
_META = "io.modelcontextprotocol/"

# The id of the handshake that is repeated to the SDK, whose answer the client has already.
REPEATED = "strata:repeated-handshake"

Result = dict[str, Any]


class Greeting:
    """One client's first messages."""

    def __init__(self) -> None:
        self.repeat: list[str] = []  # what the SDK must hear too, before anything else

    def answer(self, line: str) -> str | Literal[False]:
        """The answer to a message, "" for one that has none; False for one that is not ours: it is the SDK's turn."""
        message = json.loads(line)
        method, params = message.get("method"), message.get("params", {})
        if "id" not in message:
            if method != "notifications/initialized" or len(self.repeat) != 1:
                return False
            self.repeat.append(line)
            return ""
        result = self._result(method, params)
        if result is None:
            return False
        if method == "initialize":
            self.repeat.append(json.dumps(message | {"id": REPEATED}))
        return json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": result}, ensure_ascii=False)

    def _result(self, method: object, params: Mapping[str, Any]) -> Result | None:
        if not self.repeat and method == "initialize":
            return _handshake(params)
        if self.repeat and method == "ping":
            return {}
        if self.repeat and method == "tools/list" and not params:
            return {"tools": introduction.tools()}
        if not self.repeat and _has_envelope(params):
            return _enveloped(method)
        return None


def _handshake(params: Mapping[str, Any]) -> Result | None:
    version, client = params.get("protocolVersion"), params.get("clientInfo")
    plain = set(params) == {"protocolVersion", "capabilities", "clientInfo"} and params["capabilities"] == {}
    if not isinstance(version, str) or not _is_client(client) or not (plain or _known_capabilities(params)):
        return None
    return {
        "protocolVersion": version if version in HANDSHAKE else HANDSHAKE[-1],
        "capabilities": introduction.CAPABILITIES,
        "serverInfo": introduction.SERVER,
        "instructions": introduction.INSTRUCTIONS,
    }


def _known_capabilities(params: Mapping[str, Any]) -> bool:
    """Whether the capabilities are of a form that the SDK cannot object to."""
    given = params.get("capabilities")
    return isinstance(given, dict) and all(isinstance(value, dict) for value in given.values())


def _is_client(client: object) -> bool:
    return isinstance(client, dict) and all(isinstance(client.get(name), str) for name in ("name", "version"))


def _has_envelope(params: Mapping[str, Any]) -> bool:
    meta = params.get("_meta")
    return (
        set(params) == {"_meta"}
        and isinstance(meta, dict)
        and meta.get(f"{_META}protocolVersion") == ENVELOPE
        and _is_client(meta.get(f"{_META}clientInfo"))
        and isinstance(meta.get(f"{_META}clientCapabilities"), dict)
    )


def _enveloped(method: object) -> Result | None:
    common = {
        "resultType": "complete",
        "ttlMs": 0,
        "cacheScope": "private",
        "_meta": {f"{_META}serverInfo": introduction.SERVER},
    }
    if method == "tools/list":
        return {"tools": introduction.tools()} | common
    if method == "server/discover":
        about = {"capabilities": introduction.CAPABILITIES, "instructions": introduction.INSTRUCTIONS}
        return {"supportedVersions": [ENVELOPE]} | about | common
    return None
