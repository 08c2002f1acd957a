"""Notices over the view: a refusal goes when the next edit succeeds, a failure stays until it is closed.

What was left out of a file goes with the next step, because it lies over the feet; the properties say it as well.
Joints that were moved since the mesh was bound are told while bones are edited, until it is closed. A question about
weights that are to be replaced stays until it is answered or closed, or another step is made.
What was removed is named with Undo beside it, a mesh without skeleton with what places one in it, and why a pull went
no farther with what frees limits, until another step is made. All go with the document they are about.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6 import QtCore

from pantin.app.messages import _
from pantin.app.session.session import Session
from pantin.rigs.editing.bound_rest import moved_since_bound
from pantin.rigs.editing.joint_limits import freed
from pantin.rigs.figure import Figure
from pantin.rigs.history import History
from pantin.rigs.scene import Scene
from pantin.rigs.wording import listed
from pantin.viewport.window.view import View
from pantin.widgets.floating.answer_bar import AnswerBar
from pantin.widgets.floating.notice_bar import NoticeBar


class Refusals(QtCore.QObject):
    """Shows what the session warns of and reports, and puts a refusal away as soon as the history is another, what was
    reported as soon as another step is made.
    """

    def __init__(self, session: Session, notice: NoticeBar) -> None:
        super().__init__(notice)
        self._session, self._notice = session, notice
        self._refused_at: History | None = None
        self._reported_at: int | None = None
        session.warned.connect(notice.show_error)
        session.reported.connect(self._report)
        session.warned.connect(self._forget)
        session.replaced.connect(notice.put_away)
        session.file_changed.connect(notice.put_away)
        session.refused.connect(self._remember)
        session.document_changed.connect(self._look)
        session.notified.connect(self.put_away)
        notice.closed.connect(self._forget)

    def _remember(self) -> None:
        """A refusal is shown."""
        self._refused_at = self._session.history

    def _report(self, sentence: str) -> None:
        """Show what was left out of a file."""
        self._forget()
        self._notice.show_note(sentence)
        self._reported_at = self._session.history.position

    def _forget(self) -> None:
        """Forget what is shown: it is a failure, or nothing."""
        self._refused_at = self._reported_at = None

    def _look(self) -> None:
        """The document may be another: then something has succeeded since."""
        if self._session.history is not self._refused_at:
            self.put_away()
        if self._reported_at not in (None, self._session.history.position):
            self._notice.put_away()

    def put_away(self, _changed: object = None) -> None:
        """Close the notice where it is a refusal."""
        if self._refused_at is not None:
            self._notice.put_away()


class Stops(QtCore.QObject):
    """Shows why the last step, a pull of the body, went no farther, with what frees the limits that it came to."""

    def __init__(self, session: Session, bar: AnswerBar) -> None:
        super().__init__(bar)
        self._session, self._bar = session, bar
        self._refused_at: Scene | None = None
        self._limits: tuple[str, ...] = ()
        session.stopped_short.connect(self._tell)
        session.document_changed.connect(self._look)
        session.replaced.connect(bar.hide)
        bar.answered.connect(self._free)

    def _tell(self, sentence: str, limits: tuple[str, ...]) -> None:
        self._refused_at, self._limits = self._session.document.scene, limits
        self._bar.tell(sentence, bool(limits))

    def _look(self) -> None:
        """The rig may be another: then another step is the last."""
        if self._session.document.scene is not self._refused_at:
            self._bar.hide()

    def _free(self) -> None:
        label = _("Free limits of {bones} for this pose").format(bones=listed(self._limits))
        self._session.edit(label, lambda document: freed(document, self._limits))


class Unbound(QtCore.QObject):
    """Shows while bones are edited that joints moved since the mesh was bound, with what binds it again; not any more
    for a file for which it was closed.
    """

    def __init__(self, session: Session, view: View, bar: AnswerBar, answer: Callable[[], None]) -> None:
        super().__init__(bar)
        self._session, self._bar = session, bar
        self._closed: str | None = None
        session.document_changed.connect(self._look)
        session.replaced.connect(bar.hide)
        view.rest_pose_changed.connect(self._look)
        bar.close_button.clicked.connect(self._close)
        bar.answered.connect(answer)

    def _look(self, _changed: object = None) -> None:
        figure = self._session.document.figure
        if self._session.editing and moved_since_bound(figure) and _digest(figure) != self._closed:
            if self._bar.isHidden():
                self._bar.tell(_("Joints moved since the mesh was bound."))
        else:
            self._bar.hide()

    def _close(self) -> None:
        self._closed = _digest(self._session.document.figure)


def _digest(figure: Figure) -> str | None:
    return None if figure.source is None or figure.source.file is None else figure.source.file.sha256


class Questions(QtCore.QObject):
    """Shows a question about what is lost by what is to be done, and does that once its button is pressed.

    It goes where it is closed, and with the step and the figure that it is about.
    """

    def __init__(self, session: Session, asked: QtCore.SignalInstance, bar: AnswerBar) -> None:
        super().__init__(bar)
        self._session, self._bar = session, bar
        self._then: Callable[[], None] | None = None
        self._asked_at: tuple[Scene, str] | None = None
        asked.connect(self._ask)
        session.document_changed.connect(self._look)
        session.replaced.connect(bar.hide)
        bar.answered.connect(self._do)

    def _ask(self, sentence: str, then: Callable[[], None]) -> None:
        self._then, self._asked_at = then, self._now
        self._bar.tell(sentence)

    @property
    def _now(self) -> tuple[Scene, str]:
        return self._session.document.scene, self._session.document.active_figure

    def _look(self) -> None:
        scene, name = self._now
        if self._asked_at is None or scene is not self._asked_at[0] or name != self._asked_at[1]:
            self._bar.hide()

    def _do(self) -> None:
        then, self._then = self._then, None
        self._bar.hide()
        if then is not None:
            then()


class Offers(QtCore.QObject):
    """Shows a sentence of the session and a button that answers it, as long as the step it is about is the last."""

    def __init__(
        self, session: Session, told: QtCore.SignalInstance, bar: AnswerBar, answer: Callable[[], None]
    ) -> None:
        super().__init__(bar)
        self._session, self._bar = session, bar
        self._told_at: Scene | None = None
        self._waits = False
        """True while the bar is hidden because what it offers is being done."""
        told.connect(self._tell)
        session.document_changed.connect(self._look)
        session.replaced.connect(bar.hide)
        bar.answered.connect(answer)

    def wait(self, is_working: bool) -> None:
        """Offer nothing while something is being done to the figure, and the same again where nothing came of it."""
        if is_working and not self._bar.isHidden():
            self._waits = True
            self._bar.hide()
        elif not is_working and self._waits:
            self._waits = False
            self._bar.setVisible(self._session.document.scene is self._told_at)

    def _tell(self, sentence: str) -> None:
        self._told_at = self._session.document.scene
        self._bar.tell(sentence)

    def _look(self) -> None:
        """The rig may be another: then another step is the last."""
        if self._session.document.scene is not self._told_at:
            self._bar.hide()
