"""Who the server is and what it offers, as the protocol spells it: said by the SDK, or before the SDK is there."""

from __future__ import annotations

from typing import Any

from builder import __version__
from builder.assistants.parameters import schema
from builder.assistants.tools import TOOLS
from builder.assistants.tools.tool import Tool

SERVER = {
    "name": "strata",
    "title": "Strata",
    "version": __version__,
    "description": "Search and read versioned documentation, release by release.",
}
INSTRUCTIONS = (
    "Documentation of several releases, kept apart. Find out which release is in use, search within it, and cite "
    "title, release and address. Releases disagree: never answer about one from the pages of another without saying so."
)
CAPABILITIES = {
    "prompts": {"listChanged": False},
    "resources": {"listChanged": False, "subscribe": False},
    "tools": {"listChanged": False},
}


def tools() -> list[dict[str, Any]]:
    """The tools, as `tools/list` names them."""
    return [_tool(tool) for tool in TOOLS]


def _tool(tool: Tool) -> dict[str, Any]:
    return {
        "name": tool.name,
        "title": tool.title,
        "description": tool.description,
        "inputSchema": schema(tool.parameters),
        "outputSchema": tool.output,
        "annotations": {
            "title": tool.title,
            "readOnlyHint": True,
            "destructiveHint": False,
            "idempotentHint": True,
            "openWorldHint": False,
        },
    }
