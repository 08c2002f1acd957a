"""The nodes of an FBX file: each becomes one, under a root that turns and scales all to metres with Y up."""

from __future__ import annotations

from typing import Any

import numpy as np

from pantin.rigs import rotations as rot
from pantin.rigs.formats.converted.content import Content, Floats, Node
from pantin.rigs.formats.converted.fbx_objects import at
from pantin.rigs.formats.converted.fbx_scene import Scene
from pantin.rigs.messages import _

MOST_NODES = 100_000
LARGEST = 1e12
"""Lengths in units of the file."""


def nodes_in(scene: Scene, content: Content) -> None:
    """Fill in the nodes, by the numbers that ufbx gives them. Raises OverflowError, and ValueError for endless numbers.

    Pivots, offsets, pre- and post-rotations are in their translations and rotations; where a bone takes no scale from
    the one above, it undoes that, or the scale is at a node beside it.
    """
    if len(scene.nodes) > MOST_NODES:
        raise OverflowError
    for number, node in enumerate(scene.nodes):
        if number == 0:
            content.nodes.append(_root(scene))
            continue
        parent = at(node, "parent")
        moved = scene.local(number)[0]
        if not np.isfinite(moved).all() or np.abs(moved).max() > LARGEST:
            raise ValueError
        above = 0 if parent is None else int(parent.typed_id)
        content.nodes.append(node_at(_name(node, content.nodes[above].name), above, moved))
    if any(node.is_scale_helper for node in scene.nodes):
        content.words.append(_("Some bones do not scale what is below them; a node on each has its scale for it."))


def hidden_in(scene: Scene, content: Content) -> list[int]:
    """Return the nodes whose meshes are not seen in the file: hidden ones, with all below, and lesser levels of detail.

    Nothing where that would be all meshes.
    """
    hidden, first = set[int](), dict[int, int]()
    for number, node in enumerate(scene.nodes):
        above = content.nodes[number].parent
        is_lesser = False
        if above >= 0 and scene.nodes[above].attrib_type.name == "LOD_GROUP":
            is_lesser = first.setdefault(above, number) != number
        if above in hidden or is_lesser or not node.visible:
            hidden.add(number)
    meshes = {number for number, node in enumerate(content.nodes) if node.mesh is not None}
    return sorted(hidden & meshes) if meshes - hidden else []


def _name(node: Any, above: str) -> str:
    name = str(node.name)
    return _("{name} scale").format(name=above) if node.is_scale_helper else name


def node_at(name: str, parent: int, moved: Floats) -> Node:
    """Return a node with translation, rotation and scale (10)."""
    values = moved.tolist()
    length = float(np.linalg.norm(moved[3:7]))
    turn = (moved[3:7] / length).tolist() if length > 1e-12 else [0.0, 0.0, 0.0, 1.0]
    return Node(name, parent, (*values[:3],), (*turn,), (*values[7:],))


def _root(scene: Scene) -> Node:
    turned = scene.axes * scene.metres
    if np.linalg.det(scene.axes) < 0.0:
        whole = np.eye(4)
        whole[:3, :3] = turned
        return Node("RootNode", matrix=whole)
    x, y, z, w = rot.quaternion_from_matrix(scene.axes).tolist()
    return Node("RootNode", rotation=(x, y, z, w), scale=(scene.metres,) * 3)
