"""The skeleton of a glTF file, `*.glb`, `*.gltf`, `*.vrm`: joints as its nodes stand, turned from Y up to Z up.

The bones are the joints of all skins together; a file without skins has its whole tree of nodes taken, since figures
made of stiff parts move by those. A VRM of before 1.0 looks backwards, as it was written to, and is turned round.
Meshes, skin weights and animations stay out.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from pantin.rigs.document import Document
from pantin.rigs.formats.files import Fault, FilePath, read_with
from pantin.rigs.formats.glb import Gltf, Node, read_gltf
from pantin.rigs.formats.json_text import LARGEST
from pantin.rigs.formats.skeleton import (
    Z_UP,
    Pivot,
    bones_of,
    distinct,
    rig_called,
    usable,
)
from pantin.rigs.vectors import Matrix, matrix_of

HALF_TURN = np.diag((-1.0, 1.0, -1.0))
"""About the file's own Y."""


def read(path: FilePath) -> Document:
    """The skeleton in the file as a rig. Raises Unreadable."""
    bones = read_with(path, lambda file, size: bones_of(pivots(read_gltf(file, size))))
    return Document(rig=rig_called(path, bones))


def pivots(gltf: Gltf) -> list[Pivot]:
    """The joints of the file, parents first. Raises Fault."""
    parents = _parents(gltf.nodes)
    order = _parents_first(gltf.nodes, parents)
    joints = _joints(gltf)
    worlds = _worlds(gltf.nodes, parents, order)
    ordered = [index for index in order if index in joints]
    carriers = _carriers(parents, order, joints)
    place = {index: number for number, index in enumerate(ordered)}
    turn = Z_UP @ HALF_TURN if gltf.faces_back else Z_UP
    return [
        Pivot(
            name=name,
            parent=place.get(carriers[index]),
            position=_position(turn, worlds[index], index),
            axes=turn @ worlds[index][:3, :3],
            tip=_tip(turn, gltf.nodes, joints, worlds, index),
        )
        for index, name in zip(ordered, _names(gltf.nodes, ordered), strict=True)
    ]


def _parents(nodes: Sequence[Node]) -> list[int]:
    """The node above each node, -1 above a root."""
    parents = [-1] * len(nodes)
    for index, node in enumerate(nodes):
        for number, child in enumerate(node.children):
            where = f"$.nodes[{index}].children[{number}]"
            if child >= len(nodes):
                raise Fault(where, f"the file has no node {child}; export it anew.")
            if parents[child] != -1:
                raise Fault(where, f"node {child} is a child of node {parents[child]} too; export the file anew.")
            parents[child] = index
    return parents


def _parents_first(nodes: Sequence[Node], parents: Sequence[int]) -> list[int]:
    """All nodes, each root followed by what hangs below it, in the order of the file."""
    order: list[int] = []
    todo = [index for index in reversed(range(len(nodes))) if parents[index] == -1]
    while todo:
        index = todo.pop()
        order.append(index)
        todo.extend(reversed(nodes[index].children))
    if len(order) < len(nodes):
        caught = min(set(range(len(nodes))).difference(order))
        raise Fault(f"$.nodes[{caught}].children", f"node {caught} hangs in a circle of nodes; export the file anew.")
    return order


def _joints(gltf: Gltf) -> set[int]:
    """The nodes that become bones."""
    if not gltf.nodes:
        raise Fault("$.nodes", "the file has no nodes, so there is no skeleton to open; choose another one.")
    for number, skin in enumerate(gltf.skins):
        if not skin.joints:
            raise Fault(f"$.skins[{number}].joints", "the skin has no joints; export the file anew.")
        for place, joint in enumerate(skin.joints):
            if joint >= len(gltf.nodes):
                where = f"$.skins[{number}].joints[{place}]"
                raise Fault(where, f"the file has no node {joint}; export it anew.")
    joints = {joint for skin in gltf.skins for joint in skin.joints}
    return joints or set(range(len(gltf.nodes)))


def _carriers(parents: Sequence[int], order: Sequence[int], joints: set[int]) -> list[int]:
    """For each node the nearest joint above it, -1 where there is none."""
    carriers = [-1] * len(parents)
    for index in order:
        above = parents[index]
        carriers[index] = above if above == -1 or above in joints else carriers[above]
    return carriers


def _worlds(nodes: Sequence[Node], parents: Sequence[int], order: Sequence[int]) -> Matrix:
    """Where every node stands (n, 4, 4), in the file's own axes."""
    worlds = np.empty((len(nodes), 4, 4))
    with np.errstate(over="ignore", invalid="ignore"):
        for index in order:
            local = _local(nodes[index])
            worlds[index] = local if parents[index] == -1 else worlds[parents[index]] @ local
    return worlds


def _local(node: Node) -> Matrix:
    if node.matrix is not None:
        return np.array(node.matrix).reshape(4, 4).T
    local = np.eye(4)
    local[:3, :3] = _turn(node.rotation) * np.array(node.scale)
    local[:3, 3] = node.translation
    return local


def _turn(quaternion: tuple[float, float, float, float]) -> Matrix:
    """The rotation matrix of a quaternion of any length; one of zeros does not turn."""
    length2 = sum(part * part for part in quaternion)
    if length2 < 1e-18:
        return np.eye(3)
    return matrix_of([part / length2**0.5 for part in quaternion])


def _position(turn: Matrix, world: Matrix, index: int) -> Matrix:
    if not np.isfinite(world).all():
        raise Fault(f"$.nodes[{index}]", "the node stands nowhere, its numbers are not finite; export the file anew.")
    if np.abs(world[:3, 3]).max() > LARGEST:
        raise Fault(f"$.nodes[{index}]", "the node stands more than a million metres away; export a smaller figure.")
    return np.asarray(turn @ world[:3, 3] + 0.0)


def _tip(turn: Matrix, nodes: Sequence[Node], joints: set[int], worlds: Matrix, index: int) -> Matrix | None:
    """Where exporters mark the end of a last bone: by an empty node below it that is no joint."""
    for child in nodes[index].children:
        node = nodes[child]
        marks_an_end = child not in joints and node.mesh is None and node.camera is None and not node.children
        if marks_an_end and np.isfinite(worlds[child]).all() and np.abs(worlds[child][:3, 3]).max() <= LARGEST:
            return np.asarray(turn @ worlds[child][:3, 3] + 0.0)
    return None


def _names(nodes: Sequence[Node], ordered: Sequence[int]) -> list[str]:
    """A name for each joint that no other has: a repeated one is numbered, a missing one says the node."""
    return distinct(usable(nodes[index].name) or f"joint_{index}" for index in ordered)
