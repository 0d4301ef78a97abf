"""What MDX has beside components: front matter, JavaScript, comments, escapes, titles, the frame of served pages."""

from textwrap import dedent

import pytest

from builder.pages.jsx import Element, scan
from builder.pages.mdx import ConversionError, convert


def converted(text: str) -> str:
    return convert(dedent(text).strip("\n"), "page.mdx").body


def test_title_and_description_stand_in_the_front_matter() -> None:
    page = convert('---\ntitle: "SEP-1: A"\nsidebarTitle: A\ndescription: |\n  What\n  it is\n---\n\nText.\n', "a.mdx")
    assert (page.title, page.short_title, page.description) == ("SEP-1: A", "A", "What it is")
    assert page.body == "Text.\n"


def test_front_matter_that_cannot_be_read_is_an_error_that_names_the_page() -> None:
    with pytest.raises(ConversionError, match=r"front matter of docs/a\.mdx is not valid YAML"):
        convert("---\ntitle: [a\n---\n", "docs/a.mdx")


def test_the_first_heading_of_a_served_page_is_its_title_and_the_quotation_below_its_description() -> None:
    page = convert("# Quick\\_start\n\n> What it *is*.\n\nText.\n", "a.md")
    assert (page.title, page.description, page.body) == ("Quick_start", "What it *is*.", "Text.\n")


def test_a_first_level_heading_that_is_not_the_title_becomes_a_second_level_one() -> None:
    page = convert("---\ntitle: Types\n---\n\n# Package Types\n\n## A\n\n# Vote\n", "a.mdx")
    assert page.body == "## Package Types {#package-types}\n\n## A {#a}\n\n## Vote {#vote}\n"


def test_the_frame_of_a_served_page_is_taken_off() -> None:
    source = """
        > ## Documentation Index
        > Fetch the complete documentation index at: https://docs.example/llms.txt
        > Use this file to discover all available pages before exploring further.

        # Title

        Text.

        ***

        <div className="source-links">
          <Callout icon="edit">
            [Edit this page](https://github.com/x)
          </Callout>
        </div>
    """
    page = convert(dedent(source).strip("\n"), "a.md")
    assert (page.title, page.body) == ("Title", "Text.\n")


def test_comments_are_gone_and_leave_no_hole() -> None:
    source = "A. {/* inline */}B.\n\n{/* a\n\nblock */}\n\nC.\n\n<!-- html -->\n\nD."
    assert converted(source) == "A. B.\n\nC.\n\nD.\n"


def test_imports_and_exports_are_gone() -> None:
    source = """
        import { A } from "/snippets/a.mdx";
        import B from "b";

        export const Widget = ({ id, height = 3 }) => {
          const text = `a ${id ? "}" : `{${height}`} b`; // }

          if (/[}`]/.test(text)) return null;
          return <div className="x">It's {text}</div>;
        };

        Text about import and export.

        <Widget id="a" />
    """
    assert converted(source) == (
        "Text about import and export.\n\n*What is interactive here works on the original page only.*\n"
    )


def test_a_constant_that_shows_an_icon_shows_it_in_a_table() -> None:
    source = """
        export const CHECK = () => (
          <span className="flex">
            <Icon icon="check" size={18} />
          </span>
        );

        | A | B |
        | --- | :-: |
        | a | <CHECK /> |
    """
    assert converted(source) == "| A | B |\n| --- | :-: |\n| a | ✓ |\n"


def test_a_constant_that_is_a_string_is_its_text() -> None:
    assert converted('export const VERSION = "1.2";\n\nNow {VERSION}, {"so"}{" "}it is.') == "Now 1.2, so it is.\n"


def test_an_expression_that_cannot_be_known_is_left_out_with_a_warning() -> None:
    page = convert("A {items.map(x => x)} b.", "a.mdx")
    assert page.body == "A  b.\n"
    assert page.warnings == ("expression {items.map(x => x)} is left out",)


def test_escapes_and_entities_stay_as_they_are() -> None:
    source = "A \\<b\\>, \\{c\\}, d\\_e, f \\| g, [u](https://x.example?a=1\\&b=2), &lt;T&gt; and &#x7B;."
    assert converted(source) == source + "\n"


def test_a_tag_that_nothing_closes_is_text() -> None:
    assert converted("Set <YOUR KEY> and <T>, or a < b.") == "Set &lt;YOUR KEY> and &lt;T>, or a < b.\n"


def test_a_bare_address_becomes_a_link() -> None:
    source = "See https://x.example/a_b. Or (https://y.example), [z](https://z.example) and `https://code`."
    assert converted(source) == (
        "See <https://x.example/a_b>. Or (<https://y.example>), [z](https://z.example) and `https://code`.\n"
    )


def test_anchors_of_their_own_join_the_paragraph_they_are_for() -> None:
    assert converted('<a id="one" />\n\n<a id="two" />\n\nText.') == '<a id="one"></a><a id="two"></a>Text.\n'


def test_scripts_styles_and_drawings_are_gone() -> None:
    source = "<script>\n  alert({a: '<b>'})\n</script>\n\nText<svg><path d='M0'/></svg>.\n\n<style>\n p { }\n</style>"
    assert converted(source) == "Text.\n"


def test_footnotes_stay() -> None:
    source = "A.[^1]\n\n[^1]: Note with [link](/a).\n"
    assert converted(source) == source


def test_attributes_may_be_boolean_expressions_or_run_over_lines() -> None:
    source = '<Card\n  title="A > B"\n  open\n  cols={3}\n  style={{ a: "}" }}\n  name=\'x\'\n  {...props}\n/>'
    element = scan(source)[0]
    assert isinstance(element, Element)
    assert element.attributes == {
        "title": "A > B", "open": "true", "cols": "3", "style": '{{ a: "}" }}', "name": "x"
    }  # fmt: skip


def test_many_tags_that_nothing_closes_are_read_in_no_time() -> None:
    assert converted("<Note>" * 400 + "text</Note>").count("text") == 1
