"""Blocks of raw HTML in Material Markdown: figures, folded parts, call-outs, widgets, scripts."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from builder.pages.markdown import write_container
from builder.pages.material_kinds import read_kind

_START = re.compile(r" *<(?P<tag>[a-zA-Z][\w-]*|!--)(?P<rest>[^>]*>?)")
_MARKDOWN = re.compile(r"""\s+markdown(?:=(?:"[^"]*"|'[^']*'|\w+))?(?=[\s>/])""")
_CLASS = re.compile(r"""\bclass\s*=\s*["']([^"']*)["']""")
_CONTROL = re.compile(r"<(?:input|button|select|textarea|form)\b", re.I)
_PARAGRAPH = re.compile(r"</?p\b[^>]*>", re.I)
LINK = re.compile(r"(?<!!)\[([^\[\]]+)\]\(([^\s()]+)\)")
_TAG = re.compile(r"<[^>]*>")
_DROPPED = ("script", "style", "noscript")
_BOXES = ("div", "figure", "details", "section", "article", "p")

Convert = Callable[[Sequence[str]], str]


def convert_html(lines: Sequence[str], at: int, convert: Convert) -> tuple[int, str] | None:
    """The line behind the HTML block that begins at a line, and what stands for it; None to leave it as it is."""
    match = _START.match(lines[at])
    if not match:
        return None
    tag = match["tag"].lower()
    if tag == "!--":
        return _comment(lines, at)
    if tag in _DROPPED:
        end = _end(lines, at, tag)
        return end[0], _rest(lines, end)
    if tag not in _BOXES:
        return None
    opening, inner, after = _element(lines, at, tag)
    classes = _CLASS.search(opening)
    names = classes[1].split() if classes else []
    if tag == "details":
        return after, _details(inner, names, convert)
    if "admonition" in names:
        return after, _admonition(inner, names, convert)
    if "github-only" in names or (_CONTROL.search(inner) and tag == "div"):
        # A control does nothing without its script; what it would have drawn is not there either.
        images = re.findall(r"<img\b[^>]*>", inner) if "github-only" not in names else []
        return after, "\n\n".join(images)
    if tag == "figure":
        return after, _figure(inner, convert)
    if _MARKDOWN.search(opening):
        plain = _MARKDOWN.sub("", opening)
        return after, f"{plain}\n\n{convert(_outdented(inner))}\n\n</{tag}>"
    if tag == "div" and not _TAG.sub("", inner).strip() and "<img" not in inner and "<iframe" not in inner:
        return after, ""
    return None


def _comment(lines: Sequence[str], at: int) -> tuple[int, str] | None:
    for n in range(at, len(lines)):
        _, closed, rest = lines[n].partition("-->")
        if closed:
            return n + 1, rest.strip()
    return None


def _end(lines: Sequence[str], at: int, tag: str) -> tuple[int, int]:
    """The line behind the element that begins at a line, and the column behind its closing tag on the line before."""
    depth = 0
    for n in range(at, len(lines)):
        for mark in re.finditer(rf"<(/?){tag}\b[^>]*>", lines[n], re.I):
            depth += -1 if mark[1] else 0 if mark[0].endswith("/>") else 1
            if depth <= 0:
                return n + 1, mark.end()
    return len(lines), len(lines[-1])


def _rest(lines: Sequence[str], end: tuple[int, int]) -> str:
    return lines[end[0] - 1][end[1] :].strip()


def _element(lines: Sequence[str], at: int, tag: str) -> tuple[str, str, int]:
    """The opening tag, what the element holds, and the line behind it. Text behind its end is given to its inside."""
    after, column = _end(lines, at, tag)
    text = "\n".join([*lines[at : after - 1], lines[after - 1][:column]])
    opening, _, inner = text.lstrip().partition(">")
    inner = re.sub(rf"</{tag}\s*>\s*$", "", inner, flags=re.I)
    rest = _rest(lines, (after, column))
    return opening + ">", f"{inner}\n{rest}" if rest else inner, after


def _outdented(text: str) -> list[str]:
    lines = text.strip("\n").split("\n")
    margin = min((len(line) - len(line.lstrip(" ")) for line in lines if line.strip()), default=0)
    return [line[margin:] if line.strip() else "" for line in lines]


def _details(inner: str, names: Sequence[str], convert: Convert) -> str:
    summary = re.search(r"<summary[^>]*>(.*?)</summary>", inner, re.S | re.I)
    title = title_text(summary[1]) if summary else "Details"
    body = inner[: summary.start()] + inner[summary.end() :] if summary else inner
    kind = read_kind(names[0])[0] if names else "note"
    return write_container("details", convert(_paragraphs(body)), title, type=kind)


def _admonition(inner: str, names: Sequence[str], convert: Convert) -> str:
    heading = re.search(r'<p class="admonition-title">(.*?)</p>', inner, re.S | re.I)
    title = title_text(heading[1]) if heading else ""
    body = inner[: heading.start()] + inner[heading.end() :] if heading else inner
    kind, own = read_kind(next((name for name in names if name != "admonition"), "note"))
    return write_container(kind, convert(_paragraphs(body)), title or own)


def _paragraphs(body: str) -> list[str]:
    """The inside of an HTML box: its `<p>` as paragraphs; where it is HTML only, its indentation means nothing."""
    lines = _outdented(_PARAGRAPH.sub("\n\n", body))
    if "```" in body:
        return lines
    bare = [line.lstrip() for line in lines]
    # A line that begins with a tag is not read as Markdown, but links were meant as links.
    return [LINK.sub(r'<a href="\2">\1</a>', line) if line.startswith("<") else line for line in bare]


def _figure(inner: str, convert: Convert) -> str:
    caption = re.search(r"<figcaption[^>]*>(.*?)</figcaption>", inner, re.S | re.I)
    body = inner[: caption.start()] + inner[caption.end() :] if caption else inner
    return write_container("frame", convert(_outdented(body)), title_text(caption[1]) if caption else "")


def title_text(text: str) -> str:
    """A line of HTML or Markdown as a title: words, and code between backticks."""
    text = re.sub(r"</?code>", "`", text, flags=re.I)
    text = LINK.sub(r"\1", text)
    return " ".join(_TAG.sub("", text).split())
