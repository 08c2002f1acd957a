"""Twist bones in the skin of a figure's own file: more joints, to which the weights of their bone are split.

Each vertex lies where it is bound along the bone; its weight of the bone goes to the two twist bones that it lies
between, the more the nearer. At rest they do together what the bone does, so nothing moves.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from io import BytesIO
from typing import NamedTuple

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from pantin.rigs.figure import Figure
from pantin.rigs.formats.files import Fault
from pantin.rigs.formats.gltf.meshes import CHANGED, WEIGHTS
from pantin.rigs.formats.gltf.node_transforms import FLAT
from pantin.rigs.formats.gltf.node_tree import to_armature
from pantin.rigs.formats.gltf.reading import content_of
from pantin.rigs.formats.gltf.rewriting import Rewriting
from pantin.rigs.formats.gltf.whole import Plain, Whole
from pantin.rigs.formats.opening import Reading
from pantin.rigs.formats.own_file import name_of
from pantin.rigs.messages import _
from pantin.rigs.motion.transform_arrays import Floats
from pantin.rigs.rest import ends_of, rest_matrices, rolls_of
from pantin.rigs.rig import Bone
from pantin.rigs.source import Source, SourceNode
from pantin.rigs.source.worlds import rest_worlds
from pantin.rigs.vectors import three
from pantin.rigs.wording import quoted

Rows = Mapping[str, Sequence[Bone]]
"""The twist bones of each bone, from its head to its tail."""


MOST_IN_A_GAP = 0.25
"""The part of the twist between vertices that have none between them: of 170° so much leaves 87 % of a section."""

CELLS = 25
"""Vertices that lie nearer to each other along the bone than this part of it are one ring."""

MOSTLY = 0.5
"""The weight from which on a vertex is the bone's own."""


class WithTwistJoints(NamedTuple):
    """A file with more joints."""

    data: bytes
    source: Source
    """Its nodes and skins; the file that it names is still the one from before."""
    vertices: int
    """How many vertices are moved by twist bones now."""


class _Row(NamedTuple):
    """The twist bones of one bone, as the file has them."""

    node: int
    """That of the bone."""
    places: Floats
    """(m, 3): where they begin, in the axes of that node."""
    first: int
    """The node of the first of them; the others follow."""
    head: Floats
    """(3,): where the bone begins, armature space, when it was read."""
    along: Floats
    """(3,): from there to where it ends."""


def with_twist_joints(figure: Figure, whole: Whole, rows: Rows) -> WithTwistJoints | None:
    """Return the file `whole` of a figure with twist bones in the skins of their bones; None where it has no such skin.

    Raises Fault where the file is none of the figure's, or is damaged.
    """
    source = figure.source
    assert source is not None
    made = Rewriting(whole)
    if len(made.gltf.nodes) != len(source.nodes):
        name = quoted(name_of(source.file)) if source.file else ""
        raise Fault(_("file"), _("its nodes are not those of {file}; open that again.").format(file=name))
    skinned = {joint for skin in source.skins for joint in skin.joints}
    of_bone = {node.bone: number for number, node in enumerate(source.nodes) if number in skinned}
    rows = {name: row for name, row in rows.items() if name in of_bone}
    if not rows:
        return None
    worlds, nodes = rest_worlds(source), list(source.nodes)
    found = [_row(figure, source, worlds, of_bone[name], row, nodes) for name, row in rows.items()]
    _add_nodes(made.plain, nodes[len(source.nodes) :], found)
    joints, vertices = [tuple(skin.joints) for skin in source.skins], 0
    for skin in range(len(joints)):
        split, joints[skin] = _split_skin(made, skin, joints[skin], found)
        if split:
            turn, meshes = to_armature(source), made.meshes_of(skin)
            primitives = [each for _number, mesh in meshes for each in mesh["primitives"]]
            bound = [_Bound(each, turn @ worlds[each.row.node] @ each.bind) for each in split]
            bound = _spread(made, primitives, bound)
            known: dict[tuple[tuple[str, int], ...], Plain] = {}
            vertices += sum(_split(made, each, bound, known) for each in primitives)
    if vertices and WEIGHTS not in made.noted:
        made.note((CHANGED,))
    data = made.written()
    skins = tuple(replace(skin, joints=each) for skin, each in zip(source.skins, joints, strict=True))
    return WithTwistJoints(data, _with_rests(replace(source, nodes=tuple(nodes), skins=skins), data), vertices)


def _row(
    figure: Figure, source: Source, worlds: Floats, node: int, row: Sequence[Bone], nodes: list[SourceNode]
) -> _Row:
    """Append the nodes of a row of twist bones to `nodes`."""
    was, world = source.nodes[node], worlds[node]
    if abs(np.linalg.det(world[:3, :3])) < FLAT:
        raise Fault(
            "$.nodes", _("{bone} has no size, so that nothing can be put on it.").format(bone=quoted(was.called))
        )
    read = Bone("bone", head=was.head, tail=was.tail, roll=was.roll)
    back = rest_matrices([read])[0] @ np.linalg.inv(rest_matrices([figure.rig.by_name[was.bone or ""]])[0])
    to_node = np.linalg.inv(to_armature(source) @ world)
    first, places = len(nodes), []
    for bone in row:
        head, tail = (back[:3, :3] @ end + back[:3, 3] for end in ends_of([bone])[0])
        axes = back[:3, :3] @ rest_matrices([bone])[0, :3, :3]
        places.append(to_node[:3, :3] @ head + to_node[:3, 3])
        roll = bone.roll if np.array_equal(back, np.eye(4)) else float(rolls_of(axes[None], (tail - head)[None])[0])
        nodes.append(
            SourceNode(
                name=bone.name,
                parent=node,
                translation=three(places[-1]),
                bone=bone.name,
                called=bone.name,
                head=three(head),
                tail=three(tail),
                roll=roll,
            )
        )
    return _Row(node, np.array(places), first, np.array(was.head), np.subtract(was.tail, was.head))


def _add_nodes(plain: Plain, nodes: Sequence[SourceNode], rows: Sequence[_Row]) -> None:
    for row in rows:
        holder = plain["nodes"][row.node]
        holder["children"] = [*holder.get("children", ()), *range(row.first, row.first + len(row.places))]
    plain["nodes"] += [{"name": node.name, "translation": list(node.translation)} for node in nodes]


# Skins


class _Split(NamedTuple):
    """A joint of a skin, and those that take its weights."""

    joint: int
    firsts: int
    """The place of the first of them; the others follow."""
    bind: Floats
    """(4, 4): from the mesh to the axes of the joint."""
    row: _Row


def _split_skin(
    made: Rewriting, skin: int, joints: tuple[int, ...], rows: Sequence[_Row]
) -> tuple[list[_Split], tuple[int, ...]]:
    """Add the twist bones of the joints of a skin to it. Return what is split, and all of its joints."""
    of_node = {row.node: row for row in rows}
    if not of_node.keys() & set(joints):
        return [], joints
    binds, found = [*made.binds(skin)], list[_Split]()
    for place, joint in enumerate(joints):
        if joint in of_node:
            row = of_node[joint]
            found.append(_Split(place, len(binds), binds[place], row))
            for at in row.places:
                moved = np.eye(4)
                moved[:3, 3] = -at
                binds.append(moved @ binds[place])
    more = tuple(split.row.first + place for split in found for place in range(len(split.row.places)))
    made.set_skin(skin, (*joints, *more), np.array(binds))
    return found, (*joints, *more)


class _Bound(NamedTuple):
    """What is split, and where its vertices are bound."""

    split: _Split
    stand: Floats
    """(4, 4): from the mesh to the armature space, as it is bound to the joint."""
    twist: tuple[Floats, Floats] = (np.array((0.0, 1.0)), np.array((0.0, 1.0)))
    """Places along the bone, and the part of the twist that is had there."""

    def along(self, places: NDArray[np.float32]) -> Floats:
        """Return where vertices at `places` (v, 3) lie along the bone: 0 at its head, 1 at its tail."""
        row = self.split.row
        from_head = places.astype(np.float64) @ self.stand[:3, :3].T + self.stand[:3, 3] - row.head
        return np.asarray(from_head @ row.along / (row.along @ row.along))


def _influences(made: Rewriting, primitive: Plain) -> tuple[NDArray[np.int64], Floats] | None:
    return made.influences(primitive) if isinstance(primitive.get("attributes"), dict) else None


def _spread(made: Rewriting, primitives: Sequence[Plain], bound: Sequence[_Bound]) -> list[_Bound]:
    """Return what is split with the twist spread over its vertices: see `spread`."""
    found = []
    for each in bound:
        places = [np.empty(0)]
        for primitive in primitives:
            known = _influences(made, primitive)
            if known is not None:
                own = np.where(known[0] == each.split.joint, known[1], 0.0).sum(axis=1)
                places.append(each.along(made.positions(primitive)[own > MOSTLY]))
        found.append(each._replace(twist=spread(np.concatenate(places))))
    return found


def spread(at: Floats) -> tuple[Floats, Floats]:
    """Return places along a bone, rising from 0 to 1, and the part of its twist that skin with vertices `at` has there.

    It is the place itself where vertices lie close. Where none are for long, triangles are drawn together by the twist
    between their ends: such a gap takes `MOST_IN_A_GAP` of it at most, and what is over goes to the others.
    """
    cells = np.unique(np.round(np.clip(at[np.isfinite(at)], 0.0, 1.0) * CELLS)) / CELLS
    rings = np.unique(np.concatenate([(0.0,), cells, (1.0,)]))
    gaps = np.diff(rings)
    most = max(MOST_IN_A_GAP, 1.0 / len(gaps))
    parts, free = np.minimum(gaps, most), gaps < most
    while (over := 1.0 - parts.sum()) > 1e-9 and free.any():
        parts[free] = np.minimum(parts[free] * (1.0 + over / parts[free].sum()), most)
        free = parts < most
    return rings, np.concatenate([(0.0,), np.cumsum(parts) / parts.sum()])


def _split(
    made: Rewriting, primitive: Plain, bound: Sequence[_Bound], done: dict[tuple[tuple[str, int], ...], Plain]
) -> int:
    """Split the weights of a primitive. Return how many vertices twist bones move.

    Primitives that share their vertices share them still: `done` are those that were split before.
    """
    known = _influences(made, primitive)
    if known is None:
        return 0
    key = tuple(sorted(primitive["attributes"].items()))
    if key in done and not primitive.get("extensions"):
        primitive["attributes"] = {**done[key]}
        return 0
    joints, weights = known
    places, moved = made.positions(primitive), np.zeros(len(joints), bool)
    for each in bound:
        split = each.split
        own = np.where(joints == split.joint, weights, 0.0).sum(axis=1)
        if not own.any():
            continue
        moved |= own > 0.0
        which, shares = shares_of(np.interp(each.along(places), *each.twist), len(split.row.places))
        weights = np.where(joints == split.joint, 0.0, weights)
        joints = np.concatenate([joints, split.firsts + which], axis=1)
        weights = np.concatenate([weights, own[:, None] * shares], axis=1)
    if moved.any():
        made.set_influences(primitive, joints, weights)
    if not primitive.get("extensions"):
        done[key] = primitive["attributes"]
    return int(moved.sum())


def shares_of(at: Floats, count: int) -> tuple[NDArray[np.int64], Floats]:
    """Return which two of `count` twist bones move what has these parts of the twist, and their shares: (v, 2) each."""
    scaled = np.clip(np.nan_to_num(at), 0.0, 1.0) * (count - 1)
    lower = np.minimum(scaled.astype(np.int64), max(count - 2, 0))
    upper = scaled - lower
    return np.stack([lower, np.minimum(lower + 1, count - 1)], axis=1), np.stack([1.0 - upper, upper], axis=1)


def _with_rests(source: Source, data: bytes) -> Source:
    """Return a source whose nodes rest as they are read of the new file, where they rest in the bind pose of it."""
    if all(node.rest is None for node in source.nodes):
        return source
    how = Reading(partly=True, rest_from="bind", stood_up=source.stood_up)
    theirs = content_of("", BytesIO(data), len(data), how).figure.source
    if theirs is None or len(theirs.nodes) != len(source.nodes):
        return source
    nodes = tuple(replace(own, rest=read.rest) for own, read in zip(source.nodes, theirs.nodes, strict=True))
    return replace(source, nodes=nodes)
