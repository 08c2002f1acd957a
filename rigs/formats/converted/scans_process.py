"""The process that reads STL and PLY by trimesh: bytes come by standard input, a GLB leaves by standard output.

Its arguments are the format, the name of the mesh, and the bytes of memory that it may take. Nothing leaves where the
file has no triangles.
"""

from __future__ import annotations

import io
import sys
from typing import Any

import numpy as np
import trimesh

from pantin.rigs.formats.converted.content import Content, Mesh, Node, Primitive
from pantin.rigs.formats.converted.glb import glb_of
from pantin.rigs.formats.converted.wavefront import to_linear
from pantin.rigs.isolated import limit_memory
from pantin.rigs.messages import _

Y_UP = (-0.7071067811865476, 0.0, 0.0, 0.7071067811865476)
"""The turn of what has Z up."""


def main(kind: str, name: str, most: int) -> None:
    """Write the mesh as binary glTF. Raises what trimesh raises."""
    limit_memory(most)
    read = trimesh.load(io.BytesIO(sys.stdin.buffer.read()), file_type=kind, process=False, force="mesh")
    if not isinstance(read, trimesh.Trimesh) or not len(read.faces):
        return
    places, faces = np.asarray(read.vertices, np.float64), np.asarray(read.faces, np.int64)
    if not np.isfinite(places).all() or faces.min() < 0 or faces.max() >= len(places):
        raise ValueError("numbers that are none")
    normals, colours = None, None
    if kind == "stl":
        places, inverse = np.unique(places, axis=0, return_inverse=True)
        faces = inverse.reshape(-1)[faces]
        faces = faces[(faces[:, 0] != faces[:, 1]) & (faces[:, 1] != faces[:, 2]) & (faces[:, 2] != faces[:, 0])]
    else:  # its own, or else smooth ones: scans are round
        normals = np.asarray(read.vertex_normals, np.float32)
    visual: Any = read.visual
    if visual is not None and visual.kind == "vertex":
        shown = np.asarray(visual.vertex_colors, np.float64) / 255.0
        colours = np.column_stack([to_linear(shown[:, :3]), shown[:, 3]]).astype(np.float32)
    part = Primitive(places.astype(np.float32), faces.astype(np.uint32), normals, colours=colours)
    words = [_("{format} tells neither unit nor axes: it was read as metres, Z up.").format(format=kind.upper())]
    content = Content([Node(name, rotation=Y_UP, mesh=0)], [Mesh(name, (part,))], words=words)
    sys.stdout.buffer.write(glb_of(content))


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]))
