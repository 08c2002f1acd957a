"""Figures whose file has Z up: the format says Y, so they are read lying on their front, and are turned upright.

Nothing in a BVH file says which way is up. A figure tells it: at rest its back goes from the hips to the shoulders, and
in its motion the head is over the hips. Where both say Z, Z it is.
"""

from __future__ import annotations

import numpy as np
from msgspec.structs import replace

from pantin.rigs.clip import Clip
from pantin.rigs.document import Document
from pantin.rigs.editing.building.joints import JointEnd, transformed
from pantin.rigs.fitting.body_frame import frame_of, head_of
from pantin.rigs.fitting.figure import Figure
from pantin.rigs.fitting.recognition import person_figure_in
from pantin.rigs.motion.clips_of_bones import forward_kinematics
from pantin.rigs.rig import Rig
from pantin.rigs.vectors import Vector, unit

Z_OF_FILE = np.array((0.0, -1.0, 0.0))
"""Where the Z axis of a file points that was read as having Y up."""
QUARTER = np.array(((1.0, 0.0, 0.0, 0.0), (0.0, 0.0, 1.0, 0.0), (0.0, -1.0, 0.0, 0.0), (0.0, 0.0, 0.0, 1.0)))
"""The turn about X that puts this axis up."""
NEAR = 0.8
"""Cosine between it and the back at rest, at least."""
MOSTLY = 0.5
"""The same of the way from hips to head in the middle one of some frames: people bow, and dance."""
FRAMES = 16
"""How many of them."""
MOST = 1000
"""Bones of a figure: a file with more is no motion of one body, and would take long to look at."""


def upright(document: Document) -> Document:
    """The figure turned upright where it tells that Z is up in its file."""
    return turned_upright(document) if lies_on_its_front(document.rig) else document


def lies_on_its_front(rig: Rig) -> bool:
    """Whether a figure tells that Z is up in its file, which was read as having Y up."""
    if rig.source is None or rig.source.z_up is not False or len(rig.bones) > MOST:
        return False
    figure = person_figure_in(rig)
    if not {"hips", "head", "thigh.L", "thigh.R"} <= figure.bones.keys():
        return False
    if float(frame_of(rig, figure).up @ Z_OF_FILE) < NEAR:
        return False
    return all(float(np.median(_over_the_hips(rig, figure, clip) @ Z_OF_FILE)) > MOSTLY for clip in rig.clips[:1])


def turned_upright(document: Document, z_up: bool = True) -> Document:
    """The figure turned for a file with Z up, or back again. Raises ValueError where the file's format says what is up.

    Clips count from the rest pose, so they turn with it; the file's nodes are remembered as they were.
    """
    source = document.rig.source
    if source is None or source.z_up is None:
        raise ValueError
    if source.z_up == z_up:
        return document
    names = [bone.name for bone in document.rig.bones]
    ends: list[JointEnd] = [*((name, "head") for name in names), *((name, "tail") for name in names)]
    turned = transformed(document, ends, QUARTER if z_up else QUARTER.T)
    return replace(turned, rig=replace(turned.rig, source=replace(source, z_up=z_up)))


def _over_the_hips(rig: Rig, figure: Figure, clip: Clip) -> Vector:
    """The unit vectors (f, 3) from the hips to the head in some frames of a clip."""
    names = [bone.name for bone in rig.bones]
    hips, head = (names.index(figure.bones[part]) for part in ("hips", "head"))
    if tuple(names) != clip.bones:
        return unit(head_of(rig, names[head]) - head_of(rig, names[hips]))[None]
    some = clip.frames[np.linspace(0, clip.count - 1, min(FRAMES, clip.count)).astype(int)]
    places = forward_kinematics(rig.bones, some)[..., :3, 3]
    ways = places[:, head] - places[:, hips]
    return np.asarray(ways / np.maximum(np.linalg.norm(ways, axis=1, keepdims=True), 1e-12))
