"""A site that is published: fetched once, checked, kept, and noticed when it changes."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from builder.assistants.library import Library
from builder.assistants.opened import Opened
from builder.assistants.places import Published
from builder.errors import StrataError
from tests.assistants.client import Client, text
from tests.conftest import served

PREFIX = "/strata/"
PAGE = "tide/2.0/specification/basic/transports"


def ids(opened: Opened) -> list[str]:
    return [result.id for result in opened.search("withdraw a request", "tide@2.0", 5, "hybrid").results]


def test_a_published_site_gives_the_hits_of_its_folder_at_its_address(sample_site: Path, tmp_path: Path) -> None:
    with served(sample_site, PREFIX) as address:
        client = Client("--site", address, state=tmp_path / "state")
        found = client.tool("search", query="withdraw a request", collection="tide", release="2.0")["structuredContent"]
        assert [hit["id"] for hit in found["hits"]] == Library(str(sample_site), tmp_path).ask(ids)
        assert all(hit["address"].startswith(f"{address}tide/") for hit in found["hits"])
        page = client.tool("read_page", page=found["hits"][0]["address"], offset=0)
        assert page["structuredContent"]["markdown"].startswith("# ")
        assert client.close() == ""


def test_what_was_fetched_is_used_without_a_network(sample_site: Path, tmp_path: Path) -> None:
    with served(sample_site, PREFIX) as address:
        before = Library(address, tmp_path).ask(ids)
    assert Library(address, tmp_path).ask(ids) == before


def test_a_kept_file_that_was_damaged_is_fetched_again(sample_site: Path, tmp_path: Path) -> None:
    with served(sample_site, PREFIX) as address:
        before = Library(address, tmp_path).ask(ids)
        for kept in tmp_path.rglob("*.gz"):
            kept.write_bytes(b"damaged")
        assert Library(address, tmp_path).ask(ids) == before


def test_a_file_that_is_not_what_the_manifest_says_is_refused(sample_site: Path, tmp_path: Path) -> None:
    site = tmp_path / "site"
    shutil.copytree(sample_site, site)
    for shard in (site / "assets" / "search").glob("tide-2.0.lexical-*.gz"):
        shard.write_bytes(next((site / "assets" / "search").glob("tide-1.0.lexical-*.gz")).read_bytes())
    with served(site, PREFIX) as address, pytest.raises(StrataError, match="is not what the manifest says"):
        Library(address, tmp_path / "state").ask(ids)
    assert not list((tmp_path / "state").rglob("tide-2.0.lexical-*"))


def test_a_file_with_no_hash_of_its_content_is_refused(tmp_path: Path) -> None:
    place = Published("http://127.0.0.1:9/", tmp_path)
    for name in ("../../secret", "model.onnx", "a/b-0123456789abcdef.gz"):
        with pytest.raises(StrataError, match="refused"):
            place.fetch(name)


def test_a_site_that_was_published_anew_is_opened_anew(sample_site: Path, tmp_path: Path) -> None:
    site = tmp_path / "site"
    shutil.copytree(sample_site, site)
    manifest = site / "assets" / "search" / "manifest.json"
    with served(site, PREFIX) as address:
        library = Library(address, tmp_path / "state")
        library.ask(lambda opened: opened.manifest)
        # The new build has other shards: those that the old manifest names are gone.
        found = json.loads(manifest.read_text("utf-8"))
        for edition in found["editions"]:
            old = edition["lexical"]["file"]
            edition["lexical"]["file"] = old.replace(".lexical-", ".words-")
            (manifest.parent / old).rename(manifest.parent / edition["lexical"]["file"])
        manifest.write_text(json.dumps(found), "utf-8")
        assert library.ask(ids)


def test_an_address_without_a_site_is_an_error_that_names_it(sample_site: Path, tmp_path: Path) -> None:
    with served(sample_site, PREFIX) as address:
        client = Client("--site", f"{address}nothing/", state=tmp_path)
        assert f"{address}nothing/assets/search/manifest.json answered 404" in client.refused("list_releases")
        assert text(client.request("ping") | {"content": [{"type": "text", "text": "alive"}]}) == "alive"
        client.close()
