"""Code in MDX: never touched, but for the marks that are no code."""

from textwrap import dedent

import pytest

from builder.pages.fences import ranges, read_info
from builder.pages.markdown import parse
from builder.pages.mdx import convert


def converted(text: str) -> str:
    return convert(dedent(text).strip("\n"), "page.mdx").body


def code(body: str) -> list[tuple[str, str]]:
    return [(token.info, token.content) for token in parse(body) if token.type == "fence"]


@pytest.mark.parametrize(
    ("info", "becomes"),
    [
        ("bash Windows", 'bash title="Windows"'),
        ("python Pseudo-code for AI application", 'python title="Pseudo-code for AI application"'),
        ('json theme={"theme":{"light":"latte","dark":"mocha"}}', "json"),
        ('python Model Class theme={"theme":{"light":"a","dark":"b"}}', 'python title="Model Class"'),
        ("json server.json highlight={2,7-9}", 'json title="server.json" hl_lines="2 7-9"'),
        ("ts {1,3}", 'ts hl_lines="1 3"'),
        ('shell title="Output"', 'shell title="Output"'),
        ("text wrap", "text"),
        ("mermaid", "mermaid"),
    ],
)
def test_the_info_of_a_fence(info: str, becomes: str) -> None:
    assert converted(f"```{info}\na\n```") == f"```{becomes}\na\n```\n"


def test_a_title_may_hold_quotes() -> None:
    assert converted('```bash Say "hi"\na\n```') == '```bash title="Say \\"hi\\""\na\n```\n'


def test_lines_are_written_as_ranges() -> None:
    assert ranges({6, 2, 4, 5}) == "2 4-6"
    assert read_info("json highlight={1,3-5}").highlighted == {1, 3, 4, 5}


def test_marks_in_comments_become_attributes_and_leave_the_code() -> None:
    source = """
        ```python
        keep = 1
        a = 2  # [!code highlight]
        b = 3  # [!code --]
        c = 4  # [!code ++]
        d = "# [!code] is text here"
        ```
    """
    assert code(converted(source)) == [
        ('python hl_lines="2" ins="4" del="3"', 'keep = 1\na = 2\nb = 3\nc = 4\nd = "# [!code] is text here"\n')
    ]


def test_a_mark_on_a_line_of_its_own_marks_the_next() -> None:
    assert code(converted("```ts\n// [!code highlight:2]\na\nb\n```")) == [('ts hl_lines="1-2"', "a\nb\n")]


@pytest.mark.parametrize("indent", [0, 2, 3, 4, 8])
def test_a_fence_of_any_indentation_keeps_its_text(indent: int) -> None:
    lines = ["<Note>", "```html", "<Note>{/* not */}</Note>", "    deeper", "", "import x from 'y'", "```", "</Note>"]
    indented = "\n".join((" " * indent + line if line else "") for line in lines[1:-1])
    body = converted(f"{lines[0]}\n{indented}\n{lines[-1]}")
    assert code(body) == [("html", "<Note>{/* not */}</Note>\n    deeper\n\nimport x from 'y'\n")]


def test_a_longer_fence_may_show_a_shorter_one() -> None:
    source = "````mdx\n```js\n<Tab>\n```\n````"
    assert code(converted(source)) == [("mdx", "```js\n<Tab>\n```\n")]


def test_a_fence_of_tildes_is_a_fence() -> None:
    assert code(converted("~~~js\n<A>{b}</A>\n~~~")) == [("js", "<A>{b}</A>\n")]


def test_code_in_a_line_is_not_touched() -> None:
    source = "Use `<Tab title={x}>`, ``a ` <B>`` and `{/* c */}`."
    assert converted(source) == source + "\n"


def test_a_backtick_without_its_partner_is_text() -> None:
    assert converted("A ` here.\n\n<Note>Not `code`.</Note>") == "A ` here.\n\n::: note\nNot `code`.\n:::\n"
