"""STL and PLY: the triangles of printed, scanned and generated bodies become a mesh on one node.

The package trimesh reads them, in a process of its own that is isolated from the current folder and has a time limit.
Neither format tells units or axes: metres and Z up are taken, as programs that print and scan have it.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path

from pantin.rigs import isolated
from pantin.rigs.document import Document
from pantin.rigs.formats.converted.opening import opened_as_gltf
from pantin.rigs.formats.files import FilePath, Unreadable, read_bytes
from pantin.rigs.formats.opening import Reading
from pantin.rigs.messages import _

PROCESS = "pantin.rigs.formats.converted.scans_process"
SECONDS = 30.0
"""For a file of 256 MB; a million triangles take one."""
MEMORY = 8 * 1024**3
"""Bytes of addresses that the process may take: numpy alone reserves one gigabyte."""


def read_stl(path: FilePath, how: Reading | None = None) -> Document:
    """Return the mesh in an STL file as a figure of one bone. Raises Unreadable."""
    return opened_as_gltf(path, how or Reading(), partial(_glb, "stl"))


def read_ply(path: FilePath, how: Reading | None = None) -> Document:
    """Return the mesh in a PLY file as a figure of one bone. Raises Unreadable."""
    return opened_as_gltf(path, how or Reading(), partial(_glb, "ply"))


def _glb(kind: str, path: Path) -> bytes:
    data = read_bytes(path)
    try:
        found = isolated.run(PROCESS, [kind, path.stem, str(MEMORY)], {"OPENBLAS_NUM_THREADS": "1"}, data, SECONDS)
    except OSError:
        raise Unreadable(
            path, _("file"), _("it is damaged or cut off; take another copy, or export it anew.")
        ) from None
    if not found:
        raise Unreadable(path, _("file"), _("it has no triangles; export the mesh with its faces."))
    return found
