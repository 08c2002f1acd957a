"""The pose of a figure, as it is seen, made its rest pose: nothing moves, and all that counts from rest counts anew."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from msgspec.structs import replace

from pantin.rigs.document import Document
from pantin.rigs.editing.applied_rest import resting_where_posed
from pantin.rigs.formats.gltf.rest_moved import rest_moved
from pantin.rigs.formats.gltf.whole import Whole
from pantin.rigs.rest import rest_height, rest_matrices
from pantin.rigs.wording import listed
from pantin.solver import evaluate
from pantin.solver.messages import _

MOVES = 1e-6
"""Heights of the figure by which a bone is somewhere else afterwards."""


class Applied(NamedTuple):
    """A document whose pose became its rest."""

    document: Document
    """Its figure still names the file from before, where that was made anew."""
    data: bytes | None
    """That file, where the figure has one."""
    words: tuple[str, ...]
    """Whole sentences about what does not stay."""


def pose_as_rest(document: Document, whole: Whole | None = None) -> Applied:
    """Return the document whose edited figure rests in its pose; `whole` is the file that it came from.

    Its clips, its kept poses, and the limits of its joints show and allow what they did. Raises ValueError where a bone
    has no size in the pose, and Fault where the file is none of the figure's.
    """
    figure = document.figure
    seen = evaluate(_still(document))
    matrices = np.array(seen.matrices)
    made = resting_where_posed(figure, matrices, np.array(seen.stretches))
    swinging = {name: at for name, at in figure.pose.bones.items() if name in _swinging(document)}
    made = replace(made, pose=replace(made.pose, bones=swinging))
    data, words = None, list[str]()
    if whole is not None and figure.source is not None:
        moved = matrices @ np.linalg.inv(rest_matrices(figure.rig.bones))
        file = rest_moved(figure, whole, moved, made.rig.by_name)
        data = file.data
        made = replace(made, source=replace(figure.source, nodes=file.nodes))
        if file.sheared:
            sentence = _(
                "Uneven scale makes {bones} oblique, and a file holds no oblique rest: meshes there do not stay."
            )
            words.append(sentence.format(bones=listed(list(file.sheared))))
    after = document.with_figure(made)
    return Applied(after, data, (*words, *_moved(after, matrices)))


def _still(document: Document) -> Document:
    """Return the document without what acts upon the pose anew each time: eyes that look, and springs.

    Bones of springs are at rest on what carries them: they fall back to that, and rest there as before.
    """
    figure, swinging = document.figure, _swinging(document)
    rig = figure.rig.changed(springs=replace(figure.rig.springs, on=False))
    bones = {name: at for name, at in figure.pose.bones.items() if name not in swinging}
    return document.with_figure(replace(figure, rig=rig, pose=replace(figure.pose, bones=bones, gaze=None)))


def _swinging(document: Document) -> frozenset[str]:
    return frozenset(joint.bone for each in document.rig.springs.acting for joint in each.joints)


def _moved(after: Document, before: np.ndarray) -> tuple[str, ...]:
    """Return what is said of bones that constraints take elsewhere now than they were, matrices (n, 4, 4)."""
    off = np.linalg.norm(np.asarray(evaluate(_still(after)).matrices)[:, :3, 3] - before[:, :3, 3], axis=1)
    bones = [after.rig.bones[row].name for row in np.flatnonzero(off > MOVES * rest_height(after.rig.bones))]
    if not bones:
        return ()
    return (_("{bones} do not stay, because their constraints count from the rest pose.").format(bones=listed(bones)),)
