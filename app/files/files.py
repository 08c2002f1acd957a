"""Opening, saving and exporting, on a worker thread. A failure is told in one sentence, and the open document stays.

The ending of a path chooses the format (`rigs.formats`). A pose file is applied to the open rig; every other file is a
rig of its own.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from PySide6 import QtCore, QtGui, QtWidgets

from pantin import rigs
from pantin.app.files.dropping import Dropped
from pantin.app.files.export import PICTURE, POSE, RIG, write_pose
from pantin.app.files.picture import write_picture
from pantin.app.files.recovery import Recovery
from pantin.app.session.session import NEW, NEW_RIG, Session
from pantin.app.session.settings import Settings
from pantin.resources import FOLDER
from pantin.rigs.document import Document
from pantin.rigs.editing.building.merging import merged
from pantin.rigs.formats import FORMATS, pose
from pantin.widgets.controls.dialogs import ask_before_losing, ask_to_revert

Then = Callable[[], None]

RIGS = {known.suffix: known.title for known in FORMATS if known.read}
"""The ending of each rig file that can be read, and the name of its format."""


class Files(QtCore.QObject):
    """Reads and writes the session's document. `ask` is the parent of its dialogs."""

    begun = QtCore.Signal()
    """A new rig is open: nothing is there yet."""
    recent_changed = QtCore.Signal()
    """The list of recent files was cleared."""
    _finished = QtCore.Signal(object)

    def __init__(self, session: Session, settings: Settings, ask: QtWidgets.QWidget) -> None:
        super().__init__(ask)
        self._session, self._settings, self._ask = session, settings, ask
        self._worker = QtCore.QThreadPool(self)
        self._worker.setMaxThreadCount(1)
        self._finished.connect(lambda outcome: outcome())
        self.recovery = Recovery(session, self)

    def new(self) -> None:
        """Start with an empty rig."""
        self.when_safe(self._begin)

    def open_sample(self, name: str) -> None:
        """Start from one of the figures that come with Pantin; saving asks for a place."""
        path = FOLDER / "rigs" / f"{name}{RIG}"
        self.when_safe(lambda: self._start(partial(rigs.read, path), self._session.open))

    def open_asking(self) -> None:
        """Ask which file to open."""
        path = self._file("Open", RIGS | {POSE: "Pantin pose"})
        if path:
            self.open(path)

    def merge_asking(self) -> None:
        """Ask for a file, and merge its rig into the open one."""
        path = self._file("Merge by name", RIGS)
        if path:
            self.merge(path)

    def merge(self, path: Path) -> None:
        """Give bones the rest pose of those of the same name in the file; add those that are new. One step of undo."""
        self._start(partial(rigs.read, path), partial(self._merge, path))

    def open(self, path: Path, then: Then = lambda: None) -> None:
        """Open `path`, or apply it where it is a pose; `then` follows a success only."""
        if path.name.lower().endswith(POSE):
            self._start(partial(pose.read_pose, path), partial(self._apply, path))
        else:
            self.when_safe(lambda: self._start(partial(rigs.read, path), partial(self._opened, path, then)))

    def drop(self, dropped: Dropped) -> None:
        """Open the first rig that was dropped, and apply the poses to it."""

        def apply() -> None:
            for path in dropped.poses:
                self.open(path)

        if dropped.rigs:
            self.open(dropped.rigs[0], apply)
        else:
            apply()
        if dropped.left_out:
            self._warn(dropped.left_out)

    def revert(self) -> None:
        """Read the file again, with a new history; what was changed since is lost, which is asked about."""
        path = self._session.path
        if path is None or (self._session.unsaved and not ask_to_revert(self._ask, self._session.title)):
            return
        self._start(partial(rigs.read, path), partial(self._reverted, path))

    def opened(self, path: Path, document: Document) -> None:
        """Edit `document`, which was read from `path`. Saving goes back there only where that is a rig file."""
        self._session.open(document, path if path.name.endswith(RIG) else None)
        self._settings.remember(path)

    def save(self, then: Then = lambda: None) -> None:
        """Save where the document came from, asking for a place if it has none; `then` follows a success only."""
        if self._session.path is None:
            self.save_as(then)
        else:
            self._save(self._session.path, then)

    def save_as(self, then: Then = lambda: None) -> None:
        """Ask for a place and save there from now on."""
        path = self._place("Save rig", "Pantin rig", RIG)
        if path:
            self._save(path, then)

    def save_copy(self) -> None:
        """Ask for a place and write a copy there; saving goes on where it went before."""
        path = self._place("Save a copy", "Pantin rig", RIG)
        if path:
            write = partial(rigs.write, self._session.document, path)
            self._start(write, lambda _: self._say(f"Saved a copy as {path.name}"))

    def export_pose(self) -> None:
        """Write the solved pose as the transforms of the bones."""
        path = self._place("Export pose", "Pose", POSE)
        if path:
            write = partial(write_pose, self._session.shown, self._session.solved(), path)
            self._start(write, lambda _: self._say(f"Exported {path.name}"))

    def export_picture(self, picture: QtGui.QImage) -> None:
        """Write a picture of the viewport."""
        path = self._place("Export picture", "Picture", PICTURE)
        if path:
            self._start(partial(write_picture, picture, path), lambda _: self._say(f"Exported {path.name}"))

    def when_safe(self, then: Then) -> None:
        """Do `then` after asking about unsaved changes, unless the answer is to cancel."""
        if not self._session.unsaved:
            return then()
        answer = ask_before_losing(self._ask, self._session.title)
        if answer == "save":
            self.save(then)
        elif answer == "discard":
            then()

    def finish(self) -> None:
        """Wait until everything is on the disk."""
        self._worker.waitForDone()
        self.recovery.finish()

    # Recent files

    def remember_picture(self, picture: Callable[[int, int], QtGui.QImage]) -> None:
        """Keep a picture of a saved rig for the list of recent files; `picture` draws one of width × height pixels."""
        from pantin.app.files.thumbnails import SMALL, remember_thumbnail

        session = self._session
        if session.path is not None and session.posed:
            remember_thumbnail(session.path, picture(2 * SMALL, 2 * SMALL), session.document.rig.name)

    @property
    def recent(self) -> tuple[Path, ...]:
        """The files last used that still exist, newest first."""
        return self._settings.recent

    @property
    def lists_recent(self) -> bool:
        """Whether any files were used before, whether they still exist or not."""
        return self._settings.lists_recent

    def clear_recent(self) -> None:
        """Forget the recent files; the files stay."""
        self._settings.clear_recent()
        self.recent_changed.emit()

    # Inside

    def _begin(self) -> None:
        self._session.open(NEW, label=NEW_RIG)
        self.begun.emit()

    def _opened(self, path: Path, then: Then, document: Document) -> None:
        self.opened(path, document)
        then()

    def _reverted(self, path: Path, document: Document) -> None:
        self._session.open(document, path)
        self._say(f"Reverted to {path.name}")

    def _file(self, title: str, suffixes: Mapping[str, str]) -> Path | None:
        """Ask which file to read."""
        every = " ".join(f"*{suffix}" for suffix in suffixes)
        kinds = [f"All that Pantin reads ({every})", *(f"{what} (*{suffix})" for suffix, what in suffixes.items())]
        folder = str(self._settings.folder)
        name, _ = QtWidgets.QFileDialog.getOpenFileName(self._ask, title, folder, ";;".join(kinds))
        return Path(name) if name else None

    def _place(self, title: str, kind: str, suffix: str) -> Path | None:
        stem = self._session.title.removesuffix(RIG)
        start = str(self._settings.folder / f"{Path(stem).stem if '.' in stem else stem}{suffix}")
        name, _ = QtWidgets.QFileDialog.getSaveFileName(self._ask, title, start, f"{kind} (*{suffix})")
        if not name:
            return None
        return Path(name if name.endswith(suffix) else name + suffix)

    def _save(self, path: Path, then: Then) -> None:
        document = self._session.document
        self._start(partial(rigs.write, document, path), lambda _: self._saved(document, path, then))

    def _saved(self, document: Document, path: Path, then: Then) -> None:
        self._session.saved(document, path)
        self._settings.remember(path)
        self._say(f"Saved {path.name}")
        then()

    def _merge(self, path: Path, other: Document) -> None:
        known, theirs = self._session.document.rig.by_name.keys(), other.rig.by_name.keys()
        try:
            self._session.edit(f"Merge {path.name}", lambda document: merged(document, other.rig))
        except ValueError as refused:
            self._warn(str(refused))
        else:
            self._say(f"Merged {path.name}: {len(theirs & known)} bones by name, {len(theirs - known)} added")

    def _apply(self, path: Path, file: pose.PoseFile) -> None:
        applied = pose.apply(self._session.document, file.pose)
        self._session.edit(f"Apply {path.name.removesuffix(POSE)}", lambda _: applied.document)
        if applied.report:
            self._warn(applied.report)

    def _start(self, work: Callable[[], Any], done: Callable[[Any], None]) -> None:
        self._worker.start(lambda: self._finished.emit(self._outcome(work, done)))

    def _outcome(self, work: Callable[[], Any], done: Callable[[Any], None]) -> Then:
        """Do `work` and return what the drawing thread is to do next: take the result, or say why there is none."""
        try:
            return partial(done, work())
        except (ValueError, OSError) as error:
            return partial(self._warn, sentence(error))
        except Exception as error:
            traceback.print_exc()
            return partial(self._warn, f"This went wrong inside Pantin: {error!r}")

    def _say(self, text: str) -> None:
        self._session.told.emit(text)

    def _warn(self, text: str) -> None:
        self._session.warned.emit(text)


def sentence(error: ValueError | OSError) -> str:
    """What went wrong with a file, in words."""
    if isinstance(error, OSError) and error.strerror:
        return f"{error.filename}: {error.strerror}" if error.filename else error.strerror
    return str(error)
