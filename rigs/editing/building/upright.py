"""Figures whose file has Z up: the format says Y, so they are read prone, and are turned upright.

Nothing in a BVH file says which way is up. A figure tells it: at rest its back goes from the hips to the shoulders, and
in its motion the head is over the hips. Where both say Z, Z it is. Where the motion alone says so and goes on Z = 0,
as who lies down would hardly do, the motion is turned and the skeleton stays; of a pose or a few frames that is
believed only where the prone body would reach into the floor Y = 0.
"""

from __future__ import annotations

import numpy as np
from msgspec.structs import replace

from pantin.rigs import rotations as rot
from pantin.rigs.clip import Clip
from pantin.rigs.document import Document
from pantin.rigs.editing.building.joints import JointEnd, transformed
from pantin.rigs.figure import Figure
from pantin.rigs.fitting.body_frame import frame_of, head_of
from pantin.rigs.fitting.found_body import FoundBody
from pantin.rigs.fitting.recognition import figure_in
from pantin.rigs.meshes.character import Character
from pantin.rigs.meshes.measures import legs_of
from pantin.rigs.meshes.soles import soles_of
from pantin.rigs.messages import _
from pantin.rigs.motion.clips_of_bones import forward_kinematics
from pantin.rigs.motion.transform_arrays import Floats, composed, decomposed
from pantin.rigs.rest import rest_matrices
from pantin.rigs.rig import Bone, Rig
from pantin.rigs.source import Source, SourceNode
from pantin.rigs.source.worlds import UPRIGHT
from pantin.rigs.vectors import Vector, three, unit

Z_OF_FILE = np.array((0.0, -1.0, 0.0))
"""The direction of the Z axis of a file that was read as having Y up."""
NEAR = 0.8
"""Cosine between it and the back at rest, at least."""
MOSTLY = 0.5
"""The same of the way from hips to head in the middle one of some frames: people bow, and dance."""
FRAMES = 16
"""The number of them."""
FLOOR = 0.1
"""Heights of the figure: how near the lowest joint of all frames comes to Z = 0 of a file where feet stand on that."""
FEWEST = 10
"""Frames of a motion that tell, without the skeleton, which way is up. Fewer may be the pose of somebody who lies: they
tell it where that body would be in the floor."""
SUNK = 0.03
"""Heights of the figure: how far below Y = 0 the lowest joint of a body is that does not lie on that floor."""
MOST = 1000
"""Bones of a figure: a file with more is no motion of one body, and would take long to look at."""


def upright(document: Document) -> Document:
    """The figure turned upright, or its motion alone, where it tells that Z is up in its file."""
    lies = lies_on_its_front(document.figure) or _moves_on_its_front(document.figure)
    return turned_upright(document) if lies else document


def lies_on_its_front(figure: Figure) -> bool:
    """Return whether a figure tells that Z is up in its file, which was read as having Y up."""
    rig, body = figure.rig, _unturned_body(figure)
    if body is None:
        return False
    if float(frame_of(rig, body).up @ Z_OF_FILE) < NEAR:
        return False
    return all(float(np.median(_over_the_hips(rig, body, clip) @ Z_OF_FILE)) > MOSTLY for clip in figure.clips[:1])


def _moves_on_its_front(figure: Figure) -> bool:
    """Return whether a figure that rests upright moves as if Z were up in its file, on a floor at Z = 0."""
    rig, body = figure.rig, _unturned_body(figure)
    if body is None or float(frame_of(rig, body).up[2]) < NEAR or len(figure.clips) != 1:
        return False
    clip = figure.clips[0]
    if tuple(rig.by_name) != clip.bones:
        return False
    ways, places = _over_the_hips(rig, body, clip) @ Z_OF_FILE, _some_places(rig, clip)
    height = _height(rig, body)
    if clip.count < FEWEST and float(places[..., 2].min()) > -SUNK * height:
        return False
    return bool(np.median(ways) > NEAR) and abs(float((places @ Z_OF_FILE).min())) < FLOOR * height


def _height(rig: Rig, body: FoundBody) -> float:
    """The height of the figure's own bones at rest, metres."""
    heads = [head_of(rig, name)[2] for name in body.bones.values()]
    return float(np.ptp(heads))


def with_motion_turned(document: Document, z_up: bool = True) -> Document:
    """The figure with its clips turned as a whole for a motion with Z up, or back again: the skeleton stays."""
    figure, source = document.figure, document.figure.source
    clips = tuple(_turned(clip, figure.rig, UPRIGHT if z_up else UPRIGHT.T) for clip in figure.clips)
    source = replace(source, motion_z_up=z_up) if source else None
    return document.with_figure(replace(figure, clips=clips, source=source))


def _turned(clip: Clip, rig: Rig, turn: Floats) -> Clip:
    """A clip in which what hangs on nothing is turned (4, 4) about the origin."""
    frames = clip.frames_at(slice(None)).astype(np.float64)
    for row, name in enumerate(clip.bones):
        bone = rig.by_name.get(name)
        if bone is not None and bone.parent is None:
            rest = rest_matrices((bone,))[0]
            rows = decomposed(np.linalg.inv(rest) @ turn @ rest @ composed(frames[:, row]))
            frames[:, row] = np.hstack((rows[:, :3], rot.without_sign_flips(rows[:, 3:7]), rows[:, 7:]))
    return clip.with_frames(frames)


def _unturned_body(figure: Figure) -> FoundBody | None:
    """The body in a rig whose file does not say which way is up; None where there is none."""
    if figure.source is None or figure.source.z_up is not False or figure.source.motion_z_up:
        return None
    return _body_of(figure.rig)


def _body_of(rig: Rig) -> FoundBody | None:
    """The person in a rig, with what tells how it is posed; None where there is none. A back on four legs goes
    ahead."""
    if len(rig.bones) > MOST:
        return None
    body = figure_in(rig)
    complete = {"hips", "head", "thigh.L", "thigh.R"} <= body.bones.keys()
    return body if complete and body.kind == "person" else None


def turned_upright(document: Document, z_up: bool = True) -> Document:
    """The figure turned for a file with Z up, or back again. Raises ValueError where the file's format says what is up.

    Clips count from the rest pose, so they turn with it; they turn alone where the skeleton stands and its motion
    lies. The file's nodes are remembered as they were.
    """
    source = document.figure.source
    if source is None or source.z_up is None:
        raise ValueError(_("The format of this figure's file says which way is up."))
    if source.was_turned == z_up:
        return document
    if source.motion_z_up or (z_up and _moves_on_its_front(document.figure)):
        return with_motion_turned(document, z_up)
    turned = _all_turned(document, UPRIGHT if z_up else UPRIGHT.T)
    return turned.with_figure(replace(turned.figure, source=replace(source, z_up=z_up)))


def lies_against_its_format(figure: Figure) -> bool:
    """Return whether a figure rests with Z up though the format of its file says Y: who wrote it did not turn it."""
    if figure.source is None or figure.source.z_up is not None:
        return False
    body = _body_of(figure.rig)
    if body is None or figure.source.stood_up:
        return False
    lies = float(frame_of(figure.rig, body).up @ Z_OF_FILE) > NEAR
    return lies and float(legs_of(figure.rig, body) @ Z_OF_FILE) < -MOSTLY  # the legs of an animal go down to the floor


def stood_up(document: Document, character: Character | None = None, up: bool = True) -> Document:
    """Return a figure that lies against its format turned upright, with its clips and its skin; or turned back again.

    It leaves as the format has it: its own file is written again below a node that turns it. The soles of its feet are
    measured anew on the mesh of its `character`.
    """
    source, turn = document.figure.source, UPRIGHT if up else UPRIGHT.T
    turned = _all_turned(document, turn)
    if source is None or source.file is None or source.faces_back:
        return turned
    source = replace(source, nodes=_nodes_turned(source, turn), stood_up=up)
    rig = turned.rig
    if character is not None and character.parts:
        rig = rig.changed(soles=soles_of(rig, source, character))
    return turned.with_figure(replace(turned.figure, rig=rig, source=source))


def _nodes_turned(source: Source, turn: Floats) -> tuple[SourceNode, ...]:
    """Return the nodes of a file that remember their bones as these were read, turned (4, 4)."""
    bones = {
        str(index): Bone(name=str(index), head=node.head, tail=node.tail, roll=node.roll)
        for index, node in enumerate(source.nodes)
        if node.called
    }
    turned = _all_turned(Document.of(Rig(bones=tuple(bones.values()))), turn).rig.by_name
    return tuple(
        replace(node, head=bone.head, tail=bone.tail, roll=bone.roll) if (bone := turned.get(str(index))) else node
        for index, node in enumerate(source.nodes)
    )


def _all_turned(document: Document, turn: Floats) -> Document:
    """All joints turned (4, 4) about the origin; poses and clips count from the rest pose, so they turn with it."""
    names = [bone.name for bone in document.rig.bones]
    ends: list[JointEnd] = [*((name, "head") for name in names), *((name, "tail") for name in names)]
    turned = transformed(document, ends, turn)
    soles = {name: tuple(three(turn[:3, :3] @ point) for point in points) for name, points in turned.rig.soles.items()}
    return turned.with_rig(turned.rig.changed(soles=soles))


def _over_the_hips(rig: Rig, body: FoundBody, clip: Clip) -> Vector:
    """The unit vectors (f, 3) from the hips to the head in some frames of a clip."""
    names = [bone.name for bone in rig.bones]
    hips, head = (names.index(body.bones[part]) for part in ("hips", "head"))
    if tuple(names) != clip.bones:
        return unit(head_of(rig, names[head]) - head_of(rig, names[hips]))[None]
    places = _some_places(rig, clip)
    ways = places[:, head] - places[:, hips]
    return np.asarray(ways / np.maximum(np.linalg.norm(ways, axis=1, keepdims=True), 1e-12))


def _some_places(rig: Rig, clip: Clip) -> Floats:
    """Return the heads of all bones (f, n, 3) in some frames of a clip of them."""
    some = clip.frames_at(np.linspace(0, clip.count - 1, min(FRAMES, clip.count)).astype(int)).astype(np.float64)
    return np.asarray(forward_kinematics(rig.bones, some)[..., :3, 3])
