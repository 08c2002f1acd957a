"""The pose that a whole-body solve came to, written into the document: rotations, the root, handles and poles.

Everything that hangs on a bone that moved is carried along, so handles stay at the ends of their chains and poles on
the side to which these bend, however far; evaluating the result gives the same skeleton.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from math import sqrt

import msgspec
import numpy as np

from pantin.rigs import Document, Ik, Rig, Transform
from pantin.rigs.editing.limbs import shown_carrier
from pantin.rigs.editing.pose import with_transforms
from pantin.rigs.tree.chains import chain_bones
from pantin.rigs.vectors import cross, four, three
from pantin.solver.edits.pulling.tables import Tables
from pantin.solver.edits.pulling.tree import Tree, acting_ik, aims, body_ancestors, carried_controls
from pantin.solver.maths.joint_axes import in_bone_axes
from pantin.solver.program.carried import has_size
from pantin.solver.program.evaluated import Evaluated
from pantin.solver.program.single_poses import single_poses
from pantin.solver.program.skeleton import Floats
from pantin.solver.whole_body import columns as c

STRAIGHT = 1e-5
"""A chain whose joints are off its line by less, in parts of its length, has no side: its pole goes with its root."""


CarriedBy = tuple[int, int, Floats]
"""The row of a bone, that of a control that goes with it, and the control (4, 4) in the axes of the bone."""


class CarriedChain(msgspec.Struct, frozen=True, eq=False):
    """A chain under IK whose handle and pole are brought along, and how these stood before."""

    ik: Ik
    rows: tuple[int, ...]
    """The rows of its bones, from its root."""
    handle: int
    pole: int
    """The rows of both; −1 without a pole."""
    end: int
    """The row of the bone with which the handle turns."""
    handle_in_end: Floats
    """The handle (4, 4) in the axes of that bone."""
    pole_in_plane: Floats | None
    """The pole (4, 4) in the frame of the plane in which the chain bends; None where it is straight."""
    pole_in_root: Floats
    """The pole (4, 4) in the axes of the chain's root."""
    grabbed: int
    """The row of what is grabbed to move the handle: of another control where that is hidden, as in a foot."""
    grabbed_in_handle: Floats
    """What is grabbed (4, 4) in the axes of the handle."""


class Carrying(msgspec.Struct, frozen=True, eq=False):
    """What is known before a drag: which bones go with which, and the controls that are brought along."""

    carriers: Floats
    """(n,): the row of the tree that carries each bone, −1 for what stays."""
    back: Floats
    """(j, 4, 4): from armature space into the axes of each bone of the tree, metres."""
    chains: tuple[CarriedChain, ...]
    others: tuple[CarriedBy, ...]
    """Controls of no chain, with the bones that take over their rotation."""
    aimed: tuple[CarriedBy, ...]
    """Controls at which bones point and that go with bones below, each with the bone that points; only places count."""
    along: tuple[CarriedBy, ...]
    """Controls that others carry, parents first, with what carries them: these are not posed themselves."""


def carrying(rig: Rig, evaluated: Evaluated, tree: Tree, tables: Tables) -> Carrying:
    """What goes with the bones of a tree."""
    index = evaluated.index
    place = {name: i for i, name in enumerate(tree.names)}
    carriers = np.array([_carrier(rig, name, place) for name in evaluated.names])
    moving = {evaluated.names[i] for i in np.flatnonzero(carriers >= 0)}
    copied = carried_controls(rig)
    chains = tuple(_chain(rig, evaluated, ik, copied) for ik in acting_ik(rig) if _end(rig, ik) in moving)
    handles = {chain.handle for chain in chains}
    tied = [(owner, control) for owner, control in copied.items() if index[control] not in handles]
    others = _carried_by(evaluated, tied, moving)
    pointing = _carried_by(evaluated, [(aim.owner, str(aim.target)) for aim in aims(rig)], moving)
    brought = {control for _owner, control, _place in others} | handles
    brought |= {row for chain in chains for row in (chain.grabbed, chain.pole) if row >= 0}
    along = tuple(each for row in sorted(brought) for each in _along(rig, evaluated, evaluated.names[row], brought))
    back = np.linalg.inv(_rigid(tables.bones, tables.height))
    return Carrying(carriers, np.asarray(back), chains, others, pointing, along)


def _carried_by(evaluated: Evaluated, pairs: Iterable[tuple[str, str]], moving: set[str]) -> tuple[CarriedBy, ...]:
    """Of pairs of bones and controls those whose bones are `moving`."""
    rows = ((evaluated.index[owner], evaluated.index[control]) for owner, control in pairs if owner in moving)
    return tuple((owner, control, _within(evaluated.matrices, control, owner)) for owner, control in rows)


def _along(rig: Rig, evaluated: Evaluated, name: str, brought: Collection[int]) -> Iterator[CarriedBy]:
    """The controls below one that is brought along, parents first, that are not `brought` themselves."""
    above = evaluated.index[name]
    for child in rig.children.get(name, ()):
        row = evaluated.index[child.name]
        if child.kind != "bone" and row not in brought:
            yield above, row, _within(evaluated.matrices, row, above)
            yield from _along(rig, evaluated, child.name, brought)


def _chain(rig: Rig, evaluated: Evaluated, ik: Ik, copied: Mapping[str, str]) -> CarriedChain:
    index, matrices = evaluated.index, evaluated.matrices
    rows = tuple(index[name] for name in reversed(chain_bones(rig, ik)))
    handle, pole = index[str(ik.target)], index.get(ik.pole or "", -1)
    end = index[next((owner for owner, control in copied.items() if control == ik.target), ik.owner)]
    plane = _plane(evaluated, matrices, ik, rows)
    in_plane = None if plane is None or pole < 0 else np.linalg.inv(plane) @ matrices[pole]
    in_end, in_root = _within(matrices, handle, end), _within(matrices, pole, rows[0])
    grabbed = index[shown_carrier(rig, str(ik.target))]
    in_handle = _within(matrices, grabbed, handle)
    return CarriedChain(ik, rows, handle, pole, end, in_end, in_plane, in_root, grabbed, in_handle)


def _within(matrices: Floats, row: int, carrier: int) -> Floats:
    """The matrix (4, 4) of a bone in the axes of another; where that has no size, what it carries goes to its head."""
    stands = matrices[carrier]
    back = np.linalg.inv(stands) if has_size(stands) else np.linalg.pinv(stands)
    return np.asarray(back @ matrices[row])


def written_back(
    document: Document, evaluated: Evaluated, tree: Tree, tables: Tables, bones: Floats, carried: Carrying
) -> Document:
    """`document` in the pose of `bones`, the solved table; `tables` holds how they stood before."""
    moved = _rigid(bones, tables.height) @ carried.back
    after = np.array(evaluated.matrices)
    rows = np.flatnonzero(carried.carriers >= 0)
    after[rows] = moved[carried.carriers[rows]] @ after[rows]
    controls = [evaluated.names[row] for row in _bring_along(evaluated, after, carried)]
    posed = [*tree.names[: tree.root_free], *controls]
    transforms = _transforms(document.rig, evaluated, after, posed)
    transforms |= {
        name: _turned(document.rig.transform(name), evaluated, name, bones[i])
        for i, name in enumerate(tree.names)
        if name in tree.turning
    }
    return with_transforms(document, transforms)


def _carrier(rig: Rig, name: str, place: dict[str, int]) -> int:
    """The row of the tree that carries a bone: its own, or that of the first one above it; controls end that."""
    if rig.by_name[name].kind != "bone":
        above = rig.by_name[name].parent
        return -1 if above is None else _carrier(rig, above, place)
    return next((place[each] for each in (name, *body_ancestors(rig, name)) if each in place), -1)


def _end(rig: Rig, ik: Ik) -> str:
    """The last bone of a chain."""
    bones = chain_bones(rig, ik)
    return bones[0] if bones else ik.owner


def _rigid(bones: Floats, height: float) -> Floats:
    """The rotation and place of each bone as a matrix (j, 4, 4), metres."""
    x, y, z, w = bones[:, c.WORLD : c.WORLD + 4].T
    found = np.zeros((len(bones), 4, 4))
    found[:, 0, 0], found[:, 0, 1], found[:, 0, 2] = 1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)
    found[:, 1, 0], found[:, 1, 1], found[:, 1, 2] = 2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)
    found[:, 2, 0], found[:, 2, 1], found[:, 2, 2] = 2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)
    found[:, :3, 3] = bones[:, c.HEAD : c.HEAD + 3] * height
    found[:, 3, 3] = 1.0
    return found


def _bring_along(evaluated: Evaluated, after: Floats, carried: Carrying) -> list[int]:
    """Bring controls to where they are after the pull: handles to the ends of their chains. Returns their rows."""
    rows = []
    for chain in carried.chains:
        after[chain.handle] = after[chain.end] @ chain.handle_in_end
        after[chain.handle, :3, 3] = _effector(evaluated, after, chain.ik)
        if chain.grabbed != chain.handle:
            after[chain.grabbed] = after[chain.handle] @ chain.grabbed_in_handle
        rows.append(chain.grabbed)
        if chain.pole >= 0:
            after[chain.pole] = _pole(evaluated, after, chain)
            rows.append(chain.pole)
    for owner, control, within in carried.others:
        after[control] = after[owner] @ within
        rows.append(control)
    for owner, control, within in carried.aimed:
        after[control, :3, 3] = (after[owner] @ within)[:3, 3]
    for above, row, within in carried.along:
        after[row] = after[above] @ within
    return rows


def _pole(evaluated: Evaluated, after: Floats, chain: CarriedChain) -> Floats:
    """Where the pole goes with the plane in which its chain bends; with the root of a chain that is straight."""
    if chain.pole_in_plane is not None:
        plane = _plane(evaluated, after, chain.ik, chain.rows)
        if plane is not None:
            return np.asarray(plane @ chain.pole_in_plane)
    return np.asarray(after[chain.rows[0]] @ chain.pole_in_root)


def _effector(evaluated: Evaluated, matrices: Floats, ik: Ik) -> Floats:
    """The end of a chain when bones stand as in `matrices`."""
    row = evaluated.index[ik.owner]
    head: Floats = matrices[row, :3, 3]
    return head + matrices[row, :3, 1] * evaluated.skeleton.lengths[row] if ik.use_tail else head


def _plane(evaluated: Evaluated, matrices: Floats, ik: Ik, rows: Sequence[int]) -> Floats | None:
    """The frame of a chain at its root: Y along its line, X to the side to which it bends; None if it is straight."""
    root = matrices[rows[0], :3, 3]
    joints = matrices[list(rows[1:]), :3, 3] - root
    away = _effector(evaluated, matrices, ik) - root
    far = sqrt(away @ away)
    length = float(evaluated.skeleton.lengths[list(rows)].sum())
    if far < STRAIGHT * length or not len(joints):
        return None
    line = away / far
    aside = (joints - (joints @ line)[:, None] * line).sum(axis=0)
    off = sqrt(aside @ aside)
    if off < STRAIGHT * length:
        return None
    found = np.eye(4)
    across = aside / off
    found[:3, 0], found[:3, 1], found[:3, 2], found[:3, 3] = across, line, cross(across, line), root
    return found


def _transforms(rig: Rig, evaluated: Evaluated, after: Floats, names: Sequence[str]) -> dict[str, Transform]:
    """The poses of the root and of controls in which they stand as in `after`; they keep their scales."""
    rows = np.array([evaluated.index[name] for name in names], np.intp)
    poses = single_poses(evaluated.skeleton, after, evaluated.stretches, rows)
    found = {}
    for name, pose in zip(names, poses, strict=True):
        location = rig.transform(name).location if rig.by_name[name].connected else three(pose[:3])
        found[name] = Transform(location=location, rotation=four(pose[3:7]), scale=rig.transform(name).scale)
    return found


def _turned(now: Transform, evaluated: Evaluated, name: str, row: Floats) -> Transform:
    """The pose of a bone with the rotation that it was turned to."""
    x, y, z, w = row[c.LOCAL : c.LOCAL + 4].tolist()
    local = in_bone_axes(evaluated.skeleton.table, evaluated.index[name], (x, y, z, w))
    return msgspec.structs.replace(now, rotation=four(np.array(local)))
