"""What people ask that no documentation answers: small talk, weather, prices, homework.

A query that is nearer in meaning to one of these sentences than to anything in the docs is none of theirs. They are
ours, a line each; the package ships them, and the index holds their vectors beside those of the docs.
"""

from __future__ import annotations

from pathlib import Path

_FILE = Path(__file__).with_suffix(".txt")


def sentences() -> list[str]:
    return _FILE.read_text("utf-8").splitlines()
