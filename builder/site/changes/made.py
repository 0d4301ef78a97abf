"""A page of ours that is made from data, not written."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class MadePage:
    path: str
    title: str  # plain text
    html: str  # safe to put on a page
    group: str  # its part of the navigation; "" directly below the tab
    entry: str  # what the navigation calls it
