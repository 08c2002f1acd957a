"""The frame of a clip that is looked at in place of the document's own pose, and what edits begin from meanwhile.

Edits begin from a frame that is on screen, but never from a bend to test: nobody means to keep that one.
"""

from __future__ import annotations

from collections import deque

from msgspec.structs import replace

from pantin.app.session.clip_frame import BendLook, ClipFrame, with_selection_of
from pantin.app.session.shown_pose import ShownPose
from pantin.rigs.document import Document
from pantin.rigs.editing.grounds import planting_as
from pantin.rigs.scene import Scene

MOST_LEFT = 100
"""Steps of undo that find their frame again: as many as anybody goes back."""


class FrameLook:
    """At most one frame. It writes nothing: whoever looks at a frame and poses the figure begins from there."""

    def __init__(self, shown: ShownPose) -> None:
        self._shown = shown
        self.frame: ClipFrame | None = None
        """The frame; None where the document's own pose is shown."""
        self._posed: tuple[ClipFrame, Scene, Document] | None = None
        """The document in the pose of a frame, as it was asked for last; with the scene that it was made from."""
        self._left: deque[tuple[Scene, Scene, ClipFrame]] = deque(maxlen=MOST_LEFT)
        """The frames from which edits began: the scene before, the scene after, and the frame that was on screen."""

    @property
    def is_bend(self) -> bool:
        """Return whether a bend to test is looked at."""
        return isinstance(self.frame, BendLook)

    def posing(self, document: Document) -> Document:
        """Return the document that edits of a kept document begin from: it in the pose of the frame, if there is one;
        as it is where that is a bend.
        """
        return document if self.is_bend else self.seen(document)

    def seen(self, document: Document) -> Document:
        """Return a kept document in the pose of the frame, if there is one, or of the bend.

        The pose is the one on screen, where the frame is; and the very same one as long as the scene is the same.
        """
        frame = self.frame
        if frame is None:
            return document
        if self._posed is None or self._posed[0] is not frame or self._posed[1] is not document.scene:
            self._posed = frame, document.scene, self._in_pose_of(frame, document)
        return with_selection_of(document, self._posed[2])

    def hold(self, document: Document) -> None:
        """Keep the frame that is on screen, although a later one may have been asked for."""
        if self.frame is not None:
            answered = self._shown.answered
            is_of_this = answered.document.active_figure == document.active_figure
            self.frame = (answered.frame if is_of_this else None) or self.frame
            self.seen(document)  # known from here on: an edit may leave its pose alone

    def forget(self) -> None:
        """Let the frame go, and those of the steps of undo: another document is opened."""
        self.frame = self._posed = None
        self._left.clear()

    def leave(self, before: Document, after: Document, frame: ClipFrame | None) -> None:
        """Remember the frame that an edit began from; None where it began from the document's own pose."""
        if frame is not None and not isinstance(frame, BendLook):
            self._left.append((before.scene, after.scene, frame))

    def seen_before(self, before: Document, after: Document) -> ClipFrame | None:
        """Return the frame that was on screen when an edit led from one document to another; None where none was."""
        left = (frame for old, new, frame in self._left if old is before.scene and new is after.scene)
        return next(left, None)

    def without_pose(self, document: Document, edited: Document) -> Document:
        """Return an edited document; where nobody has posed it, in the pose of `document` and not of the frame.

        Pins, and how far limbs are moved by their controls, belong to the pose.
        """
        looked_at = self.seen(document)
        seen, own = looked_at.rig, document.rig
        if self.frame is None or edited.figure.pose is not looked_at.figure.pose or edited.rig.pins is not seen.pins:
            return edited
        rig = edited.rig.changed(pins=own.pins)
        if own.constraints is not seen.constraints:
            kept = {id(one): other for one, other in zip(seen.constraints, own.constraints, strict=True)}
            rig = rig.changed(constraints=tuple(kept.get(id(each), each) for each in rig.constraints))
        return edited.with_figure(replace(edited.figure, rig=rig, pose=document.figure.pose))

    def _in_pose_of(self, frame: ClipFrame, document: Document) -> Document:
        on_screen = self._shown.answered
        if on_screen.frame is frame and on_screen.document.scene is document.scene:
            return self._shown.document
        return planting_as(frame.on(document), document)
