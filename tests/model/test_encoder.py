"""The encoder over the model that ships, with real inference."""

import hashlib
import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from builder.model import Encoder, ModelError
from builder.model.encoder import BUNDLED, batches

QUESTION = "How do I cancel a request that is still running?"
ANSWER = "To stop a call that has not finished yet, send a cancellation with its id."
COOKING = "Whisk the eggs with the sugar until the mixture is thick and pale."


@pytest.fixture(scope="module")
def encoder() -> Encoder:
    return Encoder.bundled()


def test_a_vector_has_384_numbers_and_length_one(encoder: Encoder) -> None:
    vectors = encoder.encode([QUESTION, COOKING])
    assert vectors.shape == (2, 384)
    assert vectors.dtype == np.float32
    assert np.linalg.norm(vectors, axis=1) == pytest.approx([1, 1], abs=1e-6)


def test_an_answer_is_nearer_to_its_question_than_a_recipe(encoder: Encoder) -> None:
    question, answer, cooking = encoder.encode([QUESTION, ANSWER, COOKING])
    assert question @ answer > 0.5
    assert abs(question @ cooking) < 0.2


def test_a_known_pair_keeps_about_the_similarity_that_the_original_s_model_card_publishes(
    encoder: Encoder,
) -> None:
    # The first example of the Sentence Transformers documentation, for the original model:
    # .6660 for the first pair, .1046 and .1411 for the others. Tuning on the docs moves them a little.
    weather, outside, stadium = encoder.encode(
        [
            "The weather is lovely today.",
            "It's so sunny outside!",
            "He drove to the stadium.",
        ]
    )
    assert weather @ outside == pytest.approx(0.6660, abs=0.1)
    assert weather @ stadium == pytest.approx(0.1046, abs=0.1)
    assert outside @ stadium == pytest.approx(0.1411, abs=0.1)


def test_a_vector_does_not_depend_on_what_it_is_encoded_with(encoder: Encoder) -> None:
    texts = ["tools", QUESTION, COOKING, QUESTION + " " + COOKING, ANSWER * 5, ""]
    together = encoder.encode(texts)
    alone = np.vstack([encoder.encode([text]) for text in texts])
    cosines = np.sum(together * alone, axis=1)
    assert cosines.min() >= 0.999999


def test_a_text_encoded_twice_has_the_same_bytes(encoder: Encoder) -> None:
    first = encoder.encode([QUESTION, COOKING])
    again = Encoder.bundled().encode([QUESTION, COOKING])
    assert first.tobytes() == again.tobytes()


def test_rows_come_back_in_the_order_of_their_texts(encoder: Encoder) -> None:
    texts = ["short", COOKING, "a b", ANSWER, "tiny"]
    forward = encoder.encode(texts)
    backward = encoder.encode(texts[::-1])[::-1]
    assert np.sum(forward * backward, axis=1).min() >= 0.999999


def test_no_texts_give_no_rows(encoder: Encoder) -> None:
    assert encoder.encode([]).shape == (0, 384)


def test_an_empty_text_has_a_vector(encoder: Encoder) -> None:
    (vector,) = encoder.encode([""])
    assert np.linalg.norm(vector) == pytest.approx(1, abs=1e-6)
    assert encoder.count("") == 0
    assert encoder.offsets("") == []


def test_a_text_too_long_is_cut_and_not_refused(encoder: Encoder) -> None:
    # "word" is one piece: 254 of them and two special tokens fill the window of 256.
    fits, too_long = "word " * 254, "word " * 900
    assert [len(ids) for ids in encoder.ids([fits, too_long])] == [256, 256]
    assert (encoder.encode([too_long]) == encoder.encode([fits])).all()


def test_the_window_can_be_set_but_not_beyond_the_positions_of_the_model() -> None:
    assert len(Encoder(BUNDLED, max_tokens=512).ids(["word " * 900])[0]) == 512
    with pytest.raises(ModelError, match="max_tokens is 513"):
        Encoder(BUNDLED, max_tokens=513)


def test_counting_leaves_out_special_tokens_and_does_not_cut(encoder: Encoder) -> None:
    assert encoder.count("word " * 900) == 900
    # The vocabulary has "graph" and "lang" but not the two in one word.
    assert encoder.count("langgraph") == 2


def test_offsets_point_at_the_characters_of_the_text(encoder: Encoder) -> None:
    text = "Café: langgraph"
    pieces = [text[start:end] for start, end in encoder.offsets(text)]
    assert pieces == ["Café", ":", "lang", "graph"]


def test_progress_ends_at_the_number_of_texts(encoder: Encoder) -> None:
    seen: list[int] = []
    encoder.encode(["a", "a b", "a b c", "d"], progress=seen.append)
    assert seen == sorted(seen)
    assert seen[-1] == 4


def test_the_hash_covers_model_and_tokenizer(encoder: Encoder) -> None:
    joined = (BUNDLED / "model.onnx").read_bytes()
    joined += (BUNDLED / "tokenizer.json").read_bytes()
    assert encoder.model_hash == hashlib.sha256(joined).hexdigest()


def test_a_missing_model_is_an_error_that_names_the_file_and_the_remedy(
    tmp_path: Path,
) -> None:
    with pytest.raises(ModelError, match=r"model\.onnx is not there.*make model"):
        _ = Encoder(tmp_path).model_hash


def test_importing_the_encoder_does_not_load_the_runtime() -> None:
    code = "import sys, builder.model; print('onnxruntime' in sys.modules)"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "False"


def test_batches_hold_one_length_and_stay_within_the_budget() -> None:
    assert list(batches([3, 5, 3, 3, 9], budget=7)) == [[4], [1], [0, 2], [3]]


def test_the_tokenizer_that_ships_neither_cuts_nor_pads() -> None:
    settings = json.loads((BUNDLED / "tokenizer.json").read_text(encoding="utf-8"))
    assert settings["truncation"] is None
    assert settings["padding"] is None
