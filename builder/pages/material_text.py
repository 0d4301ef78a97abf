"""What Material and Python-Markdown mark within lines -> our Markdown. Code is never touched."""

from __future__ import annotations

import html
import re
from collections.abc import Callable

from pymdownx import twemoji_db  # type: ignore[import-untyped]  # it says no types; only its table is used

_FENCE = re.compile(
    r"^(?P<prefix>[ \t>]*)(?P<marks>`{3,}|~{3,})[^`\n]*\n(?:.*\n)*?(?P=prefix)(?P=marks)[`~]*[ \t]*$", re.MULTILINE
)
_CODE = re.compile(r"(?<![`\\])(?P<marks>`+)(?!`)(?P<code>(?:(?!\n[ \t]*\n)[\s\S])*?[^`])(?P=marks)(?!`)")
_HIGHLIGHTED = re.compile(r"^(`+)#!\w+ ")  # pymdownx.inlinehilite
_MASK = re.compile("\ue000(\\d+)\ue001")
_COMMENT = re.compile(r"<!--.*?-->", re.S)
_TAG = re.compile(r"</?([A-Za-z][\w.-]*)(?=[\s/>])[^<>]*>")
_DEFINITION = re.compile(r"^ {0,3}\[([^\]^][^\]]*)\]:", re.M)
_CODE_LINK = re.compile(r"@\[([^\[\]]+)\](?:\[([^\[\]]*)\])?")
_REFERENCE = re.compile(r"(?<![!\\\]])\[((?:[^\[\]\\]|\\.)*)\]\[([\w.-]*)\]")
_HALF_LINK = re.compile(r"\]\[([^\s\[\]()]+)\)")  # `[text][page.md)`, a slip that occurs
_GAP = re.compile(r"\n(?:[ \t]*\n){2,}")
_NAME = re.compile(r"[A-Za-z_]\w*(?:\.\w+)*(?:\(\))?$")
_ANCHOR = re.compile(r"\[\]\(\)\{: ?#([^\s}]+)[^}]*\}|\[\]\(\)\{ ?#([^\s}]+)[^}]*\}")
_ATTRIBUTE = r"""(?:[#.][\w.:-]+|[\w-]+=(?:"[^"\n]*"|'[^'\n]*'|[^\s}"']+)|markdown|annotate)"""
_LIST = rf"\{{:?[ \t]*{_ATTRIBUTE}(?:[ \t]+{_ATTRIBUTE})*[ \t]*\}}"
_ATTRIBUTES = re.compile(
    # behind what they speak of, on a line of their own, or anywhere with a colon
    rf"(?<=[)\]>*_\ue001:]){_LIST}|^[ \t]*{_LIST}[ \t]*$|[ \t]*\{{:[^{{}}\n]*\}}",
    re.MULTILINE,
)
_HEADING = re.compile(rf"^([ \t>]*#{{1,6}}[ \t].*?)[ \t]*({_LIST})[ \t]*$", re.M)
_FLAT_TAB = re.compile(r'^([ \t]*)===[!+]? "([^"\n]+)"[ \t]+(?=\S)', re.MULTILINE)  # a tab all on one line, a slip
_WIDE_HEADING = re.compile(r"^([ \t>]*#{1,6})[^\S \t\n]+", re.MULTILINE)  # a no-break space, for one
_ICON = re.compile(r":(?:material|fontawesome|octicons|simple)-[a-z0-9-]+:(?:\{[^{}\n]*\})?[ \t]*")
_IMAGE = re.compile(rf"!\[(?P<alt>[^\[\]]*)\]\((?P<source>[^\s()]+)\)(?P<list>{_LIST})")
_SHOWN = re.compile(r"""\b(width|height|style)=(?:"([^"]*)"|'([^']*)'|([^\s}]+))""")
_EMOJI = re.compile(r"(?<![\w:]):[a-z0-9][a-z0-9_+-]*:(?![\w:])")
_KEYS = re.compile(r"(?<!\+)\+\+([a-z0-9-]+(?:\+[a-z0-9-]+)*)\+\+(?!\+)")
_ABBREVIATION = re.compile(r"^ {0,3}\*\[([^\]\n]+)\]:[ \t]*(.*)\n?", re.M)
# What surrounds words, and the element that says the same.
_MARKS = (
    (re.compile(r"(?<![=\w])==(?=\S)([^=\n]+)(?<=\S)==(?![=\w])"), "mark"),
    (re.compile(r"(?<!\^)\^\^(?=\S)([^\^\n]+)(?<=\S)\^\^(?!\^)"), "ins"),
    (re.compile(r"(?<=\w)\^([^\s^]+)\^(?!\^)"), "sup"),
    (re.compile(r"(?<=\w)~([^\s~]+)~(?!~)"), "sub"),
)
_BARE_URL = re.compile(r"(?<![\w(<\"'\[=/`])https?://[^\s<>|\"'`\]\ue000]+[^\s<>|\"'`\].,:;!?)*_\ue000]")
# Of a picture in two forms, the one for a dark page: pages show both schemes, the other form does for both.
_DARK = re.compile(r"""[ \t]*<img\b[^>]*\bclass=["'][^"'>]*-dark\b[^>]*>\n?|!\[[^\]]*\]\([^\s()]*#only-dark\)""")
_VIDEO = re.compile(r"<(video|audio|iframe)\b(?P<tag>[^>]*)>(?P<inner>.*?)</\1\s*>", re.S | re.I)

# Elements of HTML that text may hold; what else stands in angle brackets is text: `<thread_id>`.
_ELEMENT = re.compile(
    r"(?:a|abbr|address|article|aside|b|blockquote|br|button|caption|center|cite|code|col|colgroup|dd|del|details|dfn|div"
    r"|dl|dt|em|figcaption|figure|font|footer|h[1-6]|header|hr|i|iframe|img|input|ins|kbd|label|li|main|mark|nav|ol|p"
    r"|picture|pre|q|s|samp|script|section|small|source|span|strike|strong|style|sub|summary|sup|svg|table|tbody|td"
    r"|tfoot|th|thead|time|tr|tt|u|ul|var|video|audio|wbr)",
    re.IGNORECASE,
)


def outside_code(body: str, change: Callable[[str], str]) -> str:
    """`body` with a change made to its text, in which each fence and code span is one sign that cannot be split.

    A code span within a table's row keeps its bars: CommonMark would split the cell there.
    """
    kept: list[str] = []

    def mask(match: re.Match[str]) -> str:
        kept.append(match[0])
        return f"\ue000{len(kept) - 1}\ue001"

    masked = _CODE.sub(mask, _FENCE.sub(mask, body))

    def restore(line: str) -> str:
        row = line.lstrip(" >").startswith("|")

        def unmask(match: re.Match[str]) -> str:
            code = _HIGHLIGHTED.sub(r"\1", kept[int(match[1])])
            return re.sub(r"(?<!\\)\|", r"\\|", code) if row else code

        return _MASK.sub(unmask, line)

    return "\n".join(restore(line) for line in change(masked).split("\n"))


def convert_text(body: str) -> str:
    """The whole body; blocks are ours already."""
    return outside_code(body, _convert)


def _convert(text: str) -> str:
    text = _COMMENT.sub("", text)
    text = _DARK.sub("", text)
    text = _VIDEO.sub(_player, text)
    text = _TAG.sub(lambda tag: tag[0] if _ELEMENT.fullmatch(tag[1]) else "&lt;" + tag[0][1:], text)
    text = _FLAT_TAB.sub(r"\1**\2** ", text)
    text = _WIDE_HEADING.sub(r"\1 ", text)
    text = _HEADING.sub(_heading, text)
    text = _ICON.sub("", text)
    text = _EMOJI.sub(_emoji, text)
    text = _KEYS.sub(lambda keys: "+".join(f"<kbd>{key.capitalize()}</kbd>" for key in keys[1].split("+")), text)
    for marks, element in _MARKS:
        text = marks.sub(rf"<{element}>\1</{element}>", text)
    text = _IMAGE.sub(_image, text)
    text = _abbreviations(text)
    text = _ANCHOR.sub(lambda anchor: f'<a id="{anchor[1] or anchor[2]}"></a>', text)
    text = _CODE_LINK.sub(_code_link, text)
    text = _HALF_LINK.sub(r"](\1)", text)
    defined = {name.lower() for name in _DEFINITION.findall(text)}
    text = _REFERENCE.sub(lambda reference: _reference(reference, defined), text)
    text = _ATTRIBUTES.sub("", text)
    text = _BARE_URL.sub(lambda url: f"<{url[0]}>", text)
    return _GAP.sub("\n\n", text)


def _emoji(match: re.Match[str]) -> str:
    known = twemoji_db.emoji.get(twemoji_db.aliases.get(match[0], match[0]))
    return "".join(chr(int(part, 16)) for part in known["unicode"].split("-")) if known else match[0]


def _image(match: re.Match[str]) -> str:
    """An image with a size of its own as HTML, which can carry it."""
    shown = {name: a or b or c for name, a, b, c in _SHOWN.findall(match["list"])}
    attributes = "".join(f' {name}="{value}"' for name, value in shown.items())
    return f'<img src="{match["source"]}" alt="{match["alt"].replace(chr(34), "&quot;")}"{attributes}>'


def _abbreviations(text: str) -> str:
    """Abbreviations that the page explains, explained where they stand: in text, not in headings or addresses."""
    meanings = dict(_ABBREVIATION.findall(text))
    if not meanings:
        return text
    names = "|".join(re.escape(name) for name in sorted(meanings, key=len, reverse=True))
    found = re.compile(rf"(?P<kept>^[ \t>]*(?:#|:::).*$|\]\([^)\n]*\)|<[^>\n]*>)|\b(?P<name>{names})\b", re.M)

    def explain(match: re.Match[str]) -> str:
        return match["kept"] or f'<abbr title="{html.escape(meanings[match["name"]].strip())}">{match["name"]}</abbr>'

    return found.sub(explain, _ABBREVIATION.sub("", text))


def _heading(match: re.Match[str]) -> str:
    name = re.search(r"#([\w.:-]+)", match[2])
    return f"{match[1]} {{#{name[1]}}}" if name else match[1]


def _code_link(match: re.Match[str]) -> str:
    """`@[Name][ref]` becomes its text: as code where it is the name of something in code."""
    text, name = match[1], match[2]
    named = _NAME.match(text) and (text == name or any(sign in text for sign in "._(") or not text.islower())
    return f"`{text}`" if named else text


def _reference(match: re.Match[str], defined: set[str]) -> str:
    """A reference that the page defines stays; one to an object of the code, or to a heading by its id, is a link."""
    text, name = match[1], match[2]
    if (name or text).lower() in defined:
        return match[0]
    if "." in name or (text and "-" in name):
        return f"[{text or '`' + name.rpartition('.')[2] + '`'}](autoref:{name})"
    return text if name and text else match[0]


def _player(match: re.Match[str]) -> str:
    """A video as a link: nothing is loaded from elsewhere."""
    source = re.search(r"""\bsrc\s*=\s*["']([^"']+)["']""", match["tag"] + match["inner"])
    title = re.search(r"""\btitle\s*=\s*["']([^"']+)["']""", match["tag"])
    if not source:
        return ""
    name = title[1] if title else "Video: " + source[1].rpartition("/")[2]
    return f'<a href="{source[1]}">{name}</a>'
