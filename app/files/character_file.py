"""The file that a figure's character came from: found where it is now, unchanged, and read."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from pantin.app.messages import _
from pantin.rigs import Unreadable
from pantin.rigs.figure import Figure
from pantin.rigs.formats import own_file
from pantin.rigs.formats.gltf.meshes import character
from pantin.rigs.meshes.character import Character

NO_MESH = _("the figure has no mesh, it is drawn as wood; open a character, or export GLB or BVH.")
NOWHERE: Mapping[str, str] = {}


def character_of(figure: Figure, document: Path | None = None, known: Mapping[str, str] = NOWHERE) -> Character:
    """Return the character of a figure, read from its file.

    That is looked for where it was, beside the `document`, and in `known`, paths by digest. Raises Unreadable where the
    figure came from no such file, and where that is gone or holds something else now.
    """
    file = None if figure.source is None else figure.source.file
    if file is None:
        raise Unreadable(figure.name, _("mesh"), NO_MESH)
    path = own_file.found(file, document, known)
    if path is None:
        what = _("the file of the character is gone or was changed; put it back, or open it anew.")
        raise Unreadable(file.path, _("file"), what)
    return character(path)
