"""Pictures of text that are kept take no more memory than their pixels."""

from __future__ import annotations

import ctypes
import sys

import pytest

from pantin.viewport.paint.overlay import labels

INK, CASING = (0.9, 0.9, 0.9, 1.0), (0.1, 0.1, 0.1, 1.0)
KEPT = 100
MOST = 3 * 108 * 28 * 4
"""Bytes of one: three times its pixels."""


MALLINFO = getattr(ctypes.CDLL(None), "mallinfo2", None) if sys.platform == "linux" else None


class Allocated(ctypes.Structure):
    """What the C library says of its memory, with `used` bytes given out."""

    _fields_ = [(name, ctypes.c_size_t) for name in ("a", "b", "c", "d", "e", "f", "g", "used", "free", "top")]


def used() -> int:
    """Bytes that the C library has given out."""
    assert MALLINFO is not None
    MALLINFO.restype = Allocated
    return int(MALLINFO().used)


@pytest.mark.skipif(MALLINFO is None, reason="only GNU's C library says how much memory it has given out")
def test_a_picture_is_kept_without_what_painted_it(qapp: object) -> None:
    labels._picture("first", INK, CASING, False, 1.25)
    before = used()
    kept = [labels._picture(f"upper_arm.{number}", INK, CASING, False, 1.25) for number in range(KEPT)]
    assert kept[0].devicePixelRatio() == 1.25
    assert used() - before < KEPT * MOST
