"""The licence of a source in one line, from the text it carries."""

from __future__ import annotations

import re

from builder.sources.snapshot import Snapshot

FILE = "LICENSE"
_NAMES = (
    ("MIT", re.compile(r"^\s*(?:The )?MIT License", re.MULTILINE)),
    ("Apache-2.0", re.compile(r"Apache License\s+Version 2\.0", re.MULTILINE)),
    ("CC-BY-4.0", re.compile(r"\bCC-BY-4\.0\b|Creative Commons Attribution 4\.0")),
    ("BSD-3-Clause", re.compile(r"^\s*BSD 3-Clause", re.MULTILINE)),
)


def read_licence(snapshot: Snapshot, otherwise: str) -> str:
    """What a reader is told: the names of the licences in the file; where it explains a transition, that too."""
    if FILE not in snapshot.files:
        return otherwise
    text = snapshot.text(FILE)
    found = [name for name, pattern in _NAMES if pattern.search(text)]
    if {"MIT", "Apache-2.0"} <= set(found) and re.search(r"licensing transition from the MIT", text):
        documentation = "; documentation other than the specification CC-BY-4.0" if "CC-BY-4.0" in found else ""
        return f"In transition from MIT to Apache-2.0{documentation}"
    return ", ".join(found) or otherwise or next((line.strip() for line in text.splitlines() if line.strip()), "")
