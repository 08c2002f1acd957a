"""Handles and poles brought to where the bones that they steer are posed, so that IK keeps what the pose says.

What the bones of a chain come to without their IK is what is wanted. A handle goes to the end of its chain and takes
the turn of what copies its own; a pole goes to the side to which the chain bends. A control is moved from where it
stands, so it does not matter what carries or holds it.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import numpy as np

from pantin.rigs import CopyRotation, Document, Ik, Rig, Transform
from pantin.rigs import rotations as rot
from pantin.rigs.constraints import Constraint, target_of
from pantin.rigs.editing.limbs import visible_control
from pantin.rigs.editing.pose import with_transforms
from pantin.rigs.figure import Figure
from pantin.rigs.limb_kinds.bending import POLE_AWAY, bend_of, length_of, pole_place
from pantin.rigs.tree.chains import acts, chain_bones
from pantin.solver.edits.controls.control_places import Place, motion_to, shift_to
from pantin.solver.edits.controls.pole_places import is_straight, points_in
from pantin.solver.evaluate import evaluate
from pantin.solver.program.carried import carried, turn_of
from pantin.solver.program.posed import Posed
from pantin.solver.program.skeleton import Floats

SAME = 1e-7
"""Bones that are no farther apart are in the same place: see `apart`."""

ROUNDS = 4
"""Most rounds in which controls are moved: one may move another, and the roll of a straight chain is found stepwise."""

NEARER = 0.9
"""A round that leaves a limb farther off than this part of what it was has brought it no nearer."""

SHORTEST = 1e-9
"""Metres: bones without a length."""


class Steered(msgspec.Struct, frozen=True):
    """A chain that an IK constraint bends to a handle, and what else goes with that."""

    ik: Ik
    chain: tuple[str, ...]
    """From the end upwards."""
    ends: tuple[str, ...]
    """The bones that copy the rotation of the handle."""
    beside: frozenset[str]
    """The other bones and controls of its limb."""

    @property
    def handle(self) -> str:
        """The bone that the chain reaches for."""
        return str(self.ik.own_target)

    @property
    def controls(self) -> tuple[str, ...]:
        """The handle and, where there is one, the pole."""
        return (self.handle, self.ik.own_pole) if self.ik.own_pole is not None else (self.handle,)

    @property
    def posed(self) -> tuple[str, ...]:
        """The bones whose pose is decided by the controls."""
        return (*self.chain, *self.ends)

    @property
    def members(self) -> frozenset[str]:
        """All that is posed together."""
        return self.beside.union(self.posed, self.controls)


def steered(rig: Rig) -> tuple[Steered, ...]:
    """The chains that IK bends now."""
    if not rig.live_solving:
        return ()
    found = [ik for ik in rig.constraints if isinstance(ik, Ik) and acts(rig, ik) and chain_bones(rig, ik)]
    return tuple(Steered(ik, chain_bones(rig, ik), _ends(rig, ik), _limb(rig, ik)) for ik in found)


def _ends(rig: Rig, ik: Ik) -> tuple[str, ...]:
    """The bones whose rotation comes from the handle of a chain."""
    copies = (each for each in rig.constraints if isinstance(each, CopyRotation) and acts(rig, each))
    own = (ik.owner,) if ik.rotation else ()
    return (*own, *(copy.owner for copy in copies if copy.target == ik.target))


def _limb(rig: Rig, ik: Ik) -> frozenset[str]:
    """The members of the limb that an IK constraint belongs to."""
    limbs = (limb for limb in rig.limbs if ik.target in limb.controls)
    return frozenset(name for limb in limbs for name in (*limb.bones, *limb.controls))


def ties_of_chains(rig: Rig, limbs: Sequence[Steered]) -> frozenset[int]:
    """Return the places of the constraints that tie these chains, and what goes with them, to their handles."""
    tied = {(name, limb.handle) for limb in limbs for name in (*limb.chain, limb.ik.owner, *limb.ends)}
    return frozenset(
        place
        for place, each in enumerate(rig.constraints)
        if isinstance(each, Ik | CopyRotation) and (each.owner, target_of(each)) in tied
    )


def unsteered(rig: Rig, limbs: Sequence[Steered]) -> tuple[Constraint, ...]:
    """The constraints of the rig without those that tie these chains to their handles."""
    ties = ties_of_chains(rig, limbs)
    return tuple(each for place, each in enumerate(rig.constraints) if place not in ties)


def matched(document: Document, limbs: Sequence[Steered], wanted: Posed) -> Document:
    """Return the document with the controls of these limbs moved until IK poses their bones as in `wanted`.

    It ends where a round brings none of them nearer: limits may be in the way, or joints that controls do not decide. A
    limb that hangs on another one may be farther off until that has come.
    """
    before = dict.fromkeys(limbs, np.inf)
    off = list(limbs)
    for _round in range(ROUNDS):
        now = evaluate(document)
        left = {limb: apart(now, wanted, limb.posed) for limb in limbs}
        if all(left[limb] > NEARER * before[limb] for limb in off):  # of those that were moved last
            break
        off = [limb for limb in limbs if left[limb] > SAME]
        if not off:
            break
        before, moved = left, dict[str, Transform]()
        for limb in off:
            moved |= _moved(document.figure, limb, now, wanted)
        document = with_transforms(document, moved)
    return document


def followed(document: Document, limbs: Sequence[Steered], wanted: Posed) -> Document:
    """Return the document with the controls of these limbs at their bones as in `wanted`, whatever moves those."""
    for _round in range(ROUNDS):
        now, moved = evaluate(document), dict[str, Transform]()
        for limb in limbs:
            moved |= _moved(document.figure, limb, now, wanted)
        made = with_transforms(document, moved)
        if all(_is_near(made.figure.transform(name), document.figure.transform(name)) for name in moved):
            break
        document = made
    return document


def _is_near(a: Transform, b: Transform) -> bool:
    return bool(np.abs(np.subtract((*a.location, *a.rotation), (*b.location, *b.rotation))).max() <= SAME)


def apart(a: Posed, b: Posed, names: Sequence[str]) -> float:
    """Return the largest difference between two poses of these bones: parts of a rotation, and of their length
    altogether.
    """
    rows = [a.index[name] for name in names]
    off = np.abs(a.matrices[rows] - b.matrices[rows])
    off[:, :3, 3] /= max(float(a.skeleton.lengths[rows].sum()), SHORTEST)
    return float(off.max())


def _moved(figure: Figure, limb: Steered, now: Posed, wanted: Posed) -> dict[str, Transform]:
    """The transforms of the controls of a limb whose bones are not posed as wanted."""
    owner = wanted.index[limb.ik.owner]
    end = wanted.tails[owner] if limb.ik.use_tail else wanted.heads[owner]
    axes = turn_of(wanted.matrix(limb.ends[0])) if limb.ends else None
    stands, visible = now.matrix(limb.handle), visible_control(figure.rig, limb.handle)
    motions = {visible: motion_to(Place(limb.handle, end, axes), stands)}
    if limb.ik.pole in now.index:
        pole = str(limb.ik.pole)
        motions[pole] = shift_to(_pole_head(limb, now, wanted), now.matrix(pole))
    return {name: carried(figure.transform(name), now.matrix(name), motion) for name, motion in motions.items()}


def _pole_head(limb: Steered, now: Posed, wanted: Posed) -> Floats:
    """Return the head of the pole (3,), armature space: on the side of the bend; a straight chain is kept from
    rolling.
    """
    names = tuple(reversed(limb.chain))
    points = points_in(wanted, names)
    line, bend = bend_of(points)
    if not is_straight(points):
        return pole_place(points, rot.exp(-limb.ik.pole_angle * line) @ bend, POLE_AWAY * length_of(points))
    place = now.matrix(str(limb.ik.pole))[:3, 3]
    rolled = float(rot.signed_angle(now.matrix(names[0])[:3, 0], wanted.matrix(names[0])[:3, 0], line))
    return np.asarray(points[0] + rot.exp(rolled * line) @ (place - points[0]))
