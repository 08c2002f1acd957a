"""A leg whose foot rolls: over the ball and the tip of the toes when it is rolled forward, on the heel when back.

The foot's handle stays on the floor, that of a front paw too. It carries a pivot at the heel, that one at the tip of
the toes, that one at the ball, and the ball's carries the ankle that the leg reaches for. One handle rolls all three:
from the ground up to 45° about the ball, from there about the tip. Toes beside the one in the middle go with it. The
pivots are hidden; whoever wants to turn one by hand can show it.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from math import radians
from typing import NamedTuple

import numpy as np
from msgspec.structs import replace

from pantin.rigs.anatomy.foot import FLOOR, HEEL
from pantin.rigs.constraints import Constraint, CopyRotation, Ik, Transformation
from pantin.rigs.fields import Vector3
from pantin.rigs.joint import Joint, Locks
from pantin.rigs.limb import Limb
from pantin.rigs.limb_kinds import limb
from pantin.rigs.limb_kinds.chain import LimbChain, limb_chains_of
from pantin.rigs.limb_kinds.naming import control_name
from pantin.rigs.limb_kinds.plan import Control, Plan, control, like, root_of_controls
from pantin.rigs.messages import _
from pantin.rigs.rig import Bone, Rig
from pantin.rigs.vectors import DOWN, UP, Vector
from pantin.rigs.wording import quoted

ON_HEEL, OVER_BALL, OVER_TIP = radians(-60), radians(45), radians(90)
"""The angles of the foot on the heel: until it rolls on the tip instead of the ball, and altogether."""

ROLL = 0.9
"""Distance of the rolling handle behind the ankle, in lengths of the foot on the floor."""

SOLE = 1.4
"""Size of its outline against the foot before the ankle: there is a heel behind."""

ROLLS = Locks(location=(True, True, True), rotation=(False, True, True), scale=(True, True, True))
TURNS = Locks(location=(True, True, True), scale=(True, True, True))
"""The handles of the roll and of the toes stay in their places: dragging them turns them."""


def groups(rig: Rig, selected: Collection[str]) -> tuple[LimbChain, ...]:
    """The legs of the feet that are selected."""
    return limb_chains_of(rig, selected)


class _Names(NamedTuple):
    """The names of the controls: pivots and handles of the foot, and by toe what turns it."""

    heel: str
    tip: str
    ball: str
    ankle: str
    roll: str
    toes: str
    others: Mapping[str, str]


def plan(rig: Rig, chain: LimbChain, asked: Vector3 | None = None) -> Plan:
    """A leg with a pole whose ankle hangs on the pivots.

    `asked` is the direction in which a straight leg bends, armature space. Raises ValueError where the foot has no toe,
    or points straight down, and SideUnclear where nothing tells that direction.
    """
    foot, toe, *others = _foot_and_toes(rig, chain)
    leg = limb.plan(rig, chain, asked, root_of_controls(rig, chain.bones[0]))
    names = _names(rig, foot, toe, others)
    controls = _controls(leg, foot, (toe, *others), _Places(foot, toe, _tip(rig, toe)), names)
    record = Limb(
        chain.last,
        "reverse_foot",
        (*chain.all, toe.name, *names.others),
        tuple(each.bone.name for each in controls),
        pole_follows=leg.limb.pole_follows,
    )
    return Plan(record, controls, _constraints(leg, foot, toe, names), leg.moved, leg.note)


def _names(rig: Rig, foot: Bone, toe: Bone, others: Sequence[Bone]) -> _Names:
    heel, tip, ball, ankle, roll = (
        control_name(foot.name, what, rig.by_name) for what in ("heel", "tip", "ball", "ankle", "roll")
    )
    turning = {each.name: control_name(each.name, "turn", rig.by_name) for each in (toe, *others)}
    return _Names(heel, tip, ball, ankle, roll, turning.pop(toe.name), turning)


def _controls(leg: Plan, foot: Bone, toes: tuple[Bone, ...], places: _Places, names: _Names) -> tuple[Control, ...]:
    """The handle on the floor with the pole, the pivots one on the other, the ankle, and the handles that turn."""
    handle, *poles = leg.controls
    toe, *others = toes
    master = handle.bone.name
    ankle = replace(like(foot, names.ankle, names.ball, handle.bone.head, places.size / 2), hidden=True)
    roll = control(names.roll, master, places.roll, UP, places.forward, places.size / 2, shape="arrow")
    turn = like(toe, names.toes, names.tip, toe.head, places.size / 3)
    return (
        Control(_flat(handle.bone, places), follows=foot.name),
        *poles,
        Control(_pivot(names.heel, master, places.heel, places)),
        Control(_pivot(names.tip, names.heel, places.tip, places)),
        Control(_pivot(names.ball, names.tip, places.ball, places)),
        Control(ankle, follows=foot.name, at=handle.at),
        Control(replace(roll, locks=ROLLS, joint=Joint(limit=((ON_HEEL, OVER_TIP), None, None)))),
        Control(replace(turn, locks=TURNS), follows=toe.name, at=(toe.name, 0.0)),
        *(_beside(other, names.others[other.name], names.toes, places) for other in others),
    )


def _constraints(leg: Plan, foot: Bone, toe: Bone, names: _Names) -> tuple[Constraint, ...]:
    """The roll turns one pivot after the other; leg, foot and toes follow what hangs on these."""
    return (
        _rolled(names.heel, names.roll, (ON_HEEL, 0.0), (ON_HEEL, 0.0)),
        _rolled(names.ball, names.roll, (0.0, OVER_BALL), (0.0, OVER_BALL)),
        _rolled(names.tip, names.roll, (OVER_BALL, OVER_TIP), (0.0, OVER_TIP - OVER_BALL)),
        *(replace(constraint, target=names.ankle) for constraint in leg.constraints if isinstance(constraint, Ik)),
        CopyRotation(owner=foot.name, target=names.ankle),
        CopyRotation(owner=toe.name, target=names.toes),
        *(CopyRotation(owner=name, target=turning) for name, turning in names.others.items()),
    )


class _Places:
    """The points about which a foot turns, at rest: its heel and the tip of the toes on the floor, and the ball."""

    def __init__(self, foot: Bone, toe: Bone, tip: Vector) -> None:
        ankle, self.ball = np.array(foot.head), np.array(toe.head)
        along = (tip - ankle) * (1.0, 1.0, 0.0)
        self.size = float(np.linalg.norm(along))
        if self.size <= 0.0:
            raise ValueError(
                _("{foot} points straight down, so it cannot roll; let it point forward.").format(
                    foot=quoted(foot.name)
                )
            )
        self.forward: Vector = along / self.size
        lowest = min(self.ball[2], tip[2], ankle[2])
        floor = 0.0 if 0.0 <= lowest <= FLOOR * self.size else lowest
        self.tip = np.array((tip[0], tip[1], floor))
        self.below = np.array((ankle[0], ankle[1], floor))
        self.heel = self.below - HEEL * self.size * self.forward
        self.roll = self.below - ROLL * self.size * self.forward


def _pivot(name: str, parent: str, place: Vector, places: _Places) -> Bone:
    """A pivot whose X axis points so that turning about it lifts what is behind."""
    return control(name, parent, place, places.forward, DOWN, places.size / 4, hidden=True)


def _flat(handle: Bone, places: _Places) -> Bone:
    """The foot's handle lies flat on the floor below the ankle, as large as the foot, and turns about its axes."""
    flat = control(handle.name, handle.parent, places.below, places.forward, UP, places.size, shape="foot")
    return replace(flat, shape_size=SOLE)


def _rolled(pivot: str, roll: str, read: tuple[float, float], write: tuple[float, float]) -> Transformation:
    return Transformation(
        owner=pivot,
        target=roll,
        owner_space="local",
        target_space="local",
        read="rotation",
        read_rotation_from=(read[0], 0.0, 0.0),
        read_rotation_to=(read[1], 0.0, 0.0),
        write="rotation",
        write_rotation_from=(write[0], 0.0, 0.0),
        write_rotation_to=(write[1], 0.0, 0.0),
    )


def _beside(toe: Bone, name: str, turns: str, places: _Places) -> Control:
    """Return the control that another toe takes its turn from: it follows the handle of the toes."""
    return Control(replace(like(toe, name, turns, toe.head, places.size / 4), hidden=True), follows=toe.name)


def _foot_and_toes(rig: Rig, chain: LimbChain) -> tuple[Bone, ...]:
    """The foot, the toe that it rolls over, and other toes that begin at the same place."""
    below = [bone for bone in rig.children.get(chain.last, ()) if bone.kind == "bone"]
    if chain.end is None or not below:
        raise ValueError(
            _("{last} is no foot with a toe to roll over; draw a toe from its tail.").format(last=quoted(chain.last))
        )
    foot = rig.by_name[chain.end]
    along = np.subtract(foot.tail, foot.head) * (1.0, 1.0, 0.0)
    toe = max(below, key=lambda bone: (bone.connected, float(np.subtract(bone.tail, foot.head) @ along)))
    others = (bone for bone in below if bone is not toe and bone.head == toe.head)
    return (foot, toe, *others)


def _tip(rig: Rig, toe: Bone) -> Vector:
    """Return the tip of a toe (3,), with the bones that go on from it."""
    on = next((bone for bone in rig.children.get(toe.name, ()) if bone.kind == "bone" and bone.connected), None)
    return np.array(toe.tail) if on is None else _tip(rig, on)
