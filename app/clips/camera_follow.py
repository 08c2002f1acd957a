"""The view goes with a figure that walks out of it while frames of a clip are shown, or motion comes in.

When that ends far from where the figure is by itself, the figure is framed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import tan

import numpy as np
from PySide6 import QtCore

from pantin.app.session.session import Session
from pantin.rigs.rig import Rig
from pantin.rigs.vectors import three
from pantin.solver.program.skeleton import Floats
from pantin.viewport.values.place import points_in_world
from pantin.viewport.window.view import View

STILL = 0.01
"""A figure that moved less, in parts of the camera's distance, stands where it was, and so does the view."""
ASIDE, UP, NEARER = 0.3, 0.1, 0.05
"""Distance that a figure moves before the view follows: parts of half the picture, and of the camera's distance.

It is counted from the middle of what nothing lies over, where a figure is framed."""


def middle(names: Sequence[str], heads: Floats, rig: Rig) -> Floats:
    """The middle (3,) of the box around the joints of a body (n, 3), wherever its handles and poles are."""
    controls = {bone.name for bone in rig.bones if bone.kind != "bone"}
    joints = heads[[name not in controls for name in names]]
    of = joints if len(joints) else heads
    return np.asarray((of.min(axis=0) + of.max(axis=0)) / 2)


class CameraFollow(QtCore.QObject):
    """Moves the camera of one view by as much as the middle of the figure leaves the room around the target.

    `comes_in` tells whether the figure is posed by what other programs send.
    """

    def __init__(self, view: View, session: Session, comes_in: Callable[[], bool] = lambda: False) -> None:
        super().__init__(view)
        self._view, self._session, self._comes_in = view, session, comes_in
        self._last_place = np.full(3, np.inf)
        self._showed_motion = False
        session.evaluated_changed.connect(self._follow)

    def _follow(self) -> None:
        session, view, camera = self._session, self._view, self._view.goal
        on_screen = session.shown_pose.answered
        shows_motion = on_screen.frame is not None or self._comes_in()
        ended, self._showed_motion = self._showed_motion and not shows_motion, shows_motion
        if ended and not view.dragging:
            QtCore.QTimer.singleShot(0, self, self._frame_if_unseen)  # once the view shows that pose as well
        if view.dragging or not shows_motion or not session.evaluated.names:
            return
        target = np.array(camera.target)
        evaluated = session.evaluated
        heads = points_in_world(session.shown.figure, evaluated.heads)
        centre = middle(evaluated.names, heads, session.document.rig)
        if np.abs(centre - self._last_place).max() < STILL * camera.distance:
            return
        self._last_place = centre
        away = camera.axes @ (centre - target)
        half, edges = camera.distance * tan(camera.fov / 2), view.covered
        free = np.array((edges.left - edges.right, edges.bottom - edges.top, 0.0)) * half / view.height()
        room = np.array((ASIDE * half * view.width() / view.height(), UP * half, NEARER * camera.distance))
        beyond = away - np.clip(away, free - room, free + room)
        if beyond.any():
            view.carry(three(beyond @ camera.axes))

    def _frame_if_unseen(self) -> None:
        """Frame the figure where no joint of it is in view."""
        view, evaluated = self._view, self._session.evaluated
        ends = points_in_world(self._session.shown.figure, np.concatenate((evaluated.heads, evaluated.tails)))
        x, y, _depth = view.goal.project(ends, view.width(), view.height()).T
        in_view = (x > 0.0) & (x < view.width()) & (y > 0.0) & (y < view.height())
        if evaluated.names and not self._showed_motion and not in_view.any():
            view.frame_all()
