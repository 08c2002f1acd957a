"""A file of another program opened: it becomes glTF, that is kept, and read as every glTF is."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from pantin.rigs.document import Document
from pantin.rigs.formats import gltf
from pantin.rigs.formats.converted.keeping import folder, keep
from pantin.rigs.formats.converted.opacity import taken_apart, with_opacity
from pantin.rigs.formats.files import FilePath, Unreadable
from pantin.rigs.formats.opening import Reading
from pantin.rigs.messages import _

Finish = Callable[[Document, dict[str, Any]], Document]
"""Returns the document with what the notes of its `Content` say beyond glTF."""


def as_read(document: Document, _notes: dict[str, Any]) -> Document:
    """Return the document as it was read: its format says nothing beyond glTF."""
    return document


def opened_as_gltf(
    path: FilePath, reading: Reading, glb: Callable[[Path], bytes], finish: Finish = as_read
) -> Document:
    """Return the document of the file at `path`, which `glb` turns into binary glTF.

    Its figure comes from the file that was kept (`keeping`). What the conversion says is added to the words of
    `reading`. Raises Unreadable, for the file at `path`, as `glb` does.
    """
    data = with_opacity(glb(Path(path)))
    try:
        kept = keep(data, path)
    except OSError as error:
        sentence = _("what it becomes cannot be kept in {folder} ({why}); make room there, and open it again.")
        raise Unreadable(path, _("file"), sentence.format(folder=folder(), why=error.strerror or error)) from None
    try:
        document = gltf.read(kept, reading)
    except Unreadable as fault:
        raise Unreadable(path, fault.where, fault.what) from None
    notes = _notes_of(data)
    reading.words += [word for word in notes.pop("words", []) if isinstance(word, str)]
    reading.facts += [fact for fact in notes.pop("facts", []) if isinstance(fact, str)]
    return finish(document, notes)


def _notes_of(data: bytes) -> dict[str, Any]:
    """Return what the conversion noted in the file that it made."""
    found = taken_apart(data)[0]["asset"].get("extras")
    return found if isinstance(found, dict) else {}
