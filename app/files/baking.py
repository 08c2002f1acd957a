"""Documents baked, for files of what one sees: poses are evaluated, frames of clips are as the window shows them."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec
import numpy as np

from pantin.app.messages import _
from pantin.rigs.clip import CHANNELS, Clip
from pantin.rigs.document import Document
from pantin.rigs.figure import Figure
from pantin.rigs.formats.pose import Applied, apply
from pantin.rigs.gaze import LOOKING
from pantin.rigs.meshes.binding import binding, palette
from pantin.rigs.meshes.character import Character
from pantin.rigs.meshes.expressions import weights_of
from pantin.rigs.meshes.posed_points import PosedPart, points
from pantin.rigs.motion.baked import BakedClip, BakedFigure
from pantin.rigs.motion.transform_arrays import Floats
from pantin.rigs.pose import KeptPose
from pantin.rigs.wording import listed, quoted
from pantin.solver import evaluate
from pantin.solver.edits.expressions import only_expressions, with_expressions
from pantin.solver.edits.poses.clips import frame_shown, frames_seen
from pantin.solver.edits.poses.poses import seen
from pantin.solver.edits.posing.posing import local_transforms
from pantin.solver.evaluate import bones_seen
from pantin.solver.gaze import looking

POSE_RATE = 30.0
"""Frames a second of a pose that leaves as motion of one frame."""

STRETCHED = 1e-5
"""A bone is stretched whose length or thickness differs by more from its own."""


def baked(document: Document, clips: Iterable[Clip] = (), still: Document | None = None) -> BakedFigure:
    """The document in its pose, or as it stands `still`, and the frames of these clips that are played."""
    posed = evaluate(still or document)
    matrices = posed.matrices
    figure = looking(document.figure, matrices, posed.others)
    return BakedFigure(figure, matrices, tuple(_baked(document, clip) for clip in clips))


def posed_mesh(document: Document, character: Character) -> tuple[PosedPart, ...]:
    """Return the points of the figure's character, in its pose, armature space."""
    bound = binding(document.rig, document.figure.source, character)
    posed = evaluate(document)
    matrices = np.asarray(posed.matrices)
    weights = weights_of(character, looking(document.figure, matrices, posed.others).pose.expressions)
    return points(character, bound, palette(bound, matrices), weights)


def baked_clip(document: Document, clip: Clip) -> tuple[Clip, tuple[str, ...]]:
    """Return the clip as one sees it, the frames that are played, and the bones that are stretched in them.

    On a rig without constraints it looks the same, but for that: tracks hold no stretch.
    """
    frames, stretched = [], dict[str, None]()
    first, last = clip.span
    for frame in range(first, last + 1):
        posed = frame_shown(document, clip, frame)
        found = local_transforms(posed, evaluate(posed))
        frames.append([(*at.location, *at.rotation, *at.scale) for at in found.values()])
        long = (name for name, at in found.items() if max(abs(at.length - 1.0), abs(at.thickness - 1.0)) > STRETCHED)
        stretched.update(dict.fromkeys(long))
    bones = [bone.name for bone in document.rig.bones]
    made = clip.with_frames(np.array(frames).reshape(-1, len(bones), CHANNELS), bones)
    faces = {name: track.array[first : last + 1] for name, track in clip.expressions.items()}
    return msgspec.structs.replace(made, first=0, last=None).with_expressions(faces), tuple(stretched)


def in_pose(document: Document, kept: KeptPose) -> Applied:
    """Return the document in a pose of a library with its expressions, and what the rig lacks of it."""
    found = apply(document, kept.pose, kept.part)
    put = with_expressions if kept.part else only_expressions
    return msgspec.structs.replace(
        found, document=found.document.with_figure(put(found.document.figure, kept.expressions))
    )


def clip_of_pose(document: Document, name: str) -> Clip:
    """Return how the figure stands, with its expressions, as a clip of one frame."""
    stands = seen(document)
    rows = np.array([[(*at.location, *at.rotation, *at.scale) for at in stands.values()]])
    made = Clip.of(name, POSE_RATE, list(stands), rows.reshape(1, len(stands), CHANNELS))
    return made.with_expressions({each: [value] for each, value in document.figure.pose.expressions.items()})


def clips_of_poses(document: Document, kept: Iterable[KeptPose]) -> tuple[Clip, ...]:
    """Return poses of a library as clips of one frame each, by their names."""
    return tuple(clip_of_pose(in_pose(document, each).document, each.name) for each in kept)


def at_frame(document: Document, clip: Clip, frame: int) -> Document:
    """Return the document in the pose of a frame of the clip, as the window shows it.

    Raises ValueError, in one sentence, where the clip has no such frame.
    """
    if not 0 <= frame < clip.count:
        sentence = _("the clip {name} has frames from 0 to {last}, so no frame {frame}; ask for one of these.")
        raise ValueError(sentence.format(name=quoted(clip.name), last=clip.count - 1, frame=frame))
    return frame_shown(document, clip, frame)


def at_asked_frame(document: Document, frame: int | None, clip: str | None) -> Document:
    """Return the document in a frame of the clip of this name, or of the first; by default in its first played one.

    Raises ValueError, in one sentence, where there is no such clip or frame.
    """
    named = clip_named(document.figure, clip)
    return at_frame(document, named, named.span[0] if frame is None else frame)


def clip_named(figure: Figure, name: str | None) -> Clip:
    """The clip of this name, or the first. Raises ValueError, in one sentence, where there is none."""
    found = next((clip for clip in figure.clips if name in (None, clip.name)), None)
    if found is None:
        if not figure.clips:
            raise ValueError(_("there is no clip in it; choose a file with motion."))
        sentence = _("there is no clip {name}; name one of {names}.")
        raise ValueError(sentence.format(name=quoted(name or ""), names=listed([clip.name for clip in figure.clips])))
    return found


def _baked(document: Document, clip: Clip) -> BakedClip:
    first, last = clip.span
    faces = {name: track.array[first : last + 1, 0].astype(np.float64) for name, track in clip.expressions.items()}
    matrices = frames_seen(document, clip, range(first, last + 1))
    return BakedClip(clip.name, clip.rate, first, matrices, {**faces, **_looks(document, matrices)})


def _looks(document: Document, matrices: Floats) -> dict[str, Floats]:
    """Return the values (f,) of the expressions by which the eyes look while bones stand so (f, n, 4, 4)."""
    figure, gaze = document.figure, document.figure.pose.gaze
    if gaze is None or gaze.by != "expressions":
        return {}
    bare = msgspec.structs.replace(figure, pose=msgspec.structs.replace(figure.pose, expressions={}))
    others = bones_seen(document)
    frames = [looking(bare, each, others).pose.expressions for each in matrices]
    return {name: np.array([each.get(name, 0.0) for each in frames]) for name in LOOKING}
