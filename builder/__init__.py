"""Strata mirrors every release of versioned docs and makes them searchable."""

__version__ = "0.1.0"
