"""Pictures of the document's own figure: made one at a time, beside the drawing thread, and kept.

They are named by what they show, in memory and in a cache on disk that may be thrown away. Who wants some gets them
one by one; what was wanted last is made first.
"""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import NamedTuple, Protocol

import msgspec
from PySide6 import QtCore, QtGui, QtWidgets

from pantin.app.files.thumbnails import cache_folder, keep_picture
from pantin.app.pictures.picture_painter import PicturePainter
from pantin.app.session.session import Session
from pantin.app.system.background import BackgroundJobs
from pantin.rigs import Document
from pantin.rigs.figure import Figure
from pantin.solver import Posed
from pantin.viewport.paint.figure_picture import figure_picture
from pantin.viewport.scene.scene import DISPLAY, Background, Display
from pantin.viewport.values.camera import Camera
from pantin.viewport.values.colours import THEMES
from pantin.viewport.values.loaded_character import Characters
from pantin.widgets.theme.appearance import appearance

BREAK = 40
"""Milliseconds between two pictures: what the person does, and a frame, come between them."""

REST = 250
"""Milliseconds without another request before one is painted: a figure that is being changed would want all anew."""

MOST = 1000
"""Pictures of a kind that are kept on disk, some 15 kB each: twenty libraries of poses, or the faces of as many
characters."""

MOST_IN_MEMORY = 80
"""Those of a library and a face, 9 MB, of one document; what is on disk is read in two milliseconds."""

Take = Callable[[str, QtGui.QPixmap], None]
"""A function that is handed the key of a picture, and the picture."""


class Shown(NamedTuple):
    """The figure as a picture shows it, and the camera that looks at it."""

    document: Document
    evaluated: Posed
    camera: Camera
    characters: Characters
    background: Background
    display: Display = DISPLAY


class Picture(Protocol):
    """A picture that is yet to be made of whatever figure is edited then."""

    @property
    def kind(self) -> str:
        """The folder of the cache that it is kept in."""

    @property
    def size(self) -> tuple[int, int]:
        """Pixels of its width and height."""

    def contents(self, figure: Figure, characters: Characters) -> object:
        """Return all that it shows of a figure, but for the theme, as a value that JSON can hold."""

    def shown(self, figure: Figure, characters: Characters) -> Shown | None:
        """Return the figure as the picture shows it; None where it cannot be shown so. Called by a worker."""


class _Wanted(NamedTuple):
    key: str
    picture: Picture
    take: Take


class _Ready(NamedTuple):
    """A picture that can be painted, and its name."""

    wanted: _Wanted
    name: str
    shown: Shown


class FigurePictures(QtCore.QObject):
    """Makes what is wanted, in that order, and forgets what the same taker wanted before."""

    def __init__(self, session: Session, parent: QtCore.QObject) -> None:
        super().__init__(parent)
        self._session = session
        self._poser = BackgroundJobs(self)
        self._poser.changed.connect(self._go_on_soon)
        self._painter = PicturePainter(self)
        self._painter.painted.connect(self._take_painted)
        self._waiting: list[_Wanted] = []
        self._wanted_of: Figure | None = None
        """The figure that was edited when pictures were wanted last."""
        self._ready: _Ready | None = None
        self._painting: _Ready | None = None
        """The picture that is being painted."""
        self._kept: OrderedDict[str, QtGui.QPixmap] = OrderedDict()
        session.opened.connect(self._kept.clear)
        self.painted = 0
        """The number of pictures that were painted, rather than found."""
        self._timer = QtCore.QTimer(self, singleShot=True, interval=BREAK)
        self._timer.timeout.connect(self.go_on)
        self.rest = QtCore.QTimer(self, singleShot=True, interval=REST)
        """Runs while pictures may be wanted anew at any moment: those that were made before are shown, none is made."""

    @property
    def waiting(self) -> int:
        """Return the number of pictures that are wanted, but for the one that is being made."""
        return len(self._waiting)

    @property
    def making(self) -> bool:
        """Return True while a picture is being made: the figure is posed for it, or was and is to be painted."""
        return bool(self._poser.doing) or self._ready is not None or self._painting is not None

    def want(self, wanted: Iterable[tuple[str, Picture]], take: Take) -> None:
        """Make these pictures of the session's figure next, each by a key, and hand them to `take`."""
        before, others = self._waiting, [each for each in self._waiting if each.take != take]
        asked = [_Wanted(key, picture, take) for key, picture in wanted]
        self._waiting = [*asked, *others]
        figure, is_of = self._session.document.figure, self._wanted_of
        self._wanted_of = figure
        if figure is not is_of or any(each not in before for each in asked):
            self.rest.start()
        self._go_on_soon()

    def _go_on_soon(self) -> None:
        is_at_work = bool(self._poser.doing) or self._painting is not None
        if not self._timer.isActive() and (self._waiting or self._ready) and not is_at_work:
            self._timer.start()

    def go_on(self) -> None:
        """Paint what was posed, or pose the next; while something is dragged, neither."""
        if self.is_idle and self._painting is None:
            if self._ready is not None:
                self._paint(self._ready)
            elif self._waiting:
                self._make_next()
        self._go_on_soon()

    @property
    def is_idle(self) -> bool:
        """Return whether nothing is dragged, by a button or by a key, nor played, nor read of the character, and what
        is kept is on screen.
        """
        session, held = self._session, QtWidgets.QApplication.mouseButtons()
        newest = session.shown_pose.newest
        is_kept = newest.document is session.document and not (newest.pull or newest.grabs or session.playing)
        at_rest = held == QtCore.Qt.MouseButton.NoButton and not session.characters_coming
        return at_rest and session.posed and session.settled and is_kept

    def _make_next(self) -> None:
        """Hand out the pictures that are in memory, find the next one on disk, or have the figure posed for it by a
        worker: interpreted, that takes longer than a frame.
        """
        while self._waiting:
            wanted = self._waiting[0]
            name = self._name(wanted.picture)
            is_in_memory = name in self._kept
            if is_in_memory or self._found(wanted.picture, name):
                self._waiting.pop(0)
                self._kept.move_to_end(name)
                wanted.take(wanted.key, self._kept[name])
            elif not self.rest.isActive():
                self._waiting.pop(0)
                self._pose(wanted, name)
            if not is_in_memory:
                return

    def _pose(self, wanted: _Wanted, name: str) -> None:
        """Have the figure posed for a picture."""
        figure, characters = self._session.document.figure, self._session.characters

        def work() -> Callable[[], None]:
            shown = wanted.picture.shown(figure, characters)
            return lambda: self._take(None if shown is None else _Ready(wanted, name, shown))

        self._poser.start(wanted.key, work)

    def _take(self, ready: _Ready | None) -> None:
        self._ready = ready
        self._go_on_soon()

    def _paint(self, ready: _Ready) -> None:
        """Have a picture painted, unless the figure has changed since it was posed: then it waits to be posed anew."""
        self._ready = None
        if self._is_of_another(ready):
            return
        picture, shown = ready.wanted.picture, ready.shown
        how = picture.size, shown.camera, shown.background
        colours, characters = THEMES[appearance().theme.name], shown.characters
        seen = shown.document, shown.evaluated, *how
        self._painting = ready
        self._painter.paint(
            ready, partial(figure_picture, *seen, colours=colours, display=shown.display, characters=characters)
        )

    def _take_painted(self, ready: _Ready, image: QtGui.QImage | None) -> None:
        """Keep a picture that was painted, and hand it out where the figure is still the same."""
        self._painting = None
        (key, picture, take), name, _shown = ready
        if image is not None:
            self.painted += 1
            place = _place(picture, name)
            QtCore.QThreadPool.globalInstance().start(lambda: keep_picture(place, image, MOST))
            if not self._is_of_another(ready):
                self._remember(name, image)
                take(key, self._kept[name])
        self._go_on_soon()

    def _is_of_another(self, ready: _Ready) -> bool:
        """Return whether the figure has changed since it was posed for a picture, which is then wanted anew."""
        wanted = ready.wanted
        if ready.name == self._name(wanted.picture):
            return False
        if not any((each.key, each.take) == (wanted.key, wanted.take) for each in self._waiting):
            self._waiting.insert(0, wanted)
        return True

    def _name(self, picture: Picture) -> str:
        """Return the name of what a picture shows of the figure as it is now."""
        contents = picture.contents(self._session.document.figure, self._session.characters)
        shown = contents, picture.size, appearance().theme.name
        return hashlib.sha256(msgspec.json.encode(shown)).hexdigest()[:32]

    def _found(self, picture: Picture, name: str) -> bool:
        """Return whether the cache on disk has a picture, which is then kept in memory."""
        image = QtGui.QImage(str(_place(picture, name)))
        if image.isNull():
            return False
        self._remember(name, image)
        return True

    def _remember(self, name: str, image: QtGui.QImage) -> None:
        self._kept[name] = QtGui.QPixmap.fromImage(image)
        if len(self._kept) > MOST_IN_MEMORY:
            self._kept.popitem(last=False)


def _place(picture: Picture, name: str) -> Path:
    return cache_folder() / picture.kind / f"{name}.png"
