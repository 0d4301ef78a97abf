"""Material's Markdown and notebooks with their directives struck out line by line: see plain_mdx."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

_FRONT = re.compile(r"\A---\n.*?\n---\n", re.DOTALL)
_INCLUDE = re.compile(
    r"""^([ \t]*)\{(?:!\s*([^!{}]+?)\s*!|%\s*include-markdown\s+["']([^"']+)["'].*?%)\}""", re.MULTILINE
)
_FENCE = re.compile(r"^[ \t>]*(?:(?:[-*+]|\d+[.)])[ \t]+)*(?P<marks>`{3,}|~{3,})(?P<info>[^`]*)$")
_BLOCK = re.compile(r"^([ \t]*)(?:(?:!!!|\?\?\?\+?)[ \t]*[\w\"]|===[!+]?[ \t]+\").*$")
_LANGUAGE = re.compile(r"^[ \t]*:::.*$")
_LIST = re.compile(r"[ \t]*\{:?[ \t]*(?:[.#][\w.-]+|[\w-]+=(?:\"[^\"]*\"|'[^']*'|[\w.-]+)|markdown)(?:[^{}\n]*)\}")
_HTML = re.compile(r"</?(?:div|p|section|center|figure|figcaption|span|details|summary)\b[^<>]*>")
_HIGHLIGHT = re.compile(r"[ \t]*(?:#|//|--|%%)[ \t]*highlight-next-line[ \t]*$")
_ANNOTATION = re.compile(r"\((\d+)\)!")
# mkdocstrings makes links of these, by the name of what they speak of.
_REFERENCE = re.compile(r"(?<![!\\\]@\w`])\[([^\[\]\n]+)\]\[([\w.-]+)\]")
_DEFINITION = re.compile(r"^ {0,3}\[([^\]]+)\]:", re.MULTILINE)
_ANSI = re.compile(r"\x1b\[[0-9;?]*[ -/]*[@-~]")


def plain(file: Path, base: Path) -> str:
    """A page, and what it includes; `base` is the folder of mkdocs.yml."""
    text = _notebook(json.loads(file.read_text("utf-8"))) if file.suffix == ".ipynb" else file.read_text("utf-8")
    text = _included(_FRONT.sub("", text), file, base)
    defined = {name.lower() for name in _DEFINITION.findall(text)}

    def linked(match: re.Match[str]) -> str:
        return match[0] if match[2].lower() in defined else f"[{match[1]}](#{match[2]})"

    return "\n".join(_without_directives(text.split("\n"), lambda line: _REFERENCE.sub(linked, line)))


def _included(text: str, file: Path, base: Path) -> str:
    def put(match: re.Match[str]) -> str:
        target = base / match[2] if match[2] else file.parent / match[3]
        if not target.is_file():
            return ""
        inner = _included(target.read_text("utf-8"), target, base)
        return "\n".join(match[1] + line for line in inner.strip("\n").split("\n"))

    return _INCLUDE.sub(put, text)


def _notebook(notebook: dict[str, Any]) -> str:
    parts = []
    for cell in notebook["cells"]:
        source = "".join(cell["source"])
        if cell["cell_type"] == "markdown":
            parts.append(source)
        elif cell["cell_type"] == "code" and source.strip():
            parts.append(_fenced("python", source))
            parts += _outputs(cell["outputs"])
    return "\n\n".join(parts)


def _outputs(outputs: list[dict[str, Any]]) -> list[str]:
    parts, printed = [], ""
    for output in outputs:
        if output["output_type"] == "stream":
            printed += "".join(output["text"])
            continue
        parts += [_fenced("", printed)] if printed.strip() else []
        printed = ""
        data = output.get("data", {})
        if output["output_type"] == "error":
            parts.append(_fenced("", "\n".join(output["traceback"])))
        elif "text/markdown" in data:
            parts.append("".join(data["text/markdown"]))
        elif not any(form.startswith("image/") for form in data) and "".join(data.get("text/plain", "")).strip():
            parts.append(_fenced("", "".join(data["text/plain"])))
    return parts + ([_fenced("", printed)] if printed.strip() else [])


def _fenced(language: str, text: str) -> str:
    marks = "`" * max(3, 1 + max((len(run) for run in re.findall(r"`+", text)), default=0))
    return f"{marks}{language}\n{_ANSI.sub('', text)}\n{marks}"


def _without_directives(lines: list[str], linked: Callable[[str], str]) -> list[str]:
    kept: list[str] = []
    inside: list[int] = []  # columns of the directives we are in: their content stands four further in
    fence, fence_shift, titled = "", 0, False
    for line in lines:
        if fence:
            shifted = _shifted(line, fence_shift)
            if not _HIGHLIGHT.match(line):
                kept.append(_ANNOTATION.sub(r"(\1)", shifted))
            if re.fullmatch(rf"[ \t>]*{re.escape(fence[0])}{{{len(fence)},}}[ \t]*", line):
                fence = ""
            continue
        column = len(line) - len(line.lstrip(" "))
        while line.strip() and inside and column < inside[-1] + 4:
            inside.pop()
        shift = 4 * len(inside)
        match = _FENCE.match(line)
        if match:
            fence = match["marks"]
            fence_shift = min(shift, column)
            kept.append(_shifted(line, fence_shift))
            continue
        if _BLOCK.match(line):
            inside.append(column)
            kept.append("")
            continue
        if _LANGUAGE.match(line):
            kept.append("")
            continue
        line = _shifted(line, shift)
        if not titled and re.match(r"# \S", line):
            titled = True
            continue
        kept.append(linked(_HTML.sub("", _LIST.sub("", line))))
    return kept


def _shifted(line: str, shift: int) -> str:
    return line[min(shift, len(line) - len(line.lstrip(" "))) :]
