"""Files read as they are shown, edited and converted: a figure stands upright where its file has Z up."""

from __future__ import annotations

from msgspec.structs import replace

from pantin import rigs
from pantin.rigs.document import Document
from pantin.rigs.formats.files import FilePath


def read(path: FilePath) -> Document:
    """The document in the file, upright. Raises Unreadable, in one sentence, for anything that is not one, whole."""
    return _upright(rigs.read(path))


def opened(path: FilePath) -> rigs.Opened:
    """What can be opened of the file, upright, without motions that are damaged. Raises Unreadable."""
    found = rigs.opened(path)
    return replace(found, document=_upright(found.document))


def _upright(document: Document) -> Document:
    source = document.rig.source
    if source is None or source.z_up is not False:
        return document
    from pantin.rigs.editing.building.upright import upright  # takes time, and only few files leave open what is up

    return upright(document)
