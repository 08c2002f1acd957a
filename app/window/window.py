"""The window: start page or figure in the middle, panels in docks around it, menus above, news below.

Everything is made and connected here. Panels and viewport know the session, and not each other.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path

from PySide6 import QtCore, QtGui, QtWidgets

from pantin.app.actions import OVER_FIGURE
from pantin.app.actions.action import posing_only
from pantin.app.actions.rig import constraining
from pantin.app.clips.clips import Clips
from pantin.app.docks.mode import Mode
from pantin.app.docks.solver_comparison import SolverComparison
from pantin.app.files.characters import CharacterFiles
from pantin.app.files.drop_target import DropTarget
from pantin.app.files.files import Files
from pantin.app.files.progress import Progress
from pantin.app.files.recovery_offer import RecoveryOffer
from pantin.app.files.subject import Subject
from pantin.app.files.weight_painting import WeightFiles
from pantin.app.keyboard.keypad import Keypad
from pantin.app.opening.opened_line import OpenedLine
from pantin.app.overlay.tracker_marks import TrackerMarks
from pantin.app.overlay.view_overlay import ViewOverlay
from pantin.app.pictures.expression_card_pictures import ExpressionCardPictures
from pantin.app.pictures.figure_pictures import FigurePictures
from pantin.app.pose_library.bends import Bends
from pantin.app.pose_library.brush_fields import FieldsOfBrush
from pantin.app.pose_library.checked_weights import CheckedWeights
from pantin.app.pose_library.pose_library import PoseLibrary
from pantin.app.session.evaluator import Evaluator
from pantin.app.session.session import Session
from pantin.app.session.settings import Settings
from pantin.app.system import loading
from pantin.app.system.memory import MemoryTrimmer
from pantin.app.window import kept_window, pointer_menu
from pantin.app.window.bone_picker import BonePicker
from pantin.app.window.dialogs import Dialogs
from pantin.app.window.header import ACTIONS as ON_HEADER
from pantin.app.window.header import Header
from pantin.app.window.menus import Menus
from pantin.app.window.pages.central_area import CentralArea, bar_with
from pantin.app.window.pages.start_controller import StartController
from pantin.app.window.pages.template_controller import TemplateController
from pantin.app.window.panels.side_panels import SidePanels
from pantin.app.window.preferences_controller import PreferencesController
from pantin.app.window.refusals import Offers, Questions, Refusals, Stops, Unbound
from pantin.app.window.shown_hints import ShownHints
from pantin.app.window.strip_controller import StripController
from pantin.rigs.vectors import three
from pantin.viewport.values.loaded_character import loaded_of
from pantin.viewport.window.view import View
from pantin.widgets.controls.frames.overlay import Overlay
from pantin.widgets.floating.answer_bar import (
    bind_bar,
    limit_bar,
    replace_bar,
    skeleton_bar,
    standing_bar,
    undo_bar,
)
from pantin.widgets.floating.notice_bar import NoticeBar
from pantin.widgets.start.progress_bar import opening_bar, painting_bar
from pantin.widgets.values.exchange import BoneRequest


class Window(QtWidgets.QMainWindow):
    """One window with one open document. Implements `actions.editor.Editor`."""

    left = QtCore.Signal()
    """The window is done: nothing will be lost by ending the program."""
    painted = QtCore.Signal()
    """The first picture is on screen."""

    def __init__(self) -> None:
        super().__init__()
        self._pointed_at: str | None = None
        self._posed = False
        self._framed_with = set[tuple[str, int, str]]()
        """The figures that were framed: with their "skin" or "pose", and by their openings and names."""
        self._make_document()
        self._make_figure()
        self._make_pages()
        self._make_menus()
        self._lay_out()
        self._connect_session()
        self._connect_pages()
        self._connect_view()
        self._connect_panels()
        self._show_figure()  # what the view is asked before anything is posed need not wait for a pose
        self._show_document()

    # Making

    def _make_document(self) -> None:
        """The open document, its files, and what evaluates it."""
        self.settings = Settings()
        self.evaluator = Evaluator(self)
        self.session = Session(self.evaluator, self)
        self.files = Files(self.session, self.settings, self)
        self.characters = CharacterFiles(self.session, self.settings, self)
        WeightFiles(self.session, self.settings, self.files, self.characters)
        self.memory_trimmer = MemoryTrimmer(self)
        DropTarget(self, self.files)

    def _make_figure(self) -> None:
        """The view, the panels around it, and what fills them."""
        self.view = View(self.session)
        self.panels = SidePanels(self, self.session, self.view, self.settings)
        self.naming, self.docks, self.live = self.panels, self.panels.docks, self.panels.live
        self.mode = Mode(self.docks, self.session, self.view)
        self.comparison = SolverComparison(self.docks, self.session)
        pictures = FigurePictures(self.session, self)
        self.pose_library = PoseLibrary(
            self.session, self.files, self.settings, self.panels.poses, pictures, partial(posing_only, self), self
        )
        ExpressionCardPictures(self.session, pictures, self.panels.properties)
        shelf = self.panels.poses_or_bends, self.panels.bends
        self.bends = Bends(self.session, self.view, self.docks, *shelf, pictures)
        CheckedWeights(self.session, self.view, self.bends, self.panels.properties)
        FieldsOfBrush(self.session, self.view, self.panels.properties)
        self.clips = Clips(self.session, self.files, self.panels.clip, self)
        self.bone_picker = BonePicker(self.session, self.view, self.panels.hierarchy)
        self.points = TrackerMarks(self.view, self.session, self.live)

    def _make_pages(self) -> None:
        """Make what fills the middle of the window: figure, start page or templates, and the bars over them."""
        self.recovery_offer = RecoveryOffer(self.files, self.session, self)
        self.notice, self.undo_bar, self.limit_bar = NoticeBar(), undo_bar(), limit_bar()
        self.skeleton_bar, self.bind_bar, self.replace_bar = skeleton_bar(), bind_bar(), replace_bar()
        self.standing_bar = standing_bar()
        jobs = self.files.jobs
        opening, painting = Progress(jobs.reader, opening_bar()), Progress(jobs.painter, painting_bar())
        answering = self.undo_bar, self.limit_bar, self.skeleton_bar, self.bind_bar, self.replace_bar
        notices = *answering, self.standing_bar, self.notice
        self._central = CentralArea(self.recovery_offer.bar, opening.bar, painting.bar, *notices)
        self.start_page = StartController(self.files, self.settings, self)
        self.templates = TemplateController(
            self.session, self.view, self.mode, self.files, self.start_page, self._central.row
        )

    def _make_menus(self) -> None:
        """The menus, and what runs actions, shows them or says their keys."""
        self.menus = Menus(self, self)
        StripController(self.clips, self.menus, self.panels, self.view)
        self.hints = ShownHints(self.panels, self.view, self.start_page, self.templates)
        self.overlay = ViewOverlay(self.view, self.menus.actions, self.session)
        Keypad(self.view, self.menus.run, self, (self.panels.hierarchy.tree,))
        self.preferences = PreferencesController(self.settings, self.session, self.view, self.panels, self.menus)
        self.dialogs = Dialogs(self, self.menus, self.preferences, self)
        self.files.ask_about = self.dialogs.ask_about
        self.header = Header(self.menus.bar, self.menus.actions)
        self.menus.keep_on_buttons((*ON_HEADER, *OVER_FIGURE))

    @property
    def pointed_at(self) -> str | None:
        """The bone under the pointer; None once the document has no such bone, though another be posed still."""
        return self._pointed_at if self._pointed_at in self.session.document.rig.by_name else None

    @pointed_at.setter
    def pointed_at(self, bone: str | None) -> None:
        self._pointed_at = bone

    @property
    def starting(self) -> bool:
        """Return whether the start page is shown instead of a figure."""
        return self.start_page.shown

    @property
    def choosing_template(self) -> bool:
        """Return whether a template is being chosen."""
        return self.templates.shown

    def begin(self) -> None:
        """Show what the window starts with where no file was named, and offer work that an earlier run left behind."""
        self.offer_unsaved_work()
        if self.preferences.chosen.interface.start_with == "last file" and self.settings.recent:
            self.files.open(self.settings.recent[0])
        else:
            self.show_start_page()

    def offer_unsaved_work(self, path: Path | None = None) -> None:
        """Offer what an earlier run left behind, that on the file at `path` first, once there is something to see."""
        self.painted.connect(lambda: self.recovery_offer.offer(path), QtCore.Qt.ConnectionType.SingleShotConnection)

    # Laying out

    def _lay_out(self) -> None:
        self.setMenuWidget(self.header)
        self._central.show_page(self.view)
        self.setCentralWidget(self._central)
        self.setStatusBar(bar_with(self.panels.status))
        kept_window.restore(self, self.view, self.docks, self.settings)
        self.preferences.apply()

    # Connecting

    def _connect_session(self) -> None:
        session, view = self.session, self.view
        session.document_changed.connect(self._show_document)
        session.file_changed.connect(self._show_file)
        session.evaluated_changed.connect(self._show_pose)
        view.rest_pose_changed.connect(Refusals(session, self.notice).put_away)
        Offers(session, session.removed, self.undo_bar, session.undo)
        rigging = Offers(session, session.unrigged, self.skeleton_bar, partial(self.menus.run, "rig_mesh"))
        reader = self.files.jobs.reader
        reader.changed.connect(lambda: rigging.wait(bool(reader.doing)))
        Unbound(session, view, self.bind_bar, partial(self.menus.run, "bind_again"))
        Questions(session, self.files.asking, self.replace_bar)
        Stops(session, self.limit_bar)
        for follow in (self.start_page.leave, view.frame_all, self._give_keys):
            session.opened.connect(follow)
        OpenedLine(session, self.files, self.characters, self.standing_bar)
        self.files.character_read.connect(self._take_character)
        session.notified.connect(self.panels.status.tell)
        session.characters_changed.connect(self.panels.updates.after_repaint)
        session.characters_changed.connect(self._frame_skin)
        self.files.begun.connect(self.mode.draw)
        self.files.opening.connect(self._remember_picture)
        for changed in (self.files.jobs.reader.changed, session.document_changed, session.evaluated_changed):
            changed.connect(self._show_opening)
        self.evaluator.progress.connect(self.panels.show_progress)
        self.characters.pictures_read.connect(lambda _done, _count: self.view.update())  # the pose is the same
        self.characters.pictures_read.connect(self.panels.show_pictures)
        self.evaluator.progress.connect(self.menus.refresh_buttons_soon)

    def _connect_pages(self) -> None:
        self.start_page.changed.connect(self._show_starting)
        self.start_page.template_asked.connect(self.templates.show)
        self.start_page.preference_changed.connect(self.preferences.change)
        self.templates.changed.connect(self._hide_panels)
        self.templates.start_page_asked.connect(self.show_start_page)
        self.preferences.applied.connect(self.start_page.show_choices)
        self.preferences.applied.connect(self.characters.decode_again)

    def _connect_view(self) -> None:
        view, follow = self.view, self.menus.refresh_buttons_soon
        for menu in view.findChildren(QtWidgets.QMenu):
            self.menus.refresh_when_shown(menu)
        view.frameSwapped.connect(self.characters.after_painting)
        view.frameSwapped.connect(self._painted, QtCore.Qt.ConnectionType.SingleShotConnection)
        view.hovered.connect(self._point_at)
        view.camera_moved.connect(lambda: self.session.look_from(three(view.camera.eye)))
        view.dragging_changed.connect(self._central.step_aside)
        view.painting_failed.connect(self.session.warned)
        view.context_asked.connect(self.open_menu_at)
        shown = (view.tool_changed, view.settings_changed, view.display_changed, view.camera_changed)
        for changed in (*shown, self.docks.changed):
            changed.connect(follow)
        self.docks.focus_lost.connect(view.setFocus)

    def _connect_panels(self) -> None:
        panels, view = self.panels, self.view
        panels.hierarchy.menu_asked.connect(self.open_menu_at)
        panels.hierarchy.hovered.connect(view.point_at)
        self.menus.share_keys(panels.hierarchy.tree)
        panels.properties.limb_named.connect(view.setFocus)
        panels.action_asked.connect(self.menus.run)
        panels.pointed.connect(lambda at: view.point_at(at.bone, at.constraints))
        panels.bone_requested.connect(self.bone_picker.ask)
        panels.frame_asked.connect(view.frame)
        constraining.connect(self, panels.properties)
        self.live.files.made.connect(self.clips.playhead.choose)
        self.live.mended.connect(self.notice.put_away)

    def _painted(self) -> None:
        """The first picture is on screen: load the solver, prepare the panel that the first click shows, read files."""
        loading.end()
        if not self.evaluator.started:
            self.evaluator.start()
            self.session.opened.connect(self.memory_trimmer.soon)
            QtCore.QTimer.singleShot(0, self.panels.preparation.begin)
            QtCore.QTimer.singleShot(0, self.pose_library.read_folders)
            QtCore.QTimer.singleShot(0, self.painted.emit)

    # Showing

    def _show_document(self) -> None:
        self._show_file()
        self.menus.refresh_buttons_soon()
        self.panels.updates.after_repaint()

    def _show_file(self) -> None:
        """The document's name, and whether it has unsaved changes, in header and title."""
        title, unsaved = self.session.title, self.session.unsaved
        self.header.show_document(title, unsaved)
        self.setWindowTitle("Pantin" if self.starting else f"{title}[*] – Pantin")
        self.setWindowModified(unsaved and not self.starting)

    def _show_opening(self) -> None:
        """Say where no bones are seen yet that a file is read, or that its figure is about to be posed."""
        session, empty = self.session, self.panels.properties.empty
        is_seen = bool(session.shown.rig.bones)
        is_coming = bool(session.document.rig.bones) and not is_seen
        reader = self.files.jobs.reader
        read = "" if reader.saying else reader.doing  # else something is done with what is open
        name = read or (session.title if is_coming else "")
        self.view.show_opening(name)
        empty.show_bones(is_seen)
        empty.show_opening(name)

    def _take_character(self, subject: Subject) -> None:
        """The character of a figure was read before it is shown."""
        if subject.loaded is not None:
            self.characters.take_read(subject.figure, subject.loaded, subject.measures)

    def _show_pose(self) -> None:
        """The figure first, then the panels."""
        session = self.session
        self._show_figure()
        self.panels.updates.after_pose()
        if session.posed != self._posed:
            self._posed = session.posed
            self.menus.refresh_buttons_soon()
        if session.posed and not self.starting:
            self._frame_once_with("pose")  # until there is a solver it stands at rest

    def _show_figure(self) -> None:
        session = self.session
        poses = session.evaluated, session.outlined, session.editing, session.other_figures
        self.view.show_state(session.shown, *poses, session.characters)

    def _frame_skin(self) -> None:
        """Frame a figure again whose skin has come: until then its bones were framed. That it was saved or painted
        frames nothing.
        """
        if loaded_of(self.session.document.figure, self.session.characters) is not None:
            self._frame_once_with("skin")

    def _frame_once_with(self, what: str) -> None:
        """Frame the edited figure again, unless it was with this before."""
        come = what, *self.session.edited_figure
        if come not in self._framed_with:
            self._framed_with.add(come)
            self.view.frame_again()

    def _point_at(self, bone: str | None) -> None:
        self.pointed_at = bone
        self.panels.hierarchy.set_hovered(bone)

    def open_menu_at(self, place: QtCore.QPoint, bone: str | None) -> None:
        """The menu at the pointer: for a bone, which is selected first, or for the view."""
        pointer_menu.open_at(place, bone, self.session, self.menus)

    def _give_keys(self) -> None:
        """The figure that was opened has the keys, except those of a sheet that was opened meanwhile."""
        if not any(sheet.isVisible() for sheet in self.findChildren(Overlay)):
            self.view.setFocus()

    # What actions ask for

    def show_start_page(self) -> None:
        """Sample figures and recent files, in the place of figure and panels."""
        self._remember_picture()
        self.templates.leave()
        page = self.start_page.show()
        self._central.show_page(page)
        page.setFocus()
        QtCore.QTimer.singleShot(0, self._painted)

    def choose_template(self, adding: bool = False) -> None:
        """Show templates and their measures beside a preview; the figure is added to the scene where asked for."""
        self.templates.show(adding)

    def keys_of(self, action: str) -> str:
        """The keys of an action in words; empty where it has none."""
        return self.menus.keys_of(action)

    def ask_for_bone(self, request: BoneRequest) -> None:
        """Let the next click on a bone answer."""
        self.bone_picker.ask(request)

    # Pages, which need the room of the panels

    def _show_starting(self, starting: bool) -> None:
        if not starting:
            self._central.show_page(self.view)
        self._hide_panels(starting)

    def _hide_panels(self, hidden: bool) -> None:
        self.docks.step_aside(hidden)
        self.header.show_starting(hidden)
        self._show_document()

    def keyPressEvent(self, event: QtGui.QKeyEvent) -> None:
        """Keys that nobody took: those of the figure, in the tree of bones; where something cannot be done, say why."""
        if not self.menus.press(event):
            self.menus.say_why_not(event)
        super().keyPressEvent(event)

    # Leaving

    def closeEvent(self, event: QtGui.QCloseEvent) -> None:
        """Ask about changes first; the window goes when that is settled, which saving may delay."""
        event.ignore()
        self.files.saving.when_safe(self._leave)

    def _remember_picture(self) -> None:
        """Keep what is on screen as the picture of its file in the list of recent files."""
        if not (self.starting or self.choosing_template):
            self.files.remember_picture(lambda size: self.view.picture(size)())

    def _leave(self) -> None:
        self._remember_picture()
        kept_window.keep(self, self.view, self.docks, self.settings)
        self.hide()
        self.characters.finish()
        self.files.finish()
        self.left.emit()
