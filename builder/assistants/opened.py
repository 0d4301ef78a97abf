"""A built site at one build: its releases, its pages, its search, by the names that callers use."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from builder.assistants.refusals import Refusal, unknown

if TYPE_CHECKING:
    from builder.assistants.places import Place
    from builder.index.reader import Index
    from builder.model.encoder import Encoder
    from builder.search.engine import Answer, Mode

LATEST, EVERYTHING = "latest", "all"


@dataclass(frozen=True)
class PageEntry:
    """An indexed page."""

    edition: dict[str, Any]  # its entry in the manifest
    path: str
    title: str
    kind: str
    sections: tuple[tuple[str, str], ...]  # anchor and heading, in the order of the page

    @property
    def id(self) -> str:
        return f"{self.edition['id']}/{self.path}" if self.path else str(self.edition["id"])

    @property
    def address(self) -> str:
        return f"/{self.id}/"


class Opened:
    """A site at one build."""

    def __init__(self, place: Place, index: Index, encoder: Encoder) -> None:
        self.index = index
        self._place, self._encoder = place, encoder

    @property
    def manifest(self) -> dict[str, Any]:
        return self.index.manifest

    @property
    def editions(self) -> list[dict[str, Any]]:
        return self.index.editions

    @cached_property
    def _copies(self) -> dict[str, Any]:
        """The record of the Markdown copies: `site`, the address it was built for, and `copies`, their SHA-256."""
        from builder.index.codec import ShardError

        if "copies" not in self.manifest:
            raise ShardError("The site has no Markdown copies of its pages: build it again with this version.")
        record: dict[str, Any] = self.index.record(self.manifest["copies"])
        return record

    @cached_property
    def root(self) -> str:
        """What addresses begin with: the site's own, or nothing where that is unknown or only of this machine."""
        if self._place.address:
            return self._place.address.rstrip("/")
        site = str(self._copies["site"]) if "copies" in self.manifest else ""
        return site.rstrip("/") if site.startswith("https://") else ""

    def search(
        self, query: str, scope: str, k: int, mode: Mode, kinds: tuple[str, ...] = (), offset: int = 0
    ) -> Answer:
        """The engine's answer; raises Refusal where the site's vectors cannot be compared with a query's."""
        from builder.search.engine import Engine

        model = self.index.manifest["model"]["hash"]
        if mode != "keyword" and model != self._encoder.model_hash:
            raise Refusal(
                f"The site was built with another sentence model ({model[:12]}, not {self._encoder.model_hash[:12]}): "
                "ask with mode 'keyword', or install the version of Strata that built it."
            )
        engine = Engine(self.index, None if mode == "keyword" else self._encoder)
        return engine.search(query, scope, k, mode, kinds, offset)

    def tokens(self, text: str) -> int:
        """Word pieces of a text."""
        return self._encoder.count(text)

    def collections(self, name: str | None) -> list[str]:
        """The collection of that name, or all; raises Refusal for an unknown one."""
        known = list(self.manifest["collections"])
        if name is None:
            return known
        if name not in known:
            raise unknown("collection", name, known)
        return [name]

    def scope(self, collection: str | None, release: str | None) -> str:
        """The scope of a search; raises Refusal for what is unknown, and for a release of several collections."""
        collections = self.collections(collection)
        if release is None or release == EVERYTHING:
            return f"{collection}@{EVERYTHING}" if collection else EVERYTHING
        found = [name for name in collections if release in self._releases(name)]
        if not found:
            raise unknown("release", release, (r for name in collections for r in self._releases(name)))
        if len(found) > 1:
            raise Refusal(f"There is a release '{release}' in {' and in '.join(found)}: say which collection.")
        return f"{found[0]}@{release}"

    def _releases(self, collection: str) -> list[str]:
        members = [edition for edition in self.editions if edition["collection"] == collection]
        names = [edition["release"] for edition in reversed(members)]
        return [*names, LATEST] if any(edition["latest"] for edition in members) else names

    def kinds(self, names: tuple[str, ...]) -> tuple[str, ...]:
        """Kinds as the index spells them; raises Refusal for one it has not."""
        known = {kind.lower(): kind for edition in self.editions for kind in edition["kinds"]}
        for name in names:
            if name.lower() not in known:
                raise unknown("kind", name, sorted(known.values()))
        return tuple(known[name.lower()] for name in names)

    def page(self, name: str) -> tuple[PageEntry, str]:
        """An indexed page and an anchor on it, by id or by address; raises Refusal for what is not in the index."""
        path, _, rest = name.removeprefix(self.root).partition("#")
        path = path.strip("/").removesuffix(".md")
        anchor = rest.partition("~")[0]
        edition = self._edition_of(path)
        if edition is None:
            raise unknown("page", name, (e["id"] for e in self.editions))
        wanted = path.split("/", 2)[2] if path.count("/") > 1 else ""
        shard = self.index.lexical(edition["id"])
        for number, (own, title, kind) in enumerate(shard.pages):
            if own == wanted:
                found = tuple((a, h[-1] if h else "") for page, a, h in shard.sections if page == number)
                return PageEntry(edition, own, title, kind, found), anchor
        raise unknown("page", name, (f"{edition['id']}/{own}".rstrip("/") for own, _, _ in shard.pages), most=8)

    def _edition_of(self, path: str) -> dict[str, Any] | None:
        """The edition that a path begins with; `latest` is the newest release, as in the site's addresses."""
        collection, _, rest = path.partition("/")
        release = rest.partition("/")[0]
        members = [edition for edition in self.editions if edition["collection"] == collection]
        named = next((edition for edition in members if edition["release"] == release), None)
        return named or next((edition for edition in members if edition["latest"] and release == LATEST), None)

    def markdown(self, page: PageEntry) -> str:
        """The Markdown copy of a page."""
        address = f"/{page.edition['id']}/{page.path or 'index'}.md"
        sums = self._copies["copies"]
        if address not in sums:
            raise unknown("Markdown copy", address, sums, most=5)
        return self._place.copy(address, sums[address]).decode("utf-8")
