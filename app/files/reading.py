"""Files read as they are shown, edited and converted: a figure stands upright where its file has Z up."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from pantin import rigs
from pantin.rigs.document import Document
from pantin.rigs.formats.files import FilePath
from pantin.rigs.formats.opening import RestFrom, no_progress


def read(path: FilePath, rest_from: RestFrom | None = None) -> Document:
    """Return the document in the file, upright. Raises Unreadable, one sentence, for anything that is not one, whole.

    `rest_from` chooses how a figure rests whose file tells two rest poses.
    """
    return _upright(rigs.read(path, rest_from))


def opened(
    path: FilePath, rest_from: RestFrom | None = None, progress: Callable[[float], None] = no_progress
) -> rigs.Opened:
    """Return what can be opened of the file, upright, without motions that are damaged. Raises Unreadable.

    `progress` is called with the part of a long file that is read.
    """
    found = rigs.opened(path, rest_from, progress)
    return replace(found, document=_upright(found.document))


def _upright(document: Document) -> Document:
    source = document.figure.source
    if source is None or source.z_up is not False:
        return document
    from pantin.rigs.editing.building.upright import upright  # takes time, and only few files leave open what is up

    return upright(document)
