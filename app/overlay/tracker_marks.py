"""Tracked points over the view: a square with axes at each, a string to the joint that it drives, a pill that names it.

The pills are widgets, as the switches of limbs are: they light up, say what the point is, and select its bone.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from PySide6 import QtCore, QtGui

from pantin.app.live.live import Live
from pantin.app.live.marks import Mark
from pantin.app.messages import _
from pantin.app.session.session import Session
from pantin.viewport.tools.dragging.events import CLICK
from pantin.viewport.values.colours import ColourRole
from pantin.viewport.values.lengths import residual_in_words
from pantin.viewport.values.overlay import NOTHING, Dot, Label, Overlay, Shape
from pantin.viewport.window.view import View
from pantin.widgets.controls.kept_rows import show_rows
from pantin.widgets.controls.plain_text import plain
from pantin.widgets.numbers.ik_fk_switch import IkFkSwitch

if TYPE_CHECKING:
    from pantin.widgets.tracking.point_pill import PointPill

AXIS = 0.075
"""Length of the axes of a point, metres."""
HALF = 5.0
"""Half the side of a square, pixels."""
AROUND = 2.0
"""Distance beyond its edge at which a square can be hit, pixels."""
AWAY = 36.0
"""From the point to the nearer end of its pill, pixels."""
GAP = 4.0
"""Between two pills, pixels."""
MISSED = 0.005
"""Metres: a joint that is farther from where its point wants it has that said."""
NEAR = 1e-3
"""Metres: a point that is nearer to its joint has no string to it."""
AXES: tuple[ColourRole, ColourRole, ColourRole] = ("axis_x", "axis_y", "axis_z")
SOURCE = "trackers"
"""The layer in which they are drawn."""


class TrackerMarks(QtCore.QObject):
    """The marks over one view. They go with the other controls, where the figure is shown alone."""

    def __init__(self, view: View, session: Session, live: Live) -> None:
        super().__init__(view)
        self._view, self._session, self._live = view, session, live
        self.marks: tuple[Mark, ...] = ()
        self.pills: list[PointPill] = []
        for changed in (live.moved, live.changed, session.document_changed):
            changed.connect(self.show_now)
        for moved in (view.camera_moved, view.display_changed):
            moved.connect(self.show_now)
        self._pressed: Mark | None = None

    def show_now(self) -> None:
        """Show the points as they are."""
        before, self.marks = self.marks, () if self._view.display.alone else self._live.marks()
        if not self.marks and not before:
            return
        if bool(self.marks) != bool(before):
            (self._view.installEventFilter if self.marks else self._view.removeEventFilter)(self)
        show_rows(self.pills, len(self.marks), self._add)
        leaders = self._place(self.marks)
        parts = [self._drawn(each) for each in self.marks]
        self._view.show_extras(
            Overlay(
                shapes=(*leaders, *(shape for each in parts for shape in each.shapes)),
                dots=tuple(dot for each in parts for dot in each.dots),
                labels=tuple(label for each in parts for label in each.labels),
            )
            if self.marks
            else NOTHING,
            SOURCE,
        )

    def eventFilter(self, _view: QtCore.QObject, event: QtCore.QEvent) -> bool:
        """A click on a square selects as one on its pill does; a drag that begins there goes to the figure below."""
        if isinstance(event, QtGui.QMouseEvent) and event.button() == QtCore.Qt.MouseButton.LeftButton:
            at = event.position()
            if event.type() == QtCore.QEvent.Type.MouseButtonPress:
                self._pressed, self._pressed_at = self._square_at(at), at
            elif event.type() == QtCore.QEvent.Type.MouseButtonRelease and self._pressed is not None:
                mark, self._pressed = self._pressed, None
                if (at - self._pressed_at).manhattanLength() <= CLICK:
                    QtCore.QTimer.singleShot(0, self, lambda: self._choose(mark))  # after what the view makes of it
        return False

    def _square_at(self, at: QtCore.QPointF) -> Mark | None:
        """The point whose square is at a pixel, the nearest of several."""
        seen = self._view.lens.project(np.array([mark.place for mark in self.marks]).reshape(-1, 3))[:, :2]
        far = np.abs(seen - (at.x(), at.y())).max(axis=1)
        nearest = int(np.argmin(np.where(np.isfinite(far), far, np.inf)))
        return self.marks[nearest] if far[nearest] <= HALF + AROUND else None

    def _add(self) -> None:
        from pantin.widgets.tracking.point_pill import PointPill  # no start waits for it

        number, pill = len(self.pills), PointPill(self._view)
        pill.lower()  # what is laid out lies over what follows the figure
        pill.clicked.connect(lambda: self._choose(self.marks[number]))
        self.pills.append(pill)

    def _choose(self, mark: Mark) -> None:
        """Select the bone that a point drives, and with it the point's row in the panel."""
        if mark.bone:
            self._session.select((mark.bone,), mark.bone)

    def _is_chosen(self, mark: Mark) -> bool:
        return bool(mark.bone) and mark.bone in self._session.shown.selected

    def _place(self, marks: Sequence[Mark]) -> tuple[Shape, ...]:
        """Put each pill beside its point, outwards, and over no switch of a limb; the lines that lead to them."""
        seen = self._view.lens.project(np.array([mark.place for mark in marks]).reshape(-1, 3))[:, :2]
        middle = float(np.nanmean(seen[:, 0])) if np.isfinite(seen).any() else 0.0
        switches = [each.geometry() for each in self._view.findChildren(IkFkSwitch) if each.isVisible()]
        taken: list[tuple[float, float, float]] = [(at.left(), at.top(), at.right() + 1.0) for at in switches]
        leaders = []
        for mark, pill, at in zip(marks, self.pills, seen.tolist(), strict=False):
            if not np.isfinite(at).all():
                pill.hide()
                continue
            pill.show_point(mark.number, mark.part or mark.name, self._is_chosen(mark), mark.lost)
            pill.setToolTip(plain(self._hint_of(mark)))
            right = at[0] >= middle
            left = at[0] + AWAY if right else at[0] - AWAY - pill.width()
            top = _free(taken, left, at[1] - pill.height() / 2 - 12.0, pill.size())
            taken.append((left, top, left + pill.width()))
            pill.move(round(left), round(top))
            end = (left if right else left + pill.width(), top + pill.height() / 2)
            leaders.append(Shape(((at[0], at[1]), end), "hint", 1.0, casing=0.0, opacity=0.6))
        return tuple(leaders)

    def _drawn(self, mark: Mark) -> Overlay:
        """One point with its axes, and the string to its joint."""
        place, shapes, labels = tuple(mark.place.tolist()), [], []
        for colour, axis in zip(AXES, mark.turn.T, strict=True):
            shapes.append(Shape((place, tuple((mark.place + AXIS * axis).tolist())), colour, 1.5, casing=0.0))
        evaluated = self._session.evaluated
        if mark.bone in evaluated.index and mark.goal is not None:
            joint = evaluated.heads[evaluated.index[mark.bone]]
            if np.linalg.norm(joint - mark.place) > NEAR:
                shapes.append(Shape((place, tuple(joint.tolist())), "white", 1.25, dash=(1.0, 2.0), casing=0.5))
            missed = float(np.linalg.norm(joint - mark.goal))
            if missed > MISSED:
                goal = tuple(mark.goal.tolist())
                shapes.append(Shape((tuple(joint.tolist()), goal), "miss", 1.5))
                labels.append(Label(goal, residual_in_words(missed, self._view.settings.lengths), "miss"))
        fill: ColourRole = "accent" if self._is_chosen(mark) else "miss" if mark.lost else "white"
        dot = Dot(place, HALF, fill, "casing", 1.5, filled=not mark.lost, square=True)
        return Overlay(shapes=tuple(shapes), dots=(dot,), labels=tuple(labels))

    def _hint_of(self, mark: Mark) -> str:
        """Return the words of a pill about its point."""
        if mark.lost:
            return _("{name} comes no more. Switch it on, or go where it is seen.").format(name=mark.name)
        if mark.part is None:
            return _("{name} is on no part of the body. Say which in the panel Trackers.").format(name=mark.name)
        if not mark.bone:
            return _("{name} drives nothing yet. Calibrate it.").format(name=mark.name)
        return _("{name} drives {bone}. Click to select that.").format(name=mark.name, bone=mark.bone)


def _free(taken: Sequence[tuple[float, float, float]], left: float, top: float, size: QtCore.QSize) -> float:
    """A height at which a pill lies over no other one: where it should be, or as little below as there is room."""
    for from_x, y, to_x in sorted(taken, key=lambda each: each[1]):
        if left < to_x + GAP and from_x < left + size.width() + GAP and abs(y - top) < size.height() + GAP:
            top = y + size.height() + GAP
    return top
