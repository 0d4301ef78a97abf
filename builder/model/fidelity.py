"""How close the shipped model is to the original, as measured where it was made."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from builder.model.encoder import Encoder

TEXTS = Path(__file__).parent / "fidelity_texts.txt"
PASSAGE = 8  # lines


def texts() -> list[str]:
    """Every line of our own texts, as a query is short, then every eight lines together,
    as a chunk is long."""
    lines = TEXTS.read_text(encoding="utf-8").splitlines()
    passages = [" ".join(lines[start : start + PASSAGE]) for start in range(0, len(lines), PASSAGE)]
    return lines + passages


def original(weights: Path, encoder: Encoder, texts: Sequence[str]) -> NDArray[np.float32]:
    """Unit vectors (texts, 384) from PyTorch in float32, one text at a time: neither the
    ONNX export nor the pooling of ours has a part in them."""
    import torch
    from transformers import AutoModel

    model = AutoModel.from_pretrained(weights, dtype=torch.float32).eval()
    rows = []
    with torch.inference_mode():
        for ids in encoder.ids(texts):
            hidden = model(torch.tensor([ids])).last_hidden_state[0]
            rows.append(torch.nn.functional.normalize(hidden.mean(0), dim=0).numpy())
    return np.stack(rows)


def figures(original: NDArray[np.float32], shipped: NDArray[np.float32]) -> dict[str, float | int]:
    """Both (texts, 384), unit rows. Five digits: the sixth depends on the processor."""
    cosines: NDArray[np.float64] = np.einsum("ij,ij->i", original, shipped, dtype=np.float64)
    before, after = _neighbours(original), _neighbours(shipped)
    shared = [len(set(a) & set(b)) for a, b in zip(before, after, strict=True)]
    return {
        "texts": len(cosines),
        "cosine_mean": round(float(cosines.mean()), 5),
        "cosine_5th_percentile": round(float(np.quantile(cosines, 0.05)), 5),
        "cosine_min": round(float(cosines.min()), 5),
        "same_nearest": round(float((before[:, 0] == after[:, 0]).mean()), 3),
        "nearest_ten_shared": round(float(np.mean(shared)), 2),
    }


def _neighbours(vectors: NDArray[np.float32]) -> NDArray[np.int64]:
    """(texts, 10): the ten other texts most like each, best first."""
    likeness = vectors @ vectors.T
    np.fill_diagonal(likeness, -np.inf)
    return np.argsort(-likeness, axis=1, kind="stable")[:, :10]
