"""The only place where things change: the document with its history, what is shown of it, and where it is kept.

Everything else asks for a change with a pure edit and hears of it by a signal. While a drag or a scrub lasts, what is
shown runs ahead of the document; its end makes one step of undo, or puts back what was there.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Collection, Iterable, Mapping
from pathlib import Path

from msgspec.structs import replace
from PySide6 import QtCore

from pantin.app.messages import _, pgettext
from pantin.app.session.clip_frame import ClipFrame
from pantin.app.session.evaluator import Evaluator
from pantin.app.session.frame_look import FrameLook
from pantin.app.session.last_pull import LastPull
from pantin.app.session.painted_weights import PaintedWeights
from pantin.app.session.pose_requests import Request
from pantin.app.session.shown_pose import ShownPose
from pantin.app.session.simulation_player import SimulationPlayer
from pantin.app.session.spring_motion import SpringMotion
from pantin.rigs.document import Document, End
from pantin.rigs.editing import selection
from pantin.rigs.editing.mirroring.both_sides import mirrored_edit
from pantin.rigs.editing.poses.symmetric import posed_on_both_sides
from pantin.rigs.fields import Vector3
from pantin.rigs.figure import Figure
from pantin.rigs.formats.bounds import bounded, why_invalid
from pantin.rigs.history import History
from pantin.rigs.meshes.measures import Measures
from pantin.rigs.meshes.weighting.brush import Weights
from pantin.rigs.rig import Rig
from pantin.rigs.scene import Scene
from pantin.rigs.solvers import SolverName
from pantin.solver import Posed
from pantin.solver.edits import auto_ik
from pantin.solver.edits.controls import pole_angles
from pantin.solver.edits.pulling.pull import BodyPull
from pantin.solver.gaze import seen_from
from pantin.viewport.values.loaded_character import NO_CHARACTERS, Characters
from pantin.viewport.values.stage import DragResult, Look, Preview
from pantin.widgets.theme.appearance import appearance
from pantin.widgets.values.pins_apart import pins_apart
from pantin.widgets.values.stopped_short import stopped_short

Edit = Callable[[Document], Document]

SOLVING = _("The figure follows as soon as this pull is solved.")
COMPILING = _("The figure follows as soon as the solver is compiled.")
UNSOLVED = _("The pull before was not solved yet, and was left. Wait until the figure has followed.")
PUT_BACK = _("The bend to test is put back: a pose goes on from how the figure stood before.")
PREPARING = _("The solver is still being prepared.")
"""The reason why nothing can be posed while `solver_ready` is false."""

NEW, NEW_RIG = Document(), _("New rig")
"""A new document, and what the first step of its history is called."""

DRAWING = _("drawing")
MIRROR = pgettext("beside a bone that follows an edit of its partner", "mirror")


class Session(QtCore.QObject):
    """One open document and what is shown of it. Implements `viewport.values.stage.Stage`."""

    document_changed = QtCore.Signal()
    """The kept document or its history is another."""
    file_changed = QtCore.Signal()
    """The document was saved: its path, or whether it is unsaved, is another."""
    drag_began = QtCore.Signal()
    """Something else than the document is about to be shown."""
    evaluated_changed = QtCore.Signal()
    """Emitted when another pose is shown: `shown` and `evaluated` belong together."""
    characters_changed = QtCore.Signal()
    """The file of a character was read, or was not found."""
    replaced = QtCore.Signal(bool)
    """Another document took the place of what was open, and is not on screen yet; whether it is of another file."""
    figure_left = QtCore.Signal(str)
    """Another figure is edited than the one of this name, which was until now: what goes on with that one ends."""
    opened = QtCore.Signal()
    """Another rig is on screen for the first time: frame it."""
    notified = QtCore.Signal(str)
    """A few words: something was done."""
    stopped_short = QtCore.Signal(str, tuple)
    """A sentence about a joint that was pulled and did not come to the pointer, and the bones on whose limits it is."""
    removed = QtCore.Signal(str)
    """One sentence: the last step took something away, and Undo is offered beside it."""
    unrigged = QtCore.Signal(str)
    """One sentence: what was opened is a mesh without skeleton, and Rig this mesh is offered beside it."""
    reported = QtCore.Signal(str)
    """One sentence: what was read otherwise than it is in its file, or was left out."""
    warned = QtCore.Signal(str)
    """One sentence: something could not be done."""
    refused = QtCore.Signal(str)
    """The same, of an edit that was not made: `warned` is emitted too, before others hear of this."""

    def __init__(self, evaluator: Evaluator, parent: QtCore.QObject | None = None) -> None:
        super().__init__(parent)
        self._evaluator = evaluator
        self.shown_pose = ShownPose(evaluator, NEW, self)
        self._preview: Preview | None = None
        evaluator.failed.connect(self.warned)
        self.refused.connect(self.warned)
        self._history, self._saved = History.start(NEW, NEW_RIG), NEW.scene
        self.springs = SpringMotion(self.shown_pose, evaluator, self)
        """The springs that swing while something is moved."""
        self.simulating = SimulationPlayer(self.shown_pose, evaluator, self)
        self.simulating.scrubbed.connect(self._show_kept_pose)
        self._late: DragResult | None = None
        """A drag that has ended, and whose last pose is still being solved."""
        self._just_opened = self._shows_before = False
        self._frames, self._last_pull = FrameLook(self.shown_pose), LastPull()
        self._ghost: Document | None = None
        self.playing = False
        """Whether frames follow each other in real time: whatever does not go with them waits for the end."""
        self.mirrors = False
        """Whether what is done to one side, at rest or posed, is done to the other as well."""
        self.path: Path | None = None
        self.openings = 0
        """The number of documents opened so far: work that began with another document has another number."""
        self._characters: Characters = NO_CHARACTERS
        self.painted = PaintedWeights(lambda: self.document.figure, self)
        """The weights that are being painted, or are not in a file yet."""
        self.measures: Mapping[str, Measures] = {}
        """The measures of characters, by the digests of their files."""
        self.two_rests: Mapping[str, Path] = {}
        """The files that tell two rest poses, by their digests."""
        self.left_out: Mapping[str, tuple[str, ...]] = {}
        """Sentences about what is not as in the file that a figure was opened from, by `told_of` it."""
        self.lost_characters: Mapping[str, str] = {}
        """A sentence for each file that was not read, which says why, by its digest."""
        self.characters_coming = False
        """Whether files of characters, or their pictures, are being read."""
        self.compared: SolverName | None = None
        """The solver that everything is compared with, see `solver.SOLVERS`."""
        self.shown_pose.changed.connect(self._tell_shown)

    @property
    def document(self) -> Document:
        """The document as kept: what undo goes back from and what is saved."""
        return self._history.document

    @property
    def characters(self) -> Characters:
        """The characters whose files have been read, with the weights that are painted."""
        return self.painted.over(self._characters)

    @property
    def history(self) -> History:
        """The documents kept."""
        return self._history

    @property
    def posing(self) -> Document:
        """The document that edits begin from: the kept one, in the pose of the frame that is on screen."""
        return self._frames.posing(self.document)

    @property
    def frame(self) -> ClipFrame | None:
        """The frame of a clip that is shown instead of the document's own pose."""
        return self._frames.frame

    @property
    def shown(self) -> Document:
        """The document on screen: a preview while a drag or a scrub lasts, else the kept one."""
        return self.shown_pose.document

    @property
    def as_seen(self) -> Document:
        """Return the document whose evaluation is the pose on screen: in a frame of a clip no foot plants any more.

        As long as a document that was opened before is still on screen, it is the one that will be.
        """
        answered = self.shown_pose.answered
        if answered.opening != self.openings:
            return self.posing
        return answered.frame.on(answered.document) if answered.frame is not None else self.shown

    @property
    def evaluated(self) -> Posed:
        """The pose on screen."""
        return self.shown_pose.evaluated

    @property
    def outlined(self) -> tuple[Posed | None, Posed | None]:
        """The poses that are shown as well, if any: by the other solver, and before the last step of posing."""
        return self.shown_pose.compared, self.shown_pose.before

    @property
    def other_figures(self) -> Mapping[str, Posed]:
        """The poses of the other figures on screen, by name."""
        return self.shown_pose.other_figures

    @property
    def is_previewing(self) -> bool:
        """True while something is dragged or scrubbed, and shown instead of the kept document."""
        return self._preview is not None

    @property
    def ready(self) -> bool:
        """True where there is a pose to grab, or the rest pose."""
        return self.editing or self.posed

    @property
    def solver_ready(self) -> bool:
        """True once the solver is loaded."""
        return self._evaluator.ready

    @property
    def posed(self) -> bool:
        """True where the document's pose is on screen, solved."""
        return self.shown_pose.solved

    @property
    def editing(self) -> bool:
        """True while the rest pose is edited, and shown instead of the pose."""
        return self.shown_pose.in_rest_pose

    @property
    def requested(self) -> Document:
        """The document that was requested last; it is on screen as soon as it is posed."""
        return self.shown_pose.requested

    @property
    def settled(self) -> bool:
        """True once the document that was requested last is on screen."""
        return self.shown_pose.settled

    @property
    def highlighted(self) -> tuple[str, ...]:
        """The bones of the chain that is being dragged, to be highlighted."""
        return self._preview.overlay.highlighted if self._preview else ()

    @property
    def pulled(self) -> BodyPull | None:
        """The pull of a body that made what is on screen; no pull made the frame of a clip."""
        return None if self.frame and not self._preview else self._last_pull.shown(self._preview, self.document.scene)

    @property
    def drag_roles(self) -> Mapping[str, str]:
        """Return the role of bones of the rest pose in a drag, each in a word: it draws them, or mirrors them."""
        if self._preview is None or not self.editing:
            return {}
        return _drag_roles(
            self.document.rig, self._preview.document.rig, self.shown.rig, self.highlighted, self.mirrors
        )

    @property
    def edited_figure(self) -> tuple[int, str]:
        """Return the edited figure's name and the number of its opening: another figure or file gives another value."""
        return self.openings, self.document.active_figure

    @property
    def unsaved(self) -> bool:
        """True where the scene differs from what was saved last."""
        scene = self.document.scene
        return self.painted.is_waiting or bool(scene is not self._saved and scene != self._saved)

    @property
    def saved_scene(self) -> Scene:
        """Return the scene as it was saved last, or opened."""
        return self._saved

    @property
    def title(self) -> str:
        """Return the name of the document: its file's name, or that of its first figure where it has none."""
        return self.path.name if self.path else self.document.scene.figures[0].name

    def open(self, document: Document, path: Path | None = None, label: str = _("Open")) -> None:
        """Edit `document` from here on; what was open is gone. `path` is where saving goes, `label` the first step."""
        self._open(History.start(document, label), document.scene, path, path is None or path != self.path)

    def start(self, label: str, document: Document) -> None:
        """Edit `document`, which one step made from an empty rig; what was open is gone."""
        self._open(History.start(NEW, NEW_RIG).push(label, document), NEW.scene, None, is_another=False)

    def edit(self, label: str, edit: Edit, stay: bool = False) -> None:
        """Make one step of undo from `edit` of the document. One that is rejected says why, and changes nothing.
        A frame of a clip that is on screen is left for an edited pose, unless it is to `stay`."""
        try:
            made = self._made(edit)
        except ValueError as error:
            self.refused.emit(str(error))
        else:
            self._push(label, made, stay)

    def preview_edit(self, edit: Edit) -> None:
        """Show what `edit` would make, until the next preview, `edit` or `cancel_preview`."""
        self.preview(Preview(self.simulating.over(self._made(edit))))

    def show_frame(self, frame: ClipFrame | None) -> None:
        """Show a frame of a clip instead of the document's own pose, which None shows again. Nothing is written."""
        if self._preview is None:
            self._frames.frame = None if self.editing else frame
            if self.frame is not None:
                self.simulating.end()
            self._show_kept_pose()

    def put_back_bend(self) -> bool:
        """Show the figure as it is posed instead of a bend to test, and say so; return whether it was bent."""
        is_bent = self._frames.is_bend and self._preview is None
        if is_bent:
            self.show_frame(None)
            self.notified.emit(PUT_BACK)
        return is_bent

    def hold_frame(self) -> None:
        """Keep the frame that is on screen, although a later one may have been asked for."""
        if self._preview is None:
            self._frames.hold(self.document)

    def pose_frame(self, label: str) -> None:
        """Make one step of undo of the pose of the frame that is on screen."""
        self._keep_late()
        self.hold_frame()
        posed, frame, self._frames.frame = self._frames.seen(self.document), self.frame, None
        self._push(label, posed, frame=frame)

    def undo(self) -> None:
        """One step back: a pull that is still being solved and what was painted and is not in its file yet come before
        the history.
        """
        if self._late is not None:
            return self.cancel_preview()
        if self.painted.drop_last():
            self._show_kept()
            return self.painted.after_writing()
        self._go_to(self._history.undo())

    def redo(self) -> None:
        """One step forward again."""
        self._keep_late()
        self._go_to(self._history.redo())

    def go_to_step(self, position: int) -> None:
        """To any step of the history, done or undone."""
        self._keep_late()
        self._go_to(self._history.go_to(position))

    def edit_rest(self, editing: bool) -> None:
        """Show and edit the rest pose, or show the pose again."""
        self._keep_late()
        if editing != self.editing:
            self._frames.frame = None
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
        """Show how the figure was posed before the last step that posed it, or no longer."""
        if shown != self._shows_before:
            self._shows_before = shown
            self._show_kept()

    def show_characters(self, characters: Characters) -> None:
        """Show figures with the skins of these characters, by the digests of their files."""
        self._characters = characters
        self.evaluated_changed.emit()
        self.characters_changed.emit()

    def show_measures(self, measures: Mapping[str, Measures]) -> None:
        """Say how characters were measured, by the digests of their files."""
        self.measures = measures
        self.characters_changed.emit()

    def show_lost_characters(self, lost: Mapping[str, str]) -> None:
        """Say why the files of characters were not read, a sentence each, by their digests."""
        self.lost_characters = lost
        self.characters_changed.emit()

    def tell_left_out(self, figures: Iterable[Figure], said: tuple[str, ...]) -> None:
        """Keep these sentences about what was left out of the file of these figures, to be read in the properties."""
        self.left_out = {**self.left_out, **{told_of(figure): said for figure in figures}}
        self.characters_changed.emit()

    def show_ghost(self, posed: Document | None) -> None:
        """Outline another pose of these bones until the next step, or None; while something is dragged nothing is."""
        if posed is not self._ghost and self._preview is None:
            self._ghost = posed
            self._show_kept_pose()

    def saved(self, document: Document, path: Path, settle: Edit | None = None) -> None:
        """`document` now lies at `path`; where `settle` is given, as that makes it, and so is every step of undo."""
        self._saved, self.path = document.scene, path
        if settle is not None:
            history, is_same = self._history.all_amended(settle), self.document.scene is document.scene
            self._history, self._saved = history, history.document.scene if is_same else settle(document).scene
            if not self.is_previewing:
                self._show_kept()
        self.file_changed.emit()

    def tell_unready(self) -> None:
        """Say that nothing can be dragged yet."""
        self.notified.emit(PREPARING)

    def look(self) -> Look:
        """The document as shown, with its pose; with the last pose of these bones, where its own takes long."""
        self._keep_late()
        shown = self.shown_pose
        evaluated = shown.pressed().evaluated
        self.hold_frame()
        document = self._frames.seen(self.document) if self.frame else shown.requested
        before = self._history.posed_before
        return Look(document, evaluated, self.editing, before, shown.other_figures, self.characters)

    def look_from(self, eye: Vector3) -> None:
        """Let figures whose eyes look at the camera follow it to a place of the world: that is no step of undo.

        While something is dragged they look where they did.
        """
        scene = self.document.scene
        figures = tuple(seen_from(figure, eye) for figure in scene.figures)
        if self.is_previewing or all(map(operator.is_, figures, scene.figures)):
            return
        made, was_saved = replace(scene, figures=figures), not self.unsaved
        self._history = self._history.amended(replace(self.document, scene=made))
        self._saved = made if was_saved else self._saved
        self._show_kept_pose()

    def preview(self, preview: Preview) -> None:
        """Show this instead of the document."""
        self._keep_late()
        if self._preview is None:
            self.hold_frame()
            self.drag_began.emit()
        within = bounded(self.document, preview.document)
        self._preview = preview = preview if within is preview.document else replace(preview, document=within)
        self.painted.preview = preview.weights
        self.shown_pose.show_rest_pose_until_ready(Request(preview.document, opening=self.openings))
        mirrors = self.mirrors and preview.weights is None
        document, before = self._on_both_sides(preview.document), self.posing if mirrors else None
        request = Request(document, preview.grabs, self.compared, preview.pull, before, opening=self.openings)
        self.shown_pose.ask(self.springs.follow(request))

    def keep(self, kept: DragResult) -> None:
        """Make the preview the document, one step of undo; while a simulation is played, that goes on from there.

        Where its pose is still being solved, as by an interpreted solver, that is waited for, and said.
        """
        if self._is_late(kept.preview):
            self._late = kept
            self.notified.emit(COMPILING if self.shown_pose.postponed else SOLVING)
        else:
            self._keep(kept)

    def _is_late(self, preview: Preview) -> bool:
        """Return whether a drag waits for the pose that it has asked for last."""
        if not (preview.grabs or preview.pull) or self.simulating.active or self.editing or not self.posed:
            return False
        asked = self._asked(preview)
        self.shown_pose.ask(self.springs.follow(asked))
        self.shown_pose.awaited()
        return not self.shown_pose.has_come(asked)

    def _asked(self, preview: Preview) -> Request:
        return Request(preview.document, preview.grabs, self.compared, preview.pull, opening=self.openings)

    def _keep_late(self) -> None:
        """Keep a drag that has ended, as far as its pose has come; where it has not moved yet, that is said."""
        kept, self._late = self._late, None
        if kept is not None:
            before = self.document.scene
            self._keep(kept)
            if self.document.scene is before:
                self.notified.emit(UNSOLVED)

    def _keep(self, kept: DragResult) -> None:
        """Make the preview the document, as it is posed now."""
        if kept.preview.joins:
            self._show_kept()
            return self.painted.joint_wanted.emit(kept.preview.joins)
        if kept.preview.weights is not None:
            return self._keep_weights(kept.label, kept.preview.document, kept.preview.weights)
        document, evaluated = self._dropped(kept.preview)
        if self.simulating.active:
            self.simulating.drag_to(self._on_both_sides(document))
            return self._show_kept()
        self._push(kept.label, self._on_both_sides(document))
        self._last_pull.keep(kept.preview, self.document.scene)
        if evaluated is None:
            return
        if apart := pins_apart(evaluated.goals, appearance().lengths):
            self.refused.emit(_("{pins}. A click on its push-pin lets a bone go.").format(pins=apart))
        elif kept.preview.pull is not None:
            short = stopped_short(document.rig, evaluated.goals, evaluated.limits_hit, appearance().lengths)
            if short[0]:
                self.stopped_short.emit(*short)

    def _keep_weights(self, label: str, shown: Document, weights: Weights) -> None:
        """Keep painted weights: they are a step of undo as soon as they are in a file."""
        if shown.active != self.document.active:
            self.select(shown.selected, shown.active)
        self.painted.keep(label, weights, self._characters)
        self._show_kept()

    def cancel_preview(self) -> None:
        """Show the document as it was before the first preview."""
        self._late = None
        self._show_kept()

    def select(self, names: tuple[str, ...], active: str | None, ends: tuple[End, ...] = ()) -> None:
        """Select these bones, and these joints, and no others. No step of undo."""
        self._keep_late()
        self._push(_("Select"), selection.select(self.document, names, active, ends))

    def edit_figure(self, name: str, bone: str | None = None) -> None:
        """Edit another figure of the scene, with this bone of it selected. No step of undo."""
        self._keep_late()
        if name == self.document.active_figure:
            return self.select((bone,) if bone else (), bone)
        self.show_frame(None)
        document = self.document.editing(name)
        names = (bone,) if bone else ()
        self._push(_("Select"), selection.select(document, names, bone))

    def _dropped(self, preview: Preview) -> tuple[Document, Posed | None]:
        """Return the document that a drag ends with, and its evaluated pose where that is known.

        The rotations that grabs and pulls found are written into the document. Where the worker takes too long, both
        are those of the last pose that was shown.
        """
        if preview.grabs or preview.pull:
            self.shown_pose.ask(self.springs.follow(self._asked(preview)))
            last = self.shown_pose.awaited()
            return auto_ik.bake(last.document, last.request.grabs, last.evaluated), last.evaluated
        if self.simulating.active:
            return preview.document, None
        return self.shown_pose.within_reach(self.posing, preview.document), None

    def _made(self, edit: Edit) -> Document:
        """The document after an edit. Where that sets a pole, its angle is chosen so that the chain does not turn."""
        self._keep_late()
        self.hold_frame()
        before = self.posing
        document = self._on_both_sides(edit(before))
        is_same = document.active_figure == before.active_figure
        return pole_angles.keep_bends(before, document) if self._evaluator.ready and is_same else document

    def _on_both_sides(self, document: Document) -> Document:
        """The document after an edit; with Mirror X, with the same done to the other side."""
        if document.active_figure != self.posing.active_figure:
            return document
        mirrored = mirrored_edit if self.editing else posed_on_both_sides
        return mirrored(self.posing, document) if self.mirrors else document

    def _push(self, label: str, document: Document, stay: bool = False, frame: ClipFrame | None = None) -> None:
        """Make one step of undo from the `frame` that was on screen. What could not be saved is rejected, and said."""
        document = bounded(self.document, self._frames.without_pose(self.document, document))
        if problem := why_invalid(self.document, document):
            self.refused.emit(problem)
            return self._show_kept()
        history = self._history.push(label, document)
        if not stay and history.document.figure.pose is not self.document.figure.pose:
            if self._frames.is_bend:
                self.notified.emit(PUT_BACK)
            self._frames.leave(self.document, history.document, frame or self.frame)
        self._go_to(history, stay)

    def _go_to(self, history: History, stay: bool = False) -> None:
        """Stand at another step; where that has another pose, this is shown and no frame, unless that stays.

        Back before an edit that began from a frame, that frame is shown again.
        """
        if not stay and history.document.figure.pose is not self.document.figure.pose:
            seen = self._frames.seen_before(history.document, self.document)
            self._frames.frame = None if self.editing else seen
        before = self.document
        if not _is_of_another_figure(before, history.document):
            self._history = history
            return self._show_kept()
        self.simulating.end()
        self._frames.frame = None
        self._history = history
        self._show_kept()
        self.figure_left.emit(before.active_figure)

    def _open(self, history: History, saved: Scene, path: Path | None, is_another: bool) -> None:
        self._late = None
        self.simulating.end()
        self.openings += 1
        self.painted.forget()
        self._frames.forget()
        self.left_out = {}
        self._history, self._saved, self.path, self._just_opened = history, saved, path, True
        self.replaced.emit(is_another)
        self._show_kept()

    def _show_kept(self) -> None:
        self._ghost = None
        self._show_kept_pose()
        self.document_changed.emit()

    def _show_kept_pose(self) -> None:
        was_moved, self._preview, self.painted.preview = self._preview is not None, None, None
        before = self._ghost or (self._history.posed_before if self._shows_before else None)
        document = self.simulating.over(self.document)
        request = Request(document, compared=self.compared, before=before, frame=self.frame, opening=self.openings)
        if not self.editing:
            self.shown_pose.leave_rest_pose(request)
        self.shown_pose.ask(self.springs.follow(request) if was_moved else request)

    def _tell_shown(self) -> None:
        self.evaluated_changed.emit()
        if self._late is not None and self.shown_pose.has_come(self._asked(self._late.preview)):
            self._keep_late()
        if self._just_opened and self.shown_pose.answered.document.scene is self.document.scene:
            self._just_opened = self.frame is not None and not self.posed  # to be framed where the frame has it
            self.opened.emit()


def _drag_roles(kept: Rig, dragged: Rig, shown: Rig, highlighted: Collection[str], mirrors: bool) -> Mapping[str, str]:
    """Return the word beside each bone that the drag draws or mirrors: DRAWING or MIRROR.

    `kept` is the rig before the drag, `dragged` as the drag made it, `shown` the same with the other side mirrored.
    """
    drawn = {name: DRAWING for name in highlighted if name not in kept.by_name}
    made = dragged.by_name
    changed = (name for name, bone in shown.by_name.items() if mirrors and bone is not made.get(name))
    return drawn | dict.fromkeys(changed, MIRROR)


def told_of(figure: Figure) -> str:
    """Return what a figure's file is known by: its digest; the figure's name where that is not remembered."""
    return figure.name if figure.source is None or figure.source.file is None else figure.source.file.sha256


def _is_of_another_figure(before: Document, after: Document) -> bool:
    """Return whether another figure is edited than before; one that was renamed is the same."""
    left = before.active_figure
    is_there = any(figure.name == left for figure in after.scene.figures)
    was_removed = not is_there and len(after.scene.figures) < len(before.scene.figures)
    return after.active_figure != left and (is_there or was_removed)
