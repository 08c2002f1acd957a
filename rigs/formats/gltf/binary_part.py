"""The binary part of a glTF file that is written, and the container of both parts."""

from __future__ import annotations

import json
import struct
from typing import Any

import numpy as np

from pantin.rigs.motion.transform_arrays import Floats

FLOAT = 5126
"""The component type of 32-bit floats."""


class BinaryPart:
    """Accessors one after the other: those of bind matrices in a view of their own, as glTF asks, apart from motion."""

    def __init__(self) -> None:
        self._views: dict[bool, bytearray] = {}
        self._accessors: list[dict[str, Any]] = []

    @property
    def bytes(self) -> bytes:
        """All views, one after the other."""
        return b"".join(self._views.values())

    def add(self, numbers: Floats, kind: str, bounds: bool = False) -> int:
        """Append numbers (count, width), or (count), as 32-bit floats of a type such as "VEC3".

        Returns the index of their accessor. With `bounds` that says the least and the greatest, as glTF asks of times.
        """
        floats, is_bind = np.ascontiguousarray(numbers, "<f4"), kind == "MAT4"
        view = self._views.setdefault(is_bind, bytearray())
        accessor: dict[str, Any] = {
            "bufferView": list(self._views).index(is_bind),
            "byteOffset": len(view),
            "componentType": FLOAT,
            "count": len(floats),
            "type": kind,
        }
        if bounds:
            accessor |= {"min": [float(floats.min())], "max": [float(floats.max())]}
        view += floats.tobytes()
        self._accessors.append(accessor)
        return len(self._accessors) - 1

    def tables(self) -> dict[str, Any]:
        """The accessors, views and buffers that the JSON names; empty where there is no data."""
        if not self._accessors:
            return {}
        views, size = [], 0
        for view in self._views.values():
            views.append({"buffer": 0, "byteOffset": size, "byteLength": len(view)})
            size += len(view)
        return {"accessors": self._accessors, "bufferViews": views, "buffers": [{"byteLength": size}]}


def container(plain: dict[str, Any], data: bytes) -> bytes:
    """The bytes of a binary glTF file, of its JSON and its binary part."""
    text = json.dumps(plain, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 4)
    chunks = struct.pack("<I4s", len(text), b"JSON") + text
    if data:
        chunks += struct.pack("<I4s", len(data), b"BIN\0") + data
    return struct.pack("<4sII", b"glTF", 2, 12 + len(chunks)) + chunks
