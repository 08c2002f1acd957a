"""Dropped files, sorted: the first rig is opened, or all are added to the scene; then the poses are applied."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import msgspec
from PySide6 import QtCore

from pantin.app.files.export import POSE
from pantin.app.messages import _, ngettext
from pantin.rigs.formats import format_of


class Dropped(msgspec.Struct, frozen=True):
    """Files sorted by what is done with them."""

    rigs: tuple[Path, ...] = ()
    poses: tuple[Path, ...] = ()
    unknown: tuple[Path, ...] = ()

    @property
    def words(self) -> str:
        """Return the effect in words, as "Drop to open fox.glb"; empty where nothing can be done."""
        count = len(self.poses)
        if not self.poses:
            sentence = _("Drop to open {rig}") if self.rigs else ""
        elif self.rigs:
            sentence = _("Drop to open {rig} and apply {poses}")
        else:
            sentence = _("Drop to apply {poses}")
        many = ngettext("{count} pose", "{count} poses", count).format(count=count)
        rig = self.rigs[0].name if self.rigs else ""
        return sentence.format(rig=rig, poses=self.poses[0].name if count == 1 else many)

    @property
    def words_to_add(self) -> str:
        """Return the effect in words where the figures of all rigs are added to the scene; empty without a rig."""
        count = len(self.rigs)
        if count == 1:
            return _("Drop to add {rig} to the scene").format(rig=self.rigs[0].name)
        several = ngettext("Drop to add {count} file to the scene", "Drop to add {count} files to the scene", count)
        return several.format(count=count) if count else ""

    @property
    def unread(self) -> str:
        """Return one sentence about the files that Pantin cannot read; empty where it reads all."""
        names = ", ".join(path.name for path in self.unknown)
        return _("Pantin cannot read {names}.").format(names=names) if names else ""

    @property
    def left_out(self) -> str:
        """Return one sentence about the files that are not opened and why; empty where all are."""
        if not self.rigs and not self.poses:
            return self.unread
        others = ", ".join(path.name for path in (*self.rigs[1:], *self.unknown))
        sentence = _("One file is opened at a time, so this was left out: {others}.")
        return sentence.format(others=others) if others else ""


def dropped(data: QtCore.QMimeData) -> Dropped:
    """The local files in what is dragged over the window."""
    return sorted_out([Path(url.toLocalFile()) for url in data.urls() if url.isLocalFile()])


def sorted_out(paths: Sequence[Path]) -> Dropped:
    """Sort files by what is done with them, by their endings."""
    poses = tuple(path for path in paths if path.name.lower().endswith(POSE))
    rigs = tuple(path for path in paths if path not in poses and (known := format_of(path)) and known.read)
    return Dropped(rigs, poses, tuple(path for path in paths if path not in poses and path not in rigs))
