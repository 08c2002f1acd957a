"""What eyes make of colours: contrast as WCAG 2 has it, and distance as people with each colour blindness see it.

The three matrices are those of Machado, Oliveira and Fernandes (2009) at full severity, on linear RGB; the distance is
CIE76, in CIELAB under D65.
"""

from __future__ import annotations

import numpy as np
from PySide6.QtGui import QColor

Ground = str | tuple[str, float, "Ground"]
"""A colour, or one painted so much opaque over another ground."""

BLINDNESS = {
    "none": np.eye(3),
    "protanopia": np.array(
        [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]
    ),
    "deuteranopia": np.array(
        [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]]
    ),
    "tritanopia": np.array(
        [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]]
    ),
}
_TO_XYZ = np.array(
    [[0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.0721750], [0.0193339, 0.1191920, 0.9503041]]
)
_WHITE = np.array([0.95047, 1.0, 1.08883])


def contrast(text: str, ground: Ground) -> float:
    """From 1, nothing to be seen, to 21, black on white. Small text needs 4.5."""
    dark, light = sorted((_luminance(text), _luminance(ground)))
    return (light + 0.05) / (dark + 0.05)


def distance(one: str, other: str, blindness: str) -> float:
    """ΔE between two colours: about 2 can just be told apart, 20 at a glance."""
    seen = [np.clip(BLINDNESS[blindness] @ _linear(colour), 0.0, 1.0) for colour in (one, other)]
    return float(np.linalg.norm(_lab(seen[0]) - _lab(seen[1])))


def _rgb(ground: Ground) -> np.ndarray:
    if isinstance(ground, str):
        return np.array(QColor(ground).getRgbF()[:3])
    token, alpha, below = ground
    return alpha * _rgb(token) + (1 - alpha) * _rgb(below)


def _linear(ground: Ground) -> np.ndarray:
    rgb = _rgb(ground)
    return np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4)


def _luminance(ground: Ground) -> float:
    return float(_TO_XYZ[1] @ _linear(ground))


def _lab(linear: np.ndarray) -> np.ndarray:
    share = _TO_XYZ @ linear / _WHITE
    x, y, z = np.where(share > 0.008856, np.cbrt(share), 7.787 * share + 16 / 116)
    return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])
