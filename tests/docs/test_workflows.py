"""The workflows: what can be said of them without GitHub."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
import yaml

PROJECT = Path(__file__).parents[2]
WORKFLOWS = sorted((PROJECT / ".github" / "workflows").glob("*.yml"))


def read(path: Path) -> dict[Any, Any]:
    data: dict[Any, Any] = yaml.safe_load(path.read_text("utf-8"))
    return data


def jobs(path: Path) -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = read(path)["jobs"]
    return found


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_every_action_is_pinned_to_a_commit(path: Path) -> None:
    used = [step["uses"] for job in jobs(path).values() for step in job["steps"] if "uses" in step]
    assert used
    assert [action for action in used if not re.fullmatch(r"[\w-]+/[\w-]+@[0-9a-f]{40}", action)] == []


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_every_job_ends_by_itself_and_may_only_what_it_needs(path: Path) -> None:
    assert read(path)["permissions"] == {"contents": "read"}
    assert "concurrency" in read(path)
    for job in jobs(path).values():
        assert 0 < job["timeout-minutes"] <= 60


def test_the_schedule_stands_alone_in_its_file() -> None:
    scheduled = [path.name for path in WORKFLOWS if "schedule" in read(path)[True]]  # YAML 1.1 reads "on" as true
    assert scheduled == ["pages.yml"]
    assert set(read(PROJECT / ".github" / "workflows" / "pages.yml")[True]) == {"schedule", "workflow_dispatch"}


def test_the_tests_run_on_every_python_that_is_supported() -> None:
    matrix = jobs(PROJECT / ".github" / "workflows" / "ci.yml")["test"]["strategy"]["matrix"]
    assert matrix["python"] == ["3.11", "3.12", "3.13"]


def test_only_the_job_that_deploys_may_write() -> None:
    published = jobs(PROJECT / ".github" / "workflows" / "pages.yml")
    assert published["build"]["permissions"] == {"contents": "read", "pages": "read"}
    assert published["deploy"]["permissions"] == {"pages": "write", "id-token": "write"}
