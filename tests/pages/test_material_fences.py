"""Fenced code: its info, its marks, and its exact text."""

from builder.pages.material import convert
from builder.pages.material_fences import Fence, read_fence, read_info


def test_title_and_highlighted_lines_keep_our_form_and_line_numbers_go() -> None:
    assert convert('``` python title="a.py" linenums="1" hl_lines="1 3-4"\na\nb\nc\nd\n```') == (
        '```python title="a.py" hl_lines="1 3-4"\na\nb\nc\nd\n```\n'
    )


def test_an_attribute_list_as_info_is_read_like_plain_options() -> None:
    assert read_info('{ .yaml .annotate title="raft.yml" }') == ("yaml", "raft.yml", set())


def test_a_comment_that_highlights_the_next_line_goes_and_the_line_is_highlighted() -> None:
    assert convert("```python\na = 1\n# highlight-next-line\nb = 2\n    // highlight-next-line\nc = 3\n```") == (
        '```python hl_lines="2-3"\na = 1\nb = 2\nc = 3\n```\n'
    )


def test_an_annotation_keeps_its_number() -> None:
    assert convert("```python\nx = f(1)! # (1)!\n```") == "```python\nx = f(1) # (1)\n```\n"


def test_a_fence_keeps_what_looks_like_markup() -> None:
    code = '```md\n!!! note "x"\n\n    <script>\n@[Name][ref] :::python {: .x}\n:::\n=== "Tab"\n```\n'
    assert convert(code) == code


def test_tabs_within_code_stay() -> None:
    assert convert("```\na\tb\n```") == "```\na\tb\n```\n"


def test_a_longer_fence_holds_a_shorter_one() -> None:
    code = "````md\n```python\nx\n```\n````\n"
    assert convert(code) == code


def test_a_fence_moves_to_the_text_of_its_list_item() -> None:
    source = "1. Run\n\n    ```bash\n    make\n      x\n    ```\n"
    assert convert(source) == "1. Run\n\n   ```bash\n   make\n     x\n   ```\n"


def test_a_fence_nobody_closed_ends_with_its_block() -> None:
    assert read_fence(["    ```py", "    a", "", "## Next", "```js", "```"], 0) == Fence(0, 3, 3, 4, "py")
    assert convert("??? note\n\n    ```py\n    a\n\nAfter.") == (
        '::: details "Note" type="note"\n```py\na\n```\n:::\n\nAfter.\n'
    )


def test_a_bar_behind_the_closing_marks_does_not_keep_a_fence_open() -> None:
    assert read_fence(["```", "a", "```      |", "b"], 0) == Fence(0, 2, 3, 0, "")


def test_a_fence_whose_marks_alone_are_indented_is_still_one() -> None:
    assert convert("  ```python\na\nb\n```\n\nText.") == "```python\na\nb\n```\n\nText.\n"


def test_closing_marks_with_nothing_to_close_vanish() -> None:
    assert convert("Text.\n\n```\n```\n") == "Text.\n"


def test_a_diagram_stays_one() -> None:
    assert convert("```mermaid\ngraph LR\n```") == "```mermaid\ngraph LR\n```\n"
