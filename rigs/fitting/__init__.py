"""A biped fitted to a loaded skeleton: which bone is which part of a person, how joints may turn, and its controls."""

from __future__ import annotations

from pantin.rigs.fitting.figure import Figure
from pantin.rigs.fitting.fit import fit

__all__ = ["Figure", "fit"]
