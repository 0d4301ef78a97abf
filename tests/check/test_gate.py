"""Nothing is published that does not pass its check."""

from __future__ import annotations

from pathlib import Path

import pytest

from builder import pipeline, settings
from builder.check import Problem, Report, Sort
from builder.progress import silent
from tests.conftest import PROJECT

BROKEN = Report(2, 3, 1, 4, 500, 0.1, (Problem(Sort.LINK, "tide/2.0/index.html", "gone/"),))


def test_a_site_that_does_not_pass_is_not_published(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pipeline.checks, "check", lambda site: BROKEN)
    work = pipeline.Workspace(settings.load(PROJECT / "tests/sample/strata.toml"), tmp_path / "site", tmp_path)
    with pytest.raises(pipeline.BuildError) as error:
        pipeline._check(tmp_path / "staging", work, silent)
    assert str(error.value) == (
        "The new site did not pass its check and was not published; the last one stays.\n"
        "  link: tide/2.0/index.html: gone/\n"
        f"2 pages, 3 links, 1 anchors checked: 1 broken, 0 leftovers. All of it: {tmp_path / 'check.txt'}"
    )
    assert "Links that lead nowhere: 1\n  tide/2.0/index.html: gone/" in (tmp_path / "check.txt").read_text("utf-8")
