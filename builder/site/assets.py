"""The files of other projects that the browser loads: the ONNX runtime, the tokenizer, mermaid."""

from __future__ import annotations

from pathlib import Path

from builder.errors import StrataError
from builder.index.codec import compress
from builder.index.writer import ModelFile

MODEL = Path(__file__).resolve().parent.parent / "model" / "minilm"

# Of the package "diff" the difference of two lists, and what it imports.
_DIFF = ("diff/array.js", "diff/base.js")


class AssetError(StrataError):
    """A file that the set-up should have installed is not there."""


def package_file(project: Path, path: str) -> Path:
    """A file of an npm package; raises AssetError that says how to install it."""
    place = project / "node_modules" / path
    if not place.is_file():
        raise AssetError(f"node_modules/{path} is missing: run `npm ci` in {project} (`make site` does).")
    return place


def model_files(project: Path) -> list[ModelFile]:
    """What the browser's encoder loads; the runtime is the plain one-threaded wasm, and it alone."""
    runtime = "onnxruntime-web/dist"
    loader = package_file(project, f"{runtime}/ort.wasm.bundle.min.mjs").read_bytes()
    wasm = package_file(project, f"{runtime}/ort-wasm-simd-threaded.wasm").read_bytes()
    return [
        ModelFile("model", "model", ".onnx", (MODEL / "model.onnx").read_bytes()),
        ModelFile("tokenizer", "tokenizer", ".json.gz", compress((MODEL / "tokenizer.json").read_bytes())),
        ModelFile("loader", "runtime", ".mjs", loader),
        ModelFile("runtime", "runtime", ".wasm.gz", compress(wasm)),
    ]


def copy_vendor(project: Path, out: Path) -> None:
    """The modules of other projects that ours import: the tokenizer; what finds the differences of two texts."""
    target = out / "assets" / "javascripts" / "vendor"
    target.mkdir(parents=True, exist_ok=True)
    source = package_file(project, "@huggingface/tokenizers/dist/tokenizers.min.mjs")
    (target / "tokenizers.mjs").write_bytes(source.read_bytes())
    for name in _DIFF:
        place = target / "diff" / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(package_file(project, f"diff/libesm/{name}").read_bytes())
