"""Types of call-outs: what sources write, and which of our containers each one is."""

from __future__ import annotations

# Names of Material and of GitHub for what our Markdown calls otherwise.
_ALIASES = {
    "summary": "abstract", "tldr": "abstract", "todo": "info", "hint": "tip", "done": "success", "help": "question",
    "faq": "question", "caution": "warning", "attention": "warning", "fail": "failure", "missing": "failure",
    "error": "danger", "cite": "quote",
}  # fmt: skip
_OURS = {
    "note", "tip", "info", "warning", "danger", "check", "example", "quote", "question", "abstract", "bug",
    "success", "failure",
}  # fmt: skip


def read_kind(written: str, title: str = "") -> tuple[str, str]:
    """The container for a type as written, and its title where that is not the kind's own name.

    A type nobody knows is a note under that type's name, as Material shows it.
    """
    kind = written.lower() or "note"
    if kind in _OURS:
        return kind, title
    return _ALIASES.get(kind, "note"), title or kind.capitalize()
