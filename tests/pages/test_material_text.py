"""What is marked within lines, one construct a test; code is never touched."""

import pytest

from builder.pages.material import convert


def test_a_reference_to_an_object_of_the_code_is_its_name_as_code() -> None:
    assert convert("Use @[StateGraph][StateGraph] and @[`Send()`][Send] or @[interrupt][interrupt].") == (
        "Use `StateGraph` and `Send()` or `interrupt`.\n"
    )


def test_a_reference_under_other_words_is_those_words() -> None:
    assert convert("A @[protocol][SerializerProtocol], the @[StateGraph (Graph API)][StateGraph], some @[tasks].") == (
        "A protocol, the StateGraph (Graph API), some tasks.\n"
    )


def test_a_reference_by_dotted_name_is_a_link_by_that_name() -> None:
    assert convert("Use [][langgraph.types.Send] or [`Command`][langgraph.types.Command].") == (
        "Use [`Send`](autoref:langgraph.types.Send) or [`Command`](autoref:langgraph.types.Command).\n"
    )


def test_a_reference_that_the_page_defines_stays() -> None:
    text = "By [salvage][s].\n\n[s]: ../concepts/salvage.md\n"
    assert convert(text) == text


def test_attribute_lists_are_not_visible() -> None:
    assert convert("A [button](x.md){ .md-button } here.\n{: .lead }\n\nAn [away](y.md){target=_blank}.") == (
        "A [button](x.md) here.\n\nAn [away](y.md).\n"
    )


def test_braces_that_are_text_stay() -> None:
    text = "Call `/threads/{id}` or {thread_id}, with {..., tool_calls: [...]}.\n"
    assert convert(text) == text


def test_an_id_of_a_heading_stays_and_its_classes_go() -> None:
    assert convert("## Setup { #setup .quiet }\n\n### Other { .quiet }") == "## Setup {#setup}\n\n### Other\n"


def test_an_empty_link_with_an_id_is_an_anchor() -> None:
    assert convert("[](){#langgraph.json}\n\n## File") == '<a id="langgraph.json"></a>\n\n## File\n'


def test_an_image_with_a_size_becomes_html_that_can_carry_it() -> None:
    assert convert('![A buoy](buoy.png){ width="48" align=right }') == '<img src="buoy.png" alt="A buoy" width="48">\n'


@pytest.mark.parametrize(
    ("source", "result"),
    [
        ("==marked==", "<mark>marked</mark>"),
        ("^^inserted^^", "<ins>inserted</ins>"),
        ("H~2~O and x^2^", "H<sub>2</sub>O and x<sup>2</sup>"),
        ("~~gone~~", "~~gone~~"),
        ("++ctrl+k++", "<kbd>Ctrl</kbd>+<kbd>K</kbd>"),
        (":material-anchor: Fast", "Fast"),
        (":rocket:", "\N{ROCKET}"),
        ("a:b:c and 10:30:00", "a:b:c and 10:30:00"),
        ("a == b, c++ and d++", "a == b, c++ and d++"),
        ("`#!python x = 1`", "`x = 1`"),
    ],
)
def test_small_marks(source: str, result: str) -> None:
    assert convert(source) == result + "\n"


def test_an_address_in_text_is_a_link_and_one_in_a_link_stays() -> None:
    assert convert("See https://a.example/x, or [b](https://b.example) and <https://c.example>.") == (
        "See <https://a.example/x>, or [b](https://b.example) and <https://c.example>.\n"
    )


def test_an_abbreviation_is_explained_where_it_stands_in_text() -> None:
    assert convert("## HTML\n\nThe HTML page.\n\n*[HTML]: Hypertext Markup Language") == (
        '## HTML\n\nThe <abbr title="Hypertext Markup Language">HTML</abbr> page.\n'
    )


def test_what_is_no_element_of_html_is_text() -> None:
    assert convert('A "Bearer <token>" and <br> a break.') == 'A "Bearer &lt;token>" and <br> a break.\n'


def test_a_bar_in_code_does_not_split_a_cell() -> None:
    assert convert("| a |\n| - |\n| `str | None` |") == "| a |\n| - |\n| `str \\| None` |\n"


def test_a_no_break_space_behind_the_marks_of_a_heading_still_makes_one() -> None:
    assert convert("###\N{NO-BREAK SPACE}Title") == "### Title\n"


def test_code_is_never_touched() -> None:
    text = "Write `@[Name][ref]`, `{: .x}`, ``a ` ==b==`` and `<token>`.\n"
    assert convert(text) == text
