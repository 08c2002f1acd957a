"""The meshes of a file written again with other arrays: skins with more joints, vertices with other weights.

What is not touched stays to the byte; new arrays lie behind the data of the file. What meshopt or quantisation packed
is read as it is meant, and written as plain numbers; a primitive that Draco packed becomes plain as a whole.
"""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pantin.rigs.formats.decoding import decode
from pantin.rigs.formats.gltf import draco
from pantin.rigs.formats.gltf.accessors import Accessors, Limit
from pantin.rigs.formats.gltf.binary_data import CORNERS, VERTICES, BinaryData, sets_of
from pantin.rigs.formats.gltf.binds import inverse_binds
from pantin.rigs.formats.gltf.container import read_gltf
from pantin.rigs.formats.gltf.primitives import MOST_SETS, Primitive, Reader
from pantin.rigs.formats.gltf.whole import Plain, Whole, put_together, start_of_added
from pantin.rigs.motion.transform_arrays import Floats

DRACO = "KHR_draco_mesh_compression"


class Rewriting:
    """A file on its way to be written again; `plain` is its JSON, to be changed."""

    def __init__(self, whole: Whole) -> None:
        self._whole = whole
        self.plain: Plain = copy.deepcopy(whole.plain)
        data = whole.as_it_lies or put_together(whole, whole.plain, b"")
        self.gltf = read_gltf(BytesIO(data), len(data))
        self._accessors = Accessors(self.gltf, BytesIO(data), len(data), Path(), Limit.of_meshes())
        self._decoder = draco.Decoder(self._accessors, [*self._primitives()])
        counts = len(self.plain.get("bufferViews", ())), len(self.plain.get("accessors", ())), start_of_added(whole)
        self.data = BinaryData(counts)

    def _primitives(self) -> list[Any]:
        meshes = self.plain.get("meshes")
        found = (
            [mesh.get("primitives") for mesh in meshes if isinstance(mesh, dict)] if isinstance(meshes, list) else []
        )
        return [each for primitives in found if isinstance(primitives, list) for each in primitives]

    def written(self) -> bytes:
        """Return the file as it is now. Raises Fault."""
        plain = self.plain
        if self.data.views:
            plain["bufferViews"] = [*plain.get("bufferViews", ()), *self.data.views]
            plain["accessors"] = [*plain.get("accessors", ()), *self.data.accessors]
        if not any(DRACO in (each.get("extensions") or {}) for each in self._primitives() if isinstance(each, dict)):
            for key in ("extensionsUsed", "extensionsRequired"):
                if DRACO in plain.get(key, ()):
                    plain[key] = [name for name in plain[key] if name != DRACO]
                    if not plain[key]:
                        del plain[key]
        return put_together(self._whole, plain, bytes(self.data.bytes))

    # Skins

    def binds(self, skin: int) -> Floats:
        """Return the inverse bind matrices (k, 4, 4) of a skin. Raises Fault."""
        return inverse_binds(self._accessors, self.gltf.skins[skin])

    def set_skin(self, skin: int, joints: Sequence[int], binds: Floats) -> None:
        """Give a skin other joints, nodes, with their inverse bind matrices (k, 4, 4)."""
        rows = np.ascontiguousarray(binds.transpose(0, 2, 1).reshape(-1, 16), np.float32)
        rows[:, [3, 7, 11, 15]] = (0.0, 0.0, 0.0, 1.0)  # glTF asks for it to the bit
        self.plain["skins"][skin] |= {"joints": list(joints), "inverseBindMatrices": self.data.add(rows)}

    # Vertices

    def positions(self, primitive: Plain) -> NDArray[np.float32]:
        """Return the places (v, 3) of vertices. Raises Fault."""
        return self._reader(primitive).floats("POSITION", ("VEC3",))

    def influences(self, primitive: Plain) -> tuple[NDArray[np.int64], Floats] | None:
        """Return the joints and the weights (v, k) of vertices of the file; None without any. Raises Fault."""
        reader, found = self._reader(primitive), []
        for number in range(MOST_SETS):
            if not (reader.has(f"JOINTS_{number}") and reader.has(f"WEIGHTS_{number}")):
                break
            joints = reader.whole(f"JOINTS_{number}", ("VEC4",)).astype(np.int64)
            found.append((joints, reader.floats(f"WEIGHTS_{number}", ("VEC4",)).astype(np.float64)))
        if not found:
            return None
        joints, weights = (np.concatenate(each, axis=1) for each in zip(*found, strict=True))
        return joints, np.where(np.isfinite(weights) & (weights > 0.0), weights, 0.0)

    def set_influences(self, primitive: Plain, joints: NDArray[np.int64], weights: Floats) -> None:
        """Give vertices other joints and weights (v, k), together 1; those that have none keep none."""
        self._make_plain(primitive)
        attributes: dict[str, int] = primitive["attributes"]
        for name in [name for name in attributes if name.startswith(("JOINTS_", "WEIGHTS_"))]:
            del attributes[name]
        lost = ~(weights > 0.0).any(axis=1)
        for number, (places, shares) in enumerate(sets_of(joints.astype(np.uint16), weights.astype(np.float32))):
            shares[lost] = 0.0
            attributes[f"JOINTS_{number}"] = self.data.add(places, VERTICES)
            attributes[f"WEIGHTS_{number}"] = self.data.add(shares, VERTICES)

    def _reader(self, primitive: Plain) -> Reader:
        return Reader(self._accessors, decode(primitive, Primitive), self._decoder)

    def _make_plain(self, primitive: Plain) -> None:
        """Write what Draco packed of a primitive as plain numbers."""
        extensions: Mapping[str, Any] = primitive.get("extensions") or {}
        if DRACO not in extensions:
            return
        reader, attributes = self._reader(primitive), dict[str, int]()
        for name, index in primitive["attributes"].items():
            kind = self.plain["accessors"][index]["type"]
            if name.startswith("JOINTS_"):
                attributes[name] = self.data.add(reader.whole(name, (kind,)).astype(np.uint16), VERTICES)
            else:
                numbers = np.ascontiguousarray(reader.floats(name, (kind,)), np.float32)
                attributes[name] = self.data.add(numbers, VERTICES, bounds=name == "POSITION")
        count = len(reader.floats("POSITION", ("VEC3",)))
        corners = np.ascontiguousarray(reader.corners(count), np.uint32).ravel()
        primitive |= {"attributes": attributes, "indices": self.data.add(corners, CORNERS)}
        left = {name: each for name, each in extensions.items() if name != DRACO}
        if left:
            primitive["extensions"] = left
        else:
            del primitive["extensions"]
