"""The prompt that tells an assistant how to answer from one release and how to cite it."""

from __future__ import annotations

from collections.abc import Mapping

from builder.assistants.parameters import Text, read

NAME = "cite_releases"
TITLE = "Answer from one release"
DESCRIPTION = "How to answer from the docs of one release, and how to cite it."
PARAMETERS = (
    Text("question", "What to answer.", longest=4000),
    Text("collection", "The collection, such as mcp or langgraph."),
    Text("release", "The release in use, such as 2025-06-18 or 0.6."),
)

_RULES = """\
Answer from the documentation that the tools of the server "strata" give, and from nothing else you remember: releases \
disagree, and what you remember may be of another one.

1. {release}
2. Search with that release. Pages marked "every release" (unversioned) belong to all of them.
3. What a release requires stands in pages of kind Specification. A Guide, an SEP or a Community page explains or \
proposes; say so when you quote one.
4. If a release does not have what is asked (explain_coverage tells), say "not in RELEASE" first. Then search all \
releases, and name those that have it, as other releases.
5. Never join statements of two releases into one. Where you compare, give each its own sentence and citation.
6. Cite every claim as [page title, release](address) with the address of the hit. Read the page before you quote it \
word for word.
"""


def text(arguments: Mapping[str, str]) -> str:
    """The prompt's text; raises Refusal for arguments it does not take."""
    values = read(PARAMETERS, arguments)
    release, collection = values["release"], values["collection"]
    if release:
        first = f"The release in use is {release}{f' of {collection}' if collection else ''}."
    else:
        first = (
            f"Find out which release {f'of {collection} ' if collection else ''}is in use: from the project's "
            "dependencies or by asking. list_releases names them all; if it stays open, use the current one and say so."
        )
    return _RULES.format(release=first) + (f"\nThe question: {values['question']}\n" if values["question"] else "")
