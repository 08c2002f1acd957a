"""Saving and exporting.

What would be lost by writing is asked about: a file that is there already, and one that somebody else changed since it
was read. A save that ends when another document is open leaves that one alone.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from PySide6 import QtGui, QtWidgets

from pantin import rigs, solver
from pantin.app.files import fingerprints
from pantin.app.files.export import PICTURE, POSE, RIG, write, write_pose, write_poses
from pantin.app.files.file_dialogs import FileDialogs
from pantin.app.files.file_jobs import FileJobs, Then
from pantin.app.files.file_names import file_name, free_file_name
from pantin.app.files.fingerprints import NO_FILE, KnownFiles, Occupied
from pantin.app.files.picture import write_picture
from pantin.app.files.read_back import Comparison
from pantin.app.messages import _
from pantin.app.session.session import Session
from pantin.app.session.settings import Settings
from pantin.rigs.clip import Clip
from pantin.rigs.document import Document
from pantin.rigs.editing.own_files import of_file
from pantin.rigs.formats import native, pose
from pantin.rigs.formats.converted import homes
from pantin.rigs.formats.converted.homes import NOWHERE
from pantin.rigs.pose import KeptPose
from pantin.widgets.controls.frames.dialogs import ask_about_change, ask_before_losing, ask_to_replace
from pantin.widgets.controls.frames.mesh_names import ask_for_mesh_names


class Saving:
    """Writes the session's document. `ask` is the parent of its dialogs, `reload` opens the session's file again."""

    def __init__(
        self,
        session: Session,
        settings: Settings,
        jobs: FileJobs,
        dialogs: FileDialogs,
        ask: QtWidgets.QWidget,
        reload: Callable[[Path], None],
    ) -> None:
        self._session, self._settings, self._jobs = session, settings, jobs
        self._dialogs, self._ask, self._reload = dialogs, ask, reload
        self.known = KnownFiles()
        self._written: dict[Path, str] = {}
        """The GLBs that were written beside rigs since the program started, with the digests of what they hold."""
        self._in_question: list[Then] = []

    @property
    def folder(self) -> Path:
        """Return the folder in which files were read or written last."""
        return self._settings.folder

    @folder.setter
    def folder(self, folder: Path) -> None:
        self._settings.keep_folder(folder)

    def save(self, then: Then = lambda: None) -> None:
        """Save where the document came from, asking for a place if it has none; `then` follows a success only.

        Strokes of the brush that are on their way into a file are waited for.
        """
        if self._session.painted.wait(partial(self.save, then)):
            return
        path, document = self._session.path, self._session.document
        if path is None:
            self.save_as(then)
        elif self._session.unsaved:
            places = self._homes(document, path, again=True)
            if places is not None:
                self._save(document, path, then, places=places)
        else:
            self._save_again(document, path, then)

    def when_safe(self, then: Then) -> None:
        """Do `then` after asking about unsaved changes, unless the answer is to cancel.

        While that question stands no second one is asked: what comes meanwhile is for after a "cancel".
        """
        self._in_question.append(then)
        if len(self._in_question) > 1:
            return
        try:
            answer = ask_before_losing(self._ask, self._session.title) if self._session.unsaved else "discard"
        finally:
            later, self._in_question = self._in_question[1:], []
        if answer == "save":
            self.save(lambda: self.when_safe(then))
        elif answer == "discard":
            then()
        elif later:
            self.when_safe(later[-1])

    def save_as(self, then: Then = lambda: None) -> None:
        """Ask for a place and save there from now on."""
        if self._session.painted.wait(partial(self.save_as, then)):
            return
        path, document = self._place_of_scene(_("Save")), self._session.document
        places = None if path is None else self._homes(document, path)
        if path is not None and places is not None:
            self._save(document, path, then, NO_FILE, places)

    def save_copy(self) -> None:
        """Ask for a place and write a copy there; saving goes on where it went before."""
        if self._session.painted.wait(self.save_copy):
            return
        path, document = self._place_of_scene(_("Save a copy")), self._session.document
        places = None if path is None else self._homes(document, path)
        if path is None or places is None:
            return
        said = _saved_as(_("Saved a copy as {file}"), _("Saved a copy as {file}, and its mesh as {mesh}"), path, places)

        def write() -> None:
            homes.written(document, places)
            rigs.write(homes.settled(document, places), path)

        self._write_new(write, path, said)

    def export_pose(self) -> None:
        """Write the solved pose as the transforms of the bones."""
        path = self._place(_("Export pose"), _("Pose"), POSE)
        if path:
            seen = self._session.as_seen
            write = partial(write_pose, seen, solver.evaluate(seen), path)
            self._write_new(write, path, _("Exported {file}").format(file=path.name))

    def export_motion(
        self,
        path: Path,
        document: Document,
        clips: Sequence[Clip],
        done: Callable[[Comparison], None],
        failed: Callable[[str], None],
        poses: Sequence[KeptPose] = (),
    ) -> None:
        """Write skeleton, pose and clips for other programs, as one sees them; `poses` as clips of one frame.

        `done` gets what was read back, `failed` why nothing was written; nothing where a file there was to be kept.
        """
        said = _("Exported {file}, read back and compared").format(file=path.name)
        leaving = partial(write_poses, document, path, poses) if poses else partial(write, document, path, clips)
        self._write_new(leaving, path, said, done=done, failed=failed)

    def export_kept(self, kept: KeptPose) -> None:
        """Ask where to save a pose of the library, and write it there."""
        path = self._place(_("Save pose"), _("Pantin pose"), POSE, kept.name)
        if path is not None:
            rig = self._session.document.figure.name
            write = partial(pose.write_kept, rig, kept, path)
            self._write_new(write, path, _("Saved {file}").format(file=path.name))

    def export_picture(self, paint: Callable[[], QtGui.QImage]) -> None:
        """Ask where to write a picture of the viewport, `paint` it, and write it there."""
        path = self._place(_("Export picture"), _("Picture"), PICTURE)

        def write(path: Path, picture: QtGui.QImage) -> None:
            self._write_new(partial(write_picture, picture, path), path, _("Exported {file}").format(file=path.name))

        if path:
            self._jobs.paint(path.name, paint, partial(write, path))

    def export_picture_at_once(self, paint: Callable[[], QtGui.QImage]) -> None:
        """Paint a picture of the viewport, and write it where files were written last, under a name that is free."""
        folder = self.folder
        taken = {file.name.removesuffix(PICTURE) for file in folder.glob(f"*{PICTURE}")}
        name = free_file_name(self._session.title.partition(".")[0] or _("Picture"), taken)
        path = folder / f"{name}{PICTURE}"

        def write(picture: QtGui.QImage) -> None:
            said = _("Exported {file} to {folder}").format(file=path.name, folder=str(folder))
            self._write_new(partial(write_picture, picture, path), path, said)

        self._jobs.paint(path.name, paint, write)

    # Inside

    def _place_of_scene(self, title: str) -> Path | None:
        """Ask where to write the scene: proposed is the ending of a rig for one figure, that of a scene for several.

        Either may be typed.
        """
        several = len(self._session.document.scene.figures) > 1
        kinds = ((_("Pantin scene"), native.SCENE), (_("Pantin rig"), RIG))
        return self._place(title, *kinds[0 if several else 1], also=(RIG, native.SCENE))

    def _place(self, title: str, kind: str, suffix: str, name: str = "", also: Sequence[str] = ()) -> Path | None:
        """Ask where to write; proposed is `name`, or that of the document. Endings in `also` may be typed as well.

        Whether a file there may be replaced is asked later, when its whole name is known.
        """
        stem = file_name(name) or Path(self._session.title.removesuffix(RIG).removesuffix(native.SCENE)).stem
        start = str(self._settings.folder / f"{stem}{suffix}")
        typed = self._dialogs.to_write(title, start, f"{kind} (*{suffix})")
        return Path(typed if typed.endswith((suffix, *also)) else typed + suffix) if typed else None

    def _homes(self, document: Document, path: Path, again: bool = False) -> dict[str, Path] | None:
        """Ask how the meshes that have no file yet are to be called, beside the rig at `path`; None for a "cancel".

        They are told apart by their digests. Where the rig is saved `again`, meshes take over the homes of the same
        figures that were written here, without a question.
        """
        files = homes.without_home(document)
        if not files:
            return {}
        known = homes.homes_before(document, self._session.saved_scene, self._written) if again else NOWHERE
        places = {**homes.proposed(document, path), **known}
        asked = [digest for digest in places if digest not in known]
        if not asked:
            return places
        folder = path.absolute().parent
        figures = [next(each.name for each in of_file(document, digest)) for digest in asked]

        def is_there(row: int, name: str) -> bool:
            return homes.is_occupied(folder / name, files[asked[row]])

        proposed = [places[digest].name for digest in asked]
        names = ask_for_mesh_names(self._ask, path.name, str(folder), figures, proposed, is_there)
        if names is None:
            return None
        for row, (digest, name) in enumerate(zip(asked, names, strict=True)):
            if is_there(row, name) and not ask_to_replace(self._ask, _named(folder / name)):
                return None
            places[digest] = folder / name
        return places

    def _save(
        self,
        document: Document,
        path: Path,
        then: Then,
        expected: str | None = None,
        places: Mapping[str, Path] | None = None,
    ) -> None:
        """Save over a file with the `expected` fingerprint; by default that of when it was last read or written.

        Meshes that have no file yet are written to `places`, by their digests; by default beside the rig.
        """
        opening = self._session.openings
        places = homes.proposed(document, path) if places is None else places
        settled = homes.settled(document, places)
        number = self.known.begin_save(path, settled)
        steps = [step.document for step in self._session.history.steps]

        def write() -> dict[str, Path]:
            try:
                held = self.known.held(path) if expected is None else expected
                fingerprints.check_not_occupied(path, held)
                moved = homes.kept_before(steps, set(places.values())) if places else {}
                homes.written(document, places)
                self.known.hold(path, fingerprints.save(settled, path, held))
            finally:
                self.known.end_save(number)
            return {digest: kept for digest, kept in moved.items() if digest not in places}

        def done(moved: dict[str, Path]) -> None:
            self._saved(document, path, then, opening, places, moved)

        def occupied(by: Occupied) -> None:
            if expected == NO_FILE:
                if ask_to_replace(self._ask, _named(path)):
                    self._save(document, path, then, by.found, places)
            else:
                self._changed_outside(document, then, by, opening, places)

        self._jobs.in_turn(write, done, occupied)

    def _save_again(self, document: Document, path: Path, then: Then) -> None:
        """Say that everything is saved, unless the file is gone or was changed by others since: save it then."""
        opening = self._session.openings

        def compared(is_there: bool) -> None:
            if is_there:
                self._jobs.say(_("Everything is saved."))
                then()
            elif opening == self._session.openings:
                self._save(document, path, then)

        self._jobs.in_turn(lambda: fingerprints.fingerprint(path) == self.known.held(path), compared)

    def _saved(
        self,
        document: Document,
        path: Path,
        then: Then,
        opening: int,
        places: Mapping[str, Path],
        moved: Mapping[str, Path],
    ) -> None:
        """Say so. A document that was opened meanwhile has nothing to do with it.

        Its steps of undo have their meshes at `places` now, or where those that were written over were `moved`.
        """
        if opening == self._session.openings:
            settle = (lambda each: homes.settled(each, places, moved)) if places else None
            self._session.saved(document, path, settle)
        for digest, place in (*places.items(), *moved.items()):
            self._settings.remember_character(digest, place)
        self._written |= {place.absolute(): digest for digest, place in places.items()}
        self._settings.remember(path)
        self._jobs.say(_saved_as(_("Saved {file}"), _("Saved {file}, and its mesh as {mesh}"), path, places))
        if opening == self._session.openings:
            then()

    def _changed_outside(
        self, document: Document, then: Then, by: Occupied, opening: int, places: Mapping[str, Path]
    ) -> None:
        if opening != self._session.openings:
            return self._jobs.warn(
                _("{file} was not saved, because another program or window changed it.").format(file=by.path)
            )
        answer = ask_about_change(self._ask, by.path.name)
        if answer == "overwrite":
            self._save(document, by.path, then, by.found, places)
        elif answer == "reload":
            self._reload(by.path)
        elif answer == "save as":
            self.save_as(then)

    def _write_new(
        self,
        write: Callable[[], Any],
        path: Path,
        said: str,
        expected: str = NO_FILE,
        done: Callable[[Any], None] = lambda _: None,
        failed: Callable[[str], None] | None = None,
    ) -> None:
        """Write a file, after asking where there is one already; `done` gets what `write` returns."""

        def checked() -> Any:
            fingerprints.check_not_occupied(path, expected)
            return write()

        def written(result: Any) -> None:
            done(result)
            self._jobs.say(said)

        def occupied(by: Occupied) -> None:
            if ask_to_replace(self._ask, _named(path)):
                self._write_new(write, path, said, by.found, done, failed)
            elif failed is not None:
                failed("")

        self._jobs.in_turn(checked, written, occupied, failed)


def _saved_as(alone: str, with_mesh: str, path: Path, places: Mapping[str, Path]) -> str:
    """Return what is said of a file that was saved, `with_mesh` where meshes were written to `places`."""
    meshes = ", ".join(place.name for place in places.values())
    return (with_mesh if places else alone).format(file=path.name, mesh=meshes)


def _named(path: Path) -> str:
    """Return the name of a file, and of a link also where it leads: that is what would be replaced."""
    if not path.is_symlink():
        return path.name
    return _("{link}, a link to {path}").format(link=path.name, path=os.path.realpath(path))
