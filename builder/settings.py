"""strata.toml as dataclasses: which sources there are, and every knob."""

from __future__ import annotations

import os
import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from builder.editions import Kind
from builder.errors import StrataError

Reader = Literal["mintlify", "mkdocs", "llms"]


class SettingsError(StrataError):
    """strata.toml is missing, is no TOML, or says something unexpected."""


@dataclass(frozen=True)
class SourceSettings:
    """One source of a collection, as strata.toml names it."""

    collection: str
    collection_title: str  # "Model Context Protocol"
    collection_short: str  # "MCP": what titles begin with
    reader: Reader
    type: Literal["github", "llms", "folder"]
    upstream: str  # where readers find the original, no slash at the end
    repository: str = ""  # owner/name
    ref: str = ""  # branch, tag or commit
    tag: str = ""  # "0.6": the newest patch of it
    keep: tuple[str, ...] = ()  # path prefixes of the tarball that are wanted
    folder: str = ""  # for "folder": relative to strata.toml
    prefix: str = ""  # for "llms": path prefix of the pages that are wanted
    release: str = ""  # where the source holds one release
    label: str = ""  # what the version selector shows, if not the release
    licence: str = ""  # where the source does not carry the text itself
    date: str = ""  # for "folder", which has none of its own: ISO 8601

    @property
    def name(self) -> str:
        """A name for folders and messages: "mcp", "langgraph-0.6"."""
        return f"{self.collection}-{self.release}" if self.release else self.collection


@dataclass(frozen=True)
class Ranking:
    """What both engines read; travels in the manifest as it stands here."""

    k1: float
    weights: dict[str, float]  # by field: title, headings, body
    b: dict[str, float]  # length normalisation by field
    candidates: int
    fusion: Literal["linear", "rrf"]
    rrf_k: int
    vector_weight: float
    keyword_weight: float
    stop_words: tuple[str, ...]
    prior: dict[str, float]  # by kind
    verdict: dict[str, float]  # limits of the verdict, by name


@dataclass(frozen=True)
class Settings:
    path: Path  # the file they came from
    site_name: str
    site_url: str  # ends with a slash
    sources: tuple[SourceSettings, ...]
    chunk_tokens: int
    ranking: Ranking
    questions: tuple[str, ...] = ()  # globs of question files, relative to the settings
    collections: dict[str, str] = field(default_factory=dict)  # id -> title

    @property
    def root(self) -> Path:
        return self.path.parent

    @property
    def question_files(self) -> list[Path]:
        """The question files that are there; none of them has to be."""
        return [file for glob in self.questions for file in sorted(self.root.glob(glob))]


def load(path: Path) -> Settings:
    """Reads a settings file; raises SettingsError naming the file and the entry."""
    try:
        data = tomllib.loads(path.read_text("utf-8"))
    except FileNotFoundError:
        raise SettingsError(
            f"There is no {path}. Run strata in a clone of the project, or name one with --config."
        ) from None
    except tomllib.TOMLDecodeError as error:
        raise SettingsError(f"{path} is not valid TOML: {error}.") from None
    try:
        return _settings(path.resolve(), data)
    except KeyError as error:
        raise SettingsError(f"{path} has no {error}: see docs/settings.md for what must stand there.") from None
    except (TypeError, ValueError, AttributeError) as error:
        raise SettingsError(f"{path} says something unexpected: {error}.") from None


def _settings(path: Path, data: dict[str, Any]) -> Settings:
    site = data["site"]
    url = os.environ.get("STRATA_SITE_URL") or site["url"]
    if not url.startswith(("http://", "https://")):
        raise ValueError(f"site.url is {url!r}, expected an address with http:// or https://")
    ranking = dict(data["ranking"])
    unknown = set(ranking["prior"]) - set(Kind)
    if unknown:
        raise ValueError(f"ranking.prior names {', '.join(sorted(unknown))}, expected kinds: {', '.join(Kind)}")
    if ranking["fusion"] not in ("linear", "rrf"):
        raise ValueError(f"ranking.fusion is {ranking['fusion']!r}, expected linear or rrf")
    ranking["stop_words"] = tuple(ranking["stop_words"])
    return Settings(
        path=path,
        site_name=site["name"],
        site_url=url.rstrip("/") + "/",
        sources=tuple(_source(name, c, s) for name, c in data["collections"].items() for s in c["sources"]),
        chunk_tokens=int(data["chunking"]["tokens"]),
        ranking=Ranking(**ranking),
        questions=tuple(data.get("evaluation", {}).get("questions", ())),
        collections={name: c["title"] for name, c in data["collections"].items()},
    )


def _source(collection: str, about: dict[str, Any], source: dict[str, Any]) -> SourceSettings:
    values = dict(source)
    values["keep"] = tuple(values.get("keep", ()))
    for name, known in (("reader", ("mintlify", "mkdocs", "llms")), ("type", ("github", "llms", "folder"))):
        if values.get(name) not in known:
            raise ValueError(f"collections.{collection}: {name} is {values.get(name)!r}, expected {', '.join(known)}")
    return SourceSettings(collection, about["title"], about.get("short", about["title"]), **values)
