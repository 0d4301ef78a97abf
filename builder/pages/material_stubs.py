"""mkdocstrings blocks: the reference that upstream generates from its code when it builds its site."""

from __future__ import annotations

import re
from collections.abc import Sequence

import yaml

from builder.pages.markdown import write_container

STUB = re.compile(r" *::: +(?P<name>[A-Za-z_]\w*(?:\.\w+)*) *$")


def read_stub(name: str, options: Sequence[str]) -> str:
    """What stands for such a block: that the text is not there, and every name under which it would be sought."""
    text = f'<a id="{name}"></a>The reference for `{name}` is generated from its code, which the docs do not hold.'
    members = _members(options)
    if members:
        text += " It covers " + ", ".join(f"`{member}`" for member in members) + "."
    return write_container("info", text, name)


def _members(options: Sequence[str]) -> list[str]:
    try:
        read = yaml.safe_load("\n".join(options))
    except yaml.YAMLError:
        return []
    found = read.get("options") if isinstance(read, dict) else None
    members = found.get("members") if isinstance(found, dict) else None
    return [str(member) for member in members] if isinstance(members, list) else []
