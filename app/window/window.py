"""The window: start page or figure in the middle, panels in docks around it, menus above, news below.

It is where everything is connected. Panels and viewport show what the session shows and ask it for changes; nobody
talks to anybody else.
"""

from __future__ import annotations

import gc
from dataclasses import asdict, fields
from typing import TYPE_CHECKING

from PySide6 import QtCore, QtGui, QtWidgets

from pantin.app.actions import AT_BONE, AT_BONE_AT_REST, BESIDE_BONES, BESIDE_BONES_AT_REST, constraining
from pantin.app.files.drop_target import DropTarget
from pantin.app.files.files import Files
from pantin.app.files.recovery_offer import Recovering
from pantin.app.keyboard.key_tables import tables
from pantin.app.keyboard.keypad import Keypad
from pantin.app.overlay.view_overlay import ViewOverlay
from pantin.app.session.evaluator import Evaluator
from pantin.app.session.layouts import LAYOUTS
from pantin.app.session.mode import Mode
from pantin.app.session.session import Session
from pantin.app.session.settings import Settings
from pantin.app.session.solver_comparison import Comparing
from pantin.app.window import palette_entries as palette_lines
from pantin.app.window.bone_picker import Asking
from pantin.app.window.header import Header
from pantin.app.window.menus import Menus
from pantin.app.window.preferences_controller import Preferring
from pantin.app.window.side_panels import SidePanels
from pantin.app.window.start_controller import Starting
from pantin.app.window.template_controller import Templating
from pantin.rigs.chains import connected_chain
from pantin.viewport.scene.scene import Display
from pantin.viewport.window.view import View
from pantin.widgets.controls.dialogs import NoticeBar
from pantin.widgets.status.status_bar import StatusBar

if TYPE_CHECKING:
    from pantin.app.session.docks import Docks
    from pantin.widgets.finding.key_sheet import KeySheet
    from pantin.widgets.finding.palette import Palette, PaletteEntry

SIZE = (1440, 900)
FRAME = 40
"""Left free on small screens for what a window manager puts around a window."""


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
        self.start = Starting(self)
        self.panels = SidePanels(self, self.session, self.settings)
        self.mode = Mode(self.panels.docks, self.session, self.view)
        self.comparing = Comparing(self.panels.docks, self.session)
        self.asking = Asking(self.session, self.view, self.panels.hierarchy)
        self.recovering = Recovering(self.files.recovery, self.session, self)
        self.notice = NoticeBar()
        DropTarget(self, self.files)
        Keypad(self.view)
        self.tool = "select"
        self.pointed_at: str | None = None
        self._posed = False
        self._hints: tuple[tuple[str, str], ...] = ()
        self._middle = _Pages()
        self._row = _beside(self._middle)
        self.templating = Templating(self, self._row)
        self.menus = Menus(self)
        self.overlay = ViewOverlay(self.view, self.menus.actions)
        self.preferring = Preferring(self)
        self.header = Header(self.menus.bar, self.menus.actions, [f"layout_{name}" for name in LAYOUTS])
        self._palette: Palette | None = None
        self._key_sheet: KeySheet | None = None
        self._lay_out()
        self._connect()
        self._show_document()

    @property
    def docks(self) -> Docks:
        """The docks that the panels stand in."""
        return self.panels.docks

    @property
    def starting(self) -> bool:
        """Whether the start page is shown instead of a figure."""
        return self.start.shown

    def picture(self) -> QtGui.QImage:
        """The figure as the viewport shows it now."""
        size = self.view.size() * self.view.devicePixelRatioF()
        return self.view.picture(size.width(), size.height())

    def begin(self) -> None:
        """What the window shows where no file was named, and work that an earlier run left behind."""
        self.recovering.offer()
        recent = self.settings.recent
        if self.preferring.chosen.interface.start_with == "last file" and recent:
            self.files.open(recent[0])
        else:
            self.show_start_page()

    # Laying out

    def _lay_out(self) -> None:
        self.setMenuWidget(self.header)
        self._middle.addWidget(self.view)
        self.setCentralWidget(_stacked(self.recovering.bar, self.notice, self._row))
        self.setStatusBar(_bar_with(self.panels.status))
        if not (self.settings.geometry and self.restoreGeometry(self.settings.geometry)):
            room = self.screen().availableSize()
            self.resize(min(SIZE[0], room.width() - FRAME), min(SIZE[1], room.height() - FRAME))
        self.docks.restore(self.settings.shown_layout)
        self.preferring.apply()
        known = {field.name for field in fields(Display)}
        self.view.change_display(**{name: kept for name, kept in self.settings.display.items() if name in known})

    # Connecting

    def _connect(self) -> None:
        session, view = self.session, self.view
        session.document_changed.connect(self._show_document)
        session.evaluated_changed.connect(self._show_pose)
        self.files.begun.connect(self.mode.draw)
        session.opened.connect(self.start.leave)
        session.opened.connect(view.frame_all)
        session.opened.connect(view.setFocus)
        session.told.connect(self.panels.status.tell)
        session.warned.connect(self.notice.show_error)
        self.evaluator.progress.connect(self._show_progress)
        self.start.changed.connect(self._show_starting)
        self.start.hints_changed.connect(self._show_hints)
        self.templating.changed.connect(self._show_templating)
        self.templating.hints_changed.connect(self._show_hints)
        view.hints_changed.connect(self._take_hints)
        view.frameSwapped.connect(self._painted, QtCore.Qt.ConnectionType.SingleShotConnection)
        view.hovered.connect(self._point_at)
        view.tool_changed.connect(self._take_tool)
        view.settings_changed.connect(self.menus.refresh)
        view.display_changed.connect(self.menus.refresh)
        view.camera_changed.connect(self.menus.refresh)
        view.context_asked.connect(self.open_menu_at)
        self.panels.hierarchy.menu_asked.connect(self.open_menu_at)
        self.panels.properties.limb_named.connect(view.setFocus)
        self.panels.properties.action_asked.connect(lambda name: palette_lines.run(self, name))
        self.panels.properties.pointed.connect(lambda at: view.point_at(at.bone, at.constraints))
        self.panels.hierarchy.hovered.connect(view.point_at)
        self.panels.properties.bone_wanted.connect(self.asking.ask)
        self.panels.properties.kind_wanted.connect(lambda kind: constraining.add(self, kind))
        self.panels.problems.frame_asked.connect(view.frame)
        self.docks.changed.connect(self.menus.refresh)
        self.docks.focus_lost.connect(view.setFocus)

    def _painted(self) -> None:
        """The figure is on screen: now there is time for the solver, and for the panel that the first click shows.

        What was loaded so far is never garbage.
        """
        gc.freeze()
        gc.enable()
        if not self.evaluator.started:
            self.evaluator.start()
            QtCore.QTimer.singleShot(0, self.panels.properties.prepare)

    # Showing

    def _show_document(self) -> None:
        session = self.session
        self.header.show_document(session.title, session.unsaved)
        title = "Pantin" if self.starting else f"{session.title}[*] – Pantin"
        if title != self.windowTitle():
            self.setWindowTitle(title)
        unsaved = session.unsaved and not self.starting
        if unsaved != self.isWindowModified():
            self.setWindowModified(unsaved)
        self.menus.refresh()
        self.panels.show_soon()

    def _show_pose(self) -> None:
        """The figure first, then the panels."""
        session = self.session
        self.view.show_state(session.shown, session.evaluated, session.evaluated_b, session.editing)
        self.panels.follow()
        if session.posed != self._posed:
            self._posed = session.posed
            self.menus.refresh()

    def _point_at(self, bone: str | None) -> None:
        self.pointed_at = bone
        self.panels.hierarchy.set_hovered(bone)
        self.menus.refresh_at_pointer()

    def _take_hints(self, hints: tuple[tuple[str, str], ...]) -> None:
        self._hints = hints
        self._show_hints()

    def _show_hints(self) -> None:
        """What keys and mouse do now, over the figure; the start page and the choice of a template have their own."""
        own = self.templating.hints if self.templating.shown else self._hints
        self.panels.status.show_hints(self.start.hints if self.starting else own)

    def _take_tool(self, name: str) -> None:
        self.tool = name
        self.menus.refresh()

    def _show_progress(self, part: float) -> None:
        self.panels.status.show_progress(part if part < 1.0 else None)
        self.menus.refresh()

    def open_menu_at(self, place: QtCore.QPoint, bone: str | None) -> None:
        """The menu at the pointer: for a bone, which is selected first, or for the view."""
        session = self.session
        if bone is not None and bone not in session.document.selected:
            session.select((bone,), bone)
        over, beside = (AT_BONE_AT_REST, BESIDE_BONES_AT_REST) if session.editing else (AT_BONE, BESIDE_BONES)
        self.menus.pop_up(over if bone else beside, self._told_of(bone) if bone else "").popup(place)

    def _told_of(self, bone: str) -> str:
        """What the menu at the pointer says of a bone: its name, and of the last one of a chain how long that is."""
        rig = self.session.document.rig
        length = len(connected_chain(rig, bone, 0))
        goes_on = any(child.connected for child in rig.children.get(bone, ()))
        return bone if goes_on or length < 2 or not self.session.editing else f"{bone} · end of a chain of {length}"

    # Pages and sheets, made when they are first asked for

    def show_start_page(self) -> None:
        """Sample figures and recent files, in the place of figure and panels."""
        if self.templating.shown:
            self.templating.leave()
        page = self.start.show()
        if self._middle.indexOf(page) < 0:
            self._middle.addWidget(page)
        self._middle.setCurrentWidget(page)
        page.setFocus()
        QtCore.QTimer.singleShot(0, self._painted)

    def _show_starting(self, starting: bool) -> None:
        if not starting:
            self._middle.setCurrentWidget(self.view)
        self.docks.step_aside(starting)
        self.header.show_starting(starting)
        self._show_hints()
        self._show_document()

    def _show_templating(self, choosing: bool) -> None:
        """The panels make room for figures and measures."""
        self.docks.step_aside(choosing)
        self.header.show_starting(choosing)
        self._show_hints()
        self._show_document()

    def open_palette(self) -> None:
        """Find something to do by its name."""
        from pantin.widgets.finding.palette import Palette

        if self._palette is None:
            self._palette = Palette(self)
            self._palette.picked.connect(lambda name: palette_lines.run(self, name))
        self._palette.open_with(self.palette_entries())

    def palette_entries(self) -> tuple[PaletteEntry, ...]:
        """What the palette finds now."""
        return palette_lines.entries(self, self.preferring.keymap)

    def show_key_sheet(self) -> None:
        """Everything that keys and mouse do."""
        from pantin.widgets.finding.key_sheet import KeySheet

        if self._key_sheet is None:
            self._key_sheet = KeySheet(self)
        self._key_sheet.show_tables(tables(self.preferring.keymap))

    def clear_recent(self) -> None:
        """Forget the recent files."""
        self.settings.clear_recent()
        self.menus.refresh()
        self.start.show_recent()

    def keyPressEvent(self, event: QtGui.QKeyEvent) -> None:
        """Keys that nobody took: where they ask for what cannot be done now, it is said why."""
        if why_not := self.menus.why_not_pressed(event):
            self.session.told.emit(why_not)
        super().keyPressEvent(event)

    # Leaving

    def closeEvent(self, event: QtGui.QCloseEvent) -> None:
        """Ask about changes first; the window goes when that is settled, which saving may delay."""
        event.ignore()
        self.files.when_safe(self._leave)

    def _leave(self) -> None:
        self._remember_picture()
        self.settings.geometry = self.saveGeometry()
        self.settings.display = asdict(self.view.display)
        self.docks.keep()
        self.hide()
        self.files.finish()
        self.left.emit()

    def _remember_picture(self) -> None:
        """A picture of the saved rig, for the list of recent files."""
        from pantin.app.files.thumbnails import SMALL, remember_thumbnail

        session = self.session
        if session.path is not None and session.posed and not self.starting:
            picture = self.view.picture(2 * SMALL, 2 * SMALL)
            remember_thumbnail(session.path, picture, session.document.rig.name)


class _Pages(QtWidgets.QStackedWidget):
    """The start page or the figure; those that are not shown ask for no room."""

    def minimumSizeHint(self) -> QtCore.QSize:
        """As the page that is shown."""
        shown = self.currentWidget()
        return shown.minimumSizeHint().expandedTo(shown.minimumSize()) if shown else super().minimumSizeHint()


def _stacked(*parts: QtWidgets.QWidget) -> QtWidgets.QWidget:
    column = QtWidgets.QWidget()
    layout = QtWidgets.QVBoxLayout(column)
    layout.setContentsMargins(0, 0, 0, 0)
    layout.setSpacing(0)
    for part in parts:
        layout.addWidget(part)
    return column


def _beside(widget: QtWidgets.QWidget) -> QtWidgets.QWidget:
    """A row in which `widget` has all the room that others leave."""
    row = QtWidgets.QWidget()
    layout = QtWidgets.QHBoxLayout(row)
    layout.setContentsMargins(0, 0, 0, 0)
    layout.setSpacing(1)
    layout.addWidget(widget, 1)
    return row


def _bar_with(status: StatusBar) -> QtWidgets.QStatusBar:
    bar = QtWidgets.QStatusBar()
    bar.setSizeGripEnabled(False)
    bar.setContentsMargins(0, 0, 0, 0)
    bar.setStyleSheet("QStatusBar::item { border: none; }")
    bar.addPermanentWidget(status, 1)
    return bar
