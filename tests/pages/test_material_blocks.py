"""Block constructs of Material for MkDocs, one at a time, with the text each becomes."""

from textwrap import dedent

from builder.pages.markdown import parse
from builder.pages.material import convert


def converted(text: str) -> str:
    return convert(dedent(text).strip("\n"))


def expected(text: str) -> str:
    return dedent(text).strip("\n") + "\n"


def test_an_admonition_becomes_a_container_with_its_title() -> None:
    source = """
        !!! warning "Names of planks"

            Anchors remember planks by name.

        After it.
    """
    assert converted(source) == expected("""
        ::: warning "Names of planks"
        Anchors remember planks by name.
        :::

        After it.
    """)


def test_modifiers_of_an_admonition_are_no_part_of_its_title() -> None:
    assert converted('!!! danger inline end "Beside"\n    It floats.') == '::: danger "Beside"\nIt floats.\n:::\n'


def test_an_unknown_type_is_a_note_under_that_name() -> None:
    assert converted("!!! important\n\n    Read this.") == '::: note "Important"\nRead this.\n:::\n'
    assert converted('!!!info  "Prerequisites"\n    A.') == '::: info "Prerequisites"\nA.\n:::\n'


def test_a_folded_call_out_becomes_details_that_keep_their_type() -> None:
    assert converted('??? example "Long"\n\n    Text.') == '::: details "Long" type="example"\nText.\n:::\n'


def test_a_folded_call_out_with_a_plus_stands_open() -> None:
    assert converted("???+ note\n    Text.") == '::: details "Note" type="note" open="true"\nText.\n:::\n'


def test_links_in_a_title_stand_in_the_body_because_titles_hold_words_only() -> None:
    assert converted('??? example "Use [Redis](https://redis.io)"\n\n    Text.') == expected("""
        ::: details "Use Redis" type="example"
        [Redis](https://redis.io)

        Text.
        :::
    """)


def test_call_outs_of_github_become_the_same_containers() -> None:
    assert converted("> [!WARNING]\n> Two\n> lines.") == "::: warning\nTwo\nlines.\n:::\n"
    assert converted("> Only a quotation.") == "> Only a quotation.\n"


def test_adjacent_tabs_are_one_set() -> None:
    source = """
        === "pip"

            Run this.

        === "uv"
            Or that.
    """
    assert converted(source) == expected("""
        :::: tabs
        ::: tab "pip"
        Run this.
        :::
        ::: tab "uv"
        Or that.
        :::
        ::::
    """)


def test_tabs_in_a_list_item_stay_in_that_item() -> None:
    source = """
        1. Install it:

            === "pip"

                ```bash
                pip install x
                ```

        2. Run it.
    """
    assert converted(source) == expected("""
        1. Install it:

           :::: tabs
           ::: tab "pip"
           ```bash
           pip install x
           ```
           :::
           ::::

        2. Run it.
    """)
    tokens = parse(converted(source))
    assert [t.level for t in tokens if t.type == "container_container_open"] == [2, 3]
    assert sum(t.type == "ordered_list_open" for t in tokens) == 1


def test_a_call_out_in_a_tab_in_a_tab_gets_fewer_colons_than_what_holds_it() -> None:
    source = """
        === "A"

            === "B"

                !!! tip

                    Deep.
    """
    assert converted(source) == expected("""
        ::::::: tabs
        :::::: tab "A"
        ::::: tabs
        :::: tab "B"
        ::: tip
        Deep.
        :::
        ::::
        :::::
        ::::::
        :::::::
    """)


def test_blocks_for_two_languages_become_tabs() -> None:
    source = """
        :::python
        Use `add_node`.
        :::

        :::js
        Use `addNode`.
        :::
    """
    assert converted(source) == expected("""
        :::: tabs sync="language"
        ::: tab "Python"
        Use `add_node`.
        :::
        ::: tab "JavaScript"
        Use `addNode`.
        :::
        ::::
    """)


def test_a_block_for_python_alone_stands_as_it_is() -> None:
    assert converted("Before.\n\n:::python\n## Heading\n\nText.\n:::\n\nAfter.") == (
        "Before.\n\n## Heading\n\nText.\n\nAfter.\n"
    )


def test_a_block_for_javascript_alone_says_so() -> None:
    assert converted(":::js\nText.\n:::") == expected("""
        :::: tabs sync="language"
        ::: tab "JavaScript"
        Text.
        :::
        ::::
    """)


def test_a_language_block_may_end_further_in_than_it_begins() -> None:
    assert converted(":::python\n1. One\n\n   More.\n   :::\n\nAfter.") == "1. One\n\n   More.\n\nAfter.\n"


def test_a_language_block_in_a_language_block_ends_before_it() -> None:
    source = """
        :::js
        - item

            :::python
            inner
            :::

        outer
        :::
    """
    assert converted(source) == expected("""
        :::: tabs sync="language"
        ::: tab "JavaScript"
        - item

            inner

        outer
        :::
        ::::
    """)


def test_a_stray_closing_line_vanishes() -> None:
    assert converted("Text.\n\n:::\n\nMore.") == "Text.\n\nMore.\n"


def test_a_generated_reference_says_that_its_text_is_not_there() -> None:
    source = """
        ::: langgraph.graph.state.StateGraph
            options:
              show_source: false
              members:
                - add_node
                - compile

        After.
    """
    assert converted(source) == expected("""
        ::: info "langgraph.graph.state.StateGraph"
        <a id="langgraph.graph.state.StateGraph"></a>The reference for `langgraph.graph.state.StateGraph` is generated \
from its code, which the docs do not hold. It covers `add_node`, `compile`.
        :::

        After.
    """)


def test_what_is_indented_without_a_list_is_code() -> None:
    assert converted("Output:\n\n    {\n        'a': 1\n\n    }\n\nAfter.") == (
        "Output:\n\n```\n{\n    'a': 1\n\n}\n```\n\nAfter.\n"
    )


def test_code_in_a_list_item_is_indented_twice() -> None:
    assert converted("1. Run:\n\n        kubectl get pods\n\n1. Then.") == (
        "1. Run:\n\n   ```\n   kubectl get pods\n   ```\n\n1. Then.\n"
    )


def test_a_paragraph_of_a_list_item_is_no_code() -> None:
    assert converted("- item\n\n    More of it.\n    - inner\n\n        More of that.") == (
        "- item\n\n    More of it.\n    - inner\n\n        More of that.\n"
    )


def test_a_definition_list_becomes_a_bullet_list() -> None:
    source = """
        `plank`
        :   A function with a name.

            It may fail.
    """
    assert converted(source) == expected("""
        - `plank`

          A function with a name.

          It may fail.
    """)
