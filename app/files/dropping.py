"""Dropped files, sorted: the first rig is opened, or all are added to the scene; then poses and motions are applied.

A file of motion moves the open figure, too: then it is a clip of that.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Literal

import msgspec
from PySide6 import QtCore

from pantin.app.files.export import POSE
from pantin.app.messages import _, ngettext
from pantin.rigs.formats import format_of

How = Literal["move", "open", "add"]
"""The uses of dropped files: the open figure is moved by them, they are opened, or added to the scene."""

MOTIONS = (".vrma", ".bvh", ".clip.json")
"""The endings of files that hold motion, and no figure but the skeleton that it was made on."""


class Dropped(msgspec.Struct, frozen=True):
    """Files sorted by what is done with them."""

    rigs: tuple[Path, ...] = ()
    """Files that can be opened; motions are among them only where nothing else is."""
    poses: tuple[Path, ...] = ()
    motions: tuple[Path, ...] = ()
    unknown: tuple[Path, ...] = ()

    def choices(self, figure: str | None) -> dict[How, str]:
        """Return what may be done with them where a figure of this name is open, or none, each in words.

        The first is what most people want. It is empty where nothing can be done.
        """
        found: dict[How, str] = {}
        if figure is not None and self.moves_what_is_open:
            found["move"] = self._words_to_move(figure)
        if self.words:
            found["open"] = self.words
        if figure is not None and self.rigs:
            found["add"] = self.words_to_add
        return found

    @property
    def moves_what_is_open(self) -> bool:
        """Return whether there is motion, and no figure beside it that it could be for."""
        return bool(self.motions) and all(path in self.motions for path in self.rigs)

    def _words_to_move(self, figure: str) -> str:
        count = len(self.motions)
        if count == 1:
            return _("Drop to apply {motion} to {figure}").format(figure=figure, motion=self.motions[0].name)
        several = ngettext(
            "Drop to apply {count} motion to {figure}", "Drop to apply {count} motions to {figure}", count
        )
        return several.format(figure=figure, count=count)

    @property
    def after_opening(self) -> tuple[Path, ...]:
        """Return the poses, and the motions that are for the rig that is opened."""
        return (*self.poses, *(() if self.moves_what_is_open else self.motions))

    @property
    def words(self) -> str:
        """Return the effect in words, as "Drop to open fox.glb"; empty where nothing can be done."""
        follow = self.after_opening
        count = len(follow)
        if not follow:
            sentence = _("Drop to open {rig}") if self.rigs else ""
        elif self.rigs:
            sentence = _("Drop to open {rig} and apply {poses}")
        else:
            sentence = _("Drop to apply {poses}")
        if follow == self.poses:
            many = ngettext("{count} pose", "{count} poses", count).format(count=count)
        else:
            many = ngettext("{count} file", "{count} files", count).format(count=count)
        rig = self.rigs[0].name if self.rigs else ""
        return sentence.format(rig=rig, poses=follow[0].name if count == 1 else many)

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
        motions = self.motions if self.moves_what_is_open else ()
        beside = [path for path in motions if path not in self.rigs]
        others = ", ".join(path.name for path in (*self.rigs[1:], *beside, *self.unknown))
        sentence = _("One file is opened at a time, so this was left out: {others}.")
        return sentence.format(others=others) if others else ""


def dropped(data: QtCore.QMimeData) -> Dropped:
    """The local files in what is dragged over the window."""
    return sorted_out([Path(url.toLocalFile()) for url in data.urls() if url.isLocalFile()])


def sorted_out(paths: Sequence[Path]) -> Dropped:
    """Sort files by what is done with them, by their endings."""
    poses = tuple(path for path in paths if path.name.lower().endswith(POSE))
    motions = tuple(path for path in paths if path.name.lower().endswith(MOTIONS))
    readable = [path for path in paths if path not in poses and (known := format_of(path)) and known.read]
    rigs = tuple(path for path in readable if path not in motions) or tuple(readable)
    taken = {*poses, *motions, *rigs}
    return Dropped(rigs, poses, motions, tuple(path for path in paths if path not in taken))
