"""What the program remembers between two runs: the window, the last folder, the recent files.

Kept as an INI file in the user's configuration folder, or in `$PANTIN_CONFIG_DIR`. Losing it loses no work.
"""

from __future__ import annotations

import os
from pathlib import Path

from PySide6 import QtCore

MOST_RECENT = 8


class Settings:
    """The settings file, read and written a value at a time."""

    def __init__(self) -> None:
        self._file = QtCore.QSettings(str(_folder() / "settings.ini"), QtCore.QSettings.Format.IniFormat)

    @property
    def geometry(self) -> QtCore.QByteArray | None:
        """Where the window stood, as Qt wrote it."""
        value = self._file.value("window/geometry")
        return value if isinstance(value, QtCore.QByteArray) else None

    @geometry.setter
    def geometry(self, value: QtCore.QByteArray) -> None:
        self._file.setValue("window/geometry", value)

    @property
    def folder(self) -> Path:
        """Where the last file was opened or saved; a folder that is gone gives the user's own."""
        folder = Path(str(self._file.value("files/folder", "")))
        return folder if folder.is_absolute() and folder.is_dir() else _documents()

    @property
    def recent(self) -> tuple[Path, ...]:
        """The files last used that are still there, newest first."""
        stored = self._file.value("files/recent", [])
        names = [stored] if isinstance(stored, str) else (stored or [])
        return tuple(path for path in map(Path, names) if path.is_file())

    def remember(self, path: Path) -> None:
        """`path` was opened or saved."""
        path = path.absolute()
        recent = [path, *(other for other in self.recent if other != path)][:MOST_RECENT]
        self._file.setValue("files/recent", [str(other) for other in recent])
        self._file.setValue("files/folder", str(path.parent))

    def write(self) -> None:
        """Bring everything to the disk now; otherwise it gets there by itself."""
        self._file.sync()


def _folder() -> Path:
    location = QtCore.QStandardPaths.StandardLocation.AppConfigLocation
    return Path(os.environ.get("PANTIN_CONFIG_DIR") or QtCore.QStandardPaths.writableLocation(location))


def _documents() -> Path:
    location = QtCore.QStandardPaths.StandardLocation.DocumentsLocation
    folder = Path(QtCore.QStandardPaths.writableLocation(location))
    return folder if folder.is_dir() else Path.home()
