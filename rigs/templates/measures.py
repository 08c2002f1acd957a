"""Measures of a figure: its size in metres, and its parts against those of the usual figure.

A proportion of 1 is the usual figure's. The whole is scaled to its size afterwards, so that each can be changed without
thinking of the others.
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

Proportion = Annotated[float, Meta(ge=0.4, le=2.5, extra={"unit": "", "step": 0.005})]
"""Length of a part against that of the usual figure."""

Size = Annotated[float, Meta(ge=0.1, le=5.0, extra={"unit": "m", "step": 0.005})]
"""Size of the whole."""
