"""While a limb is blended between FK and IK, both poses are outlined behind the figure."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PySide6 import QtCore

from pantin.app.session.session import Session
from pantin.rigs.document import Document
from pantin.rigs.editing.limb_ties import influence_of, ties_of, with_influence
from pantin.solver import evaluate
from pantin.viewport.values.overlay import NOTHING, Overlay
from pantin.viewport.window.view import View

SOURCE = "blend"
"""The layer in which its ghosts are drawn."""


class BlendGhosts(QtCore.QObject):
    """Shows the two poses over one view from the first preview of a blend to its end."""

    def __init__(self, view: View, session: Session) -> None:
        super().__init__(view)
        self._view, self._session = view, session
        self._document: Document | None = None
        """The document whose two poses are shown."""
        session.evaluated_changed.connect(self._follow)
        session.document_changed.connect(self._end)

    def _follow(self) -> None:
        if self._session.shown_pose.answered.frame is not None:
            return  # a frame of a clip goes by; nothing is blended
        kept, shown = self._session.posing, self._session.shown
        if shown is not kept and self._document is not kept and (ties := blended(kept, shown)):
            self._document = kept
            ghosts = tuple(_pose(with_influence(kept, ties, part)) for part in (0.0, 1.0))
            self._view.show_extras(Overlay(ghosts=ghosts), SOURCE)

    def _end(self) -> None:
        if self._document is not None:
            self._document = None
            self._view.show_extras(NOTHING, SOURCE)


def blended(before: Document, after: Document) -> tuple[int, ...]:
    """The ties of limbs of which another part of the IK pose is shown in `after`; none where anything else changed."""
    rig, now = before.rig, after.rig
    if (
        rig.bones is not now.bones
        or before.figure.pose is not after.figure.pose
        or len(rig.constraints) != len(now.constraints)
    ):
        return ()
    limbs = [ties for limb in rig.limbs if (ties := ties_of(rig, limb))]
    return tuple(tie for ties in limbs if influence_of(rig, ties) != influence_of(now, ties) for tie in ties)


def _pose(document: Document) -> NDArray[np.float64]:
    return np.asarray(evaluate(document).matrices)
