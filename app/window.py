"""The window: start page or figure in the middle, panels in docks around it, menus above, news below.

It is where everything is connected. Panels and viewport show what the session shows and ask it for changes; nobody
talks to anybody else.
"""

from __future__ import annotations

import gc
from dataclasses import asdict, fields
from datetime import datetime
from typing import TYPE_CHECKING

from PySide6 import QtCore, QtGui, QtWidgets

from app import finding
from app.actions import AT_BONE, BESIDE_BONES
from app.docks import Docks
from app.dropping import dropped
from app.evaluator import Evaluator
from app.files import Files
from app.header import Header
from app.keys import tables
from app.layouts import LAYOUTS
from app.menus import Menus
from app.preferring import Preferring
from app.session import Session
from app.settings import Settings
from app.solving import COMPARED, solved
from rigs.bones import rename
from rigs.formats import FileProblem
from rigs.problems import problems_of
from solver import Evaluated, posing
from viewport.scene import Display
from viewport.view import View
from widgets import theme
from widgets.dialogs import NoticeBar
from widgets.drop_frame import DropFrame
from widgets.hierarchy import Hierarchy
from widgets.history_panel import HistoryPanel
from widgets.problems_panel import ProblemsPanel
from widgets.properties import Properties
from widgets.recovery_bar import RecoveryBar
from widgets.solve_shelf import SolveShelf
from widgets.solver_panel import SolverPanel
from widgets.status_bar import StatusBar

if TYPE_CHECKING:
    from widgets.key_sheet import KeySheet
    from widgets.palette import Palette, PaletteEntry
    from widgets.start_page import StartPage

SIZE = (1440, 900)
FRAME = 40
"""Left free on small screens for what a window manager puts around a window."""
PANEL_INTERVAL = 33
"""Milliseconds. While something is dragged the panels follow this often, the figure as often as it can."""

START_HINTS = (("Ctrl N", "New rig"), ("Ctrl O", "Open"), ("Enter", "Open the figure"), ("Arrows", "Choose"))


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
        self.notice, self.recovery, self.drop_frame = NoticeBar(), RecoveryBar(), DropFrame(self)
        self.status = StatusBar()
        self.tool = "select"
        self.pointed_at: str | None = None
        self._hints: tuple[tuple[str, str], ...] = ()
        self.starting = False
        self.history, self.problems = HistoryPanel(), ProblemsPanel()
        self.solver_panel, self.solve_shelf = SolverPanel(COMPARED, "fabrik"), SolveShelf()
        self._solved_before: tuple[Evaluated | None, Evaluated | None] = (None, None)
        self.docks = Docks(
            self,
            {
                "bones": self.hierarchy,
                "history": self.history,
                "properties": self.properties,
                "solver": self.solver_panel,
                "problems": self.problems,
                "solve": self.solve_shelf,
            },
            self.settings,
        )
        self.menus = Menus(self)
        self.preferring = Preferring(self)
        self.header = Header(self.menus.bar, self.menus.actions, [f"layout_{name}" for name in LAYOUTS])
        self._middle = QtWidgets.QStackedWidget()
        self._start_page: StartPage | None = None
        self._palette: Palette | None = None
        self._key_sheet: KeySheet | None = None
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

    def begin(self) -> None:
        """What the window shows where no file was named, and work that an earlier run left behind."""
        self.offer_recovery()
        recent = self.settings.recent
        if self.preferring.chosen.interface.start_with == "last file" and recent:
            self.files.open(recent[0])
        else:
            self.show_start_page()

    # Laying out

    def _lay_out(self) -> None:
        self.setMenuWidget(self.header)
        self._middle.addWidget(self.view)
        self.setCentralWidget(_stacked(self.recovery, self.notice, self._middle))
        self.setStatusBar(_bar_with(self.status))
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
        session.opened.connect(self._leave_start_page)
        session.opened.connect(view.frame_all)
        session.told.connect(self.header.tell)
        session.warned.connect(self.notice.show_error)
        self._panels.timeout.connect(self._catch_up)
        self.evaluator.progress.connect(self._show_progress)
        view.bind(self.menus.actions)
        view.hints_changed.connect(self._show_hints)
        view.frameSwapped.connect(self._painted, QtCore.Qt.ConnectionType.SingleShotConnection)
        view.hovered.connect(self._point_at)
        view.tool_changed.connect(self._take_tool)
        view.settings_changed.connect(self.menus.refresh)
        view.display_changed.connect(self.menus.refresh)
        view.camera_changed.connect(self.menus.refresh)
        view.context_asked.connect(self.open_menu_at)
        self.hierarchy.selection_asked.connect(session.select)
        self.hierarchy.rename_asked.connect(self._rename)
        self.docks.changed.connect(self.menus.refresh)
        self.docks.changed.connect(self.show_panels)
        self.status.news_clicked.connect(lambda bones: session.select(tuple(bones), None))
        self.hierarchy.edited.connect(session.edit)
        self.hierarchy.refused.connect(session.warned)
        self.hierarchy.menu_asked.connect(self.open_menu_at)
        self.history.step_asked.connect(session.go_to_step)
        self.problems.selection_asked.connect(session.select)
        self.solver_panel.edited.connect(session.edit)
        self.solver_panel.compare_asked.connect(session.compare)
        self.solver_panel.selection_asked.connect(session.select)
        self.solve_shelf.selection_asked.connect(session.select)
        self.properties.edited.connect(session.edit)
        self.properties.previewed.connect(session.preview_edit)
        self.properties.cancelled.connect(session.put_back)
        self.properties.rename_asked.connect(self._rename)
        self.properties.selection_asked.connect(session.select)
        self.recovery.restore_asked.connect(self._restore)
        self.recovery.discard_asked.connect(self._discard)

    def _rename(self, old: str, new: str) -> None:
        try:
            self.session.edit(f"Rename {old}", lambda document: rename(document, old, new))
        except ValueError as refused:
            self.session.warned.emit(str(refused))

    def _painted(self) -> None:
        """The figure is on screen: now there is time for the solver. What was loaded so far is never garbage."""
        gc.freeze()
        gc.enable()
        if not self.evaluator.started:
            self.evaluator.start()

    # Showing

    def _show_document(self) -> None:
        session = self.session
        self.header.show_document(session.title, session.unsaved)
        title = "Pantin" if self.starting else f"{session.title}[*] – Pantin"
        if title != self.windowTitle():
            self.setWindowTitle(title)
        self.setWindowModified(session.unsaved and not self.starting)
        self.menus.refresh()
        self.show_panels()

    def _show_pose(self) -> None:
        """The figure first; then the panels, unless they were brought up to date a moment ago."""
        session = self.session
        self.view.show_state(session.shown, session.evaluated, session.evaluated_b)
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
        turned = posing.solved_rotations(document, evaluated, active) if self.session.ready else None
        self.properties.show_document(document, evaluated.goals, turned)
        history = self.session.history
        self.history.show_history(history.labels, history.position)
        if self.docks.is_shown("problems"):
            self.problems.show_problems((*problems_of(document.rig), *evaluated.problems))
        if self.session.ready:
            self.status.show_state(document, evaluated.goals, evaluated.microseconds, evaluated.problems)
            if self.docks.is_shown("solver") or self.docks.is_shown("solve"):
                self._show_solved()

    def _show_solved(self) -> None:
        """What the solver came to, and the other one, since the panels were shown last."""
        session = self.session
        now, (before, before_b) = (session.evaluated, session.evaluated_b), self._solved_before
        a = solved(session.evaluated, before, session.shown.rig.solver)
        b = solved(now[1], before_b, session.compared) if now[1] is not None and session.compared else None
        self._solved_before = now
        self.solver_panel.show_rig(session.shown.rig)
        self.solver_panel.show_solved(a, b, session.compared)
        self.solve_shelf.show_solved(a, b)

    def _point_at(self, bone: str | None) -> None:
        self.pointed_at = bone
        self.hierarchy.set_hovered(bone)
        self.menus.refresh()

    def _show_hints(self, hints: tuple[tuple[str, str], ...]) -> None:
        """What keys and mouse do now, over the figure; the start page has its own."""
        self._hints = hints
        self.status.show_hints(START_HINTS if self.starting else hints)

    def _take_tool(self, name: str) -> None:
        self.tool = name
        self.menus.refresh()

    def _show_progress(self, part: float) -> None:
        self.status.show_progress(part if part < 1.0 else None)
        self.menus.refresh()

    def open_menu_at(self, place: QtCore.QPoint, bone: str | None) -> None:
        """The menu at the pointer: for a bone, which is selected first, or for the view."""
        session = self.session
        if bone is not None and bone not in session.document.selected:
            session.select((bone,), bone)
        self.menus.pop_up(AT_BONE if bone else BESIDE_BONES, bone or "").popup(place)

    # Pages and sheets, made when they are first asked for

    def show_start_page(self) -> None:
        """Sample figures and recent files, in the place of figure and panels."""
        from app.gallery import recent_entries

        if self._start_page is None:
            self._start_page = self._made_start_page()
        self._start_page.show_recent(recent_entries(self.settings.recent))
        self._start_page.show_preset(self.preferring.chosen.keys.preset)
        self._start_page.show_theme(theme.current().name)
        self.docks.step_aside(True)
        self._start(True)
        self._middle.setCurrentWidget(self._start_page)
        self._start_page.setFocus()
        QtCore.QTimer.singleShot(0, self._painted)

    def _made_start_page(self) -> StartPage:
        from app.gallery import samples
        from widgets.start_page import StartPage

        page = StartPage()
        page.show_samples(samples())
        page.sample_asked.connect(self.files.open_sample)
        page.file_asked.connect(self.files.open)
        page.open_asked.connect(self.files.open_asking)
        page.new_asked.connect(self.files.new)
        page.clear_asked.connect(self.clear_recent)
        page.preset_asked.connect(lambda name: self.preferring.change("keys", "preset", name))
        page.theme_asked.connect(lambda name: self.preferring.change("interface", "theme", name))
        self._middle.addWidget(page)
        return page

    def _leave_start_page(self) -> None:
        if self.starting:
            self._middle.setCurrentIndex(0)
            self._start(False)
            self.docks.step_aside(False)
            self.view.setFocus()

    def _start(self, starting: bool) -> None:
        self.starting = starting
        self.header.show_starting(starting)
        self._show_hints(self._hints)
        self._show_document()

    def open_palette(self) -> None:
        """Find something to do by its name."""
        from widgets.palette import Palette

        if self._palette is None:
            self._palette = Palette(self)
            self._palette.picked.connect(lambda name: finding.run(self, name))
        self._palette.open_with(self.palette_entries())

    def palette_entries(self) -> tuple[PaletteEntry, ...]:
        """What the palette finds now."""
        return finding.entries(self, self.preferring.keymap)

    def open_settings(self) -> None:
        """The settings, in a window of their own that may stay open."""
        self.preferring.open_dialog()

    def show_key_sheet(self) -> None:
        """Everything that keys and mouse do."""
        from widgets.key_sheet import KeySheet

        if self._key_sheet is None:
            self._key_sheet = KeySheet(self)
        self._key_sheet.show_tables(tables(self.preferring.keymap))

    def clear_recent(self) -> None:
        """Forget the recent files."""
        self.settings.clear_recent()
        self.menus.refresh()
        if self._start_page is not None:
            self._start_page.show_recent(())

    def compare(self, solver: str | None) -> None:
        """Solve everything with another solver as well; with None no longer."""
        self.session.compare(solver)

    # Leaving, and files from elsewhere

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

    def dragEnterEvent(self, event: QtGui.QDragEnterEvent) -> None:
        """Files may be dropped anywhere; a frame says what that would do."""
        words = dropped(event.mimeData()).words
        if words:
            self.drop_frame.show_words(words)
            event.acceptProposedAction()

    def dragLeaveEvent(self, event: QtGui.QDragLeaveEvent) -> None:
        """They went elsewhere."""
        self.drop_frame.hide()

    def dropEvent(self, event: QtGui.QDropEvent) -> None:
        """Open what was dropped."""
        self.drop_frame.hide()
        self.files.drop(dropped(event.mimeData()))

    def _remember_picture(self) -> None:
        """A picture of the saved rig, for the list of recent files."""
        from app.thumbnails import SMALL, remember_thumbnail

        session = self.session
        if session.path is not None and session.ready and not self.starting:
            picture = self.view.picture(2 * SMALL, 2 * SMALL)
            remember_thumbnail(session.path, picture, session.document.rig.name)

    # What an earlier run left behind

    def offer_recovery(self) -> None:
        """Work that was never saved is offered once, the newest first."""
        from app.gallery import in_words

        left = self.files.recovery.left_behind()
        if left:
            self._left = left[0]
            self.recovery.offer(self._left.title, in_words(self._left.when, datetime.now()).lower())
        else:
            self.recovery.hide()

    def _restore(self) -> None:
        try:
            self.files.recovery.restore(self._left)
        except (FileProblem, OSError) as problem:
            self.session.warned.emit(str(problem))
        self.recovery.hide()

    def _discard(self) -> None:
        self.files.recovery.discard(self._left)
        self.offer_recovery()


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
