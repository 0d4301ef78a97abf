"""Where a text stands."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Place:
    """Where a text stands."""

    edition: str
    path: str
    anchor: str

    @property
    def address(self) -> str:
        """From the site's root."""
        page = f"/{self.edition}/{self.path}/" if self.path else f"/{self.edition}/"
        return f"{page}#{self.anchor}" if self.anchor else page
