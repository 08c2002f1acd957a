"""The frame of a clip that is shown instead of the document's own pose. It is a look: the document stays as it is.

What is edited at a frame takes its pose: the edit begins from there. An edit that leaves the pose as the frame has it,
such as a trim, takes nothing, and the frame goes on being shown. A bend that shows weights is such a look, too.
"""

from __future__ import annotations

import msgspec
import numpy as np
from msgspec.structs import replace

from pantin.rigs.clip import CHANNELS, Clip
from pantin.rigs.document import Document
from pantin.rigs.fitting.bends import Bend
from pantin.rigs.rig import Rig
from pantin.solver.edits.poses.clips import frame_shown


class ClipFrame(msgspec.Struct, frozen=True, eq=False):
    """One frame of a clip; the number counts from 0."""

    clip: Clip
    number: int

    def on(self, document: Document) -> Document:
        """The document in the pose of the frame, as one sees it."""
        return frame_shown(document, self.clip, self.number)


class BendLook(ClipFrame, frozen=True, eq=False):
    """A bend that is looked at to judge weights: the only frame of a clip that no figure has."""


def bend_look(rig: Rig, bend: Bend) -> BendLook:
    """Return the look of a bend of a rig, whose other bones rest."""
    bones = [bone.name for bone in rig.bones if bone.kind == "bone"]
    rows = np.zeros((1, len(bones), CHANNELS))
    rows[:, :, 6:] = 1.0
    for name, turn in bend.turns.items():
        rows[0, bones.index(name), 3:7] = turn
    return BendLook(Clip.of(bend.name, 30.0, bones, rows), 0)


def with_selection_of(selected: Document, posed: Document) -> Document:
    """A posed document with what is selected in another one."""
    return replace(posed, selected=selected.selected, active=selected.active, ends=selected.ends)
