"""The process that reads STL and PLY by trimesh: bytes come by standard input, arrays leave by standard output.

Its arguments are the bytes of memory that it may take, and of each file, which follow each other, its kind and its
size: `stl:1284`. What is damaged leaves nothing.
"""

from __future__ import annotations

import io
import sys
from typing import Any

import numpy as np
import trimesh

from pantin.rigs.formats.converted.wavefront import to_linear
from pantin.rigs.isolated import limit_memory


def main(most: int, files: list[str]) -> None:
    """Write the points, triangles, normals and colours of each file by its place: `0_points`."""
    limit_memory(most)
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
    read = trimesh.load(io.BytesIO(data), file_type=kind, process=False, force="mesh")
    if not isinstance(read, trimesh.Trimesh) or not len(read.faces):
        return {}
    points, faces = np.asarray(read.vertices, np.float64), np.asarray(read.faces, np.int64)
    if not np.isfinite(points).all() or faces.min() < 0 or faces.max() >= len(points):
        return {}
    found = {}
    if kind == "stl":  # each triangle has corners of its own there
        points, places = np.unique(points, axis=0, return_inverse=True)
        faces = places.reshape(-1)[faces]
        faces = faces[(faces != np.roll(faces, 1, axis=1)).all(axis=1)]
        if not len(faces):
            return {}
    else:  # its own, or else smooth ones: scans are round
        found["normals"] = np.asarray(read.vertex_normals, np.float32)
    visual: Any = read.visual
    if visual is not None and visual.kind == "vertex":
        shown = np.asarray(visual.vertex_colors, np.float64) / 255.0
        found["colours"] = np.column_stack([to_linear(shown[:, :3]), shown[:, 3]]).astype(np.float32)
    return {**found, "points": points.astype(np.float32), "triangles": faces.astype(np.uint32)}


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2:])
