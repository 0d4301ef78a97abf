"""Jupyter notebooks -> Markdown: text as it is, code as Python, what the code printed or drew below it."""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Callable, Sequence
from typing import Any

import nbformat

from builder.errors import StrataError
from builder.pages.material_fences import write_fence

_ANSI = re.compile(r"\x1b\[[0-9;?]*[ -/]*[@-~]")
_HIDDEN = re.compile(r"\s*#\s*hide-(?:cell|input)\b")
_CELL_MAGIC = re.compile(r"%%(\w+)[^\n]*(?:\n|$)")
_INSTALL = re.compile(r"\s*[%!](pip\b.*)")
_MAGIC = re.compile(r"\s*%(?!pip\b)\w+[^\n]*$|\s*#\s*hide-output\s*$")
_LONG = 30  # lines of output that stand open; more are folded
_IMAGES = {
    "image/png": ".png",
    "image/jpeg": ".jpg",
    "image/gif": ".gif",
    "image/webp": ".webp",
    "image/svg+xml": ".svg",
}

Save = Callable[[bytes, str], str]


class NotebookError(StrataError):
    """A notebook that nbformat cannot read."""


def to_markdown(text: str, where: str, save: Save) -> str:
    """A notebook as Markdown; raises NotebookError naming `where` it is.

    `save` takes the bytes of an image and its suffix, and gives the address under which pages show it.
    """
    try:
        notebook: Any = nbformat.reads(text, as_version=4)  # type: ignore[no-untyped-call]  # it says no types
    except Exception as error:  # nbformat raises errors of several libraries
        raise NotebookError(f"{where} is not a notebook that nbformat reads: {error}.") from None
    parts: list[str] = []
    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            parts.append(_attached(cell.source, cell.get("attachments") or {}, save))
        elif cell.cell_type == "code":
            parts.extend(_code(cell.source))
            parts.extend(_outputs(cell.outputs, save))
    return "\n\n".join(part.strip("\n") for part in parts if part.strip()) + "\n"


def _attached(source: str, attachments: dict[str, dict[str, str]], save: Save) -> str:
    """A text cell, its attached images among the other images of the mirror."""
    for name, forms in attachments.items():
        address = next((saved for saved in (_image(forms, save),) if saved), None)
        if address:
            source = source.replace(f"attachment:{name}", address)
    return source


def _code(source: str) -> list[str]:
    """A code cell, without what only Jupyter reads; a cell that installs packages as what a shell would be told."""
    magic = _CELL_MAGIC.match(source)
    language = "python"
    if magic:
        source = source[magic.end() :]
        language = {"bash": "bash", "sh": "bash", "html": "html", "javascript": "javascript"}.get(magic[1], "python")
    if _HIDDEN.match(source):
        return []
    lines = [line for line in source.split("\n") if not _MAGIC.match(line)]
    if any(line.strip() for line in lines) and all(_INSTALL.match(line) for line in lines if line.strip()):
        language = "shell"
        lines = [_INSTALL.sub(r"\1", line) for line in lines]
    while lines and not lines[-1].strip():
        lines.pop()
    while lines and not lines[0].strip():
        lines.pop(0)
    return ["\n".join(write_fence(lines, language))] if lines else []


def _outputs(outputs: Sequence[Any], save: Save) -> list[str]:
    parts: list[str] = []
    printed = ""
    for output in outputs:
        if output.output_type == "stream":
            printed += output.text
            continue
        parts.extend(_printed(printed))
        printed = ""
        if output.output_type == "error":
            parts.extend(_printed("\n".join(output.traceback)))
            continue
        image = _image(output.data, save)
        if image:
            parts.append(f"![Output]({image})")
        elif "text/markdown" in output.data:
            parts.append(output.data["text/markdown"])
        else:
            parts.extend(_printed(output.data.get("text/plain", "")))
    return [*parts, *_printed(printed)]


def _printed(text: str) -> list[str]:
    lines = [line.rstrip() for line in _ANSI.sub("", text).split("\n")]
    while lines and not lines[-1]:
        lines.pop()
    while lines and not lines[0]:
        lines.pop(0)
    if not lines:
        return []
    fence = "\n".join(write_fence(lines, "text", "Output"))
    if len(lines) <= _LONG:
        return [fence]
    folded = "\n".join(write_fence(lines, "text"))
    return [f'??? note "Output ({len(lines)} lines)"\n\n' + "\n".join("    " + line for line in folded.split("\n"))]


def _image(forms: dict[str, Any], save: Save) -> str | None:
    for form, suffix in _IMAGES.items():
        data = forms.get(form)
        if not data:
            continue
        text = "".join(data) if isinstance(data, list) else str(data)
        try:
            return save(text.encode() if suffix == ".svg" else base64.b64decode(text), suffix)
        except binascii.Error:
            continue
    return None
