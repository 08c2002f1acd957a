"""Root motion from feet: a clip that walks on the spot travels as its feet ask for.

On the spot, a foot that stands on the floor slides backwards as fast as the body should go forwards. So the body is
moved against the balls of the feet that stand; where none does, it goes on as between the contacts before and after.
Which foot stands depends on how fast it goes over the floor, and that on the travel: the lowest foot is taken first,
then those that stand by the travel found so far.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from msgspec.structs import replace

from pantin.rigs import Document
from pantin.rigs.clip import CHANNELS, Clip
from pantin.rigs.editing.clips import clip_named, replaced
from pantin.rigs.frames import Frames
from pantin.rigs.rest import rest_matrices
from pantin.rigs.tree.traversal import root_of
from pantin.solver.edits.walking.contacts import LOW, contacts, heights_above_floor
from pantin.solver.edits.walking.feet import Foot, feet_of
from pantin.solver.evaluate import clip_rows
from pantin.solver.messages import _
from pantin.solver.program.skeleton import Floats

ROUNDS = 3
"""Most rounds in which contacts are looked for; after the first or second they stay as they are."""

OFTEN = 0.5
"""The part of the frames in which a foot stands if a clip travels already. On the spot hardly any seems to."""

LOWER = 0.01
"""Lengths of the leg by which a foot has to be lower than another to count e times as much at first."""


def travelling(document: Document, name: str) -> Document:
    """The document with the clip of that name made to travel with its feet; one that does already hardly changes.

    Raises ValueError where there is no such clip, or none of its feet stands.
    """
    clip = clip_named(document, name)
    feet = feet_of(document.figure, clip)
    if not feet:
        raise ValueError(
            _("The clip {clip} moves no legs that were found; choose one that moves thighs, shins and feet.").format(
                clip=clip.name
            )
        )
    way = travel(feet, clip.rate)
    if way is None:
        raise ValueError(
            _("No foot of the clip {clip} stands for a while, so it asks for no travel.").format(clip=clip.name)
        )
    return replaced(document, name, replace(clip, tracks=_moved(document, clip, feet, way)))


def travel(feet: Sequence[Foot], rate: float) -> Floats | None:
    """Return the translation (frames, 3) that the feet ask of the body, along the floor; None where no foot stands."""
    steps = np.array([np.diff(foot.ball[:, :2], axis=0) for foot in feet])
    low = _low(feet, rate)
    if not low.any():
        return None
    stands = _standing(feet, np.zeros((steps.shape[1] + 1, 3)), rate)
    way = _way_against(steps, stands if _often(stands) else low)
    for _round in range(ROUNDS):
        stands = _standing(feet, way, rate)
        if not stands.any():
            return None
        way = _way_against(steps, stands if _often(stands) else np.where(stands.any(axis=0), stands, low))
    return way


def _often(stands: Floats) -> bool:
    """Return whether there is a foot that stands often enough for the steps between to be found from that."""
    return bool(stands.any(axis=0).mean() >= OFTEN)


def _low(feet: Sequence[Foot], rate: float) -> Floats:
    """Return the weight of each foot from frame to frame (feet, frames − 1) by its height alone: the lowest counts
    most.
    """
    high = np.array([heights_above_floor(foot.ball, rate) / foot.leg for foot in feet])
    high = (high[:, 1:] + high[:, :-1]) / 2.0
    return np.asarray(np.exp((high.min(axis=0) - high) / LOWER) * np.clip(1.0 - high / LOW, 0.0, 1.0))


def _way_against(steps: Floats, weights: Floats) -> Floats:
    """The way (frames, 3) that takes back the steps (feet, frames − 1, 2) of feet that count so much.

    Where none does, it goes on evenly from the step before to the one after.
    """
    total = weights.sum(axis=0)
    known = np.flatnonzero(total > 0.0)
    wanted = -np.einsum("kf,kfa->fa", weights[:, known], steps[:, known]) / total[known, None]
    way = np.zeros((steps.shape[1] + 1, 3))
    for a in range(2):
        way[1:, a] = np.cumsum(np.interp(np.arange(len(total)), known, wanted[:, a]))
    return way


def _standing(feet: Sequence[Foot], way: Floats, rate: float) -> Floats:
    """Return the weight of each foot from frame to frame (feet, frames − 1) if the body goes this way (frames, 3).

    More, the longer it has stood and still stands; not at all while it does not.
    """
    weights = np.zeros((len(feet), len(way) - 1))
    for foot, row in zip(feet, weights, strict=True):
        for first, last in contacts(foot.ball + way, rate, foot.leg):
            there = np.arange(last - first)
            row[first:last] = np.minimum(there, there[::-1]) + 1.0
    return weights


def _moved(document: Document, clip: Clip, feet: Sequence[Foot], way: Floats) -> dict[str, Frames]:
    """The tracks of what carries the figure, and of all else that hangs on nothing and has tracks, moved along."""
    rig = document.rig
    roots = {root_of(rig, foot.bone) for foot in feet}
    roots |= {name for name in clip.tracks if name in rig.by_name and rig.by_name[name].parent is None}
    place = {bone.name: number for number, bone in enumerate(rig.bones)}
    rest, rows = rest_matrices(rig.bones), clip_rows(document, clip)
    tracks = dict(clip.tracks)
    for root in roots:
        track = rows[:, place[root], :CHANNELS]
        track[:, :3] += way @ rest[place[root], :3, :3]
        tracks[root] = Frames(track)
    return tracks
