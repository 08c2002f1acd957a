"""The only place where things change: the document with its history, what is shown of it, and where it is kept.

Everything else asks for a change with a pure edit and hears of it by a signal. While a drag or a scrub lasts, what is
shown runs ahead of the document; its end makes one step of undo, or puts back what was there.

While the rest pose is edited the document is shown at rest, at once and without the solver. Its pose is kept.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

from PySide6 import QtCore

from pantin.app.session.evaluator import Evaluator, Request, Result, posed, posed_by_auto
from pantin.rigs.document import Document, End
from pantin.rigs.editing import selection
from pantin.rigs.editing.mirroring.both_sides import mirrored_edit
from pantin.rigs.history import History
from pantin.solver import Evaluated
from pantin.solver.edits import auto_ik as pulling
from pantin.solver.edits import pole_angles, posing
from pantin.viewport.values.rest_pose import AtRest
from pantin.viewport.values.stage import Kept, Look, Preview

Edit = Callable[[Document], Document]

NEW = Document()
"""What a new rig begins with: nothing. Its first bone is drawn."""
NEW_RIG = "New rig"
"""What the first step of its history is called."""


class Session(QtCore.QObject):
    """One open document. Implements `viewport.values.stage.Stage`."""

    document_changed = QtCore.Signal()
    """The kept document, its history, its file or its saved mark is another."""
    evaluated_changed = QtCore.Signal()
    """What is shown has a new pose: `shown` and `evaluated` belong together."""
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
        self._wanted = Request(self.document)
        self._seen = _at_rest(self.document)
        self._just_opened = False
        self._editing = False
        self.mirrors = False
        """Whether what is done to one side of the rest pose is done to the other as well."""
        self.path: Path | None = None
        self.compared: str | None = None
        """The solver that everything is compared with, see `solver.SOLVERS`."""
        evaluator.arrived.connect(self._take)
        evaluator.failed.connect(self.warned)

    # What there is

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
        return self._seen.request.document

    @property
    def evaluated(self) -> Evaluated:
        """The pose on screen."""
        return self._seen.evaluated

    @property
    def evaluated_b(self) -> Evaluated | None:
        """The pose that the other solver came to, where one is compared."""
        return self._seen.compared

    @property
    def lit(self) -> tuple[str, ...]:
        """The bones of the chain that is being dragged."""
        return self._preview.overlay.lit if self._preview else ()

    @property
    def doing(self) -> Mapping[str, str]:
        """What the drag of bones at rest does to them, in a word: it is "drawing" one, another follows as "mirror"."""
        if self._preview is None or not self._editing:
            return {}
        made, now = self._preview.document.rig.by_name, self.shown.rig.by_name
        drawn = {name: "drawing" for name in self.lit if name not in self.document.rig.by_name}
        return drawn | {name: "mirror" for name, bone in now.items() if self.mirrors and bone is not made.get(name)}

    @property
    def ready(self) -> bool:
        """Whether there is something to grab: a pose, or the rest pose while that is edited."""
        return self._editing or not isinstance(self._seen.evaluated, AtRest)

    @property
    def posed(self) -> bool:
        """Whether what is on screen is the document's pose, solved."""
        return not isinstance(self._seen.evaluated, AtRest)

    @property
    def editing(self) -> bool:
        """Whether the rest pose is edited, and shown instead of the pose."""
        return self._editing

    @property
    def asked(self) -> Document:
        """The document that was last asked to be shown; it is on screen as soon as it is posed."""
        return self._wanted.document

    @property
    def settled(self) -> bool:
        """Whether what is on screen is what was last asked for."""
        return self._seen.request is self._wanted

    @property
    def unsaved(self) -> bool:
        """Whether closing now would lose something."""
        return self.document.rig is not self._saved and self.document.rig != self._saved

    @property
    def title(self) -> str:
        """What the document is called: its file's name, or the rig's where it has none."""
        return self.path.name if self.path else self.document.rig.name

    # Changing the document

    def open(self, document: Document, path: Path | None = None, label: str = "Open") -> None:
        """Edit `document` from here on; what was open is gone. A path says where saving goes.

        The label is what the first step of the history is called.
        """
        self._history = History.start(document, label)
        self._saved = document.rig
        self.path = path
        self._just_opened = True
        self._show_kept()

    def start(self, label: str, document: Document) -> None:
        """Edit `document`, which one step made from an empty rig; what was open is gone."""
        self._history = History.start(NEW, NEW_RIG).push(label, document)
        self._saved = NEW.rig
        self.path = None
        self._just_opened = True
        self._show_kept()

    def edit(self, label: str, edit: Edit) -> None:
        """Make one step of undo from `edit` of the document. One that is refused says why, and changes nothing."""
        try:
            made = self._made(edit)
        except ValueError as refused:
            self.warned.emit(str(refused))
        else:
            self._push(label, made)

    def preview_edit(self, edit: Edit) -> None:
        """Show what `edit` would make, until the next preview, `edit` or `put_back`."""
        self.preview(Preview(self._made(edit)))

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
        """Show and edit the rest pose, or show the pose again. Neither changes the document."""
        if editing == self._editing:
            return
        self._editing = editing
        self._show_kept()

    def solve_once(self) -> None:
        """Write what IK makes of the pose into it: one step of undo."""
        solved = self._pose(Request(posing.live(self.document))).evaluated
        self.edit("Solve once", lambda document: posing.with_solution(document, solved))

    def compare(self, solver: str | None) -> None:
        """Solve everything with another solver as well, to be seen beside; with None no longer."""
        if solver != self.compared:
            self.compared = solver
            self._want(replace(self._wanted, compared=solver))
            self.document_changed.emit()

    def saved(self, document: Document, path: Path) -> None:
        """`document` now lies at `path`."""
        self._saved, self.path = document.rig, path
        self.document_changed.emit()

    # The viewport's stage

    def look(self) -> Look:
        """The document as shown, with its pose. A pose still under way is waited for: some hundred microseconds."""
        request = self._wanted
        if self._editing:
            return Look(request.document, self._seen.evaluated, resting=True)
        stale = self._seen.request.document.rig is not request.document.rig or not self.posed
        if stale and self._evaluator.ready:
            self._seen = self._pose(request)
        return Look(request.document, self._seen.evaluated)

    def preview(self, preview: Preview) -> None:
        """Show this instead of the document."""
        self._preview = preview
        if not self._evaluator.ready:
            self._show(_at_rest(preview.document))
        self._want(Request(self._on_both_sides(preview.document), preview.grabs, self.compared))

    def keep(self, kept: Kept) -> None:
        """Make the preview the document; turns that its grabs made are written into the pose."""
        document, grabs = kept.preview.document, kept.preview.grabs
        if grabs:
            evaluated = self._pose(Request(document, grabs)).evaluated
            document = pulling.bake(document, grabs, evaluated)
        self._push(kept.label, self._on_both_sides(document))

    def put_back(self) -> None:
        """Show the document as it was before the first preview."""
        self._show_kept()

    def select(self, names: tuple[str, ...], active: str | None, ends: tuple[End, ...] = ()) -> None:
        """Select these bones, and these joints, and no others. No step of undo."""
        self._push("Select", selection.select(self.document, names, active, ends))

    # Inside

    def _made(self, edit: Edit) -> Document:
        """What an edit makes of the document. Where it chooses a pole, the chain stays as it is."""
        document = self._on_both_sides(edit(self.document))
        return pole_angles.keep_bends(self.document, document) if self._evaluator.ready else document

    def _on_both_sides(self, document: Document) -> Document:
        """The document after an edit, which is done to the other side as well where that is asked for."""
        return mirrored_edit(self.document, document) if self._editing and self.mirrors else document

    def _pose(self, request: Request) -> Result:
        """Pose on the spot; by Auto where the solver asked for is still being compiled."""
        return posed(request) if self._evaluator.knows(request) else posed_by_auto(request)

    def _push(self, label: str, document: Document) -> None:
        self._go_to(self._history.push(label, document))

    def _go_to(self, history: History) -> None:
        self._history = history
        self._show_kept()

    def _show_kept(self) -> None:
        self._preview = None
        if not self._editing and not self._evaluator.ready:
            self._show(_at_rest(self.document))
        elif not self._editing and not self.posed:
            self._show(self._pose(Request(self.document, compared=self.compared)))
        self._want(Request(self.document, compared=self.compared))
        self.document_changed.emit()

    def _want(self, request: Request) -> None:
        before, self._wanted = self._wanted, request
        if self._editing:
            self._show(Result(request, AtRest(request.document.rig)))
        elif self._seen.request is before and request.poses_like(before):
            self._show(replace(self._seen, request=request))
        else:
            self._evaluator.ask(request)

    def _take(self) -> None:
        """Show the pose that arrives, unless it was asked for before the one on screen."""
        result = self._evaluator.take()
        outdated = result is None or (self.settled and result.request is not self._wanted)
        if not outdated and not self._editing:
            self._show(result)

    def _show(self, result: Result) -> None:
        self._seen = result
        self.evaluated_changed.emit()
        if self._just_opened and self.shown.rig is self.document.rig:
            self._just_opened = False
            self.opened.emit()


def _at_rest(document: Document) -> Result:
    return Result(Request(document), AtRest(document.rig))
