"""The user's own shelf: a folder of `*.pose.json` whose poses lie beside those of every document that they fit.

Files are written, renamed and thrown away on a thread of their own, one after the other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

from msgspec.structs import replace
from PySide6 import QtCore

from pantin.app.files.export import POSE
from pantin.app.files.saving import NOT_IN_NAMES
from pantin.app.messages import _
from pantin.app.pose_library.folders import Folder, read_folder
from pantin.app.session.settings import Settings
from pantin.app.system.background import BackgroundJobs
from pantin.rigs.formats import pose
from pantin.rigs.formats.files import Unwritable
from pantin.rigs.rig import KeptPose


class OwnShelf(QtCore.QObject):
    """The poses on the shelf of the user. A pose is named by its file, without the ending."""

    changed = QtCore.Signal()
    """Other poses lie there, or in another order."""
    failed = QtCore.Signal(str)
    """Something could not be written, and why, in one sentence."""

    def __init__(self, settings: Settings, parent: QtCore.QObject) -> None:
        super().__init__(parent)
        self._settings = settings
        self._jobs = BackgroundJobs(self, one_thread=True)
        self.folder = Folder(settings.shelf)

    @property
    def path(self) -> Path:
        """The folder of the files."""
        return self._settings.shelf

    def read(self) -> None:
        """Read the folder; without one nothing lies there."""
        self._do(lambda: None)

    def keep(self, rig: str, kept: KeptPose) -> None:
        """Write a pose that was made with the rig of this name; where its name is taken it gets another one."""

        def write() -> None:
            self.path.mkdir(parents=True, exist_ok=True)
            path = self._place(_free(kept.name, (file.name.removesuffix(POSE) for file in self.path.iterdir())))
            pose.write_pose(rig, kept.pose, path, kept.tags, kept.part, kept.stands)

        self._do(write)

    def change(self, rig: str, name: str, kept: KeptPose) -> None:
        """Write a pose of this name anew, under its new name where it has another one."""

        def write() -> None:
            pose.write_pose(rig, kept.pose, self._place(kept.name), kept.tags, kept.part, kept.stands)
            if kept.name != name:
                self._place(name).unlink(missing_ok=True)

        order = (kept.name if each == name else each for each in self._settings.shelf_order)
        self._settings.shelf_order = tuple(order)
        self._do(write)

    def remove(self, name: str) -> None:
        """Put the file of a pose into the system's bin; where there is none, delete it."""

        def throw_away() -> None:
            place = self._place(name)
            if not QtCore.QFile(str(place)).moveToTrash():
                place.unlink(missing_ok=True)

        self._do(throw_away)

    def move(self, name: str, before: str) -> None:
        """Put a pose before another one; behind all where `before` is empty."""
        names = [kept.name for kept in self.folder.poses if kept.name != name]
        names.insert(names.index(before) if before in names else len(names), name)
        self._settings.shelf_order = tuple(names)
        self._take(self.folder)

    def _place(self, name: str) -> Path:
        return self.path / f"{NOT_IN_NAMES.sub('-', name)}{POSE}"

    def _do(self, write: Callable[[], None]) -> None:
        """Do what writes, and read the folder again, on the thread."""

        def work() -> Callable[[], None]:
            problem = ""
            try:
                write()
            except (Unwritable, OSError) as error:
                problem = _said(error, self.path)
            found = read_folder(self.path) if self.path.is_dir() else Folder(self.path)
            return lambda: self._take(replace(found, problem=problem or found.problem))

        self._jobs.start(self.path.name, work)

    def _take(self, found: Folder) -> None:
        order = {name: at for at, name in enumerate(self._settings.shelf_order)}
        poses = sorted(found.poses, key=lambda kept: order.get(kept.name, len(order)))
        self.folder = Folder(found.path, tuple(poses))
        if found.problem:
            self.failed.emit(found.problem)
        self.changed.emit()


def _free(name: str, taken: Iterable[str]) -> str:
    """Return the name, with a number behind it where it is taken."""
    names, at, free = set(taken), 2, NOT_IN_NAMES.sub("-", name)
    while free in names:
        free, at = f"{NOT_IN_NAMES.sub('-', name)} {at}", at + 1
    return free


def _said(error: Exception, path: Path) -> str:
    return str(error) if isinstance(error, Unwritable) else _("{path} cannot be written.").format(path=path)
