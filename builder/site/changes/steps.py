"""A page for each step from one release to the next: what is new, edited, moved and removed, page by page."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from urllib.parse import quote

from builder.editions import Kind
from builder.index.history import History
from builder.index.lineage import Change, ReleaseSection, Step
from builder.index.reports import tells_of_others
from builder.pages.markdown import slug
from builder.pages.page import Edition, Page
from builder.search.place import Place
from builder.site.changes.marks import marked
from builder.site.render import render
from builder.site.sanitize import relative

_TAG = re.compile(r"<[a-z](?:[^<>\"]|\"[^\"]*\")*>")
_ID = re.compile(r' id="[^"]*"')
_FRAGMENT = re.compile(r' href="#')
_HEADERLINK = re.compile(r'<a class="headerlink"[^>]*>#</a>')
_HEADING = re.compile(r"<(h[1-6])\b[^>]*>(.*?)</\1>", re.DOTALL)
# A difference of more characters than this is left to the comparison of the two pages.
_MOST = 3_000

SHOWN = (Change.NEW, Change.EDITED, Change.MOVED, Change.REMOVED)


@dataclass(frozen=True)
class StepPage:
    """What is shown of a step."""

    history: History
    number: int  # of the step: from release `number` to the next

    @property
    def before(self) -> Edition:
        return self.history.editions[self.number]

    @property
    def after(self) -> Edition:
        return self.history.editions[self.number + 1]

    @property
    def path(self) -> str:
        return f"changes/{self.after.id}"

    @property
    def address(self) -> str:
        return f"/{self.path}/"

    def counts(self) -> Counter[Change]:
        return Counter(step.change for step in self.history.steps[self.number])

    def html(self) -> str:
        parts = [_summary(self), _changelog(self)]
        groups: dict[Kind, list[str]] = {}
        for page, steps in self._pages():
            groups.setdefault(page.kind, []).append(_page(self, page, steps))
        for kind in (kind for kind in Kind if kind in groups):
            parts.append(f'<h2 id="{slug(kind)}">{kind}</h2>')
            parts += groups[kind]
        if not groups:
            parts.append("<p>Nothing was changed.</p>")
        return "\n".join(parts)

    def sections(self, step: Step) -> tuple[ReleaseSection | None, ReleaseSection | None]:
        before, after = self.history.sections[self.number], self.history.sections[self.number + 1]
        return (
            before[step.before] if step.before is not None else None,
            after[step.after] if step.after is not None else None,
        )

    def _pages(self) -> Iterator[tuple[Page, list[Step]]]:
        """The pages on which something changed: those of the later release in its order, then those it lacks."""
        by_path: dict[tuple[bool, str], list[Step]] = {}
        for step in self.history.steps[self.number]:
            if step.change is Change.SAME:
                continue
            before, after = self.sections(step)
            if after:
                by_path.setdefault((True, after.path), []).append(step)
            elif before:  # beside what stayed of its page, if its page did
                by_path.setdefault((self.after.page(before.path) is not None, before.path), []).append(step)
        for edition, later in ((self.after, True), (self.before, False)):
            for page in edition.pages:
                if steps := by_path.get((later, page.path)):
                    yield page, steps


def anchor(section: ReleaseSection, removed: bool = False) -> str:
    """What a section's change is called on the page of its step."""
    name = slug(f"{section.path.replace('/', '-')} {section.anchor}".strip()) or "top"
    return f"removed-{name}" if removed else f"section-{name}"


def word(change: Change, before: ReleaseSection | None, after: ReleaseSection | None) -> str:
    """What a reader calls it: under another heading of the same page a section was renamed."""
    if change is Change.MOVED and before and after and before.path == after.path:
        return "renamed"
    return str(change)


def _summary(page: StepPage) -> str:
    counts = page.counts()
    items = "".join(
        f'<li><span class="change change--{change}">{change}</span> {counts[change]:,}</li>' for change in SHOWN
    )
    links = " to ".join(
        f'<a href="{relative(f"/{edition.id}/", page.address)}">{escape(edition.label)}</a>'
        for edition in (page.before, page.after)
    )
    same = f"{counts[Change.SAME]:,} sections stayed as they were."
    return f'<p>Sections from {links}. {same}</p>\n<ul class="changes-counts">{items}</ul>'


def _changelog(page: StepPage) -> str:
    """Upstream's own changelog of the later release, as it stands in the mirror."""
    found = next((p for p in page.after.pages if tells_of_others(p.path) and p.path.endswith("changelog")), None)
    if found is None:
        return ""
    address = relative(found.address, page.address)
    inside = _TAG.sub(lambda tag: _quoted(tag[0], address), _rendered(found, page.address))
    link = f'<a href="{escape(address)}">{escape(found.title)}</a>'
    return (
        f'<details class="plain changes-upstream"><summary>What upstream says of {escape(page.after.label)}</summary>\n'
        f"<p>From its page {link}.</p>\n{inside}</details>"
    )


def _rendered(page: Page, here: str) -> str:
    """A page's text, its headings without the links to themselves."""
    return _HEADING.sub(r'<p class="label">\2</p>', _HEADERLINK.sub("", render(page.body, here).html))


def _quoted(tag: str, address: str) -> str:
    """A tag as it stands on another page: without an id, and with links to its own page made whole."""
    return _FRAGMENT.sub(rf' href="{address}#', _ID.sub("", tag))


def _page(step_page: StepPage, page: Page, steps: Sequence[Step]) -> str:
    here = step_page.address
    counts = Counter(step.change for step in steps)
    said = ", ".join(f"{counts[change]} {change}" for change in SHOWN if counts[change])
    other = step_page.before if page in step_page.after.pages else step_page.after
    if other.page(page.path) is None and len(counts) == 1:
        said = {Change.NEW: "New page: ", Change.REMOVED: "Page removed: "}.get(steps[0].change, "") + said
    title = f'<a href="{escape(relative(page.address, here))}">{escape(page.title)}</a>'
    items = "\n".join(_item(step_page, step) for step in steps)
    return (
        f'<h3 id="{slug("page " + page.path.replace("/", "-"))}">{title}</h3>\n'
        f'<details class="plain changes-page"><summary>{said} <code>{escape(page.path or "/")}</code></summary>\n'
        f'<ul class="changes-list">\n{items}\n</ul>\n</details>'
    )


def _item(step_page: StepPage, step: Step) -> str:
    before, after = step_page.sections(step)
    section = after or before
    assert section is not None
    here = step_page.address
    name = escape(" › ".join(section.headings)) or "Above the first heading"
    badge = f'<span class="change change--{step.change}">{word(step.change, before, after)}</span>'
    note = ""
    if step.change is Change.MOVED and before:
        note = f" <small>from {escape(' › '.join((before.title, *before.headings)))}</small>"
    start = f'<li id="{anchor(section, after is None)}">'
    if before is None or after is None or not step.edited:
        edition = step_page.after if after else step_page.before
        return f'{start}{badge} <a href="{place(edition, section, here)}">{name}</a>{note}</li>'
    both = ((step_page.before, before), (step_page.after, after))
    links = " · ".join(f'<a href="{place(edition, one, here)}">{escape(edition.label)}</a>' for edition, one in both)
    compared = f'<a href="{compare_address(step_page, before, after)}">compare the pages</a>'
    shown = marked(before.text, after.text)
    if len(shown) > _MOST:
        shown = "<p>Too much has changed to show it here.</p>"
    return (
        f'{start}<details class="changes-edit"><summary>{badge} {name}{note}</summary>\n'
        f'{shown}\n<p class="changes-links">{links} · {compared}</p></details></li>'
    )


def compare_address(step_page: StepPage, before: ReleaseSection, after: ReleaseSection) -> str:
    pages = [f"{step_page.before.id}/{before.path}".rstrip("/"), f"{step_page.after.id}/{after.path}".rstrip("/")]
    query = f"?from={quote(pages[0])}&to={quote(pages[1])}&at={quote(after.anchor)}"
    return escape(relative(f"/compare/{query}", step_page.address))


def place(edition: Edition, section: ReleaseSection, here: str) -> str:
    return escape(relative(Place(str(edition.id), section.path, section.anchor).address, here))
