"""A frame of a clip on a figure as one sees it, also where IK and handles have their say."""

from __future__ import annotations

from collections.abc import Collection

from msgspec.structs import replace

from pantin.rigs import Document, Rig
from pantin.rigs.clip import Clip
from pantin.rigs.editing.clips import pose_at
from pantin.rigs.editing.pins import without_lifted_feet
from pantin.rigs.editing.pose import with_transforms
from pantin.solver.edits.controls.pose_controls import Steered, matched, steered, unsteered
from pantin.solver.edits.controls.pose_handles import giving, handed
from pantin.solver.edits.walking.walk import on_its_ground
from pantin.solver.evaluate import evaluate


def frame_shown(document: Document, clip: Clip, frame: int) -> Document:
    """The document in the pose of a frame. Tracks of bones that the rig lacks are left out.

    Handles and poles of which the clip has no tracks are put where its bones are: motion from elsewhere has none. Where
    feet plant they stand on the ground already, and none plants in the document that is returned. Pinned feet that the
    frame lifts are free in it: a step ends in the air where they are held there.
    """
    document, clip = on_its_ground(document, clip)
    rig = document.rig
    pose = {name: at for name, at in pose_at(clip, frame).items() if name in rig.by_name}
    loose, ties = _without_controls(rig, pose.keys()), giving(rig, pose)
    made = without_lifted_feet(handed(with_transforms(document, pose), ties))
    if not loose:
        return made
    free = replace(made, rig=made.rig.constrained(unsteered(rig, loose)))
    return matched(made, loose, evaluate(free))


def _without_controls(rig: Rig, tracked: Collection[str]) -> tuple[Steered, ...]:
    """The chains that IK bends of which bones have tracks and no control has, or all bones but not all controls.

    Bones that stay as they are need no tracks: files leave those of feet out that do not turn on their shins.
    """
    names = set(tracked)
    return tuple(
        limb
        for limb in steered(rig)
        if not names.isdisjoint(limb.posed)
        and (names.isdisjoint(limb.controls) or (names >= set(limb.posed) and not names >= set(limb.controls)))
    )
