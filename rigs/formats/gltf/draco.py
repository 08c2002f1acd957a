"""Meshes that Draco packed (KHR_draco_mesh_compression), unpacked by the package DracoPy where it is installed.

It is foreign code that reads a stranger's bytes: it runs in a process of its own, which is isolated from the current
folder, has a time limit, and takes nothing along where it crashes.
https://github.com/KhronosGroup/glTF/tree/main/extensions/2.0/Khronos/KHR_draco_mesh_compression
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator, Sequence
from importlib.util import find_spec
from typing import Any, NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from pantin.rigs import isolated
from pantin.rigs.formats.decoding import decode
from pantin.rigs.formats.files import Fault
from pantin.rigs.formats.gltf.accessors import Accessors
from pantin.rigs.formats.gltf.container import Index
from pantin.rigs.messages import _

EXTENSION = "KHR_draco_mesh_compression"
SECONDS = 10.0
"""For all meshes of a file: half a million triangles take one."""

LARGEST = 128 * 1024 * 1024
"""Bytes that come out of all meshes of a file, and that go in."""

PROCESS = "pantin.rigs.formats.gltf.draco_process"
"""The module that the process runs."""

MISSING = _('it is compressed by Draco, which one more package reads; install it by: pip install "pantin[draco]".')
DAMAGED = _("the data that Draco compressed is damaged; take another copy of the file, or export it uncompressed.")


class Packed(msgspec.Struct, frozen=True):
    """The place of the packed data, and the numbers in it of the attributes."""

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


class Decoder:
    """The meshes of a file that Draco packed: all are unpacked together when one is asked for."""

    def __init__(self, accessors: Accessors, primitives: Iterable[Any]) -> None:
        self._accessors, self._primitives = accessors, primitives
        self._arrays: dict[int, dict[str, NDArray[Any]]] | None = None

    def unpacked(self, part: Packed) -> Unpacked:
        """Return what Draco packed. Raises Fault, also where the package that reads it is not installed."""
        if find_spec("DracoPy") is None:
            raise Fault("$.meshes", MISSING)
        if self._arrays is None:
            self._arrays = {}  # what fails once is not tried again
            self._arrays = self._decoded()
        arrays = self._arrays.get(part.bufferView, {})
        attributes = {name: arrays.get(str(number)) for name, number in part.attributes.items()}
        whole = {name: found.reshape(len(found), -1) for name, found in attributes.items() if found is not None}
        if "corners" not in arrays or len(whole) < len(attributes):
            raise Fault("$.meshes", DAMAGED)
        return Unpacked(arrays["corners"], whole)

    def _decoded(self) -> dict[int, dict[str, NDArray[Any]]]:
        """Return what a process of its own makes of all packed data: attributes by number, and corners, by view."""
        views, room, datas = list[int](), LARGEST, []
        for view in dict.fromkeys(self._views()):
            try:
                datas.append(self._accessors.bytes_of(view, room))
            except Fault:
                continue
            views.append(view)
            room -= len(datas[-1])
        found: dict[int, dict[str, NDArray[Any]]] = {view: {} for view in views}
        for name, array in _in_a_process(datas).items():
            place, _line, key = name.partition("_")
            self._accessors.spend(array.size, "$.meshes")
            if array.ndim <= 2:
                found[views[int(place)]][key] = array
        return found

    def _views(self) -> Iterator[int]:
        for plain in self._primitives:
            try:
                part = packed(plain.get("extensions") if isinstance(plain, dict) else None)
            except Fault:
                continue
            if part is not None:
                yield part.bufferView


def _in_a_process(datas: Sequence[bytes]) -> dict[str, NDArray[Any]]:
    """Return the arrays that DracoPy unpacks, by the place of their data and their numbers. Raises Fault."""
    sizes = [str(len(data)) for data in datas]
    try:
        out = isolated.run(PROCESS, [str(8 * LARGEST), *sizes], {"OPENBLAS_NUM_THREADS": "1"}, b"".join(datas), SECONDS)
        if len(out) > LARGEST:
            raise Fault("$.meshes", DAMAGED)
        with np.load(io.BytesIO(out), allow_pickle=False) as file:
            return {name: file[name] for name in file.files}
    except (OSError, ValueError, EOFError, KeyError):
        raise Fault("$.meshes", DAMAGED) from None
