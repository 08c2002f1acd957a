"""Poses of all bones made into a clip again: the tracks of a clip whose legs and figure were moved."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from msgspec.structs import replace

from pantin.rigs import Document
from pantin.rigs import rotations as rot
from pantin.rigs.clip import CHANNELS, Clip
from pantin.rigs.tree.traversal import root_of
from pantin.solver.evaluate import clip_rows, evaluate
from pantin.solver.ground.legs import Leg
from pantin.solver.program.skeleton import Floats


def written(source: Document, clip: Clip, frames: Floats, legs: Sequence[Leg]) -> Clip:
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
