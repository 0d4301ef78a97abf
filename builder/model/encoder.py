"""Text to vectors, with ONNX Runtime.

The browser runs the same `model.onnx` and `tokenizer.json`, so what this module does to
a text before the model sees it (word pieces, cutting, special tokens) is all there is to
keep alike on both sides.

A vector depends on its text and on nothing else: only texts of the same length share a
batch, so there is no padding, and on x86-64 each row was the same to the last bit whatever
it was encoded with and on however many threads. That is what lets a cache of vectors and a
fresh run make the same files. Another processor may still round the seventh digit another
way.
"""

import hashlib
import os
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

import numpy as np
from numpy.typing import NDArray

from builder.model.errors import ModelError, ModelFileMissing

if TYPE_CHECKING:
    from tokenizers import Tokenizer

BUNDLED = Path(__file__).parent / "minilm"
MODEL_FILE = "model.onnx"
TOKENIZER_FILE = "tokenizer.json"

POSITIONS = 512  # rows of the model's position table
BATCH_TOKENS = 2048  # in one run, at most: where throughput stops growing


class Session(Protocol):
    """What is used of `onnxruntime.InferenceSession`, which ships no types."""

    def run(self, outputs: list[str], inputs: dict[str, NDArray[np.int64]]) -> list[NDArray[np.float32]]: ...


class Encoder:
    """The model in one folder: `model.onnx` and `tokenizer.json`.

    Making one is cheap. The tokenizer is loaded when first needed, and so is the
    runtime, so that counting word pieces does not wait for the weights.
    """

    dimensions = 384

    def __init__(self, folder: Path, threads: int | None = None, *, max_tokens: int = 256) -> None:
        """`threads` defaults to all processors. `max_tokens` is what the model reads of a
        text, [CLS] and [SEP] included: 256 as in its training, though it has positions
        for 512."""
        if not 2 < max_tokens <= POSITIONS:
            raise ModelError(
                f"max_tokens is {max_tokens}; this model takes 3 to {POSITIONS}, two of which are its special tokens."
            )
        self.folder = folder
        self.threads = threads or os.cpu_count() or 1
        self.max_tokens = max_tokens
        self._counts: dict[str, int] = {}  # most texts stand in several releases

    @classmethod
    def bundled(cls, threads: int | None = None) -> "Encoder":
        """The model that ships with this package."""
        return cls(BUNDLED, threads)

    @cached_property
    def model_hash(self) -> str:
        """sha256 in hex of the model's bytes followed by the tokenizer's, as
        `cat model.onnx tokenizer.json | sha256sum` prints it.

        Vectors with the same hash can be compared and cached together.
        """
        digest = hashlib.sha256(self._read(MODEL_FILE))
        digest.update(self._read(TOKENIZER_FILE))
        return digest.hexdigest()

    def count(self, text: str) -> int:
        """Word pieces in `text`, without special tokens and without cutting."""
        if text not in self._counts:
            self._counts[text] = len(self._tokenizer.encode(text, add_special_tokens=False).ids)
        return self._counts[text]

    def offsets(self, text: str) -> list[tuple[int, int]]:
        """Where each word piece stands: start and end in characters of `text`."""
        return list(self._tokenizer.encode(text, add_special_tokens=False).offsets)

    def encode(
        self,
        texts: Sequence[str],
        *,
        progress: Callable[[int], None] | None = None,
    ) -> NDArray[np.float32]:
        """Unit vectors of `texts`, float32 of shape (len(texts), 384), in their order.

        `progress` is called after each batch with the number of texts done so far.
        """
        vectors = np.empty((len(texts), self.dimensions), dtype=np.float32)
        pieces = self.ids(texts)
        done = 0
        for rows in batches([len(ids) for ids in pieces], BATCH_TOKENS):
            vectors[rows] = self._run(np.array([pieces[row] for row in rows], np.int64))
            done += len(rows)
            if progress is not None:
                progress(done)
        return vectors

    def ids(self, texts: Sequence[str]) -> list[list[int]]:
        """What the model reads of each text: [CLS], at most `max_tokens` - 2 word pieces,
        [SEP]."""
        first, last = (self._special(token) for token in ("[CLS]", "[SEP]"))
        encodings = self._tokenizer.encode_batch(list(texts), add_special_tokens=False)
        room = self.max_tokens - 2
        return [[first, *encoding.ids[:room], last] for encoding in encodings]

    def _run(self, ids: NDArray[np.int64]) -> NDArray[np.float32]:
        """(batch, tokens) to (batch, 384)."""
        inputs = {"input_ids": ids, "attention_mask": np.ones_like(ids)}
        return self._session.run(["sentence_embedding"], inputs)[0]

    def _special(self, token: str) -> int:
        number = self._tokenizer.token_to_id(token)
        if number is None:
            raise ModelError(f"{self.folder / TOKENIZER_FILE} has no {token} token.")
        return number

    @cached_property
    def _tokenizer(self) -> "Tokenizer":
        from tokenizers import Tokenizer

        return Tokenizer.from_str(self._read(TOKENIZER_FILE).decode())

    @cached_property
    def _session(self) -> Session:
        # Imported here: it takes a third of a second that `strata --help` need not wait.
        import onnxruntime

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = self.threads
        options.inter_op_num_threads = 1
        # Fused with MatMul, DequantizeLinear becomes a kernel that rounds activations to
        # int8, differently on every processor. The browser sets the same.
        options.add_session_config_entry("session.disable_quant_qdq", "1")
        session: Session = onnxruntime.InferenceSession(
            self._read(MODEL_FILE), options, providers=["CPUExecutionProvider"]
        )
        return session

    def _read(self, name: str) -> bytes:
        path = self.folder / name
        try:
            return path.read_bytes()
        except FileNotFoundError:
            raise ModelFileMissing(
                f"{path} is not there. The model is part of the package; `make model` "
                "makes it again from the original weights."
            ) from None


def batches(lengths: Sequence[int], budget: int) -> Iterator[list[int]]:
    """Positions in `lengths`, grouped so that all in a group have the same length and
    their sum stays within `budget` (a length beyond it goes alone).

    Longest first, so that progress never slows down towards the end.
    """
    order = sorted(range(len(lengths)), key=lambda at: (-lengths[at], at))
    group: list[int] = []
    for at in order:
        length = lengths[at]
        if group and (lengths[group[0]] != length or (len(group) + 1) * length > budget):
            yield group
            group = []
        group.append(at)
    if group:
        yield group
