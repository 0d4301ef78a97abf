"""Page -> its Markdown copy: what an assistant needs to quote it and to say where it stands."""

from __future__ import annotations

from builder.pages.page import Edition, Page
from builder.site.copies.plain import plain, text


def copy_address(page: Page) -> str:
    """Where the copy stands on the site, from its root: "/mcp/2025-06-18/specification.md"."""
    return f"/{page.edition}/{page.path or 'index'}.md"


def copy(page: Page, edition: Edition, base: str) -> str:
    """Title, a line of what a citation needs, description, text; `base` is the site's URL, no slash at its end."""
    parts = [f"# {text(page.title)}", _facts(page, edition, base)]
    if page.description:
        parts.append(f"> {text(' '.join(page.description.split()))}")
    parts.append(plain(page.body, page.address, base))
    return "\n\n".join(part for part in parts if part) + "\n"


def _facts(page: Page, edition: Edition, base: str) -> str:
    release = "every release" if edition.id.unversioned else edition.id.release
    origin = edition.origin
    licence = f"[{text(origin.licence)}]({origin.licence_url})" if origin.licence_url else text(origin.licence)
    facts = (
        f"Release: {release}",
        f"Kind: {page.kind}",
        f"Upstream: <{page.upstream}>",
        f"Licence: {licence}",
        f"Page: <{base}{page.address}>",
    )
    return " · ".join(facts)
