"""The original weights, tuned on pairs from the docs (builder/model/pairs.py): a query and the text that answers it.

Every other text of a batch is a wrong answer (multiple negatives ranking loss, Henderson et al. 2017), both ways;
half of the pairs bring another section of their page along, the wrong answer that is hardest to tell from the right
one. Word embeddings stay as they are: most words of a query are in no pair.
"""

import json
import random
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from builder.model.weights import FILES

STEPS = 250
BATCH = 32  # pairs
RATE = 4e-5  # learning rate at its highest, after WARMUP steps; it falls to a twentieth
WARMUP = 20
DROPOUT = 0.05
TEMPERATURE = 0.05  # cosines are divided by it
QUERY_TOKENS, TEXT_TOKENS = 32, 112
# How often a pair of a sort is drawn.
WEIGHTS = {"heading": 0.7, "link": 1.5, "cloze": 0.4, "plain": 3.0, "paraphrase": 4.0}
# A heading asked for stands in its text's heading path too, but in this share of cases, where it would be no question.
BARE = 0.7
SIBLINGS = 0.5
SEED = 7


def tune(source: Path, pairs: Sequence[dict[str, Any]], out: Path) -> Path:
    """Writes the tuned weights to `out` in the form of `source`, and returns it. Some twelve minutes on two cores."""
    import torch
    from tokenizers import Tokenizer
    from transformers import AutoModel

    torch.manual_seed(SEED)
    draw = Draw(pairs)
    tokenizer = Tokenizer.from_file(str(source / "tokenizer.json"))
    tokenizer.no_truncation()
    tokenizer.no_padding()
    separator = tokenizer.token_to_id("[SEP]")
    model = AutoModel.from_pretrained(source, dtype=torch.float32)
    model.embeddings.requires_grad_(False)
    model.train()
    for module in model.modules():
        if isinstance(module, torch.nn.Dropout):
            module.p = DROPOUT
    trained = [parameter for parameter in model.parameters() if parameter.requires_grad]
    optimizer = torch.optim.AdamW(trained, lr=RATE, weight_decay=0.01)
    schedule = torch.optim.lr_scheduler.LambdaLR(
        optimizer, lambda step: min((step + 1) / WARMUP, max(0.05, 1 - step / STEPS))
    )

    def encode(texts: Sequence[str], most: int) -> Any:
        pieces = [ids if len(ids) <= most else [*ids[: most - 1], separator] for ids in _ids(tokenizer, texts)]
        ids = torch.nn.utils.rnn.pad_sequence([torch.tensor(row) for row in pieces], batch_first=True)
        mask = torch.nn.utils.rnn.pad_sequence([torch.ones(len(row), dtype=torch.long) for row in pieces], True)
        hidden = model(ids, attention_mask=mask).last_hidden_state
        mean = (hidden * mask[..., None]).sum(1) / mask.sum(1, keepdim=True)
        return torch.nn.functional.normalize(mean, dim=1)

    for step in range(1, STEPS + 1):
        batch = draw.batch()
        queries = encode([pair["query"] for pair in batch], QUERY_TOKENS)
        texts = encode([draw.text(pair) for pair in batch], TEXT_TOKENS)
        likeness = queries @ texts.T / TEMPERATURE
        right = torch.arange(len(batch))
        loss = 0.7 * torch.nn.functional.cross_entropy(likeness, right)
        loss = loss + 0.3 * torch.nn.functional.cross_entropy(likeness.T, right)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(trained, 1.0)
        optimizer.step()
        schedule.step()
        optimizer.zero_grad()
        if step % 10 == 0:
            print(f"Tuning: step {step} of {STEPS}, loss {loss.item():.3f}", flush=True)
    out.mkdir(parents=True, exist_ok=True)
    model.save_pretrained(out)
    for name in FILES:
        if name != "model.safetensors":
            shutil.copyfile(source / name, out / name)
    return out


def read(file: Path) -> list[dict[str, Any]]:
    """The pairs in a file that builder/model/pairs.py wrote."""
    return list(json.loads(file.read_text("utf-8")))


def _ids(tokenizer: Any, texts: Sequence[str]) -> list[list[int]]:
    return [encoding.ids for encoding in tokenizer.encode_batch(list(texts))]


class Draw:
    """Pairs by chance, from a fixed seed."""

    def __init__(self, pairs: Sequence[dict[str, Any]]) -> None:
        self._random = random.Random(SEED)
        self._pairs = pairs
        self._most = min(BATCH, len({_section(pair) for pair in pairs}))
        self._weights = [WEIGHTS[pair["sort"]] for pair in pairs]
        self._pages: dict[str, list[dict[str, Any]]] = {}
        for pair in pairs:
            self._pages.setdefault(pair["page"], []).append(pair)

    def batch(self) -> list[dict[str, Any]]:
        """BATCH pairs of as many sections; fewer where there are not as many."""
        drawn: dict[tuple[str, str], dict[str, Any]] = {}
        while len(drawn) < self._most:
            (pair,) = self._random.choices(self._pairs, self._weights)
            if drawn.setdefault(_section(pair), pair) is not pair:
                continue
            siblings = [other for other in self._pages[pair["page"]] if _section(other) not in drawn]
            if siblings and len(drawn) < self._most and self._random.random() < SIBLINGS:
                sibling = self._random.choice(siblings)
                drawn[_section(sibling)] = sibling
        return list(drawn.values())

    def text(self, pair: dict[str, Any]) -> str:
        """What the model reads of a text, as of a chunk."""
        bare = pair["sort"] == "heading" and self._random.random() < BARE
        context = " > ".join([pair["title"], *([] if bare else pair["headings"])])
        return f"{context}\n{pair['text']}"


def _section(pair: dict[str, Any]) -> tuple[str, str]:
    return pair["page"], pair["section"]
