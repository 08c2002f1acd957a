"""The skeleton of a glTF file, `*.glb`, `*.gltf`, `*.vrm`: joints as its nodes stand, turned from Y up to Z up.

The bones are the joints of all skins together; a file without skins has its whole tree of nodes taken, since figures
made of stiff parts move by those, but for the objects of a format that tells no joints (`NO_BONES`). A VRM of before
1.0 looks backwards, as it was written to, and is turned round. Meshes and skin weights stay out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from pantin.rigs.formats.files import Fault
from pantin.rigs.formats.gltf.container import Gltf, Node
from pantin.rigs.formats.json_text import LARGEST
from pantin.rigs.formats.skeleton import (
    Z_UP,
    Pivot,
    check_count,
    distinct,
    usable,
)
from pantin.rigs.messages import _
from pantin.rigs.motion.transform_arrays import Floats, decomposed, world_matrices
from pantin.rigs.source.worlds import UPRIGHT, locals_of, parents_first, worlds
from pantin.rigs.vectors import Matrix

HALF_TURN = np.diag((-1.0, 1.0, -1.0))
"""About the file's own Y."""

NO_BONES = "nodesWithoutBones"
"""The entry of the asset's extras that lists the nodes that become no bones, though no skin says which do: in the file
that they were converted from they were meshes, and no joints.
"""

BEYOND_ALL = 1e100
"""Axes that are longer cannot be multiplied with each other any more."""


class Skeleton(NamedTuple):
    """The joints of a file, parents first, with the nodes that they were."""

    pivots: list[Pivot]
    nodes: list[int]
    """The node of each joint."""
    worlds: Matrix
    """The rest matrix of each joint (n, 4, 4), in the file's own axes."""
    stands: Matrix
    """The matrix of each joint in the pose that the file was saved in (n, 4, 4)."""
    parents: list[int]
    """The node above each node of the file, -1 above a root."""
    needed: list[int]
    """The joints and all nodes above them, parents first."""
    turn: Matrix
    """The turn (3, 3) from the file's axes to those of rigs."""


def skeleton_of(gltf: Gltf, stood_up: bool = False) -> Skeleton:
    """Return the joints of the file, turned upright if they are to be `stood_up`. Raises Fault."""
    parents = _parents(gltf.nodes)
    order = _nodes_in_order(gltf.nodes, parents)
    joints = _joints(gltf)
    ordered = [index for index in order if index in joints]
    needed = _needed(parents, order, ordered)
    worlds = _worlds(gltf.nodes, parents, needed, ordered)
    _check_places(worlds, ordered)
    turn = Z_UP @ HALF_TURN if gltf.faces_back else Z_UP
    turn = UPRIGHT[:3, :3] @ turn if stood_up else turn
    nodes_above = _nodes_above(parents, order, joints)
    pivots = _pivots(gltf.nodes, ordered, [nodes_above[index] for index in ordered], worlds, turn)
    return Skeleton(pivots, ordered, worlds, worlds, parents, needed, turn)


def resting(gltf: Gltf, skeleton: Skeleton, worlds: Matrix) -> Skeleton:
    """Return the skeleton with its joints at rest in `worlds` (n, 4, 4). Raises Fault where a place is none."""
    _check_places(worlds, skeleton.nodes)
    nodes_above = [-1 if pivot.parent is None else skeleton.nodes[pivot.parent] for pivot in skeleton.pivots]
    pivots = _pivots(gltf.nodes, skeleton.nodes, nodes_above, worlds, skeleton.turn)
    return skeleton._replace(pivots=pivots, worlds=worlds)


def _pivots(
    nodes: Sequence[Node], ordered: Sequence[int], nodes_above: Sequence[int], worlds: Matrix, turn: Matrix
) -> list[Pivot]:
    """The joints in armature space: `nodes_above` are the nodes of the joints above them, `worlds` where they are."""
    number_of = {index: number for number, index in enumerate(ordered)}
    tips = _tips(nodes, set(ordered), worlds, ordered)
    places, axes = worlds[:, :3, 3] @ turn.T + 0.0, turn @ _axes(worlds)
    return [
        Pivot(name, number_of.get(parent), place, own, turn @ tips[index] + 0.0 if index in tips else None)
        for index, name, parent, place, own in zip(
            ordered, _names(nodes, ordered), nodes_above, places, axes, strict=True
        )
    ]


def _parents(nodes: Sequence[Node]) -> list[int]:
    """The node above each node, -1 above a root."""
    parents = [-1] * len(nodes)
    for index, node in enumerate(nodes):
        for number, child in enumerate(node.children):
            where = f"$.nodes[{index}].children[{number}]"
            if child >= len(nodes):
                raise Fault(where, _("the file has no node {child}; export it anew.").format(child=child))
            if parents[child] != -1:
                raise Fault(
                    where,
                    _("node {child} is a child of node {parents} too; export the file anew.").format(
                        child=child, parents=parents[child]
                    ),
                )
            parents[child] = index
    return parents


def _nodes_in_order(nodes: Sequence[Node], parents: Sequence[int]) -> list[int]:
    """All nodes, parents first. Raises Fault where some hang in a circle."""
    order = parents_first(parents, [node.children for node in nodes])
    if len(order) < len(nodes):
        caught = min(set(range(len(nodes))).difference(order))
        raise Fault(
            f"$.nodes[{caught}].children",
            _("node {caught} hangs in a circle of nodes; export the file anew.").format(caught=caught),
        )
    return order


def _joints(gltf: Gltf) -> set[int]:
    """The nodes that become bones."""
    if not gltf.nodes:
        raise Fault("$.nodes", _("the file has no nodes, so there is no skeleton to open; choose another one."))
    for number, skin in enumerate(gltf.skins):
        if not skin.joints:
            raise Fault(f"$.skins[{number}].joints", _("the skin has no joints; export the file anew."))
        for place, joint in enumerate(skin.joints):
            if joint >= len(gltf.nodes):
                where = f"$.skins[{number}].joints[{place}]"
                raise Fault(where, _("the file has no node {joint}; export it anew.").format(joint=joint))
    joints = {joint for skin in gltf.skins for joint in skin.joints}
    check_count(len(joints or gltf.nodes), "$.skins" if joints else "$.nodes")
    return joints or _without_skin(gltf)


def _without_skin(gltf: Gltf) -> set[int]:
    """The nodes that become bones where there is no skin: all of them, but for those that are noted to become none."""
    every = set(range(len(gltf.nodes)))
    return every - noted_as_no_bones(gltf) or every


def noted_as_no_bones(gltf: Gltf) -> set[int]:
    """Return the nodes that are noted to become no bones."""
    noted = gltf.asset.extras.get(NO_BONES) if isinstance(gltf.asset.extras, dict) else None
    return {each for each in noted if type(each) is int} if isinstance(noted, list) else set()


def _nodes_above(parents: Sequence[int], order: Sequence[int], joints: set[int]) -> list[int]:
    """For each node the nearest joint above it, -1 where there is none."""
    nodes_above = [-1] * len(parents)
    for index in order:
        above = parents[index]
        nodes_above[index] = above if above == -1 or above in joints else nodes_above[above]
    return nodes_above


def _needed(parents: Sequence[int], order: Sequence[int], joints: Sequence[int]) -> list[int]:
    """The joints and all nodes above them, parents first."""
    found = set(joints)
    for index in joints:
        above = parents[index]
        while above != -1 and above not in found:
            found.add(above)
            above = parents[above]
    return [index for index in order if index in found]


def all_worlds(gltf: Gltf) -> Matrix:
    """Return the world matrices (n, 4, 4) of all nodes of the file, in its own axes. Raises Fault.

    Those of nodes that stand nowhere are not finite.
    """
    parents = _parents(gltf.nodes)
    order = _nodes_in_order(gltf.nodes, parents)
    return worlds(gltf.nodes, parents, order)


def _worlds(nodes: Sequence[Node], parents: Sequence[int], needed: Sequence[int], joints: Sequence[int]) -> Matrix:
    """Return the world matrix of each of the joints (n, 4, 4), in the file's own axes.

    Nodes that carry none are not looked at.
    """
    place = {index: row for row, index in enumerate(needed)}
    worlds = chained(locals_of([nodes[index] for index in needed]), parents, needed, {})
    return np.asarray(worlds[[place[index] for index in joints]])


def chained(local: Matrix, parents: Sequence[int], needed: Sequence[int], known: Mapping[int, Matrix]) -> Matrix:
    """Return where nodes are (n, 4, 4), `needed`, parents first, by their `local` matrices (n, 4, 4).

    Nodes that are `known`, matrices (4, 4) by node, are there.
    """
    place = {index: row for row, index in enumerate(needed)}
    above = [place.get(parents[index], -1) for index in needed]
    with np.errstate(over="ignore", invalid="ignore"):
        return np.array(
            world_matrices(local, above, known={place[index]: at for index, at in known.items() if index in place})
        )


def transform_of(node: Node) -> Floats:
    """Return translation, rotation and scale (10) of a node on the one above."""
    if node.matrix is not None:
        return decomposed(locals_of([node])[0])
    return np.array((*node.translation, *node.rotation, *node.scale))


def _axes(worlds: Matrix) -> Matrix:
    """The axes of joints (n, 3, 3). Their directions count, not their lengths."""
    axes = worlds[:, :3, :3]
    sizes = np.abs(axes).max(axis=(1, 2), keepdims=True)
    return np.asarray(axes / np.where(sizes > BEYOND_ALL, sizes, 1.0))


def _check_places(worlds: Matrix, joints: Sequence[int]) -> None:
    """Raise Fault for the first joint whose place is not finite, or too far away."""
    finite = np.asarray(np.isfinite(worlds).all(axis=(1, 2)))
    bad = ~finite | (np.abs(worlds[:, :3, 3]).max(axis=1) > LARGEST)
    if not bad.any():
        return
    row = int(bad.argmax())
    what = _("the node stands more than a million metres away; export a smaller figure.")
    if not finite[row]:
        what = _("the node stands nowhere, its numbers are not finite; export the file anew.")
    raise Fault(f"$.nodes[{joints[row]}]", what)


def _tips(nodes: Sequence[Node], joints: set[int], worlds: Matrix, ordered: Sequence[int]) -> dict[int, Matrix]:
    """By joint, where exporters mark the end of a last bone: by an empty node below it that is no joint."""
    ends = {row: nodes[end] for row, index in enumerate(ordered) if (end := _end(nodes, joints, index)) is not None}
    rows = list(ends)
    with np.errstate(over="ignore", invalid="ignore"):
        places = (worlds[rows] @ locals_of(list(ends.values())))[:, :3, 3]
        near = np.abs(places).max(axis=1) <= LARGEST
    return {ordered[row]: place for row, place, good in zip(rows, places, near, strict=True) if good}


def _end(nodes: Sequence[Node], joints: set[int], index: int) -> int | None:
    """The first empty node below a joint."""
    for child in nodes[index].children:
        node = nodes[child]
        if child not in joints and node.mesh is None and node.camera is None and not node.children:
            return child
    return None


def _names(nodes: Sequence[Node], ordered: Sequence[int]) -> list[str]:
    """A name for each joint that no other has: a repeated one is numbered, a missing one says the node."""
    return distinct(usable(nodes[index].name) or f"joint_{index}" for index in ordered)
