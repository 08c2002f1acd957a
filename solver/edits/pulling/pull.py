"""Pulling the whole body: anything pulled takes the figure along, what is pinned stays, limits hold everywhere.

The pulled part's own joints yield first, then clavicle, spine and hips (`compliant`). The result is plain pose; the
same document and targets give the same pose, whatever was pulled before.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cached_property
from time import perf_counter_ns

import msgspec
import numpy as np
from numpy.typing import ArrayLike

from pantin.rigs import Document, Pin, Rig
from pantin.rigs.anatomy.by_place import parts_of
from pantin.rigs.editing.bones import several
from pantin.rigs.editing.knees import with_knees_on_ground
from pantin.rigs.editing.pins import holding
from pantin.rigs.fields import Vector3
from pantin.rigs.ground.kinds import Ground
from pantin.rigs.rest import rest_height
from pantin.rigs.tree.traversal import depth_of
from pantin.rigs.vectors import three
from pantin.rigs.wording import quoted
from pantin.solver.edits.posing.posing import Translation
from pantin.solver.edits.pulling.arms import Arm, arms_of, trunk_waits, with_damped_steps
from pantin.solver.edits.pulling.goals import pivots_of, pulled_goal, tree_and_goals
from pantin.solver.edits.pulling.heels import Heel, heels_of
from pantin.solver.edits.pulling.kneeling import StandingKnee, lift_knees, standing_knees
from pantin.solver.edits.pulling.opening_legs import OpeningLeg, opening_legs, trunk_holds, with_held_trunk
from pantin.solver.edits.pulling.released_ends import ReleasedEnd, follow_pulled, released_ends
from pantin.solver.edits.pulling.solving import APART, most_steps, solved
from pantin.solver.edits.pulling.straight_joints import (
    StraightJoint,
    StraightLeg,
    bend_straight_joints,
    straight_joints_of,
    with_bent_joints,
)
from pantin.solver.edits.pulling.tables import Tables, point_of, tables_for
from pantin.solver.edits.pulling.tiptoe import NEAR as HEELS_DOWN
from pantin.solver.edits.pulling.tiptoe import Tiptoe, on_tiptoe, tiptoes_of
from pantin.solver.edits.pulling.tree import PullGoal, Tree, body_ancestors, joint_of, steered_goal, stiff_end
from pantin.solver.edits.pulling.write_back import WriteBack, write_back_of
from pantin.solver.evaluate import evaluate
from pantin.solver.messages import _
from pantin.solver.program.above_ground import kept_above
from pantin.solver.program.posed import GoalReport, Posed
from pantin.solver.program.skeleton import Floats
from pantin.solver.whole_body import columns as c

REACHED = 1e-3
"""A pulled point that is nearer to its target than this, heights, has reached it."""


class Pulled(msgspec.Struct, frozen=True, eq=False):
    """The result of a pull."""

    document: Document
    reports: tuple[GoalReport, ...]
    """Of each point that was pulled, and of each pin that could not be kept in its place."""
    knees: Mapping[str, Vector3] = {}
    """The places of knees that were on the ground, and that the pull has lifted."""


class BodyPull(msgspec.Struct, frozen=True, eq=False, dict=True):
    """A pull that was begun: from the pose on screen, by these goals."""

    document: Document
    evaluated: Posed
    goals: tuple[PullGoal, ...]
    """The pulled points, then the pinned ones."""
    tree: Tree
    tables: Tables
    carried: WriteBack
    heels: tuple[Heel, ...]
    """Those that rise where a knee is brought to the ground."""
    released: tuple[ReleasedEnd, ...] = ()
    """Those that IK holds until a joint inside their limb is pulled away."""
    knees: tuple[StandingKnee, ...] = ()
    """Those on the ground, which hips that rise take along."""
    tiptoes: tuple[Tiptoe, ...] = ()
    """The feet whose heels rise where what is pulled goes too high for flat ones."""
    arms: tuple[Arm, ...] = ()
    """The arms that are pulled, for which the trunk waits."""
    opening: tuple[OpeningLeg, ...] = ()
    """The legs whose knees are pulled, which open while root and trunk stay."""
    straight: tuple[StraightJoint | StraightLeg, ...] = ()
    """The nearly straight elbows and knees of pulled limbs, and of legs below pulled hips."""

    @cached_property
    def pulled(self) -> tuple[str, ...]:
        """The bones that are pulled."""
        return tuple(goal.bone for goal in self.goals if not goal.pinned)

    @cached_property
    def main_bone(self) -> str:
        """The bone whose joint is pulled first, as a knee by the thigh, or the hand that stays stiff up to a finger."""
        goal = self.goals[0]
        return stiff_end(self.document.rig, goal) if goal.stiff else joint_of(self.document.rig, goal)

    @cached_property
    def compliant(self) -> tuple[str, ...]:
        """The bones between what is pulled and the root, which yield."""
        above = {name for bone in self.pulled for name in (bone, *body_ancestors(self.document.rig, bone))}
        return tuple(name for name in self.tree.names if name in above)

    def to(self, targets: Sequence[ArrayLike]) -> Pulled:
        """The document with the pulled points at `targets` (3,), armature space, metres, in the order of the goals."""
        began = perf_counter_ns()
        bones, goals, figures, lifted = self.solved(targets)
        took, steps = (perf_counter_ns() - began) / 1000.0, int(figures[c.ITERATIONS])
        reports = (_report(self, k, bones, goals, steps, took) for k in range(len(goals)) if k not in lifted)
        knees = {self.goals[k].bone: three(point_of(bones, goals, k) * self.tables.height) for k in lifted}
        return Pulled(self.carried.written(bones), tuple(filter(None, reports)), knees)

    def solved(self, targets: Sequence[ArrayLike]) -> tuple[Floats, Floats, Floats, Collection[int]]:
        """The bones (j, BONE_WIDTH), the goals (g, GOAL_WIDTH), the figures, and the goals of knees that are lifted."""
        goals, height = self.tables.goals.copy(), self.tables.height
        for k, (goal, target) in enumerate(zip(self.goals, targets, strict=False)):
            place = kept_above(self.document.rig, self.document.ground, goal.bone, three(target), goal.tail)
            goals[k, c.TARGET : c.TARGET + 3] = [each / height for each in place]
        for heel in self.heels:
            heel.raised(goals, height)
        holds = trunk_holds(self.opening, goals)
        held = with_held_trunk(self.tables, holds)
        if self.released:
            follow_pulled(self.released, held, goals, 1.0 - holds)
        tables, waits = with_bent_joints(self.straight, held, goals), trunk_waits(self.arms, goals)
        tables = with_damped_steps(self.arms, tables, goals)
        flat = {k for foot in self.tiptoes for k in foot.toes}
        lifted = lift_knees(self.knees, tables, goals, flat)
        standing = solved(tables, goals, flat | lifted, waits=waits)
        bones, figures = on_tiptoe(self.tiptoes, tables, standing, goals, lifted, waits)
        return bones, goals, figures, lifted


class PullTo(msgspec.Struct, frozen=True, eq=False):
    """A pull by hand, with the places that its points are pulled to, to be solved by whoever has the time."""

    pull: BodyPull
    targets: tuple[tuple[float, float, float], ...]

    def solved(self) -> Pulled:
        """The pose that it comes to. A knee that has come down to the ground stands there, as a foot does."""
        pulled, rig = self.pull.to(self.targets), self.pull.document.rig
        joints = {goal.bone: joint_of(rig, goal) for goal in self.pull.goals if not goal.pinned}
        places = {joints[each.owner]: each.effector for each in pulled.reports if not each.pinned}
        document = with_knees_on_ground(pulled.document, {**places, **pulled.knees})
        return msgspec.structs.replace(pulled, document=document)


def begin(
    document: Document,
    posed: Posed,
    pulled: Sequence[PullGoal],
    pins: Iterable[Pin] = (),
    chain_length: int | None = None,
) -> BodyPull:
    """Begin to pull, from the pose `posed`.

    `pins` stay where they are, but for those of what is pulled: these keep their rotation alone. `chain_length` is how
    many bones turn, 0 as far as connected; None is the whole body.
    """
    rig = document.rig
    kept = {pin.bone: pin for pin in pins if pin.bone in rig.by_name}
    asked = tuple(pulled_goal(goal, rig, kept, chain_length is None) for goal in pulled)
    tree, goals = tree_and_goals(rig, asked, kept, chain_length)
    tables = tables_for(rig, posed, tree, goals, {})
    pivots = pivots_of(rig, tree, goals, tables)
    tables = tables_for(rig, posed, tree, goals, pivots)
    bend_straight_joints(tables.bones, rig, posed, tree)
    carried, heels = write_back_of(document, posed, tree, tables), heels_of(rig, document.ground, posed, goals)
    released, knees = released_ends(rig, tables, tree, goals), standing_knees(rig, tables, tree, goals, kept)
    tiptoes = tiptoes_of(rig, posed, tree, goals, kept)
    arms = arms_of(rig, posed, tables, tree, goals, pivots)
    straight = straight_joints_of(rig, tables, tree, goals, pivots)
    opening = opening_legs(rig, posed, tables, tree, goals, pivots)
    return BodyPull(
        document, posed, goals, tree, tables, carried, heels, released, knees, tiptoes, arms, opening, straight
    )


class Missed(msgspec.Struct, frozen=True):
    """A goal that a pull did not reach: a place that a bone or a control was pulled to, or the place of a pin."""

    bone: str
    """As it was named."""
    distance: float
    """Distance from there, metres."""
    place: Vector3
    """The place that it came to, armature space, metres."""
    pinned: bool = False
    """Whether it is a pin that could not be kept."""
    pinned_by: str = ""
    """The pinned bone that holds what is pulled, where that cannot move at all."""

    @property
    def sentence(self) -> str:
        """The same in words."""
        bone, distance = quoted(self.bone), f"{self.distance:.3g}"
        if self.pinned:
            return _("The pin of {bone} is not kept: it is {distance} m from its place.").format(
                bone=bone, distance=distance
            )
        if self.pinned_by:
            sentence = _("{bone} stays {distance} m from where it was pulled to: the pin of {pin} holds it.")
            return sentence.format(bone=bone, distance=distance, pin=quoted(self.pinned_by))
        x, y, z = (f"{number:.3f}" for number in self.place)
        sentence = _("{bone} comes no nearer than {distance} m to its target: it is at ({x}, {y}, {z}).")
        return sentence.format(bone=bone, distance=distance, x=x, y=y, z=z)


def pull(
    document: Document,
    targets: Mapping[str, ArrayLike],
    pins: Iterable[str] = (),
    chain_length: int | None = None,
) -> Document:
    """Return the document with bones pulled to places (3,) each, as `pull_and_miss` does."""
    return pull_and_miss(document, targets, pins, chain_length)[0]


def pull_and_miss(
    document: Document,
    targets: Mapping[str, ArrayLike],
    pins: Iterable[str] = (),
    chain_length: int | None = None,
) -> tuple[Document, tuple[Missed, ...]]:
    """Return the document with the heads of bones pulled to `targets` (3,), armature space, metres, and what is missed.

    The pull of a handle is that of the bone it steers, by as much as the handle is to move. A control that steers
    no bone of the body, as a pole or the ring of the whole body, is put at its target before. `pins` are the names
    of bones that stay where they are, beside those that the document pins, but for feet that a pose lifts; feet
    keep their rotation too. `chain_length` is how many bones turn, 0 as far as connected; None lets the whole body
    follow. What cannot be reached is come near to. Raises ValueError, in one sentence, for a bone that is missing,
    for names that are no list, and for a target that is no place.
    """
    rig, pins = document.rig, several(pins)
    places = {name: np.asarray(target, np.float64) for name, target in targets.items()}
    _check(rig, places, pins)
    if not targets:
        return document, ()
    if chain_length is not None and len(places) > 1:
        return _chain_by_chain(document, places, pins, chain_length)
    goals = {name: _goal_of(rig, name) for name in places}
    document = _placed(document, {name: places[name] for name, goal in goals.items() if goal is None})
    evaluated = evaluate(document)
    begun = {name: goal for name, goal in goals.items() if goal is not None}
    kept = _kept_pins(rig, document.ground, evaluated, pins)
    reports: tuple[GoalReport, ...] = ()
    wanted = [_point(evaluated, goal) + places[name] - _head(evaluated, name) for name, goal in begun.items()]
    if begun:
        pulled = tuple(begun.values())
        count = chain_length if any(body_ancestors(rig, goal.bone) or goal.tail for goal in pulled) else None
        drag = begin(document, evaluated, pulled, kept.values(), count)
        document, reports, _knees = msgspec.structs.astuple(drag.to(wanted))
    by_pull = zip(begun, (each for each in reports if not each.pinned), wanted, strict=False)
    missed = [_missed_control(evaluated, name, places[name]) for name, goal in goals.items() if goal is None]
    missed += [_missed_pull(rig, kept, *each) for each in by_pull]
    lost = [each for each in reports if each.pinned and not each.reached]
    missed += [Missed(each.owner, each.residual, each.effector, pinned=True) for each in lost]
    return document, tuple(each for each in missed if each.pinned or each.distance > _seen_from(rig))


def _chain_by_chain(
    document: Document, places: Mapping[str, Floats], pins: Sequence[str], chain_length: int
) -> tuple[Document, tuple[Missed, ...]]:
    """Return what `pull_and_miss` does, one chain after the other; what a later one moved away again is missed too."""
    missed: dict[str, Missed] = {}
    for name, place in places.items():
        document, found = pull_and_miss(document, {name: place}, pins, chain_length)
        missed |= {each.bone: each for each in found}
    rig, stands = document.rig, evaluate(document)
    for name, place in places.items():
        if rig.by_name[name].kind == "bone" and name not in missed:
            each = _missed_control(stands, name, place)
            missed |= {name: each} if each.distance > _seen_from(rig) else {}
    return document, tuple(missed.values())


def _seen_from(rig: Rig) -> float:
    """From which distance on a target is missed, metres."""
    return (REACHED + HEELS_DOWN) * rest_height(rig.bones)


def _goal_of(rig: Rig, name: str) -> PullGoal | None:
    """The point of the body that a name means; None for a control that steers no bone."""
    return PullGoal(name) if rig.by_name[name].kind == "bone" else steered_goal(rig, name)


def _placed(document: Document, places: Mapping[str, Floats]) -> Document:
    """The document with controls put at places (3,), armature space, metres: those that carry others first."""
    for name in sorted(places, key=lambda each: depth_of(document.rig, each)):
        stands = evaluate(document)
        document = Translation(document, stands, (name,)).by(places[name] - _head(stands, name))
    return document


def _kept_pins(rig: Rig, ground: Ground | None, posed: Posed, pins: Iterable[str]) -> dict[str, Pin]:
    """The pins that hold in a pull, by bone: those of the rig, and of the bones that are named."""
    parts = parts_of(rig)
    kept = {pin.bone: pin for pin in holding(rig, ground, posed.heads, posed.tails)}
    for name in pins:
        held = kept.get(name, Pin(name, rotation=parts.get(name) == "foot"))
        kept[name] = msgspec.structs.replace(held, on_ground=False)
    return kept


def _head(posed: Posed, name: str) -> Floats:
    return np.array(posed.heads[posed.index[name]])


def _point(posed: Posed, goal: PullGoal) -> Floats:
    """Return the point of a goal (3,), armature space, metres."""
    ends = posed.tails if goal.tail else posed.heads
    return np.array(ends[posed.index[goal.bone]])


def _missed_control(posed: Posed, name: str, target: Floats) -> Missed:
    """Return the residual of a control that was put somewhere, as where its place is locked."""
    place = _head(posed, name)
    return Missed(name, float(np.linalg.norm(place - target)), three(place))


def _missed_pull(rig: Rig, pins: Mapping[str, Pin], name: str, report: GoalReport, wanted: Floats) -> Missed:
    """Return the residual of what was pulled; the ground may have kept it higher."""
    pin = pins.get(rig.by_name[report.owner].parent or "")
    pinned_by = pin.bone if pin is not None and pin.rotation and rig.by_name[report.owner].kind == "bone" else ""
    return Missed(name, float(np.linalg.norm(wanted - np.array(report.effector))), report.effector, pinned_by=pinned_by)


def _check(rig: Rig, targets: Mapping[str, Floats], pins: Sequence[str]) -> None:
    """Raise ValueError, in one sentence, for a bone that is missing or a target that is no place."""
    for name in (*targets, *pins):
        if name not in rig.by_name:
            raise ValueError(_("The rig has no bone {bone} to pull or pin.").format(bone=quoted(name)))
    for name, place in targets.items():
        if place.shape != (3,) or not np.isfinite(place).all():
            raise ValueError(_("The target of {bone} is not a place: three finite numbers.").format(bone=quoted(name)))


def _report(pull: BodyPull, k: int, bones: Floats, goals: Floats, steps: int, took: float) -> GoalReport | None:
    """Return the report of goal `k`; None where the bone is not pulled and was kept in its place."""
    goal, height = pull.goals[k], pull.tables.height
    target, point = goals[k, c.TARGET : c.TARGET + 3], point_of(bones, goals, k)
    far = float(np.linalg.norm(target - point))
    near = APART if goal.pinned else REACHED
    if goal.released or (far <= near and goal.bone not in pull.pulled):
        return None
    return GoalReport(
        owner=goal.bone,
        constraint=None,
        residual=far * height,
        reached=far <= near,
        iterations=steps,
        pole_undefined=False,
        position=three(target * height),
        effector=three(point * height),
        method=_("Whole body"),
        bones=pull.compliant[::-1],
        root=three(bones[0, c.HEAD : c.HEAD + 3] * height),
        length=height,
        handle=stiff_end(pull.document.rig, goal),
        steps_most=most_steps(pull.tables, bool(pull.tiptoes)),
        microseconds=took,
        near=near,
        pinned=goal.pinned,
    )
