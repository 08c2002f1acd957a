"""Small pictures of files: those of the sample figures ship with Pantin, those of recent files are kept in a cache.

`python -m pantin.app.files.thumbnails` draws the samples' pictures anew, in both themes. The cache is
`$PANTIN_CACHE_DIR` or the user's cache folder; it holds the files last used and may be thrown away at any time.
"""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from PySide6 import QtCore, QtGui

from pantin.resources import FOLDER

SHIPPED = FOLDER / "thumbnails"
SIZE = (496, 344)
"""Pixels of a sample's picture: twice those of its card."""
SMALL, MOST = 192, 12
"""Pixels of the picture of a recent file, a square; and how many are kept."""
KIND = "Kind"


class Remembered(NamedTuple):
    """A recent file: its picture, its content, and when it was used."""

    picture: QtGui.QPixmap
    kind: str
    when: datetime


def remember_thumbnail(path: Path, picture: QtGui.QImage, kind: str = "") -> None:
    """Keep the middle square of `picture` for the file at `path`, which holds a `kind`. Written by a worker thread."""
    QtCore.QThreadPool.globalInstance().start(lambda: _keep(_place(path), picture, kind))


def remembered(path: Path) -> Remembered | None:
    """Return what is kept of the file at `path`; None where nothing is, or where it cannot be read."""
    place = _place(path)
    image = QtGui.QImage(str(place))
    if image.isNull():
        return None
    used = datetime.fromtimestamp(place.stat().st_mtime)
    return Remembered(QtGui.QPixmap.fromImage(image), image.text(KIND), used)


class SamplePictures(Mapping[str, QtGui.QPixmap]):
    """The shipped pictures of the sample `name`, by theme; those that are missing are left out.

    A picture takes 0.7 MB. It is read when it is asked for; Qt keeps those that are seen, and lets them go afterwards.
    """

    def __init__(self, name: str) -> None:
        places = {theme: shipped(name, theme) for theme in ("dark", "light")}
        self._places = {theme: place for theme, place in places.items() if place.is_file()}

    def __getitem__(self, theme: str) -> QtGui.QPixmap:
        return QtGui.QPixmap(str(self._places[theme]))

    def __iter__(self) -> Iterator[str]:
        return iter(self._places)

    def __len__(self) -> int:
        return len(self._places)


def shipped(name: str, theme: str) -> Path:
    """Return the path of the picture of a sample."""
    return SHIPPED / f"{name}-{theme}.png"


def cache_folder() -> Path:
    """The folder of the cache."""
    location = QtCore.QStandardPaths.StandardLocation.CacheLocation
    return Path(os.environ.get("PANTIN_CACHE_DIR") or QtCore.QStandardPaths.writableLocation(location))


def _place(path: Path) -> Path:
    name = hashlib.sha256(os.fsencode(path.absolute())).hexdigest()[:32]
    return cache_folder() / "thumbnails" / f"{name}.png"


def _keep(place: Path, picture: QtGui.QImage, kind: str) -> None:
    """Keep the middle square of a picture."""
    side = min(picture.width(), picture.height())
    corner = QtCore.QPoint((picture.width() - side) // 2, (picture.height() - side) // 2)
    small = picture.copy(QtCore.QRect(corner, QtCore.QSize(side, side))).scaled(
        SMALL, SMALL, mode=QtCore.Qt.TransformationMode.SmoothTransformation
    )
    small.setText(KIND, kind)
    keep_picture(place, small, MOST)


def keep_picture(place: Path, picture: QtGui.QImage, most: int) -> None:
    """Write a picture, and keep the `most` newest of its folder. A cache that cannot be written is left alone."""
    new = place.with_suffix(".new")
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        new.write_bytes(_png(picture))
        new.replace(place)
        kept = sorted(place.parent.glob("*.png"), key=lambda other: other.stat().st_mtime, reverse=True)
        for old in kept[most:]:
            old.unlink(missing_ok=True)
    except OSError:
        with suppress(OSError):
            new.unlink(missing_ok=True)


def _png(picture: QtGui.QImage) -> bytes:
    """The contents of a PNG file with the picture."""
    written = QtCore.QBuffer()
    written.open(QtCore.QIODevice.OpenModeFlag.WriteOnly)
    QtGui.QImageWriter(written, b"png").write(picture)
    return bytes(written.data().data())


def main() -> None:
    """Draw the samples' pictures."""
    from pantin.app.files.portraits import draw_all
    from pantin.app.system import screen

    screen.do_without()
    application = QtGui.QGuiApplication(sys.argv[:1])
    draw_all(SHIPPED, *SIZE)
    application.shutdown()


if __name__ == "__main__":
    main()
