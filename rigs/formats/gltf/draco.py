"""Meshes that Draco packed (KHR_draco_mesh_compression), unpacked by the package DracoPy where it is installed.

It is foreign code that reads a stranger's bytes: it runs in a process of its own, which is isolated from the current
folder, has a time limit, and takes nothing along where it crashes.
https://github.com/KhronosGroup/glTF/tree/main/extensions/2.0/Khronos/KHR_draco_mesh_compression
"""

from __future__ import annotations

import io
import os
import subprocess
import sys
from importlib.util import find_spec
from typing import Any, NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from pantin.rigs.formats.decoding import decode
from pantin.rigs.formats.files import Fault
from pantin.rigs.formats.gltf.accessors import Accessors
from pantin.rigs.formats.gltf.container import Index
from pantin.rigs.messages import _

EXTENSION = "KHR_draco_mesh_compression"
SECONDS = 10.0
"""For one mesh: half a million triangles take one."""

LARGEST = 256 * 1024 * 1024
"""Bytes that come out of one mesh."""

MISSING = _('it is compressed by Draco, which one more package reads; install it by: pip install "pantin[draco]".')
DAMAGED = _("the data that Draco compressed is damaged; take another copy of the file, or export it uncompressed.")

SCRIPT = """
import sys
import numpy as np
import DracoPy
try:
    import resource
    resource.setrlimit(resource.RLIMIT_AS, ({most}, {most}))
except (ImportError, ValueError, OSError):
    pass
mesh = DracoPy.decode(sys.stdin.buffer.read())
found = {{f"a{{each['unique_id']}}": np.asarray(each["data"]) for each in mesh.attributes}}
faces = getattr(mesh, "faces", None)
found["corners"] = np.empty(0, np.uint32) if faces is None else np.asarray(faces, np.uint32).reshape(-1)
np.savez(sys.stdout.buffer, **found)
"""


class Packed(msgspec.Struct, frozen=True):
    """Where the packed data lies, and the numbers in it of the attributes."""

    bufferView: Index
    attributes: dict[str, Index]


class Unpacked(NamedTuple):
    """The corners of the triangles (3 t), and the attributes (v, width) by name, as accessors have them."""

    corners: NDArray[np.uint32]
    attributes: dict[str, NDArray[Any]]


def packed(extensions: Any) -> Packed | None:
    """Return what the extensions of a primitive say of Draco; None where it is not packed. Raises Fault."""
    if not isinstance(extensions, dict) or EXTENSION not in extensions:
        return None
    return decode(extensions[EXTENSION], Packed)


def unpacked(accessors: Accessors, part: Packed) -> Unpacked:
    """Return what Draco packed. Raises Fault, also where the package that reads it is not installed."""
    if find_spec("DracoPy") is None:
        raise Fault("$.meshes", MISSING)
    arrays = _decoded(accessors.bytes_of(part.bufferView))
    accessors.spend(sum(each.size for each in arrays.values()), "$.meshes")
    attributes = {}
    for name, number in part.attributes.items():
        found = arrays.get(f"a{number}")
        if found is None or found.ndim > 2:
            raise Fault("$.meshes", DAMAGED)
        attributes[name] = found.reshape(len(found), -1)
    return Unpacked(arrays["corners"], attributes)


def _decoded(data: bytes) -> dict[str, NDArray[Any]]:
    """Return what a process of its own makes of the packed data: attributes by number, and corners."""
    script = SCRIPT.format(most=4 * LARGEST)
    command = [sys.executable, "-I", "-c", script]
    try:
        few = {**os.environ, "OPENBLAS_NUM_THREADS": "1"}
        done = subprocess.run(command, input=data, capture_output=True, timeout=SECONDS, check=True, env=few)
        if len(done.stdout) > LARGEST:
            raise Fault("$.meshes", DAMAGED)
        with np.load(io.BytesIO(done.stdout), allow_pickle=False) as file:
            return {name: file[name] for name in file.files}
    except (OSError, ValueError, EOFError, KeyError, subprocess.SubprocessError):
        raise Fault("$.meshes", DAMAGED) from None
