"""Which sections report on other releases: changelogs, lists of what is deprecated, words on compatibility.

They are no evidence of what their own release supports, but they tell what became of a subject.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

_PAGES = re.compile(r"(?:^|[-_/])(?:changelog|deprecated)$")  # by their path
_HEADINGS = re.compile(r"\b(?:earlier|older|previous)\b|\bbackwards?[ -]compatib|^(?:deprecated|removed)$", re.I)


def tells_of_others(path: str, headings: Sequence[str] = ()) -> bool:
    """Whether a section says, by its page or its headings, that it tells of other releases than its own."""
    return bool(_PAGES.search(path)) or any(_HEADINGS.search(heading) for heading in headings)
