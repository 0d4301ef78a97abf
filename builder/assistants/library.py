"""One built site for all tools: opened when first needed, opened again when it has been built anew."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from builder.assistants.opened import Opened
    from builder.assistants.places import Place
    from builder.model.encoder import Encoder

T = TypeVar("T")


class Library:
    """A site, given as a folder or as the address it is published at; `state` is where downloads are kept.

    Not for several threads at once: the server makes one call after the other.
    """

    def __init__(self, site: str, state: Path) -> None:
        self._site, self._state = site, state
        self._stamp: object = None
        self._opened: Opened | None = None

    def ask(self, question: Callable[[Opened], T]) -> T:
        """The answer of the site as it is now. Where a file is gone because the site was built anew, asks again."""
        from builder.index.codec import ShardError
        from builder.sources.http import DownloadError

        before = self._current()
        try:
            return question(before)
        except (ShardError, DownloadError):
            self._place.forget()
            after = self._current()
            if after is before:
                raise
            return question(after)

    @cached_property
    def _place(self) -> Place:
        from builder.assistants.places import Folder, Published

        if self._site.startswith(("https://", "http://")):
            return Published(self._site, self._state / "published")
        return Folder(Path(self._site))

    @cached_property
    def _encoder(self) -> Encoder:
        from builder.model.encoder import Encoder

        return Encoder.bundled()

    def _current(self) -> Opened:
        from builder.assistants.opened import Opened
        from builder.index.reader import Index

        stamp = self._place.stamp()
        if self._opened is None or stamp != self._stamp:
            self._opened = Opened(self._place, Index(self._place.fetch), self._encoder)
            self._stamp = stamp
        return self._opened
