"""STL and PLY: the triangles of printed, scanned and generated bodies become a mesh on one node.

The package trimesh reads them, in a process of its own that is isolated from the current folder and has a time limit.
Neither format tells units or axes: metres and Z up are taken, as programs that print and scan have it.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Literal

import numpy as np

from pantin.rigs import isolated
from pantin.rigs.document import Document
from pantin.rigs.formats.converted.content import Content, Mesh, Node, Primitive
from pantin.rigs.formats.converted.glb import glb_of
from pantin.rigs.formats.converted.opening import opened_as_gltf
from pantin.rigs.formats.files import FilePath, Unreadable, read_bytes
from pantin.rigs.formats.opening import Reading
from pantin.rigs.messages import _

Kind = Literal["stl", "ply"]

PROCESS = "pantin.rigs.formats.converted.scans_process"
SECONDS = 30.0
"""For files of 256 MB together; a million triangles take one."""
MEMORY = 8 * 1024**3
"""Bytes of addresses that the process may take: numpy alone reserves one gigabyte."""
Y_UP = (-0.7071067811865476, 0.0, 0.0, 0.7071067811865476)
"""The turn to Y up of what has Z up."""


def read_stl(path: FilePath, how: Reading | None = None) -> Document:
    """Return the mesh in an STL file as a figure of one bone. Raises Unreadable."""
    return opened_as_gltf(path, how or Reading(), partial(_glb, "stl"))


def read_ply(path: FilePath, how: Reading | None = None) -> Document:
    """Return the mesh in a PLY file as a figure of one bone. Raises Unreadable."""
    return opened_as_gltf(path, how or Reading(), partial(_glb, "ply"))


def _glb(kind: Kind, path: Path) -> bytes:
    (part,) = primitives([(kind, read_bytes(path))])
    if part is None:
        what = _("it is damaged or cut off, or has no triangles; take another copy, or export it anew.")
        raise Unreadable(path, _("file"), what)
    facts = [_("{format} tells neither unit nor axes: it was read as metres, Z up.").format(format=kind.upper())]
    return glb_of(Content([Node(path.stem, rotation=Y_UP, mesh=0)], [Mesh(path.stem, (part,))], facts=facts))


def primitives(files: Sequence[tuple[Kind, bytes]]) -> list[Primitive | None]:
    """Return the triangles of each file, in its own axes; None where it is damaged or has none."""
    arguments = [str(MEMORY), *(f"{kind}:{len(data)}" for kind, data in files)]
    sent = b"".join(data for _kind, data in files)
    try:
        out = isolated.run(PROCESS, arguments, {"OPENBLAS_NUM_THREADS": "1"}, sent, SECONDS)
        with np.load(io.BytesIO(out), allow_pickle=False) as read:
            found = {name: read[name] for name in read.files}
    except (OSError, ValueError, EOFError, KeyError):
        return [None] * len(files)
    return [
        Primitive(
            found[f"{place}_points"],
            found[f"{place}_triangles"],
            found.get(f"{place}_normals"),
            colours=found.get(f"{place}_colours"),
        )
        if f"{place}_points" in found
        else None
        for place in range(len(files))
    ]
