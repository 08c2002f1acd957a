"""What one sees of a document, for files that hold that: poses and clips evaluated with all constraints."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from pantin.app.messages import _
from pantin.rigs.clip import Clip
from pantin.rigs.document import Document
from pantin.rigs.editing.clips import posed_at
from pantin.rigs.motion.seen import Seen, SeenClip
from pantin.rigs.motion.transform_arrays import Floats
from pantin.rigs.rig import Rig
from pantin.rigs.wording import quoted
from pantin.solver import evaluate, evaluate_many, pose_rows
from pantin.solver.edits.posing import local_transforms


def seen(document: Document, clips: Iterable[Clip] = ()) -> Seen:
    """The document in its pose, and the frames of these clips that are played."""
    return Seen(document.rig, evaluate(document).matrices, tuple(_seen_clip(document, clip) for clip in clips))


def baked(document: Document, clip: Clip) -> Clip:
    """The clip as one sees it, the frames that are played: on a rig without constraints it looks the same."""
    frames = []
    first, last = clip.span
    for frame in range(first, last + 1):
        posed = posed_at(document, clip, frame)
        found = local_transforms(posed, evaluate(posed))
        frames.append([(*at.location, *at.rotation, *at.scale) for at in found.values()])
    bones = [bone.name for bone in document.rig.bones]
    return Clip.of(clip.name, clip.rate, bones, np.array(frames).reshape(-1, len(bones), 10))


def at_frame(document: Document, clip: Clip, frame: int) -> Document:
    """The document posed as a frame of the clip says. Raises ValueError, in one sentence, where there is none."""
    if not 0 <= frame < clip.count:
        sentence = _("the clip {name} has frames from 0 to {last}, so no frame {frame}; ask for one of these.")
        raise ValueError(sentence.format(name=quoted(clip.name), last=clip.count - 1, frame=frame))
    return posed_at(document, clip, frame)


def clip_named(rig: Rig, name: str | None) -> Clip:
    """The clip of this name, or the first. Raises ValueError, in one sentence, where there is none."""
    found = next((clip for clip in rig.clips if name in (None, clip.name)), None)
    if found is None:
        if not rig.clips:
            raise ValueError(_("there is no clip in it; choose a file with motion."))
        names = ", ".join(quoted(clip.name) for clip in rig.clips[:5])
        sentence = _("there is no clip {name}; name one of {names}.")
        raise ValueError(sentence.format(name=quoted(name or ""), names=names))
    return found


def _seen_clip(document: Document, clip: Clip) -> SeenClip:
    return SeenClip(clip.name, clip.rate, clip.span[0], evaluate_many(document, clip_rows(document, clip, *clip.span)))


def clip_rows(document: Document, clip: Clip, first: int, last: int) -> Floats:
    """The poses (f, n, 10) of frames, both included. Bones that the clip does not name stay as they are posed."""
    rows = np.tile(pose_rows(document), (last - first + 1, 1, 1))
    row = {bone.name: number for number, bone in enumerate(document.rig.bones)}
    for number, bone in enumerate(clip.bones):
        if bone in row:
            rows[:, row[bone]] = clip.frames[first : last + 1, number]
    return rows
