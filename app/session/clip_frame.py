"""The frame of a clip that is shown instead of the document's own pose. It is a look: the document stays as it is.

What is edited at a frame takes its pose: the edit begins from there. An edit that leaves the pose as the frame has it,
such as a trim, takes nothing, and the frame goes on being shown.
"""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from pantin.rigs.clip import Clip
from pantin.rigs.document import Document
from pantin.solver.edits.poses.clips import frame_shown


class ClipFrame(msgspec.Struct, frozen=True, eq=False):
    """One frame of a clip; the number counts from 0."""

    clip: Clip
    number: int

    def on(self, document: Document) -> Document:
        """The document in the pose of the frame, as one sees it."""
        return frame_shown(document, self.clip, self.number)


def with_selection_of(selected: Document, posed: Document) -> Document:
    """A posed document with what is selected in another one."""
    return replace(posed, selected=selected.selected, active=selected.active, ends=selected.ends)
