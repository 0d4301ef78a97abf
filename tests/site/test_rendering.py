"""Our Markdown as HTML: each construct of docs/formats.md."""

from __future__ import annotations

import pytest

from builder.site.code import lines_of
from builder.site.render import Heading, render


def html(body: str) -> str:
    return render(body, "/demo/1.0/page/").html


def test_a_heading_keeps_its_id_and_gets_a_permalink() -> None:
    assert '<h2 id="a-b">A &amp; <code>b</code><a class="headerlink" href="#a-b"' in html("## A & `b` {#a-b}")


def test_headings_are_listed_in_reading_order_without_marks() -> None:
    rendered = render("## One *two* {#one}\n\n### `x` {#x}\n", "/")
    assert rendered.toc == (Heading(2, "one", "One two"), Heading(3, "x", "x"))


def test_headings_without_ids_get_different_ones() -> None:
    assert [heading.id for heading in render("## Same\n\n## Same\n", "/").toc] == ["same", "same-2"]


def test_a_callout_has_its_kind_and_its_own_name_as_title() -> None:
    assert html("::: warning\nHot.\n:::\n") == (
        '<div class="admonition warning">\n<p class="admonition-title">Warning</p>\n<p>Hot.</p>\n</div>\n'
    )


def test_a_callout_may_have_a_title_with_code() -> None:
    assert '<p class="admonition-title">Use <code>uv</code> &amp; go</p>' in html('::: check "Use `uv` & go"\nx\n:::\n')


def test_details_are_folded_unless_open() -> None:
    assert '<details class="plain">\n<summary>More</summary>' in html('::: details "More"\nx\n:::\n')
    assert '<details class="note" open="">' in html('::: details "More" open="true" type="note"\nx\n:::\n')


def test_tabs_have_radio_buttons_and_labels_that_belong_together() -> None:
    made = html(':::: tabs\n::: tab "A"\nfirst\n:::\n::: tab "B"\nsecond\n:::\n::::\n')
    assert '<div class="tabbed-set tabbed-alternate" data-tabs="1:2">' in made
    assert '<input type="radio" id="__tabbed_1_1" name="__tabbed_1" checked="checked">' in made
    assert '<input type="radio" id="__tabbed_1_2" name="__tabbed_1">' in made
    assert (
        '<div class="tabbed-labels"><label for="__tabbed_1_1">A</label><label for="__tabbed_1_2">B</label></div>'
        in made
    )
    assert made.count('<div class="tabbed-block">') == 2


def test_tabs_within_tabs_do_not_share_ids() -> None:
    inner = ':::: tabs\n::: tab "C"\nx\n:::\n::::\n'
    made = html(f':::::: tabs\n::::: tab "A"\n{inner}:::::\n::::: tab "B"\n{inner}:::::\n::::::\n')
    ids = [part.split('"')[0] for part in made.split(' id="')[1:]]
    assert len(ids) == 4 and len(set(ids)) == 4


def test_steps_are_an_ordered_list() -> None:
    made = html(':::: steps\n::: step "First" id="first"\nDo it.\n:::\n::::\n')
    assert made.startswith(
        '<ol class="steps">\n<li id="first"><div class="step">\n<p class="step-title">First</p>\n<p>Do it.</p>'
    )


def test_a_card_links_by_its_title() -> None:
    made = html(':::: cards columns="2"\n::: card "Tools" href="/demo/1.0/tools/"\nWhat they do.\n:::\n::::\n')
    assert '<div class="cards cards-2">' in made
    assert '<p class="card-title"><a href="../tools/">Tools</a></p>\n<p>What they do.</p>' in made


def test_a_frame_is_a_figure_with_its_title_as_caption() -> None:
    made = html('::: frame "A view"\n![v](/assets/media/v.png)\n:::\n')
    assert made.startswith('<figure class="frame">\n') and made.endswith("<figcaption>A view</figcaption>\n</figure>\n")


def test_a_field_shows_type_need_and_default() -> None:
    made = html('::: field "name" type="string" required="true" default="x"\nText.\n:::\n')
    assert '<code class="field-name">name</code> <span class="field-type">string</span>' in made
    assert '<span class="field-required">required</span>' in made
    assert '<span class="field-default">default <code>x</code></span>' in made


@pytest.mark.parametrize(("name", "expected"), [("tree", '<div class="tree">'), ("columns", '<div class="columns">')])
def test_plain_containers_are_boxes(name: str, expected: str) -> None:
    assert html(f"::: {name}\n- a\n:::\n").startswith(expected)


def test_an_entry_of_a_changelog_has_its_label_and_anchor() -> None:
    made = html('::: update "v2" id="v2" description="May 2026"\nNew.\n:::\n')
    assert made.startswith('<section class="update" id="v2">\n<div><p class="update-label">v2</p>')
    assert '<p class="update-about">May 2026</p></div>' in made


def test_an_unknown_container_keeps_its_words() -> None:
    assert html('::: hologram "Title"\nText.\n:::\n') == '<div>\n<p class="label">Title</p>\n<p>Text.</p>\n</div>\n'


def test_code_has_language_file_name_and_colours() -> None:
    made = html('```python title="a b.py"\nimport os\n```\n')
    assert made.startswith('<div class="language-python highlight"><span class="filename">a b.py</span><pre><code>')
    assert '<span class="kn">import</span>' in made


def test_code_of_an_unknown_language_is_text() -> None:
    assert html("```klingon\n<x>\n```\n") == (
        '<div class="language-klingon highlight"><pre><code>&lt;x&gt;\n</code></pre></div>\n'
    )


def test_lines_are_marked_added_and_removed() -> None:
    made = html('```text hl_lines="1" ins="2" del="3"\na\nb\nc\nd\n```\n')
    assert (
        '<span class="line hll">a\n</span><span class="line ins">b\n</span><span class="line del">c\n</span>d\n' in made
    )


def test_a_string_over_several_lines_is_marked_line_by_line() -> None:
    made = html('```python hl_lines="2"\nx = """\ny"""\n```\n')
    assert '<span class="line hll"><span class="s2">y&quot;&quot;&quot;</span>\n</span>' in made.replace(
        '"""', "&quot;" * 3
    )


def test_ranges_of_lines_are_read() -> None:
    assert lines_of("2 4-6, 9") == {2, 4, 5, 6, 9}
    assert lines_of("x -3") == set()


def test_a_diagram_is_text_until_it_is_drawn() -> None:
    rendered = render("```mermaid\nA-->B\n```\n", "/")
    assert rendered.html == '<div class="diagram"><pre>A--&gt;B\n</pre></div>\n' and rendered.diagrams


def test_task_lists_have_boxes_that_cannot_be_changed() -> None:
    made = html("- [x] done\n- [ ] open\n")
    assert '<ul class="task-list">' in made
    assert '<label class="task-list-control"><input type="checkbox" disabled="disabled" checked="checked">' in made
    assert '<label class="task-list-control"><input type="checkbox" disabled="disabled"><span' in made


def test_tables_scroll_by_themselves_and_keep_alignment() -> None:
    made = html("| a | b |\n| --- | --: |\n| 1 | 2 |\n")
    assert made.startswith('<div class="table-wrap" tabindex="0"><table>') and '<td align="right">2</td>' in made


def test_footnotes_link_to_and_fro() -> None:
    made = html("Text[^a].\n\n[^a]: Note.\n")
    assert '<sup id="fnref:1"><a class="footnote-ref" href="#fn:1">1</a></sup>' in made
    assert '<li id="fn:1"><p>Note. <a class="footnote-backref" href="#fnref:1"' in made


def test_lists_are_read_as_commonmark_reads_them() -> None:
    assert html("Text\n- a\n  - b\n\n    ```\n    c\n    ```\n").count("<ul>") == 2


def test_images_wait_until_they_are_seen_and_keep_their_size() -> None:
    made = html('<img src="/assets/media/x.png" alt="X" width="10" height="20">\n')
    assert (
        '<img src="../../../assets/media/x.png" alt="X" width="10" height="20" loading="lazy" decoding="async">' in made
    )
