"""The committed folder: its size, its report and its licence."""

import hashlib
import json
from typing import TypedDict

from builder.model.encoder import BUNDLED, Encoder
from builder.model.fidelity import TEXTS, texts
from builder.model.weights import SHA256


class Figures(TypedDict):
    texts: int
    cosine_mean: float
    cosine_min: float


class File(TypedDict):
    bytes: int
    sha256: str


class Report(TypedDict):
    weights_sha256: str
    model_hash: str
    files: dict[str, File]
    against_float32: Figures


def report() -> Report:
    loaded: Report = json.loads((BUNDLED / "fidelity.json").read_text(encoding="utf-8"))
    return loaded


def test_the_folder_is_at_most_19_megabytes() -> None:
    assert sum(path.stat().st_size for path in BUNDLED.iterdir()) <= 19_000_000


def test_the_report_is_about_the_files_beside_it() -> None:
    for name, said in report()["files"].items():
        content = (BUNDLED / name).read_bytes()
        assert said["bytes"] == len(content)
        assert said["sha256"] == hashlib.sha256(content).hexdigest()
    assert report()["model_hash"] == Encoder.bundled().model_hash
    assert report()["weights_sha256"] == SHA256


def test_the_vectors_stay_close_to_those_of_the_original() -> None:
    figures = report()["against_float32"]
    assert figures["cosine_mean"] >= 0.9986
    assert figures["cosine_min"] >= 0.995


def test_the_report_rests_on_200_texts_or_more() -> None:
    assert report()["against_float32"]["texts"] == len(texts())
    assert len(TEXTS.read_text(encoding="utf-8").splitlines()) >= 200


def test_it_carries_the_licence_of_the_original() -> None:
    licence = (BUNDLED / "LICENSE").read_text(encoding="utf-8")
    assert "Apache License" in licence
    assert "Version 2.0, January 2004" in licence


def test_nothing_in_it_names_a_folder_of_the_machine_that_made_it() -> None:
    model = (BUNDLED / "model.onnx").read_bytes()
    for trace in (b"site-packages", b"/home/", b"/tmp/", b"/root/", b".py"):
        assert trace not in model
