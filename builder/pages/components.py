"""What becomes of each Mintlify component. A new one is an entry in one of the two tables at the end."""

from __future__ import annotations

import html
import re
from collections.abc import Callable
from dataclasses import replace

from builder.pages.fences import read_info
from builder.pages.javascript import strings
from builder.pages.jsx import Element, Fence, Node, Text
from builder.pages.markdown import parse, slug, write_container
from builder.pages.rendering import Renderer

Rule = Callable[[Element, Renderer], str]


def _callout(name: str) -> Rule:
    def rule(element: Element, page: Renderer) -> str:
        return write_container(name, page.block(element), _title(element.attributes.get("title", ""))).rstrip("\n")

    return rule


def _group(name: str) -> Rule:
    """A container of containers; what is none of them stays what it is."""

    def rule(element: Element, page: Renderer) -> str:
        body = page.parts(element)
        return write_container(name, body).rstrip("\n") if body.startswith(":::") else body

    return rule


def _children(element: Element, page: Renderer) -> str:
    return page.parts(element)


def _nothing(element: Element, page: Renderer) -> str:
    return ""


def _tab(element: Element, page: Renderer) -> str:
    title = element.attributes.get("title", "")
    return write_container("tab", _anchored(title, page) + page.block(element), _title(title)).rstrip("\n")


def _anchored(title: str, page: Renderer) -> str:
    """The anchor that upstream makes of the title of a tab or a fold, where the page links to it."""
    anchor = slug(title)
    return f'<a id="{anchor}"></a>\n\n' if re.search(rf"\(#{re.escape(anchor)}\)", page.source) else ""


def _title(written: str) -> str:
    """A title without marks but those of code: what our containers' titles may hold."""
    if not re.search(r"[*_\[\]<&\\~]", written):
        return written
    text = ""
    for token in parse(written)[1].children or [] if parse(written)[0].type == "paragraph_open" else []:
        text += f"`{token.content}`" if token.type == "code_inline" else token.content if token.type == "text" else ""
    return text or written


def _code_group(element: Element, page: Renderer) -> str:
    fences = [node for node in element.children if isinstance(node, Fence)]
    others = [node for node in element.children if not isinstance(node, Fence | Text)]
    if others or not fences:
        return page.block(element)
    tabs = []
    for fence in fences:
        info = read_info(fence.info)
        indent = len(fence.prefix) - len(fence.prefix.lstrip())
        label = info.title or info.language or "Code"
        tabs.append(write_container("tab", page.fence(fence, indent, title=""), label).rstrip("\n"))
    return write_container("tabs", "\n\n".join(tabs)).rstrip("\n")


def _step(element: Element, page: Renderer) -> str:
    attributes = {"id": element.attributes["id"]} if "id" in element.attributes else {}
    title = _title(element.attributes.get("title", ""))
    return write_container("step", page.block(element), title, **attributes).rstrip("\n")


def _card(element: Element, page: Renderer) -> str:
    given = element.attributes
    href = {"href": given["href"]} if given.get("href") else {}
    image = f'<img src="{html.escape(given["img"])}" alt="">\n\n' if given.get("img") else ""
    return write_container("card", image + page.block(element), _title(given.get("title", "")), **href).rstrip("\n")


def _lone_card(element: Element, page: Renderer) -> str:
    return write_container("cards", _card(element, page)).rstrip("\n")


def _cards(element: Element, page: Renderer) -> str:
    columns = element.attributes.get("cols", "2")
    parts = [node for node in element.children if isinstance(node, Element)]
    if element.name == "Columns" and not all(part.name == "Card" for part in parts):
        return write_container("columns", page.block(element)).rstrip("\n")
    inner = replace(page, blocks={**page.blocks, "Card": _card})
    body = inner.parts(element)
    return write_container("cards", body, columns=columns).rstrip("\n") if body else ""


def _details(element: Element, page: Renderer) -> str:
    given = element.attributes
    opened = {"open": "true"} if given.get("defaultOpen") == "true" or "open" in given else {}
    title = given.get("title") or given.get("description") or "Details"
    anchor = f'<a id="{html.escape(given["id"])}"></a>\n\n' if given.get("id") else _anchored(title, page)
    return write_container("details", anchor + page.block(element), _title(title), **opened).rstrip("\n")


def _html_details(element: Element, page: Renderer) -> str:
    summary = next((n for n in element.children if isinstance(n, Element) and n.name == "summary"), None)
    rest = tuple(node for node in element.children if node is not summary)
    body = page.block(Element(element.start, element.name, {}, rest, element.inner))
    title = page.inline(summary) if summary else "Details"
    opened = {"open": "true"} if "open" in element.attributes else {}
    return write_container("details", body, re.sub(r"<[^>]+>", "", title), **opened).rstrip("\n")


def _frame(element: Element, page: Renderer) -> str:
    body = page.block(element)
    caption = element.attributes.get("caption") or element.attributes.get("hint") or ""
    return write_container("frame", body, _title(caption)).rstrip("\n") if body else ""


def _update(element: Element, page: Renderer) -> str:
    given = element.attributes
    label = given.get("label", "")
    about = {"description": given["description"]} if given.get("description") else {}
    tags = " ".join(f'<span class="badge">{html.escape(tag)}</span>' for tag in strings(given.get("tags", "")))
    body = "\n\n".join(part for part in (tags, page.block(element)) if part)
    return write_container("update", body, label, id=given.get("id") or page.new_id(label), **about).rstrip("\n")


def _field(element: Element, page: Renderer) -> str:
    given = element.attributes
    name = next((given[key] for key in ("name", "path", "query", "body", "header", "cookie") if given.get(key)), "")
    about = {key: given[key] for key in ("type", "default") if given.get(key)}
    if given.get("required") == "true":
        about["required"] = "true"
    return write_container("field", page.block(element), name, **about).rstrip("\n")


def _tree(element: Element, page: Renderer) -> str:
    return write_container("tree", "\n".join(_branches(element.children, 0))).rstrip("\n")


def _branches(nodes: tuple[Node, ...], depth: int) -> list[str]:
    lines: list[str] = []
    for node in nodes:
        if isinstance(node, Element):
            folder = node.name.endswith("Folder")
            comment = node.attributes.get("comment", "")
            name = node.attributes.get("name", "") + ("/" if folder else "")
            lines.append("  " * depth + f"- `{name}`" + (f" {comment}" if comment else ""))
            lines += _branches(node.children, depth + 1)
    return lines


def _embed(element: Element, page: Renderer) -> str:
    """What plays or runs elsewhere: a link to it."""
    given = element.attributes
    source = given.get("src") or next(
        (n.attributes.get("src", "") for n in element.children if isinstance(n, Element) and n.name == "source"), ""
    )
    title = given.get("title") or ("Video" if element.name == "video" else "Embedded page")
    return f"[{title}]({source})" if source else ""


def _tooltip(element: Element, page: Renderer) -> str:
    tip = element.attributes.get("tip") or element.attributes.get("description") or ""
    tip = " ".join(tip.split())
    return f'<abbr title="{html.escape(tip)}">{page.inline(element)}</abbr>' if tip else page.inline(element)


def _badge(element: Element, page: Renderer) -> str:
    return f'<span class="badge">{page.inline(element)}</span>'


def _icon(element: Element, page: Renderer) -> str:
    return ""  # the renderer shows its name where nothing else stands


def _image(element: Element, page: Renderer) -> str:
    """An image with what will be known of its size; its address is made final with the links."""
    given = element.attributes
    style = dict(
        re.findall(r"\b(height|width):\s*[\"']?(\d+(?:\.\d+)?(?:px|em|rem)?)[\"',\s}]", given.get("style", ""))
    )
    size = "".join(f' {key}="{value}"' for key, value in {**_sizes(given), **style}.items())
    if not given.get("src") or {"hidden", "dark:block"} <= set(given.get("className", "").split()):
        return ""  # the second picture of a pair is for dark pages, whose light one we show
    return f'<img src="{html.escape(given["src"])}" alt="{html.escape(" ".join(given.get("alt", "").split()))}"{size}>'


def _sizes(given: dict[str, str]) -> dict[str, str]:
    return {key: given[key] for key in ("width", "height") if re.fullmatch(r"\d+(?:px)?", given.get(key, ""))}


BLOCKS: dict[str, Rule] = {
    "Note": _callout("note"),
    "Tip": _callout("tip"),
    "Info": _callout("info"),
    "Warning": _callout("warning"),
    "Check": _callout("check"),
    "Danger": _callout("danger"),
    "Callout": _callout("info"),
    "Tabs": _group("tabs"),
    "Tab": _tab,
    "CodeGroup": _code_group,
    "Steps": _group("steps"),
    "Step": _step,
    "Card": _lone_card,
    "CardGroup": _cards,
    "Columns": _cards,
    "Accordion": _details,
    "AccordionGroup": _children,
    "Expandable": _details,
    "Prompt": _details,
    "Frame": _frame,
    "Update": _update,
    "ParamField": _field,
    "ResponseField": _field,
    "Tree": _tree,
    "Panel": _children,
    "RequestExample": _children,
    "ResponseExample": _children,
    "Snippet": _nothing,
    "": _children,
    "details": _html_details,
    "video": _embed,
    "iframe": _embed,
}

INLINES: dict[str, Rule] = {
    "Tooltip": _tooltip,
    "Badge": _badge,
    "Icon": _icon,
    "img": _image,
    "Image": _image,
}
