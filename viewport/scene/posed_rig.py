"""A rig in its pose with all that the parts of a scene are made from: arrays, matrices, marks, and what is drawn."""

from __future__ import annotations

import msgspec
import numpy as np

from pantin.rigs.document import Document
from pantin.rigs.editing.limbs import steered_by
from pantin.rigs.rig import Rig
from pantin.solver import Posed
from pantin.viewport.scene.needed_controls import Needed, needed
from pantin.viewport.scene.rig_arrays import ConstraintArrays, RigArrays, constraint_arrays, rig_arrays
from pantin.viewport.scene.scene import ACTIVE, HIGHLIGHTED, HOVERED, SELECTED, Display, Flags, Floats
from pantin.viewport.values.overlay import Overlay


class PosedRig(msgspec.Struct, frozen=True, eq=False):
    """A rig in this `pose`, whose bones have these `marks` (n,); `needed` are the ones that are drawn."""

    rig: Rig
    arrays: RigArrays
    ties: ConstraintArrays
    pose: Posed
    marks: Flags
    needed: Needed
    hovered: str | None
    """The bone under the pointer."""

    @property
    def matrices(self) -> Floats:
        """The matrices of the bones (n, 4, 4), armature space."""
        return self.pose.matrices


def posed_rig(
    document: Document,
    evaluated: Posed,
    overlay: Overlay,
    display: Display,
    hovered: str | None,
    editing: bool,
    in_skin: bool = False,
) -> PosedRig:
    """The rig of a document in its evaluated pose; `editing` while that is the rest pose and its bones are edited.

    Its skin is drawn where it is `in_skin`.
    """
    rig = document.rig
    arrays, ties = rig_arrays(rig, editing), constraint_arrays(rig, editing)
    marks = bone_marks(document, arrays, overlay, hovered)
    return PosedRig(rig, arrays, ties, evaluated, marks, needed(rig, marks, display, editing, in_skin), hovered)


def bone_marks(document: Document, arrays: RigArrays, overlay: Overlay, hovered: str | None) -> Flags:
    """The marks of every bone (n,), by row."""
    flags = np.zeros(len(arrays.names), dtype=np.uint8)
    active = () if document.active is None else (document.active,)
    under = () if hovered is None else (hovered,)
    highlighted = (*overlay.highlighted, *steered_by(document.rig, (*document.selected, *under)))
    for mark, names in ((HIGHLIGHTED, highlighted), (SELECTED, document.selected), (ACTIVE, active), (HOVERED, under)):
        flags[[arrays.row[name] for name in names if name in arrays.row]] |= mark
    return flags
