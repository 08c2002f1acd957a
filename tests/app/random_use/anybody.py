"""Somebody who does anything at all in the window: actions, drags, keys, clicks on whatever there is, files, questions.

One event at a time, with the program's own loop between them, as from a hand. The seed chooses what is done; how far
the program is when it is done also depends on the machine.
"""

from __future__ import annotations

import random
import re
import shutil
import sys
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from unittest.mock import patch

from PySide6 import QtCore, QtWidgets

from pantin.app.actions import ACTIONS
from pantin.app.window.window import Window
from tests.app.random_use.everything import RIGS, everything
from tests.app.random_use.hand import ALT, CONTROL, LEFT, MIDDLE, NO_BUTTON, NO_KEYS, RIGHT, SHIFT, Hand, Qt, Type

Doing = Iterator[None]

REMEMBERED = 30
"""Doings that can be told when something went wrong."""

TYPED = ("12", "-0.5", "1e9", "left", "hand", "", "ä✓", "0", "45", "arm.L", "x" * 300)
"""What is typed into fields."""

DRAG_KEYS = "XYZRGS12.-"
"""Keys that mean something in a drag."""


class Anybody(Hand):
    """Somebody in front of a window. Copies of samples and of `files` lie in `folder` to be opened, and saved over."""

    def __init__(self, window: Window, seed: int, folder: Path, files: Sequence[Path] = ()) -> None:
        super().__init__(window, random.Random(seed))
        self._folder = folder / "made"
        self._folder.mkdir()
        self._rigs = tuple(_copied(path, folder) for path in RIGS)
        self._files = (*self._rigs, *(_copied(path, folder) for path in files))
        self.done: deque[str] = deque(maxlen=REMEMBERED)
        """What was done last, newest last."""
        self.count = 0
        """How many things were begun."""
        self._doing = self._anything()
        self.has_done_everything = False
        """Whether all was there once that takes memory: panels, dialogs, pictures, kernels."""
        self._is_busy = False
        window.left.connect(window.show)  # closed by somebody who comes back at once

    def go_on(self) -> None:
        """The next event. A question or a menu that is open is answered first, wherever it was asked."""
        if QtWidgets.QApplication.activePopupWidget() or QtWidgets.QApplication.activeModalWidget():
            self._answer()
        elif not self._is_busy:
            self._is_busy = True
            try:
                next(self._doing)
            except Exception as error:
                sys.excepthook(type(error), error, error.__traceback__)
                self._doing, self.has_done_everything = self._anything(), True
            finally:
                self._is_busy = False

    def begin_with_everything(self) -> None:
        """Do each thing once, in order, before anything by chance."""
        self._doing = self._everything()

    # What there is to do

    def _anything(self) -> Doing:
        kinds: tuple[tuple[int, Callable[[], Doing]], ...] = (
            (30, self._action),
            (20, self._drag_bone),
            (6, self._drag_view),
            (8, self._click),
            (4, self._hover),
            (22, self._use_widget),
            (3, self._press_keys),
            (2, self._sample),
            (3, self._open),
            (8, self._history),
            (2, self._resize),
            (4, self._rest),
        )
        weights, doings = zip(*kinds, strict=True)
        while True:
            yield from self._chance.choices(doings, weights)[0]()
            self.count += 1
            yield

    def _note(self, what: str) -> None:
        self.done.append(what)

    def _everything(self) -> Doing:
        yield from everything(self.window, self._files, self._open, self._action, self._rest)
        self.has_done_everything = True
        yield from self._anything()

    def _action(self, name: str = "") -> Doing:
        name = name or self._chance.choice(tuple(ACTIONS))
        self._note(f"action {name}")
        self.window.menus.actions[name].trigger()
        yield
        if self.window.view.dragging:
            yield from self._drag_by_keys()

    def _drag_by_keys(self) -> Doing:
        """Go on with what an action began to drag at the pointer."""
        at = self._place()
        for _ in range(self._chance.randint(1, 12)):
            at = self._beside(at, 60)
            self._mouse(Type.MouseMove, at)
            yield
            if self._chance.random() < 0.2:
                self._key(self._chance.choice(DRAG_KEYS))
                yield
        self._key(self._chance.choice((Qt.Key.Key_Return, Qt.Key.Key_Escape)))

    def _drag_bone(self) -> Doing:
        at = self._bone()
        held = self._chance.choice((NO_KEYS, NO_KEYS, NO_KEYS, SHIFT, CONTROL, ALT))
        self._note(f"drag at {at[0]:.0f} {at[1]:.0f} {held.name}")
        yield from self._drag(at, LEFT, held, self._chance.randint(2, 25))

    def _drag_view(self) -> Doing:
        self._note("drag the view")
        yield from self._drag(self._place(), MIDDLE, self._chance.choice((NO_KEYS, SHIFT, CONTROL)), 10)

    def _drag(self, at: tuple[float, float], button: Qt.MouseButton, held: Qt.KeyboardModifier, steps: int) -> Doing:
        self._mouse(Type.MouseMove, at, held=held)
        yield
        self._mouse(Type.MouseButtonPress, at, button, button, held)
        yield
        for _ in range(steps):
            at = self._beside(at, 40)
            self._mouse(Type.MouseMove, at, NO_BUTTON, button, held)
            yield
            if self._chance.random() < 0.06:
                self._key(self._chance.choice((*DRAG_KEYS, Qt.Key.Key_Escape, Qt.Key.Key_PageUp)))
                yield
            if self._chance.random() < 0.03:
                self._wheel(self.window.view, at)
                yield
        self._mouse(Type.MouseButtonRelease, at, button, NO_BUTTON, held)

    def _click(self) -> Doing:
        at, button = self._bone(), self._chance.choice((LEFT, LEFT, LEFT, RIGHT))
        held = self._chance.choice((NO_KEYS, SHIFT, CONTROL))
        self._note(f"click at {at[0]:.0f} {at[1]:.0f} {button.name} {held.name}")
        yield from self._drag(at, button, held, 0)
        if self._chance.random() < 0.2:
            self._mouse(Type.MouseButtonDblClick, at, button, button, held)
            self._mouse(Type.MouseButtonRelease, at, button, NO_BUTTON, held)

    def _hover(self) -> Doing:
        self._note("hover")
        at = self._place()
        for _ in range(10):
            at = self._beside(at, 50)
            self._mouse(Type.MouseMove, at)
            yield
        self._wheel(self.window.view, at)

    def _use_widget(self) -> Doing:
        """Click, drag, turn the wheel or type on any widget that is seen."""
        widget = self._any_widget()
        at = (self._chance.uniform(0, widget.width()), self._chance.uniform(0, widget.height()))
        way = self._chance.choice(("click", "click", "click", "drag", "wheel", "type"))
        self._note(f"{way} on {type(widget).__name__} {widget.objectName() or widget.accessibleName()}")
        if way == "wheel":
            self._wheel(widget, at)
            return
        self._mouse(Type.MouseButtonPress, at, LEFT, LEFT, on=widget)
        yield
        for _ in range(self._chance.randint(2, 8) if way == "drag" else 0):
            at = (at[0] + self._chance.uniform(-20, 30), at[1] + self._chance.uniform(-5, 5))
            self._mouse(Type.MouseMove, at, NO_BUTTON, LEFT, on=widget)
            yield
        self._mouse(Type.MouseButtonRelease, at, LEFT, NO_BUTTON, on=widget)
        yield
        if way == "type":
            yield from self._type()

    def _type(self) -> Doing:
        for letter in self._chance.choice(TYPED):
            self._key(letter)
            yield
        self._key(self._chance.choice((Qt.Key.Key_Return, Qt.Key.Key_Tab, Qt.Key.Key_Escape)))

    def _press_keys(self) -> Doing:
        self.window.view.setFocus()
        key = self._chance.choice(
            (*"ABCDEFGHIJKLMNOPRSTUVWXYZ123456789", *map(Qt.Key, range(Qt.Key.Key_F1, Qt.Key.Key_F12)))
        )
        held = self._chance.choice((NO_KEYS, NO_KEYS, SHIFT, CONTROL, ALT, CONTROL | SHIFT))
        self._note(f"key {key} {held.name}")
        self._key(key, held)
        yield
        if self.window.view.dragging:
            yield from self._drag_by_keys()

    def _sample(self) -> Doing:
        """One of the figures that come with the program, so that there mostly is one."""
        yield from self._open(self._chance.choice(self._rigs))

    def _open(self, path: Path | None = None) -> Doing:
        path = path or self._chance.choice(self._files)
        self._note(f"open {path.name}")
        self.window.files.open(path)
        yield

    def _history(self) -> Doing:
        session = self.window.session
        self._note("through the history")
        for _ in range(self._chance.randint(1, 6)):
            self._chance.choice((session.undo, session.undo, session.redo))()
            yield

    def _resize(self) -> Doing:
        width, height = self._chance.randint(700, 1600), self._chance.randint(500, 1000)
        self._note(f"resize to {width} × {height}")
        self.window.resize(width, height)
        yield

    def _rest(self) -> Doing:
        """Do nothing: what plays or is simulated goes on."""
        self._note("rest")
        for _ in range(self._chance.randint(5, 40)):
            yield

    # What is asked

    def _answer(self) -> None:
        """A menu or a question: choose something in it, or leave it."""
        popup = QtWidgets.QApplication.activePopupWidget()
        if isinstance(popup, QtWidgets.QMenu) and self._chance.random() < 0.5:
            choices = [entry for entry in popup.actions() if entry.isEnabled() and not entry.isSeparator()]
            if choices:
                entry = self._chance.choice(choices)
                self._note(f"choose {entry.text()}")
                self._click_on(popup, QtCore.QPointF(popup.actionGeometry(entry).center()))
                return
        asking = popup or QtWidgets.QApplication.activeModalWidget()
        buttons = [] if asking is None else asking.findChildren(QtWidgets.QPushButton)
        if buttons and self._chance.random() < 0.7:
            button = self._chance.choice(buttons)
            self._note(f"answer {button.text()}")
            button.click()
        elif asking is not None:
            self._note(f"close {type(asking).__name__}")
            asking.close()

    @contextmanager
    def answers_dialogs(self) -> Iterator[None]:
        """Dialogs of files are the system's: they are answered by a name, now and then by none."""
        with (
            patch.object(QtWidgets.QFileDialog, "getOpenFileName", lambda *given: (self._name_of_old(given[3]), "")),
            patch.object(QtWidgets.QFileDialog, "getSaveFileName", lambda *given: (self._name_of_new(given[3]), "")),
            patch.object(QtWidgets.QFileDialog, "getExistingDirectory", lambda *given: str(self._folder)),
        ):
            yield

    def _name_of_old(self, kinds: str) -> str:
        endings = tuple(re.findall(r"\*(\.[\w.]+)", kinds))
        fitting = [path for path in (*self._files, *self._folder.iterdir()) if path.name.lower().endswith(endings)]
        return str(self._chance.choice(fitting)) if fitting and self._chance.random() < 0.9 else ""

    def _name_of_new(self, kinds: str) -> str:
        endings = re.findall(r"\*(\.[\w.]+)", kinds)
        if not endings or self._chance.random() < 0.1:
            return ""
        return str(self._folder / f"made{self._chance.randrange(6)}{self._chance.choice(endings)}")


def _copied(path: Path, folder: Path) -> Path:
    """A copy of a file, with those beside it that belong to it."""
    inside = folder / path.parent.name
    inside.mkdir(exist_ok=True)
    return Path(shutil.copy(path, inside))
