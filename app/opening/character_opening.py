"""The sheet of a character that is opened, added or changed: what is chosen there, and what is done with it.

It comes where size, up or front of a figure are in doubt, for each figure where the person wants it, and when it is
asked for. What is open stays as it is until the sheet is accepted.
"""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace
from PySide6 import QtCore, QtGui, QtWidgets

from pantin.app.files.subject import Request
from pantin.app.messages import _
from pantin.app.opening.shown_facts import answered, height_of, shown, unit_of
from pantin.app.opening.standing_picture import PITCH, TURN, YAW, StandingPictures, Wanted
from pantin.app.session.session import Session
from pantin.app.session.settings import Settings
from pantin.rigs.editing.building.standing_choices import Choices
from pantin.viewport.values.camera import Camera
from pantin.widgets.character.answer_card import PICTURE
from pantin.widgets.character.opening_sheet import OpeningSheet
from pantin.widgets.character.shown_character import height_text
from pantin.widgets.values.opening_shown import Marks

BODY = "body"
"""The name of the large picture; others are called as the rest poses that they show."""
COARSE = 0.5
"""Pixels of the large picture for one of the screen while it is turned."""
FINE = 2
"""Pixels of a small picture for one of the sheet's."""


class CharacterOpening(QtCore.QObject):
    """One sheet over the window."""

    def __init__(
        self,
        session: Session,
        settings: Settings,
        window: QtWidgets.QWidget,
        change_preference: Callable[[str, str, object], None],
    ) -> None:
        super().__init__(window)
        self._session, self._settings, self._change_preference = session, settings, change_preference
        self._request: Request | None = None
        self._choices, self._tall = Choices(), None
        self._yaw, self._pitch = YAW, PITCH
        self.sheet = OpeningSheet(window)
        self.pictures = StandingPictures(self)
        self.pictures.painted.connect(self._show_picture)
        self.pictures.decoded.connect(self._paint)
        self.pictures.failed.connect(session.warned)
        self.sheet.chosen.connect(self._choose)
        self.sheet.height_chosen.connect(self._make_tall)
        self.sheet.turned.connect(self._turn)
        self.sheet.let_go.connect(self._paint_body)
        self.sheet.unsure_only.connect(self._ask_when)
        self.sheet.accepted.connect(self._accept)
        self.sheet.closed.connect(self._close)
        self.sheet.picture.resized.connect(self._paint_body)

    _tall: float | None
    """A height that was chosen by itself, metres; None where a unit was."""

    def ask(self, request: Request) -> None:
        """Show the sheet for a figure, with what is most likely chosen."""
        subject = request.subject
        self._request, self._choices = request, subject.guess
        height = height_of(subject, self._choices)
        self._tall = height if unit_of(subject, self._choices) is None and height > 0.0 else None
        self._yaw, self._pitch = YAW, PITCH
        self.sheet.show_picture(QtGui.QPixmap(), Marks())
        self._show()
        self.sheet.open()
        self.sheet.accept.setFocus()
        self._paint()
        loaded = subject.loaded
        if request.purpose != "change" and loaded is not None and not loaded.pictures.are_there:
            self.pictures.decode(loaded, len(subject.figure.rig.bones))

    def _show(self) -> None:
        if self._request is not None:
            asks = self._settings.preferences.interface.ask_only_when_unsure
            request = self._request
            self.sheet.show_character(shown(request.subject, self._choices, self._tall, request.purpose, asks))

    def _choose(self, question: str, answer: str) -> None:
        if self._request is None:
            return
        subject = self._request.subject
        self._choices = answered(subject, self._choices, question, answer)
        if question == "size":
            self._tall = height_of(subject, self._choices) if answer == "tall" else None
        self._show()
        self._paint_body()

    def _make_tall(self, height: float) -> None:
        if self._request is None:
            return
        now = height_of(self._request.subject, self._choices)
        if now > 0.0:
            self._tall = height
            self._choices = replace(self._choices, size=self._choices.size * height / now)
            self._show()
            self._paint_body()

    def _ask_when(self, unsure_only: bool) -> None:
        self._change_preference("interface", "ask_only_when_unsure", unsure_only)
        self._show()

    def _accept(self) -> None:
        request, choices = self._request, self._choices
        self.sheet.put_away()
        if request is not None:
            request.done(choices)

    def _close(self) -> None:
        self._request = None
        self.pictures.finish()

    # The pictures

    def _turn(self, dx: float, dy: float) -> None:
        camera = Camera(yaw=self._yaw, pitch=self._pitch).turned(-dx * TURN, dy * TURN)
        self._yaw, self._pitch = camera.yaw, camera.pitch
        self._paint_body(coarse=True)

    def _paint(self) -> None:
        self._paint_body()
        if self._request is not None:
            side = FINE * PICTURE
            for rest in ("nodes", "bind") if self._request.subject.others else ():
                choices = replace(self._choices, rest=rest)
                self.pictures.want(Wanted(rest, self._request.subject, choices, (side, side), YAW, PITCH))

    def _paint_body(self, coarse: bool = False) -> None:
        """Have the figure painted; while it is turned in half as many pixels each way, which takes a quarter of it."""
        if self._request is None or not self.sheet.isVisible():
            return
        subject, frame = self._request.subject, self.sheet.picture
        ratio = frame.devicePixelRatioF() * (COARSE if coarse else 1.0)
        size = round(frame.width() * ratio), round(frame.height() * ratio)
        height = height_of(subject, self._choices)
        words = height_text(height) if height > 0.0 else _("no height")
        self.pictures.want(Wanted(BODY, subject, self._choices, size, self._yaw, self._pitch, words))

    def _show_picture(self, wanted: Wanted, image: QtGui.QImage, marks: Marks) -> None:
        if self._request is None or wanted.subject is not self._request.subject:
            return
        picture = QtGui.QPixmap.fromImage(image)
        if wanted.name == BODY:
            self.sheet.show_picture(picture, marks)
        else:
            self.sheet.show_rest(wanted.name, picture)
