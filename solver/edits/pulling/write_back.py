"""The pose that a whole-body solve came to, written into the document: rotations, the root, handles and poles.

Everything that hangs on a bone that moved is carried along, so handles stay at the ends of their chains and poles on
the side to which these bend, however far; evaluating the result gives the same skeleton.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

import msgspec
import numpy as np

from pantin.rigs import DampedTrack, Document, Ik, Rig, Transform
from pantin.rigs.chains import chain_bones
from pantin.rigs.editing.limbs import shown_carrier
from pantin.rigs.editing.pose import with_transforms
from pantin.rigs.fields import Quaternion
from pantin.rigs.vectors import three
from pantin.solver.edits.pulling.tables import Tables
from pantin.solver.edits.pulling.tree import Tree, acting_ik, aims, ancestors, carried_controls
from pantin.solver.evaluated import Evaluated
from pantin.solver.maths.joint_axes import in_bone_axes
from pantin.solver.program.single_poses import single_poses
from pantin.solver.program.skeleton import Floats
from pantin.solver.whole_body import columns as c

STRAIGHT = 1e-5
"""A chain whose joints are off its line by less, in parts of its length, has no side: its pole goes with its root."""


class Carrying(msgspec.Struct, frozen=True, eq=False):
    """What is known before a drag: which bones go with which, and the controls that are brought along."""

    carriers: Floats
    """(n,): the row of the tree that carries each bone, −1 for what stays."""
    chains: tuple[Ik, ...]
    """The IK constraints whose chains take part."""
    rows: tuple[tuple[int, ...], ...]
    """For each of them the rows of its chain, from its root."""
    ends: tuple[str, ...]
    """For each of them the bone with which its handle turns."""
    grabbed: tuple[str, ...]
    """For each of them what is grabbed to move its handle: another control where that is hidden, as in a foot."""
    others: tuple[tuple[str, str], ...]
    """Controls of no chain, each after the bone that takes over its rotation."""
    aims: tuple[DampedTrack, ...]
    """What points bones at controls that go with bones below them."""
    along: tuple[tuple[int, int], ...]
    """The rows of controls that go along with those, parents first, each with that of its parent."""


def carrying(rig: Rig, evaluated: Evaluated, tree: Tree) -> Carrying:
    """What goes with the bones of a tree."""
    place = {name: i for i, name in enumerate(tree.names)}
    carriers = np.array([_carrier(rig, name, place) for name in evaluated.names])
    turning = {evaluated.names[i] for i in np.flatnonzero(carriers >= 0)}
    chains = tuple(ik for ik in acting_ik(rig) if _end(rig, ik) in turning)
    copied = carried_controls(rig)
    ends = tuple(next((owner for owner, control in copied.items() if control == ik.target), ik.owner) for ik in chains)
    handles = {ik.target for ik in chains}
    others = tuple((owner, control) for owner, control in copied.items() if owner in turning and control not in handles)
    rows = tuple(tuple(evaluated.index[name] for name in reversed(chain_bones(rig, ik))) for ik in chains)
    grabbed = tuple(shown_carrier(rig, str(ik.target)) for ik in chains)
    posed = {*grabbed, *(control for _owner, control in others), *(ik.pole for ik in chains if ik.pole)}
    along = tuple((evaluated.index[name], evaluated.index[above]) for name, above in _along(rig, posed))
    pointing = tuple(aim for aim in aims(rig) if aim.owner in turning)
    return Carrying(carriers, chains, rows, ends, grabbed, others, pointing, along)


def written_back(
    document: Document, evaluated: Evaluated, tree: Tree, tables: Tables, bones: Floats, carried: Carrying
) -> Document:
    """`document` in the pose of `bones`, the solved table; `tables` holds how they stood before."""
    moved = _moves(tables, bones)
    after = np.array(evaluated.matrices)
    rows = np.flatnonzero(carried.carriers >= 0)
    after[rows] = moved[carried.carriers[rows]] @ after[rows]
    controls = [*_handles(evaluated, after, carried), *_others(evaluated, after, carried)]
    for row, above in carried.along:
        _carry(evaluated, after, row, above)
    posed = [*tree.names[: tree.root_free], *controls]
    transforms = _transforms(document.rig, evaluated, after, posed)
    transforms |= {
        name: _turned(document.rig.transform(name), evaluated, name, bones[i])
        for i, name in enumerate(tree.names)
        if name in tree.turning
    }
    return with_transforms(document, transforms)


def _along(rig: Rig, posed: Collection[str]) -> Iterator[tuple[str, str]]:
    """Controls that hang on `posed` ones, and are not posed themselves, each after its parent and with it."""
    for name in sorted(posed):
        for child in rig.children.get(name, ()):
            if child.kind != "bone" and child.name not in posed:
                yield child.name, name
                yield from _along(rig, (child.name,))


def _carrier(rig: Rig, name: str, place: dict[str, int]) -> int:
    """The row of the tree that carries a bone: its own, or that of the first one above it; controls end that."""
    if rig.by_name[name].kind != "bone":
        above = rig.by_name[name].parent
        return -1 if above is None else _carrier(rig, above, place)
    return next((place[each] for each in (name, *ancestors(rig, name)) if each in place), -1)


def _end(rig: Rig, ik: Ik) -> str:
    """The last bone of a chain."""
    bones = chain_bones(rig, ik)
    return bones[0] if bones else ik.owner


def _moves(tables: Tables, bones: Floats) -> Floats:
    """How each bone of the tree moved (j, 4, 4), armature space, metres."""
    before, after = _rigid(tables.bones, tables.height), _rigid(bones, tables.height)
    turned = np.swapaxes(before[:, :3, :3], 1, 2)
    found = np.array(after)
    found[:, :3, :3] = after[:, :3, :3] @ turned
    found[:, :3, 3] = after[:, :3, 3] - (found[:, :3, :3] @ before[:, :3, 3, None])[:, :, 0]
    return found


def _rigid(bones: Floats, height: float) -> Floats:
    """The rotation and place of each bone as a matrix (j, 4, 4), metres."""
    x, y, z, w = bones[:, c.WORLD : c.WORLD + 4].T
    found = np.zeros((len(bones), 4, 4))
    found[:, 0] = np.stack((1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w), x * 0), 1)
    found[:, 1] = np.stack((2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w), x * 0), 1)
    found[:, 2] = np.stack((2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y), x * 0), 1)
    found[:, :3, 3] = bones[:, c.HEAD : c.HEAD + 3] * height
    found[:, 3, 3] = 1.0
    return found


def _handles(evaluated: Evaluated, after: Floats, carried: Carrying) -> list[str]:
    """Bring handles and poles of chains to where these are after the pull. Returns their names."""
    index, names = evaluated.index, []
    for ik, rows, end, grabbed in zip(carried.chains, carried.rows, carried.ends, carried.grabbed, strict=True):
        handle = str(ik.target)
        _carry(evaluated, after, index[handle], index[end])
        after[index[handle], :3, 3] = _effector(evaluated, after, ik)
        if grabbed != handle:
            _carry(evaluated, after, index[grabbed], index[handle])
        names.append(grabbed)
        if ik.pole is not None and ik.pole in index:
            _carry_pole(evaluated, after, ik, index[ik.pole], rows)
            names.append(ik.pole)
    return names


def _others(evaluated: Evaluated, after: Floats, carried: Carrying) -> list[str]:
    """Bring other controls along with the bones that take over their rotation. Returns their names."""
    for owner, control in carried.others:
        _carry(evaluated, after, evaluated.index[control], evaluated.index[owner])
    for aim in carried.aims:
        _carry_aimed(evaluated, after, aim)
    return [control for _owner, control in carried.others]


def _carry(evaluated: Evaluated, after: Floats, row: int, carrier: int) -> None:
    """Let the bone in `row` go with the bone in `carrier`."""
    before = evaluated.matrices
    after[row] = after[carrier] @ np.linalg.inv(before[carrier]) @ before[row]


def _carry_aimed(evaluated: Evaluated, after: Floats, aim: DampedTrack) -> None:
    """Put the control at which a bone points where it points now, as far away as it was."""
    owner, control = evaluated.index[aim.owner], evaluated.index[str(aim.target)]
    away = np.linalg.norm(evaluated.matrices[control, :3, 3] - evaluated.matrices[owner, :3, 3])
    axis = after[owner, :3, "xyz".index(aim.axis[-1])] * (-1.0 if aim.axis[0] == "-" else 1.0)
    after[control, :3, 3] = after[owner, :3, 3] + axis / np.linalg.norm(axis) * away


def _effector(evaluated: Evaluated, matrices: Floats, ik: Ik) -> Floats:
    """The end of a chain when bones stand as in `matrices`."""
    row = evaluated.index[ik.owner]
    head: Floats = matrices[row, :3, 3]
    return head + matrices[row, :3, 1] * evaluated.skeleton.lengths[row] if ik.use_tail else head


def _carry_pole(evaluated: Evaluated, after: Floats, ik: Ik, pole: int, rows: Sequence[int]) -> None:
    """Let the pole go with the plane in which its chain bends."""
    before = _plane(evaluated, evaluated.matrices, ik, rows)
    now = _plane(evaluated, after, ik, rows)
    if before is None or now is None:
        _carry(evaluated, after, pole, rows[0])
    else:
        after[pole] = now @ np.linalg.inv(before) @ evaluated.matrices[pole]


def _plane(evaluated: Evaluated, matrices: Floats, ik: Ik, rows: Sequence[int]) -> Floats | None:
    """The frame of a chain at its root: Y along its line, X to the side to which it bends; None if it is straight."""
    root = matrices[rows[0], :3, 3]
    joints = matrices[list(rows[1:]), :3, 3] - root
    away = _effector(evaluated, matrices, ik) - root
    far = float(np.linalg.norm(away))
    length = float(evaluated.skeleton.lengths[list(rows)].sum())
    if far < STRAIGHT * length or not len(joints):
        return None
    line = away / far
    aside = (joints - np.outer(joints @ line, line)).sum(axis=0)
    off = float(np.linalg.norm(aside))
    if off < STRAIGHT * length:
        return None
    found = np.eye(4)
    found[:3, 0], found[:3, 1], found[:3, 2], found[:3, 3] = aside / off, line, np.cross(aside / off, line), root
    return found


def _transforms(rig: Rig, evaluated: Evaluated, after: Floats, names: Sequence[str]) -> dict[str, Transform]:
    """The poses of the root and of controls in which they stand as in `after`; they keep their scales."""
    rows = np.array([evaluated.index[name] for name in names], np.intp)
    poses = single_poses(evaluated.skeleton, after, evaluated.stretches, rows)
    found = {}
    for name, pose in zip(names, poses, strict=True):
        location = rig.transform(name).location if rig.by_name[name].connected else three(pose[:3])
        found[name] = Transform(location=location, rotation=_four(pose[3:7]), scale=rig.transform(name).scale)
    return found


def _turned(now: Transform, evaluated: Evaluated, name: str, row: Floats) -> Transform:
    """The pose of a bone with the rotation that it was turned to."""
    x, y, z, w = row[c.LOCAL : c.LOCAL + 4].tolist()
    local = in_bone_axes(evaluated.skeleton.table, evaluated.index[name], (x, y, z, w))
    return msgspec.structs.replace(now, rotation=_four(np.array(local)))


def _four(q: Floats) -> Quaternion:
    x, y, z, w = (q if q[3] >= 0.0 else -q).tolist()
    return (x, y, z, w)
