"""The one base of every error a reader of the command line may see."""

from __future__ import annotations


class StrataError(Exception):
    """Something the user can act on: what happened, where, what was expected, what to do now.

    The command line prints the message without a traceback and exits 1. Bugs are other
    exceptions and keep their traceback.
    """
