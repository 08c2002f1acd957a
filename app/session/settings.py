"""The memory of the program between two runs: the window and its panels, the recent files, the preferences.

Two files in the user's configuration folder, or in `$PANTIN_CONFIG_DIR`: what the window remembers, and what people
chose. They are read once, and written by a thread of their own: a disk that is slow or asleep is not waited for.
"""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace
from PySide6 import QtCore

from pantin.app.messages import _
from pantin.app.session import preferences
from pantin.app.session.preferences import Preferences
from pantin.rigs.formats.files import Unwritable, write_bytes
from pantin.widgets.values.live import LiveChoices

MOST_RECENT = 8
MOST_CHARACTERS = 200
"""Files of characters whose places are remembered, 200 bytes each."""
PREFERENCES = "preferences.json"
PUT_ASIDE = "preferences.unread.json"
REMEMBERED = "window.json"

LAST_WAIT = 5000
"""Milliseconds that the end of the program waits for the disk."""


class Remembered(msgspec.Struct, frozen=True):
    """The memory: the window's place, the files and folders that were used, and where live motion came from."""

    geometry: bytes = b""
    """The geometry of the window, as Qt wrote it; empty at first, as the others."""
    shown_layout: str = ""
    """The name of the layout that was shown last."""
    layouts: dict[str, bytes] = {}
    """The arrangement of the panels, as Qt wrote it, by name of the layout."""
    display: dict[str, bool | str] = {}
    """The looks of bones and figure in the view, by name of the choice."""
    recent: tuple[str, ...] = ()
    """The files last used, newest first."""
    folder: str = ""
    """The folder where the last file was opened or saved."""
    pose_folders: tuple[str, ...] = ()
    """The folders of poses that people added."""
    folds: dict[str, bool] = {}
    """The sections of the properties that were folded or unfolded by hand."""
    characters: dict[str, str] = {}
    """Where the characters that were opened are, by the digests of their files; those used last are the last."""
    shelf_order: tuple[str, ...] = ()
    """The names of the poses on the user's shelf, in the order in which they lie there."""
    live: LiveChoices = LiveChoices()
    """Sources and receivers of live motion, and the part of the body that each point is on."""


Change = Callable[[Remembered], Remembered]


class Settings(QtCore.QObject):
    """The two files. Setting a value changes the value that is read next, and the file soon after."""

    failed = QtCore.Signal(str)
    """The preferences could not be written, and why, in one sentence."""

    def __init__(self) -> None:
        super().__init__()
        self._folder = _folder()
        self._remembered = decode(_bytes_of(self._folder / REMEMBERED))
        self._preferences, self._unread = _read(self._folder / PREFERENCES)
        self._changes: list[Change] = []
        """Not yet in the file, oldest first."""
        self._handing_over = threading.Lock()
        """Held while `_remembered` and `_changes` are changed, never while a file is."""
        self._worker = QtCore.QThreadPool(self)
        self._worker.setMaxThreadCount(1)

    # The window

    @property
    def geometry(self) -> bytes:
        """Return the place of the window, as Qt wrote it; empty at first."""
        return self._remembered.geometry

    @geometry.setter
    def geometry(self, value: bytes) -> None:
        self._change(lambda kept: replace(kept, geometry=value))

    @property
    def shown_layout(self) -> str:
        """The name of the layout that was shown last; empty at first."""
        return self._remembered.shown_layout

    @shown_layout.setter
    def shown_layout(self, name: str) -> None:
        self._change(lambda kept: replace(kept, shown_layout=name))

    def layout(self, name: str) -> bytes:
        """Return the places of the panels in the layout `name`, as Qt wrote them; empty where they were not moved."""
        return self._remembered.layouts.get(name, b"")

    def keep_layout(self, name: str, state: bytes) -> None:
        """Remember where the panels are in the layout `name`; empty forgets it."""
        placed = {name: state} if state else {}
        others = partial(_without, name)
        self._change(lambda kept: replace(kept, layouts=others(kept.layouts) | placed))

    @property
    def display(self) -> dict[str, bool | str]:
        """Return the display of bones and figure, by name of the choice; empty at first."""
        return self._remembered.display

    @display.setter
    def display(self, choices: dict[str, bool | str]) -> None:
        self._change(lambda kept: replace(kept, display=choices))

    @property
    def folds(self) -> dict[str, bool]:
        """Return the sections of the properties that were folded (True) or unfolded by hand."""
        return self._remembered.folds

    def keep_fold(self, section: str, is_folded: bool) -> None:
        """Remember that a section of the properties was folded, or unfolded."""
        self._change(lambda kept: replace(kept, folds=kept.folds | {section: is_folded}))

    # Files

    @property
    def characters(self) -> dict[str, str]:
        """Return the paths of the characters that were opened here, by the digests of their files."""
        return self._remembered.characters

    def remember_character(self, digest: str, path: Path) -> None:
        """Remember where the file of a character is; of many, those that were not used for longest are forgotten."""

        def changed(kept: Remembered) -> Remembered:
            others = {known: place for known, place in kept.characters.items() if known != digest}
            last = list(others.items())[1 - MOST_CHARACTERS :]
            return replace(kept, characters={**dict(last), digest: str(path.absolute())})

        self._change(changed)

    @property
    def pose_folders(self) -> tuple[Path, ...]:
        """The folders of poses that people added."""
        return tuple(map(Path, self._remembered.pose_folders))

    @pose_folders.setter
    def pose_folders(self, folders: tuple[Path, ...]) -> None:
        self._change(lambda kept: replace(kept, pose_folders=tuple(map(str, folders))))

    @property
    def shelf(self) -> Path:
        """The folder of the user's own poses, which are shown beside those of every document; it may not exist yet."""
        return self._folder / "poses"

    @property
    def shelf_order(self) -> tuple[str, ...]:
        """The names of the poses on the user's shelf, in their order."""
        return self._remembered.shelf_order

    @shelf_order.setter
    def shelf_order(self, names: tuple[str, ...]) -> None:
        self._change(lambda kept: replace(kept, shelf_order=names))

    @property
    def folder(self) -> Path:
        """Return the folder in which the last file was opened or saved; one that is gone gives the user's own."""
        folder = Path(self._remembered.folder)
        return folder if folder.is_absolute() and folder.is_dir() else _documents()

    @property
    def recent(self) -> tuple[Path, ...]:
        """The files last used that are still there, newest first."""
        return tuple(path for path in map(Path, self._remembered.recent) if path.is_file())

    @property
    def lists_recent(self) -> bool:
        """Return whether files were used before, whether they still exist or not: does not touch the disk."""
        return bool(self._remembered.recent)

    def remember(self, path: Path) -> None:
        """`path` was opened or saved."""
        file, folder = str(path.absolute()), str(path.absolute().parent)
        gone = {str(other) for other in map(Path, self._remembered.recent) if not other.is_file()}

        def with_file(kept: Remembered) -> Remembered:
            others = (other for other in kept.recent if other != file and other not in gone)
            return replace(kept, recent=(file, *others)[:MOST_RECENT], folder=folder)

        self._change(with_file)

    def keep_folder(self, folder: Path) -> None:
        """A file was written to this folder."""
        self._change(lambda kept: replace(kept, folder=str(folder)))

    def clear_recent(self) -> None:
        """Forget the recent files; the files stay."""
        self._change(lambda kept: replace(kept, recent=()))

    @property
    def live(self) -> LiveChoices:
        """Return the choices of live motion: its source and target, and which point is on which part."""
        return self._remembered.live

    @live.setter
    def live(self, choices: LiveChoices) -> None:
        self._change(lambda kept: replace(kept, live=choices))

    # Preferences

    @property
    def preferences(self) -> Preferences:
        """The preferences, with defaults for what was not chosen."""
        return self._preferences

    @property
    def notice(self) -> str:
        """Return one sentence about preferences that could not be read; empty where all could."""
        if not self._unread:
            return ""
        if self._unread == ("",):
            return _("The settings in {file} cannot be read; the defaults stand in, and the file was kept.").format(
                file=PREFERENCES
            )
        names = ", ".join(self._unread)
        sentence = _("Some settings in {file} cannot be read, and their defaults stand in: {names}.")
        return sentence.format(file=PREFERENCES, names=names)

    def keep_preferences(self, chosen: Preferences) -> None:
        """Let these be the preferences from now on, and write them: `failed` says where that was not possible."""
        if chosen != self._preferences:
            self._preferences = chosen
            self._worker.start(partial(self._write_preferences, chosen))

    # The files

    def finish(self) -> None:
        """Wait until everything is on the disk, or for LAST_WAIT."""
        self._worker.waitForDone(LAST_WAIT)

    def _change(self, change: Change) -> None:
        with self._handing_over:
            self._remembered = change(self._remembered)
            self._changes.append(change)
        self._worker.start(self._write_remembered)

    def _write_remembered(self) -> None:
        """Runs on the worker: make the changes in what the file says now, for another window may have written it.

        What could not be written is written with the next change.
        """
        with self._handing_over:
            changes, self._changes = self._changes, []
        file = self._folder / REMEMBERED
        before = decode(_bytes_of(file))
        kept = _changed(before, changes)
        try:
            if kept != before:
                self._write(file, encode(kept))
        except (OSError, Unwritable):
            with self._handing_over:
                self._changes = changes + self._changes
        else:
            with self._handing_over:
                self._remembered = _changed(kept, self._changes)

    def _write_preferences(self, chosen: Preferences) -> None:
        """Runs on the worker."""
        if chosen is not self._preferences:
            return  # newer ones follow
        path = self._folder / PREFERENCES
        try:
            if self._unread:
                self._write(path.with_name(PUT_ASIDE), path.read_bytes())
                self._unread = ()
            self._write(path, preferences.encode(chosen))
        except (OSError, Unwritable):
            sentence = _("The settings cannot be written to {path}; they hold until Pantin is closed.")
            self.failed.emit(sentence.format(path=path))

    def _write(self, path: Path, data: bytes) -> None:
        self._folder.mkdir(parents=True, exist_ok=True)
        write_bytes(path, data)


def ui_scale() -> float:
    """The interface scale of the preferences; can be read before there is a QApplication."""
    return _read(_folder() / PREFERENCES)[0].scale


def _changed(kept: Remembered, changes: list[Change]) -> Remembered:
    for change in changes:
        kept = change(kept)
    return kept


def _without(name: str, layouts: dict[str, bytes]) -> dict[str, bytes]:
    return {other: state for other, state in layouts.items() if other != name}


def _bytes_of(path: Path) -> bytes:
    """Of a file; empty where it cannot be read."""
    try:
        return path.read_bytes()
    except OSError:
        return b""


def _read(path: Path) -> tuple[Preferences, tuple[str, ...]]:
    try:
        return preferences.decode(path.read_bytes())
    except FileNotFoundError:
        return Preferences(), ()
    except OSError:
        return Preferences(), ("",)


def _folder() -> Path:
    """The folder of the settings; does not depend on the name of the QApplication."""
    location = QtCore.QStandardPaths.StandardLocation.GenericConfigLocation
    own = os.environ.get("PANTIN_CONFIG_DIR")
    return Path(own) if own else Path(QtCore.QStandardPaths.writableLocation(location)) / "Pantin"


def _documents() -> Path:
    location = QtCore.QStandardPaths.StandardLocation.DocumentsLocation
    folder = Path(QtCore.QStandardPaths.writableLocation(location))
    return folder if folder.is_dir() else Path.home()


def encode(remembered: Remembered) -> bytes:
    """The text of the file. A path that is no text, as Linux allows, stays one."""
    return json.dumps(msgspec.to_builtins(remembered), indent=2).encode()


def decode(data: bytes) -> Remembered:
    """Return the content of the file. A value that makes no sense is forgotten and the others stay."""
    try:
        written = json.loads(data)
    except (ValueError, RecursionError):
        return Remembered()
    known: dict[str, Any] = {}
    for field in msgspec.structs.fields(Remembered):
        if isinstance(written, dict) and field.name in written:
            with suppress(msgspec.ValidationError):
                known[field.name] = msgspec.convert(written[field.name], field.type)
    return Remembered(**known)
