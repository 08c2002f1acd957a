"""A skin put into a binary glTF file whose meshes have none: joints, weights and inverse bind matrices.

The JSON of the file is kept and added to, and data goes behind that of the file, so pictures, materials, morph targets
and whatever else is there survive. A skinned mesh does not count where its node is (glTF 2.0, 3.7.3): that, and where
the mesh lies beside the rig, is in the inverse bind matrices.
"""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from pantin.rigs.figure import Figure
from pantin.rigs.formats.gltf.container import Node
from pantin.rigs.formats.gltf.meshes import WEIGHTS, character_in
from pantin.rigs.formats.gltf.node_tree import NodeTree, node_tree
from pantin.rigs.formats.gltf.rewriting import Rewriting
from pantin.rigs.formats.gltf.whole import Plain, taken_apart
from pantin.rigs.meshes.character import Character, Part
from pantin.rigs.meshes.weighting.influences import Influences
from pantin.rigs.messages import _
from pantin.rigs.motion.transform_arrays import Floats, composed, decomposed
from pantin.rigs.rig import Rig
from pantin.rigs.source import Source
from pantin.rigs.source.worlds import locals_of
from pantin.rigs.unusable import Unusable
from pantin.rigs.wording import quoted

SAME = 1e-6
"""By how much a node's matrix may be off where it is written as location, rotation and scale."""

FLAT = 1e-18
"""Joints whose axes have a smaller determinant are squashed flat: nothing can be bound to them."""


def bound(
    glb: bytes,
    rig: Rig,
    weights: Sequence[Influences],
    source: Source | None = None,
    placed: Floats | None = None,
    made: Sequence[str] = (WEIGHTS,),
) -> bytes:
    """Return a binary glTF file whose meshes hang on the bones of a rig by these weights, of each of its parts.

    `source` are the nodes that the rig was read from: its joints stand as these do. `placed` (4, 4) takes the armature
    space of the mesh to that of the rig. `made` is noted as made here. Raises Fault for a damaged file, and
    Unusable, in one sentence, where a mesh has a skin already or a joint is squashed flat.
    """
    return _Bound(glb, rig, source, placed).written(weights, made)


class _Bound:
    """A file while it gets a skin."""

    def __init__(self, glb: bytes, rig: Rig, source: Source | None, placed: Floats | None) -> None:
        self._made = Rewriting(taken_apart(glb))
        self._plain, self._gltf = self._made.plain, self._made.gltf
        self._character = character_in(glb)
        self._rig = rig
        to_rig = np.eye(4) if placed is None else placed
        self._turn = self._character.turn
        self._to_rig = self._turn.T @ to_rig @ self._turn
        self._tree = _tree_of(rig, source)

    def written(self, weights: Sequence[Influences], made: Sequence[str]) -> bytes:
        """Return the file with the skin."""
        if any(part.skin is not None for part in self._character.parts):
            raise Unusable(_("the mesh has a skin already; a mesh without one is bound."))
        worlds, joints = self._add_joints()
        self._drop_old_influences()
        for node, own in self._parts_of_nodes().items():
            self._bind(node, own, weights, worlds, joints)
        self._made.note(made)
        return self._made.written()

    def _add_joints(self) -> tuple[Floats, list[int]]:
        """Add nodes for the bones and what is above them; return where bones stand (b, 4, 4), axes of the file, and
        their nodes.
        """
        tree, nodes = self._tree, self._plain.setdefault("nodes", [])
        worlds = self._turn.T @ tree.to_armature @ tree.rests
        needed = _needed(tree)
        places = {number: len(nodes) + place for place, number in enumerate(needed)}
        for number in needed:
            below = [places[child] for child in tree.children[number] if child in places]
            nodes.append(_node(tree, number, worlds, below))
        roots = [places[number] for number in needed if tree.parents[number] == -1]
        _put_in_scene(self._plain, roots)
        rows = [number for number in needed if tree.bone_rows[number] != -1]
        rows.sort(key=lambda number: tree.bone_rows[number])
        return worlds[rows], [places[number] for number in rows]

    def _drop_old_influences(self) -> None:
        """Take joints and weights from meshes: they are of no skin."""
        for mesh in self._plain.get("meshes", ()):
            for each in mesh.get("primitives", ()):
                for name in [name for name in each.get("attributes", {}) if name.startswith(("JOINTS_", "WEIGHTS_"))]:
                    del each["attributes"][name]

    def _parts_of_nodes(self) -> dict[int, list[int]]:
        """Return the places of the parts at each node."""
        found: dict[int, list[int]] = {}
        for place, part in enumerate(self._character.parts):
            found.setdefault(part.node, []).append(place)
        return found

    def _bind(
        self, node: int, own: Sequence[int], weights: Sequence[Influences], worlds: Floats, joints: Sequence[int]
    ) -> None:
        """Hang the mesh at a node on the joints, a mesh of its own where other nodes have the same."""
        plain = self._plain["nodes"][node]
        others = [number for number, each in enumerate(self._gltf.nodes) if each.mesh == plain["mesh"]]
        if len(others) > 1:
            self._plain["meshes"].append(copy.deepcopy(self._plain["meshes"][plain["mesh"]]))
            plain["mesh"] = len(self._plain["meshes"]) - 1
        parts = {self._character.parts[place].primitive: place for place in own}
        for number, primitive in enumerate(self._plain["meshes"][plain["mesh"]]["primitives"]):
            place = parts.get(number, own[0])
            self._write(primitive, self._character.parts[place], weights[place])
        binds = np.linalg.inv(worlds) @ (self._to_rig @ self._character.worlds[node])
        plain["skin"] = self._made.add_skin(joints, binds)

    def _write(self, plain: Plain, part: Part, weights: Influences) -> None:
        """Give the vertices of a primitive the weights of those of a part that lie where they do."""
        own = weights.rows(_places(self._made.positions(plain), part.positions))
        joints = np.where(own.weights > 0.0, self._joint_of_row()[own.bones], 0)
        self._made.set_influences(plain, joints, own.weights.astype(np.float64))

    def _joint_of_row(self) -> NDArray[np.int64]:
        """Return the place among the joints of the bone in each row of the rig; 0 where that is none."""
        rows = sorted(row for row in self._tree.bone_rows if row != -1)
        found = np.zeros(len(self._rig.bones), np.int64)
        found[rows] = np.arange(len(rows))
        return found


def _places(positions: NDArray[np.float32], known: NDArray[np.float32]) -> NDArray[np.int64]:
    """Return for each position (n, 3) the row of the same among `known` (v, 3); the nearest where there is none."""
    keys = [np.ascontiguousarray(each + np.float32(0.0)).view(np.dtype("V12")).ravel() for each in (known, positions)]
    different, first = np.unique(keys[0], return_index=True)
    at = np.minimum(np.searchsorted(different, keys[1]), len(different) - 1)
    rows = first[at]
    for lost in np.flatnonzero(different[at] != keys[1]):
        rows[lost] = int(((known - np.nan_to_num(positions[lost])) ** 2).sum(axis=1).argmin())
    return rows


# The bones as nodes


def _tree_of(rig: Rig, source: Source | None) -> NodeTree:
    """Return the nodes of a rig. Raises Unusable where a bone's node is squashed flat."""
    tree = node_tree(Figure(name="Rig", rig=rig, source=source))
    for number, row in enumerate(tree.bone_rows):
        if row != -1 and abs(np.linalg.det(tree.rests[number][:3, :3])) < FLAT:
            sentence = _("{bone} is squashed flat at rest, so nothing can be bound to it; scale it.")
            raise Unusable(sentence.format(bone=quoted(rig.bones[row].name)))
    return tree


def _needed(tree: NodeTree) -> list[int]:
    """Return the nodes that are bones, and those above them, parents first."""
    found = set[int]()
    for number, row in enumerate(tree.bone_rows):
        at = number if row != -1 else -1
        while at != -1 and at not in found:
            found.add(at)
            at = tree.parents[at]
    return [number for number in tree.order if number in found]


def _node(tree: NodeTree, number: int, worlds: Floats, below: Sequence[int]) -> Plain:
    """Return a node as the JSON has it, where nodes stand at `worlds` (n, 4, 4)."""
    parent, name = tree.parents[number], tree.names[number]
    matrix = worlds[number] if parent == -1 else np.linalg.pinv(worlds[parent]) @ worlds[number]
    plain: Plain = {"name": name} if name else {}
    if below:
        plain["children"] = list(below)
    return plain | _transform(matrix, tree.originals[number])


def _transform(matrix: Floats, original: Node) -> Plain:
    """Return the transform of a node: that of its file where it is the same."""
    size = max(1.0, float(np.abs(matrix).max()))
    row = decomposed(matrix)
    if np.abs(locals_of([original])[0] - matrix).max() <= 1e-9 * size and original.matrix is None:
        row = np.array((*original.translation, *original.rotation, *original.scale))
    elif np.abs(composed(row[None])[0] - matrix).max() > SAME * size:
        return {"matrix": matrix.T.ravel().tolist()}
    usual = {"translation": (0.0, 0.0, 0.0), "rotation": (0.0, 0.0, 0.0, 1.0), "scale": (1.0, 1.0, 1.0)}
    parts: Mapping[str, list[float]] = {
        "translation": row[:3].tolist(),
        "rotation": row[3:7].tolist(),
        "scale": row[7:].tolist(),
    }
    return {path: value for path, value in parts.items() if tuple(value) != usual[path]}


def _put_in_scene(plain: Plain, roots: Sequence[int]) -> None:
    """Put nodes into the default scene, beside those that are there."""
    scenes = plain.setdefault("scenes", [])
    if not scenes:
        mine = {child for node in plain["nodes"] for child in node.get("children", ())}
        scenes.append({"nodes": [number for number in range(len(plain["nodes"])) if number not in mine]})
        plain["scene"] = 0
        return
    at = plain.get("scene", 0)
    scene = scenes[at if isinstance(at, int) and 0 <= at < len(scenes) else 0]
    scene["nodes"] = [*scene.get("nodes", ()), *roots]


# The figure


def on_new_file(figure: Figure, read: Source, places: Sequence[int] = ()) -> Figure:
    """Return a figure that comes from another file now, whose last skin has its bones in their order as joints.

    `read` are the nodes of that file; its own rig, pose, clips and poses stay. `places` are the nodes of its meshes
    that are hidden.
    """
    bones = [bone for bone in figure.rig.bones if bone.kind == "bone"]
    joints = dict(zip(read.skins[-1].joints, bones, strict=True))
    nodes = tuple(
        replace(
            replace(node, bone=None, called=""),
            **(
                {"bone": bone.name, "called": bone.name, "head": bone.head, "tail": bone.tail, "roll": bone.roll}
                if (bone := joints.get(number)) is not None
                else {}
            ),
        )
        for number, node in enumerate(read.nodes)
    )
    return replace(figure, source=replace(read, nodes=nodes, tracks=(), animations={}), hidden_parts=tuple(places))


def without_skin(character: Character) -> bool:
    """Return whether nothing of a character has a skin."""
    return all(part.skin is None for part in character.parts)
