"""Poses as one sees them: taken from a figure, flipped, mixed into it, also where IK has its say.

Handles and poles belong to a pose. Those of a pose that does not fit how the rig is steered now, or that has none, are
put where the bones of the pose are: what is seen counts, not the numbers behind it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

import numpy as np
from msgspec.structs import replace

from pantin.rigs import Constraint, Document, Ik, Rig, Transform
from pantin.rigs.constraints import target_of
from pantin.rigs.editing.bones import known, several
from pantin.rigs.editing.knees import knees_of, with_knees_on_ground
from pantin.rigs.editing.pose import with_transforms
from pantin.rigs.editing.poses import flipping, mixing
from pantin.rigs.figure import Figure
from pantin.rigs.pose import NO_EXPRESSIONS, REST
from pantin.rigs.tree.chains import acts
from pantin.rigs.tree.traversal import hangs
from pantin.rigs.vectors import three
from pantin.solver.edits.controls.pose_controls import Steered, apart, matched, steered, unsteered
from pantin.solver.edits.controls.pose_handles import brought, given, giving, unheld
from pantin.solver.edits.expressions import flipped_expressions, mixed_expressions
from pantin.solver.edits.poses.soles_between import held_between
from pantin.solver.edits.posing.joint_bounds import beyond, within_joints
from pantin.solver.edits.posing.posing import local_transforms
from pantin.solver.evaluate import evaluate
from pantin.solver.program.posed import Posed
from pantin.solver.program.skeleton import Skeleton, skeleton_of

OTHER = 0.01
"""Bones that stand farther apart than this, in parts of a rotation or of their limb, are steered in another way: sides
of skeletons are never quite alike, and what is out of reach is not found twice to the last millimetre."""

OTHER_PLACE = 1e-6
"""A knee that is farther than this from where it was, metres, has been moved."""

KEPT = 1e-9
"""A bone that stands where its own transform puts it, but for this, keeps that."""


def seen(document: Document, bones: Iterable[str] | None = None, posed: Posed | None = None) -> dict[str, Transform]:
    """The transforms in which `bones`, or all, stay as they are without constraints; with what is posed with them.

    Controls that do not decide how their bones are posed, because IK is off or blended, are left out: what takes the
    pose puts its own where the bones are. `posed` is how the document stands, where that is known: something may pull
    at it. Raises ValueError where the rig lacks one of `bones`.
    """
    rig = document.rig
    names = set(rig.by_name) if bones is None else together(rig, bones)
    names -= _idle_controls(rig)
    return {name: transform for name, transform in _all_seen(document, posed).items() if name in names}


def mixed(
    document: Document,
    pose: Mapping[str, Transform],
    amount: float,
    flip: bool = False,
    bones: Iterable[str] | None = None,
    part: bool = True,
    expressions: Mapping[str, float] = NO_EXPRESSIONS,
) -> Document:
    """The document `amount` of the way, −1 to 2, to the pose and its expressions, flipped where asked for.

    Of `bones` with what is posed with them, or of all, those change that the pose names, and where it is a whole pose,
    not a `part` of one, the others go to rest. Names that the rig lacks are ignored. Raises ValueError where no bone is
    left, for a number that is none, and where the rig lacks one of `bones`.
    """
    mixing.check_amount(amount)
    return mixer(document, pose, flip, bones, part, expressions)(amount)


def mixer(
    document: Document,
    pose: Mapping[str, Transform],
    flip: bool,
    bones: Iterable[str] | None,
    part: bool = True,
    expressions: Mapping[str, float] = NO_EXPRESSIONS,
) -> Callable[[float], Document]:
    """Return what `mixed` makes of an amount: what does not depend on it is found once. Raises ValueError as that does.

    Joints that it poses have their own limits again where they were freed for the pose before. Where a limb that IK
    bends would have to bend beyond its limits, its end stays where the pose has it: feet do not sink into the floor.
    """
    if not expressions:
        return _bone_mixer(document, pose, flip, bones, part)
    posed = _bone_mixer(document, pose, flip, bones, part) if pose or not part else lambda _amount: document

    def at(amount: float) -> Document:
        made = posed(amount)
        return made.with_figure(mixed_expressions(made.figure, expressions, amount, flip, part))

    return at


def _bone_mixer(
    document: Document, pose: Mapping[str, Transform], flip: bool, bones: Iterable[str] | None, part: bool
) -> Callable[[float], Document]:
    rig = document.rig
    named = mixing.targets(rig, pose, flip, part=part)
    whole = named if part else _completed(rig, named)
    goals = whole if bones is None else mixing.among(whole, together(rig, bones))
    limited = rig.holding(goals)
    loose = _not_fitting(document, named, whole, goals)
    controls = {name for limb in loose for name in limb.controls}
    goals = {name: goal for name, goal in goals.items() if name not in controls}
    ties = giving(rig, goals)
    posed = {name for limb in loose for name in limb.posed} | given(rig, ties)
    start = _standing(document, posed) if posed else document
    stands = evaluate(document)
    skeleton = stands.skeleton if limited is rig else skeleton_of(limited.bones)
    bent = goals.keys() & {name for limb in loose for name in limb.chain}
    held = bent | allowed(start, skeleton, goals)

    def at(amount: float) -> Document:
        if amount == 0.0:
            return document
        posed = _limited_as(limited, mixing.part_way(start, goals, amount))
        is_between = 0.0 < amount <= 1.0
        made = within_joints(posed, skeleton, bent if is_between else held)
        wanted = unheld(posed, ties, loose) if is_between and loose else None
        return _kneeling(stands, brought(made, ties, loose, wanted))

    return held_between(document, goals, at)


def _limited_as(rig: Rig, document: Document) -> Document:
    """Return the document with the very bones of `rig`, and with the limits that are freed there."""
    if document.rig.freed is rig.freed:
        return document
    return document.with_rig(replace(document.rig, bones=rig.bones, freed=rig.freed))


def blend(document: Document, skeleton: Skeleton, goals: Mapping[str, Transform]) -> Callable[[float], Document]:
    """The document's own numbers on their way to others, by amount: where the rig is steered as it was for these."""
    held = allowed(document, skeleton, goals)

    def at(amount: float) -> Document:
        return within_joints(mixing.part_way(document, goals, amount), skeleton, () if 0.0 <= amount <= 1.0 else held)

    return at


def allowed(document: Document, skeleton: Skeleton, goals: Mapping[str, Transform]) -> set[str]:
    """The bones whose joints allow both how they are posed and their goal: they are held to it beyond these too."""
    now = {name: document.figure.transform(name) for name in goals}
    return set(goals).difference(beyond(skeleton, goals), beyond(skeleton, now))


def flipped(document: Document, bones: Iterable[str] | None = None) -> Document:
    """Each of `bones` with what is posed with them, or of all, takes its partner's pose mirrored across X.

    One without a partner flips in the mirror plane. Expressions change sides with all bones alone. Raises ValueError
    where the rig lacks one of `bones`.
    """
    rig = document.rig
    names = set(rig.by_name) if bones is None else together(rig, bones)
    made = flipping.flipped(document, names)
    wanted = flipping.flipped_pose(rig, _all_seen(document))
    stands = _all_seen(made)
    wrong = {name: wanted[name] for name in names if _apart(wanted[name], stands[name]) > OTHER}
    loose = [limb for limb in steered(rig) if not wrong.keys().isdisjoint(limb.posed)]
    made = _matched(with_transforms(made, wrong), loose, unsteered(rig, loose)) if wrong else made
    made = _kneeling(evaluate(document), made)
    return made.with_figure(flipped_expressions(made.figure)) if bones is None else made


def together(rig: Rig, bones: Iterable[str]) -> set[str]:
    """The bones, and what is posed with them: chain, handle and pole of a limb that IK bends are one."""
    names = {known(rig, name).name for name in several(bones)}
    return names.union(*(limb.members for limb in steered(rig) if not names.isdisjoint(limb.members)))


def _completed(rig: Rig, named: Mapping[str, Transform]) -> dict[str, Transform]:
    """Return a whole pose of every bone: those that it does not name are at rest.

    Controls stay out whose bones it names without any of them: they go to where the pose has these bones.
    """
    left = {str(target_of(rig.constraints[place])) for place in giving(rig, named)}
    for limb in steered(rig):
        if named.keys().isdisjoint(limb.controls) and not named.keys().isdisjoint(limb.posed):
            left.update(limb.controls)
    return {name: REST for name in rig.by_name if name not in left} | dict(named)


def _not_fitting(
    document: Document,
    named: Mapping[str, Transform],
    whole: Mapping[str, Transform],
    goals: Mapping[str, Transform],
) -> tuple[Steered, ...]:
    """The limbs among `goals` whose bones the pose has, but not the controls that would pose them so.

    Bones that a `whole` pose has at rest without naming them do not count: it leaves them to their controls.
    """
    rig = document.rig
    limbs = [limb for limb in steered(rig) if not goals.keys().isdisjoint(limb.posed)]
    if not limbs:
        return ()
    there = with_transforms(document, whole)
    stands, wanted = evaluate(there), evaluate(_freed(there, unsteered(rig, limbs)))
    return tuple(
        limb
        for limb in limbs
        if not whole.keys() >= set(limb.controls)
        or (named.keys() >= set(limb.posed) and apart(stands, wanted, limb.posed) > OTHER)
    )


def _matched(document: Document, loose: Sequence[Steered], free: tuple[Constraint, ...]) -> Document:
    """The document with the controls of these limbs where its bones would be in the rig with the constraints `free`."""
    return matched(document, loose, evaluate(_freed(document, free))) if loose else document


def _kneeling(before: Posed, made: Document) -> Document:
    """The document, in which knees are pinned that have come down to the ground, and free that have left it.

    Those that stay where they were `before` stay as they are.
    """
    knees = knees_of(made.rig)
    if not knees:
        return made
    now = evaluate(made)
    places = {knee: (before.heads[before.index[knee]], now.heads[now.index[knee]]) for knee in knees}
    moved = {knee: three(to) for knee, (start, to) in places.items() if np.abs(to - start).max() > OTHER_PLACE}
    return with_knees_on_ground(made, moved)


def _freed(document: Document, constraints: tuple[Constraint, ...]) -> Document:
    """The document with these constraints and no others."""
    return document.with_rig(document.rig.changed(constraints=constraints))


def _standing(document: Document, names: Collection[str]) -> Document:
    """The document with these bones posed as they are."""
    found = _all_seen(document)
    return with_transforms(document, {name: found[name] for name in names})


def _all_seen(document: Document, posed: Posed | None = None) -> dict[str, Transform]:
    """Return the transform of every bone; one that is where its own transform puts it keeps that to the bit."""
    found = local_transforms(document, posed or evaluate(document))
    return {name: _kept(document.figure, name, stands) for name, stands in found.items()}


def _kept(figure: Figure, name: str, stands: Transform) -> Transform:
    """Return the pose of a bone in this place: its present one where that hardly differs."""
    own = figure.transform(name)
    stands = replace(stands, location=own.location) if hangs(figure.rig, name) else stands
    return own if _apart(own, stands) <= KEPT else stands


def _apart(a: Transform, b: Transform) -> float:
    """Return the largest difference between two transforms; a quaternion and its negative are the same."""
    sign = 1.0 if np.dot(a.rotation, b.rotation) >= 0.0 else -1.0
    stretches = (a.length, a.thickness), (b.length, b.thickness)
    pairs = ((a.location, b.location), (a.rotation, np.multiply(sign, b.rotation)), (a.scale, b.scale), stretches)
    return max(float(np.abs(np.subtract(*pair)).max()) for pair in pairs)


def _idle_controls(rig: Rig) -> set[str]:
    """The handles and poles that do not, or not fully, decide how their chains are posed."""
    iks = [each for each in rig.constraints if isinstance(each, Ik)]
    full = [each for each in iks if rig.live_solving and acts(rig, each) and each.blend >= 1.0]
    named = {name for each in iks if each not in full for name in (each.own_target, each.own_pole) if name is not None}
    used = {name for each in rig.constraints if not isinstance(each, Ik) and acts(rig, each) for name in each.looks_at}
    return named.difference(used, *((each.own_target, each.own_pole) for each in full))
