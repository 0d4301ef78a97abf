"""The dialect of Material for MkDocs (Python-Markdown with its extensions) -> our Markdown."""

from __future__ import annotations

import re

from builder.pages.material_blocks import convert_blocks
from builder.pages.material_text import convert_text

_INDENT = re.compile(r"^[ \t]+", re.MULTILINE)


def convert(text: str) -> str:
    """A page's Markdown, front matter and includes already dealt with. Links keep their targets as written."""
    lines = _INDENT.sub(lambda indent: indent[0].expandtabs(4), text).split("\n")
    return convert_text("\n".join(convert_blocks(lines))).strip("\n") + "\n"
