"""Pulling points of a body: whatever is pulled takes the whole figure along, and what is pinned stays; or a chain."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

import msgspec
import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from pantin.rigs import Document, Ik, Pin, Rig
from pantin.rigs.anatomy.by_place import parts_of
from pantin.rigs.anatomy.parts import Part
from pantin.rigs.editing.knees import lowest
from pantin.rigs.editing.limbs import visible_control
from pantin.rigs.editing.pins import holding
from pantin.rigs.editing.poses.partners import partners_of
from pantin.rigs.fields import Vector3
from pantin.rigs.ground.surface import above_ground
from pantin.rigs.tree.chains import chain_bones
from pantin.rigs.vectors import three
from pantin.solver.edits.auto_ik import curve_of
from pantin.solver.edits.pulling import pull as pulling
from pantin.solver.edits.pulling.tree import (
    PullGoal,
    body_ancestors,
    body_root,
    chain_tree,
    end_of,
    joint_of,
    pin_goal,
    steered_goal,
)
from pantin.viewport.messages import _
from pantin.viewport.picking.picking import Hit
from pantin.viewport.tools.dragging.drag_axes import DragAxes
from pantin.viewport.values.overlay import Bubble, Overlay
from pantin.viewport.values.reach import Reaching
from pantin.viewport.values.stage import Look, Moved

BY_HEAD: frozenset[Part] = frozenset(("hand", "foot", "head", "hips", "spine", "chest", "neck"))
"""Parts that are pulled by their heads wherever they are pressed: a hand by its wrist."""

PARTS: Mapping[Part, str] = {
    "upper_arm": _("arm"),
    "thigh": _("leg"),
    "shoulder": _("clavicle"),
    "spine": _("spine"),
    "chest": _("spine"),
    "neck": _("neck"),
    "hips": _("hips"),
}


class BodyMover(msgspec.Struct, frozen=True, eq=False, dict=True):
    """Pulls a bone, with the whole figure behind it."""

    look: Look
    reaching: Reaching
    pull: pulling.BodyPull
    begin: NDArray[np.float64]
    """Places of the pulled points at the press (k, 3), armature space: the second on the other side."""
    chain_length: int | None
    """The number of bones that turn; None for the whole body."""
    lowest: tuple[float | None, ...] = ()
    """Least distance of each of them from the ground, metres; None where it may go through."""

    def to(self, offset: NDArray[np.float64], axes: DragAxes) -> Moved:
        """The pull once the pointer has gone `offset` metres, whichever axes it keeps to."""
        ways = (offset, offset * (-1.0, 1.0, 1.0))
        targets = (three(place + way) for place, way in zip(self.begin, ways, strict=False))
        above = tuple(self._above(*each) for each in zip(targets, self.lowest, strict=True))
        return Moved(self.look.document, pull=pulling.PullTo(self.pull, above))

    def _above(self, target: Vector3, lowest: float | None) -> Vector3:
        """A target that is not in the ground: feet that stand slide over it, and knees come down on it."""
        x, y, z = target
        deep = 0.0 if lowest is None else lowest - above_ground(self.look.document.ground, target)
        return (x, y, z + max(deep, 0.0))

    def overlay(self, at: tuple[float, float]) -> Overlay:
        """The bones that yield highlighted, and in words which these are."""
        overlay, bubble = self._overlay
        return replace(overlay, bubble=replace(bubble, at=at))

    @cached_property
    def _overlay(self) -> tuple[Overlay, Bubble]:
        """The same at no place yet: it stays as it is while the pointer moves."""
        nowhere = (0.0, 0.0)
        if self.chain_length is not None:
            turning = tuple(name for name in self.pull.tree.names if name in self.pull.tree.turning)
            longest = longest_chain(self.look, self.pull.goals[0])
            hint = _("Down for the whole body") if self.chain_length >= longest else _("Down for a longer chain")
            return Overlay(highlighted=turning), Bubble(nowhere, count=len(turning), longest=longest, hint=hint)
        bubble = Bubble(nowhere, text=_("Body"), note=self._who(), hint=_("Up for a chain"))
        return Overlay(highlighted=self.pull.compliant), bubble

    def _who(self) -> str:
        """Return the names of the parts that yield, from what is pulled to the hips."""
        parts = parts_of(self.look.document.rig)
        moved = (parts.get(name) for name in reversed(self.pull.compliant))
        words = [PARTS[part] for part in moved if part is not None and part in PARTS]
        different = list(dict.fromkeys(words))
        if len(different) < 2:
            return ""
        listed = _("{others} and {last} give way").format(others=", ".join(different[:-1]), last=different[-1])
        return listed[:1].upper() + listed[1:]


def body_mover(look: Look, goal: PullGoal, reaching: Reaching, mirrored: bool = False) -> BodyMover:
    """Pulls a point with the whole body behind it; `mirrored` its partner too, the other way across."""
    partner = partners_of(look.document.rig).get(goal.bone) if mirrored else None
    both = (goal,) if partner is None else (goal, replace(goal, bone=partner))
    return _mover(look, both, reaching, None)


def chain_mover(look: Look, goal: PullGoal, reaching: Reaching) -> BodyMover | None:
    """Pulls a point with the chain of bones above it, whatever IK controls them; None where none of them can turn."""
    longest = longest_chain(look, goal)
    return _mover(look, (goal,), reaching, min(reaching.chain_length, longest)) if longest else None


def _mover(look: Look, goals: tuple[PullGoal, ...], reaching: Reaching, chain_length: int | None) -> BodyMover:
    held = holding(look.document.rig, look.document.ground, look.evaluated.heads, look.evaluated.tails)
    pull = pulling.begin(look.document, look.evaluated, goals, held, chain_length)
    rows = [look.evaluated.index[goal.bone] for goal in goals]
    ends = look.evaluated.tails if goals[0].tail else look.evaluated.heads
    begin = np.array(ends[rows])
    lows = tuple(_lowest(look.document, *each) for each in zip(goals, begin, strict=True))
    return BodyMover(look, reaching, pull, begin[: len(pull.pulled)], chain_length, lows[: len(pull.pulled)])


def _lowest(document: Document, goal: PullGoal, begin: NDArray[np.float64]) -> float | None:
    """Return the least height of a point above the ground, metres: where it begins, if that is nearer."""
    low = lowest(document.rig, joint_of(document.rig, goal))
    return None if low is None else min(low, above_ground(document.ground, three(begin)))


def takes_body(look: Look, goal: PullGoal) -> bool:
    """Return whether there is a body to take along: the root of what is pulled, or hips on it, carry more than one
    limb.
    """
    rig, parts = look.document.rig, parts_of(look.document.rig)
    hips = (name for name in body_ancestors(rig, goal.bone) if parts.get(name) == "hips")
    return any(
        sum(child.kind == "bone" for child in rig.children.get(name, ())) > 1
        for name in (body_root(rig, goal.bone), *hips)
    )


def longest_chain(look: Look, goal: PullGoal) -> int:
    """Return the number of connected bones that can turn for a point."""
    return len(chain_tree(look.document.rig, goal, 0).turning)


def pull_goal(look: Look, name: str, hit: Hit | None) -> PullGoal | None:
    """The point of the body that is pulled; None for a pole, and for a control of nothing in particular.

    None too for a bone that follows a curve: dragging it moves the nearest point of that. An ankle that is pinned is
    pulled by its foot, whose pin lets go meanwhile: as the end of the shin it would stay.
    """
    rig = look.document.rig
    if rig.by_name[name].kind != "bone":
        return steered_goal(rig, name)
    if curve_of(rig, name) is not None:
        return None
    if hit is not None and hit.finger is not None:
        above = (hit.finger, *body_ancestors(rig, hit.finger))
        return PullGoal(hit.finger, stiff=above.index(name) + 1)
    if hit is None or parts_of(rig).get(name) in BY_HEAD:
        return PullGoal(name)
    row = look.evaluated.index[name]
    point = np.asarray(hit.point)
    to_tail = np.linalg.norm(point - look.evaluated.tails[row])
    if to_tail >= np.linalg.norm(point - look.evaluated.heads[row]):
        return PullGoal(name)
    pinned_there = {pin.bone for pin in rig.pins}.intersection(
        child.name for child in rig.children.get(name, ()) if child.connected
    )
    return PullGoal(min(pinned_there)) if pinned_there else PullGoal(name, tail=True)


def pinned_joint(look: Look, name: str, hit: Hit | None = None) -> str:
    """The bone to pin where one is pointed at: that of the joint which would be pulled, whose head it is.

    By its far end a thigh means the knee, a handle means what it steers, and a pole the joint that it bends; itself,
    where that is an end without a joint.
    """
    goal = pull_goal(look, name, hit)
    if goal is None:
        return _steered_joint(look.document.rig, name) or name
    if goal.stiff:
        return name
    joint = joint_of(look.document.rig, goal)
    return name if goal.tail and joint == goal.bone else joint


def pin_of_body(rig: Rig, name: str) -> bool:
    """Return whether a pin on a bone or a control holds a part of the body."""
    return rig.by_name[pin_goal(rig, Pin(name)).bone].kind == "bone"


def _steered_joint(rig: Rig, control: str) -> str | None:
    """The bone whose head a handle or a pole is for, whether or not its IK acts: hand or elbow; None without one."""
    for ik in (each for each in rig.constraints if isinstance(each, Ik) and each.own_target):
        chain = chain_bones(rig, ik)
        if ik.own_pole and len(chain) > 1 and visible_control(rig, ik.own_pole) == control:
            return chain[-2]
        if ik.own_target and visible_control(rig, ik.own_target) == control:
            return end_of(rig, ik) or ik.owner
    return None
