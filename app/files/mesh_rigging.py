"""Rig this mesh: the sheet of its points, and the figure with a skeleton, a skin and controls that comes of them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import NamedTuple

import numpy as np
from msgspec.structs import replace
from PySide6 import QtCore, QtGui, QtWidgets

from pantin.app.files.files import Files
from pantin.app.messages import _
from pantin.app.session.session import Session
from pantin.rigs.bodies import body_points
from pantin.rigs.bodies.body_points import BodyPoints
from pantin.rigs.bodies.frame import Body
from pantin.rigs.bodies.front_view import front_view
from pantin.rigs.bodies.mesh import mesh_of
from pantin.rigs.bodies.person import joints
from pantin.rigs.figure import Figure
from pantin.rigs.meshes.character import Character
from pantin.solver.edits.rigged_meshes import rigged
from pantin.viewport.values.loaded_character import loaded_of
from pantin.widgets.fitting.body_points_picture import Place
from pantin.widgets.fitting.mesh_rig_sheet import MeshRigSheet

SHOWN = 720
"""Pixels of the height of a body in its picture."""

FOUND = _("These are the points of the body. Drag those that are not in their place.")
NOT_FOUND = _("No person was found: drag each dot to its place on the body.")


class _Looked(NamedTuple):
    """The findings in a mesh: its body, the points, and a picture of it."""

    body: Body
    points: BodyPoints
    words: str
    picture: tuple[np.ndarray, float, float]


class MeshRigging(QtCore.QObject):
    """One sheet over the window."""

    def __init__(self, session: Session, files: Files, window: QtWidgets.QWidget) -> None:
        super().__init__(window)
        self._session, self._files = session, files
        self._looked: _Looked | None = None
        self._figure = Figure()
        self.sheet = MeshRigSheet(window)
        self.sheet.moved.connect(self._move)
        self.sheet.elbows_asked.connect(self._with_elbows)
        self.sheet.turn_asked.connect(self._turn)
        self.sheet.accepted.connect(self._rig)

    def open(self) -> None:
        """Look at the mesh of the edited figure, then show the sheet."""
        figure = self._session.document.figure
        loaded = loaded_of(figure, self._session.characters)
        if loaded is None:
            return
        character = loaded.character
        self._files.jobs.read(figure.name, partial(_look, figure, character), partial(self._show, figure))

    def _show(self, figure: Figure, looked: _Looked) -> None:
        if self._session.document.figure is not figure:
            return  # something else is edited since
        self._figure = figure
        self._take(looked)
        self.sheet.open()
        self.sheet.rig.setFocus()

    def _take(self, looked: _Looked) -> None:
        self._looked = looked
        picture, left, top = looked.picture
        self.sheet.show_body(_image(picture), left, top, looked.words)
        self._show_points()

    def _show_points(self) -> None:
        assert self._looked is not None
        places = {name: _place(self._looked.body, point) for name, point in self._looked.points.items()}
        self.sheet.show_points(places)

    def _move(self, places: Mapping[str, Place]) -> None:
        if self._looked is None:
            return
        body = self._looked.body
        made = {name: body_points.in_depth(body, name, *place) for name, place in places.items()}
        points = {**self._looked.points, **body_points.outside(body, made)}
        self._looked = self._looked._replace(points=points)
        self._show_points()

    def _with_elbows(self, on: bool) -> None:
        """Make points of the elbows, where they would be placed, or leave them to be found."""
        if self._looked is None:
            return
        body, points = self._looked.body, self._looked.points
        points = {name: point for name, point in points.items() if name not in body_points.OPTIONAL}
        if on:
            try:
                placed = joints(body, points)
            except ValueError as error:
                self._session.refused.emit(str(error))
            else:
                elbows = {f"elbow.{side}": placed[f"forearm.{side}"] for side in "LR"}
                points |= body_points.outside(body, elbows)
        self._looked = self._looked._replace(points=points)
        self._show_points()

    def _turn(self) -> None:
        if self._looked is not None:
            body, points = body_points.turned_round(self._looked.body, self._looked.points)
            self._take(_Looked(body, points, self._looked.words, front_view(body, SHOWN)))

    def _rig(self) -> None:
        """Make the figure, beside the window. One step of undo."""
        looked = self._looked
        if looked is None or not self.sheet.isVisible():
            return
        figure = self._files.as_found(self._figure)
        self.sheet.put_away()
        work = partial(rigged, figure, looked.body, looked.points)
        self._files.jobs.read(figure.name, work, partial(self._keep, self._figure))

    def _keep(self, before: Figure, made: tuple[Figure, str]) -> None:
        figure, report = made
        if self._session.document.figure is not before:
            return  # something else is edited since
        self._session.edit(
            _("Rig this mesh"),
            lambda document: replace(document.with_figure(figure), selected=(), active=None, ends=()),
        )
        self._session.notified.emit(report)


def _look(figure: Figure, character: Character) -> _Looked:
    """Look for the points of a body. Raises ValueError, in one sentence, where nothing could get a skeleton."""
    mesh = mesh_of(figure, character)
    words = FOUND
    try:
        body, points = body_points.found(*mesh)
    except ValueError:
        body, points = body_points.usual(*mesh)
        words = NOT_FOUND
    return _Looked(body, points, words, front_view(body, SHOWN))


def _place(body: Body, point: body_points.Point) -> Place:
    aside, _deep, height = body.frame.inside(np.array(point)).tolist()
    return aside, height


def _image(picture: np.ndarray) -> QtGui.QImage:
    """Return a picture (h, w, 2) of light and opacity as one of Qt."""
    four = np.repeat(picture[..., :1], 4, axis=2)
    four[..., 3] = picture[..., 1]
    four = np.ascontiguousarray(four)
    high, wide = four.shape[:2]
    return QtGui.QImage(four.data, wide, high, 4 * wide, QtGui.QImage.Format.Format_RGBA8888).copy()
