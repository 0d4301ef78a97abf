"""How an editor is told to start the server: its configuration, with the paths of this machine."""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path

from builder.errors import StrataError

# The key under which each host keeps its servers.
HOSTS = {"claude": "mcpServers", "cursor": "mcpServers", "vscode": "servers"}


def configuration(host: str, site: str) -> str:
    """The JSON for a host's file, `site` being a folder or an address; raises StrataError for an unknown host."""
    if host not in HOSTS:
        raise StrataError(f"--configuration is '{host}', expected {', '.join(HOSTS)}.")
    command, *arguments = _command()
    server = {"command": command, "args": [*arguments, "mcp", "--site", site]}
    if host == "vscode":
        server = {"type": "stdio"} | server
    return json.dumps({HOSTS[host]: {"strata": server}}, ensure_ascii=False, indent=2)


def _command() -> list[str]:
    """What starts this program: the command beside this Python, else one on the path, else Python itself."""
    beside = Path(sys.executable).with_name("strata")
    if beside.is_file():
        return [str(beside)]
    found = shutil.which("strata")
    return [found] if found else [sys.executable, "-m", "builder.cli"]
