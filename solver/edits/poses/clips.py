"""Frames of a clip on a figure as one sees them, also where IK and handles have their say.

Whoever asks what a frame looks like asks here: the window, pictures, files that are written, and what reads them back.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import partial
from typing import NamedTuple

import numpy as np

from pantin.rigs import Document, Rig
from pantin.rigs.clip import Clip
from pantin.rigs.editing.clips import expressions_at, pose_at
from pantin.rigs.editing.limb_ties import tied_bones, ties_of, with_influence
from pantin.rigs.editing.pins import without_lifted_feet
from pantin.rigs.editing.pose import with_transforms
from pantin.rigs.tree.traversal import ancestors
from pantin.solver.edits.controls.pose_controls import SHORTEST, Steered, followed, steered, ties_of_chains
from pantin.solver.edits.controls.pose_handles import brought, giving
from pantin.solver.edits.expressions import with_expressions
from pantin.solver.edits.poses.swinging import as_posed, resting_springs, swings_of, turned_so
from pantin.solver.edits.posing.joint_bounds import beyond
from pantin.solver.edits.walking.walk import on_its_ground
from pantin.solver.evaluate import clip_rows, evaluate, evaluate_many
from pantin.solver.program.posed import Posed
from pantin.solver.program.skeleton import Floats, skeleton_for
from pantin.solver.springing import springs_act

EXACT = 3e-7
"""Bones that are farther from where a frame has them, in parts of a rotation or of the figure's size, are elsewhere."""


ROTATION = slice(3, 7)
"""The columns of the rotation in a row of a pose."""

ROUNDING = 2e-7
"""Parts of a rotation by which the 32-bit numbers of a track may miss what a joint allows."""


class _Look(NamedTuple):
    """The arguments of `look`: a document, the clip on its ground, and the additions to the tracks of its bones."""

    document: Document
    clip: Clip
    loose: tuple[Steered, ...]
    """The chains whose handles and poles the clip has no tracks of."""
    ties: tuple[int, ...]
    """The constraints that give bones what other such handles have."""
    swings: bool
    """Whether springs move bones; they are off in the document."""

    @property
    def all_ties(self) -> frozenset[int]:
        """Those, and the constraints that tie the chains to their handles."""
        return ties_of_chains(self.document.rig, self.loose).union(self.ties)


def frame_shown(document: Document, clip: Clip, frame: int) -> Document:
    """Return the document in the pose of a frame. Tracks of bones that the rig lacks are left out.

    Handles and poles of which the clip has no tracks are put where its bones are: motion from elsewhere has none. A
    limb that IK does not bring there, because of its limits or because it has more joints than its controls decide, is
    moved by its bones in this frame, as after a switch to FK; its controls are beside them all the same. Where feet
    plant they stand on the ground already, and none plants in the document that is returned. Pinned feet that the frame
    lifts are free in it: a step ends in the air where they are held there.
    """
    shown = without_lifted_feet(_swung(document, clip, _look(document, clip), frame))
    return shown.with_figure(with_expressions(shown.figure, expressions_at(clip, frame)))


def frames_seen(document: Document, clip: Clip, frames: Sequence[int]) -> Floats:
    """Compute how all bones are posed in frames of a clip, matrices (f, n, 4, 4) in armature space, read-only.

    Each frame is what `evaluate` makes of the document of `frame_shown`, to the bit.
    """
    look = _look(document, clip)
    if not look.loose and not look.ties:
        rows = clip_rows(look.document, look.clip, frames)
        if look.swings:
            swings = swings_of(document, document.active_figure, clip, clip.rate)
            rows[:, swings.rows, ROTATION] = as_posed(swings.at(_within(frames, clip), partial(_unswung, look)))
        return evaluate_many(look.document, rows)
    found = np.empty((len(frames), len(document.rig.bones), 4, 4))
    for place, frame in enumerate(frames):
        found[place] = evaluate(_swung(document, clip, look, frame)).matrices
    found.flags.writeable = False
    return found


def _swung(document: Document, clip: Clip, look: _Look, frame: int) -> Document:
    """Return the document in the pose of a frame, its springs as they swing there, with all its pins."""
    posed = _posed(look, frame)
    if not look.swings:
        return posed
    swings = swings_of(document, document.active_figure, clip, clip.rate)
    return turned_so(posed, swings, swings.at(_within((frame,), clip), partial(_unswung, look))[0])


def _within(frames: Sequence[int], clip: Clip) -> list[int]:
    """Return the frames, or the nearest that a clip has."""
    return [min(max(frame, 0), clip.count - 1) for frame in frames]


def _unswung(look: _Look, frames: Sequence[int]) -> Floats:
    """Return how bones are posed in frames without springs (f, n, 4, 4)."""
    if not look.loose and not look.ties:
        return evaluate_many(look.document, clip_rows(look.document, look.clip, frames))
    return np.array([evaluate(_posed(look, frame)).matrices for frame in frames])


def posed_by_tracks(document: Document, clip: Clip) -> tuple[tuple[Steered, ...], Floats]:
    """Return the chains whose controls a clip lacks, and how bones are posed by its tracks alone, (f, n, 4, 4), read-
    only.

    That is how its frames are to be seen: matrices in armature space, without IK and handles of those chains.
    """
    look = _look(document, clip)
    free = _without(look.document, look.all_ties)
    return look.loose, evaluate_many(free, clip_rows(free, look.clip))


def _look(document: Document, clip: Clip) -> _Look:
    document, clip = on_its_ground(document, clip)
    swings = springs_act(document.rig)
    document = resting_springs(document)
    tracked = [name for name in clip.bones if name in document.rig.by_name]
    return _Look(document, clip, _without_controls(document.rig, tracked), giving(document.rig, tracked), swings)


def _posed(look: _Look, frame: int) -> Document:
    """The document in the pose of a frame, with all its pins."""
    rig = look.document.rig
    pose = {name: at for name, at in pose_at(look.clip, frame).items() if name in rig.by_name}
    made = with_transforms(look.document, pose)
    if not look.loose and not look.ties:
        return made
    made, beyond_limits = _within_limits(made, look.loose)
    ties = look.all_ties
    wanted = evaluate(_without(made, ties))
    loosened = _with_limbs(rig, ties, beyond_limits)
    while True:
        loose = [limb for limb in look.loose if ties_of_chains(rig, [limb]).isdisjoint(loosened)]
        given_by = [place for place in look.ties if place not in loosened]
        shown = brought(with_influence(made, loosened, 0.0), given_by, loose, wanted)
        off = _elsewhere(evaluate(shown), wanted, tied_bones(rig, ties))
        more = _at_fault(rig, ties - loosened, off)
        if not more:
            return _with_controls_beside(shown, [limb for limb in look.loose if limb not in loose], wanted, ties)
        loosened |= more


def _with_controls_beside(
    document: Document, limbs: Sequence[Steered], wanted: Posed, ties: Collection[int]
) -> Document:
    """Return the document with the controls of limbs that their bones move at these, if no bone comes elsewhere."""
    if not limbs:
        return document
    made = followed(document, limbs, wanted)
    return document if _elsewhere(evaluate(made), wanted, tied_bones(made.rig, ties)) else made


def _without(document: Document, ties: Collection[int]) -> Document:
    """The document without these constraints."""
    rig = document.rig
    return document.with_rig(
        rig.changed(constraints=tuple(each for place, each in enumerate(rig.constraints) if place not in ties))
    )


def _elsewhere(stands: Posed, wanted: Posed, names: Collection[str]) -> frozenset[str]:
    """Those of the bones that are not posed as wanted."""
    rows = [wanted.index[name] for name in names]
    off = np.abs(stands.matrices[rows] - wanted.matrices[rows])
    off[:, :3, 3] /= max(float(np.ptp(wanted.heads, axis=0).max()), SHORTEST)
    far = off.max(axis=(1, 2)) > EXACT
    return frozenset(name for name, is_far in zip(names, far.tolist(), strict=True) if is_far)


def _at_fault(rig: Rig, ties: Collection[int], off: frozenset[str]) -> set[int]:
    """Those of the constraints that bring bones elsewhere, with all that tie the same limbs: the highest ones first.

    Bones below others that are off may be right once those are.
    """
    bones = {place: tied_bones(rig, (place,)) for place in ties}
    wrong = {place: names for place, names in bones.items() if not off.isdisjoint(names)}
    highest = {place for place, names in wrong.items() if off.isdisjoint(ancestors(rig, names[0]))}
    return _with_limbs(rig, ties, highest or set(wrong))


def _with_limbs(rig: Rig, ties: Collection[int], some: Collection[int]) -> set[int]:
    """Some of the constraints, with all others of them that tie the same limbs."""
    limbs = (set(ties_of(rig, limb)) for limb in rig.limbs) if some else ()
    return set(some).union(*(each & set(ties) for each in limbs if not each.isdisjoint(some)))


def _within_limits(document: Document, loose: Sequence[Steered]) -> tuple[Document, frozenset[int]]:
    """Return the document with chains within what their joints allow, and the constraints that tie those beyond it.

    A rotation that is beyond by no more than the rounding of a track is put within; IK would not keep any other one.
    """
    rig = document.rig
    posed = {name: document.figure.transform(name) for limb in loose for name in limb.chain}
    skeleton = skeleton_for(rig.bones)
    held, off = beyond(skeleton, posed), beyond(skeleton, posed, ROUNDING).keys()
    made = with_transforms(document, {name: at for name, at in held.items() if name not in off})
    return made, ties_of_chains(rig, [limb for limb in loose if not off.isdisjoint(limb.chain)])


def _without_controls(rig: Rig, tracked: Collection[str]) -> tuple[Steered, ...]:
    """The chains that IK bends of which bones have tracks and no control has, or all bones but not all controls.

    Bones that stay as they are need no tracks: files leave those of feet out that do not turn on their shins.
    """
    names, found = set(tracked), list[Steered]()
    for limb in steered(rig):
        no_bone, no_control = names.isdisjoint(limb.posed), names.isdisjoint(limb.controls)
        all_bones, all_controls = names >= set(limb.posed), names >= set(limb.controls)
        lacks_controls = no_control or (all_bones and not all_controls)
        if lacks_controls and not no_bone:
            found.append(limb)
    return tuple(found)
