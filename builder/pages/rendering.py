"""The tree of an MDX text as our Markdown: where a block may stand, and what is stripped before it."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from builder.pages.fences import read_info, read_marks, write_info
from builder.pages.javascript import literal
from builder.pages.jsx import Code, Element, Expression, Fence, Module, Node, Text
from builder.pages.markdown import slug

_PREFIX = re.compile(r"[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*")
_TAG_LIKE = re.compile(r"(?<!\\)<(?=[A-Za-z/!?])(?![A-Za-z][A-Za-z0-9+.-]+:[^\s<>]*>)(?![^\s<>@]+@[^\s<>]+>)")
_LONE_ANCHOR = re.compile(r"(?:^|\n)(?:<a id=\"[^\"]*\"></a>)+\Z")
_PARAGRAPH = re.compile(r"\s*\n(?=[A-Za-z*\[`])(?!\* )")
_BLANK_LINES = re.compile(r"\A(?:[ \t]*\n)*")
_BARE_URL = re.compile(r"(?:(?<=^)|(?<=[\s*_~])|(?<=[^\]]\())https?://[^\s<>\"|]+", re.MULTILINE)
_DEFINITION = re.compile(r"[ \t>]*\[[^\]]+\]:[ \t]*")
_SPACE_AFTER = re.compile(r"\A(?:[ \t]|&nbsp;)+")


@dataclass
class Renderer:
    """Writes one text; `blocks` and `inlines` say what becomes of an element, by its name."""

    source: str
    blocks: Mapping[str, Callable[[Element, Renderer], str]]
    inlines: Mapping[str, Callable[[Element, Renderer], str]]
    constants: dict[str, str | None] = field(
        default_factory=dict
    )  # of `export const`; None for a function of its props
    warnings: list[str] = field(default_factory=list)
    _ids: set[str] = field(default_factory=set)

    def block(self, element: Element) -> str:
        """The children of an element as Markdown of its own, from column 0."""
        return self.render(element.children, self._indent(element)).strip("\n").rstrip()

    def parts(self, element: Element) -> str:
        """The same of an element that holds elements alone: they stand at column 0, however they were indented."""
        for node in element.children:
            if isinstance(node, Element) and node.name in self.blocks:
                continue
            if not (isinstance(node, Text) and not node.source.strip()):
                return self.block(element)
        blocks = (self._block(node) for node in element.children if isinstance(node, Element))
        return "\n\n".join(block for block in blocks if block)

    def inline(self, element: Element) -> str:
        """The children of an element as one line."""
        return " ".join(self._inline(element.children).split())

    def plain(self, element: Element) -> str:
        """The children of an element as they were written, for warnings."""
        return self.source[element.inner[0] : element.inner[1]]

    def new_id(self, text: str) -> str:
        """An id for a container, numbered like headings where it recurs."""
        name, n = slug(text), 2
        while name in self._ids:
            name, n = f"{slug(text)}-{n}", n + 1
        self._ids.add(name)
        return name

    def fence(self, fence: Fence, indent: int = 0, title: str | None = None) -> str:
        """A fence in our form; with `title` given, under that title instead of its own."""
        info = read_info(fence.info)
        lines, marked = read_marks(fence.lines)
        marked["hl_lines"] |= info.highlighted
        head = write_info(info.language, info.title if title is None else title, marked)
        strip = _stripper(indent)
        marker = fence.marker
        return "\n".join(
            [
                strip(fence.prefix) + marker + head,
                *(strip(line) for line in lines),
                _closing(strip(fence.prefix)) + marker,
            ]
        )

    def render(self, nodes: tuple[Node, ...], indent: int) -> str:
        """Nodes as Markdown, `indent` columns taken off every line."""
        out, strip = "", re.compile(rf"(?m)^[ \t]{{1,{indent}}}") if indent else None
        after_block: str | None = None  # the prefix of the block that was just written
        space_gone = False  # an icon was dropped, the space behind it goes too
        for node in nodes:
            if isinstance(node, Element) and self._stands_alone(node, out):
                out, after_block = self._place(out, self._block(node), after_block)
                continue
            piece = self._piece(node, indent, strip)
            if _LONE_ANCHOR.search(out) and (piece.isspace() or _PARAGRAPH.match(piece)):
                piece = piece.lstrip()  # an anchor that stands alone joins the next, or the paragraph it is for
            if space_gone:
                piece = _SPACE_AFTER.sub("", piece, count=1)
            space_gone = isinstance(node, Element) and node.name == "Icon" and not piece
            if space_gone:
                icon = self._lonely_icon(node, nodes, out)
                piece, space_gone = icon, not icon
            out, after_block = _append(out, piece, after_block)
        return out

    def _piece(self, node: Node, indent: int, strip: re.Pattern[str] | None) -> str:
        if isinstance(node, Text):
            text = node.source
            if strip and node.start and self.source[node.start - 1] != "\n":
                first, newline, rest = text.partition("\n")
                text = first + newline + strip.sub("", rest)
            elif strip:
                text = strip.sub("", text)
            return _link_urls(_escape_tags(text))
        if isinstance(node, Fence):
            return self.fence(node, indent)
        return self._inline((node,))

    def _inline(self, nodes: tuple[Node, ...]) -> str:
        out = ""
        for node in nodes:
            if isinstance(node, Text):
                out += _link_urls(_escape_tags(node.source))
            elif isinstance(node, Code):
                out += node.source
            elif isinstance(node, Fence):
                out += " ".join(["`" + line.strip() + "`" for line in node.lines if line.strip()])
            elif isinstance(node, Expression):
                out += self._expression(node)
            elif isinstance(node, Element):
                out += self._inline_element(node)
            elif isinstance(node, Module):
                self.define(node)
        return out

    def _inline_element(self, element: Element) -> str:
        if element.name in self.constants:
            return self._constant(element)
        if element.name in self.inlines:
            return self.inlines[element.name](element, self)
        if element.name in ("ul", "ol"):  # a list in a table's cell, where Markdown has none
            return f"<{element.name}>{self.inline(element)}</{element.name}>"
        if element.name not in self.blocks:
            self.warnings.append(f"unknown component <{element.name}>: its content is shown as text")
        return self._inline(element.children)

    def _block(self, element: Element) -> str:
        if element.name in self.constants:
            return self._constant(element)
        if element.name in self.blocks:
            return self.blocks[element.name](element, self)
        self.warnings.append(f"unknown component <{element.name}>: its content is shown as text")
        return self.block(element)

    def _constant(self, element: Element) -> str:
        value = self.constants[element.name]
        if value is not None:
            return value
        self.warnings.append(f"<{element.name}> is a program of the page and stays with upstream")
        if element.children:
            return self.block(element)
        return "*What is interactive here works on the original page only.*"

    def _expression(self, expression: Expression) -> str:
        text = expression.source.strip()
        bare = re.sub(r"/\*[\s\S]*?\*/", "", text).strip()
        if not bare:
            return ""
        if bare.startswith("#") and re.fullmatch(r"#[\w-]+", bare):  # a heading's own id
            return f"{{{bare}}}"
        value = literal(expression.source)
        if value is None and bare in self.constants:
            value = self.constants[bare]
        if value is None:
            self.warnings.append(f"expression {{{text[:60]}}} is left out")
            return ""
        return value

    def define(self, module: Module) -> None:
        """Keeps what a module's constants show; `CHECK` of `export const CHECK = () => <Icon icon="check" />`."""
        from builder.pages.jsx import scan  # here alone: a constant is a small text of its own

        for match in re.finditer(
            r"(?m)^export\s+(?:const|let|var|function|default\s+function)\s+(\w+)\s*=?", module.source
        ):
            value = re.compile(r"\s*(?:\(\s*\)\s*=>\s*)?(\(?)\s*").match(module.source, match.end())
            text = module.source[value.end() :] if value else ""
            if text.startswith("<"):
                parts = Renderer(text, self.blocks, self.inlines)
                first = next((n for n in scan(text) if isinstance(n, Element)), None)
                self.constants[match[1]] = (
                    (" ".join(parts._inline((first,)).split()) or _icons(first)) if first else None
                )
            else:
                ended = re.match(r"(\"[^\"\n]*\"|'[^'\n]*'|`[^`$]*`|-?\d[\d.]*)\s*;?\s*(?:\n|$)", text)
                self.constants[match[1]] = literal(ended[1]) if ended else None

    def _stands_alone(self, element: Element, out: str) -> bool:
        line = out[out.rfind("\n") + 1 :]
        if element.name in self.inlines or line.lstrip().startswith("|"):
            return False
        if element.name in self.blocks:
            return True
        return bool(_PREFIX.fullmatch(line))

    def _place(self, out: str, block: str, after: str | None) -> tuple[str, str | None]:
        if not block.strip():
            return out, after
        start = out.rfind("\n") + 1
        line = out[start:]
        if _PREFIX.fullmatch(line):
            prefix = re.sub(r"[^\s>]", " ", line)
            above = out[:start].rstrip("\n")
            if not line.strip(" \t>") and start and out[:start] == above + "\n" and above:
                out = out[:start] + prefix.rstrip() + "\n" + line
        else:
            prefix = line[: len(line) - len(line.lstrip(" \t>"))]
            out = f"{out.rstrip()}\n{prefix.rstrip()}\n{prefix}"
        first, *rest = block.split("\n")
        return out + "\n".join([first, *(prefix + text if text else prefix.rstrip() for text in rest)]), prefix

    def _lonely_icon(self, node: Node, nodes: tuple[Node, ...], out: str) -> str:
        """What an icon shows where it is all there is, in a table's cell or a paragraph; else nothing."""
        before = out[out.rfind("\n") + 1 :]
        following = nodes[nodes.index(node) + 1 :]
        after = following[0].source if following and isinstance(following[0], Text) else "x" if following else ""
        if re.search(r"(?:^|\|)\s*$", before) and re.match(r"\s*(?:$|\||\n)", after) and isinstance(node, Element):
            return icon_text(node.attributes.get("icon", ""))
        return ""

    def _indent(self, element: Element) -> int:
        """How far the children of an element are indented, code apart."""
        position, end = element.inner
        lines = list[str]()
        for fence in _fences(element.children):
            # What precedes the first line break shares its line with a tag or a fence's end.
            lines += [*self.source[position : fence.start].split("\n")[1:], fence.prefix + fence.marker]
            position = fence.end
        lines += self.source[position:end].split("\n")[1:]
        return min((len(line) - len(line.lstrip(" \t")) for line in lines if line.strip()), default=0)


def icon_text(name: str) -> str:
    """What stands for an icon where it has no words beside it."""
    shown = {
        "check": "✓",
        "circle-check": "✓",
        "square-check": "✓",
        "xmark": "✗",
        "circle-xmark": "✗",
        "x": "✗",
        "minus": "–",
    }
    return shown.get(name, name)


def _icons(element: Element) -> str:
    """What the icons in an element stand for, where it shows nothing else."""
    if element.name == "Icon":
        return icon_text(element.attributes.get("icon", ""))
    return " ".join(filter(None, (_icons(node) for node in element.children if isinstance(node, Element))))


def _fences(nodes: tuple[Node, ...]) -> list[Fence]:
    found: list[Fence] = []
    for node in nodes:
        if isinstance(node, Fence):
            found.append(node)
        elif isinstance(node, Element):
            found += _fences(node.children)
    return found


def _append(out: str, piece: str, after: str | None) -> tuple[str, str | None]:
    """`out` and what follows it, with a blank line below a block and never two where something was dropped."""
    if not piece:
        return out, after
    if after is not None:
        piece = piece.lstrip(" \t")
        if not piece:
            return out, after
        if not piece.startswith("\n"):
            piece = f"\n{after.rstrip()}\n{after}{piece}"
        elif not re.match(r"\n[ \t>]*(?:\n|$)", piece):
            piece = "\n" + after.rstrip() + piece
    if not out and not (piece := piece.lstrip(" \t")):
        return out, None
    if piece[0] == "\n":
        blank = 2 if not out or out.endswith("\n\n") else 1 if out.endswith("\n") else 0
        text = _BLANK_LINES.sub("", piece, count=1)
        wanted = piece[: len(piece) - len(text)].count("\n")
        piece = "\n" * min(wanted, 2 - blank) + text
    return out + piece, None


def _closing(prefix: str) -> str:
    return re.sub(r"[^\s>]", " ", prefix)


def _stripper(indent: int) -> Callable[[str], str]:
    pattern = re.compile(rf"[ \t]{{0,{indent}}}")
    return lambda line: pattern.sub("", line, count=1)


def _escape_tags(text: str) -> str:
    """A tag that nothing closes is text: `<YOUR KEY>`."""
    return _TAG_LIKE.sub("&lt;", text) if "<" in text else text


def _link_urls(text: str) -> str:
    """Bare addresses as links, which GFM and so upstream makes of them."""

    def link(match: re.Match[str]) -> str:
        line_start = text.rfind("\n", 0, match.start()) + 1
        if _DEFINITION.fullmatch(text, line_start, match.start()) or text.startswith("](", match.end()):
            return match[0]
        url = re.sub(r"(?:[?!.,:;*_~'\"]|&[a-z]+;)+$", "", match[0])
        while url.endswith(")") and url.count(")") > url.count("("):
            url = url[:-1].rstrip(".,;:")
        return f"<{url}>{match[0][len(url) :]}"

    return _BARE_URL.sub(link, text) if "://" in text else text
