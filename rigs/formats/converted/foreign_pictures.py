"""Pictures of kinds that glTF has not, as PNG: TGA, PSD, BMP, TIFF and DDS, decoded by Pillow.

Only processes that read a stranger's file call this: they have limits of time and memory, and take nothing along where
they crash.
"""

from __future__ import annotations

import struct
from contextlib import suppress
from io import BytesIO

KINDS = ("TGA", "PSD", "BMP", "TIFF", "DDS")

MOST_PIXELS = 8_192 * 8_192
"""A larger picture is not decoded."""


def as_png(data: bytes) -> bytes | None:
    """Return an encoded picture as PNG; None where it is of no known kind, damaged, or Pillow is not installed."""
    with suppress(OSError, ValueError, SyntaxError, ArithmeticError, LookupError, TypeError, struct.error, ImportError):
        return _png(data)
    return None


def _png(data: bytes) -> bytes | None:
    """Raise what Pillow raises of damaged pictures, and ImportError where it is not installed."""
    from PIL import Image

    with Image.open(BytesIO(data), formats=KINDS) as picture:
        if picture.width * picture.height > MOST_PIXELS:
            return None
        has_alpha = "A" in picture.getbands() or "transparency" in picture.info
        out = BytesIO()
        picture.convert("RGBA" if has_alpha else "RGB").save(out, "PNG", compress_level=1)
    return out.getvalue()
