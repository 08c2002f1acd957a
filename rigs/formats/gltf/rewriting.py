"""The meshes of a file written again with other arrays: skins with more joints, vertices with other weights.

What is not touched stays to the byte. Weights lie where those before lay, if they are plain numbers of nobody else;
else new arrays lie behind the data of the file. What meshopt or quantisation packed is read as it is meant, and written
as plain numbers; a primitive that Draco packed becomes plain as a whole.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator, Mapping, Sequence
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pantin.rigs.formats.decoding import decode
from pantin.rigs.formats.files import Fault
from pantin.rigs.formats.gltf import draco
from pantin.rigs.formats.gltf.accessors import MESHOPT, TYPES, WIDTHS, Accessors, Limit
from pantin.rigs.formats.gltf.binary_data import CORNERS, FLOAT, USHORT, VERTICES, BinaryData, sets_of
from pantin.rigs.formats.gltf.binds import inverse_binds
from pantin.rigs.formats.gltf.container import read_gltf
from pantin.rigs.formats.gltf.meshes import CHANGED, MADE, WEIGHTS, made_in
from pantin.rigs.formats.gltf.primitives import LIST, MOST_SETS, TRIANGLES, Primitive, Reader, in_threes
from pantin.rigs.formats.gltf.whole import Plain, Whole, put_together, start_of_added
from pantin.rigs.messages import _
from pantin.rigs.motion.transform_arrays import Floats

DRACO = "KHR_draco_mesh_compression"

SHORT = 65_535
"""The first index that is none among those of 16 bits."""


class Rewriting:
    """A file on its way to be written again; `plain` is its JSON, to be changed."""

    def __init__(self, whole: Whole) -> None:
        self._whole = whole
        self.plain: Plain = copy.deepcopy(whole.plain)
        data = whole.as_it_lies or put_together(whole, whole.plain, b"")
        self.gltf = read_gltf(BytesIO(data), len(data))
        self._accessors = Accessors(self.gltf, BytesIO(data), len(data), Path(), Limit.of_meshes())
        self._decoder = draco.Decoder(self._accessors, self.primitives())
        self._data: bytearray | None = None
        """The data of the file once some of it was overwritten."""
        counts = len(self.plain.get("bufferViews", ())), len(self.plain.get("accessors", ())), start_of_added(whole)
        self.data = BinaryData(counts)

    def primitives(self) -> list[Any]:
        """Return the primitives of all meshes."""
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
        if not any(DRACO in (each.get("extensions") or {}) for each in self.primitives() if isinstance(each, dict)):
            for key in ("extensionsUsed", "extensionsRequired"):
                if DRACO in plain.get(key, ()):
                    plain[key] = [name for name in plain[key] if name != DRACO]
                    if not plain[key]:
                        del plain[key]
        whole = self._whole if self._data is None else self._whole._replace(data=bytes(self._data), as_it_lies=b"")
        return put_together(whole, plain, bytes(self.data.bytes))

    @property
    def noted(self) -> list[Any]:
        """Return what is noted that Pantin made of the file."""
        return made_in((self.plain.get("asset") or {}).get("extras"))

    def note(self, made: Sequence[str]) -> None:
        """Note in the asset of the file what Pantin made of it. Where that is all weights, none is a changed one."""
        asset = self.plain.setdefault("asset", {"version": "2.0"})
        extras = asset.get("extras")
        known = extras if isinstance(extras, dict) else {} if extras is None else {"extras": extras}
        before = [each for each in self.noted if not (each == CHANGED and WEIGHTS in made)]
        asset["extras"] = {**known, MADE: [*before, *(each for each in made if each not in before)]}

    # Skins

    def binds(self, skin: int) -> Floats:
        """Return the inverse bind matrices (k, 4, 4) of a skin. Raises Fault."""
        return inverse_binds(self._accessors, self.gltf.skins[skin])

    def set_skin(self, skin: int, joints: Sequence[int], binds: Floats) -> None:
        """Give a skin other joints, nodes, with their inverse bind matrices (k, 4, 4)."""
        self.plain["skins"][skin] |= self._skin(joints, binds)

    def add_skin(self, joints: Sequence[int], binds: Floats) -> int:
        """Add a skin of these joints, nodes, with their inverse bind matrices (k, 4, 4). Return its place."""
        skins = self.plain.setdefault("skins", [])
        skins.append(self._skin(joints, binds))
        return len(skins) - 1

    def _skin(self, joints: Sequence[int], binds: Floats) -> Plain:
        rows = np.ascontiguousarray(binds.transpose(0, 2, 1).reshape(-1, 16), np.float32)
        rows[:, [3, 7, 11, 15]] = (0.0, 0.0, 0.0, 1.0)  # glTF asks for it to the bit
        return {"joints": list(joints), "inverseBindMatrices": self.data.add(rows)}

    def meshes_of(self, skin: int) -> Iterator[tuple[int, Plain]]:
        """Yield the meshes of a skin, each with its place in the file as it came. What another moves too gets a copy.

        A copy is added behind the other meshes, with vertices that are the same still.
        """
        users: dict[int, set[int | None]] = {}
        for node in self.plain["nodes"]:
            if isinstance(node.get("mesh"), int):
                users.setdefault(node["mesh"], set()).add(node.get("skin"))
        for number in [number for number, skins in users.items() if skin in skins]:
            mesh = self.plain["meshes"][number]
            if len(users[number]) > 1:
                mesh = {**mesh, "primitives": [_copied(each) for each in mesh["primitives"]]}
                self.plain["meshes"].append(mesh)
                for node in self.plain["nodes"]:
                    if node.get("mesh") == number and node.get("skin") == skin:
                        node["mesh"] = len(self.plain["meshes"]) - 1
            yield number, mesh

    # Vertices

    def has_skinned_triangles(self, primitive: Any) -> bool:
        """Return whether a primitive has triangles whose vertices have weights."""
        attributes = primitive.get("attributes") if isinstance(primitive, dict) else None
        needed = {"POSITION", "JOINTS_0", "WEIGHTS_0"}
        return isinstance(attributes, dict) and needed <= {*attributes} and primitive.get("mode", LIST) in TRIANGLES

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

    def floats(self, primitive: Plain, name: str) -> NDArray[np.float32]:
        """Return the numbers (v, width) that an attribute means. Raises Fault."""
        return self._reader(primitive).floats(name, (self._kind(primitive, name)["type"],))

    def whole(self, primitive: Plain, name: str) -> NDArray[Any]:
        """Return the whole numbers (v, width) of an attribute, as the file has them. Raises Fault."""
        kind = self._kind(primitive, name)
        return self._reader(primitive).whole(name, (kind["type"],)).astype(TYPES[kind["componentType"]])

    def is_measured(self, primitive: Plain, name: str) -> bool:
        """Return whether something lies between two values of an attribute, as between colours and not names."""
        kind = self._kind(primitive, name)
        return kind["componentType"] == FLOAT or bool(kind.get("normalized"))

    def _kind(self, primitive: Plain, name: str) -> Plain:
        accessors, index = self.plain["accessors"], primitive["attributes"][name]
        if index >= len(accessors):
            raise Fault("$.meshes", _("the file has no such numbers; export it anew."))
        found: Plain = accessors[index]
        return found

    def triangles(self, primitive: Plain) -> NDArray[np.int64]:
        """Return the corners (t, 3) of the triangles of a primitive, without those that are nowhere. Raises Fault."""
        found = self._corners(primitive)
        return found[((found >= 0) & (found < len(self.positions(primitive)))).all(axis=1)]

    def _corners(self, primitive: Plain) -> NDArray[np.int64]:
        corners = self._reader(primitive).corners(len(self.positions(primitive)))
        return in_threes(corners, primitive.get("mode", LIST)).astype(np.int64)

    def moves(self, accessor: int, count: int) -> NDArray[np.float32]:
        """Return what a morph target adds to an attribute (count, width). Raises Fault."""
        kind = self._kind({"attributes": {"": accessor}}, "")["type"]
        found = self._accessors.sparse(accessor, (kind,), count)
        dense = np.zeros((count, WIDTHS[kind]), np.float32)
        dense[found.rows] = found.values
        return dense

    def add_like(self, primitive: Plain, name: str, values: NDArray[Any]) -> int:
        """Add values (v, width) of an attribute in the numbers that it has. Return their accessor."""
        return self.data.add_like(values, self._kind(primitive, name), VERTICES)

    def set_vertices(
        self, primitive: Plain, attributes: Mapping[str, int], targets: Sequence[Plain], corners: NDArray[np.int64]
    ) -> bool:
        """Give a primitive more vertices behind its own, and triangles (t, 3). Return whether those are others now."""
        before = self._corners(primitive)
        extensions: Mapping[str, Any] = primitive.get("extensions") or {}
        is_cut = not np.array_equal(before, corners)
        primitive["attributes"] = {**attributes}
        if targets:
            primitive["targets"] = [{**target} for target in targets]
        if is_cut:
            kind = np.uint16 if corners.max(initial=0) < SHORT else np.uint32
            primitive["indices"] = self.data.add(corners.astype(kind).ravel(), CORNERS)
            primitive.pop("mode", None)
        left = {name: each for name, each in extensions.items() if name != DRACO}
        if left != extensions:
            primitive["extensions"] = left
        if not left:
            primitive.pop("extensions", None)
        return is_cut

    def set_influences(
        self,
        primitive: Plain,
        joints: NDArray[np.int64],
        weights: Floats,
        rows: NDArray[np.int64] | None = None,
        others: Sequence[Plain] = (),
    ) -> None:
        """Give vertices other joints and weights (v, k), together 1; those that have none keep none.

        `rows` are those that changed, where it is not all of them. `others` are primitives with the same vertices.
        """
        alike = [primitive, *(each for each in others if each is not primitive)]
        for each in alike:
            self.make_plain(each)
        lost, before = ~(weights > 0.0).any(axis=1), _sets_of_attributes(primitive["attributes"])
        sets = sets_of(joints.astype(np.uint16), weights.astype(np.float32))
        for _places, shares in sets:
            shares[lost] = 0.0
        nothing = np.zeros((len(joints), 4), np.uint16), np.zeros((len(joints), 4), np.float32)
        sets += [nothing] * (len(before) - len(sets))
        if self._overwrite(alike, before, sets, rows):
            return
        attributes: dict[str, int] = primitive["attributes"]
        for name in [name for name in attributes if name.startswith(("JOINTS_", "WEIGHTS_"))]:
            del attributes[name]
        for number, (places, shares) in enumerate(sets):
            attributes[f"JOINTS_{number}"] = self.data.add(places, VERTICES)
            attributes[f"WEIGHTS_{number}"] = self.data.add(shares, VERTICES)
        for each in alike[1:]:
            kept = {name: at for name, at in each["attributes"].items() if not name.startswith(("JOINTS_", "WEIGHTS_"))}
            each["attributes"] = kept | {name: at for name, at in attributes.items() if name not in kept}

    def _overwrite(
        self,
        alike: Sequence[Plain],
        before: Sequence[tuple[int, int]],
        sets: Sequence[tuple[NDArray[np.uint16], NDArray[np.float32]]],
        rows: NDArray[np.int64] | None,
    ) -> bool:
        """Write sets of joints and weights where those before lie. Return False where that cannot be."""
        if len(before) != len(sets) or not sets:
            return False
        own = {number for pair in before for number in pair}
        kinds = [(USHORT, FLOAT)] * len(sets)
        places = [
            self._plain_numbers(number, kind, len(sets[0][0]))
            for pair, two in zip(before, kinds, strict=True)
            for number, kind in zip(pair, two, strict=True)
        ]
        if self._is_of_others(own, alike) or any(place is None for place in places):
            return False
        self._data = self._data or bytearray(self._whole.data)
        arrays = [array for pair in sets for array in pair]
        for place, values in zip(places, arrays, strict=True):
            assert place is not None
            there: NDArray[Any] = np.ndarray(values.shape, values.dtype, self._data, *place)
            changed = slice(None) if rows is None else rows
            there[changed] = values[changed]
        return True

    def _is_of_others(self, accessors: set[int], alike: Sequence[Plain]) -> bool:
        """Return whether another primitive than these has any of the accessors, or an accessor their data."""
        mine = {id(each) for each in alike}
        for each in self.primitives():
            attributes = each.get("attributes") if isinstance(each, dict) else None
            if isinstance(attributes, dict) and id(each) not in mine and accessors & {*attributes.values()}:
                return True
        every = self.plain.get("accessors", ())
        begins = [self._start(each) for each in every]
        own = {begins[number] for number in accessors if number < len(begins)}
        return None in own or sum(each in own for each in begins) != len(accessors)

    def _start(self, accessor: Plain) -> int | None:
        """Return where in the data an accessor begins; None where it has none, or that is packed."""
        views, view = self.plain.get("bufferViews", ()), accessor.get("bufferView")
        if not isinstance(view, int) or not 0 <= view < len(views) or "sparse" in accessor:
            return None
        found = views[view]
        if found.get("buffer") != 0 or any(name in (found.get("extensions") or {}) for name in MESHOPT):
            return None
        return int(found.get("byteOffset", 0)) + int(accessor.get("byteOffset", 0))

    def _plain_numbers(self, number: int, kind: int, count: int) -> tuple[int, tuple[int, int]] | None:
        """Return where in the data the numbers (count, 4) of an accessor begin, with the steps to the next row and the
        next number; None where they are others.
        """
        if number >= len(self.plain.get("accessors", ())):
            return None
        accessor: Plain = self.plain["accessors"][number]
        start, size = self._start(accessor), 2 if kind == USHORT else 4
        meant = (accessor.get("componentType"), accessor.get("type"), accessor.get("count"))
        if start is None or meant != (kind, "VEC4", count) or accessor.get("normalized"):
            return None
        step = int(self.plain["bufferViews"][accessor["bufferView"]].get("byteStride") or 4 * size)
        if start % size or count < 1 or start + (count - 1) * step + 4 * size > len(self._whole.data):
            return None
        return start, (step, size)

    def _reader(self, primitive: Plain) -> Reader:
        return Reader(self._accessors, decode(primitive, Primitive), self._decoder)

    def make_plain(self, primitive: Plain) -> None:
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


def _copied(primitive: Plain) -> Plain:
    return {**primitive, "attributes": {**primitive["attributes"]}}


def _sets_of_attributes(attributes: Mapping[str, int]) -> list[tuple[int, int]]:
    """Return the accessors of joints and weights of each set."""
    found = []
    for number in range(MOST_SETS):
        names = f"JOINTS_{number}", f"WEIGHTS_{number}"
        if not all(name in attributes for name in names):
            break
        found.append((attributes[names[0]], attributes[names[1]]))
    return found
