"""A pose of one person retargeted to another whose bones have other names, by the parts of the body that both have.

Each part turns from upright as it does on the source. Arms and legs may hang another way at rest, spread or at the
sides, so those of the target are first laid along those of the source: what is carried over is where limbs point, not
how far they turned to get there. Feet are flat at rest on both. Backs and necks of other counts share out the turn.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

import numpy as np
from msgspec.structs import replace

from pantin.rigs.anatomy.parts import ARM, FINGERS, LEG
from pantin.rigs.fitting.figure import SIDES, Role, role
from pantin.rigs.motion.parts import Floats, quaternions_of, rotations_of, slerp
from pantin.rigs.motion.person import Person
from pantin.rigs.rest import ends_of, rest_height
from pantin.rigs.rig import REST, Transform
from pantin.rigs.sides import Side
from pantin.rigs.vectors import matrix_of, quaternion_of, three

FEWEST = 9
"""Roles that two figures share before a pose of one is any use on the other: hips, and the long bones of the limbs."""

SHOES = 0.05
"""Heights of the figure: feet that rest no farther from the floor than this stand on it."""

OPPOSITE = 1e-6
"""Directions whose cosine is nearer to −1 have no one way from the one to the other."""


def retargeted(pose: Mapping[str, Transform], source: Person, target: Person) -> dict[str, Transform]:
    """The pose of `source` for `target`, of the parts that both have; empty where these are too few.

    Bones between them are at rest. Hair and clothes are not in it, nor what carries the figure as a whole.
    """
    shared = source.figure.bones.keys() & target.figure.bones.keys()
    if len(shared) < FEWEST or not target.order:
        return {}
    posed = _forward(source, {name: matrix_of(at.rotation) for name, at in pose.items()}, pose)
    local = _local(target, _wanted(source, target, posed, shared))
    named = _named(pose, source, target, shared)
    found = {name: _transform(local[name]) for name in _with_between(target, named)}
    top = target.rig.by_name[target.order[0]]
    if source.figure.bones["hips"] in pose and not top.connected:
        axes = target.own[target.parent(top.name) if top.parent and not top.local_location else top.name][:3, :3]
        location = three(axes.T @ _placed(source, target, posed, local))
        found[top.name] = replace(found.get(top.name, REST), location=location)
    return found


def _wanted(source: Person, target: Person, posed: Mapping[str, Floats], shared: Collection[Role]) -> dict[str, Floats]:
    """How the bones of the target are to be turned from rest (3, 3), in the axes of the body, by bone.

    They turn as those of the source, which stands `posed`, matrices (4, 4) by bone; limbs after they were laid along.
    """
    bones = (*source.figure.bones.values(), *source.trunk)
    turns = {name: source.axes.T @ _turn(posed[name], source.rest[name]) @ source.axes for name in bones}
    laid = _laid_along(source, target, shared)
    wanted = _along_the_trunk(source, target, turns)
    for each in shared:
        if each not in ("hips", "head"):
            wanted[target.figure.bones[each]] = turns[source.figure.bones[each]] @ laid.get(each, np.eye(3))
    return wanted


def _forward(person: Person, local: Mapping[str, Floats], at: Mapping[str, Transform]) -> dict[str, Floats]:
    """Forward kinematics: the matrices (4, 4) of bones posed by `local` rotations (3, 3); what carries them rests."""
    found: dict[str, Floats] = {}
    for name in person.order:
        own = np.eye(4)
        own[:3, :3] = local.get(name, own[:3, :3])
        if not person.rig.by_name[name].connected:
            own[:3, 3] = at.get(name, REST).location
        above = found.get(person.rig.by_name[name].parent or "", np.eye(4))
        found[name] = above @ person.steps[name] @ own
    return found


def _turn(posed: Floats, rest: Floats) -> Floats:
    """The rotation (3, 3) from a rest matrix (4, 4) to a posed one, armature space."""
    return np.asarray(posed[:3, :3] @ rest[:3, :3].T)


def _along_the_trunk(source: Person, target: Person, turns: Mapping[str, Floats]) -> dict[str, Floats]:
    """How hips, back, neck and head of the target are turned: as the source is at the same places."""
    places = sorted((at, name) for name, at in source.trunk.items())
    known = np.array([quaternions_of(turns[name]) for _at, name in places])
    found = {}
    for name, at in target.trunk.items():
        above = next((row for row, (place, _name) in enumerate(places) if place >= at - 1e-9), len(places) - 1)
        below = max(above - 1, 0)
        span = places[above][0] - places[below][0]
        share = min((at - places[below][0]) / span, 1.0) if span > 0.0 else 1.0
        found[name] = rotations_of(slerp(known[below], known[above], np.array([share])))
    return found


def _laid_along(source: Person, target: Person, shared: Collection[Role]) -> dict[Role, Floats]:
    """What lays the limbs of the target along those of the source at rest, from the body outwards."""
    found: dict[Role, Floats] = {}
    for side in SIDES:
        for chain in _chains(side):
            laid = found.get(role("hand", side), np.eye(3)) if chain[0].partition("_")[0] in FINGERS else np.eye(3)
            for each in chain:
                if each in shared:
                    if each != role("hand", side) or _tells_the_hand(side, shared):
                        laid = _between(laid @ target.direction(each), source.direction(each)) @ laid
                    found[each] = laid
    return found


def _chains(side: Side) -> Iterator[tuple[Role, ...]]:
    """The parts that are laid along those of another figure: not clavicles and feet, which stand alike on all."""
    yield tuple(role(part, side) for part in ARM[1:])
    yield tuple(role(part, side) for part in LEG[:2])
    for finger in FINGERS:
        yield tuple(role(f"{finger}_{number}", side) for number in (1, 2, 3))


def _tells_the_hand(side: Side, shared: Collection[Role]) -> bool:
    """Whether hands have fingers, to which they lead: the end of a bone that nothing continues is a guess."""
    return role("middle_1", side) in shared


def _between(a: Floats, b: Floats) -> Floats:
    """The smallest turn (3, 3) from one unit vector to another."""
    cosine, axis = float(a @ b), np.cross(a, b)
    if cosine < -1.0 + OPPOSITE:
        return np.eye(3)
    x, y, z = axis
    skew = np.array(((0.0, -z, y), (z, 0.0, -x), (-y, x, 0.0)))
    return np.asarray(np.eye(3) + skew + skew @ skew / (1.0 + cosine))


def _named(pose: Mapping[str, Transform], source: Person, target: Person, shared: Collection[Role]) -> set[str]:
    """The bones of the target whose parts the pose names."""
    found = {target.figure.bones[each] for each in shared if source.figure.bones[each] in pose}
    return found | target.trunk.keys() if pose.keys() >= source.trunk.keys() else found


def _with_between(target: Person, about: Collection[str]) -> list[str]:
    """Bones with those that lie between them, parents first."""
    carrying = {above for name in about for above in _above(target, name)}
    below = {name for name in target.order if any(above in about for above in _above(target, name))}
    return [name for name in target.order if name in about or (name in carrying and name in below)]


def _above(person: Person, name: str) -> Iterator[str]:
    while (name := person.parent(name)) in person.steps:
        yield name


def _local(target: Person, wanted: Mapping[str, Floats]) -> dict[str, Floats]:
    """The rotation of each bone from its rest, so that parts are turned as `wanted` in the axes of the body."""
    found: dict[str, Floats] = {}
    stands: dict[str, Floats] = {}
    for name in target.order:
        bone, rest = target.rig.by_name[name], target.rest[name][:3, :3]
        above = stands.get(bone.parent or "")
        if above is None or not bone.inherit_rotation:
            carried = target.own[name][:3, :3]
        else:
            carried = above @ target.steps[name][:3, :3]
        turn = wanted.get(name)
        stands[name] = carried if turn is None else target.axes @ turn @ target.axes.T @ rest
        found[name] = carried.T @ stands[name]
    return found


def _transform(rotation: Floats) -> Transform:
    x, y, z, w = quaternion_of(rotation)
    return Transform(rotation=(x, y, z, w) if w >= 0.0 else (-x, -y, -z, -w))


def _placed(source: Person, target: Person, posed: Mapping[str, Floats], local: Mapping[str, Floats]) -> Floats:
    """How far what carries the target moves (3,), armature space: as the hips of the source, in lengths of their legs.

    The lower foot comes as far from the floor as that of the source, whatever thigh and shin are to each other; also
    where the figure rests with its hips at the origin, as files of motion have it.
    """
    ratio, hips = target.leg / source.leg, source.figure.bones["hips"]
    left, up, forward = ratio * (source.axes.T @ (posed[hips] - source.rest[hips])[:3, 3])
    stands = _forward(target, local, {})
    risen = [
        (float(source.axes[:, 1] @ (posed[theirs] - source.rest[theirs])[:3, 3]), theirs, ours)
        for ours, theirs in _feet(source, target)
    ]
    if risen:
        least, _theirs, foot = min(risen)
        up = ratio * least - float(target.axes[:, 1] @ (stands[foot] - target.rest[foot])[:3, 3]) - _floor(target)
    return np.asarray(target.axes @ (left, up, forward))


def _floor(person: Person) -> float:
    """How high the soles are at rest, metres; 0 where they are about on the floor, as shoes are drawn."""
    bones = person.figure.bones
    feet = [bones[each] for part in LEG[2:] for side in SIDES if (each := role(part, side)) in bones]
    if not feet:
        return 0.0
    ends = ends_of([person.rig.by_name[name] for name in feet])
    height = float((ends @ person.raised[2, :3] + person.raised[2, 3]).min())
    return height if abs(height) > SHOES * rest_height(person.rig.bones) else 0.0


def _feet(source: Person, target: Person) -> Sequence[tuple[str, str]]:
    """The feet of the target with those of the source."""
    feet = [role("foot", side) for side in SIDES]
    return [
        (target.figure.bones[foot], source.figure.bones[foot])
        for foot in feet
        if foot in target.figure.bones and foot in source.figure.bones
    ]
