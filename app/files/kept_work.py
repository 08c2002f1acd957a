"""Unsaved work as it lies in the cache folder: a copy of the rig with a note beside it, and a lock while it is in use.

The copy holds whatever the editor holds, also what no file would take: reading it back leaves out what cannot be.
"""

from __future__ import annotations

import json
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

import msgspec
import numpy as np
from PySide6 import QtCore

from pantin import rigs
from pantin.app.files.export import RIG
from pantin.app.files.fingerprints import fingerprint
from pantin.app.messages import _
from pantin.rigs.document import Document
from pantin.rigs.formats import FileProblem
from pantin.rigs.formats.files import read_bytes, write_bytes
from pantin.rigs.formats.native import FORMAT, VERSION
from pantin.rigs.formats.salvage import salvaged

NOTE, LOCK = ".note", ".lock"


class UnsavedWork(NamedTuple):
    """Unsaved work of a process that ended: the copy in the cache, its title, the file it belongs to, and its date."""

    kept: Path
    title: str
    path: Path | None
    when: datetime


class Note(msgspec.Struct, frozen=True):
    """What is stored beside the copy: its title, the file it belongs to, and the fingerprint that this had.

    Names may hold lone surrogates, which JSON writes as escapes.
    """

    title: str
    path: str
    contents: str = ""
    saves: tuple[str, ...] = ()
    """The fingerprints that saves of earlier states were giving the file meanwhile."""

    def follows(self, held: str) -> bool:
        """Whether the work was made of its file as it has this fingerprint, or before a save that gave it that."""
        return bool(held) and held in (self.contents, *self.saves)


def keep(document: Document, note: Note, kept: Path) -> None:
    """Write a copy that outlives the process at once, but perhaps not a power cut. Raises FileProblem."""
    before = _note(kept)
    if before is not None and before.path != note.path:
        forget(kept)
    if before != note:
        write_bytes(_beside(kept, NOTE), json.dumps(msgspec.to_builtins(note)).encode(), lasting=False)
    plain = {"format": FORMAT, "version": VERSION, **msgspec.to_builtins(document.rig, enc_hook=_plain)}
    write_bytes(kept, json.dumps({**plain, "bones": plain.get("bones", ())}).encode(), lasting=False)


def _plain(value: object) -> object:
    """A number or array of numpy as Python's own; None, left out when it is read, for what cannot be stored."""
    return value.tolist() if isinstance(value, np.generic | np.ndarray) else None


def forget(kept: Path) -> None:
    """Delete a copy and its note."""
    for path in (kept, _beside(kept, NOTE)):
        path.unlink(missing_ok=True)


def read(kept: Path) -> tuple[Document, str]:
    """The work, and a sentence about what of it had to be left out; mostly empty. Raises FileProblem."""
    rig, left_out = salvaged(read_bytes(kept), kept)
    return Document(rig=rig), left_out


def left_in(folder: Path, own: str) -> tuple[UnsavedWork, ...]:
    """Work that was left behind, newest first: not that of living processes, nor of `own`, nor what was saved since."""
    found = [_work_in(kept) for kept in folder.glob(f"*{RIG}") if kept.name != f"{own}{RIG}" and _abandoned(kept)]
    _drop_locks(folder, own)
    return tuple(sorted(filter(None, found), key=lambda left: left.when, reverse=True))


def _work_in(kept: Path) -> UnsavedWork | None:
    note = _note(kept)
    try:
        when = kept.stat().st_mtime
    except OSError:
        return None
    if note is None:
        return UnsavedWork(kept, _("a rig"), None, datetime.fromtimestamp(when))
    path = Path(note.path) if note.path else None
    if path is not None and _is_saved(path, kept, when, note):
        return None
    return UnsavedWork(kept, note.title, path, datetime.fromtimestamp(when))


def _is_saved(path: Path, kept: Path, when: float, note: Note) -> bool:
    """Whether the file was saved after the work was made, or holds the same. A damaged one holds nothing."""
    try:
        saved = rigs.read(path).rig
        if path.stat().st_mtime >= when and not note.follows(fingerprint(path)):
            return True
        return saved == read(kept)[0].rig
    except (OSError, FileProblem):
        return False


def _note(kept: Path) -> Note | None:
    try:
        return msgspec.convert(json.loads(_beside(kept, NOTE).read_bytes()), Note)
    except (OSError, ValueError):
        return None


def _abandoned(kept: Path) -> bool:
    """Whether no living process holds the lock of the copy; then the lock is removed."""
    lock = QtCore.QLockFile(str(_beside(kept, LOCK)))
    lock.setStaleLockTime(0)
    free = lock.tryLock(0)
    lock.unlock()
    return free


def _drop_locks(folder: Path, own: str) -> None:
    """Remove the locks of processes that ended without leaving work behind."""
    for lock in folder.glob(f"*{LOCK}"):
        kept = lock.with_name(f"{lock.stem}{RIG}")
        if lock.stem != own and not kept.exists():
            _abandoned(kept)


def _beside(kept: Path, ending: str) -> Path:
    return kept.with_name(kept.name.removesuffix(RIG) + ending)
