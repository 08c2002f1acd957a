"""Limbs are added and removed while the figure is posed, and nothing moves.

A limb is planned at rest; here its controls get the poses that match the posed figure. Poles are put exactly on the
side to which their chains bend, so that their angle is 0 at rest and posed. Removing a limb writes the pose of its
bones.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

import numpy as np
from msgspec.structs import replace

from pantin.rigs import Document, Rig, Transform
from pantin.rigs.editing.limbs import (
    add,
    held_end,
    keep_rotation,
    keeps_rotation,
    limbs_of,
    remove,
)
from pantin.rigs.editing.pose import with_transforms
from pantin.rigs.fields import Vector3
from pantin.rigs.fitting.controls import BodyLimb, limb_of
from pantin.rigs.limb import Limb, LimbKind
from pantin.rigs.limb_kinds import KINDS
from pantin.rigs.limb_kinds.bending import POLE_AWAY, bend_of, length_of, pole_place
from pantin.rigs.limb_kinds.chain import LimbChain
from pantin.rigs.limb_kinds.members import limb_part
from pantin.rigs.limb_kinds.plan import Control, Plan
from pantin.rigs.wording import quoted
from pantin.solver.edits.controls.pole_places import is_straight, points_in, unrolled
from pantin.solver.edits.posing.keeping_in_place import kept_in_place, transforms_in
from pantin.solver.evaluate import evaluate
from pantin.solver.messages import _
from pantin.solver.program.carried import rigid
from pantin.solver.program.posed import Posed, rest_pose
from pantin.solver.program.skeleton import Floats

SEEN = 1e-4
"""A bone that moves farther, metres or parts of a rotation, moves visibly."""

STAYS = 1e-4
"""Lengths of the chain: what moves less stands still."""
ROUNDED = 0.02
"""Lengths of the chain that joints may move onto the curve, for the sake of few handles: a smooth curve through these
rounds the corners of a chain. Where joints would move farther, the chain gets as many handles as its shape needs."""
SHARP = _("It bends too sharply for a few handles: one stands at every joint, and nothing moves")


def make(document: Document, kind: LimbKind, asked: Vector3 | None = None) -> tuple[Document, str]:
    """The limbs that the selection means, and in a few words what was decided.

    `asked` is the direction in which straight chains bend. Raises ValueError that says what to select instead.
    """
    made, handles, notes = document, [], []
    runs = KINDS[kind].groups(document.rig, document.selected)
    shaped = _told_by_shape(document, runs) if kind == "limb" and asked is None else {}
    _check_not_shared([shaped[run].chain if run in shaped else run for run in runs])
    for run in runs:
        before = [limb for limb in limbs_of(made.rig, run.all) if limb.kind in KINDS[kind].replaces]
        bare = without(made, before) if before else made
        plan = shaped[run].plan(bare.rig) if run in shaped else KINDS[kind].plan(bare.rig, run, asked)
        made, note = _with_fitting(bare, plan, run, kind)
        if run in shaped and shaped[run].stands:
            made = keep_handles_rotation(made, plan.limb.controls, True)
        handles.append(made.rig.limbs[-1].controls[0])
        notes.append(note)
    notes += _beyond_limits(document, made)
    return replace(made, selected=tuple(handles)), "; ".join(filter(None, notes))


def _with_fitting(document: Document, plan: Plan, run: LimbChain, kind: LimbKind) -> tuple[Document, str]:
    """The limb of a plan, or of the exact one where it would move the chain too far; with what was decided."""
    made, exact = with_plan(document, plan), KINDS[kind].exact
    if exact is None:
        return made, plan.note
    moved = _moved_by(document, made, plan.limb)
    if moved <= ROUNDED:
        return made, _onto_the_curve(moved)
    return with_plan(document, exact(document.rig, run)), SHARP


def _told_by_shape(document: Document, runs: Iterable[LimbChain]) -> dict[LimbChain, BodyLimb]:
    """The arms and legs of a body among chains found from a single bone each, where no name tells what that is."""
    chosen = set(document.selected)
    alone = [
        run for run in runs if len(chosen.intersection(run.all)) == 1 and limb_part(document.rig, run.last) is None
    ]
    found = ((run, limb_of(document.rig, run.last)) for run in alone)
    return {run: limb for run, limb in found if limb is not None}


def _check_not_shared(runs: Iterable[LimbChain]) -> None:
    """Raise ValueError where chains that the selection means have a bone in common."""
    ends: dict[str, str] = {}
    for run in runs:
        for name in run.all:
            if name in ends:
                sentence = _("The chains to {one} and {other} share {bone}; select only their ends, or one chain.")
                raise ValueError(sentence.format(one=quoted(ends[name]), other=quoted(run.last), bone=quoted(name)))
        ends.update(dict.fromkeys(run.all, run.last))


def without(document: Document, limbs: Iterable[Limb]) -> Document:
    """The document without these limbs; the bones stay where they are."""
    before, after = evaluate(document), document
    for limb in limbs:
        after = remove(after, limb)
    return kept_in_place(after, before, after.rig.by_name)


def keep_handles_rotation(document: Document, names: Collection[str], kept: bool) -> Document:
    """The ends of the limbs of `names` take over the rotation of their handles, or no longer do; nothing moves."""
    for limb in limbs_of(document.rig, names):
        held = held_end(document.rig, limb)
        if held is not None and keeps_rotation(document.rig, limb) != kept:
            if kept:
                document = _handle_turned(document, limb, *held)
            else:
                document = kept_in_place(keep_rotation(document, limb, False), evaluate(document), (held[0],))
    return document


def _beyond_limits(before: Document, after: Document) -> list[str]:
    """A note on bones posed beyond their limits, which IK moves back."""
    posed_before, posed_after = evaluate(before), evaluate(after)
    turned = {name for goal in posed_after.goals for name in goal.bones if name in posed_before.limits_hit}
    moved = [name for name in turned if np.abs(posed_before.matrix(name) - posed_after.matrix(name)).max() > SEEN]
    return [_("{bone} was posed beyond its limits, which IK keeps to").format(bone=min(moved))] if moved else []


def with_plan(document: Document, plan: Plan) -> Document:
    """The limb of a plan, its controls posed so that nothing moves."""
    after = add(document, plan)
    posed_before = evaluate(after.with_rig(after.rig.changed(constraints=document.rig.constraints)))
    settled = with_transforms(after, _posed(after.rig, posed_before, plan.controls))
    for control in plan.controls:
        if control.bends and is_straight(points_in(posed_before, control.bends)):
            settled = unrolled(settled, posed_before, control.bends, control.bone.name)
    return settled


def _posed(rig: Rig, posed_before: Posed, controls: Iterable[Control]) -> dict[str, Transform]:
    """The pose of each control that puts it where it belongs; parents come first."""
    rest = rest_pose(rig)
    placed = {name: posed_before.matrix(name) for name in posed_before.names}
    for control in controls:
        name, parent = control.bone.name, control.bone.parent
        if parent is not None:
            placed[name] = placed[parent] @ np.linalg.inv(rest.matrix(parent)) @ rest.matrix(name)
        placed[name] = _wanted(control, placed[name], rest, posed_before)
    matrices = np.array([placed[name] for name in posed_before.names])
    return transforms_in(posed_before, matrices, [control.bone.name for control in controls])


def _wanted(control: Control, carried: Floats, rest: Posed, posed_before: Posed) -> Floats:
    """Return the place of a control, armature space (4, 4); `carried` is where its parent carries it."""
    wanted = np.array(carried)
    if control.follows is not None:
        back = np.linalg.inv(rest.matrix(control.follows))
        wanted = rigid(posed_before.matrix(control.follows)) @ back @ rest.matrix(control.bone.name)
    if control.at is not None:
        name, part = control.at
        row = posed_before.index[name]
        wanted[:3, 3] = (1.0 - part) * posed_before.heads[row] + part * posed_before.tails[row]
    if control.bends and not is_straight(points := points_in(posed_before, control.bends)):
        wanted[:3, 3] = pole_place(points, bend_of(points)[1], POLE_AWAY * length_of(points))
    return wanted


def _handle_turned(document: Document, limb: Limb, end: str, handle: str) -> Document:
    """The handle takes over the rotation of the end, and the end then that of the handle."""
    posed_before = evaluate(document)
    matrices = np.array(posed_before.matrices)
    matrices[posed_before.index[handle], :3, :3] = rigid(posed_before.matrix(end))[:3, :3]
    turned = transforms_in(posed_before, matrices, [handle])[handle]
    turned = replace(turned, location=document.figure.transform(handle).location)
    return keep_rotation(with_transforms(document, {handle: turned}), limb, True)


def _moved_by(before: Document, after: Document, limb: Limb) -> float:
    """Return the farthest that a joint of a limb's chain moved, in lengths of the chain."""
    posed_before, posed_after = evaluate(before), evaluate(after)
    was, now = ([each.index[name] for name in limb.bones] for each in (posed_before, posed_after))
    heads, tails = posed_before.heads[was], posed_before.tails[was]
    lengths = np.linalg.norm(tails - heads, axis=1)
    moves = np.stack((posed_after.heads[now] - heads, posed_after.tails[now] - tails))
    return float(np.linalg.norm(moves, axis=-1).max(initial=0.0) / max(float(lengths.sum()), 1e-12))


def _onto_the_curve(moved: float) -> str:
    """A note on a chain whose joints moved so far, in lengths of it; empty where they stayed."""
    if moved <= STAYS:
        return ""
    return _("Its joints moved onto the curve, by {part:.1%} of its length at most").format(part=moved)
