"""The user's own shelf: a folder of `*.pose.json` whose poses lie beside those of every document that they fit.

Files are written, renamed and thrown away on the thread that saves, which is waited for when the program ends. What
was done is reported when it is done.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from msgspec.structs import replace
from PySide6 import QtCore

from pantin.app.files.export import POSE
from pantin.app.files.file_jobs import sentence
from pantin.app.files.file_names import AnyCase, file_name, free_file_name
from pantin.app.files.files import Files
from pantin.app.pose_library.folders import Folder, read_folder
from pantin.app.session.settings import Settings
from pantin.rigs.editing.poses.library import SENTENCES
from pantin.rigs.editing.titles import checked_title
from pantin.rigs.formats import pose
from pantin.rigs.formats.files import read_bytes, write_bytes
from pantin.rigs.pose import KeptPose

T = TypeVar("T")


class OwnShelf(QtCore.QObject):
    """The poses on the shelf of the user. A pose is named by its file, without the ending."""

    changed = QtCore.Signal()
    """Other poses lie there, or in another order."""
    failed = QtCore.Signal(str)
    """Something could not be read or written, and why, in one sentence."""

    def __init__(self, files: Files, settings: Settings, parent: QtCore.QObject) -> None:
        super().__init__(parent)
        self._files, self._settings = files, settings
        self.folder = Folder(settings.shelf)

    @property
    def path(self) -> Path:
        """The folder of the files."""
        return self._settings.shelf

    def key(self, name: str) -> str:
        """Return what tells the pose of this name from all others."""
        return str(self.path / name)

    def read(self) -> None:
        """Read the folder; without one nothing lies there."""
        self._do(lambda: None, lambda _: None)

    def keep(self, rig: str, kept: KeptPose, done: Callable[[str], None]) -> None:
        """Write a pose that was made with the rig of this name; `done` gets its name, with a number if it is taken."""

        def write(path: Path) -> None:
            pose.write_kept(rig, kept, path)

        self._add(kept.name, write, done)

    def copy(self, path: Path, done: Callable[[str], None]) -> None:
        """Copy the file of a pose to the shelf; `done` gets its name there."""
        self._add(path.name.removesuffix(POSE), lambda to: write_bytes(to, read_bytes(path)), done)

    def change(self, name: str, done: Callable[[], None] = lambda: None, **fields: Any) -> None:
        """Write other values into these fields of a pose's file; the others stay as they are there."""

        def write() -> None:
            made = replace(pose.read_pose(self._place(name)), **fields)
            pose.write_kept(made.rig, pose.kept_from(name, made), self._place(name))

        self._do(write, lambda _: done())

    def rename(self, name: str, title: str, done: Callable[[str], None]) -> None:
        """Rename the file of a pose; `done` gets its new name. A name that another file has is refused, and said."""

        def rename() -> str:
            others = AnyCase(each for each in self._names() if each != name)
            new = checked_title(file_name(title.strip()), others, SENTENCES)
            self._place(name).rename(self._place(new))
            return new

        def renamed(new: str) -> None:
            order = self._settings.shelf_order
            self._settings.shelf_order = tuple(new if each == name else each for each in order)
            done(new)

        self._do(rename, renamed)

    def remove(self, name: str, done: Callable[[bool], None]) -> None:
        """Put the file of a pose into the system's bin, or delete it where there is none; `done` gets which it was."""

        def throw_away() -> bool:
            place = self._place(name)
            if QtCore.QFile(str(place)).moveToTrash():
                return True
            place.unlink(missing_ok=True)
            return False

        self._do(throw_away, done)

    def move(self, name: str, before: str) -> None:
        """Put a pose before another one; behind all where `before` is empty."""
        names = [kept.name for kept in self.folder.poses if kept.name != name]
        names.insert(names.index(before) if before in names else len(names), name)
        self._settings.shelf_order = tuple(names)
        self._take(self.folder)

    def _add(self, title: str, write: Callable[[Path], None], done: Callable[[str], None]) -> None:
        def add() -> str:
            self.path.mkdir(parents=True, exist_ok=True)
            name = free_file_name(title, self._names())
            write(self._place(name))
            return name

        self._do(add, done)

    def _place(self, name: str) -> Path:
        return self.path / f"{name}{POSE}"

    def _names(self) -> list[str]:
        """Return the names of all files of poses, also of those that cannot be read."""
        return [file.name.removesuffix(POSE) for file in self.path.iterdir() if file.name.endswith(POSE)]

    def _do(self, work: Callable[[], T], done: Callable[[T], None]) -> None:
        """Do what writes, and read the folder again, in turn with what is saved; `done` follows a success only."""

        def on_disk() -> tuple[Folder, Callable[[], None]]:
            try:
                then = partial(done, work())
            except (ValueError, OSError) as error:
                then = partial(self.failed.emit, sentence(error))
            return read_folder(self.path) if self.path.is_dir() else Folder(self.path), then

        def take(arrived: tuple[Folder, Callable[[], None]]) -> None:
            found, then = arrived
            then()
            self._take(found)

        self._files.jobs.in_turn(on_disk, take)

    def _take(self, found: Folder) -> None:
        order = {name: at for at, name in enumerate(self._settings.shelf_order)}
        poses = sorted(found.poses, key=lambda kept: order.get(kept.name, len(order)))
        self.folder = Folder(found.path, tuple(poses))
        if found.problem:
            self.failed.emit(found.problem)
        self.changed.emit()
