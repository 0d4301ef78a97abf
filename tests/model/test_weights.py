"""Only the weights the recipe is written for go in."""

import hashlib
from pathlib import Path

import pytest

from builder.model import export, weights
from builder.model.errors import ModelFileMissing, WrongWeights


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "config.json").write_text("{}")
    (tmp_path / "tokenizer.json").write_text("{}")
    (tmp_path / "model.safetensors").write_bytes(b"other weights")
    return tmp_path


def test_other_weights_are_an_error_that_names_both_hashes(folder: Path) -> None:
    actual = hashlib.sha256(b"other weights").hexdigest()
    with pytest.raises(WrongWeights) as caught:
        weights.check(folder)
    assert f"expected sha256 {weights.SHA256}" in str(caught.value)
    assert f"actual sha256   {actual}" in str(caught.value)


def test_other_weights_can_be_asked_for_by_their_hash(folder: Path) -> None:
    weights.check(folder, hashlib.sha256(b"other weights").hexdigest())


def test_a_folder_without_weights_says_what_it_should_hold(tmp_path: Path) -> None:
    with pytest.raises(ModelFileMissing, match=r"holds config\.json, model\.safetensors"):
        weights.check(tmp_path)


def test_without_the_package_the_error_says_how_else_to_name_weights(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(weights, "MODULE", "no_such_package")
    with pytest.raises(ModelFileMissing, match=r"make model.*--from-folder"):
        weights.from_package()


def test_the_command_prints_the_error_and_exits_1(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out"
    assert export.main(["--from-folder", str(folder), "--out", str(out)]) == 1
    assert "is not the file the recipe is written for" in capsys.readouterr().err
    assert not out.exists()
