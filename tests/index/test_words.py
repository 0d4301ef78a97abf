"""The words of a text, by docs/formats.md; tokens.js reads the same golden file."""

import json
from pathlib import Path

import pytest

from builder.index.tokens import stem, words

GOLDEN = json.loads((Path(__file__).parents[1] / "golden" / "words.json").read_text("utf-8"))


@pytest.mark.parametrize("case", GOLDEN, ids=[case["text"][:30] or "empty" for case in GOLDEN])
def test_a_text_has_the_words_that_the_description_gives_it(case: dict[str, object]) -> None:
    found = words(str(case["text"]))
    assert (list(found.words), found.length) == (case["words"], case["length"])


def test_the_spellings_of_an_identifier_share_a_word() -> None:
    for spelling in ("tools/call", "tools_call", "toolsCall", "tools.call", "tools-call"):
        assert "toolscall" in words(spelling).words


def test_only_what_reaches_the_end_is_open() -> None:
    assert words("tools/list_ch").open == {"ch", "listch", "toolslistch"}
    assert words("tools/list_changed ").open == frozenset()


def test_only_words_of_plain_letters_have_a_stem() -> None:
    # Porter (1980), the examples of steps 1a, 1b and 1c.
    assert [stem(w) for w in ("caresses", "ponies", "cats", "agreed", "motoring", "happy")] == [
        "caress", "poni", "cat", "agre", "motor", "happi",
    ]  # fmt: skip
    assert [stem(w) for w in ("naïvely", "v2s", "32602")] == ["naïvely", "v2s", "32602"]
