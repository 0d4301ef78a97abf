"""What each container of our Markdown looks like: the tags before its content and the tags after."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape

from builder.pages.markdown import Container

# Call-outs by the class the theme styles them with.
_CALL_OUTS = {"check": "success"} | {
    name: name
    for name in (
        "note", "tip", "info", "warning", "danger", "example", "quote", "question", "abstract", "bug", "success",
        "failure",
    )
}  # fmt: skip


def wrap(container: Container) -> tuple[str, str]:
    """Opening and closing tags. A name we do not know keeps its content, and its title as a line of its own."""
    write = _WRITERS.get(container.name)
    if write:
        return write(container)
    if container.name in _CALL_OUTS:
        return _call_out(container)
    return "<div>\n" + (f'<p class="label">{text(container.title)}</p>\n' if container.title else ""), "</div>\n"


def tabs(labels: Sequence[Container], number: int) -> tuple[str, str]:
    """A set of content tabs: the radio buttons and labels come first, the tabs follow as its content."""
    ids = [f"__tabbed_{number}_{n}" for n in range(1, len(labels) + 1)]
    name = f"__tabbed_{number}"
    inputs = "".join(f'<strata-input type="radio" id="{id}" name="{name}"></strata-input>' for id in ids)
    inputs = inputs.replace(f'name="{name}"', f'name="{name}" checked="checked"', 1)
    names = "".join(
        f'<strata-label for="{id}">{text(label.title) or f"Tab {n}"}</strata-label>'
        for n, (id, label) in enumerate(zip(ids, labels, strict=True), start=1)
    )
    opening = f'<div class="tabbed-set tabbed-alternate" data-tabs="{number}:{len(labels)}">{inputs}'
    return f'{opening}<div class="tabbed-labels">{names}</div>\n<div class="tabbed-content">\n', "</div>\n</div>\n"


def text(title: str) -> str:
    """A title as HTML; `code` between backticks is the only mark it may hold."""
    return re.sub(r"`([^`]+)`", r"<code>\1</code>", escape(title))


def _call_out(container: Container) -> tuple[str, str]:
    title = text(container.title) or container.name.capitalize()
    opening = f'<div class="admonition {_CALL_OUTS[container.name]}">\n<p class="admonition-title">{title}</p>\n'
    return opening, "</div>\n"


def _details(container: Container) -> tuple[str, str]:
    kind = _CALL_OUTS.get(container.attributes.get("type", ""), "plain")
    state = ' open=""' if container.attributes.get("open") == "true" else ""
    title = text(container.title) or "Details"
    return f'<details class="{kind}"{state}>\n<summary>{title}</summary>\n', "</details>\n"


def _tab(_: Container) -> tuple[str, str]:
    return '<div class="tabbed-block">\n', "</div>\n"


def _steps(_: Container) -> tuple[str, str]:
    return '<ol class="steps">\n', "</ol>\n"


def _step(container: Container) -> tuple[str, str]:
    title = f'<p class="step-title">{text(container.title)}</p>\n' if container.title else ""
    return f'<li{_id(container)}><div class="step">\n{title}', "</div></li>\n"


def _cards(container: Container) -> tuple[str, str]:
    columns = container.attributes.get("columns", "")
    return f'<div class="cards{f" cards-{columns}" if columns.isdigit() else ""}">\n', "</div>\n"


def _card(container: Container) -> tuple[str, str]:
    title, href = text(container.title), container.attributes.get("href", "")
    if href:  # the link is the title's; the style sheet spreads it over the box, so that the box may hold links too
        title = f'<a href="{escape(href)}">{title or escape(href)}</a>'
    heading = f'<p class="card-title">{title}</p>\n' if title else ""
    return f'<div class="card{" card-link" if href else ""}">\n{heading}', "</div>\n"


def _frame(container: Container) -> tuple[str, str]:
    caption = f"<figcaption>{text(container.title)}</figcaption>\n" if container.title else ""
    return '<figure class="frame">\n', f"{caption}</figure>\n"


def _tree(_: Container) -> tuple[str, str]:
    return '<div class="tree">\n', "</div>\n"


def _update(container: Container) -> tuple[str, str]:
    about = container.attributes.get("description", "")
    note = f'<p class="update-about">{text(about)}</p>' if about else ""
    label = f'<p class="update-label">{text(container.title)}</p>'
    return f'<section class="update"{_id(container)}>\n<div>{label}{note}</div>\n<div>\n', "</div>\n</section>\n"


def _field(container: Container) -> tuple[str, str]:
    parts = [f'<code class="field-name">{escape(container.title)}</code>']
    if kind := container.attributes.get("type"):
        parts.append(f'<span class="field-type">{escape(kind)}</span>')
    if container.attributes.get("required") == "true":
        parts.append('<span class="field-required">required</span>')
    if default := container.attributes.get("default"):
        parts.append(f'<span class="field-default">default <code>{escape(default)}</code></span>')
    return f'<div class="field"{_id(container)}>\n<p class="field-head">{" ".join(parts)}</p>\n', "</div>\n"


def _columns(_: Container) -> tuple[str, str]:
    return '<div class="columns">\n', "</div>\n"


def _id(container: Container) -> str:
    return f' id="{escape(container.attributes["id"])}"' if container.attributes.get("id") else ""


_WRITERS = {
    "details": _details, "tab": _tab, "steps": _steps, "step": _step, "cards": _cards, "card": _card, "frame": _frame,
    "tree": _tree, "update": _update, "field": _field, "columns": _columns,
}  # fmt: skip
