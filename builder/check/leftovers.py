"""Syntax of the sources that got through to readers: JSX, directives, template tags, marks of Material and fences."""

from __future__ import annotations

import re
from collections.abc import Iterator

# What may be meant: `<Vessel>` in a sentence on generic types, if it is none of the components that docs are made of.
_COMPONENTS = (
    "Accordion|AccordionGroup|Badge|Callout|Card|CardGroup|Check|CodeBlock|CodeGroup|Column|Columns|Danger|Expandable|"
    "Frame|Icon|Info|Latex|Mermaid|Note|Panel|ParamField|Param|Prompt|RequestExample|ResponseExample|ResponseField|"
    "Snippet|Step|Steps|Tab|Tabs|Tile|Tip|Tooltip|Tree|Tree[.]File|Tree[.]Folder|Update|View|Visibility|Warning"
)
# Text nodes outside of code, each beginning a line. What is plain English elsewhere ("Done!!! ") counts only there.
_SYNTAX = re.compile(
    rf"""
      </?(?:{_COMPONENTS})(?=[\s/>])          # <Note>
    | </[A-Z][\w.]*> | <[A-Z][\w.]*(?:\s*/>|\s[^<>]*\b[\w-]+=["'{{])  # </Vessel>, <Vessel />, <Vessel name="...">
    | :::                                   # ::: python
    | {{/\* | \*/}}                          # {{/* comment */}}
    | {{% | %}}                              # {{% include-markdown "..." %}}
    | {{!                                    # {{!snippets/chat_model.md!}}
    | ^[ \t]*(?:!!!|\?\?\?\+?)[ \t]+\w      # !!! note
    | ^[ \t]*===[!+]?[ \t]+"                # === "Tab"
    | @\[                                   # @[StateGraph][ref]
    | \(\d+\)!                              # (1)!
    | ^[ \t]*import[ \t].+\sfrom[ \t]*['"]
    | ^[ \t]*export[ \t]+(?:const|default|function)\b
    | \[!code\b                             # [!code highlight]
    | --8<--                                # a snippet
    | {{[ ]?\.[a-z][\w-]*[ ]?}}              # {{ .annotate }}
    | ```                                   # a fence that did not become code
    """,
    re.VERBOSE | re.MULTILINE,
)
BREAK = "\0\n"  # between two text nodes
_AROUND = 40  # characters shown on each side


def leftovers(text: str) -> Iterator[str]:
    """Every leftover in a text, with what stands around it in its text node."""
    for match in _SYNTAX.finditer(text):
        first = text.rfind(BREAK, 0, match.start()) + len(BREAK) if BREAK in text[: match.start()] else 0
        last = text.find(BREAK, match.end())
        last = len(text) if last < 0 else last
        start, end = max(first, match.start() - _AROUND), min(last, match.end() + _AROUND)
        yield " ".join(("…" * (start > first) + text[start:end] + "…" * (end < last)).split())
