"""Strata mirrors every release of versioned docs and makes them searchable."""

