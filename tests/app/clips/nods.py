"""Short clips with numbers that a test can tell: the head turns by a tenth a frame, an arm nods, a foot is lifted."""

from __future__ import annotations

from math import cos, sin

import numpy as np

from pantin.rigs import Document
from pantin.rigs.clip import Clip
from pantin.rigs.editing import clips
from pantin.rigs.figure import Figure
from pantin.rigs.templates import TEMPLATES
from tests.app.person import Person

FRAMES = 10
LEGS = [f"{part}.{side}" for side in "LR" for part in ("thigh", "shin", "foot")]


def nod(name: str = "nod", bone: str = "head", turn: float = 0.1) -> Clip:
    """Ten frames at 10 a second; the bone turns by so many radians a frame."""
    half = turn / 2.0
    rows = [[(0, 0, 0, sin(half * at), 0, 0, cos(half * at), 1, 1, 1)] for at in range(FRAMES)]
    return Clip.of(name, 10.0, (bone,), np.array(rows, float))


def nodding_arm() -> Document:
    """The arm with two clips of its handle."""
    frames = np.zeros((3, 1, 10))
    frames[:, 0, 6:] = 1.0
    frames[:, 0, 2] = (0.0, 0.05, 0.1)
    shown = (Clip.of("nod", 24.0, ["hand_ik"], frames[:2]), Clip.of("shake", 24.0, ["hand_ik"], frames))
    return Document.of(Figure(rig=TEMPLATES["arm"](), clips=shown))


def angle(document: Document, bone: str = "head") -> float:
    """Return how far the bone is turned, in frames of the clip."""
    return float(20.0 * np.arcsin(document.figure.transform(bone).rotation[0]))


def with_clip(person: Person, first: int = 0, last: int = FRAMES - 1) -> None:
    """The clip is part of the open rig, trimmed, and its playhead at its first frame; the own pose is shown."""
    person.session.edit("Clip", lambda document: clips.added(document, nod()))
    person.session.edit("Trim", lambda document: clips.trimmed(document, "nod", first, last))
    person.wait_for_the_pose()


def lifting(lifted: range, count: int = 90) -> Clip:
    """Both feet stand, but for the frames in which the left thigh swings forward and the foot is off the floor."""
    frames = np.zeros((count, len(LEGS), 10))
    frames[:, :, 6:] = 1.0
    for frame in lifted:
        half = 0.6 * np.sin(np.pi * (frame - lifted.start) / len(lifted))
        frames[frame, 0, 3], frames[frame, 0, 6] = np.sin(half), np.cos(half)
    return Clip.of("lift", 30.0, LEGS, frames)
