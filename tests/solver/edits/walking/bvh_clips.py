"""Walks of the samples as clips of their own skeletons, with legs that plant."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from pantin.rigs import Document, read
from pantin.rigs import rotations as rot
from pantin.rigs.clip import Clip
from pantin.rigs.rest import rest_matrices
from pantin.rigs.vectors import four
from pantin.solver.edits.limbs import limbs
from tests.readers import Z_UP
from tests.readers.bvh import Bvh

Floats = NDArray[np.float64]


def walk_of(path: Path, feet: tuple[str, str], first: int, last: int, step: int = 1) -> tuple[Document, Clip]:
    """The skeleton of a file with legs that plant, and its frames from `first` to `last` as a clip."""
    document = read(path)
    file, turn = Bvh(path.read_text()), np.eye(4)
    turn[:3, :3] = Z_UP
    stands = turn @ file.worlds[first:last:step] @ turn.T
    worlds = dict(zip(file.names, stands.swapaxes(0, 1), strict=True))
    bones = document.rig.bones
    rest = rest_matrices(bones)
    posed = np.array([_turned(worlds[bone.name], rest[n]) for n, bone in enumerate(bones)]).swapaxes(0, 1)
    place = {bone.name: n for n, bone in enumerate(bones)}
    frames = np.zeros((len(posed), len(bones), 10))
    frames[..., 7:] = 1.0
    for n, bone in enumerate(bones):
        parent = rest[n]
        if bone.parent is not None:
            above = place[bone.parent]
            parent = posed[:, above] @ np.linalg.inv(rest[above]) @ rest[n]
        own = np.linalg.inv(parent) @ posed[:, n]
        frames[:, n, :3] = own[:, :3, 3] if not bone.connected else 0.0
        frames[:, n, 3:7] = [four(rot.quaternion_from_matrix(turn)) for turn in own[:, :3, :3]]
    clip = Clip.of("Walk", file.rate / step, [bone.name for bone in bones], frames)
    chosen = replace(document.with_figure(replace(document.figure, clips=(clip,))), selected=feet, active=feet[0])
    made, _note = limbs.make(chosen, "limb")
    planting = tuple(replace(limb, plants=True) for limb in made.rig.limbs)
    still = replace(made.figure, rig=made.rig.changed(limbs=planting), clips=())
    return made.with_figure(still), made.figure.clips[0]


def _turned(worlds: Floats, rest: Floats) -> Floats:
    """A bone (frames, 4, 4) that goes with its joint, which rests at its head without a turn."""
    head = np.eye(4)
    head[:3, 3] = -rest[:3, 3]
    return np.asarray(worlds @ head @ rest)
