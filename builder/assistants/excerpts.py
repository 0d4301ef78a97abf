"""The piece of a text that shows why it was found."""

from __future__ import annotations

import re
from collections.abc import Sequence

_BREAK = re.compile(r"(?<=[.!?:;])\s|\n")
_ELLIPSIS = " … "


def excerpt(text: str, words: Sequence[str], length: int) -> str:
    """About `length` characters of `text`, from the sentence or line that most of the `words` are near to."""
    if len(text) <= length:
        return text
    lower = text.lower()
    found = sorted({at.start() for word in words if word for at in re.finditer(re.escape(word.lower()), lower)})
    starts = [0, *(match.end() for match in _BREAK.finditer(text))]
    begin = max(starts, key=lambda start: (sum(start <= at < start + length for at in found), -start))
    begin = min(begin, max((start for start in starts if start <= len(text) - length // 2), default=0))
    piece = text[begin : begin + length]
    if begin + length < len(text):
        piece = (piece.rsplit(None, 1)[0] if " " in piece else piece) + _ELLIPSIS.rstrip()
    return (_ELLIPSIS.lstrip() if begin else "") + piece
