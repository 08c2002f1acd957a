"""A clip on the ground: motion that was made on a level floor goes over slopes, steps and fields of heights.

`walked` makes a clip of a clip: a pure function of document and clip. While a foot stands (`contacts`), the point under
its ball stays where it is, to the last bit of a frame, and its sole follows the ground there as it followed the
floor: heels strike and lift as in the motion. Between two contacts the foot goes from one to the other as it went over
the floor, and is lifted over what stands in its way. The figure goes up and down with its feet, and the hips come down
as the rig's `planting` says.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from pantin.rigs import Document, Rig
from pantin.rigs import rotations as rot
from pantin.rigs.clip import CHANNELS, Clip
from pantin.rigs.editing.grounds import unplanted
from pantin.rigs.ground.kinds import Ground
from pantin.rigs.ground.surface import climb, surface
from pantin.rigs.motion.transform_arrays import transformed
from pantin.rigs.remembered import remembered
from pantin.rigs.tree.traversal import root_of, with_descendants
from pantin.rigs.vectors import UP, smoothstep
from pantin.solver.edits.walking.contacts import Contact, contacts, floor_of
from pantin.solver.edits.walking.leg_bending import bent_to, rises_to_fold
from pantin.solver.evaluate import clip_rows, evaluate, evaluate_many
from pantin.solver.ground.footing import Footing, hips_drop, lifted_out
from pantin.solver.ground.laying import Laid, through, turned
from pantin.solver.ground.legs import Leg, legs_of, sole_points
from pantin.solver.program.carried import turn_of
from pantin.solver.program.skeleton import Floats

AHEAD = 0.15
"""Seconds before and after something is in the way in which a foot is lifted for it, and the hips come down."""


class Walk(NamedTuple):
    """A clip on the ground."""

    clip: Clip
    contacts: tuple[tuple[Contact, ...], ...]
    """When each foot stands, in the order of the limbs that plant."""
    missed: tuple[int, ...]
    """The frames in which a foot that stands cannot reach its place."""


class _Way(NamedTuple):
    """The way of one foot: a matrix (frames, 4, 4) that moves it, and when it stands."""

    leg: Leg
    changes: Floats
    contacts: tuple[Contact, ...]
    stands: Floats
    """(frames,): whether it does."""


@remembered("rig.bones", "rig.constraints", "rig.limbs", "ground", "rig.planting", "figure.pose.bones", most=1)
def walked(document: Document, clip: Clip) -> Walk:
    """The clip as it is played on the ground of the document; the clip itself where nothing plants.

    Its feet stand already, so frames of it are shown by a document in which nothing plants (`unplanted`). Asked for
    again with the same document and clip, it is not made again.
    """
    rig = document.rig
    ground = document.ground
    legs = legs_of(rig, ground)
    if ground is None or not legs or not any(bone in rig.by_name for bone in clip.tracks):
        return Walk(clip, (), ())
    source = _source(document, clip, legs)
    frames = np.array(evaluate_many(source, clip_rows(source, clip)))
    floor = floor_of(np.array([sole_points(leg, frames)[:, :, 2].min(axis=1) for leg in legs]))
    ways = [_way(ground, leg, frames, floor, clip.rate) for leg in legs]
    missed = _move(rig, ground, frames, ways, clip.rate)
    return Walk(_written(source, clip, frames, legs), tuple(way.contacts for way in ways), missed)


def on_its_ground(document: Document, clip: Clip) -> tuple[Document, Clip]:
    """Return a document that does not plant, and the clip on the ground of this one: a frame is shown by them."""
    made = walked(document, clip).clip
    return (document, clip) if made is clip else (unplanted(document), made)


def _source(document: Document, clip: Clip, legs: Sequence[Leg]) -> Document:
    """Return the document that the frames of a clip are poses of: bones alone, but where the clip moves the handles of
    feet.
    """
    rig = unplanted(document).rig
    tracked = any(leg.sole.handle in clip.tracks for leg in legs)
    return document.with_rig(rig if tracked else rig.changed(constraints=()))


def _way(ground: Ground, leg: Leg, frames: Floats, floor: float, rate: float) -> _Way:
    """Return the way of a foot over the ground."""
    soles = sole_points(leg, frames)
    ball = soles[:, leg.sole.ball]
    found = contacts(ball, rate, leg.length)
    lowest = soles[:, :, 2].min(axis=1)
    places = [_place(ground, leg, soles, ball, floor, contact) for contact in found] or [
        _place(ground, leg, soles, ball, floor, Contact(0, len(frames) - 1))
    ]
    stands = np.zeros(len(frames))
    for contact in found:
        stands[contact.first : contact.last + 1] = 1.0
    changes = np.empty((len(frames), 4, 4))
    for frame in range(len(frames)):
        changes[frame] = _change(found, places, ball, lowest, floor, frame)
    changes[:, 2, 3] += _lifted_over(ground, transformed(changes, soles), stands, max(round(AHEAD * rate), 1))
    return _Way(leg, changes, found, stands)


class _Place(NamedTuple):
    """A contact of a foot: a turn (3, 3) of the floor about a point (3,) of it, to a point (3,) on the ground."""

    turn: Floats
    at: Floats
    to: Floats


def _place(ground: Ground, leg: Leg, soles: Floats, ball: Floats, floor: float, contact: Contact) -> _Place:
    """Return the place of the foot on the ground during a contact, wherever its sole is meanwhile.

    A sole that would be over the edge of a step by a little stays before it; else it stands on the step.
    """
    span = slice(contact.first, contact.last + 1)
    at = np.array((*np.median(ball[span, :2], axis=0), floor))
    flat = (soles[span] - ball[span, None]).reshape(-1, 3) * (1.0, 1.0, 0.0) + at
    step = climb(ground, flat, leg.sole.length)
    back = np.array((*step.back, 0.0)) if step is not None and step.up_to < step.edge else np.zeros(3)
    turn = turned(UP, surface(ground, flat + back).normals.mean(axis=0), 1.0)
    laid = (flat - at) @ turn.T + at + back
    return _Place(turn, at, at + back + (0.0, 0.0, float(through(ground, laid))))


def _change(
    found: Sequence[Contact], places: Sequence[_Place], ball: Floats, lowest: Floats, floor: float, frame: int
) -> Floats:
    """Return the movement (4, 4) of the foot in one frame."""
    after = next((n for n, contact in enumerate(found) if frame <= contact.last), len(found))
    if after < len(found) and found[after].first <= frame:
        return _standing(places[after], ball[frame], float(lowest[frame]))
    before = after - 1
    if not found:
        return _standing(places[0], places[0].at, floor)
    ends = []
    for number, edge in ((before, "last"), (after, "first")):
        if 0 <= number < len(found):
            at = getattr(found[number], edge)
            ends.append((at, _standing(places[number], ball[at], float(lowest[at]))))
    if len(ends) == 1:
        return ends[0][1]
    (start, one), (end, other) = ends
    part = (frame - start) / (end - start)
    return _between(one, other, smoothstep(part), ball[frame])


def _standing(place: _Place, ball: Floats, lowest: float) -> Floats:
    """The matrix that brings the ball over its place, and the lowest point of the sole onto the ground there."""
    change = np.eye(4)
    change[:3, :3] = place.turn
    raised = place.turn @ (0.0, 0.0, ball[2] - lowest)
    change[:3, 3] = place.to - place.turn @ ball
    change[2, 3] += raised[2]
    return change


def _between(one: Floats, other: Floats, part: float, ball: Floats) -> Floats:
    """Between two ways to move a foot: the point under its ball goes straight from one to the other."""
    change = np.eye(4)
    change[:3, :3] = turn_of(one[:3, :3] + part * (other[:3, :3] - one[:3, :3]))
    ends = [matrix[:3, :3] @ ball + matrix[:3, 3] for matrix in (one, other)]
    change[:3, 3] = ends[0] + part * (ends[1] - ends[0]) - change[:3, :3] @ ball
    return change


def _move(rig: Rig, ground: Ground, frames: Floats, ways: Sequence[_Way], rate: float) -> tuple[int, ...]:
    """Move figure, hips, legs and feet in `frames`; returns the frames in which a foot that stands is missed."""
    feet = [frames[:, way.leg.foot].copy() for way in ways]
    moved = [way.changes @ foot for way, foot in zip(ways, feet, strict=True)]
    rise = np.mean([now[:, 2, 3] - foot[:, 2, 3] for now, foot in zip(moved, feet, strict=True)], axis=0)
    hips = [frames[:, way.leg.hip, :3, 3] + UP * rise[:, None] for way in ways]
    footings = [
        Footing(way.leg, Laid(way.changes, 1.0), hip, now[:, :3, 3])
        for way, hip, now in zip(ways, hips, moved, strict=True)
    ]
    ahead = max(round(AHEAD * rate), 1)
    rise = rise - _never_less(hips_drop(rig.planting, footings), ahead)
    rise = rise + _raised(rig, frames, ways, moved, rise, ahead)
    before = frames.copy()
    frames[:, :, 2, 3] += rise[:, None]
    missed: set[int] = set()
    for way, now in zip(ways, moved, strict=True):
        leg = way.leg
        reached = bent_to(rig, leg, before, frames, now)
        missed.update(np.flatnonzero(~reached & (way.stands > 0.0)).tolist())
        _take_along(rig, leg, before, frames)
        if not reached.all():
            _lift_out(rig, ground, leg, before, frames, now, reached)
    return tuple(sorted(missed))


def _raised(rig: Rig, frames: Floats, ways: Sequence[_Way], feet: Sequence[Floats], rise: Floats, ahead: int) -> Floats:
    """Return the distance that the hips rise (frames,) besides, smoothly, so that every leg folds to its foot (frames,
    4, 4).
    """
    if rig.planting.hips == "stay":
        return np.zeros(len(rise))
    up = UP * rise[:, None]
    asked = [
        rises_to_fold(rig, way.leg, frames, frames[:, way.leg.hip, :3, 3] + up, foot[:, :3, 3])
        for way, foot in zip(ways, feet, strict=True)
    ]
    return _never_less(np.max(asked, axis=0), ahead)


def _lift_out(
    rig: Rig, ground: Ground, leg: Leg, before: Floats, frames: Floats, feet: Floats, reached: NDArray[np.bool_]
) -> None:
    """Lift a foot out of the ground in the frames in which it does not reach its place, and is in it for that."""

    def depths(frames: Floats) -> Floats:
        return np.where(reached, 0.0, through(ground, sole_points(leg, frames)))

    def lifted(frames: Floats, deep: Floats, _number: int) -> Floats:
        to = np.where(reached[:, None, None], feet, frames[:, leg.foot])
        to[:, 2, 3] += np.maximum(deep, 0.0)
        bent_to(rig, leg, before, frames, to)
        _take_along(rig, leg, before, frames)
        return frames

    lifted_out(frames, depths, lifted)


def _take_along(rig: Rig, leg: Leg, before: Floats, frames: Floats) -> None:
    """Move what goes with a foot: its toes, and the handle that holds it with all that this carries."""
    by = frames[:, leg.foot] @ np.linalg.inv(before[:, leg.foot])
    place = rig.rows
    for name in (*with_descendants(rig, (leg.sole.foot,))[1:], *with_descendants(rig, (leg.sole.handle,))):
        if place[name] != leg.foot:
            frames[:, place[name]] = by @ before[:, place[name]]


def _written(source: Document, clip: Clip, frames: Floats, legs: Sequence[Leg]) -> Clip:
    """The clip with these frames: its own tracks, and those of legs and of what carries the figure."""
    on = evaluate(source)
    rows = np.array([on.with_matrices(frame).local_poses for frame in frames])
    place = on.index
    roots = (root_of(source.rig, leg.sole.leg[0]) for leg in legs)
    needed = (*clip.tracks, *roots, *(name for leg in legs for name in (*leg.sole.leg, leg.sole.foot)))
    names = [name for name in dict.fromkeys(needed) if name in place]
    rows[:, :, 7:10] = clip_rows(source, clip)[:, :, 7:10]
    rows[:, :, 3:7] = rot.without_sign_flips(rows[:, :, 3:7])
    made = Clip.of(clip.name, clip.rate, names, rows[:, [place[name] for name in names], :CHANNELS])
    kept = {name: track for name, track in clip.tracks.items() if name not in place}
    return replace(clip, tracks={**made.tracks, **kept})


def _lifted_over(ground: Ground, soles: Floats, stands: Floats, ahead: int) -> Floats:
    """Return the height (frames,) that a foot is lifted, whose sole would be at these points (frames, n, 3), not to go
    through.

    It begins so many frames ahead, but not while the foot stands: just after, it is lifted as fast as it must.
    """
    needed = np.maximum(through(ground, soles), 0.0)
    free = _never_less(np.where(stands > 0.0, 0.0, needed), ahead) * _away_from(stands, max(ahead // 3, 1))
    return np.asarray(np.maximum(needed, free))


def _never_less(values: Floats, ahead: int) -> Floats:
    """A smooth curve (frames,) that is nowhere below the values: their largest in a window, averaged over that."""
    window = 2 * ahead + 1
    padded = np.pad(values, 2 * ahead, mode="edge")
    largest = np.lib.stride_tricks.sliding_window_view(padded, window).max(axis=1)
    weights = np.hanning(window + 2)[1:-1]
    return np.asarray(np.convolve(largest, weights / weights.sum(), mode="valid"))


def _away_from(stands: Floats, ahead: int) -> Floats:
    """0 (frames,) while a foot stands, growing to 1 so many frames away from that."""
    there = np.flatnonzero(stands > 0.0)
    if not len(there):
        return np.ones(len(stands))
    far = np.abs(np.arange(len(stands))[:, None] - there[None]).min(axis=1) / ahead
    return smoothstep(np.clip(far, 0.0, 1.0))
