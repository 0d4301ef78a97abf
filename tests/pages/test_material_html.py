"""Raw HTML in Material Markdown."""

from builder.pages.material import convert


def test_scripts_and_styles_and_comments_are_gone() -> None:
    script, style = "<script>\nlet x = 1;\n\nlet y;\n</script>", "<style>\nh1 {}\n</style>"
    assert convert(f"A.\n\n{script}\n\n{style}\n\n<!---\nno\n-->\n\nB <!-- c -->.") == "A.\n\nB .\n"


def test_a_figure_becomes_a_frame_under_its_caption() -> None:
    source = (
        '<figure markdown="1">\n![image](a.png)\n'
        "<figcaption>Both <strong>kinds</strong> of\nmemory</figcaption>\n</figure>"
    )
    assert convert(source) == '::: frame "Both kinds of memory"\n![image](a.png)\n:::\n'


def test_an_admonition_in_html_becomes_a_container() -> None:
    source = (
        '<div class="admonition tip">\n    <p class="admonition-title">Set up <a href="https://s.example">S</a></p>\n'
        '    <p style="padding: 5px;">\n        Sign <b>up</b>.\n    </p>\n</div>'
    )
    assert convert(source) == '::: tip "Set up S"\nSign <b>up</b>.\n:::\n'


def test_details_in_html_hold_markdown() -> None:
    source = '<details class="example"><summary>More <code>x</code></summary>\n\nText:\n\n```python\nx\n```\n</details>'
    assert convert(source) == '::: details "More `x`" type="example"\nText:\n\n```python\nx\n```\n:::\n'


def test_a_box_with_markdown_in_it_is_read_as_markdown() -> None:
    assert convert('<div class="grid" markdown>\n- **a**\n- b\n</div>') == (
        '<div class="grid">\n\n- **a**\n- b\n\n</div>\n'
    )


def test_of_a_widget_only_its_picture_remains() -> None:
    label = '<label><input type="checkbox"> a</label>'
    source = f'<div class="x">\n  <h3>Pick</h3>\n  {label}\n  <img src="a.svg" alt="A">\n</div>'
    assert convert(source) == '<img src="a.svg" alt="A">\n'


def test_a_video_is_a_link() -> None:
    video = '<video controls src="../a.mp4" type="video/mp4"></video>'
    assert convert(video) == '<a href="../a.mp4">Video: a.mp4</a>\n'
    assert convert('<iframe src="https://v.example/1" title="What is it?"></iframe>') == (
        '<a href="https://v.example/1">What is it?</a>\n'
    )


def test_an_anchor_stays() -> None:
    assert convert('<a id="here"></a>\n\nText.') == '<a id="here"></a>\n\nText.\n'
