"""Components of Mintlify, one at a time, with the text each becomes."""

from textwrap import dedent

import pytest

from builder.pages.markdown import parse
from builder.pages.mdx import convert


def converted(text: str) -> str:
    return convert(dedent(text).strip("\n"), "page.mdx").body


def expected(text: str) -> str:
    return dedent(text).strip("\n") + "\n"


def warnings(text: str) -> tuple[str, ...]:
    return convert(dedent(text).strip("\n"), "page.mdx").warnings


@pytest.mark.parametrize(
    ("component", "container"),
    [("Note", "note"), ("Tip", "tip"), ("Info", "info"), ("Warning", "warning"), ("Check", "check"),
     ("Danger", "danger"), ("Callout", "info")],
)  # fmt: skip
def test_a_call_out_becomes_the_container_of_its_kind(component: str, container: str) -> None:
    assert converted(f"<{component}>\n  Read *this*.\n</{component}>") == f"::: {container}\nRead *this*.\n:::\n"


def test_what_a_component_holds_is_moved_to_the_margin() -> None:
    source = """
        <Note>
            First.

            - one
              - nested
        </Note>
    """
    assert converted(source) == expected("""
        ::: note
        First.

        - one
          - nested
        :::
    """)


def test_a_component_next_to_text_gets_blank_lines_around_it() -> None:
    assert converted("Before.\n<Tip>In.</Tip>\nAfter.") == "Before.\n\n::: tip\nIn.\n:::\n\nAfter.\n"


def test_a_component_in_a_list_item_stays_in_it() -> None:
    source = """
        1. Install it.

           <Warning>
             Not as root.
           </Warning>

        2. Run it.
    """
    assert converted(source) == expected("""
        1. Install it.

           ::: warning
           Not as root.
           :::

        2. Run it.
    """)


def test_a_component_that_begins_a_list_item_stays_in_it() -> None:
    assert converted("- <Note>\n    Two\n    lines.\n  </Note>\n- next") == expected("""
        - ::: note
          Two
          lines.
          :::

        - next
    """)


def test_tabs_hold_steps_that_hold_code() -> None:
    source = """
        <Tabs>
          <Tab title='macOS'>
            <Steps>
              <Step title="Install">
                ```bash
                brew install it
                ```
              </Step>
            </Steps>
          </Tab>
        </Tabs>
    """
    assert converted(source) == expected("""
        :::::: tabs
        ::::: tab "macOS"
        :::: steps
        ::: step "Install"
        ```bash
        brew install it
        ```
        :::
        ::::
        :::::
        ::::::
    """)


def test_headings_in_tabs_keep_their_level_and_number_their_ids() -> None:
    source = '<Tabs>\n  <Tab title="A">\n    ## Setup\n  </Tab>\n  <Tab title="B">\n    ## Setup\n  </Tab>\n</Tabs>'
    headings = [(t.tag, t.attrGet("id")) for t in parse(converted(source)) if t.type == "heading_open"]
    assert headings == [("h2", "setup"), ("h2", "setup-2")]


def test_a_tab_that_the_page_links_to_has_the_anchor_of_its_title() -> None:
    body = converted('[Go](#use-the-api)\n\n<Tabs><Tab title="Use the API">Call it.</Tab></Tabs>')
    assert '<a id="use-the-api"></a>' in body


def test_a_code_group_becomes_tabs_named_by_the_titles_of_its_fences() -> None:
    source = """
        <CodeGroup>

        ```bash macOS/Linux
        ls
        ```

        ```powershell
        dir
        ```

        </CodeGroup>
    """
    assert converted(source) == expected("""
        :::: tabs
        ::: tab "macOS/Linux"
        ```bash
        ls
        ```
        :::

        ::: tab "powershell"
        ```powershell
        dir
        ```
        :::
        ::::
    """)


def test_cards_keep_title_target_and_text_and_lose_their_icons() -> None:
    source = """
        <CardGroup cols={3}>
          <Card
            title="Prompts"
            icon="message"
            href="/server/prompts"
          />
          <Card title="Tools" arrow>With **text**.</Card>
        </CardGroup>
    """
    assert converted(source) == expected("""
        :::: cards columns="3"
        ::: card "Prompts" href="/server/prompts"
        :::

        ::: card "Tools"
        With **text**.
        :::
        ::::
    """)


def test_a_card_on_its_own_is_a_group_of_one() -> None:
    assert converted('<Card title="One" href="/x">Text.</Card>') == (
        ':::: cards\n::: card "One" href="/x"\nText.\n:::\n::::\n'
    )


def test_accordions_fold() -> None:
    source = """
        <AccordionGroup>
          <Accordion title="Why `it`?" defaultOpen>
            Because.
          </Accordion>
          <Accordion title="How?" defaultOpen={false}>So.</Accordion>
        </AccordionGroup>
    """
    assert converted(source) == expected("""
        ::: details "Why `it`?" open="true"
        Because.
        :::

        ::: details "How?"
        So.
        :::
    """)


def test_html_that_folds_folds() -> None:
    assert converted("<details>\n<summary>More of `it`</summary>\n\nText.\n\n</details>") == (
        '::: details "More of `it`"\nText.\n:::\n'
    )


def test_a_frame_has_its_caption_as_title() -> None:
    source = '<Frame caption="A -> B" style={{ textAlign: "center" }}>\n  <img src="/a.png" alt="A" />\n</Frame>'
    assert converted(source) == '::: frame "A -> B"\n<img src="/a.png" alt="A">\n:::\n'


def test_the_size_an_image_asks_for_is_kept() -> None:
    source = "Click <img src=\"/i.png\" style={{display: 'inline', margin: 0, height: '1.3em'}} /> there."
    assert converted(source) == 'Click <img src="/i.png" alt="" height="1.3em"> there.\n'


def test_a_tooltip_is_an_abbreviation_also_in_a_table() -> None:
    source = '| A |\n| --- |\n| <Tooltip tip="Say &quot;so&quot;">so</Tooltip> |'
    assert converted(source) == '| A |\n| --- |\n| <abbr title="Say &quot;so&quot;">so</abbr> |\n'


def test_a_badge_is_a_span() -> None:
    assert converted('| <Badge color="green" shape="pill">Tier&nbsp;1</Badge> |') == (
        '| <span class="badge">Tier&nbsp;1</span> |\n'
    )


def test_an_icon_goes_with_the_space_behind_it() -> None:
    source = '## <Icon icon="download" /> Install\n\n* <Icon icon="link" /> [A](/a)\n\n| <Icon icon="gem" /> &nbsp; B |'
    assert converted(source) == "## Install {#install}\n\n* [A](/a)\n\n| B |\n"


def test_an_icon_that_is_all_there_is_shows_what_it_stands_for() -> None:
    assert converted('| Yes |\n| --- |\n| <Icon icon="check" /> |') == "| Yes |\n| --- |\n| ✓ |\n"


def test_a_tree_becomes_a_nested_list() -> None:
    source = """
        <Tree>
          <Tree.Folder name="app" defaultOpen>
            <Tree.File name="server.ts" comment="the server" />
          </Tree.Folder>
        </Tree>
    """
    assert converted(source) == "::: tree\n- `app/`\n  - `server.ts` the server\n:::\n"


def test_an_update_has_a_label_an_anchor_and_its_tags() -> None:
    source = '<Update label="May 12, 2026" tags={["a", "b"]} rss={{ title: "x" }}>\n  ## New\n</Update>'
    assert converted(source) == expected("""
        ::: update "May 12, 2026" id="may-12-2026"
        <span class="badge">a</span> <span class="badge">b</span>

        ## New {#new}
        :::
    """)


def test_updates_of_one_day_have_anchors_of_their_own() -> None:
    body = converted('<Update label="May 1">A</Update>\n\n<Update label="May 1">B</Update>')
    assert 'id="may-1"' in body and 'id="may-1-2"' in body


def test_fields_tell_type_default_and_whether_they_are_required() -> None:
    assert converted('<ParamField path="name" type="string" required>Its name.</ParamField>') == (
        '::: field "name" type="string" required="true"\nIts name.\n:::\n'
    )
    assert converted('<ResponseField name="n" type="int" default="5">It.</ResponseField>') == (
        '::: field "n" type="int" default="5"\nIt.\n:::\n'
    )


def test_what_plays_elsewhere_is_a_link() -> None:
    assert converted('<Frame>\n  <iframe src="https://v.example/1" title="Studio" allowFullScreen />\n</Frame>') == (
        "::: frame\n[Studio](https://v.example/1)\n:::\n"
    )
    assert converted('<video controls src="https://v.example/1.mp4"></video>') == "[Video](https://v.example/1.mp4)\n"


def test_an_unknown_component_leaves_its_text_and_a_warning() -> None:
    source = "<Gadget mode={{ a: [1, 2] }}>\n  Some **text**.\n</Gadget>"
    assert converted(source) == "Some **text**.\n"
    assert warnings(source) == ("unknown component <Gadget>: its content is shown as text",)


def test_an_html_table_becomes_one_of_markdown() -> None:
    source = (
        "<table>\n<tr><th>A</th><th>B</th></tr>\n<tr><td><code>x|y</code></td><td className='w'>b</td></tr>\n</table>"
    )
    assert converted(source) == "| A | B |\n| --- | --- |\n| <code>x\\|y</code> | b |\n"


def test_html_lists_and_paragraphs_become_markdown() -> None:
    source = "<div>\n  <p>Such as:</p>\n  <ul>\n    <li>one <code>a_b</code></li>\n    <li>two</li>\n  </ul>\n</div>"
    assert converted(source) == "Such as:\n\n- one `a_b`\n- two\n"


def test_a_list_in_a_cell_stays_html() -> None:
    assert converted("| A |\n| --- |\n| x <ul><li>`b`</li><li>c</li></ul> |") == (
        "| A |\n| --- |\n| x <ul><li>`b`</li><li>c</li></ul> |\n"
    )
