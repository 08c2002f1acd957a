"""Opening, merging and what begins a document. A failure is reported in one sentence, and the open document stays.

The ending of a path chooses the format (`rigs.formats`). A pose file is applied to the open rig, and a VRM animation
moves the person of a character that is open; every other file is a rig of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from msgspec.structs import replace
from PySide6 import QtCore, QtGui, QtWidgets

from pantin import rigs
from pantin.app.files import mesh_binding, reading, remaking, replaced_weights, weight_transfer
from pantin.app.files.dropping import Dropped, How
from pantin.app.files.export import POSE, RIG, VRMA
from pantin.app.files.file_dialogs import FileDialogs
from pantin.app.files.file_jobs import FileJobs, Then
from pantin.app.files.fingerprints import fingerprint
from pantin.app.files.recovery import Recovery
from pantin.app.files.saving import Saving
from pantin.app.files.subject import (
    Purpose,
    Request,
    Subject,
    is_told_by_bones,
    looked_at,
    read_in,
    subject_of,
    with_other_rest,
)
from pantin.app.messages import _, ngettext
from pantin.app.session.session import NEW, NEW_RIG, Session, told_of
from pantin.app.session.settings import Settings
from pantin.resources import FOLDER
from pantin.rigs.anatomy.by_place import parts_of
from pantin.rigs.document import Document
from pantin.rigs.editing.building.merging import merged
from pantin.rigs.editing.building.scaling import to_a_person
from pantin.rigs.editing.building.standing_choices import Choices, choices_of, stands_as
from pantin.rigs.editing.building.twisting import left_behind
from pantin.rigs.editing.building.upright import lies_against_its_format, stood_up
from pantin.rigs.editing.figures import added_beside
from pantin.rigs.editing.grounds import with_ground
from pantin.rigs.editing.own_files import rested_from, resting_as
from pantin.rigs.figure import Figure
from pantin.rigs.formats import FORMATS, gltf, native, own_file, pose
from pantin.rigs.formats.heights import read_heights
from pantin.rigs.formats.opening import RestFrom
from pantin.rigs.ground.kinds import Heights
from pantin.rigs.meshes.measures import measured_bones
from pantin.rigs.motion.person import person_in
from pantin.rigs.rest import rest_height
from pantin.rigs.rig import Rig
from pantin.rigs.source import SourceFile
from pantin.solver.edits.expressions import mixed_expressions
from pantin.viewport.figure.mannequin import generate
from pantin.viewport.scene.rig_arrays import rig_arrays
from pantin.viewport.values.loaded_character import loaded_of
from pantin.widgets.controls.frames.dialogs import ask_to_revert

RIGS = {known.suffix: known.title for known in FORMATS if known.read}
"""The ending of each rig file that can be read, and the name of its format."""

CHARACTERS = {ending: title for ending, title in RIGS.items() if not ending.endswith(".json")}
"""The same of those of other programs."""

MOTIONS = {known.suffix: known.title for known in FORMATS if known.read or known.clips}
"""The same of files that may hold motion."""

Z_IS_UP = _("Z is up in {file}, as its figure tells; Rig › Z is up in the file turns it back.")
"""The sentence about a file whose format leaves that open."""
LIES = _("The figure lies, though Y is up in its format; Rig › Z is up in the file stands it up.")
"""The sentence about a file that its program did not turn."""

RESTS: Mapping[RestFrom, str] = {
    "nodes": _(
        "The file is saved in a pose, which is its rest; Rig › Body › Rest in the bind pose takes that instead."
    ),
    "bind": _("The figure rests in the bind pose of its skin, and stands as it is saved."),
}
"""The sentences about a file with two rest poses, by the one that was taken."""

TALL = _("The figure is {height:.3g} m tall; Rig › Body › A person's height makes it as tall as a person.")
"""The sentence about a file in other units."""

HEIGHTS = {ending: _("Rows of heights") for ending in (".csv", ".txt", ".tsv", ".asc")}
"""The endings of text files that hold the ground as rows of numbers."""


class Files(QtCore.QObject):
    """Opens documents into the session. `ask` is the parent of its dialogs."""

    begun = QtCore.Signal()
    """A new rig is open: nothing is there yet."""
    opening = QtCore.Signal(object)
    """The file at this path is about to be read, to be edited."""
    motion_given = QtCore.Signal(object)
    """The file at this path is to move the edited figure, as clips of it."""
    asking = QtCore.Signal(str, object)
    """One sentence about what would be lost, and what is to be done once somebody says so."""
    character_read = QtCore.Signal(object)
    """The character of a figure that is about to be shown was read with it: a `Subject`."""
    stood = QtCore.Signal(object)
    """A figure was opened or added as it stands in its file, or as it was chosen: the one of this `Subject`."""
    recent_changed = QtCore.Signal()
    """The list of recent files was cleared."""

    def __init__(self, session: Session, settings: Settings, ask: QtWidgets.QWidget) -> None:
        super().__init__(ask)
        self._session, self._settings, self._ask = session, settings, ask
        self._dialogs = FileDialogs(ask)
        self.jobs = FileJobs(session, self)
        self.saving = Saving(session, settings, self.jobs, self._dialogs, ask, self.reload)
        self.ask_about: Callable[[Request], None] | None = None
        """Asks how a figure stands, where there is a window to do so."""
        self._read_of: tuple[Path | None, int] = (None, -1)
        """The file that was opened last, of whatever kind, and which opening that was."""
        self.recovery = Recovery(session, self, self.saving.known)
        self.recovery.failed.connect(self.jobs.warn)

    def new(self) -> None:
        """Start with an empty rig."""
        self.saving.when_safe(self._begin)

    def open_sample(self, name: str) -> None:
        """Start from one of the figures that come with Pantin; saving asks for a place."""
        path = FOLDER / "rigs" / f"{name}{RIG}"
        self.open_instead(path.name, partial(rigs.read, path), self._session.open)

    def open_asking(self) -> None:
        """Ask which file to open."""
        path = self._file(_("Open"), RIGS | {POSE: _("Pantin pose")})
        if path:
            self.open(path)

    def open_asking_how(self) -> None:
        """Ask which file to open, and how its figure stands, whether that is sure or not."""
        path = self._file(_("Open character"), CHARACTERS)
        if path:
            self.saving.when_safe(partial(self._open_file, path, lambda: None, asks=True))

    def merge_asking(self) -> None:
        """Ask for a file, and merge its rig into the open one."""
        path = self._file(_("Merge by name"), RIGS)
        if path:
            self.merge(path)

    def add_asking(self) -> None:
        """Ask for a file, and add its figures to the scene."""
        path = self._file(_("Add figure"), RIGS)
        if path:
            self.add(path)

    def add(self, path: Path) -> None:
        """Add the figures of a file to the scene, beside those that are there. One step of undo."""
        progress = self.jobs.reader.progress

        def work() -> tuple[rigs.Opened, Subject | None]:
            read = reading.opened(path, progress=progress)
            return read, self._look(path, read)

        def take(found: tuple[rigs.Opened, Subject | None]) -> None:
            self._ask_or("add", *found, partial(self._add, path))

        self.jobs.read(path.name, work, take)

    def ask_for_motion(self, then: Callable[[Path], None]) -> None:
        """Ask for a file with motion, and do `then` with it."""
        path = self._file(_("Import clip"), MOTIONS)
        if path:
            then(path)

    def ground_asking(self) -> None:
        """Ask for a file of heights, and let the figure stand on it."""
        path = self._file(_("Ground from a file of heights"), HEIGHTS)
        if path:
            self.jobs.read(path.name, partial(read_heights, path), partial(self._stand_on, path))

    def merge(self, path: Path) -> None:
        """Give bones the rest pose of those of the same name in the file; add those that are new. One step of undo."""
        self.jobs.read(
            path.name, partial(reading.opened, path, progress=self.jobs.reader.progress), partial(self._merge, path)
        )

    def open(self, path: Path, then: Then = lambda: None) -> None:
        """Open `path`, or apply it where it is a pose, or motion for the character that is open.

        `then` follows a success only, of what is opened.
        """
        if path.name.lower().endswith(POSE):
            self.jobs.read(path.name, partial(pose.read_pose, path), partial(self._apply, path))
        elif path.name.lower().endswith(VRMA) and _is_character(self._session.document.figure):
            self.motion_given.emit(path)
        else:
            self.saving.when_safe(partial(self._open_file, path, then))

    @property
    def can_add(self) -> bool:
        """Return whether there is a figure to add others to."""
        return any(each.rig.bones for each in self._session.document.scene.figures)

    @property
    def edited_name(self) -> str:
        """Return the name of the edited figure."""
        return self._session.document.figure.name

    def drop(self, dropped: Dropped, how: How = "open") -> None:
        """Open the first rig that was dropped, or add the figures of all to the scene; apply the poses to the last.

        Motions move the figure that is open, where that is asked for, or the rig that is opened beside them.
        """

        def apply() -> None:
            for path in dropped.poses:
                self.open(path)

        def apply_all() -> None:
            apply()
            if not dropped.moves_what_is_open:
                self._move(dropped)

        if how != "open":
            if how == "move":
                self._move(dropped)
            else:
                for path in dropped.rigs:
                    self.add(path)
            apply()
            return self.jobs.warn(dropped.unread) if dropped.unread else None
        if dropped.rigs:
            self.saving.when_safe(partial(self._open_file, dropped.rigs[0], apply_all))
        else:
            apply()
        if dropped.left_out:
            self.jobs.warn(dropped.left_out)

    def _move(self, dropped: Dropped) -> None:
        for path in dropped.motions:
            self.motion_given.emit(path)

    def revert(self) -> None:
        """Read the file again, with a new history; what was changed since is lost, which is asked about."""
        path = self._session.path
        if path is None or (self._session.unsaved and not ask_to_revert(self._ask, self._session.title)):
            return
        self.reload(path)

    def reload(self, path: Path) -> None:
        """Read the session's file again; what was changed since is lost."""
        self._open(path.name, partial(self._read_from, path), partial(self._reverted, path))

    def opened(self, path: Path, read: rigs.Opened, held: str | None = None, asked: bool = False) -> None:
        """Edit what was read from `path`, whose contents were `held`, by default those of now, and say what to know.

        That is less where the person was `asked` how its figure stands.

        Saving goes back there only where that is a rig file.
        """
        if held is None:
            self.jobs.in_turn(lambda: self.saving.known.hold(path, fingerprint(path)), lambda _: None)
        else:
            self.saving.known.hold(path, held)
        self._session.open(read.document, path if native.is_named_so(path) else None)
        self._read_of = path, self._session.openings
        if read.rested_from is not None and (digest := _digest(read.document.figure)):
            self._session.two_rests = {**self._session.two_rests, digest: path}
        self._settings.remember(path)
        self._tell(path, read, read.document.scene.figures, asked)

    def open_instead(self, name: str, work: Callable[[], Any], done: Callable[[Any], None]) -> None:
        """Open what `work` reads, after asking about unsaved changes to what is open."""
        self.saving.when_safe(lambda: self._open(name, work, done))

    def finish(self) -> None:
        """Wait until everything is on the disk. What is still being read or painted is not waited for."""
        self.jobs.finish()
        self.recovery.finish()

    def keep_everything(self) -> None:
        """Wait until saves are done and unsaved work is kept for the next start: the process is about to end."""
        self.jobs.wait_for_writing()
        self.recovery.flush()

    # Recent files

    def remember_picture(self, picture: Callable[[tuple[int, int]], QtGui.QImage]) -> None:
        """Keep a picture of what is open for the list of recent files; `picture` draws one of width × height pixels."""
        from pantin.app.files.thumbnails import SMALL, remember_thumbnail

        session = self._session
        path = session.path or (self._read_of[0] if self._read_of[1] == session.openings else None)
        if path is not None and session.posed:
            remember_thumbnail(path, picture((2 * SMALL, 2 * SMALL)), session.document.figure.name)

    @property
    def recent(self) -> tuple[Path, ...]:
        """The files last used that still exist, newest first."""
        return self._settings.recent

    @property
    def lists_recent(self) -> bool:
        """Return whether any files were used before, whether they still exist or not."""
        return self._settings.lists_recent

    def clear_recent(self) -> None:
        """Forget the recent files; the files stay."""
        self._settings.clear_recent()
        self.recent_changed.emit()

    # Inside

    def _begin(self) -> None:
        self._stop_reading()
        self._session.open(NEW, label=NEW_RIG)
        self.begun.emit()

    def _open_file(self, path: Path, then: Then, asks: bool = False) -> None:
        self.opening.emit(path)

        def work() -> tuple[rigs.Opened, str, Subject | None]:
            read, held = self._read_from(path)
            return read, held, self._look(path, read, asks)

        def take(found: tuple[rigs.Opened, str, Subject | None]) -> None:
            read, held, subject = found

            def open_it(made: rigs.Opened, asked: bool) -> None:
                self.opened(path, made, held, asked)
                then()

            self._ask_or("open", read, subject, open_it, asks)

        self._open(path.name, work, take)

    def _look(self, path: Path, read: rigs.Opened, asks: bool = False) -> Subject | None:
        """Look at a figure that was read, on the thread of the reader, as far as has to be before it is shown."""
        subject, preferences = subject_of(path, read), self._settings.preferences
        if subject is None or self.ask_about is None:
            return subject
        if is_told_by_bones(subject) and not asks and preferences.interface.ask_only_when_unsure:
            return subject
        subject = looked_at(subject, preferences.longest_texture)
        return with_other_rest(subject, read) if self._asks_about(subject, asks) else subject

    def _asks_about(self, subject: Subject, asks: bool) -> bool:
        """Return whether a figure is asked about: in doubt, where it is wished, or where all are asked about."""
        chosen = asks or not self._settings.preferences.interface.ask_only_when_unsure
        return self.ask_about is not None and (chosen or subject.doubts.any)

    def _ask_or(
        self,
        purpose: Purpose,
        read: rigs.Opened,
        subject: Subject | None,
        then: Callable[[rigs.Opened, bool], None],
        asks: bool = False,
    ) -> None:
        """Do `then` with what was read, and whether it was asked how its figure stands: one in doubt waits for that."""

        opening = self._session.openings

        def stand(choices: Choices | None) -> None:
            if self._session.openings != opening:
                return  # another document was opened while this was asked
            if subject is None:
                return then(read, False)
            if subject.loaded is not None:
                self.character_read.emit(subject)
            made = read if choices is None else replace(read, document=subject.standing(choices))
            then(made, choices is not None)
            self.stood.emit(subject)

        if subject is not None and self.ask_about is not None and self._asks_about(subject, asks):
            self.ask_about(Request(subject, purpose, stand))
        else:
            stand(None)

    def come(self, path: Path, read: rigs.Opened, held: str | None = None) -> bool:
        """Edit what was read before the window was there, as `opened`; a figure in doubt is asked about first.

        Returns whether it is open already.
        """
        subject = subject_of(path, read)
        unsure_only = self._settings.preferences.interface.ask_only_when_unsure

        def take(found: Subject | None) -> None:
            self._ask_or("open", read, found, lambda made, asked: self.opened(path, made, held, asked))

        if subject is None or self.ask_about is None or (is_told_by_bones(subject) and unsure_only):
            take(subject)
            return True
        self._open(path.name, partial(self._look, path, read), take)
        return False

    def _open(self, name: str, work: Callable[[], Any], done: Callable[[Any], None]) -> None:
        """Read a rig to take the place of what is open, which may be lost, but not what is made of it meanwhile."""
        opening, lost = self._session.openings, self._session.document.scene

        def take(result: Any) -> None:
            if self._session.openings != opening:
                return  # another document was opened since
            if self._session.document.scene == lost:
                done(result)
            else:
                self.saving.when_safe(partial(done, result))

        self._stop_reading()
        self.jobs.read(name, work, lambda result: self._dialogs.after(partial(take, result)))

    def _stop_reading(self) -> None:
        """Let go what is read, or was read and waits, to take the place of what is open."""
        self.jobs.reader.cancel()
        self._dialogs.forget()

    def as_found(self, figure: Figure) -> Figure:
        """Return the figure with the place where its character's file is now, where that was opened before."""
        return own_file.placed_as_found(figure, self._session.path, self._settings.characters)

    @property
    def rested_from(self) -> RestFrom | None:
        """Return the source of the edited figure's rest pose where its file has two; None for all others."""
        figure = self._session.document.figure
        if figure.source is None or not (digest := _digest(figure)):
            return None
        now = rested_from(figure.source)
        return now if now == "bind" or digest in self._session.two_rests else None

    def ask_how_it_stands(self) -> None:
        """Ask how the edited figure is to stand: its size, what is up, its front, its rest. One step of undo."""
        session, now = self._session, self.rested_from
        document, figure = session.document, session.document.figure
        measures = session.measures.get(_digest(figure)) or measured_bones(figure.rig)
        file = None if figure.source is None else figure.source.file
        path = self._own_place(file) if file is not None else None
        named = path or Path(figure.name if file is None else own_file.name_of(file))
        left_out = session.left_out.get(told_of(figure), ())
        subject = Subject(document, named, measures, loaded_of(figure, session.characters), left_out)

        def ask(others: Mapping[RestFrom, Figure]) -> None:
            if session.document is document and self.ask_about is not None:
                done = partial(self._let_stand, subject, others)
                self.ask_about(Request(replace(subject, others=others), "change", done))

        if now is None or path is None:
            return ask({})
        other: RestFrom = "nodes" if now == "bind" else "bind"
        self.jobs.read(path.name, lambda: {other: read_in(path, other)}, ask)

    def _let_stand(self, subject: Subject, others: Mapping[RestFrom, Figure], choices: Choices) -> None:
        """Let the edited figure stand as it was chosen."""
        if choices == choices_of(self._session.document.figure):
            return
        for digest, path in ((_digest(figure), subject.path) for figure in others.values()):
            self._session.two_rests = {**self._session.two_rests, digest: path}
        label = _("Size and front of {figure}").format(figure=subject.figure.name)
        self._session.edit(label, lambda document: stands_as(document, choices, others, subject.character))

    def _own_place(self, file: SourceFile) -> Path | None:
        """Return where the file of a figure's character is now; None where it is not found."""
        known = {digest: str(path) for digest, path in self._session.two_rests.items()}
        return own_file.found(file, self._session.path, {**self._settings.characters, **known})

    def rest_otherwise(self) -> None:
        """Let the edited figure rest in the other of the two rest poses of its file. One step of undo."""
        now, figure = self.rested_from, self._session.document.figure
        file = None if figure.source is None else figure.source.file
        if now is None or file is None:
            return
        other: RestFrom = "nodes" if now == "bind" else "bind"
        path = self._own_place(file)
        if path is None:
            return self.jobs.warn(_("{file} is not where it was; find it first.").format(file=own_file.name_of(file)))
        self.jobs.read(
            path.name, partial(self._read_from, path, other), partial(self._rest_as, figure.name, other, path)
        )

    def pose_as_rest(self) -> None:
        """Let the edited figure rest in the pose that is seen. One step of undo."""
        self.remake(_("Apply pose as rest"), remaking.pose_as_rest)

    def bind_again(self) -> None:
        """Bind the mesh of the edited figure anew, to its bones as they rest now. One step of undo."""
        label, session = _("Bind again"), self._session
        if not session.painted.wait(self.bind_again):
            self._replacing(session.document.figure, label, lambda: self.remake(label, remaking.bound_again))

    def bind_mesh(self) -> None:
        """Bind a mesh without skin to the edited figure: that of another figure, or of a file. One step of undo."""
        if self._session.painted.wait(self.bind_mesh):
            return
        pair = mesh_binding.pair_in(self._session.document)
        if pair is None:
            return self.jobs.warn(_("Add the figure whose bones the mesh is to hang on."))
        self._replacing(pair[0], _("Bind mesh"), partial(self._bind_pair, *pair))

    def _replacing(self, figure: Figure, action: str, then: Callable[[], None]) -> None:
        """Do `then`, an action by which a figure loses its weights; ask before where somebody made or painted these."""
        question = replaced_weights.question(action, loaded_of(figure, self._session.characters))
        if question:
            self.asking.emit(question, then)
        else:
            then()

    def _bind_pair(self, figure: Figure, mesh: Figure | None) -> None:
        if mesh is not None:
            return self._bind(figure, mesh.name, lambda: self.as_found(mesh))
        path = self._file(_("Bind mesh"), RIGS)
        if path:
            self._bind(figure, path.name, lambda: reading.opened(path).document.figure)

    def _bind(self, figure: Figure, name: str, mesh: Callable[[], Figure]) -> None:
        before, progress = self._session.document, self.jobs.reader.progress

        def work() -> Document:
            return mesh_binding.bound_document(before, figure, mesh(), 4, progress)

        def take(made: Document) -> None:
            if self._session.document is not before:
                return self.jobs.warn(_("The figure was changed meanwhile; try again."))
            self._session.edit(_("Bind mesh"), lambda _document: made)
            self.jobs.say(mesh_binding.said(made))

        self.jobs.read(name, work, take, _("Binding {name}…").format(name=name))

    def transfer_weights(self, most: int) -> None:
        """Take the weights of the edited figure's skin from another: of a figure of the scene, else of a file."""
        session = self._session
        if session.painted.wait(partial(self.transfer_weights, most)):
            return
        figure = session.document.figure
        if figure.source is None or figure.source.file is None:
            return self.jobs.warn(_("The figure has no skin."))
        self._replacing(figure, _("Transfer weights"), partial(self._transfer_from, most))

    def _transfer_from(self, most: int) -> None:
        other = weight_transfer.other_with_skin(self._session.document)
        if other is not None:
            return self._transfer(other.name, lambda: self.as_found(other), most)
        path = self._file(_("Transfer weights from"), RIGS)
        if path:
            self._transfer(path.name, lambda: reading.opened(path).document.figure, most)

    def _transfer(self, name: str, other: Callable[[], Figure], most: int) -> None:
        progress = self.jobs.reader.progress
        make = partial(weight_transfer.with_weights_of, other=other, most=most, progress=progress)
        self.remake(_("Transfer weights of {name}").format(name=name), make)

    def remake(self, label: str, make: Callable[[Document, Path | None, Mapping[str, str]], remaking.Remade]) -> None:
        """Make the edited figure anew, with its file, beside the window. One step of undo, called `label`."""
        session = self._session
        before, seen = session.document, session.posing
        file = remaking.file_of(seen.figure)
        name = before.figure.name if file is None else own_file.name_of(file)
        known = {digest: str(path) for digest, path in session.two_rests.items()}
        work = partial(make, seen, session.path, {**self._settings.characters, **known})
        if file is not None:
            saying = _("{action}: {name}…").format(action=label, name=name)
            return self.jobs.read(name, work, partial(self._remade, label, before), saying)
        try:
            found = work()
        except ValueError as error:
            session.refused.emit(str(error))
        else:
            self._remade(label, before, found)

    def _remade(self, label: str, before: Document, found: remaking.Remade) -> None:
        if self._session.document is not before:
            return self.jobs.warn(_("The figure was changed meanwhile; try again."))
        self._session.edit(label, lambda _document: found.document)
        if found.said:
            self.jobs.say(found.said)
        if found.words:
            self.jobs.warn(" ".join(found.words))

    def _rest_as(self, name: str, rest: RestFrom, path: Path, found: tuple[rigs.Opened, str]) -> None:
        """The file of the figure of this name was read again, to rest otherwise."""
        digest = _digest(found[0].document.figure)
        if self._session.document.active_figure != name or not digest:
            return  # another figure is edited since
        self._session.two_rests = {**self._session.two_rests, digest: path}
        label = _("Rest in the bind pose") if rest == "bind" else _("Rest in the file's pose")
        other, source = found[0].document, self._session.document.figure.source
        if source is not None and source.stood_up:
            loaded = loaded_of(self._session.document.figure, self._session.characters)
            other = stood_up(other, None if loaded is None else loaded.character)
        self._session.edit(label, lambda document: resting_as(document, other.figure))

    def _read_from(self, path: Path, rest_from: RestFrom | None = None) -> tuple[rigs.Opened, str]:
        """Return what can be opened of a file, upright, and the fingerprint of the file before it was read.

        Of a character that is its digest, which reading has taken: large files are gone through once.
        """
        held = "" if gltf.is_named_so(path) else fingerprint(path)
        found = reading.opened(path, rest_from, self.jobs.reader.progress)
        _look_at(found.document.rig)
        return found, held or _digest(found.document.figure) or fingerprint(path)

    def _reverted(self, path: Path, found: tuple[rigs.Opened, str]) -> None:
        read, held = found
        self.saving.known.hold(path, held)
        self._session.open(read.document, path)
        self.jobs.say(_("Reverted to {file}").format(file=path.name))

    def _file(self, title: str, suffixes: Mapping[str, str]) -> Path | None:
        """Ask which file to read."""
        every = " ".join(f"*{suffix}" for suffix in suffixes)
        kinds = [
            _("All that Pantin reads ({endings})").format(endings=every),
            *(f"{what} (*{suffix})" for suffix, what in suffixes.items()),
        ]
        name = self._dialogs.to_read(title, self._settings.folder, ";;".join(kinds))
        return Path(name) if name else None

    def _stand_on(self, path: Path, ground: Heights) -> None:
        self._session.edit(
            _("Ground from {file}").format(file=path.name), lambda document: with_ground(document, ground)
        )

    def _add(self, path: Path, read: rigs.Opened, asked: bool) -> None:
        def add(document: Document) -> Document:
            return added_beside(document, *read.document.scene.figures)

        self._session.show_frame(None)
        before = self._session.document.scene.figures
        self._session.edit(_("Add {file}").format(file=path.name), add)
        self._settings.remember(path)
        self._tell(path, read, [each for each in self._session.document.scene.figures if each not in before], asked)

    def _tell(self, path: Path, read: rigs.Opened, figures: Iterable[Figure], asked: bool) -> None:
        """Say what there is to know of the file at a path, from which these figures came."""
        if said := " ".join(_about(path, read, asked)):
            self.jobs.say(said)
        if read.report:
            self._session.tell_left_out(figures, read.sentences)
            self.jobs.report(f"{path.name}: {read.report}")

    def _merge(self, path: Path, other: rigs.Opened) -> None:
        figure = other.document.figure
        rig = figure.rig
        known, theirs = self._session.document.rig.by_name.keys(), rig.by_name.keys()
        try:
            self._session.edit(_("Merge {file}").format(file=path.name), lambda document: merged(document, figure))
        except ValueError as error:
            self.jobs.warn(str(error))
        else:
            sentence = _("Merged {file}: {count} bones by name, {added} added")
            self.jobs.say(sentence.format(file=path.name, count=len(theirs & known), added=len(theirs - known)))

    def _apply(self, path: Path, file: pose.PoseFile) -> None:
        applied = pose.apply(self._session.posing, file.pose, file.part)
        figure = mixed_expressions(applied.document.figure, file.expressions, 1.0, part=file.part)
        label = _("Apply {pose}").format(pose=path.name.removesuffix(POSE))
        self._session.edit(label, lambda _document: applied.document.with_figure(figure))
        if applied.report:
            self.jobs.report(applied.report)


def _is_character(figure: Figure) -> bool:
    """Return whether a figure is a person whose own file holds more than motion."""
    file = None if figure.source is None else figure.source.file
    return file is not None and not file.path.lower().endswith(VRMA) and person_in(figure) is not None


def _digest(figure: Figure) -> str:
    """Return the digest of the file that a figure came from; empty where that is not known."""
    return "" if figure.source is None or figure.source.file is None else figure.source.file.sha256


def _about(path: Path, read: rigs.Opened, asked: bool) -> Iterator[str]:
    """Yield what is said of a figure from a file of another program: how it is posed, its height, and how it rests.

    What was asked need not be said.
    """
    rig, source = read.document.rig, read.document.figure.source
    if native.is_named_so(path) or source is None:
        return
    yield from () if asked else read.facts
    if source.was_turned and not asked:
        yield Z_IS_UP.format(file=path.name)
    elif lies_against_its_format(read.document.figure) and not asked:
        yield LIES
    if names := left_behind(read.document.figure):
        sentence = ngettext(
            "{count} twist bone does not turn with its limb; Rig › Twist bones › Those of the file lets it.",
            "{count} twist bones do not turn with their limbs; Rig › Twist bones › Those of the file lets them.",
            len(names),
        )
        yield sentence.format(count=len(names))
    if to_a_person(rig) is not None and not asked:
        yield TALL.format(height=rest_height(rig.bones))
    if read.rested_from is not None and not asked:
        yield RESTS[read.rested_from]


def _look_at(rig: Rig) -> None:
    """Work out what the window asks of a rig first, and keeps: with ten thousand bones that takes a second."""
    generate(rig)
    parts_of(rig)
    rig_arrays(rig)
