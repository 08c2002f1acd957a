"""Unsaved work as it lies in the cache folder: a copy of the rig with a note beside it, and a lock while it is in use.

The copy holds whatever the editor holds, also what no file would take: reading it back leaves out what cannot be.
Whatever is damaged, work that is there is offered, or a sentence says why it cannot be. So is a save that was
interrupted, which lies beside its file (`rigs.formats.interrupted`).
"""

from __future__ import annotations

import json
import os
import tempfile
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

import msgspec
import numpy as np

from pantin import rigs
from pantin.app.files import living, reading
from pantin.app.files.export import RIG
from pantin.app.files.fingerprints import fingerprint
from pantin.app.messages import _
from pantin.rigs.document import Document
from pantin.rigs.formats import FileProblem, Unreadable
from pantin.rigs.formats.converted import homes
from pantin.rigs.formats.files import read_bytes, write_bytes
from pantin.rigs.formats.interrupted import interrupted_saves, text_of
from pantin.rigs.formats.native import FORMAT, VERSION
from pantin.rigs.formats.packing import packed
from pantin.rigs.formats.salvage import salvaged
from pantin.rigs.frames import Frames

NOTE, LOCK = ".note", ".lock"

FIRST_DATE = datetime(2020, 1, 1)
"""Before any work was kept: what has an earlier date was kept while the clock was wrong."""


class UnsavedWork(NamedTuple):
    """Unsaved work of a process that ended: the copy that was kept, its title, the file it belongs to, and its date."""

    kept: Path
    title: str
    path: Path | None
    when: datetime
    overtaken: str = ""
    """The fingerprint of the file that the work began from, or "unknown", if somebody else changed it since."""
    interrupted: bool = False
    """True: a save that was interrupted, which lies beside the file."""

    @property
    def is_there(self) -> bool:
        """Return True unless it was restored or discarded meanwhile."""
        return os.path.lexists(self.kept)

    def is_on(self, path: Path | None) -> bool:
        """Return whether the work belongs to the file at `path`."""
        return path is not None and self.path is not None and self.path.absolute() == path.absolute()


class Note(msgspec.Struct, frozen=True):
    """The note beside the copy: its title, the file it belongs to, and the fingerprint that this had.

    Names may hold lone surrogates, which JSON writes as escapes.
    """

    title: str
    path: str
    contents: str = ""
    saves: tuple[str, ...] = ()
    """The fingerprints that saves of earlier states were giving the file meanwhile."""

    def follows(self, held: str) -> bool:
        """Return whether the work was made of its file as it has this fingerprint, or before a save that gave it
        that.
        """
        return bool(held) and held in (self.contents, *self.saves)


def keep(document: Document, note: Note, kept: Path) -> None:
    """Write a copy that outlives the process at once, but perhaps not a power cut. Raises FileProblem."""
    before = _note(kept)
    if before is not None and before.path != note.path:
        forget(kept)
    if before != note:
        write_bytes(_beside(kept, NOTE), json.dumps(msgspec.to_builtins(note)).encode(), lasting=False)
    plain = {"format": FORMAT, "version": VERSION, **msgspec.to_builtins(document.scene, enc_hook=_plain)}
    write_bytes(kept, json.dumps({"figures": (), **plain}).encode(), lasting=False)


def _plain(value: object) -> object:
    """Return frames packed, and a number or array of numpy as Python's own.

    What cannot be stored is None, which is left out when it is read.
    """
    if isinstance(value, Frames):
        return packed(value)
    return value.tolist() if isinstance(value, np.generic | np.ndarray) else None


def forget(kept: Path) -> None:
    """Delete a copy and its note. Raises OSError."""
    for path in (kept, _beside(kept, NOTE)):
        path.unlink(missing_ok=True)


def discard(left: UnsavedWork) -> None:
    """Delete work that was left behind. Raises OSError."""
    if left.interrupted:
        left.kept.unlink(missing_ok=True)
    else:
        forget(left.kept)


def read(left: UnsavedWork) -> tuple[Document, str]:
    """Return the work, and a sentence about what of it had to be left out; mostly empty. Raises FileProblem."""
    if left.interrupted:
        return _read_interrupted(left)
    scene, left_out = salvaged(read_bytes(left.kept), left.kept)
    return homes.kept_again(Document.in_scene(scene)), left_out


def _read_interrupted(left: UnsavedWork) -> tuple[Document, str]:
    """Return what was to be saved, read as the file is that it belongs to. Raises FileProblem."""
    text = text_of(left.kept)
    if text is None:
        raise Unreadable(left.kept, _("file"), _("this is no whole save any more; open the file itself."))
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / left.title
        copy.write_bytes(text)
        try:
            found = reading.opened(copy)
        except FileProblem as problem:
            raise Unreadable(left.kept, problem.where, problem.what) from None
    return found.document, found.report


def interrupted(path: Path) -> tuple[UnsavedWork, ...]:
    """Return the saves of a file that were interrupted and hold something else than the file, newest first."""
    wholes = interrupted_saves(path)
    held = _bytes_of(path) if wholes else None
    found = [whole for whole in wholes if text_of(whole) not in (None, held)]
    return tuple(
        UnsavedWork(whole, path.name, path, _date(whole.lstat().st_mtime), interrupted=True) for whole in found
    )


def left_in(folder: Path, own: str) -> tuple[UnsavedWork, ...]:
    """Return work that was left behind, newest first: not that of living processes, nor of `own`, nor what was saved.

    Raises FileProblem where the folder cannot be read.
    """
    try:
        names = [path.name for path in folder.iterdir()]
    except FileNotFoundError:
        return ()
    except OSError as error:
        what = _("unsaved work cannot be looked for ({reason}); change the permissions of this folder.")
        raise Unreadable(folder, _("file"), what.format(reason=(error.strerror or "").lower())) from error
    kept = [folder / name for name in names if name.endswith(RIG) and not name.startswith((".", f"{own}."))]
    found = [_work_in(each) for each in kept if not living.is_alive(_beside(each, LOCK))]
    _drop_locks(folder, names, own)
    return tuple(sorted(filter(None, found), key=lambda left: left.when, reverse=True))


def _work_in(kept: Path) -> UnsavedWork | None:
    """Return the work in a copy; None where its file holds the same, or it is gone by now."""
    try:
        when = kept.lstat().st_mtime
    except FileNotFoundError:
        return None
    except OSError:
        when = 0.0  # reading it says what is wrong
    note = _note(kept) or Note(_("a rig"), "")
    path = Path(note.path) if note.path and "\0" not in note.path else None
    left = UnsavedWork(kept, note.title, path, _date(when))
    if path is None:
        return left
    try:
        if rigs.read(path).scene == read(left)[0].scene:
            return None
    except FileProblem:
        return left  # a file that is damaged, or gone, holds nothing that could be newer
    return left._replace(overtaken=_overtaken(path, when, note))


def _overtaken(path: Path, when: float, note: Note) -> str:
    """Return the fingerprint of what the work was made of, where its file holds something else by now; else nothing."""
    if note.contents:
        return "" if note.follows(fingerprint(path)) else note.contents
    try:
        return "unknown" if path.stat().st_mtime >= when else ""
    except OSError:
        return ""


def _date(seconds: float) -> datetime:
    """Return a date; where a clock was so wrong that there is none, or none that can be, it is now."""
    try:
        date = datetime.fromtimestamp(seconds)
    except (ValueError, OverflowError, OSError):
        return datetime.now()
    return date if FIRST_DATE <= date <= datetime.now() else datetime.now()


def _note(kept: Path) -> Note | None:
    try:
        return msgspec.convert(json.loads(read_bytes(_beside(kept, NOTE))), Note)
    except (ValueError, RecursionError):
        return None


def _bytes_of(path: Path) -> bytes | None:
    """Return what a file holds; None where it cannot be read."""
    try:
        return read_bytes(path)
    except FileProblem:
        return None


def _drop_locks(folder: Path, names: list[str], own: str) -> None:
    """Remove the locks of processes that ended without leaving work behind."""
    for name in names:
        stem = name.removesuffix(LOCK)
        if name.endswith(LOCK) and stem != own and f"{stem}{RIG}" not in names:
            living.remove_dead(folder / name)


def _beside(kept: Path, ending: str) -> Path:
    return kept.with_name(kept.name.removesuffix(RIG) + ending)
