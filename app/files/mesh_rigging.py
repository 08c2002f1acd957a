"""Rig this mesh: the sheet of its points, and the figure with a skeleton, a skin and controls that comes of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
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
from pantin.rigs.bodies.front_view import front_view, side_view
from pantin.rigs.bodies.mesh import Mesh, mesh_of
from pantin.rigs.bodies.person import joints
from pantin.rigs.bodies.placing import KINDS, PERSON, Placed, kind_of
from pantin.rigs.figure import Figure
from pantin.solver.edits.rigged_meshes import rigged, rigged_as
from pantin.viewport.values.loaded_character import loaded_of
from pantin.widgets.fitting.body_points_picture import Place
from pantin.widgets.fitting.mesh_rig_sheet import MeshRigSheet

SHOWN, WIDEST = 720, 1400
"""Pixels of the height of a body in its picture, and of the width of a long one."""

FOUND = _("These are the points of the body. Drag those that are not in their place.")
NOT_FOUND = _("No person was found: drag each dot to its place on the body.")


class _Looked(NamedTuple):
    """The findings in a mesh of a person: the body, the points, and a picture of it."""

    body: Body
    points: BodyPoints
    words: str
    picture: tuple[np.ndarray, float, float]


class _Template(NamedTuple):
    """A template in a mesh, with a picture of that."""

    kind: str
    placed: Placed
    turned: bool
    picture: tuple[np.ndarray, float, float]
    bones: tuple[tuple[Place, Place], ...]
    """Places in the picture at which bones begin and end."""


class MeshRigging(QtCore.QObject):
    """One sheet over the window."""

    def __init__(self, session: Session, files: Files, window: QtWidgets.QWidget) -> None:
        super().__init__(window)
        self._session, self._files = session, files
        self._looked: _Looked | _Template | None = None
        self._figure, self._mesh = Figure(), Mesh(np.empty((0, 3)), np.empty((0, 3), np.intp))
        self.sheet = MeshRigSheet(window, {PERSON: _("Person"), **{name: kind.title for name, kind in KINDS.items()}})
        self.sheet.kind_asked.connect(self._look_for)
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
        self._mesh = mesh_of(figure, loaded.character)
        self._look_at(figure, partial(_look, self._mesh), partial(self._show, figure))

    def _look_at(
        self, figure: Figure, work: Callable[[], _Looked | _Template], then: Callable[[_Looked | _Template], None]
    ) -> None:
        """Look for a body beside the window, and say so."""
        self._files.jobs.read(figure.name, work, then, _("Looking for a body in {name}…").format(name=figure.name))

    def _show(self, figure: Figure, looked: _Looked | _Template) -> None:
        if self._session.document.figure is not figure:
            return  # something else is edited since
        self._figure = figure
        self._take(looked)
        self.sheet.open()
        self.sheet.rig.setFocus()

    def _take(self, looked: _Looked | _Template) -> None:
        self._looked = looked
        picture, left, top = looked.picture
        words = looked.words if isinstance(looked, _Looked) else looked.placed.words
        self.sheet.show_body(_image(picture), left, top, words)
        self.sheet.show_kind(PERSON if isinstance(looked, _Looked) else looked.kind)
        if isinstance(looked, _Looked):
            self._show_points()
        else:
            self.sheet.show_bones(looked.bones)

    def _look_for(self, kind: str, turned: bool = False) -> None:
        """Look for a kind of body in the mesh, beside the window."""
        work = partial(_person, self._mesh) if kind == PERSON else partial(_template, self._mesh, kind, turned)
        self._look_at(self._figure, work, self._take_again)
        shown = PERSON if not isinstance(self._looked, _Template) else self._looked.kind
        self.sheet.show_kind(shown)  # until it is found

    def _take_again(self, looked: _Looked | _Template) -> None:
        if self.sheet.isVisible():
            self._take(looked)

    def _show_points(self) -> None:
        assert isinstance(self._looked, _Looked)
        places = {name: _place(self._looked.body, point) for name, point in self._looked.points.items()}
        self.sheet.show_points(places)

    def _move(self, places: Mapping[str, Place]) -> None:
        if not isinstance(self._looked, _Looked):
            return
        body = self._looked.body
        made = {name: body_points.in_depth(body, name, *place) for name, place in places.items()}
        points = {**self._looked.points, **body_points.outside(body, made)}
        self._looked = self._looked._replace(points=points)
        self._show_points()

    def _with_elbows(self, on: bool) -> None:
        """Make points of the elbows, where they would be placed, or leave them to be found."""
        if not isinstance(self._looked, _Looked):
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
        if isinstance(self._looked, _Template):
            self._look_for(self._looked.kind, not self._looked.turned)
        elif self._looked is not None:
            body, points = body_points.turned_round(self._looked.body, self._looked.points)
            self._take(_Looked(body, points, self._looked.words, front_view(body, SHOWN)))

    def _rig(self) -> None:
        """Make the figure, beside the window. One step of undo."""
        looked = self._looked
        if looked is None or not self.sheet.isVisible():
            return
        figure = self._files.as_found(self._figure)
        self.sheet.put_away()
        work = (
            partial(rigged, figure, looked.body, looked.points)
            if isinstance(looked, _Looked)
            else partial(rigged_as, figure, looked.placed)
        )
        saying = _("Rigging {name}…").format(name=figure.name)
        self._files.jobs.read(figure.name, work, partial(self._keep, self._figure), saying)

    def _keep(self, before: Figure, made: tuple[Figure, str]) -> None:
        figure, report = made
        if self._session.document.figure is not before:
            return  # something else is edited since
        self._session.edit(
            _("Rig this mesh"),
            lambda document: replace(document.with_figure(figure), selected=(), active=None, ends=()),
        )
        self._session.notified.emit(report)


def _look(mesh: Mesh) -> _Looked | _Template:
    """Look for a body in a mesh, of whichever kind. Raises ValueError, in one sentence, where nothing is inside."""
    kind = kind_of(*mesh)
    return _person(mesh) if kind == PERSON else _template(mesh, kind, False)


def _person(mesh: Mesh) -> _Looked:
    """Look for the points of a person. Raises ValueError."""
    words = FOUND
    try:
        body, points = body_points.found(*mesh)
    except ValueError:
        body, points = body_points.usual(*mesh)
        words = NOT_FOUND
    return _Looked(body, points, words, front_view(body, SHOWN))


def _template(mesh: Mesh, kind: str, turned: bool) -> _Template:
    """Place a template in a mesh: seen from its side, a bird from its front. Raises ValueError."""
    placed = KINDS[kind].place(*mesh, turned)
    body = placed.body
    size = np.ptp(body.solid.centres, axis=0)
    pixels = max(8, int(min(SHOWN, WIDEST * size[2] / max(size[:2].max(), 1e-9))))
    aside = 0 if kind == "winged" else 1
    ends = [
        tuple((float(end[aside]), float(end[2])) for end in body.frame.inside(np.array([bone.head, bone.tail])))
        for bone in placed.rig.bones
    ]
    picture = front_view(body, pixels) if kind == "winged" else side_view(body, pixels)
    return _Template(kind, placed, turned, picture, tuple((head, tail) for head, tail in ends))


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
