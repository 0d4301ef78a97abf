"""Material for MkDocs: its search plugin makes the index, its own worker answers, with the lunr that is in it."""

from __future__ import annotations

import json
import re
import subprocess
import tempfile
from collections.abc import Collection, Sequence
from importlib.metadata import version
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import material
from mkdocs.config import load_config

from builder.evaluate.questions import Question
from tests.bench.quality.corpus import Corpus, Readings, addressed

_WORKER = next((Path(material.__file__).parent / "templates/assets/javascripts/workers").glob("search.*.min.js"))
# What its documentation advises where words are joined by signs and capitals, as in code.
CODE_WORDS = r"""[\s\-,:!=\[\]()"`/]+|\.(?!\d)|&[lg]t;|(?!\b)(?=[A-Z][a-z])"""


class Material:
    cannot = (
        "hold a search to a release but by a site for each; find other words for the same thing; group a text that "
        "recurs in several releases; tell that a release does not have something"
    )

    def __init__(self, name: str, search: dict[str, Any], how: str) -> None:
        self.name, self.search, self.how = name, search, how
        self.version = f"mkdocs-material {version('mkdocs-material')}, lunr {_lunr()}"

    def answers(self, corpus: Corpus, questions: Sequence[Question]) -> Readings:
        scopes = {scope: self._index(corpus, scope) for scope in dict.fromkeys(map(corpus.scope, questions))}
        asked = [
            {"index": index, "queries": [one.query for one in questions if corpus.scope(one) == scope]}
            for scope, index in scopes.items()
        ]
        with tempfile.NamedTemporaryFile("w", suffix=".json", encoding="utf-8") as file:
            json.dump(asked, file)
            file.flush()
            command = ["node", str(Path(__file__).with_name("material.mjs")), str(_WORKER), file.name]
            done = subprocess.run(command, check=True, capture_output=True, text=True)
        given = {scope: iter(answers) for scope, answers in zip(scopes, json.loads(done.stdout), strict=True)}
        groups = [next(given[corpus.scope(question)]) for question in questions]
        return {
            name: [addressed(corpus, [link for group in one for link in read(group)]) for one in groups]
            for name, read in (("all links", _shown), ("the best link of each page", _best))
        }

    def _index(self, corpus: Corpus, scope: Collection[str]) -> Any:
        """What the plugin writes to search_index.json of a site with the pages of a scope."""
        config = {"site_name": "peer", "theme": {"name": "material"}, "plugins": [{"material/search": self.search}]}
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "mkdocs.yml"
            (Path(folder) / "docs").mkdir()
            file.write_text(json.dumps(config), "utf-8")
            loaded = load_config(str(file))
        plugin = loaded.plugins["material/search"]
        plugin.on_config(loaded)
        for (edition, path), html in corpus.html.items():
            if edition in scope:
                title = corpus.pages[edition, path].title
                page = SimpleNamespace(
                    meta={"title": title},
                    title=title,
                    content=html,
                    toc=[],
                    url=f"{edition}/{path}/".replace("//", "/"),
                )
                plugin.search_index.add_entry_from_context(page)
        return json.loads(plugin.search_index.generate_search_index(None))


def _shown(group: list[dict[str, Any]]) -> list[str]:
    """A page and its sections, best first, but for what the theme folds away behind "more on this page"."""
    shown = [item for item in group if "#" not in item["location"] or item["score"] >= group[0]["score"]]
    return [item["location"] for item in shown]


def _best(group: list[dict[str, Any]]) -> list[str]:
    return [group[0]["location"]]


def _lunr() -> str:
    """The version that the worker was made with, which its source map tells."""
    source = json.loads(Path(f"{_WORKER}.map").read_text("utf-8"))
    text = next(t for name, t in zip(source["sources"], source["sourcesContent"], strict=True) if "lunr.js" in name)
    found = re.search(r'lunr\.version = "([\d.]+)"', text)
    return found[1] if found else "unknown"
