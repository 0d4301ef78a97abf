"""MDX, from a repository or as served, converted into our Markdown."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import yaml

from builder.errors import StrataError
from builder.pages import components, html_elements, schema
from builder.pages.jsx import Module, scan
from builder.pages.links import Layout, layout
from builder.pages.markdown import heading_text, parse, parse_blocks, with_ids
from builder.pages.rendering import Renderer

_FRONT_MATTER = re.compile(r"\A---[ \t]*\n(.*?)(?:\n)?^---[ \t]*(?:\n|\Z)", re.DOTALL | re.MULTILINE)
# What docs.langchain.com puts on top of every page that it serves as Markdown.
_INDEX_NOTE = re.compile(r"\A\s*> ## Documentation Index[ \t]*\n(?:>[^\n]*\n)*\s*")
_MAYBE_FIRST_LEVEL = re.compile(r"(?m)^[ \t>]*(?:#(?:[ \t]|$)|=+[ \t]*$)")
_LAST_RULE = re.compile(r"\n[ \t]*(?:\*{3,}|-{3,}|_{3,}|\*(?: \*){2,})[ \t]*\s*\Z")

_BLOCKS = {**html_elements.BLOCKS, **components.BLOCKS, **schema.BLOCKS}
_INLINES = {**html_elements.INLINES, **components.INLINES}


class ConversionError(StrataError):
    """A page whose front matter cannot be read."""


@dataclass(frozen=True)
class Converted:
    title: str  # "" where the text names none
    short_title: str  # for a navigation; "" where it is the title
    description: str
    body: str  # our Markdown, every heading with its id, links as upstream has them
    layout: Layout
    warnings: tuple[str, ...]


def convert(text: str, name: str) -> Converted:
    """A page of MDX in our Markdown; `name` is what messages call it."""
    front, text = _front_matter(text, name)
    text, served = _INDEX_NOTE.subn("", text, count=1)
    nodes = scan(text)
    page = Renderer(text, _BLOCKS, _INLINES)
    for node in nodes:
        if isinstance(node, Module):
            page.define(node)
    body = page.render(nodes, 0).strip("\n").rstrip()
    if served:
        body = _LAST_RULE.sub("", "\n" + body).strip("\n")
    title = str(front.get("title") or "").strip()
    title, body = _take_title(title, body)
    description = str(front.get("description") or "").strip()
    if not front:
        description, body = _take_description(description, body)
    short = str(front.get("sidebarTitle") or "").strip()
    body = with_ids(body) + "\n"
    return Converted(title, short, " ".join(description.split()), body, layout(body), tuple(page.warnings))


def _front_matter(text: str, name: str) -> tuple[dict[str, Any], str]:
    match = _FRONT_MATTER.match(text)
    if not match:
        return {}, text
    try:
        front = yaml.safe_load(match[1])
    except yaml.YAMLError as error:
        raise ConversionError(
            f"The front matter of {name} is not valid YAML: {' '.join(str(error).split())}."
        ) from None
    if front is not None and not isinstance(front, dict):
        raise ConversionError(f"The front matter of {name} is a {type(front).__name__}, expected keys such as title.")
    return front or {}, text[match.end() :]


def _take_title(title: str, body: str) -> tuple[str, str]:
    """The title, and the body without a first-level heading: the title's goes, any other becomes a second-level one."""
    if not _MAYBE_FIRST_LEVEL.search(body):
        return title, body
    lines = body.split("\n")
    tokens = parse_blocks(body)
    headings = [(a, inline) for a, inline in pairwise(tokens) if a.type == "heading_open" and a.map]
    for number, (opening, inline) in reversed(list(enumerate(headings))):
        if opening.tag != "h1":
            continue
        start, end = opening.map or [0, 0]
        text = heading_text(parse(f"# {inline.content}")[1])
        if number == 0 and (not title or text == title):
            title = title or text
            lines[start:end] = []
        elif opening.markup == "#":
            lines[start] = lines[start].replace("#", "##", 1)
        else:
            lines[end - 1] = "---"
    return title, "\n".join(lines).strip("\n")


def _take_description(description: str, body: str) -> tuple[str, str]:
    """Served pages give their description as a quotation below the title."""
    match = re.match(r"> ([^\n]+)(?:\n>[ \t]*([^\n]+))*(?:\n\s*\n|\Z)", body)
    if not match or body.startswith("> #"):
        return description, body
    quoted = " ".join(line.lstrip("> ").strip() for line in match[0].strip().split("\n"))
    return quoted, body[match.end() :].lstrip("\n")
