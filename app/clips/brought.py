"""The clips of a file for the open figure: by the names of bones, or retargeted from one person to another.

A skeleton whose rest is folded, legs and arms along the back as some motion capture has it, does not tell how its bones
are turned about themselves. Where six of its joints go tells enough: these drive the figure as tracked points do.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import msgspec
from msgspec.structs import replace

from pantin import rigs
from pantin.app.files import reading
from pantin.app.files.baking import baked
from pantin.app.messages import _
from pantin.rigs.clip import Clip
from pantin.rigs.document import Document
from pantin.rigs.formats import format_of
from pantin.rigs.motion.person import person_in
from pantin.rigs.motion.retarget import retargeted_clip
from pantin.rigs.motion.transfer import transferred
from pantin.solver.edits.tracking.calibration import by_skeleton
from pantin.solver.edits.tracking.sources import motion_of
from pantin.solver.edits.tracking.stance import body_of
from pantin.solver.edits.tracking.track import tracked_clip


class Brought(msgspec.Struct, frozen=True):
    """Clips that fit a rig, and what there is to say about them."""

    clips: tuple[Clip, ...]
    missing: str = ""
    """One sentence about bones that were left out; empty where there are none."""
    told: str = ""
    """One sentence about how they were made to fit; empty where they fit by themselves."""


def brought(path: Path, document: Document) -> Brought:
    """The clips of a file for a figure. Raises ValueError, in one sentence, where there are none or they do not fit."""
    rig, (clips, source) = document.rig, _motion(path)
    if not clips:
        raise ValueError(_("{file} holds no motion; choose a file with animation.").format(file=path.name))
    try:
        found = [transferred(clip, source.rig if source else rig, rig) for clip in clips]
    except ValueError:
        made = _retargeted(clips, source, document) if source else ()
        if not made:
            raise
        sentence = _(
            "{file} moves another skeleton: its motion was retargeted to this figure, part by part of the body."
        )
        return Brought(made, told=sentence.format(file=path.name))
    return Brought(tuple(each.clip for each in found), found[0].report)


def _motion(path: Path) -> tuple[tuple[Clip, ...], Document | None]:
    """The clips in a file and the document that they move; one of clips alone has none: they fit by names.

    Raises Unreadable, also where all clips are damaged.
    """
    known = format_of(path)
    if known is not None and known.clips is not None:
        return known.clips(path), None
    document = reading.opened(path).document
    if not document.rig.clips:
        document = rigs.read(path)  # which says what is wrong with them, if anything is
    return document.rig.clips, document


def _retargeted(clips: Sequence[Clip], source: Document, document: Document) -> tuple[Clip, ...]:
    """The clips of one person for another; none where either is no person, or they share too few parts."""
    theirs, ours = person_in(source.rig), person_in(document.rig)
    if theirs is None or ours is None:
        return ()
    whole = [replace(clip, first=0, last=None) for clip in clips]
    made = [retargeted_clip(motion, theirs, ours) for motion in baked(source, whole).clips]
    if None not in made and _is_folded(source):
        made = [_by_points(clip, source, document) for clip in whole]
    return tuple(
        replace(found, first=clip.first, last=clip.last, loop=clip.loop)
        for found, clip in zip(made, clips, strict=True)
        if found is not None
    )


def _is_folded(source: Document) -> bool:
    """Whether back and legs are not in one line at rest, of a whole person."""
    try:
        return not body_of(source.rig).stands
    except ValueError:
        return False


def _by_points(clip: Clip, source: Document, document: Document) -> Clip:
    """The figure driven by head, hands, hips and feet of a clip."""
    motion = motion_of(source, clip)
    return tracked_clip(document, by_skeleton(body_of(document.rig), motion), motion)
