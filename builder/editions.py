"""What everything is named by: collections, releases, editions, kinds."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from builder.errors import StrataError

UNVERSIONED = "unversioned"


class EditionError(StrataError):
    """An edition, release or scope that is not of the form asked for."""


class Kind(StrEnum):
    """What a page is, as its source's navigation says; never guessed from its text."""

    SPECIFICATION = "Specification"
    GUIDE = "Guide"
    EXTENSION = "Extension"
    SEP = "SEP"
    REGISTRY = "Registry"
    COMMUNITY = "Community"
    CONCEPT = "Concept"
    HOW_TO = "How-to"
    TUTORIAL = "Tutorial"
    REFERENCE = "Reference"
    ERROR = "Error"


@dataclass(frozen=True, order=True)
class EditionId:
    """What is built and searched as a unit: a collection and one of its releases."""

    collection: str
    release: str

    def __str__(self) -> str:
        return f"{self.collection}/{self.release}"

    @classmethod
    def parse(cls, text: str) -> EditionId:
        """`mcp/2025-06-18` or `mcp@2025-06-18`; raises EditionError for anything else."""
        collection, _, release = text.replace("@", "/", 1).partition("/")
        if not collection or not release or "/" in release:
            raise EditionError(
                f"'{text}' does not name an edition: expected COLLECTION@RELEASE, such as mcp@2025-06-18."
            )
        return cls(collection, release)

    @property
    def unversioned(self) -> bool:
        """Whether these pages belong to every release of their collection."""
        return self.release == UNVERSIONED
