"""A tetrahedron of volume 1 as programs write it: STL and PLY, as text and in bytes."""

from __future__ import annotations

import struct

import numpy as np

CORNERS = np.array(((0, 0, 0), (1, 0, 0), (0, 2, 0), (0, 0, 3)), np.float32)
FACES = np.array(((0, 2, 1), (0, 1, 3), (1, 2, 3), (2, 0, 3)))


def stl() -> bytes:
    triangles = b"".join(struct.pack("<12fH", 0, 0, 0, *CORNERS[face].ravel().tolist(), 0) for face in FACES)
    return b"tetrahedron".ljust(80) + struct.pack("<I", len(FACES)) + triangles


def stl_text() -> bytes:
    lines = ["solid tetrahedron"]
    for face in FACES:
        lines += ["facet normal 0 0 0", "outer loop"]
        lines += ["vertex {:g} {:g} {:g}".format(*point) for point in CORNERS[face].tolist()]
        lines += ["endloop", "endfacet"]
    return "\n".join([*lines, "endsolid tetrahedron", ""]).encode()


def ply(kind: str = "ascii", colours: bool = False) -> bytes:
    shown = "property uchar red\nproperty uchar green\nproperty uchar blue\n" if colours else ""
    head = (
        f"ply\nformat {kind} 1.0\nelement vertex {len(CORNERS)}\nproperty float x\nproperty float y\nproperty float z\n"
        f"{shown}element face {len(FACES)}\nproperty list uchar int vertex_indices\nend_header\n"
    )
    if kind == "ascii":
        rows = ["{:g} {:g} {:g}".format(*point) + (" 255 0 188" if colours else "") for point in CORNERS.tolist()]
        return (head + "\n".join([*rows, *("3 " + " ".join(map(str, face)) for face in FACES.tolist()), ""])).encode()
    order = ">" if "big" in kind else "<"
    body = b"".join(struct.pack(order + "3f", *point) for point in CORNERS.tolist())
    return head.encode() + body + b"".join(struct.pack(order + "B3i", 3, *face) for face in FACES.tolist())
