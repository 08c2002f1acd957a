"""The parts that follow while a part of a limb is dragged: the pole its handle, handle and pole the bones.

Everything is computed from where the drag began, so that it depends on that and on the pointer and never on the path
between.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import lru_cache

import numpy as np
from numpy.typing import ArrayLike

from pantin.rigs import Document, Ik, Rig, Transform
from pantin.rigs import rotations as rot
from pantin.rigs.editing.limb_ties import tied_bones, ties_of
from pantin.rigs.editing.pose import with_transforms
from pantin.rigs.figure import Figure
from pantin.rigs.tree.chains import acts, chain_bones
from pantin.rigs.vectors import across
from pantin.solver.edits.controls.control_places import poles_of, with_controls
from pantin.solver.edits.controls.pole_places import points_in
from pantin.solver.edits.limbs.matching import bring_back
from pantin.solver.edits.posing.keeping_in_place import SAME
from pantin.solver.edits.posing.posing import Axes, Rotation, Translation, solved_rotations
from pantin.solver.ground.legs import legs_of
from pantin.solver.program.above_ground import lifted_bones
from pantin.solver.program.posed import Posed
from pantin.solver.program.skeleton import Floats


class LimbPoles:
    """The poles of the limbs of a document that is dragged; `evaluated` is its evaluation where the drag began.

    While the handle of a limb moves, the direction to it from the root of the limb turns; the pole turns with it about
    the root, by the smallest rotation. What stays the same during a drag is found out once.
    """

    def __init__(self, start: Document, posed: Posed) -> None:
        rig = start.rig
        self._start, self._posed = start, posed
        self._found = [
            (ik.own_target, pole, chain[0])
            for limb in rig.limbs
            if limb.pole_follows
            for ik, pole, chain in poles_of(rig, ties_of(rig, limb))
            if ik.own_target is not None
        ]
        """The handle, the pole and the root of each."""
        self._moving: dict[str, Translation] = {}
        """Of the poles that had to move."""

    def carried(self, dragged: Document) -> Document:
        """`dragged`, with the poles of limbs whose handle was moved gone with their limbs.

        A pole that goes with something else is left alone.
        """
        evaluated, carried = self._posed, Carried(self._start, dragged, self._posed)
        for handle, pole, root in self._found:
            if not carried.moved(handle) or carried.moved(pole):
                continue
            if pole not in self._moving:
                self._moving[pole] = Translation(self._start, evaluated, (pole,))
            handle_before, place = evaluated.matrix(handle), evaluated.matrix(root)[:3, 3]
            now = (carried.by(handle) @ handle_before)[:3, 3]
            out = evaluated.matrix(pole)[:3, 3] - place
            way = rot.shortest_arc(handle_before[:3, 3] - place, now - place) @ out - out
            dragged = with_transforms(dragged, self._moving[pole].transforms(way))
        return dragged


class Swinging:
    """Swings the tail of the bone `joint_of`, inside the chain of an IK limb.

    The joint goes round the line from root to handle, to where it is nearest to the place asked for; the pole, which
    is behind it, goes round with it.
    """

    def __init__(self, document: Document, posed: Posed, joint_of: str) -> None:
        _place, ik, pole, chain = next(_places_inside(document.rig, joint_of))
        points = points_in(posed, chain)
        root, joint = points[0], points[chain.index(joint_of) + 1]
        line = points[-1] - root
        size = float(np.linalg.norm(line))
        self._document, self._translation = document, Translation(document, posed, (pole,))
        self._line = line / size if size >= SAME else None
        self._out = posed.matrix(pole)[:3, 3] - root
        if self._line is not None:
            self._pole = rot.exp(ik.pole_angle * self._line) @ across(self._out, self._line)
            self._off = across(joint - root, self._line)

    def by(self, offset: ArrayLike) -> Document:
        """The document with the joint swung to follow `offset` (3,), metres."""
        if self._line is None:
            return self._document
        asked = self._off + across(np.asarray(offset, np.float64), self._line)
        if min(np.linalg.norm(asked), np.linalg.norm(self._pole)) < SAME:
            return self._document
        began = self._off if np.linalg.norm(self._off) > SAME else self._pole
        turn = rot.exp(float(rot.signed_angle(began, asked, self._line)) * self._line)
        return self._translation.by(turn @ self._out - self._out)


def swings(rig: Rig, posed: Posed, bone: str) -> bool:
    """Return whether the tail of a bone is a joint inside a chain that IK with a pole holds, as an elbow is."""
    goals = {report.constraint for report in posed.goals}
    return any(place in goals for place, *_rest in _places_inside(rig, bone))


class LimbRotation:
    """Rotates bones as `Rotation` does, those of IK limbs as in FK: the limbs stay with IK.

    Their bones take over what IK shows before, and their handles and poles go to where the bones have gone.
    """

    def __init__(
        self, document: Document, posed: Posed, names: Collection[str], pivot: ArrayLike | None = None
    ) -> None:
        self._posed, self._ties = posed, ties_turning(document.rig, posed, names)
        tied = tied_bones(document.rig, self._ties)
        self._shown = with_transforms(document, solved_rotations(document, posed, tied)) if tied else document
        self._rotation = Rotation(self._shown, posed, names, pivot)

    def by(self, turn: ArrayLike, axes: Axes | None = None) -> Document:
        """Return the document with the bones turned by the quaternion `turn` (4,), [x, y, z, w], limbs and all."""
        turned, evaluated = self._rotation.by(turn, axes), self._posed
        if not self._ties:
            return turned
        carried = Carried(self._shown, turned, evaluated)
        matrices = np.array([carried.by(name) @ evaluated.matrix(name) for name in evaluated.names])
        return with_controls(turned, evaluated, evaluated.with_matrices(matrices), self._ties)


def ties_turning(rig: Rig, posed: Posed, names: Collection[str]) -> tuple[int, ...]:
    """The places of the constraints of all IK that alone decides how some of the bones `names` are turned."""
    goals = {report.constraint for report in posed.goals}
    found: list[int] = []
    for place, each in enumerate(rig.constraints):
        if (
            isinstance(each, Ik)
            and place in goals
            and each.blend >= 1.0
            and not {*names}.isdisjoint(chain_bones(rig, each))
        ):
            found += _with_limb(rig, place)
    return tuple(dict.fromkeys(found))


def moves_handles(before: Document, after: Document) -> bool:
    """Return whether a handle of a limb is posed otherwise in `after`, or hips that come down for feet, or what is
    lifted.
    """
    now = after.rig
    controls = (name for limb in now.limbs for name in limb.controls)
    lowered = (leg.hips for leg in legs_of(now, after.ground))
    return any(
        before.figure.transform(name) != after.figure.transform(name)
        for name in (*controls, *lowered, *lifted_bones(now))
    )


def come_back(before: Document, after: Document, posed: Posed) -> Document:
    """`after`, with handles of limbs that were moved since `before` brought back to what their limbs have reached.

    `posed` is the evaluation of `after`. A goal with soft reach is never quite met and stays where it is.
    """
    rig, missed = after.rig, {report.constraint for report in posed.goals if not report.reached}
    carried = Carried(before, after, posed)
    for limb in rig.limbs:
        handles = [_handle_to_meet(rig, place) for place in ties_of(rig, limb) if place in missed]
        if any(handle is not None and carried.moved(handle) for handle in handles):
            after = bring_back(after, posed, limb)
    return after


def _handle_to_meet(rig: Rig, place: int) -> str | None:
    """Return the handle of the IK at `place` where that has to meet it whole; None for any other constraint."""
    ik = rig.constraints[place]
    return ik.own_target if isinstance(ik, Ik) and ik.blend >= 1.0 and not ik.soft_reach else None


class Carried:
    """Bones that follow, from where they are in `evaluated` of `start`, what is posed otherwise in `after`."""

    def __init__(self, start: Document, after: Document, posed: Posed) -> None:
        self._start, self._after, self._posed = start.figure, after.figure, posed
        self._changed = _posed_otherwise(start.figure, after.figure)
        self._found: dict[str | None, Floats] = {None: np.eye(4)}
        """By bones that are posed otherwise."""

    def by(self, name: str | None) -> Floats:
        """The matrix (4, 4) that takes a bone to its new place, armature space."""
        moved = self._changed_ancestor(name)
        if moved not in self._found:
            assert moved is not None
            posed, back = _around(self._posed, moved, self._start.transform(moved))
            above = self.by(self._after.rig.by_name[moved].parent)
            self._found[moved] = above @ posed @ _matrix(self._after.transform(moved)) @ back
        return self._found[moved]

    def moved(self, name: str) -> bool:
        """Return whether a bone, or one that carries it, is posed otherwise."""
        return self._changed_ancestor(name) is not None

    def _changed_ancestor(self, name: str | None) -> str | None:
        """The bone itself where it is posed otherwise, else the nearest that carries it and is."""
        while name is not None and name not in self._changed:
            name = self._after.rig.by_name[name].parent
        return name


def _posed_otherwise(before: Figure, after: Figure) -> set[str]:
    """The bones that are posed otherwise. What an edit leaves alone is the same object."""
    both = (
        (name, before.transform(name), after.transform(name))
        for name in before.pose.bones.keys() | after.pose.bones.keys()
    )
    return {name for name, old, new in both if new is not old and new != old}


@lru_cache(maxsize=8)
def _around(posed: Posed, name: str, before: Transform) -> tuple[Floats, Floats]:
    """Return the matrices before and after the pose matrix of a bone in this pose: a drag asks for the same ones."""
    matrix = posed.matrix(name)
    return np.asarray(matrix @ np.linalg.inv(_matrix(before))), np.asarray(np.linalg.inv(matrix), np.float64)


def _matrix(posed: Transform) -> Floats:
    """The pose matrix (4, 4): translate, rotate, scale."""
    found = np.eye(4)
    found[:3, :3] = rot.matrix_from_quaternion(posed.rotation) * posed.scale
    found[:3, 3] = posed.location
    return found


def _with_limb(rig: Rig, place: int) -> tuple[int, ...]:
    """The ties that act in the limb of the constraint `place`; it alone where it has no limb."""
    limb = next((limb for limb in rig.limbs if place in ties_of(rig, limb)), None)
    return (place,) if limb is None else tuple(tie for tie in ties_of(rig, limb) if acts(rig, rig.constraints[tie]))


def _places_inside(rig: Rig, bone: str) -> Iterator[tuple[int, Ik, str, tuple[str, ...]]]:
    """The places of IK with a pole whose chain goes on below `bone`, with pole and chain."""
    for place in range(len(rig.constraints)):
        for ik, pole, chain in poles_of(rig, (place,)):
            if bone in chain[:-1]:
                yield place, ik, pole, chain
