"""The process that reads STL and PLY by trimesh: bytes come by standard input, arrays leave by standard output.

Its arguments are what it may take: bytes of memory, seconds of the processor, and seconds; and of each file, which
follow each other, its kind and its size: `stl:1284`. What is damaged leaves nothing.
"""

from __future__ import annotations

import io
import sys
from typing import Any

import numpy as np
import trimesh
from numpy.typing import NDArray
from trimesh.exchange.ply import load_ply

from pantin.rigs.formats.converted.srgb import to_linear
from pantin.rigs.isolated import limit_time, limit_written_memory

FARTHEST = 1e9
"""Numbers of a point that are larger, or none, are damage."""


def main(most: int, worked: float, waited: float, files: list[str]) -> None:
    """Write the points, triangles, normals and colours of each file by its place: `0_points`."""
    limit_written_memory(most)
    limit_time(worked, waited)
    found = dict[str, Any]()
    for place, (kind, _colon, size) in enumerate(each.partition(":") for each in files):
        data = sys.stdin.buffer.read(int(size))
        try:
            arrays = _arrays(kind, data)
        except Exception:
            continue
        found |= {f"{place}_{name}": array for name, array in arrays.items()}
    np.savez(sys.stdout.buffer, **found)


def _arrays(kind: str, data: bytes) -> dict[str, Any]:
    """Return the arrays of a file; none where it has no triangles. Raises what trimesh raises."""
    told: dict[str, Any] = {}
    read: Any
    if kind == "ply":
        told = load_ply(io.BytesIO(_without_edges(data)), skip_materials=True)
        read = trimesh.Trimesh(**told, process=False)
    else:
        read = trimesh.load(io.BytesIO(data), file_type=kind, process=False, force="mesh")
    if not isinstance(read, trimesh.Trimesh) or not len(read.faces):
        return {}
    points, faces = np.asarray(read.vertices, np.float64), np.asarray(read.faces, np.int64)
    if not (np.abs(points) <= FARTHEST).all() or faces.min() < 0 or faces.max() >= len(points):
        return {}
    found = {}
    if kind == "stl":  # each triangle has corners of its own there
        points, places = np.unique(points, axis=0, return_inverse=True)
        faces = places.reshape(-1)[faces]
        faces = faces[(faces != np.roll(faces, 1, axis=1)).all(axis=1)]
        if not len(faces):
            return {}
    else:  # its own, or else smooth ones: scans are round
        own = np.asarray(told.get("vertex_normals", ()), np.float32)
        has_own = own.shape == points.shape and bool((np.abs(own) <= FARTHEST).all())
        found["normals"] = own if has_own else _smooth(points, faces)
    visual: Any = read.visual
    if visual is not None and visual.kind == "vertex":
        shown = np.asarray(visual.vertex_colors, np.float64) / 255.0
        found["colours"] = np.column_stack([to_linear(shown[:, :3]), shown[:, 3]]).astype(np.float32)
    return {**found, "points": points.astype(np.float32), "triangles": faces.astype(np.uint32)}


def _without_edges(data: bytes) -> bytes:
    """Return a PLY whose edges have a name that trimesh does not know: it would look for scipy to go along them."""
    head, mark, body = data.partition(b"end_header")
    return head.replace(b"element edge ", b"element line ") + mark + body


def _smooth(points: NDArray[np.float64], faces: NDArray[np.int64]) -> NDArray[np.float32]:
    """Return a normal for each point (v, 3), of unit length: of the faces around it, the larger the more."""
    corners = points[faces]
    across = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    places, whole = faces.ravel(), np.repeat(across, 3, axis=0)
    sums = [np.bincount(places, whole[:, axis], minlength=len(points)) for axis in range(3)]
    lengths = np.linalg.norm(sums, axis=0)
    return (np.array(sums) / np.where(lengths > 0.0, lengths, 1.0)).T.astype(np.float32)


if __name__ == "__main__":
    main(int(sys.argv[1]), float(sys.argv[2]), float(sys.argv[3]), sys.argv[4:])
