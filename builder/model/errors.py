"""What can go wrong with the model."""

from builder.errors import StrataError


class ModelError(StrataError):
    """The model could not be found, made or run."""


class ModelFileMissing(ModelError):
    """A file of the model folder is not there."""


class WrongWeights(ModelError):
    """The weights found are not the ones the recipe is written for."""
