"""TypeDoc's HTML of schema pages."""
# ruff: noqa: E501 - the text of a page stands on one line, as upstream's does

from builder.pages.links import ids
from builder.pages.mdx import convert

TYPE = (
    '<div class="type">\n\n### `Error`\n\n<div class="tsd-signature"><span class="tsd-signature-keyword">interface</span> '
    '<span class="tsd-kind-interface">Error</span> <span class="tsd-signature-symbol">&#x7B;</span><br/>&nbsp;&nbsp;'
    '<a class="tsd-kind-property" href="#error-data">data</a><span class="tsd-signature-symbol">?:</span> '
    '<a href="#result" class="tsd-signature-type">Result</a><span class="tsd-signature-symbol">&#x5B;]</span>'
    '<span class="tsd-signature-symbol">;</span><br/><span class="tsd-signature-symbol">}</span></div> '
    '<div class="tsd-comment tsd-typography"><p>An error\nwith <code>&#x5F;meta</code>.</p> </div> '
    '<section class="tsd-panel tsd-member"> <div class="tsd-anchor-link" id="error-data" data-typedoc-h="3">'
    '<span>data?: &quot;a&quot; | Result&#x5B;]</span><a href="#error-data" aria-label="Permalink" '
    'class="tsd-anchor-icon"><svg viewBox="0 0 24 24"><use href="assets/icons.svg#icon-anchor"/></svg></a></div> '
    '<div class="tsd-comment tsd-typography"><p>More of it.</p> </div><aside class="tsd-sources"> '
    "<p>Inherited from Base.data</p></aside></section>\n</div>\n"
)

EXAMPLE = (
    '<div class="tsd-comment tsd-typography"> <details class="tsd-tag-example"> <summary class="tsd-anchor-link">Example: '
    'A<a href="#e-1" class="tsd-anchor-icon"><svg><use href="assets/icons.svg#a"/></svg></a></summary><pre id="e-1">'
    '<code class="json"><span class="hl-0">&#x7B;</span><br/><span class="hl-0">  </span><span class="hl-1">&quot;&#x5F;a'
    '&quot;</span><span class="hl-0">: 1</span><br/><span class="hl-0">}</span> </code><button type="button">Copy</button>'
    "</pre> </details></div>"
)


def test_a_type_is_its_linked_signature_its_comment_and_its_members() -> None:
    assert convert(TYPE, "schema.mdx").body == (
        "### `Error` {#error}\n"
        "\n"
        '<pre class="signature"><code>interface Error {\n'
        '  <a href="#error-data">data</a>?: <a href="#result">Result</a>[];\n'
        "}</code></pre>\n"
        "\n"
        "An error with `_meta`.\n"
        "\n"
        '::: field "data" id="error-data" type="\\"a\\" | Result[]"\n'
        "More of it.\n"
        "\n"
        "<small>Inherited from Base.data</small>\n"
        ":::\n"
    )


def test_members_are_anchors() -> None:
    assert ids(convert(TYPE, "schema.mdx").body) == {"error", "error-data"}


def test_an_example_is_code_again() -> None:
    assert convert(EXAMPLE, "schema.mdx").body == (
        '::: details "Example: A"\n<a id="e-1"></a>\n\n```json\n{\n  "_a": 1\n}\n```\n:::\n'
    )


def test_nothing_of_it_is_unknown() -> None:
    assert convert(TYPE + EXAMPLE, "schema.mdx").warnings == ()
