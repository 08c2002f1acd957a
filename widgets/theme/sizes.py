"""Sizes that several panels share, logical pixels."""

from __future__ import annotations

PANEL_WIDTH = 308
"""Of a panel with fields: as narrow as it can be made, and as wide as it is at first."""
