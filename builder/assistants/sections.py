"""Where a section of a page begins in its Markdown copy."""

from __future__ import annotations

import re
from collections.abc import Sequence

_FENCE = re.compile(r"[ \t>]*(?:(?:[-*+]|\d+[.)])[ \t]+)*(`{3,}|~{3,})")
_HEADING = re.compile(r"[ \t>]*#{2,6}[ \t]+(.*)")
_LINK = re.compile(r"!?\[([^\]]*)\]\([^)]*\)|<[^>]*>")
_MARK = re.compile(r"[^\w]+")


def section_start(markdown: str, sections: Sequence[tuple[str, str]], anchor: str) -> int:
    """The position of the heading of the section called `anchor`; 0 where the copy does not show it.

    `sections` are the page's, each with its anchor and heading, in order. The copy has no anchors: its headings are
    followed in the same order.
    """
    if not anchor or anchor not in (name for name, _ in sections):
        return 0
    headings = list(_headings(markdown))
    at = 0
    for name, heading in sections:
        wanted = _letters(heading)
        found = next((n for n in range(at, len(headings)) if headings[n][1] == wanted), None)
        if name == anchor:
            return headings[found][0] if found is not None else 0
        if found is not None:
            at = found + 1
    return 0


def _headings(markdown: str) -> list[tuple[int, str]]:
    found, position, fence = [], 0, ""
    for line in markdown.splitlines(keepends=True):
        mark = _FENCE.match(line)
        if mark and (not fence or mark[1].startswith(fence)):
            fence = "" if fence else mark[1]
        elif not fence and (heading := _HEADING.match(line)):
            found.append((position, _letters(_LINK.sub(lambda m: m[1] or "", heading[1]))))
        position += len(line)
    return found


def _letters(heading: str) -> str:
    return _MARK.sub("", heading).replace("_", "").lower()
