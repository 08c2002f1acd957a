"""Small pictures with and without opacity, and the pixels that another reader finds."""

from __future__ import annotations

from io import BytesIO
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image

GREEN = np.tile(np.array((20, 200, 40), np.uint8), (4, 4, 1))
CUT = np.array(((255, 255, 0, 0), (255, 255, 0, 0), (255, 0, 0, 0), (0, 0, 0, 255)), np.uint8)
SOFT = np.array(((255, 200, 90, 0), (90, 120, 0, 60), (160, 70, 0, 30), (0, 0, 0, 255)), np.uint8)


def picture(pixels: NDArray[Any], kind: str = "PNG") -> bytes:
    out = BytesIO()
    Image.fromarray(pixels).save(out, kind)
    return out.getvalue()


def pixels_of(material: Any) -> NDArray[np.uint8]:
    return np.asarray(material.baseColorTexture.convert("RGBA"))
