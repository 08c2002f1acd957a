"""Updates of the panels: some thirty times a second while something moves, the figure more often.

It is done in pieces, one a turn of the event loop. While something is dragged a piece follows each pose, when the next
movement is farthest away.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from PySide6 import QtCore

from pantin.app.live.live import Live
from pantin.app.session.session import Session

INTERVAL = 33
"""Milliseconds from one time that the panels are brought up to date to the next."""

PATIENCE = 200
"""Milliseconds without a turn after which what is left is done at once: where pictures take all the time there is never
any left."""


class SlicedWork(QtCore.QObject):
    """Does the pieces of one piece of work; `pieces` yields after each. While it `waits`, only `go_on` has one done."""

    def __init__(
        self, pieces: Callable[[], Iterator[None]], parent: QtCore.QObject, waits: Callable[[], bool] = lambda: False
    ) -> None:
        super().__init__(parent)
        self._pieces, self._waits = pieces, waits
        self._left: Iterator[None] | None = None
        self._next = QtCore.QTimer(self, singleShot=True, interval=0)
        self._next.timeout.connect(self._take)
        self._patience = QtCore.QTimer(self, singleShot=True, interval=PATIENCE)
        self._patience.timeout.connect(self.finish)

    @property
    def waiting(self) -> bool:
        """Return whether something is left to do."""
        return self._patience.isActive()

    def begin(self) -> None:
        """Begin with the first piece when there is nothing else to do; what was under way is left."""
        self._left = None
        self._next.start()
        self._patience.start()

    def go_on(self) -> None:
        """Do the next piece, if there is one, when there is nothing else to do."""
        if self.waiting:
            self._next.start()

    def finish(self) -> None:
        """Do all that is left at once; the whole where none was begun."""
        self._next.stop()
        self._patience.stop()
        left, self._left = self._left or self._pieces(), None
        for _piece in left:
            pass

    def _take(self) -> None:
        left, self._left = self._left or self._pieces(), None
        if next(left, self) is not None:
            self._patience.stop()
            return
        self._left = left
        self._patience.start()
        if not self._waits():
            self._next.start()


class PanelUpdates(QtCore.QObject):
    """Has the panels of one window brought up to date by `show`, which yields where it may be interrupted."""

    def __init__(
        self, session: Session, live: Live, show: Callable[[], Iterator[None]], parent: QtCore.QObject
    ) -> None:
        super().__init__(parent)
        self._session, self._live, self._show = session, live, show
        self._seen: tuple[object, ...] = (None,) * 9
        """The state that the panels show, or are about to."""
        self._is_late = False
        """Whether a pose came in that the panels have not shown."""
        self._pause = QtCore.QTimer(self, singleShot=True, interval=INTERVAL)
        self._still = QtCore.QTimer(self, singleShot=True, interval=INTERVAL)
        self._still.timeout.connect(self._catch_up)
        self._work = SlicedWork(self._pieces, self, lambda: session.is_previewing and self._still.isActive())
        live.changed.connect(self._after_motion)

    def after_pose(self) -> None:
        """Update for a new pose, after the next repaint of the figure but at most once an interval.

        While a clip is played only the figure moves.
        """
        if self._session.playing:
            return
        self._still.start()
        if self._pause.isActive() or self._work.waiting:
            self._is_late = True
            self._work.go_on()
        else:
            self._begin()

    def after_repaint(self) -> None:
        """Update after the next repaint of the figure, if anything that the panels show changed."""
        if any(now is not then for now, then in zip(self._state(), self._seen, strict=True)):
            self._work.begin()

    def at_once(self) -> None:
        """Update to what is on screen."""
        self._work.begin()
        self._work.finish()

    def _begin(self) -> None:
        """Update from now on."""
        self._work.begin()
        self._pause.start()

    def _pieces(self) -> Iterator[None]:
        self._is_late = False
        self._seen = self._state()
        yield from self._show()
        if self._is_late:
            self._still.start()

    def _state(self) -> tuple[object, ...]:
        """The values that the panels show; a changed value is another object."""
        session = self._session
        shown = session.history, session.shown, session.evaluated, session.shown_pose.compared, session.compared
        return *shown, session.characters, session.lost_characters, session.measures, session.left_out

    def _catch_up(self) -> None:
        """Nothing has moved for a while: finish an update that is under way, or make one that was skipped.

        A pose that is coming will do so. While motion comes in, one is: then the panels are updated after it, when
        nothing is solved.
        """
        if self._work.waiting:
            self._work.go_on()
        elif self._is_late and self._session.settled and not self._live.posing:
            self._begin()

    def _after_motion(self) -> None:
        """Make an update that was skipped while motion came in."""
        if self._is_late and not self._pause.isActive():
            self._work.begin()
