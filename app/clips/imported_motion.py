"""The clips of a file for the open figure: by the names of bones, or retargeted from one person to another.

A skeleton whose rest is folded, legs and arms along the back as some motion capture has it, does not tell how its bones
are turned about themselves. Where six of its joints go tells enough: these drive the figure as tracked points do.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import msgspec
import numpy as np
from msgspec.structs import replace

from pantin import rigs
from pantin.app.files import character_file, reading
from pantin.app.files.baking import baked
from pantin.app.messages import _
from pantin.rigs.anatomy.parts import ARM, LEG
from pantin.rigs.clip import Clip
from pantin.rigs.document import Document
from pantin.rigs.fitting.found_body import SIDES, role_of
from pantin.rigs.formats import format_of
from pantin.rigs.formats.opening import no_progress
from pantin.rigs.frames import Frames
from pantin.rigs.gaze import LOOKING, Gaze, looks_of_values
from pantin.rigs.meshes.character import Character
from pantin.rigs.motion.baked import BakedClip
from pantin.rigs.motion.humanoid_motion import humanoid_clip
from pantin.rigs.motion.person import Person, person_in
from pantin.rigs.motion.reference import at_reference, stands_at_rest
from pantin.rigs.motion.retarget import retargeted_clip
from pantin.rigs.motion.transfer import transferred
from pantin.rigs.motion.transform_arrays import Floats
from pantin.rigs.rig import Rig
from pantin.rigs.tree.traversal import ancestors
from pantin.rigs.wording import listed
from pantin.solver.edits.controls.pose_controls import steered
from pantin.solver.edits.expressions import eyes_of
from pantin.solver.edits.poses.clips import ROUNDING
from pantin.solver.edits.poses.hinges import bent_about_hinges
from pantin.solver.edits.poses.reference_pose import from_reference, kind_of, matched, reference_of, standing_in
from pantin.solver.edits.posing.joint_bounds import beyond_in
from pantin.solver.edits.tracking.calibration import by_skeleton
from pantin.solver.edits.tracking.humanoids import clip_of_motion, humanoid_of
from pantin.solver.edits.tracking.sources import motion_of
from pantin.solver.edits.tracking.stance import body_of
from pantin.solver.edits.tracking.track import tracked_clip
from pantin.solver.gaze import eye_turns, values_for_looks
from pantin.solver.program.skeleton import skeleton_of

VRMA = ".vrma"

RETARGETED = _("{file} moves another skeleton: its motion was retargeted to this figure, part by part of the body.")

BEYOND = _(
    "It turns {bones} beyond what these joints allow: in such frames a limb is moved by its bones (FK), not by IK."
)

NEARLY_ALL = 0.9
"""Part of the limb bones whose names agree where motion is imported by names: one of twelve may differ."""

SAME_PLACE = 0.1
"""Lengths of a leg: hips that rest farther apart, made as large as each other, do not rest in one place."""

STILL = 1e-5
"""Numbers of a bone that is at rest differ by less from those at rest."""


class ImportedMotion(msgspec.Struct, frozen=True):
    """Clips that fit a rig, and what there is to say about them."""

    clips: tuple[Clip, ...]
    missing: str = ""
    """One sentence about bones that were left out; empty where there are none."""
    fitted: str = ""
    """One sentence about how they were made to fit; empty where they fit by themselves."""
    beyond: str = ""
    """One sentence about bones that they turn beyond what joints allow; empty where there are none."""

    @property
    def remarks(self) -> str:
        """The sentences about how they fit and what they go beyond; empty where there is nothing to say."""
        return " ".join(filter(None, (self.fitted, self.beyond)))


def imported_motion(path: Path, document: Document, progress: Callable[[float], None] = no_progress) -> ImportedMotion:
    """The clips of a file for a figure. Raises ValueError, in one sentence, where there are none or they do not fit.

    `progress` is called with the part of a long file that is read.
    """
    clips, source = _motion(path, progress)
    if not clips:
        raise ValueError(_("{file} holds no motion; choose a file with animation.").format(file=path.name))
    aims_eyes = path.name.lower().endswith(VRMA)
    return _with_faces(_fitted(path, clips, source, document), clips, document, aims_eyes)


def _fitted(path: Path, clips: Sequence[Clip], source: Document | None, document: Document) -> ImportedMotion:
    """Return the clips as they move the bones of a figure. Raises ValueError."""
    known = source if path.name.lower().endswith(VRMA) else None
    if known is not None and (found := _by_humanoids(clips, known, document)):
        fitted = RETARGETED.format(file=path.name)
        return ImportedMotion(found, fitted=fitted, beyond=_of_limits(document, found))
    people = _people(source, document) if source else None
    if source is None or people is None:
        return _by_names(clips, source.rig if source else document.rig, document)
    if reference_of(document.figure) is not None or not _is_same_person(clips, *people):
        return _by_parts(path, clips, source, document) or _by_names(clips, source.rig, document)
    try:
        return _by_names(clips, source.rig, document)
    except ValueError:
        if made := _by_parts(path, clips, source, document):
            return made
        raise


def _with_faces(found: ImportedMotion, clips: Sequence[Clip], document: Document, aims_eyes: bool) -> ImportedMotion:
    """Return the motion with the expressions that its clips had, by the names that the figure's character has.

    Where these say where any person's eyes look, those of the figure do: `aims_eyes`.
    """
    if not any(clip.expressions for clip in clips) or len(clips) != len(found.clips):
        return found
    character = _character(document)
    presets = [(each.preset, each.name) for each in character.expressions if each.preset] if character else []
    own = {each.name for each in character.expressions} if character else set()
    names = {preset: name for preset, name in presets if preset not in own}
    made = [
        _with_face(clip, was, names, _eyes(document, character) if aims_eyes else None)
        for clip, was in zip(found.clips, clips, strict=True)
        if clip.count == was.count
    ]
    return replace(found, clips=tuple(made)) if len(made) == len(clips) else found


def _with_face(clip: Clip, was: Clip, names: Mapping[str, str], eyes: tuple[Rig, Gaze] | None) -> Clip:
    """Return a clip with the expressions of another, and eyes that look where those say."""
    values = {name: track.array[:, 0].astype(np.float64) for name, track in was.expressions.items()}
    looks = looks_of_values(values) if eyes is not None else None
    if eyes is not None and looks is not None:
        rig, gaze = eyes
        values = {name: each for name, each in values.items() if name not in LOOKING}
        if gaze.by == "expressions":
            values |= values_for_looks(gaze, looks)
        else:
            clip = replace(clip, tracks={**clip.tracks, **_turned(eye_turns(rig, gaze, looks))})
    return clip.with_expressions({names.get(name, name): each for name, each in values.items()})


def _turned(turns: Mapping[str, Floats]) -> dict[str, Frames]:
    """Return tracks of bones that turn so (f, 4)."""
    return {
        bone: Frames(np.concatenate((np.zeros((len(each), 3)), each, np.ones((len(each), 3))), axis=1))
        for bone, each in turns.items()
    }


def _eyes(document: Document, character: Character | None) -> tuple[Rig, Gaze] | None:
    """Return how the eyes of the figure look; None where it has none."""
    try:
        return document.rig, eyes_of(document.figure, character)
    except ValueError:
        return None


def _character(document: Document) -> Character | None:
    """Return the figure's character; None where its file is not there."""
    try:
        return character_file.character_of(document.figure)
    except rigs.Unreadable:
        return None


def _by_humanoids(clips: Sequence[Clip], source: Document, document: Document) -> tuple[Clip, ...]:
    """Return the clips of one humanoid for another, counted from both T-poses; none where one of them is none."""
    try:
        theirs = humanoid_of(source.figure, _named(source))
        ours = humanoid_of(document.figure, _named(document))
    except ValueError:
        return ()
    what = baked(source, [replace(clip, first=0, last=None) for clip in clips])
    motions = [humanoid_clip(what, motion, theirs, {}) for motion in what.clips]
    made = [clip_of_motion(document.rig, ours, theirs, motion) for motion in motions]
    return tuple(
        bent_about_hinges(document, replace(found, first=clip.first, last=clip.last, loop=clip.loop))
        for found, clip in zip(made, clips, strict=True)
    )


def _named(document: Document) -> Mapping[str, int]:
    """Return the nodes that the figure's own file says are humanoid bones; none where that is not there."""
    character = _character(document)
    return character.humanoid if character else {}


def _by_names(clips: Sequence[Clip], theirs: Rig, document: Document) -> ImportedMotion:
    """Return clips that move the bones of the same names, limbs bent about hinges that their own figure lacks.

    Raises ValueError where there are none.
    """
    found = [transferred(clip, theirs, document.rig) for clip in clips]
    made = tuple(bent_about_hinges(document, each.clip, theirs) for each in found)
    return ImportedMotion(made, found[0].report, beyond=_of_limits(document, made))


def _by_parts(path: Path, clips: Sequence[Clip], source: Document, document: Document) -> ImportedMotion | None:
    """Return clips that were retargeted from one person to the other; None where they share too few parts."""
    made = _retargeted(clips, source, document)
    fitted = RETARGETED.format(file=path.name)
    return ImportedMotion(made, fitted=fitted, beyond=_of_limits(document, made)) if made else None


def _of_limits(document: Document, clips: Sequence[Clip]) -> str:
    """Return which bones of IK limbs the clips turn beyond their limits, in a sentence; empty where they do not."""
    chains = {name for limb in steered(document.rig) for name in limb.chain}
    beyond = beyond_in(skeleton_of(document.rig.bones), clips, ROUNDING) if chains else ()
    bones = [name for name in beyond if name in chains]
    return BEYOND.format(bones=listed(bones)) if bones else ""


def _people(source: Document, document: Document) -> tuple[Person, Person] | None:
    """Return the person whose motion is imported and the one that takes it; None where one of them is none."""
    theirs, ours = person_in(source.figure), person_in(document.figure)
    return (theirs, ours) if theirs is not None and ours is not None else None


def _is_same_person(clips: Sequence[Clip], theirs: Person, ours: Person) -> bool:
    """Return True if motion fits by names: nearly all limb bones agree, and hips rest alike below known bones."""
    parts = [role_of(part, side) for part in (*ARM[1:], *LEG[:3]) for side in SIDES]
    shared = [part for part in parts if part in theirs.body.bones and part in ours.body.bones]
    agree = sum(theirs.body.bones[part] == ours.body.bones[part] for part in shared)
    if agree < max(NEARLY_ALL * len(shared), 1) or theirs.body.bones["hips"] != ours.body.bones["hips"]:
        return False
    hips = ours.body.bones["hips"]
    above = set(ancestors(theirs.rig, hips))
    moving = {name for clip in clips for name in clip.bones if name in above and _moves(clip, name)}
    if not moving <= set(ancestors(ours.rig, hips)):
        return False
    away = theirs.rest_in_rig[hips][:3, 3] * (ours.leg / theirs.leg) - ours.rest_in_rig[hips][:3, 3]
    return float(np.linalg.norm(away)) < SAME_PLACE * ours.leg


def _moves(clip: Clip, name: str) -> bool:
    """Return True if a clip moves a bone away from its rest in any frame."""
    rest = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 1.0, 1.0, 1.0)
    rows = clip.tracks[name].array
    return bool((np.abs(rows - rest) > STILL).any())


def _motion(path: Path, progress: Callable[[float], None]) -> tuple[tuple[Clip, ...], Document | None]:
    """The clips in a file and the document that they move; one of clips alone has none: they fit by names.

    Raises Unreadable, also where all clips are damaged.
    """
    known = format_of(path)
    if known is not None and known.clips is not None:
        return known.clips(path), None
    document = reading.opened(path, progress=progress).document
    if not document.figure.clips:
        document = rigs.read(path)  # which says what is wrong with them, if anything is
    return document.figure.clips, document


def _retargeted(clips: Sequence[Clip], source: Document, document: Document) -> tuple[Clip, ...]:
    """The clips of one person for another; none where either is no person, or they share too few parts."""
    people = _people(source, document)
    if people is None:
        return ()
    theirs, _ours = people
    whole = [replace(clip, first=0, last=None) for clip in clips]
    motions = baked(source, whole).clips
    made: list[Clip | None] = []
    for clip, motion in zip(whole, motions, strict=True):
        who: Person | None = theirs
        if not stands_at_rest(source.rig, theirs.body):
            who = at_reference(source.figure, theirs.body, motion.matrices)
        elif _is_folded(source):
            who = None
        found = _from_person(motion, who or theirs, document)
        made.append(found if found is None or who is not None else _by_points(clip, source, document))
    return tuple(
        bent_about_hinges(document, replace(found, first=clip.first, last=clip.last, loop=clip.loop))
        for found, clip in zip(made, clips, strict=True)
        if found is not None
    )


def _from_person(motion: BakedClip, who: Person, document: Document) -> Clip | None:
    """Return a motion of a person for a figure: from its reference pose, where it has one."""
    figure = document.figure
    kept, ours = reference_of(figure), person_in(figure)
    if kept is None or ours is None:
        return None if ours is None else retargeted_clip(motion, who, ours)
    pose, kind = dict(kept.pose), kind_of(kept)
    alike = who if kind is None else standing_in(who, matched(who, kind))
    found = retargeted_clip(motion, alike, standing_in(ours, pose), stand_alike=True)
    return None if found is None else from_reference(found, figure, pose)


def _is_folded(source: Document) -> bool:
    """Return whether back and legs are not in one line at rest, of a whole person."""
    try:
        return not body_of(source.rig).stands
    except ValueError:
        return False


def _by_points(clip: Clip, source: Document, document: Document) -> Clip:
    """The figure driven by head, hands, hips and feet of a clip."""
    motion = motion_of(source, clip)
    return tracked_clip(document, by_skeleton(body_of(document.rig), motion), motion)
