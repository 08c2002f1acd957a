"""A figure's own file made anew: what it becomes is kept, and the figure comes from that from then on."""

from __future__ import annotations

import hashlib

from pantin.rigs.formats.converted.keeping import folder, keep
from pantin.rigs.formats.files import FilePath, Unreadable
from pantin.rigs.messages import _
from pantin.rigs.source import SourceFile


def remade_file(data: bytes, original: FilePath) -> SourceFile:
    """Keep a file that holds all its data, and return what tells it again. It is called as the `original` is.

    Raises Unreadable where it cannot be kept.
    """
    try:
        path = keep(data, original)
    except OSError as error:
        sentence = _("what it becomes cannot be kept in {folder} ({why}); make room there, and try again.")
        raise Unreadable(original, _("file"), sentence.format(folder=folder(), why=error.strerror or error)) from None
    return SourceFile(str(path.absolute()), hashlib.sha256(data).hexdigest(), len(data))
