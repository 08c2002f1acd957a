"""Poses and motion of one person retargeted to another whose bones have other names, by the parts that both have.

Each part turns from upright as it does on the source. Arms and legs may hang another way at rest, spread or at the
sides, so those of the target are first laid along those of the source: what is carried over is where limbs point, not
how far they turned to get there. Feet are flat at rest on both. Backs and necks of other counts share out the turn.

All frames of a motion are retargeted together: f counts them in shapes. So are poses of the same bones.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

import numpy as np

from pantin.rigs import rotations as rot
from pantin.rigs.anatomy.parts import ARM, FINGERS, LEG
from pantin.rigs.clip import CHANNELS, Clip
from pantin.rigs.fitting.found_body import (
    SIDES,
    Role,
    finger_of_role,
    first_phalanx,
    phalanges_of,
    role_of,
    side_of_role,
)
from pantin.rigs.motion.baked import BakedClip
from pantin.rigs.motion.person import Person
from pantin.rigs.motion.transform_arrays import Floats, world_matrices
from pantin.rigs.pose import Transform
from pantin.rigs.rest import rest_height
from pantin.rigs.sides import Side
from pantin.rigs.tree.traversal import ancestors
from pantin.rigs.vectors import three

FEWEST = 9
"""Roles that two figures share before a pose of one is any use on the other: hips, and the long bones of the limbs."""

SHOES = 0.05
"""Heights of the figure: feet that rest no farther from the floor than this stand on it."""

SUNK = 0.1
"""Legs: who sinks farther into the floor moves over another one, or about hips at the origin."""

UPRIGHT = np.cos(np.radians(75.0))
"""Clavicles whose directions have a smaller cosine do not stand alike: those of one point up, with arms overhead."""

NONE_WANTED: Mapping[str, Floats] = {}
"""Nothing that is turned as it is wanted."""

OPPOSITE = 1e-6
"""Directions whose cosine is nearer to −1 have no one way from the one to the other."""


Pose = Mapping[str, Transform]
"""Bones by name."""
Feet = Mapping[str, Floats]
"""Points (4, k) of feet and toes that may stand on the floor, by bone and in its axes."""


def retargeted(pose: Pose, source: Person, target: Person) -> dict[str, Transform]:
    """The pose of `source` for `target`, of the parts that both have; empty where these are too few.

    Bones between them are at rest. Hair and clothes are not in it, nor what carries the figure as a whole.
    """
    return retargeted_poses((pose,), source, target)[0]


def retargeted_poses(poses: Sequence[Pose], source: Person, target: Person) -> list[dict[str, Transform]]:
    """`retargeted` for many poses, those of the same bones at once, in a twelfth of the time."""
    found: list[dict[str, Transform]] = [{} for _pose in poses]
    for named in {frozenset(pose): None for pose in poses}:
        places = [place for place, pose in enumerate(poses) if pose.keys() == named]
        alike = [poses[place] for place in places]
        rotations = {
            name: np.stack([rot.matrix_from_quaternion(pose[name].rotation) for pose in alike]) for name in named
        }
        locations = {name: np.array([pose[name].location for pose in alike]) for name in named}
        posed = _forward(source, rotations, locations)
        names, rows = _retargeted(posed, source, target, named, is_motion=False)
        for place, row in zip(places, rows, strict=False):  # there are no rows where too few parts are shared
            found[place] = {name: _transform(each) for name, each in zip(names, row, strict=True)}
    return found


def retargeted_clip(motion: BakedClip, source: Person, target: Person, stand_alike: bool = False) -> Clip | None:
    """A motion of `source`, as it is seen, as a clip for `target`; None where they share too few parts.

    Where both are said to `stand_alike` at rest, limbs turn as those of the source do; else they are laid along first.
    """
    posed = {name: motion.matrices[:, row] for name, row in source.rig.rows.items() if name in source.rest}
    names, rows = _retargeted(posed, source, target, source.rig.rows, is_motion=True, stand_alike=stand_alike)
    if not names:
        return None
    rows[..., 3:7] = rot.without_sign_flips(rows[..., 3:7])
    return Clip.of(motion.name, motion.rate, names, rows)


def _retargeted(
    posed: Mapping[str, Floats],
    source: Person,
    target: Person,
    named: Collection[str],
    is_motion: bool,
    stand_alike: bool = False,
) -> tuple[list[str], Floats]:
    """The bones of the target that are posed, with their rows (f, n, 10); none where the two share too few parts.

    The source stands `posed`, matrices (f, 4, 4) by bone; of its bones only those `named` pose any. The frames are a
    motion, or else poses that have nothing to do with each other.
    """
    shared = source.body.bones.keys() & target.body.bones.keys()
    if len(shared) < FEWEST or not target.order:
        return [], np.empty((0, 0, CHANNELS))
    wanted = _wanted(source, target, posed, shared, stand_alike)
    local = _local(target, wanted)
    names = _with_between(target, _named(named, source, target, shared))
    mover = target.rig.by_name[target.mover]
    moves = source.body.bones["hips"] in named and not mover.connected
    names = [mover.name, *names] if moves and mover.name not in names else names
    if not names:
        return [], np.empty((0, 0, CHANNELS))
    frames = max(len(each) for each in local.values())
    rows = np.tile((0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 1.0, 1.0, 1.0), (frames, len(names), 1))
    for column, name in enumerate(names):
        if name in local:  # what carries the person rests
            rows[:, column, 3:7] = rot.quaternion_from_matrix(local[name])
    way = np.zeros((frames, 3))
    if moves:
        placed_in = target.parent(mover.name) if mover.parent and not mover.local_location else mover.name
        axes, way = target.rest_in_rig[placed_in][:3, :3], _placed(source, target, posed, local, wanted, is_motion)
        rows[:, names.index(mover.name), :3] = way @ axes
    loose = _loose_feet(source, target, named)
    if not loose:
        return names, rows
    worlds = _forward(target, local, {}, wanted)
    return [*names, *loose], np.concatenate([rows, _feet_rows(target, worlds, way, loose)], axis=1)


def _loose_feet(source: Person, target: Person, named: Collection[str]) -> list[str]:
    """Return the feet that hang on no leg, of those legs that bones `named` of the source pose."""
    bones = source.body.bones
    return [
        foot
        for role, foot in target.loose_feet.items()
        if any(bones.get(role_of(part, side_of_role(role))) in named for part in LEG)
    ]


def _feet_rows(target: Person, worlds: Mapping[str, Floats], way: Floats, loose: Sequence[str]) -> Floats:
    """Return the rows (f, n, 10) that place and turn feet as they are (f, 4, 4), once the person has gone the `way`.

    The way (f, 3) is in armature space. What carries the person rests, or goes that way if it is what moves it.
    """
    found, moved = [], np.tile(np.eye(4), (len(way), 1, 1))
    moved[:, :3, 3] = way
    for name in loose:
        above = target.parent(name)
        rest = target.rest_in_rig[above] if above else np.eye(4)
        goes = above in worlds or target.mover in (above, *ancestors(target.rig, above)) if above else False
        carried = (
            (moved if goes else np.eye(4)) @ worlds.get(above, rest) @ np.linalg.inv(rest) @ target.rest_in_rig[name]
        )
        own = np.linalg.inv(carried) @ moved @ worlds[name]
        parts = own[:, :3, 3], rot.quaternion_from_matrix(rot.orthonormalised(own[:, :3, :3])), np.ones((len(own), 3))
        found.append(np.concatenate(parts, axis=1))
    return np.stack(found, axis=1)


def _wanted(
    source: Person, target: Person, posed: Mapping[str, Floats], shared: Collection[Role], stand_alike: bool
) -> dict[str, Floats]:
    """Return the rotations from rest (f, 3, 3) that the bones of the target should have, in the axes of the body, by
    bone.

    They turn as those of the source, which stands `posed`; limbs after they were laid along, unless both `stand_alike`.
    """
    bones = (*source.body.bones.values(), *source.trunk)
    turns = {name: source.axes.T @ _turn(posed[name], source.rest[name]) @ source.axes for name in bones}
    laid = {} if stand_alike else _laid_along(source, target, shared)
    wanted = _along_the_trunk(source, target, turns)
    for each in shared:
        if each not in ("hips", "head"):
            wanted[target.body.bones[each]] = turns[source.body.bones[each]] @ laid.get(each, np.eye(3))
    feet = ((foot, source.body.bones.get(role)) for role, foot in target.loose_feet.items())
    return wanted | {foot: turns[its] for foot, its in feet if its is not None}


def _forward(
    person: Person, local: Mapping[str, Floats], at: Mapping[str, Floats], wanted: Mapping[str, Floats] = NONE_WANTED
) -> dict[str, Floats]:
    """Forward kinematics: the matrices (f, 4, 4) of bones with `local` rotations (f, 3, 3) and places (f, 3).

    What carries the person rests. Feet that hang on no leg are at its end, turned as `wanted` in the body's axes.
    """
    frames = max((len(each) for each in local.values()), default=1)
    steps, row = [], {name: row for row, name in enumerate(person.order)}
    for name in person.order:
        own = np.tile(np.eye(4), (frames, 1, 1))
        own[:, :3, :3] = local.get(name, own[:, :3, :3])
        if name in at and not person.rig.by_name[name].connected:
            own[:, :3, 3] = at[name]
        steps.append(person.rest_in_parent[name] @ own)
    parents = [row.get(person.rig.by_name[name].parent or "", -1) for name in person.order]
    found = dict(zip(person.order, world_matrices(steps, parents), strict=True))
    for role, foot in person.loose_feet.items():
        shin = person.body.bones[role_of("shin", side_of_role(role))]
        found[foot] = found[shin] @ np.linalg.inv(person.rest[shin]) @ person.rest[foot]
        if foot in wanted:
            turned = person.axes @ wanted[foot] @ person.axes.T @ person.rest[foot][:3, :3]
            found[foot][:, :3, :3] = turned
    return found


def _turn(posed: Floats, rest: Floats) -> Floats:
    """The rotations (f, 3, 3) from a rest matrix (4, 4) to posed ones, armature space."""
    return rot.orthonormalised(posed[:, :3, :3]) @ rest[:3, :3].T


def _along_the_trunk(source: Person, target: Person, turns: Mapping[str, Floats]) -> dict[str, Floats]:
    """Return the rotations of hips, back, neck and head of the target: those of the source at the same places."""
    places = sorted((at, name) for name, at in source.trunk.items())
    known = [rot.quaternion_from_matrix(turns[name]) for _at, name in places]
    found = {}
    for name, at in target.trunk.items():
        above = next((row for row, (place, _name) in enumerate(places) if place >= at - 1e-9), len(places) - 1)
        below = max(above - 1, 0)
        span = places[above][0] - places[below][0]
        share = min((at - places[below][0]) / span, 1.0) if span > 0.0 else 1.0
        found[name] = rot.matrix_from_quaternion(rot.slerp(known[below], known[above], share))
    return found


def _laid_along(source: Person, target: Person, shared: Collection[Role]) -> dict[Role, Floats]:
    """Return the rotations that lay the limbs of the target along those of the source at rest, from the body
    outwards.
    """
    found: dict[Role, Floats] = {}
    for side in SIDES:
        for chain in _chains(source, target, side):
            laid = found.get(role_of("hand", side), np.eye(3)) if finger_of_role(chain[0]) else np.eye(3)
            for each in chain:
                if each in shared:
                    if each != role_of("hand", side) or _tells_the_hand(side, shared):
                        laid = _between(laid @ target.direction(each), source.direction(each)) @ laid
                    found[each] = laid
    return found


def _chains(source: Person, target: Person, side: Side) -> Iterator[tuple[Role, ...]]:
    """The parts that are laid along those of another figure: not feet, nor clavicles that stand alike on both."""
    arm = tuple(role_of(part, side) for part in ARM)
    yield arm if _is_upright(source, target, arm[0]) else arm[1:]
    yield tuple(role_of(part, side) for part in LEG[:2])
    for finger in FINGERS:
        yield phalanges_of(finger, side)


def _is_upright(source: Person, target: Person, clavicle: Role) -> bool:
    """Return whether one figure rests with this clavicle upright, and the other does not."""
    both = clavicle in source.body.bones and clavicle in target.body.bones
    return both and float(source.direction(clavicle) @ target.direction(clavicle)) < UPRIGHT


def _tells_the_hand(side: Side, shared: Collection[Role]) -> bool:
    """Return whether hands have fingers, to which they lead: the end of a bone that nothing continues is a guess."""
    return first_phalanx("middle", side) in shared


def _between(a: Floats, b: Floats) -> Floats:
    """The smallest turn (3, 3) from one unit vector to another; none where they are opposite, and many are as small."""
    return np.eye(3) if float(a @ b) < -1.0 + OPPOSITE else rot.shortest_arc(a, b)


def _named(named: Collection[str], source: Person, target: Person, shared: Collection[Role]) -> set[str]:
    """The bones of the target whose parts are among those `named` of the source."""
    found = {target.body.bones[each] for each in shared if source.body.bones[each] in named}
    return found | target.trunk.keys() if set(named) >= source.trunk.keys() else found


def _with_between(target: Person, about: Collection[str]) -> list[str]:
    """Bones with those that lie between them, parents first."""
    over = {above for name in about for above in _above(target, name)}
    below = {name for name in target.order if any(above in about for above in _above(target, name))}
    return [name for name in target.order if name in about or (name in over and name in below)]


def _above(person: Person, name: str) -> Iterator[str]:
    while (name := person.parent(name)) in person.rest_in_parent:
        yield name


def _local(target: Person, wanted: Mapping[str, Floats]) -> dict[str, Floats]:
    """The rotations (f, 3, 3) of each bone from its rest, so that parts are turned as `wanted` in the body's axes."""
    found: dict[str, Floats] = {}
    worlds: dict[str, Floats] = {}
    for name in target.order:
        bone, rest = target.rig.by_name[name], target.rest[name][:3, :3]
        above = worlds.get(bone.parent or "")
        if above is None or not bone.inherit_rotation:
            carried = target.rest_in_rig[name][:3, :3][None]
        else:
            carried = above @ target.rest_in_parent[name][:3, :3]
        turn = wanted.get(name)
        worlds[name] = carried if turn is None else target.axes @ turn @ target.axes.T @ rest
        found[name] = np.swapaxes(carried, 1, 2) @ worlds[name]
    return found


def _transform(row: Floats) -> Transform:
    """Return the transform of a bone from a row (10,)."""
    return Transform(three(row[:3]), rot.canonical(*row[3:7].tolist()))


def _placed(
    source: Person,
    target: Person,
    posed: Mapping[str, Floats],
    local: Mapping[str, Floats],
    wanted: Mapping[str, Floats],
    is_motion: bool,
) -> Floats:
    """Return the movement of the bone that carries the target (f, 3), armature space: that of the source's hips, in
    lengths of their legs.

    Its soles come as far from the floor as those of the source, whatever thigh and shin are to each other; also where
    one of them rests with its hips at the origin, as files of motion have it.
    """
    ratio, hips = target.leg / source.leg, source.body.bones["hips"]
    moved = ratio * (posed[hips][:, :3, 3] - source.home) @ source.axes
    if _feet(source) and _feet(target):
        have_soles = bool(target.soles and source.soles)
        feet, own = (each.soles if have_soles else _ends_of_feet(each) for each in (source, target))
        heights = _over_floor(target, _forward(target, local, {}, wanted), own)
        wanted_heights = _sole_heights(source, posed, feet, is_motion)
        if have_soles and not is_motion:  # in a pose nobody stands in the floor: a heel is rounder than its sole
            wanted_heights = np.maximum(wanted_heights, 0.0)
        moved[:, 1] = ratio * wanted_heights - heights
    return np.asarray(moved @ target.axes.T)


def _sole_heights(person: Person, posed: Mapping[str, Floats], feet: Feet, is_motion: bool) -> Floats:
    """Return the height (f,) of the lower sole over the floor; where it goes far below, the floor of the motion is
    there.

    Soles that do not rest near the floor do not tell how thick shoes are; those of a motion that come nearest do.
    """
    heights = _over_floor(person, posed, feet)
    lowest = heights.min(keepdims=True) if is_motion else heights
    sunk = lowest < -SUNK * person.leg
    if is_motion and not _rests_on_floor(person, feet):
        sunk |= (lowest > 0.0) & (lowest <= SHOES * rest_height(person.rig.bones))
    return np.asarray(heights - np.where(sunk, lowest, 0.0))


def _over_floor(person: Person, posed: Mapping[str, Floats], feet: Feet) -> Floats:
    """Return the height (f,) of the lower sole over the floor, metres, of bones in matrices (f, 4, 4); shoes are
    allowed for.
    """
    ends = np.concatenate([(posed[name] @ points)[:, :3] for name, points in feet.items()], axis=2)
    return np.asarray((person.axes[:, 1] @ ends).min(axis=1) - _shoes(person, feet))


def _shoes(person: Person, feet: Feet) -> float:
    """Return the height of the soles at rest, metres, where that is about on the floor, as shoes are drawn; else 0."""
    return _lowest_at_rest(person, feet) if _rests_on_floor(person, feet) else 0.0


def _rests_on_floor(person: Person, feet: Feet) -> bool:
    return abs(_lowest_at_rest(person, feet)) <= SHOES * rest_height(person.rig.bones)


def _lowest_at_rest(person: Person, feet: Feet) -> float:
    """Return the height of the lowest point of the feet at rest, metres."""
    return min(float((person.rest[name] @ points)[2].min()) for name, points in feet.items())


def _ends_of_feet(person: Person) -> Feet:
    """Return the heads and tails (4, 2) of feet and toes, in their own axes."""
    found = {}
    for name in _feet(person):
        bone = person.rig.by_name[name]
        length = float(np.linalg.norm(np.subtract(bone.tail, bone.head)))
        found[name] = np.array(((0.0, 0.0), (0.0, length), (0.0, 0.0), (1.0, 1.0)))
    return found


def _feet(person: Person) -> list[str]:
    """The bones of feet and toes."""
    bones = person.body.bones
    hanging = [bones[each] for part in LEG[2:] for side in SIDES if (each := role_of(part, side)) in bones]
    return [*hanging, *person.loose_feet.values()]
