"""Notebooks as Markdown."""

import base64
import json

import pytest

from builder.pages.notebook import NotebookError, to_markdown


def cell(source: str, *outputs: object) -> dict[str, object]:
    return {"cell_type": "code", "execution_count": 1, "metadata": {}, "source": source, "outputs": list(outputs)}


def text(source: str, **more: object) -> dict[str, object]:
    return {"cell_type": "markdown", "metadata": {}, "source": source, **more}


def stream(printed: str) -> dict[str, object]:
    return {"output_type": "stream", "name": "stdout", "text": printed}


def result(**data: str) -> dict[str, object]:
    forms = {name.replace("_", "/"): value for name, value in data.items()}
    return {"output_type": "display_data", "metadata": {}, "data": forms}


def convert(*cells: dict[str, object]) -> str:
    notebook = {"cells": list(cells), "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
    for number, each in enumerate(cells):
        each["id"] = f"cell-{number}"
    saved: dict[bytes, str] = {}

    def save(content: bytes, suffix: str) -> str:
        return saved.setdefault(content, f"/assets/media/{len(saved)}{suffix}")

    return to_markdown(json.dumps(notebook), "a.ipynb", save)


def test_text_and_code_follow_each_other() -> None:
    assert convert(text("# Title\n\nText."), cell("x = 1\n")) == "# Title\n\nText.\n\n```python\nx = 1\n```\n"


def test_what_was_printed_stands_below_the_code_without_colours() -> None:
    assert convert(cell("f()", stream("\x1b[31mred\x1b[0m\n"), stream("more\n"))) == (
        '```python\nf()\n```\n\n```text title="Output"\nred\nmore\n```\n'
    )


def test_a_result_is_shown_as_text_rather_than_html() -> None:
    assert convert(cell("x", result(text_html="<b>1</b>", text_plain="1"))) == (
        '```python\nx\n```\n\n```text title="Output"\n1\n```\n'
    )


def test_a_picture_is_shown_instead_of_its_description() -> None:
    picture = base64.b64encode(b"png").decode()
    assert convert(cell("draw()", result(image_png=picture, text_plain="<Figure>"))) == (
        "```python\ndraw()\n```\n\n![Output](/assets/media/0.png)\n"
    )


def test_an_attached_picture_gets_an_address() -> None:
    attached = {"a.png": {"image/png": base64.b64encode(b"png").decode()}}
    assert convert(text("![A](attachment:a.png)", attachments=attached)) == "![A](/assets/media/0.png)\n"


def test_long_output_is_folded() -> None:
    printed = "\n".join(str(n) for n in range(31))
    folded = convert(cell("f()", stream(printed))).split("\n")[4:8]
    assert folded == ['??? note "Output (31 lines)"', "", "    ```text", "    0"]


def test_what_only_jupyter_reads_is_gone() -> None:
    shown = convert(cell("%%capture --no-stderr\n%load_ext x\ny = 1"), cell("# hide-cell\nz"))
    assert shown == "```python\ny = 1\n```\n"


def test_a_cell_that_installs_is_what_a_shell_is_told() -> None:
    shown = convert(cell("%%capture\n%pip install -U langgraph\n!pip list"))
    assert shown == "```shell\npip install -U langgraph\npip list\n```\n"


def test_code_with_a_fence_in_it_gets_a_longer_one() -> None:
    assert convert(cell('x = """\n```\n"""')) == '````python\nx = """\n```\n"""\n````\n'


def test_a_file_that_is_no_notebook_is_named() -> None:
    with pytest.raises(NotebookError, match=r"docs/a\.ipynb is not a notebook"):
        to_markdown("{", "docs/a.ipynb", lambda content, suffix: "")
