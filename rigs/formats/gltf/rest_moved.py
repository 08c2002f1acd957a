"""A figure's own file with another rest: its nodes stand where they are posed, and meshes stay what they are.

A point of a skin is moved by the mean of the matrices of its joints, each a product of where its joint is now and of
its inverse bind matrix. Where nodes rest elsewhere and that product stays, every pose shows what it did, exactly: a
mesh written again as it is seen, and bound there anew, would not, since the mean of products is no product of means.
Bones that were edited at rest before take their nodes along, by new inverse bind matrices.
"""

from __future__ import annotations

import copy
from collections.abc import Mapping
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

import numpy as np
from msgspec.structs import replace

from pantin.rigs.figure import Figure
from pantin.rigs.formats.files import Fault
from pantin.rigs.formats.gltf.accessors import Accessors
from pantin.rigs.formats.gltf.binds import inverse_binds
from pantin.rigs.formats.gltf.container import Gltf, read_gltf
from pantin.rigs.formats.gltf.node_transforms import FLAT
from pantin.rigs.formats.gltf.node_tree import node_tree, to_armature
from pantin.rigs.formats.gltf.whole import Plain, Whole, put_together, start_of_added
from pantin.rigs.formats.gltf.writing import PATHS, USUAL, BinaryPart
from pantin.rigs.formats.own_file import name_of
from pantin.rigs.messages import _
from pantin.rigs.motion.transform_arrays import Floats, composed, decomposed
from pantin.rigs.rig import Bone
from pantin.rigs.source import Source, SourceNode
from pantin.rigs.source.worlds import UPRIGHT, locals_of, parents_first, rest_worlds
from pantin.rigs.wording import quoted

SAME = 1e-9
"""Parts of its axes, and of the figure's size, by which a node may be off what its file says and stays as it is."""

SHEARED = 1e-4
"""Parts of its axes that a node has as shear, which the file cannot hold."""


class RestMoved(NamedTuple):
    """A file of a figure with another rest."""

    data: bytes
    """Its file, a binary container."""
    nodes: tuple[SourceNode, ...]
    sheared: tuple[str, ...]
    """The bones whose nodes would need shear: their meshes do not stay."""


def rest_moved(figure: Figure, whole: Whole, moved: Floats, bones: Mapping[str, Bone]) -> RestMoved:
    """Return the file `whole` of a figure whose bones are moved from their rest by matrices (n, 4, 4), armature space.

    `bones` are those that rest there. Raises Fault where the file is none of the figure's.
    """
    source = figure.source
    assert source is not None
    data = whole.as_it_lies or put_together(whole, whole.plain, b"")
    gltf = read_gltf(BytesIO(data), len(data))
    if len(gltf.nodes) != len(source.nodes):
        name = quoted(name_of(source.file)) if source.file else ""
        raise Fault(_("file"), _("its nodes are not those of {file}; open that again.").format(file=name))
    carried, before = _carried(figure, source, gltf), rest_worlds(source)
    turn = to_armature(source)
    by = np.concatenate([turn.T @ moved @ turn, np.eye(4)[None]])[[row for row, _rest in carried]]
    wanted = by @ np.array([rest for _row, rest in carried])
    nodes, sheared = _nodes(source, wanted, carried)
    plain = copy.deepcopy(whole.plain)
    for number, (node, was) in enumerate(zip(nodes, source.nodes, strict=True)):
        if _own(node) != _own(was):
            _say(plain["nodes"][number], node)
    added = BinaryPart(len(plain.get("bufferViews", ())), len(plain.get("accessors", ())), start_of_added(whole))
    accessors = Accessors(gltf, BytesIO(data), len(data), Path())
    _bind(gltf, accessors, plain, added, by @ before, wanted)
    for key, rows in added.tables().items():
        if key != "buffers":
            plain[key] = [*plain.get(key, ()), *rows]
    return RestMoved(
        put_together(whole, plain, added.bytes),
        tuple(_remembering(node, bones) for node in nodes),
        tuple(figure.rig.bones[row].name for row in sorted(sheared - {-1})),
    )


def _carried(figure: Figure, source: Source, gltf: Gltf) -> list[tuple[int, Floats]]:
    """Return for each node the row of the bone that moves it, -1 for none, and where it rests (4, 4), file axes.

    Joints rest with their bones, also where these were edited; a node that carries stiff meshes where its file has it.
    """
    tree = node_tree(figure, [node.children for node in gltf.nodes])
    worlds, joints = rest_worlds(source), {joint for skin in source.skins for joint in skin.joints}
    rows: dict[int, int] = {}
    parents = [-1 if node.parent is None else node.parent for node in source.nodes]
    for number in _in_order(source):
        own = source.nodes[number].bone
        above = rows.get(parents[number], -1)
        rows[number] = figure.rig.rows[own] if own is not None and own in figure.rig.rows else above
    found = []
    for number, node in enumerate(gltf.nodes):
        is_stiff = node.mesh is not None and node.skin is None
        moves = number in joints and not is_stiff and tree.bone_rows[number] != -1
        found.append((rows.get(number, -1), tree.rests[number] if moves else worlds[number]))
    return found


def _in_order(source: Source) -> list[int]:
    parents = [-1 if node.parent is None else node.parent for node in source.nodes]
    children: list[list[int]] = [[] for _parent in parents]
    for number, parent in enumerate(parents):
        if parent != -1:
            children[parent].append(number)
    return parents_first(parents, children)


def _nodes(source: Source, wanted: Floats, carried: list[tuple[int, Floats]]) -> tuple[list[SourceNode], set[int]]:
    """Return the nodes that stand as `wanted` (n, 4, 4), and the rows of bones that would have to be sheared."""
    found, sheared, stand = list(source.nodes), set[int](), dict[int, Floats]()
    size = max(float(np.ptp(wanted[:, :3, 3], axis=0).max(initial=0.0)), 1e-9)
    for number in _in_order(source):
        node = source.nodes[number]
        above = (UPRIGHT if source.stood_up else np.eye(4)) if node.parent is None else stand[node.parent]
        own = locals_of([node])[0]
        if abs(np.linalg.det(above[:3, :3])) >= FLAT and not _near(above @ own, wanted[number], size):
            row = decomposed(np.linalg.inv(above) @ wanted[number])
            node = found[number] = _placed(node, row)
            own = composed(row)
            axes = np.abs(wanted[number][:3, :3]).max()
            if np.abs((above @ own - wanted[number])[:3, :3]).max() > SHEARED * axes:
                sheared.add(carried[number][0])
        stand[number] = above @ own
        found[number] = replace(found[number], rest=None)
    return found, sheared


def _near(one: Floats, other: Floats, size: float) -> bool:
    away = np.abs(one - other)
    return bool(
        away[:3, 3].max() <= SAME * size and away[:3, :3].max() <= SAME * max(np.abs(other[:3, :3]).max(), 1e-30)
    )


def _placed(node: SourceNode, row: Floats) -> SourceNode:
    """Return a node by a row (10,) in place of what it has; numbers that are rounding stay those of the file."""
    numbers = row.tolist()
    made = {path: tuple(numbers[columns]) for path, columns, _kind in PATHS}
    if node.matrix is None:
        for path, _columns, _kind in PATHS:
            was = np.array(getattr(node, path))
            near = SAME * max(1.0, float(np.abs(was).max())) if path != "translation" else 0.0
            if np.abs(was - made[path]).max() <= near:
                made[path] = getattr(node, path)
    return replace(node, matrix=None, **made)


def _own(node: SourceNode) -> tuple[object, ...]:
    return node.translation, node.rotation, node.scale, node.matrix


def _say(plain: Plain, node: SourceNode) -> None:
    """Write in the JSON of a node how it stands."""
    plain.pop("matrix", None)
    for path, _columns, _kind in PATHS:
        numbers = list(getattr(node, path))
        if numbers == USUAL[path]:
            plain.pop(path, None)
        else:
            plain[path] = numbers


def _bind(gltf: Gltf, accessors: Accessors, plain: Plain, added: BinaryPart, stay: Floats, stand: Floats) -> None:
    """Give skins new inverse bind matrices on nodes that `stand` (n, 4, 4) elsewhere than where meshes `stay`."""
    for number, skin in enumerate(gltf.skins):
        joints = [joint for joint in skin.joints if joint < len(stand)]
        if len(joints) != len(skin.joints):
            continue
        whole = np.abs(np.linalg.det(stand[joints, :3, :3])) >= FLAT
        off = np.abs(stand[joints] - stay[joints]).max(axis=(1, 2)) > SAME * max(1.0, float(np.abs(stay[joints]).max()))
        moved = np.flatnonzero(off & whole)
        if not len(moved):
            continue
        at = [joints[row] for row in moved]
        binds = inverse_binds(accessors, skin)
        binds[moved] = np.linalg.inv(stand[at]) @ stay[at] @ binds[moved]
        binds[moved, 3] = (0.0, 0.0, 0.0, 1.0)
        plain["skins"][number]["inverseBindMatrices"] = added.add(binds.transpose(0, 2, 1).reshape(-1, 16), "MAT4")


def _remembering(node: SourceNode, bones: Mapping[str, Bone]) -> SourceNode:
    """Return a node that remembers how its bone rests now."""
    bone = bones.get(node.bone or "")
    return node if bone is None else replace(node, head=bone.head, tail=bone.tail, roll=bone.roll)
