"""What the program remembers between two runs: the window and its panels, the recent files, the preferences.

The window's state is an INI file in the user's configuration folder, or in `$PANTIN_CONFIG_DIR`; what people chose lies
beside it in a file that one can read and edit. Losing either loses no work.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import msgspec
from PySide6 import QtCore

from pantin.app.messages import _
from pantin.app.session import preferences
from pantin.app.session.preferences import Preferences
from pantin.rigs.formats.files import Unwritable, write_bytes
from pantin.widgets.values.live import LiveChoices

MOST_RECENT = 8
PREFERENCES = "preferences.json"
PUT_ASIDE = "preferences.unread.json"


class Settings:
    """The settings files, read and written a value at a time."""

    def __init__(self) -> None:
        self._folder = _folder()
        self._file = QtCore.QSettings(str(self._folder / "settings.ini"), QtCore.QSettings.Format.IniFormat)
        self._preferences, self._unread = _read(self._folder / PREFERENCES)

    # The window

    @property
    def geometry(self) -> QtCore.QByteArray | None:
        """Where the window stood, as Qt wrote it."""
        return self._bytes("window/geometry")

    @geometry.setter
    def geometry(self, value: QtCore.QByteArray) -> None:
        self._file.setValue("window/geometry", value)

    @property
    def shown_layout(self) -> str:
        """The name of the layout that was shown last; empty at first."""
        return str(self._file.value("window/layout", ""))

    @shown_layout.setter
    def shown_layout(self, name: str) -> None:
        self._file.setValue("window/layout", name)

    def layout(self, name: str) -> QtCore.QByteArray | None:
        """Where the panels stand in the layout `name`, as Qt wrote it."""
        return self._bytes(f"layouts/{name}")

    def keep_layout(self, name: str, state: QtCore.QByteArray | None) -> None:
        """Remember where the panels stand in the layout `name`; None forgets it."""
        if state is None:
            self._file.remove(f"layouts/{name}")
        else:
            self._file.setValue(f"layouts/{name}", state)

    @property
    def display(self) -> dict[str, Any]:
        """How the view draws bones and figure, by name of the choice; empty at first."""
        try:
            return msgspec.json.decode(str(self._file.value("view/display", "{}")), type=dict[str, str | bool])
        except msgspec.DecodeError:
            return {}

    @display.setter
    def display(self, choices: dict[str, Any]) -> None:
        self._file.setValue("view/display", msgspec.json.encode(choices).decode())

    # Files

    @property
    def pose_folders(self) -> tuple[Path, ...]:
        """The folders of poses that people added."""
        stored = self._file.value("files/pose_folders", [])
        names = stored if isinstance(stored, list) else [stored] if isinstance(stored, str) and stored else []
        return tuple(map(Path, names))

    @pose_folders.setter
    def pose_folders(self, folders: tuple[Path, ...]) -> None:
        self._file.setValue("files/pose_folders", [str(folder) for folder in folders])

    @property
    def folder(self) -> Path:
        """Where the last file was opened or saved; a folder that is gone gives the user's own."""
        folder = Path(str(self._file.value("files/folder", "")))
        return folder if folder.is_absolute() and folder.is_dir() else _documents()

    @property
    def recent(self) -> tuple[Path, ...]:
        """The files last used that are still there, newest first."""
        stored = self._file.value("files/recent", [])
        names = stored if isinstance(stored, list) else [stored] if isinstance(stored, str) else []
        return tuple(path for path in map(Path, names) if path.is_file())

    @property
    def lists_recent(self) -> bool:
        """Whether files were used before, whether they still exist or not: does not touch the disk."""
        return bool(self._file.value("files/recent", []))

    def remember(self, path: Path) -> None:
        """`path` was opened or saved."""
        path = path.absolute()
        recent = [path, *(other for other in self.recent if other != path)][:MOST_RECENT]
        self._file.setValue("files/recent", [str(other) for other in recent])
        self.keep_folder(path.parent)

    def keep_folder(self, folder: Path) -> None:
        """A file was written to this folder."""
        self._file.setValue("files/folder", str(folder))

    def clear_recent(self) -> None:
        """Forget the recent files; the files stay."""
        self._file.remove("files/recent")

    @property
    def live(self) -> LiveChoices:
        """Where live motion comes from and goes to, and which point is on which part."""
        try:
            return msgspec.json.decode(str(self._file.value("live/choices", "{}")), type=LiveChoices)
        except msgspec.MsgspecError:
            return LiveChoices()

    @live.setter
    def live(self, choices: LiveChoices) -> None:
        self._file.setValue("live/choices", msgspec.json.encode(choices).decode())

    # Preferences

    @property
    def preferences(self) -> Preferences:
        """The preferences, with defaults for what was not chosen."""
        return self._preferences

    @property
    def notice(self) -> str:
        """Which preferences could not be read, in one sentence; empty where all could."""
        if not self._unread:
            return ""
        if self._unread == ("",):
            return _("The settings in {file} cannot be read; the defaults stand in, and the file was kept.").format(
                file=PREFERENCES
            )
        names = ", ".join(self._unread)
        sentence = _("Some settings in {file} cannot be read, and their defaults stand in: {names}.")
        return sentence.format(file=PREFERENCES, names=names)

    def keep_preferences(self, chosen: Preferences) -> str:
        """Write the preferences. Returns why that failed, in one sentence; empty where it did not."""
        if chosen == self._preferences:
            return ""
        self._preferences = chosen
        path = self._folder / PREFERENCES
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            if self._unread:
                write_bytes(path.with_name(PUT_ASIDE), path.read_bytes())
                self._unread = ()
            write_bytes(path, preferences.encode(chosen))
        except (OSError, Unwritable):
            return _("The settings cannot be written to {path}; they hold until Pantin is closed.").format(path=path)
        return ""

    def write(self) -> None:
        """Write everything to the disk now, instead of some time later."""
        self._file.sync()

    def _bytes(self, key: str) -> QtCore.QByteArray | None:
        value = self._file.value(key)
        return value if isinstance(value, QtCore.QByteArray) else None


def ui_scale() -> float:
    """The interface scale of the preferences; can be read before there is a QApplication."""
    return _read(_folder() / PREFERENCES)[0].scale


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
