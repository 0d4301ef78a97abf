"""What the server offers to read besides its tools: the state of the site, and each page by an address."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from builder.assistants.refusals import Refusal, shown

if TYPE_CHECKING:
    from builder.assistants.opened import Opened

SCHEME = "strata://"
STATUS = f"{SCHEME}status"
PAGES = f"{SCHEME}{{collection}}/{{release}}/{{+path}}"

JSON, MARKDOWN = "application/json", "text/markdown"


def read(opened: Opened, uri: str) -> tuple[str, str]:
    """MIME type and text of a resource; raises Refusal for an unknown one."""
    if uri == STATUS:
        return JSON, json.dumps(status(opened), ensure_ascii=False, indent=1)
    if not uri.startswith(SCHEME):
        raise Refusal(f"There is no resource {shown(uri)}. There are {STATUS}, and pages: {PAGES}.")
    page, _ = opened.page(uri.removeprefix(SCHEME))
    return MARKDOWN, opened.markdown(page)


def status(opened: Opened) -> dict[str, Any]:
    """What `strata status --json` says, and more of each edition."""
    fields = (
        "id",
        "collection",
        "release",
        "title",
        "released",
        "latest",
        "pages",
        "chunks",
        "commit",
        "date",
        "kinds",
    )
    model = opened.manifest["model"]
    return {
        "site": opened.root,
        "built": opened.manifest["built"],
        "editions": [{name: edition[name] for name in fields} for edition in opened.editions],
        "model": {name: model[name] for name in ("name", "hash", "dimensions", "max_tokens")},
        "format": opened.manifest["format"],
    }
