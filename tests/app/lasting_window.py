"""A window that many tests use one after the other: to make one takes most of a second, to make it as new a tenth.

`as_new` puts back whatever a person can change in a window; `state` is all of that, so that a test can see it.
What a window does only once in its life, the first start or the last close, needs a window of its own: `own_window`.
"""

from __future__ import annotations

import os
import shutil
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from msgspec.structs import asdict
from PySide6 import QtCore, QtGui, QtTest, QtWidgets

from pantin.app.docks.layouts import FIRST, LAYOUTS
from pantin.app.session.preferences import Preferences
from pantin.app.session.session import NEW, NEW_RIG
from pantin.app.window.pages.template_controller import FIRST as FIRST_TEMPLATE
from pantin.app.window.window import Window
from pantin.viewport.scene.scene import Display
from pantin.viewport.tools.dragging.events import Settings
from pantin.viewport.values.camera import Camera
from pantin.widgets.controls.frames.overlay import Overlay
from pantin.widgets.controls.frames.section import Section
from pantin.widgets.poses.pose_card import PoseCard
from pantin.widgets.properties.sections import FOLDED, Sections
from pantin.widgets.theme import theme
from pantin.widgets.theme.appearance import appearance
from pantin.widgets.theme.style.dressing import apply_theme
from pantin.widgets.values.live import LIVE, LiveChoices
from tests.bench.measuring.driving import failures_of, wait_for_the_worker, wait_until

Place = tuple[Any, ...]

SIZE = QtCore.QSize(1100, 700)
"""Of the window: the processor has to paint it, and half of what it would take by itself shows all panels too."""


def shown() -> Window:
    """A new window on the screen, in the dark theme."""
    apply_theme(theme.DARK)
    made = Window()
    made.resize(SIZE)
    made.show()
    QtTest.QTest.qWaitForWindowExposed(made)
    return made


def close(window: Window) -> None:
    """The window is gone, and its threads with it."""
    window.files.finish()
    window.evaluator.stop()
    window.hide()
    window.deleteLater()
    QtCore.QCoreApplication.sendPostedEvents(window, QtCore.QEvent.Type.DeferredDelete.value)


@contextmanager
def unpainted(window: Window) -> Iterator[None]:
    """The window is painted once, when all of this has been done to it."""
    window.setUpdatesEnabled(False)
    yield
    window.setUpdatesEnabled(True)


def hide_all() -> None:
    """Whatever stands on the screen goes out of the way."""
    while popup := QtWidgets.QApplication.activePopupWidget():
        popup.close()
    for widget in QtWidgets.QApplication.topLevelWidgets():
        if widget.isVisible():
            widget.hide()


class LastingWindow:
    """One window and the folders of its settings; the window is made when it is first asked for.

    `pictures` is a folder for those of poses: what they show is their name, so that no window need paint one again.
    """

    def __init__(self, folder: Path, pictures: Path) -> None:
        self._pictures = pictures
        self.folders = {"PANTIN_CONFIG_DIR": folder / "config", "PANTIN_CACHE_DIR": folder / "cache"}
        self._window: Window | None = None
        self._first: tuple[QtCore.QSize, Camera, dict[str, Place]] = (QtCore.QSize(), Camera(), {})
        self._rearranged = False

    def as_new(self) -> Window:
        """The window as it was when it was new, whatever was done to it. Settings are its own from here on."""
        os.environ.update({name: str(folder) for name, folder in self.folders.items()})
        if self._window is None:
            self._lend_pictures()
            self._window = shown()
            _take_the_keys(self._window)
            self._first = self._window.size(), self._window.view.camera, places(self._window)
            self._window.docks.changed.connect(self._note)
        else:
            with unpainted(self._window):
                self._reset(self._window)
                _take_the_keys(self._window)
        return self._window

    def hide(self) -> None:
        """Other tests have the screen."""
        if self._window is not None:
            hide_sheets(self._window)
            put_back(self._window)
            self._window.hide()

    def close(self) -> None:
        """No more tests."""
        if self._window is not None:
            close(self._window)

    def _note(self) -> None:
        """Panels came or went, or another layout."""
        self._rearranged = True

    def _reset(self, window: Window) -> None:
        size, camera, first = self._first
        bury()
        hide_sheets(window)
        put_back(window)
        self._forget(window)
        if window.isHidden():  # the screen takes the keys from it first, else they would not come back
            wait_until(lambda: QtGui.QGuiApplication.focusWindow() is not window.windowHandle())
        window.showNormal()
        if self._rearranged or window.size() != size or places(window) != first:
            _arrange(window, size)
            self._rearranged = False
        _choose(window)
        window.view.camera = camera

    def _forget(self, window: Window) -> None:
        """Nothing is remembered of earlier runs: the settings are read again from an empty folder."""
        window.settings.keep_preferences(Preferences())
        window.settings.finish()
        for folder in self.folders.values():
            shutil.rmtree(folder, ignore_errors=True)
        window.settings.clear_recent()  # with a change the file is read again
        window.settings.finish()
        self._lend_pictures()

    def _lend_pictures(self) -> None:
        self.folders["PANTIN_CACHE_DIR"].mkdir(parents=True, exist_ok=True)
        with suppress(FileExistsError):  # one that was still to be written may have made the folder
            (self.folders["PANTIN_CACHE_DIR"] / "poses").symlink_to(self._pictures)


def bury() -> None:
    """What was to be deleted later goes now: only a loop of its own would do that, and no test runs one."""
    QtCore.QCoreApplication.sendPostedEvents(None, QtCore.QEvent.Type.DeferredDelete.value)


def hide_sheets(window: Window) -> None:
    """Menus, dialogs, palette and bars are closed."""
    while popup := QtWidgets.QApplication.activePopupWidget():
        popup.close()
    for widget in QtWidgets.QApplication.topLevelWidgets():
        if widget.isVisible() and widget is not window and not isinstance(widget, QtWidgets.QDockWidget):
            widget.hide()
    for sheet in (*window.findChildren(Overlay), window.notice, window.recovery_offer.bar):
        sheet.hide()


def put_back(window: Window) -> None:
    """What is dragged, asked for, read or written comes to its end, and a new rig is open."""
    window.view.cancel()
    window.live.stop()
    window.live.send(False)
    window.live.choose(LiveChoices())
    window.live.files._files.clear()  # a person keeps them until the window goes
    window.live.files.choose(LIVE)
    window.files.finish()
    QtWidgets.QApplication.processEvents()
    failures_of(window.evaluator).clear()
    window.session.open(NEW, label=NEW_RIG)
    wait_for_the_worker(window.evaluator, lambda: window.session.ready and window.session.settled)
    window.templates.leave()
    window.templates._name = FIRST_TEMPLATE  # a person goes on from the one chosen last, with its measures
    window.templates.__dict__.pop("_measures", None)
    window.start_page.leave()


def _arrange(window: Window, size: QtCore.QSize) -> None:
    """The first layout as it begins, in a window of its first size."""
    docks = window.docks
    docks.bring("solver")  # a comparison that rests goes on where it is seen, and can be ended there
    window.session.compare(None)
    docks.show_layout(FIRST)
    for layout in LAYOUTS:
        window.settings.keep_layout(layout, b"")
    docks.reset()
    QtWidgets.QApplication.processEvents()  # the panels take their room; what was framed is framed again meanwhile
    if window.size() != size:  # last: panels that stood beside each other before may have needed a wider window
        window.resize(size)
        docks.reset()
        QtWidgets.QApplication.processEvents()


def _choose(window: Window) -> None:
    """Preferences, tool, settings of the tools and what is seen, as they begin."""
    window.preferences.apply()
    view = window.view
    view.pick_tool("select")
    view.change_settings(**asdict(Settings()))
    view.change_display(**asdict(Display()))
    view.point_at(None)
    # `clear` could be undone by the keys of the next test
    window.panels.hierarchy.search.setText("")
    window.panels.poses.head.search.setText("")
    window.panels.poses.head.pills.choose("")
    window.panels.poses.head.selected_only.setChecked(False)
    for section in window.findChildren(Section):
        section.show_open(True)
    for sections in window.findChildren(Sections):
        sections.show_folds(_first_folds(sections))
    for pointed_at in (view, *window.findChildren(PoseCard)):
        QtWidgets.QApplication.sendEvent(pointed_at, QtCore.QEvent(QtCore.QEvent.Type.Leave))
    window.panels.status.tell("")


def _first_folds(sections: Sections) -> dict[str, bool]:
    """Return by name of `Sections.folded` whether each section of the properties is folded at first."""
    names = [name for name, part in vars(sections).items() if isinstance(part, Section)]
    return {f"{mode}/{name}": name in FOLDED[mode == "rest"] for mode in ("pose", "rest") for name in names}


def state(window: Window) -> dict[str, Any]:
    """All that a person can change in a window and that another person would find."""
    session, view, docks = window.session, window.view, window.docks
    kept = window.settings
    return {
        "document": (session.document, session.history.labels, session.history.position, session.path),
        "session": (session.editing, session.mirrors, session.compared, session.unsaved),
        "camera": view.camera,
        "tool": (view.tool, view.settings, view.dragging),
        "view": (view.display, view.navigation, view.reduced_motion, window.pointed_at, view.pointed),
        "layout": (docks.layout, docks.is_alone),
        "docks": places(window),
        "window": (window.size(), window.isVisible(), window.isMinimized(), window.isMaximized(), window.windowTitle()),
        "pages": (window.starting, window.templates.shown, window.bone_picker.request),
        "template": (window.templates._name, dict(window.templates._measures)),
        "live": (window.live.choices, window.live.receiving, window.live.sending, window.live.files.shown),
        "preferences": kept.preferences,
        "settings": (kept.recent, kept.shown_layout, kept.geometry, kept.display),
        "theme": appearance().theme.name,
        "keys": {name: [key.toString() for key in action.shortcuts()] for name, action in window.menus.actions.items()},
        "sheets": [type(one).__name__ for one in window.findChildren(Overlay) if one.isVisible()],
        "bars": (window.notice.isVisible(), window.recovery_offer.bar.isVisible()),
        "tree": window.panels.hierarchy.search.text(),
        "focus": type(QtWidgets.QApplication.focusWidget()).__name__,
    }


def places(window: Window) -> dict[str, Place]:
    """Of each dock whether it is open and floats, its side and size, and before or behind which others it stands."""
    return {name: _place(window, dock) for name, dock in window.docks.docks.items()}


def _place(window: Window, dock: QtWidgets.QDockWidget) -> Place:
    tabs = frozenset(other.objectName() for other in window.tabifiedDockWidgets(dock))
    area = None if dock.isFloating() else window.dockWidgetArea(dock)
    return not dock.isHidden(), dock.isFloating(), area, tabs, dock.size() if dock.isVisible() else None


def _take_the_keys(window: Window) -> None:
    """The window is active and the figure has the keys; a window that just came up is asked until it listens.

    A window that was closed and is shown again may have the keys of the screen before its widgets have heard of it.
    """

    def has_them() -> bool:
        if QtWidgets.QApplication.focusWidget() is not window.view:
            if QtGui.QGuiApplication.focusWindow() is window.windowHandle():
                with warnings.catch_warnings():  # Qt wants activateWindow alone, which asks the screen for what it has
                    warnings.simplefilter("ignore", DeprecationWarning)
                    QtWidgets.QApplication.setActiveWindow(window)
            window.activateWindow()
            window.view.setFocus()
        return QtWidgets.QApplication.focusWidget() is window.view

    wait_until(has_them)
    QtWidgets.QApplication.processEvents()
