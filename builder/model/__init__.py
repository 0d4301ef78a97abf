"""The sentence model: made by `export` in an environment of its own, used through `encoder`."""

from builder.model.encoder import Encoder
from builder.model.errors import ModelError

__all__ = ["Encoder", "ModelError"]
