"""Snippets that pages include from other files, put where they are included."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable
from dataclasses import dataclass

_DEEPEST = 8  # an include that includes itself must end somewhere
_LINE = re.compile(
    r"""^(?P<indent>[ \t]*)(?:
        \{!\s*(?P<here>[^!{}]+?)\s*!\}                                          # markdown-include
      | --8<--[ \t]+["'](?P<snippet>[^"']+)["']                                 # pymdownx.snippets
      | \{%[ \t]*include(?:-markdown)?[ \t]+["'](?P<plugin>[^"']+)["'][^%]*%\}  # mkdocs-include-markdown-plugin
    )[ \t]*""",
    re.MULTILINE | re.VERBOSE,
)


@dataclass(frozen=True)
class Included:
    text: str
    missing: tuple[str, ...]  # as written, of files that are not there


def include(text: str, page: str, base: str, read: Callable[[str], str | None]) -> Included:
    """A page's text with its includes in place, each at the column where it is included.

    `page` is the page's path and `base` the folder of mkdocs.yml, both as `read` takes them. The plugin's
    paths begin at the page, those of the two Markdown extensions at `base`. What is missing leaves nothing.
    """
    missing: list[str] = []

    def expand(text: str, page: str, depth: int) -> str:
        def put(match: re.Match[str]) -> str:
            written = match["here"] or match["snippet"] or match["plugin"]
            folder = posixpath.dirname(page) if match["plugin"] else base
            path = posixpath.normpath(posixpath.join(folder, written))
            found = read(path) if depth < _DEEPEST and not path.startswith("..") else None
            if found is None:
                missing.append(written)
                return ""
            lines = expand(found, path, depth + 1).strip("\n").split("\n")
            return "\n".join(match["indent"] + line if line.strip() else "" for line in lines)

        return _LINE.sub(put, text)

    return Included(expand(text, page, 0), tuple(missing))
