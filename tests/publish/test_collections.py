"""A collection is added, and taken out again, through settings alone."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

from tests.conftest import PROJECT, Strata

THIRD = """
[collections.harbour]
title = "Harbour Rules"
short = "Harbour"

[[collections.harbour.sources]]
reader = "mintlify"
type = "folder"
date = "2026-09-02T00:00:00Z"
folder = "tide"
upstream = "https://harbour.example"
licence = "CC0-1.0"
"""


def test_a_third_collection_is_built_searched_and_gone_again(strata: Strata, tmp_path: Path) -> None:
    folder = tmp_path / "sample"
    shutil.copytree(PROJECT / "tests" / "sample", folder)
    two = (folder / "strata.toml").read_text("utf-8")
    config = folder / "strata.toml"
    config.write_text(two + THIRD, "utf-8")
    strata("mirror", "--config", str(config))
    strata("build", "--config", str(config))

    manifest = json.loads((strata.site / "assets/search/manifest.json").read_text("utf-8"))
    assert sorted(manifest["collections"]) == ["driftwood", "harbour", "tide"]
    assert [e["id"] for e in manifest["editions"] if e["collection"] == "harbour"] == [
        "harbour/unversioned", "harbour/1.0", "harbour/2.0", "harbour/3.0"
    ]  # fmt: skip
    found = json.loads(strata("search", "transports", "--scope", "harbour@2.0", "--json").stdout)
    assert found["results"][0]["edition"] == "harbour/2.0"
    assert found["results"][0]["path"] == "specification/basic/transports"
    assert "Harbour Rules" in (strata.site / "index.html").read_text("utf-8")
    assert (strata.site / "harbour/latest/specification/index.html").is_file()

    config.write_text(two, "utf-8")
    said = strata("build", "--config", str(config)).stdout
    assert "harbour/3.0: gone" in said
    assert not (strata.site / "harbour").exists()
    assert "sources that no settings name: 1, " in strata("clean", "--config", str(config)).stdout
