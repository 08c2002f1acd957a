"""The window: header, bones at the left, the figure in the middle, properties at the right, the status bar below.

It connects and lays out; it decides nothing. What is shown comes from the session, what people do goes to it.
"""

from __future__ import annotations

import gc
from pathlib import Path

from PySide6 import QtCore, QtGui, QtWidgets

from app.evaluator import Evaluator
from app.files import Files
from app.header import Header
from app.menus import Menus
from app.session import Session
from app.settings import Settings
from rigs.bones import rename
from solver import posing
from viewport.view import View
from widgets.dialogs import NoticeBar
from widgets.hierarchy import Hierarchy
from widgets.properties import Properties
from widgets.status_bar import StatusBar

SIZE = (1440, 900)
FRAME = 40
"""Left free on small screens for what a window manager puts around a window."""
LEFT, RIGHT = 244, 308
PANEL_INTERVAL = 33
"""Milliseconds. While something is dragged the panels follow this often, the figure as often as it can."""


class Window(QtWidgets.QMainWindow):
    """One window with one open document."""

    left = QtCore.Signal()
    """The window is done: nothing will be lost by ending the program."""

    def __init__(self) -> None:
        super().__init__()
        self.settings = Settings()
        self.evaluator = Evaluator(self)
        self.session = Session(self.evaluator, self)
        self.files = Files(self.session, self.settings, self)
        self.view = View(self.session)
        self.hierarchy = Hierarchy()
        self.properties = Properties()
        self.notice = NoticeBar()
        self.status = StatusBar()
        self.auto_ik, self.x_ray = True, False
        self.menus = Menus(self)
        self.header = Header(self.menus.bar, [self.menus.actions["undo"], self.menus.actions["redo"]])
        self._panels = QtCore.QTimer(self, singleShot=True, interval=PANEL_INTERVAL)
        self._panels_are_late = False
        self._lay_out()
        self._connect()
        self._show_document()
        self.setAcceptDrops(True)

    def picture(self) -> QtGui.QImage:
        """The figure as the viewport shows it now."""
        size = self.view.size() * self.view.devicePixelRatioF()
        return self.view.picture(size.width(), size.height())

    # Laying out

    def _lay_out(self) -> None:
        area = QtCore.Qt.DockWidgetArea
        self.setMenuWidget(self.header)
        self.setCentralWidget(_stacked(self.notice, self.view))
        self._dock("Bones", self.hierarchy, area.LeftDockWidgetArea, LEFT)
        self._dock("Properties", self.properties, area.RightDockWidgetArea, RIGHT)
        self.setStatusBar(_bar_with(self.status))
        if not (self.settings.geometry and self.restoreGeometry(self.settings.geometry)):
            room = self.screen().availableSize()
            self.resize(min(SIZE[0], room.width() - FRAME), min(SIZE[1], room.height() - FRAME))

    def _dock(self, title: str, panel: QtWidgets.QWidget, area: QtCore.Qt.DockWidgetArea, width: int) -> None:
        dock = QtWidgets.QDockWidget(title)
        dock.setObjectName(title)
        dock.setFeatures(QtWidgets.QDockWidget.DockWidgetFeature.NoDockWidgetFeatures)
        dock.setTitleBarWidget(QtWidgets.QWidget())
        dock.setWidget(panel)
        self.addDockWidget(area, dock)
        self.resizeDocks([dock], [width], QtCore.Qt.Orientation.Horizontal)

    # Connecting

    def _connect(self) -> None:
        session = self.session
        session.document_changed.connect(self._show_document)
        session.evaluated_changed.connect(self._show_pose)
        session.opened.connect(self.view.frame_all)
        session.told.connect(self.header.tell)
        session.warned.connect(self.notice.show_error)
        self._panels.timeout.connect(self._catch_up)
        self.evaluator.progress.connect(self._show_progress)
        self.view.hints_changed.connect(self.status.show_hints)
        self.view.frameSwapped.connect(self._painted, QtCore.Qt.ConnectionType.SingleShotConnection)
        self.view.hovered.connect(self.hierarchy.set_hovered)
        self.view.picture_asked.connect(self.menus.actions["export_picture"].trigger)
        self.view.auto_ik_changed.connect(self._show_auto_ik)
        self.view.x_ray_changed.connect(self._show_x_ray)
        self.hierarchy.selection_asked.connect(session.select)
        self.hierarchy.rename_asked.connect(self._rename)
        self.status.news_clicked.connect(lambda bones: session.select(tuple(bones), None))
        self.properties.edited.connect(session.edit)
        self.properties.previewed.connect(session.preview_edit)
        self.properties.cancelled.connect(session.put_back)

    def _rename(self, old: str, new: str) -> None:
        try:
            self.session.edit(f"Rename {old}", lambda document: rename(document, old, new))
        except ValueError as refused:
            self.session.warned.emit(str(refused))

    def _painted(self) -> None:
        """The figure is on screen: now there is time for the solver. What was loaded so far is never garbage."""
        gc.freeze()
        gc.enable()
        self.evaluator.start()

    # Showing

    def _show_document(self) -> None:
        self.header.show_document(self.session.title, self.session.unsaved)
        self.setWindowTitle(f"{self.session.title}[*] – Pantin")
        self.setWindowModified(self.session.unsaved)
        self.menus.refresh()
        self.show_panels()

    def _show_pose(self) -> None:
        """The figure first; then the panels, unless they were brought up to date a moment ago."""
        self.view.show_state(self.session.shown, self.session.evaluated)
        if self._panels.isActive():
            self._panels_are_late = True
        else:
            self.show_panels()
            self._panels.start()

    def _catch_up(self) -> None:
        """The moment is over: show what the panels left out, unless a pose is on its way that brings them anyway."""
        if self._panels_are_late and self.session.settled:
            self.show_panels()
            self._panels.start()

    def show_panels(self) -> None:
        """Bring the panels up to date with the figure."""
        self._panels_are_late = False
        document, evaluated = self.session.shown, self.session.evaluated
        self.hierarchy.show_document(document)
        self.hierarchy.show_lit(self.session.lit)
        active = (document.active,) if document.active else ()
        solved = posing.solved_rotations(document, evaluated, active) if self.session.ready else None
        self.properties.show_document(document, evaluated.goals, solved)
        if self.session.ready:
            self.status.show_state(document, evaluated.goals, evaluated.microseconds, evaluated.problems)

    def _show_auto_ik(self, on: bool, chain_length: int) -> None:
        self.auto_ik = on
        self.menus.refresh()

    def _show_x_ray(self, on: bool) -> None:
        self.x_ray = on
        self.menus.refresh()

    def _show_progress(self, part: float) -> None:
        self.status.show_progress(part if part < 1.0 else None)

    # Leaving, and files from elsewhere

    def closeEvent(self, event: QtGui.QCloseEvent) -> None:
        """Ask about changes first; the window goes when that is settled, which saving may delay."""
        event.ignore()
        self.files.when_safe(self._leave)

    def _leave(self) -> None:
        self.settings.geometry = self.saveGeometry()
        self.hide()
        self.files.finish()
        self.left.emit()

    def dragEnterEvent(self, event: QtGui.QDragEnterEvent) -> None:
        """A file may be dropped anywhere."""
        if event.mimeData().hasUrls():
            event.acceptProposedAction()

    def dropEvent(self, event: QtGui.QDropEvent) -> None:
        """Open what was dropped."""
        self.files.open(Path(event.mimeData().urls()[0].toLocalFile()))


def _stacked(*parts: QtWidgets.QWidget) -> QtWidgets.QWidget:
    column = QtWidgets.QWidget()
    layout = QtWidgets.QVBoxLayout(column)
    layout.setContentsMargins(0, 0, 0, 0)
    layout.setSpacing(0)
    for part in parts:
        layout.addWidget(part)
    return column


def _bar_with(status: StatusBar) -> QtWidgets.QStatusBar:
    bar = QtWidgets.QStatusBar()
    bar.setSizeGripEnabled(False)
    bar.setContentsMargins(0, 0, 0, 0)
    bar.setStyleSheet("QStatusBar::item { border: none; }")
    bar.addPermanentWidget(status, 1)
    return bar
