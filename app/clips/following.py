"""The view goes with a figure that walks out of it while frames of a clip are shown."""

from __future__ import annotations

from dataclasses import replace
from math import tan

import numpy as np
from PySide6 import QtCore

from pantin.app.session.session import Session
from pantin.rigs.vectors import three
from pantin.viewport.window.view import View

ASIDE, UP, NEARER = 0.3, 0.1, 0.05
"""How far a figure moves without the view going with it: parts of half the picture, and of the camera's distance."""


class Following(QtCore.QObject):
    """Moves the camera of one view by as much as the middle of the figure leaves the room around the target."""

    def __init__(self, view: View, session: Session) -> None:
        super().__init__(view)
        self._view, self._session = view, session
        session.evaluated_changed.connect(self._follow)

    def _follow(self) -> None:
        session, view, camera = self._session, self._view, self._view.camera
        if session.frame is None or view.dragging or not session.evaluated.names:
            return
        heads, target = np.asarray(session.evaluated.heads), np.array(camera.target)
        away = camera.axes @ ((heads.min(axis=0) + heads.max(axis=0)) / 2 - target)
        half = camera.distance * tan(camera.fov / 2)
        room = np.array((ASIDE * half * view.width() / view.height(), UP * half, NEARER * camera.distance))
        beyond = away - np.clip(away, -room, room)
        if beyond.any():
            view.camera = replace(camera, target=three(target + beyond @ camera.axes))
