"""Links and images found where they stand, and where they lead."""

from pathlib import Path

import pytest
from PIL import Image as Picture

from builder.editions import EditionId
from builder.pages.links import Image, ids, rewrite
from builder.pages.media import read_media, write_image
from builder.pages.redirects import Redirects
from builder.pages.targets import Answer, Place, Targets


def rewritten(body: str) -> str:
    """Every target with a plus in front, but `/gone`, which is dead; every image as its parts."""

    def image(found: Image) -> str:
        return f"({found.source}|{found.alt}{'|linked' if found.in_link else ''})"

    return rewrite(body, lambda target: None if target == "/gone" else "+" + target, image)


@pytest.mark.parametrize(
    ("body", "becomes"),
    [
        ("[a](/b)", "[a](+/b)"),
        ('[a](/b "A title")', '[a](+/b "A title")'),
        ("[a](</b c>)", "[a](<+/b c>)"),
        ("[a](/b_(c))", "[a](<+/b_(c)>)"),
        ("[a](https://x?b=1\\&c=2)", "[a](+https://x?b=1&c=2)"),
        ("[[RFC]](/b) and [x [y](/z)", "[[RFC]](+/b) and [x [y](+/z)"),
        ("**[`a]`](/b)**", "**[`a]`](+/b)**"),
        ("[a\nb](/c)", "[a\nb](+/c)"),
        ("[a][r] [r] [b](/c)\n\n[r]: /d 'T'", "[a][r] [r] [b](+/c)\n\n[r]: +/d 'T'"),
        ('<a href="/b">c</a>', '<a href="+/b">c</a>'),
        ('::: card "A" href="/b"\n:::', '::: card "A" href="+/b"\n:::'),
        ("- [ ] task [^1]\n\n[^1]: note", "- [ ] task [^1]\n\n[^1]: note"),
    ],
)
def test_a_target_is_changed_and_nothing_else(body: str, becomes: str) -> None:
    assert rewritten(body) == becomes


@pytest.mark.parametrize(
    "body",
    ["`[a](/b)`", "```\n[a](/b)\n[r]: /c\n```", "\\[a](/b)", "- ```\n  [a](/b)\n  ```", "<https://x.example>",
     "<pre><code>\n[key: string]: unknown;\n</code></pre>"],
)  # fmt: skip
def test_what_is_no_link_is_not_touched(body: str) -> None:
    assert rewritten(body) == body


@pytest.mark.parametrize(
    ("body", "becomes"),
    [
        ("See [the `a` page](/gone).", "See the `a` page."),
        ("See [a][r], [r].\n\n[r]: /gone\n", "See a, r.\n\n"),
        ('<a href="/gone"><b>x</b></a>', "<b>x</b>"),
        ('::: card "A" href="/gone"\n:::', '::: card "A"\n:::'),
    ],
)
def test_a_dead_link_leaves_its_text(body: str, becomes: str) -> None:
    assert rewritten(body) == becomes


def test_images_of_markdown_and_html_are_found_also_in_links() -> None:
    assert rewritten('![A b](/i.png "T") <img alt="C" src="/j.png">') == "(/i.png|A b) (/j.png|C)"
    assert rewritten("[![A](/i.png)](/b)") == "[(/i.png|A|linked)](+/b)"


def test_headings_containers_and_html_are_anchors_but_code_is_not() -> None:
    body = '## A {#a}\n\n<a id="b"></a>Text `<a id="no">`\n\n::: step "C" id="c"\n:::\n\n```\n## D {#d}\n```\n'
    assert ids(body) == {"a", "b", "c"}


NEW, OLD = EditionId("tide", "3.0"), EditionId("tide", "1.0")
TARGETS = Targets(
    upstream="https://tide.example",
    places={
        "spec/3.0/basic": {NEW: Place("/tide/3.0/spec/basic/", frozenset({"meta", "tasksget"}))},
        "spec/1.0/basic": {OLD: Place("/tide/1.0/spec/basic/", frozenset())},
        "examples": {
            NEW: Place("/tide/3.0/examples/", frozenset()), OLD: Place("/tide/1.0/examples/", frozenset())
        },
    },
    redirects=Redirects.read(
        [("/spec/latest/:slug*", "/spec/3.0/:slug*"), ("/base", "/spec/latest/basic#meta"), ("/forum", "https://f.example")]
    ),
    latest=NEW,
    served=lambda path: path == "hidden",
)  # fmt: skip


@pytest.mark.parametrize(
    ("written", "leads_to"),
    [
        ("/spec/1.0/basic", "/tide/1.0/spec/basic/"),
        ("/spec/3.0/basic/index.mdx#meta", "/tide/3.0/spec/basic/#meta"),
        ("./basic/", "/tide/1.0/spec/basic/"),
        ("../3.0/basic.md#meta", "/tide/3.0/spec/basic/#meta"),
        ("#", "/tide/1.0/spec/basic/"),
        ("/examples", "/tide/1.0/examples/"),
        ("/spec/latest/basic#meta", "/tide/3.0/spec/basic/#meta"),
        ("/base", "/tide/3.0/spec/basic/#meta"),
        ("/forum", "https://f.example"),
        ("https://tide.example/spec/3.0/basic#meta", "/tide/3.0/spec/basic/#meta"),
        ("https://tide.example/spec/3.0/basic#no", "https://tide.example/spec/3.0/basic#no"),
        ("https://else.example/a", "https://else.example/a"),
        ("mailto:a@tide.example", "mailto:a@tide.example"),
        ("/hidden?a=1#b", "https://tide.example/hidden?a=1#b"),
        ("/spec/3.0/basic#tasks%2Fget", "/tide/3.0/spec/basic/#tasksget"),
    ],
)
def test_a_link_leads_where_upstream_meant_it(written: str, leads_to: str) -> None:
    assert TARGETS.resolve(written, OLD, "spec/1.0/basic") == Answer(leads_to)


@pytest.mark.parametrize("written", ["/spec/3.0/client", "./nowhere", "javascript:alert(1)", "data:text/html,x"])
def test_a_link_that_leads_nowhere_is_broken(written: str) -> None:
    assert TARGETS.resolve(written, OLD, "spec/1.0/basic") == Answer(None, broken=True)


def test_an_anchor_that_is_missing_is_broken_and_leads_to_its_page() -> None:
    assert TARGETS.resolve("/spec/3.0/basic#no", OLD, "spec/1.0/basic") == Answer("/tide/3.0/spec/basic/", broken=True)


def test_a_pattern_stands_for_the_pages_it_leads_to() -> None:
    redirects = Redirects.read([("/a/:slug*", "/b/:slug*"), ("/one", "/b/x")])
    assert list(redirects.written_out(["b/x", "b/y/z", "c"])) == ["one", "a/x", "a/y/z"]
    assert redirects.follow("a/y/z", ["b/y/z"]) == "b/y/z"
    assert redirects.follow("c", ["c"]) is None


def test_redirects_in_a_circle_end() -> None:
    assert Redirects.read([("/a", "/b"), ("/b", "/a")]).follow("a", ["c"]) is None


def test_a_picture_is_named_by_its_content_and_has_its_size(tmp_path: Path) -> None:
    Picture.new("RGB", (40, 20)).save(tmp_path / "A.PNG")
    media = read_media(tmp_path / "A.PNG")
    assert len(media.name) == len("0123456789abcdef.png") and media.name.endswith(".png")
    assert write_image(media, 'A "b"', {}) == (
        f'<img src="/assets/media/{media.name}" alt="A &quot;b&quot;" width="40" height="20">'
    )
    assert 'width="42" height="21"' in write_image(media, "", {"height": "1.3em"})


def test_a_drawing_has_the_size_of_its_view_box(tmp_path: Path) -> None:
    (tmp_path / "a.svg").write_text('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 30.4 10"></svg>', "utf-8")
    media = read_media(tmp_path / "a.svg")
    assert (media.width, media.height) == (30, 10)
