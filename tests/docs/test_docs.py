"""The docs cannot drift from what the program does."""

from __future__ import annotations

import dataclasses
import json
import re
from pathlib import Path

import click
import pytest
import typer.main

from builder.cli import app
from builder.settings import Ranking, SourceSettings, load

PROJECT = Path(__file__).parents[2]
COMMANDS: dict[str, click.Command] = dict(typer.main.get_command(app).commands)  # type: ignore[attr-defined]


def doc(name: str) -> str:
    return (PROJECT / "docs" / name).read_text("utf-8")


@pytest.mark.parametrize("command", sorted(COMMANDS))
def test_every_command_and_option_is_documented_and_no_other(command: str) -> None:
    text = doc("command-line.md")
    section = re.search(rf"^## strata {command}\b.*?(?=^## |\Z)", text, re.M | re.S)
    assert section, f"docs/command-line.md has no section on strata {command}"
    options = {o for p in COMMANDS[command].params for o in p.opts if o.startswith("--") and o != "--help"}
    documented = set(re.findall(r"^\| `(--[a-z-]+)`", section[0], re.M))
    assert documented == options


@pytest.mark.parametrize("command", sorted(COMMANDS))
def test_every_option_has_a_help_text(command: str) -> None:
    assert COMMANDS[command].help
    assert [p.name for p in COMMANDS[command].params if not getattr(p, "help", "")] == []


def test_every_setting_is_documented() -> None:
    text = doc("settings.md")
    derived = {"collection", "collection_title", "collection_short"}
    names = {f.name for f in dataclasses.fields(SourceSettings)} - derived | {
        f.name for f in dataclasses.fields(Ranking)
    }
    assert [name for name in sorted(names) if f"`{name}`" not in text] == []


def test_every_field_of_the_manifest_is_documented(sample_site: Path) -> None:
    text = doc("formats.md")
    manifest = json.loads((sample_site / "assets" / "search" / "manifest.json").read_text("utf-8"))
    names = {*manifest, *manifest["model"], *manifest["editions"][0], *manifest["editions"][0]["lexical"]}
    names |= set(next(iter(manifest["collections"].values())))
    assert [name for name in sorted(names) if f"`{name}`" not in text] == []


def test_every_command_that_the_readme_names_exists() -> None:
    readme = (PROJECT / "README.md").read_text("utf-8")
    assert set(re.findall(r"strata ([a-z]+)", readme)) - {"search"} <= set(COMMANDS) | {"search"}
    makefile = (PROJECT / "Makefile").read_text("utf-8")
    for target in re.findall(r"make ([a-z-]+)", readme):
        assert re.search(rf"^{target}:", makefile, re.M), f"README names make {target}, which the Makefile has not"


def test_the_collection_that_the_docs_show_can_be_added_to_the_settings(tmp_path: Path) -> None:
    shown = re.search(r"```toml\n(.*?)```", doc("host-your-own.md"), re.S)
    assert shown
    file = tmp_path / "strata.toml"
    file.write_text((PROJECT / "strata.toml").read_text("utf-8") + shown[1], "utf-8")
    added = load(file).sources[-1]
    assert (added.name, added.tag, added.collection_title) == ("driftwood-0.2", "0.2", "Driftwood")
