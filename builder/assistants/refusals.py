"""Saying no in a way that an assistant can act on: what was asked for, and what there is, nearest first."""

from __future__ import annotations

import difflib
from collections.abc import Iterable

from builder.errors import StrataError

_SHOWN = 60  # characters of what was asked for


class Refusal(StrataError):
    """A call that is refused; its message is the tool's answer."""


def shown(value: object) -> str:
    """A caller's value as an error may quote it: short, on one line, control characters visible."""
    text = value if isinstance(value, str) else repr(value)
    cut = text[:_SHOWN] + ("…" if len(text) > _SHOWN else "")
    return "'" + "".join(c if c.isprintable() else f"\\u{ord(c):04x}" for c in cut) + "'"


def unknown(what: str, name: str, known: Iterable[str], most: int = 30) -> Refusal:
    """That there is no `what` called `name`; names at most `most` of the known ones."""
    names = list(dict.fromkeys(known))
    near = difflib.get_close_matches(name[:300], names, n=len(names), cutoff=0.0)
    more = f" and {len(near) - most} more" if len(near) > most else ""
    return Refusal(f"There is no {what} {shown(name)}. Known, nearest first: {', '.join(near[:most])}{more}.")
