"""What is done with dropped files: the first rig is opened, then the poses are applied to it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import msgspec
from PySide6 import QtCore

from pantin.app.files.export import POSE
from pantin.rigs.formats import format_of


class Dropped(msgspec.Struct, frozen=True):
    """Files sorted by what is done with them."""

    rigs: tuple[Path, ...] = ()
    poses: tuple[Path, ...] = ()
    unknown: tuple[Path, ...] = ()

    @property
    def words(self) -> str:
        """What will be done, as "Drop to open fox.glb"; empty where nothing can be done."""
        deeds = [f"open {self.rigs[0].name}"] if self.rigs else []
        if self.poses:
            deeds.append(f"apply {self.poses[0].name if len(self.poses) == 1 else f'{len(self.poses)} poses'}")
        return f"Drop to {' and '.join(deeds)}" if deeds else ""

    @property
    def left_out(self) -> str:
        """Which of the files are not opened and why, in one sentence; empty where all are."""
        if not self.rigs and not self.poses:
            names = ", ".join(path.name for path in self.unknown)
            return f"Pantin cannot read {names}." if names else ""
        others = ", ".join(path.name for path in (*self.rigs[1:], *self.unknown))
        return f"One rig is open at a time, so this was left out: {others}." if others else ""


def dropped(data: QtCore.QMimeData) -> Dropped:
    """The local files in what is dragged over the window."""
    return sorted_out([Path(url.toLocalFile()) for url in data.urls() if url.isLocalFile()])


def sorted_out(paths: Sequence[Path]) -> Dropped:
    """Sort files by what is done with them, by their endings."""
    poses = tuple(path for path in paths if path.name.lower().endswith(POSE))
    rigs = tuple(path for path in paths if path not in poses and (known := format_of(path)) and known.read)
    return Dropped(rigs, poses, tuple(path for path in paths if path not in poses and path not in rigs))
