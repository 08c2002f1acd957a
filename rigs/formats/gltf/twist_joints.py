"""Twist bones in the skin of a figure's own file: more joints, to which the weights of their bone are split.

Each vertex lies where it is bound along the bone; its weight of the bone goes to the two twist bones that it lies
between, the more the nearer. At rest they do together what the bone does, so nothing moves.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from io import BytesIO
from typing import NamedTuple

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from pantin.rigs.figure import Figure
from pantin.rigs.formats.files import Fault
from pantin.rigs.formats.gltf.loop_cuts import with_loops
from pantin.rigs.formats.gltf.meshes import CHANGED, WEIGHTS
from pantin.rigs.formats.gltf.node_transforms import FLAT
from pantin.rigs.formats.gltf.node_tree import to_armature
from pantin.rigs.formats.gltf.reading import content_of
from pantin.rigs.formats.gltf.rewriting import Rewriting
from pantin.rigs.formats.gltf.twisted_bones import MOST_IN_A_GAP, TwistedBone, twist_of
from pantin.rigs.formats.gltf.whole import Plain, Whole, taken_apart
from pantin.rigs.formats.opening import Reading
from pantin.rigs.formats.own_file import name_of
from pantin.rigs.meshes.twisting.twists import Twist, posed_by, weight_of, without_wringing
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


CELLS = 25
"""Vertices that lie nearer to each other along the bone than this part of it are one ring."""

MOSTLY = 0.5
"""The weight from which on a vertex is the bone's own."""


_Done = dict[tuple[tuple[str, int], ...], Plain]
"""The attributes of primitives that were split, by those that they had."""


class WithTwistJoints(NamedTuple):
    """A file with more joints."""

    data: bytes
    source: Source
    """Its nodes and skins; the file that it names is still the one from before."""
    vertices: int
    """How many vertices are moved by twist bones now."""
    loops: int = 0
    """The number of loops that were cut across their bones."""
    primitives: int = 0
    """The number of primitives that these were cut into."""


class _Row(NamedTuple):
    """The twist bones of one bone, as the file has them."""

    node: int
    """That of the bone."""
    places: Floats
    """(m, 3): where they begin, in the axes of that node."""
    first: int
    """The node of the first of them; the others follow."""


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
    bones = [_twisted(source, of_bone[name], len(row)) for name, row in rows.items()]
    cut = with_loops(whole, source, worlds, bones)
    if cut is not None:
        made = Rewriting(taken_apart(cut.data))
    found = [_row(figure, source, worlds, of_bone[name], row, nodes) for name, row in rows.items()]
    _add_nodes(made.plain, nodes[len(source.nodes) :], found)
    joints, vertices = [tuple(skin.joints) for skin in source.skins], 0
    for skin in range(len(joints)):
        joints[skin], split = _split_skin(made, source, worlds, skin, found)
        vertices += split
    if vertices and WEIGHTS not in made.noted:
        made.note((CHANGED,))
    data = made.written()
    skins = tuple(replace(skin, joints=each) for skin, each in zip(source.skins, joints, strict=True))
    after = _with_rests(replace(source, nodes=tuple(nodes), skins=skins), data)
    return WithTwistJoints(data, after, vertices, *(cut[1:] if cut else ()))


def _twisted(source: Source, node: int, count: int) -> TwistedBone:
    return TwistedBone(node, np.array(source.nodes[node].head), np.array(source.nodes[node].tail), count)


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
    return _Row(node, np.array(places), first)


def _add_nodes(plain: Plain, nodes: Sequence[SourceNode], rows: Sequence[_Row]) -> None:
    for row in rows:
        holder = plain["nodes"][row.node]
        holder["children"] = [*holder.get("children", ()), *range(row.first, row.first + len(row.places))]
    plain["nodes"] += [{"name": node.name, "translation": list(node.translation)} for node in nodes]


# Skins


class _Split(NamedTuple):
    """A joint of a skin whose weights are split, and the twist bones that take them."""

    twist: Twist
    bind: Floats
    """(4, 4): from the mesh to the axes of the joint."""
    row: _Row
    first: int
    """The place of the first twist bone among the joints; the others follow."""
    parts: tuple[Floats, Floats] = (np.array((0.0, 1.0)), np.array((0.0, 1.0)))
    """Places along the bone, and the part of the twist that is had there."""


def _split_skin(
    made: Rewriting, source: Source, worlds: Floats, skin: int, rows: Sequence[_Row]
) -> tuple[tuple[int, ...], int]:
    """Split the weights of a skin. Return all of its joints, and how many vertices twist bones move."""
    splits, joints, done = list(_splits(made, source, worlds, skin, rows)), source.skins[skin].joints, _Done()
    if not splits:
        return joints, 0
    rest = worlds[list(joints)] @ made.binds(skin)
    joints = _add_joints(made, skin, joints, splits)
    primitives = [each for _number, mesh in made.meshes_of(skin) for each in mesh["primitives"]]
    splits = _spread(made, primitives, splits, rest)
    return joints, sum(_split(made, each, splits, rest, done) for each in primitives)


def _splits(made: Rewriting, source: Source, worlds: Floats, skin: int, rows: Sequence[_Row]) -> Iterator[_Split]:
    """Yield the joints of a skin that are split."""
    binds = made.binds(skin)
    first = len(binds)
    for row in rows:
        twist = twist_of(source, worlds, _twisted(source, row.node, len(row.places)), skin, binds)
        if twist is not None:
            yield _Split(twist, binds[twist.joint], row, first)
            first += len(row.places)


def _add_joints(made: Rewriting, skin: int, joints: tuple[int, ...], splits: Sequence[_Split]) -> tuple[int, ...]:
    """Add the twist bones of a skin to it. Return all of its joints."""
    binds = [*made.binds(skin)]
    for split in splits:
        for at in split.row.places:
            moved = np.eye(4)
            moved[:3, 3] = -at
            binds.append(moved @ split.bind)
    more = (split.row.first + place for split in splits for place in range(len(split.row.places)))
    after = (*joints, *more)
    made.set_skin(skin, after, np.array(binds))
    return after


def _influences(
    made: Rewriting, primitive: Plain, splits: Sequence[_Split], rest: Floats
) -> tuple[NDArray[np.int64], Floats] | None:
    """Return the joints and weights of a primitive to be split; `rest` (j, 4, 4) is where joints take it at rest.

    Those at both ends of a bone go to it, but for vertices that this would move at rest.
    """
    known = made.influences(primitive) if isinstance(primitive.get("attributes"), dict) else None
    if known is None:
        return None
    joints, weights = known
    for split in splits:
        joints, weights = without_wringing(split.twist, joints, weights)
    before = np.pad(known[1], ((0, 0), (0, weights.shape[1] - known[1].shape[1])))
    changed = np.flatnonzero((weights != before).any(axis=1))
    places = made.positions(primitive)[changed]
    one, other = (posed_by(rest, joints[changed], each[changed], places) for each in (before, weights))
    moved = changed[splits[0].twist.is_seen(other - one)]
    weights[moved] = before[moved]
    return joints, weights


def _spread(made: Rewriting, primitives: Sequence[Plain], splits: Sequence[_Split], rest: Floats) -> list[_Split]:
    """Return what is split with the twist spread over its vertices: see `spread`."""
    places = [[np.empty(0)] for _split in splits]
    for primitive in primitives:
        known = _influences(made, primitive, splits, rest)
        if known is not None:
            for split, own in zip(splits, places, strict=True):
                is_own = weight_of(split.twist.joint, *known) > MOSTLY
                own.append(split.twist.along(made.positions(primitive)[is_own]))
    return [split._replace(parts=spread(np.concatenate(own))) for split, own in zip(splits, places, strict=True)]


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
    made: Rewriting,
    primitive: Plain,
    splits: Sequence[_Split],
    rest: Floats,
    done: _Done,
) -> int:
    """Split the weights of a primitive. Return how many vertices twist bones move.

    Primitives that share their vertices share them still: `done` are those that were split before.
    """
    known = _influences(made, primitive, splits, rest)
    if known is None:
        return 0
    key = tuple(sorted(primitive["attributes"].items()))
    if key in done and not primitive.get("extensions"):
        primitive["attributes"] = {**done[key]}
        return 0
    joints, weights = known
    places, moved = made.positions(primitive), np.zeros(len(joints), bool)
    for split in splits:
        own = weight_of(split.twist.joint, joints, weights)
        if not own.any():
            continue
        moved |= own > 0.0
        at = np.interp(split.twist.along(places), *split.parts)
        which, shares = shares_of(at, len(split.row.places))
        weights = np.where(joints == split.twist.joint, 0.0, weights)
        joints = np.concatenate([joints, split.first + which], axis=1)
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
