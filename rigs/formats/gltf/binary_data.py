"""Arrays in the binary part of a glTF file: views and accessors, and joints and weights in sets of four."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

FLOAT, UINT, USHORT = 5126, 5125, 5123
VERTICES, CORNERS = 34962, 34963
"""What a view of the buffer is for: attributes of vertices, and indices of triangles."""
KINDS = {1: "SCALAR", 2: "VEC2", 3: "VEC3", 4: "VEC4", 16: "MAT4"}
SPARSE = 3
"""Targets of which less than one vertex in so many moves are written as their moved vertices alone."""


class BinaryData:
    """The binary part, with its views and accessors.

    They may follow others: so many views, accessors and bytes of data are `before`.
    """

    def __init__(self, before: tuple[int, int, int] = (0, 0, 0)) -> None:
        self.bytes = bytearray()
        self._before = before
        self.views: list[dict[str, Any]] = []
        self.accessors: list[dict[str, Any]] = []

    def view(self, data: bytes, target: int | None = None) -> int:
        """Append a view; returns its index."""
        found = {"buffer": 0, "byteOffset": self._before[2] + len(self.bytes), "byteLength": len(data)}
        self.views.append(found if target is None else {**found, "target": target})
        self.bytes += data + b"\0" * (-len(data) % 4)
        return self._before[0] + len(self.views) - 1

    def add(self, numbers: NDArray[Any], target: int | None = None, bounds: bool = False) -> int:
        """Append an accessor of numbers (n, width), or (n); returns its index."""
        rows = np.ascontiguousarray(numbers.reshape(len(numbers), -1))
        accessor: dict[str, Any] = {
            "bufferView": self.view(rows.tobytes(), target),
            "componentType": {"f": FLOAT, "I": UINT, "H": USHORT}[rows.dtype.char],
            "count": len(rows),
            "type": KINDS[rows.shape[1]],
        }
        if bounds and len(rows):
            accessor |= {"min": rows.min(axis=0).tolist(), "max": rows.max(axis=0).tolist()}
        self.accessors.append(accessor)
        return self._before[1] + len(self.accessors) - 1

    def add_like(self, numbers: NDArray[Any], accessor: Mapping[str, Any], target: int) -> int:
        """Append an accessor of numbers (n, width) in the kind of another one; returns its index."""
        rows = np.ascontiguousarray(numbers).view(np.uint8).reshape(len(numbers), -1)
        wide = np.pad(rows, ((0, 0), (0, -rows.shape[1] % 4)))  # vertices begin at multiples of four bytes
        view = self.view(wide.tobytes(), target)
        if wide.shape[1] > rows.shape[1]:
            self.views[-1]["byteStride"] = wide.shape[1]
        kept = {name: accessor[name] for name in ("componentType", "type", "normalized") if name in accessor}
        self.accessors.append({"bufferView": view, "count": len(rows), **kept})
        return self._before[1] + len(self.accessors) - 1

    def add_moves(self, moves: NDArray[np.float32], bounds: bool = False) -> int:
        """Append an accessor of what a target adds to vertices (v, 3): of the few that move, where they are few."""
        moved = np.flatnonzero(moves.any(axis=1))
        if not len(moved):
            moved = np.zeros(1, np.intp)
        if SPARSE * len(moved) >= len(moves):
            return self.add(moves, bounds=bounds)
        index = np.ascontiguousarray(moved, np.uint32)
        accessor: dict[str, Any] = {"componentType": FLOAT, "count": len(moves), "type": "VEC3"}
        if bounds:
            accessor |= {"min": moves.min(axis=0).tolist(), "max": moves.max(axis=0).tolist()}
        accessor["sparse"] = {
            "count": len(moved),
            "indices": {"bufferView": self.view(index.tobytes()), "componentType": UINT},
            "values": {"bufferView": self.view(np.ascontiguousarray(moves[moved]).tobytes())},
        }
        self.accessors.append(accessor)
        return self._before[1] + len(self.accessors) - 1


def sets_of(
    joints: NDArray[np.uint16], weights: NDArray[np.float32]
) -> list[tuple[NDArray[np.uint16], NDArray[np.float32]]]:
    """Return joints and weights (v, 4) in sets: together 1 for each vertex, and joint 0 where there is no weight.

    No joint is there twice, and the largest weights come first. A vertex without weights hangs on its first joint.
    """
    whole = np.maximum(weights.astype(np.float64), 0.0)
    whole[~whole.any(axis=1), 0] = 1.0
    for later in range(1, joints.shape[1]):
        for column in range(later):
            same = joints[:, column] == joints[:, later]
            whole[same, column] += whole[same, later]
            whole[same, later] = 0.0
    whole /= whole.sum(axis=1, keepdims=True)
    order = np.argsort(-whole, axis=1, kind="stable")
    found = np.take_along_axis(whole, order, axis=1).astype(np.float32)
    places = np.where(found > 0.0, np.take_along_axis(joints, order, axis=1), 0).astype(np.uint16)
    found[:, 0] += (1.0 - found.sum(axis=1, dtype=np.float64)).astype(np.float32)
    used = np.flatnonzero(found.any(axis=0)).max(initial=0) + 1
    filled = ((0, 0), (0, 4 - used % 4 if used % 4 else 0))
    places, found = np.pad(places[:, :used], filled), np.pad(found[:, :used], filled)
    return [(places[:, at : at + 4], found[:, at : at + 4]) for at in range(0, found.shape[1], 4)]
