"""The only place where things change: the document with its history, what is shown of it, and where it is kept.

Everything else asks for a change with a pure edit and hears of it by a signal. While a drag or a scrub lasts, what is
shown runs ahead of the document; its end makes one step of undo, or puts back what was there.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

from PySide6 import QtCore

from pantin.app.messages import _
from pantin.app.session.drag_roles import drag_roles
from pantin.app.session.evaluator import Evaluator, Request
from pantin.app.session.last_pull import LastPull
from pantin.app.session.shown_pose import ShownPose
from pantin.app.session.simulating import Simulating
from pantin.rigs.document import Document, End
from pantin.rigs.editing import selection
from pantin.rigs.editing.mirroring.both_sides import mirrored_edit
from pantin.rigs.editing.poses.symmetric import posed_on_both_sides
from pantin.rigs.formats.bounds import bounded, why_invalid
from pantin.rigs.history import History
from pantin.rigs.rig import Rig
from pantin.rigs.solvers import SolverName
from pantin.solver import Evaluated
from pantin.solver.edits import auto_ik, pole_angles
from pantin.solver.edits.pulling.pull import BodyPull
from pantin.viewport.values.stage import DragResult, Look, Preview

Edit = Callable[[Document], Document]

NEW, NEW_RIG = Document(), _("New rig")
"""A new document, and what the first step of its history is called."""


class Session(QtCore.QObject):
    """One open document. Implements `viewport.values.stage.Stage`."""

    document_changed = QtCore.Signal()
    """The kept document or its history is another."""
    file_changed = QtCore.Signal()
    """The document was saved: its path, or whether it is unsaved, is another."""
    drag_began = QtCore.Signal()
    """Something else than the document is about to be shown."""
    evaluated_changed = QtCore.Signal()
    """What is shown has a new pose: `shown` and `evaluated` belong together."""
    replaced = QtCore.Signal(bool)
    """Another document took the place of what was open, and is not on screen yet; whether it is of another file."""
    opened = QtCore.Signal()
    """Another rig is on screen for the first time: frame it."""
    told = QtCore.Signal(str)
    """A few words: something was done."""
    warned = QtCore.Signal(str)
    """One sentence: something could not be done."""

    def __init__(self, evaluator: Evaluator, parent: QtCore.QObject | None = None) -> None:
        super().__init__(parent)
        self._evaluator = evaluator
        self._history = History.start(NEW, NEW_RIG)
        self._saved = self._history.document.rig
        self._preview: Preview | None = None
        self.shown_pose = ShownPose(evaluator, self.document, self)
        self.simulating = Simulating(self.shown_pose, evaluator, self)
        self._just_opened = self._shows_before = False
        self._last_pull = LastPull()
        self.mirrors = False
        """Whether what is done to one side, at rest or posed, is done to the other as well."""
        self.path: Path | None = None
        self.openings = 0
        """How often a document was opened: what began with another document than is open now finds another number."""
        self.compared: SolverName | None = None
        """The solver that everything is compared with, see `solver.SOLVERS`."""
        self.shown_pose.changed.connect(self._tell_shown)
        evaluator.failed.connect(self.warned)

    @property
    def document(self) -> Document:
        """The document as kept: what undo goes back from and what is saved."""
        return self._history.document

    @property
    def history(self) -> History:
        """The documents kept."""
        return self._history

    @property
    def shown(self) -> Document:
        """The document on screen: a preview while a drag or a scrub lasts, else the kept one."""
        return self.shown_pose.document

    @property
    def evaluated(self) -> Evaluated:
        """The pose on screen."""
        return self.shown_pose.evaluated

    @property
    def others(self) -> tuple[Evaluated | None, Evaluated | None]:
        """The pose that a compared solver came to; and how the figure stood before the last step that posed it."""
        return self.shown_pose.compared, self.shown_pose.before

    @property
    def highlighted(self) -> tuple[str, ...]:
        """The bones of the chain that is being dragged, to be highlighted."""
        return self._preview.overlay.highlighted if self._preview else ()

    @property
    def pulled(self) -> BodyPull | None:
        """The pull of a body that made what is on screen."""
        return self._last_pull.shown(self._preview, self.document.rig)

    @property
    def drag_roles(self) -> Mapping[str, str]:
        """What a drag does to bones of the rest pose: "drawing" a new one, "mirror" for one on the other side."""
        if self._preview is None or not self.editing:
            return {}
        return drag_roles(self.document.rig, self._preview.document.rig, self.shown.rig, self.highlighted, self.mirrors)

    @property
    def ready(self) -> bool:
        """Whether there is a pose to grab, or the rest pose."""
        return self.editing or self.posed

    @property
    def solver_ready(self) -> bool:
        """Whether the solver has been loaded."""
        return self._evaluator.ready

    @property
    def posed(self) -> bool:
        """Whether what is on screen is the document's pose, solved."""
        return self.shown_pose.solved

    @property
    def editing(self) -> bool:
        """Whether the rest pose is edited, and shown instead of the pose."""
        return self.shown_pose.in_rest_pose

    @property
    def settled(self) -> bool:
        """Whether the document that was requested last is on screen."""
        return self.shown_pose.settled

    @property
    def unsaved(self) -> bool:
        """Whether the rig differs from what was saved last."""
        rig = self.document.rig
        return rig is not self._saved and rig != self._saved

    @property
    def title(self) -> str:
        """What the document is called: its file's name, or the rig's where it has none."""
        return self.path.name if self.path else self.document.rig.name

    def open(self, document: Document, path: Path | None = None, label: str = _("Open")) -> None:
        """Edit `document` from here on; what was open is gone. `path` is where saving goes, `label` the first step."""
        self._open(History.start(document, label), document.rig, path, path is None or path != self.path)

    def start(self, label: str, document: Document) -> None:
        """Edit `document`, which one step made from an empty rig; what was open is gone."""
        self._open(History.start(NEW, NEW_RIG).push(label, document), NEW.rig, None, is_another=False)

    def edit(self, label: str, edit: Edit) -> None:
        """Make one step of undo from `edit` of the document. One that is rejected says why, and changes nothing."""
        try:
            made = self._made(edit)
        except ValueError as error:
            self.warned.emit(str(error))
        else:
            self._push(label, made)

    def preview_edit(self, edit: Edit) -> None:
        """Show what `edit` would make, until the next preview, `edit` or `cancel_preview`."""
        self.preview(Preview(self.simulating.over(self._made(edit))))

    def undo(self) -> None:
        """One step back."""
        self._go_to(self._history.undo())

    def redo(self) -> None:
        """One step forward again."""
        self._go_to(self._history.redo())

    def go_to_step(self, position: int) -> None:
        """To any step of the history, done or undone."""
        self._go_to(self._history.go_to(position))

    def edit_rest(self, editing: bool) -> None:
        """Show and edit the rest pose, or show the pose again."""
        if editing != self.editing:
            self.simulating.end()
            self.shown_pose.in_rest_pose = editing
            self._show_kept()

    def compare(self, solver: SolverName | None) -> None:
        """Evaluate with this solver as well, to be shown beside; None stops that."""
        if solver != self.compared:
            self.compared = solver
            self.shown_pose.ask_compared(solver)
            self.document_changed.emit()

    def show_before(self, shown: bool) -> None:
        """Show how the figure stood before the last step that posed it, or no longer."""
        if shown != self._shows_before:
            self._shows_before = shown
            self._show_kept()

    def saved(self, document: Document, path: Path) -> None:
        """`document` now lies at `path`."""
        self._saved, self.path = document.rig, path
        self.file_changed.emit()

    def look(self) -> Look:
        """The document as shown, with its pose; with the last pose of these bones, where its own takes long."""
        shown = self.shown_pose
        return Look(shown.requested, shown.pressed().evaluated, self.editing, self._history.posed_before)

    def preview(self, preview: Preview) -> None:
        """Show this instead of the document."""
        if self._preview is None:
            self.drag_began.emit()
        preview = replace(preview, document=bounded(self.document, preview.document))
        self._preview = preview
        self.shown_pose.show_rest_pose_until_ready(preview.document)
        document, before = self._on_both_sides(preview.document), self.document if self.mirrors else None
        self.shown_pose.ask(Request(document, preview.grabs, self.compared, preview.pull, before))

    def keep(self, kept: DragResult) -> None:
        """Make the preview the document, with the turns that its grabs made: the last posed, where that takes long."""
        document, grabs, pull = kept.preview.document, kept.preview.grabs, kept.preview.pull
        if grabs or pull:
            self.shown_pose.ask(Request(document, grabs, self.compared, pull))
            result = self.shown_pose.awaited()
            document = auto_ik.bake(result.document, result.request.grabs, result.evaluated)
        elif not self.simulating.active:
            document = self.shown_pose.within_reach(self.document, document)
        if self.simulating.active:
            self.simulating.drag_to(self._on_both_sides(document))
            return self._show_kept()
        self._push(kept.label, self._on_both_sides(document))
        self._last_pull.keep(kept.preview, self.document.rig)

    def cancel_preview(self) -> None:
        """Show the document as it was before the first preview."""
        self._show_kept()

    def select(self, names: tuple[str, ...], active: str | None, ends: tuple[End, ...] = ()) -> None:
        """Select these bones, and these joints, and no others. No step of undo."""
        self._push(_("Select"), selection.select(self.document, names, active, ends))

    def _made(self, edit: Edit) -> Document:
        """The document after an edit. Where that sets a pole, its angle is chosen so that the chain does not turn."""
        document = self._on_both_sides(edit(self.document))
        return pole_angles.keep_bends(self.document, document) if self._evaluator.ready else document

    def _on_both_sides(self, document: Document) -> Document:
        """The document after an edit; with Mirror X, with the same done to the other side."""
        mirrored = mirrored_edit if self.editing else posed_on_both_sides
        return mirrored(self.document, document) if self.mirrors else document

    def _push(self, label: str, document: Document) -> None:
        """Make one step of undo. What could not be saved is rejected, and said."""
        document = bounded(self.document, document)
        if problem := why_invalid(self.document, document):
            self.warned.emit(problem)
            self._show_kept()
        else:
            self._go_to(self._history.push(label, document))

    def _go_to(self, history: History) -> None:
        self._history = history
        self._show_kept()

    def _open(self, history: History, saved: Rig, path: Path | None, is_another: bool) -> None:
        self.simulating.end()
        self.openings += 1
        self._history, self._saved, self.path, self._just_opened = history, saved, path, True
        self.replaced.emit(is_another)
        self._show_kept()

    def _show_kept(self) -> None:
        self._preview = None
        before = self._history.posed_before if self._shows_before else None
        request = Request(self.simulating.over(self.document), compared=self.compared, before=before)
        if not self.editing:
            self.shown_pose.leave_rest_pose(request)
        self.shown_pose.ask(request)
        self.document_changed.emit()

    def _tell_shown(self) -> None:
        self.evaluated_changed.emit()
        if self._just_opened and self.shown.rig is self.document.rig:
            self._just_opened = False
            self.opened.emit()
