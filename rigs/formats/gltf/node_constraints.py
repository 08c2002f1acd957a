"""The constraints of nodes in a VRM 1.0 (`VRMC_node_constraint`): twists of arms, rolls of sleeves, eyes that aim."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np

from pantin.rigs import rotations as rot
from pantin.rigs.constraints.nodes import NodeConstraint, Takes
from pantin.rigs.formats.gltf.container import Gltf, Node
from pantin.rigs.formats.gltf.joints import Skeleton
from pantin.rigs.formats.gltf.lenient import Plain, as_number, as_object, as_text, within
from pantin.rigs.motion.transform_arrays import Floats
from pantin.rigs.rest import rest_matrices
from pantin.rigs.rig import Rig
from pantin.rigs.vectors import four, three

KINDS: tuple[Takes, ...] = ("roll", "aim", "rotation")


def node_constraints_of(gltf: Gltf, skeleton: Skeleton, rig: Rig) -> tuple[NodeConstraint, ...]:
    """Return the constraints that the nodes of a file have; those of nodes that are no bones are left out."""
    rows = {node: row for row, node in enumerate(skeleton.nodes)}
    wanted = [(node, kind, plain) for node, kind, plain in _constraints(gltf) if node in rows]
    if not wanted:
        return ()
    frames = _frames(skeleton, rig)
    found = []
    for node, kind, plain in wanted:
        source = plain.get("source")
        if type(source) is not int or source not in rows or source == node:
            continue
        own, other = frames[rows[node]], frames[rows[source]]
        between = np.eye(3)
        if kind == "roll":
            between = _rest(gltf.nodes[node]).T @ _rest(gltf.nodes[source])
        axes = own @ between @ other.T
        found.append(
            NodeConstraint(
                owner=rig.bones[rows[node]].name,
                target=rig.bones[rows[source]].name,
                takes=kind,
                axis=three(own @ _axis(plain, kind) + 0.0),
                turn=(0.0, 0.0, 0.0, 1.0) if kind == "aim" else four(rot.quaternion_from_matrix(axes)),
                influence=min(max(as_number(plain.get("weight"), 1.0), 0.0), 1.0),
            )
        )
    return tuple(found)


def _constraints(gltf: Gltf) -> Iterator[tuple[int, Takes, Plain]]:
    """Yield each node with a constraint, which kind it is, and what the file says of it."""
    for index, node in enumerate(gltf.nodes):
        plain = as_object(within(node.extensions, "VRMC_node_constraint", "constraint"))
        kind = next((each for each in KINDS if isinstance(plain.get(each), dict)), None)
        if kind is not None:
            yield index, kind, plain[kind]


def _frames(skeleton: Skeleton, rig: Rig) -> Floats:
    """Return what turns from the axes of each joint's node to those of its bone (n, 3, 3)."""
    axes = skeleton.worlds[:, :3, :3]
    sizes = np.linalg.norm(axes, axis=1, keepdims=True)
    with np.errstate(all="ignore"):
        units = np.where(sizes > 0.0, axes / sizes, np.eye(3))
    found: Floats = np.swapaxes(rest_matrices(rig.bones)[:, :3, :3], 1, 2) @ skeleton.turn @ units
    return found


def _rest(node: Node) -> Floats:
    """Return the rotation of a node on its parent (3, 3)."""
    if node.matrix is None:
        return np.asarray(rot.matrix_from_quaternion(rot.normalised(np.array(node.rotation))))
    axes = np.array(node.matrix).reshape(4, 4).T[:3, :3]
    sizes = np.linalg.norm(axes, axis=0)
    return np.asarray(axes / np.where(sizes > 0.0, sizes, 1.0))


def _axis(plain: Mapping[str, object], kind: str) -> Floats:
    """Return the axis that a constraint names, in the axes of its node."""
    said = as_text(plain.get("rollAxis" if kind == "roll" else "aimAxis"))
    column = "XYZ".find(said[-1:]) if said else -1
    found: Floats = (-1.0 if said.startswith("Negative") else 1.0) * np.eye(3)[max(column, 0)]
    return found
