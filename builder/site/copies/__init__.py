"""Markdown for assistants: a copy beside every page, and the lists of them that llms.txt readers expect."""

from builder.site.copies.files import write_copies

__all__ = ["write_copies"]
