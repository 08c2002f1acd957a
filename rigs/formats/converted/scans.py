"""STL and PLY: the triangles of printed, scanned and generated bodies become a mesh on one node.

The package trimesh reads them, in a process of its own that is isolated from the current folder and has a time limit.
Neither format tells units or axes: metres are taken, and what is up is guessed by the mesh (`scan_axes`). It becomes
glTF with the axes of its file and is stood up where Z is up, so that the answer can be changed as that of any figure.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from pathlib import Path
from typing import Literal

import numpy as np

from pantin.rigs import isolated
from pantin.rigs.document import Document
from pantin.rigs.formats.converted.content import Content, Mesh, Node, Primitive
from pantin.rigs.formats.converted.glb import glb_of
from pantin.rigs.formats.converted.opening import opened_as_gltf
from pantin.rigs.formats.converted.scan_axes import likely_up
from pantin.rigs.formats.files import FilePath, Unreadable, read_bytes
from pantin.rigs.formats.opening import Reading
from pantin.rigs.messages import _

Kind = Literal["stl", "ply"]

PROCESS = "pantin.rigs.formats.converted.scans_process"
SECONDS, BYTES_A_SECOND = 4.5, 2_000_000
"""Files have so long to be read, and a second more for so many of their bytes; a million triangles take one or two."""
WORKED, WAITED = 1.5, 3.0
"""Seconds of the processor, and seconds, that the process may take of these once it has begun."""
MEMORY, TIMES = 256 * 1024**2, 40
"""Bytes that the process may take, and how many more for each byte of the files."""
Y_UP = (-0.7071067811865476, 0.0, 0.0, 0.7071067811865476)
"""The turn to Y up of what has Z up."""


def read_stl(path: FilePath, how: Reading | None = None) -> Document:
    """Return the mesh in an STL file as a figure of one bone. Raises Unreadable."""
    return _read("stl", path, how or Reading())


def read_ply(path: FilePath, how: Reading | None = None) -> Document:
    """Return the mesh in a PLY file as a figure of one bone. Raises Unreadable."""
    return _read("ply", path, how or Reading())


def _read(kind: Kind, path: FilePath, reading: Reading) -> Document:
    def glb(path: Path) -> bytes:
        (part,) = primitives([(kind, read_bytes(path))])
        if part is None:
            what = _("it is damaged or cut off, or has no triangles; take another copy, or export it anew.")
            raise Unreadable(path, _("file"), what)
        up = likely_up(part.positions.min(axis=0), part.positions.max(axis=0))
        reading.stood_up = up.z_up
        facts = [_("{format} tells no unit: it was read as metres.").format(format=kind.upper()), up.sentence]
        return glb_of(Content([Node(path.stem, mesh=0)], [Mesh(path.stem, (part,))], facts=facts))

    return opened_as_gltf(path, reading, glb)


def primitives(files: Sequence[tuple[Kind, bytes]]) -> list[Primitive | None]:
    """Return the triangles of each file, in its own axes; None where it is damaged or has none."""
    sent = b"".join(data for _kind, data in files)
    more = len(sent) / BYTES_A_SECOND
    limits = [str(MEMORY + TIMES * len(sent)), str(WORKED + more), str(WAITED + 2.0 * more)]
    arguments = [*limits, *(f"{kind}:{len(data)}" for kind, data in files)]
    try:
        out = isolated.run(PROCESS, arguments, {"OPENBLAS_NUM_THREADS": "1"}, sent, SECONDS + more)
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
