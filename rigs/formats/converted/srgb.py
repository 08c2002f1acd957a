"""Colours in sRGB, as people choose them, and linear, as glTF has them."""

from __future__ import annotations

import numpy as np

from pantin.rigs.formats.converted.content import Floats


def to_linear(colour: Floats) -> Floats:
    """Return colours, linear, of those in sRGB (IEC 61966-2-1)."""
    return np.where(colour <= 0.04045, colour / 12.92, ((colour + 0.055) / 1.055) ** 2.4)
