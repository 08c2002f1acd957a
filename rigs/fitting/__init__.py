"""A body fitted to a loaded skeleton: which bone is which part, how joints may turn, and what controls them."""

from __future__ import annotations

from pantin.rigs.fitting.found_body import FoundBody
from pantin.rigs.fitting.recognition import figure_in, person_figure_in

__all__ = ["FoundBody", "figure_in", "person_figure_in"]
