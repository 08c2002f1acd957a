"""The file that a figure's character came from: found where it is now, unchanged, and read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from msgspec.structs import replace

from pantin.app.messages import _
from pantin.rigs import Unreadable
from pantin.rigs.document import Document
from pantin.rigs.editing.own_files import of_file, same_nodes
from pantin.rigs.figure import Figure
from pantin.rigs.formats import opened, own_file
from pantin.rigs.meshes.character import Character
from pantin.rigs.source import SourceFile
from pantin.rigs.wording import quoted

NO_MESH = _("the figure has no mesh, it is drawn as wood; open a character, or export GLB or BVH.")
IN_WOOD = _("{why} Until then the figure is shown in wood.")
NOWHERE: Mapping[str, str] = {}


def character_of(figure: Figure, document: Path | None = None, known: Mapping[str, str] = NOWHERE) -> Character:
    """Return the character of a figure, read from its file.

    That is looked for where it was, beside the `document`, and in `known`, paths by digest. Raises Unreadable where the
    figure came from no such file, and where that is gone or holds something else now.
    """
    file = None if figure.source is None else figure.source.file
    if file is None:
        raise Unreadable(figure.name, _("mesh"), NO_MESH)
    found = found_character(file, document, known)
    if found is None:
        raise Unreadable(file.path, _("file"), own_file.why_not_found(file, document, known))
    return found[1]


def found_character(
    file: SourceFile, document: Path | None = None, known: Mapping[str, str] = NOWHERE
) -> tuple[Path, Character] | None:
    """Return where the file of a character is now, unchanged, and the character; None where it is not found.

    It is looked for as `own_file.found` does, and read once: its digest is taken of what was read. Raises Unreadable
    where it is damaged.
    """
    from pantin.rigs.formats.gltf.meshes import character  # takes time, and most files have no mesh

    for path in own_file.places(file, document, known):
        is_there = own_file.state_of(replace(file, path=str(path))) == "there"
        if not is_there or (file.beside and not _can_be_read(file, path)):
            continue
        try:
            read = character(path)
        except Unreadable:
            if own_file.is_unchanged(file, path):
                raise
        else:
            if read.digest == file.sha256:
                return path, read
    return None


def _can_be_read(file: SourceFile, path: Path) -> bool:
    """Return whether the file at a path is the one that was opened; pictures beside it may be gone, which is told."""
    return own_file.is_unchanged(file, path) or own_file.lacks_pictures_alone(file, path)


def found_again(document: Document, file: SourceFile, path: Path) -> SourceFile:
    """Return what tells the file at a path, for figures of a document that came from `file`.

    It holds the same, or something else with the same nodes. Raises ValueError, in one sentence, where its nodes are
    others: the bones of the figures would not move its meshes. Raises Unreadable.
    """
    if own_file.is_unchanged(file, path):
        return replace(file, path=str(path.absolute()))
    other, figures = opened(path).document.figure.source, of_file(document, file.sha256)
    known = figures[0].source if figures else None
    if other is None or other.file is None or known is None or not same_nodes(known, other):
        sentence = _("{file} has other bones than the figure: open it as a figure of its own.")
        raise ValueError(sentence.format(file=quoted(path.name)))
    return other.file


def left_out_of(document: Document, place: Path | None = None) -> Iterator[str]:
    """Yield a sentence for each thing that is not drawn of the characters in the document of a file at `place`."""
    for figure in document.scene.figures:
        if figure.source is not None and figure.source.file is not None:
            try:
                yield from character_of(figure, place).left_out
            except Unreadable as fault:
                yield IN_WOOD.format(why=fault.what)
            except OSError as error:
                yield IN_WOOD.format(why=error.strerror or error)
