"""Two texts -> HTML with what was taken away and what was added marked, word by word."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from html import escape

# Lines around a change that are shown with it.
_CONTEXT = 1
_GAP = '<span class="diff__gap">…</span>'
# What is compared: words, with what joins their parts ("2025-06-18", "tools/call"), spaces, and single signs.
_WORD = re.compile(r"\w+(?:[./:-]\w+)*|\s+|[^\w\s]")
# From this share of words in common two lines are one that was edited; others are one taken away and one added.
_ONE = 0.4


def marked(before: str, after: str) -> str:
    """The lines that changed, with those around them; what else stayed is left out, and that is said."""
    old, new = before.split("\n"), after.split("\n")
    shown: list[str] = []
    last: tuple[str, int, int, int, int] | None = None
    for group in SequenceMatcher(None, old, new, autojunk=False).get_grouped_opcodes(_CONTEXT):
        first, last = group[0], group[-1]
        if first[1] or first[3]:
            shown.append(_GAP)
        shown += [line for code in group for line in _lines(code, old, new)]
    if last and (last[2] < len(old) or last[4] < len(new)):
        shown.append(_GAP)
    return '<pre class="diff">' + "\n".join(shown) + "</pre>"


def _lines(code: tuple[str, int, int, int, int], old: Sequence[str], new: Sequence[str]) -> Iterator[str]:
    tag, a, b, c, d = code
    if tag == "equal":
        yield from map(_text, new[c:d])
        return
    ours, theirs = old[a:b], new[c:d]
    taken = 0
    for line in ours:
        at = next((n for n in range(taken, len(theirs)) if _likeness(line, theirs[n]) >= _ONE), None)
        if at is None:
            yield f"<del>{_text(line)}</del>"
            continue
        yield from (f"<ins>{_text(added)}</ins>" for added in theirs[taken:at])
        yield _words(line, theirs[at])
        taken = at + 1
    yield from (f"<ins>{_text(added)}</ins>" for added in theirs[taken:])


def _likeness(one: str, other: str) -> float:
    matcher = SequenceMatcher(None, _WORD.findall(one), _WORD.findall(other), autojunk=False)
    return matcher.ratio() if matcher.real_quick_ratio() >= _ONE and matcher.quick_ratio() >= _ONE else 0.0


def _words(before: str, after: str) -> str:
    old, new = _WORD.findall(before), _WORD.findall(after)
    parts = []
    for tag, a, b, c, d in _joined(SequenceMatcher(None, old, new, autojunk=False).get_opcodes(), old):
        if tag == "equal":
            parts.append(_text("".join(new[c:d])))
            continue
        if a < b:
            parts.append(f"<del>{_text(''.join(old[a:b]))}</del>")
        if c < d:
            parts.append(f"<ins>{_text(''.join(new[c:d]))}</ins>")
    return "".join(parts)


def _joined(
    codes: Sequence[tuple[str, int, int, int, int]], old: Sequence[str]
) -> list[tuple[str, int, int, int, int]]:
    """Changes with nothing but a space between them as one: so they are read."""
    found: list[tuple[str, int, int, int, int]] = []
    for at, (tag, a, b, c, d) in enumerate(codes):
        blank = tag == "equal" and 0 < at < len(codes) - 1 and not "".join(old[a:b]).strip()
        kind = "replace" if blank or tag != "equal" else "equal"
        if found and found[-1][0] == "replace" == kind:
            found[-1] = ("replace", found[-1][1], b, found[-1][3], d)
        else:
            found.append((kind, a, b, c, d))
    return found


def _text(text: str) -> str:
    return escape(text, quote=False)
