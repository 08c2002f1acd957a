"""What a session tells, and what it has on screen."""

from __future__ import annotations

from PySide6 import QtCore

from pantin.app.messages import _
from pantin.app.session.evaluator import Evaluator
from pantin.app.session.shown_pose import ShownPose
from pantin.rigs.document import Document
from pantin.solver import Evaluated
from pantin.viewport.values.stage import Preview

PREPARING = _("The solver is still being prepared.")
"""Why nothing can be posed while `solver_ready` is false."""


class Showing(QtCore.QObject):
    """The signals of a session, and the document and the pose that are shown."""

    document_changed = QtCore.Signal()
    """The kept document or its history is another."""
    file_changed = QtCore.Signal()
    """The document was saved: its path, or whether it is unsaved, is another."""
    drag_began = QtCore.Signal()
    """Something else than the document is about to be shown."""
    evaluated_changed = QtCore.Signal()
    """What is shown has a new pose: `shown` and `evaluated` belong together."""
    replaced = QtCore.Signal(bool)
    """Another document took the place of what was open, and is not on screen yet; whether it is of another file."""
    opened = QtCore.Signal()
    """Another rig is on screen for the first time: frame it."""
    told = QtCore.Signal(str)
    """A few words: something was done."""
    stopped_short = QtCore.Signal(str, tuple)
    """A sentence about a joint that was pulled and did not come to the pointer, and the bones on whose limits it is."""
    removed = QtCore.Signal(str)
    """One sentence: the last step took something away, and Undo is offered beside it."""
    warned = QtCore.Signal(str)
    """One sentence: something could not be done."""
    refused = QtCore.Signal(str)
    """The same, of an edit that was not made: `warned` is emitted too, before others hear of this."""

    def __init__(self, evaluator: Evaluator, document: Document, parent: QtCore.QObject | None) -> None:
        super().__init__(parent)
        self._evaluator = evaluator
        self.shown_pose = ShownPose(evaluator, document, self)
        self._preview: Preview | None = None
        evaluator.failed.connect(self.warned)
        self.refused.connect(self.warned)

    @property
    def shown(self) -> Document:
        """The document on screen: a preview while a drag or a scrub lasts, else the kept one."""
        return self.shown_pose.document

    @property
    def as_seen(self) -> Document:
        """Return the document whose evaluation is the pose on screen: in a frame of a clip no foot plants any more."""
        answered = self.shown_pose.answered
        return answered.frame.on(answered.document) if answered.frame is not None else self.shown

    @property
    def evaluated(self) -> Evaluated:
        """The pose on screen."""
        return self.shown_pose.evaluated

    @property
    def others(self) -> tuple[Evaluated | None, Evaluated | None]:
        """The poses that are shown as well, if any: by the other solver, and before the last step of posing."""
        return self.shown_pose.compared, self.shown_pose.before

    @property
    def is_previewing(self) -> bool:
        """Whether something is dragged or scrubbed, and shown instead of the kept document."""
        return self._preview is not None

    @property
    def ready(self) -> bool:
        """Whether there is a pose to grab, or the rest pose."""
        return self.editing or self.posed

    @property
    def solver_ready(self) -> bool:
        """Whether the solver has been loaded."""
        return self._evaluator.ready

    @property
    def posed(self) -> bool:
        """Whether what is on screen is the document's pose, solved."""
        return self.shown_pose.solved

    @property
    def editing(self) -> bool:
        """Whether the rest pose is edited, and shown instead of the pose."""
        return self.shown_pose.in_rest_pose

    @property
    def requested(self) -> Document:
        """The document that was requested last; it is on screen as soon as it is posed."""
        return self.shown_pose.requested

    @property
    def settled(self) -> bool:
        """Whether the document that was requested last is on screen."""
        return self.shown_pose.settled
