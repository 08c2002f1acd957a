"""The home of a character whose file was made by Pantin: a GLB beside the rig that is saved, from then on its own file.

Until then it is kept in the cache (`keeping`). What is there already is never written over unasked: another file of
that name lets the GLB have a number. The home that a figure had when it was saved takes what was made of it since, and
what it held is kept in the cache again, for undo.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import count
from pathlib import Path

from msgspec.structs import replace

from pantin.rigs.document import Document
from pantin.rigs.figure import Figure
from pantin.rigs.formats import own_file
from pantin.rigs.formats.converted.keeping import is_kept, keep, place_of
from pantin.rigs.formats.files import Fault, FilePath, Unwritable, write_bytes
from pantin.rigs.messages import _
from pantin.rigs.scene import Scene
from pantin.rigs.source import SourceFile
from pantin.rigs.wording import listed, quoted

ENDING = ".glb"
NOWHERE: Mapping[str, Path] = {}

GONE = _("{file}, which it was made into, is no longer kept; open the file of the other program again.")


def without_home(document: Document) -> dict[str, SourceFile]:
    """Return the files of the document's figures that have no home yet, by their digests."""
    files = (each.source.file for each in document.scene.figures if each.source is not None)
    return {file.sha256: file for file in files if file is not None and is_kept(file.path)}


def kept_again(document: Document) -> Document:
    """Return the document with the places of files that have no home, and are said without their folder, as in a copy
    that was kept for a crash.
    """
    figures = tuple(map(_kept_again, document.scene.figures))
    return replace(document, scene=replace(document.scene, figures=figures))


def _kept_again(figure: Figure) -> Figure:
    file = None if figure.source is None else figure.source.file
    if figure.source is None or file is None or Path(file.path).is_absolute():
        return figure
    place = place_of(file.sha256, file.path)
    if own_file.state_of(replace(file, path=str(place))) != "there":
        return figure
    return replace(figure, source=replace(figure.source, file=replace(file, path=str(place))))


def proposed(document: Document, rig: FilePath) -> dict[str, Path]:
    """Return where the files without a home would lie, by their digests, when the document is saved at `rig`.

    One is called as the rig is, several as the files that they were. One that lies there already stays.
    """
    files = without_home(document)
    taken: set[Path] = set()
    found = {}
    for digest, file in files.items():
        stem = Path(file.path).stem if len(files) > 1 else Path(rig).name.partition(".")[0] or Path(file.path).stem
        found[digest] = next(
            place
            for place in _numbered(Path(rig).absolute().parent, stem)
            if place not in taken and not is_occupied(place, file)
        )
        taken.add(found[digest])
    return found


def homes_before(document: Document, saved: Scene, written: Mapping[Path, str]) -> dict[str, Path]:
    """Return where files without a home may lie, by their digests: at what their figures had in the scene that was
    `saved`, where that was `written` as a home, with that digest, and still holds it.
    """
    before = {each.name: each.source.file for each in saved.figures if each.source is not None}
    figures = [each for each in document.scene.figures if each.source is not None]
    used = [Path(each.source.file.path) for each in figures if each.source is not None and each.source.file is not None]
    found: dict[str, Path] = {}
    for figure in figures:
        file, home = None if figure.source is None else figure.source.file, before.get(figure.name)
        if file is None or home is None or not is_kept(file.path) or file.sha256 in found:
            continue
        place = Path(home.path)
        is_its_own = written.get(place) == home.sha256 and place not in used and place not in found.values()
        if is_its_own and _is_that(place, home):
            found[file.sha256] = place
    return found


def kept_before(documents: Iterable[Document], places: Collection[Path]) -> dict[str, Path]:
    """Keep the files of these documents that lie at `places`, which are about to be written over.

    Return where they are kept, by their digests. Raises Unwritable where there is no room for one.
    """
    moved: dict[str, Path] = {}
    files = {file for document in documents for file in _files_in(document) if Path(file.path) in places}
    for file in files:
        if _is_that(Path(file.path), file):
            try:
                moved[file.sha256] = keep(Path(file.path).read_bytes(), file.path)
            except OSError as error:
                what = _("what it held cannot be kept for undo ({why})").format(why=error.strerror or error)
                raise Unwritable(file.path, _("file"), what) from None
    return moved


def _files_in(document: Document) -> Iterator[SourceFile]:
    for figure in document.scene.figures:
        if figure.source is not None and figure.source.file is not None:
            yield figure.source.file


def _numbered(folder: Path, stem: str) -> Iterator[Path]:
    yield folder / f"{stem}{ENDING}"
    for number in count(2):
        yield folder / f"{stem}-{number}{ENDING}"


def is_occupied(path: Path, file: SourceFile) -> bool:
    """Return whether something else than a file lies at a path; a link that leads nowhere is something."""
    return os.path.lexists(path) and not _is_that(path, file)


def _is_that(path: Path, file: SourceFile) -> bool:
    """Return whether a path holds what a file is."""
    return own_file.state_of(replace(file, path=str(path))) == "there" and own_file.is_unchanged(file, path)


def settled(document: Document, places: Mapping[str, Path], moved: Mapping[str, Path] = NOWHERE) -> Document:
    """Return the document with the files of these digests at these places, where they have no home.

    Files that lay at one of these and were `moved` are kept there now, by their digests.
    """
    figures = tuple(_settled(each, places, moved) for each in document.scene.figures)
    if all(new is old for new, old in zip(figures, document.scene.figures, strict=True)):
        return document
    return replace(document, scene=replace(document.scene, figures=figures))


def _settled(figure: Figure, places: Mapping[str, Path], moved: Mapping[str, Path]) -> Figure:
    file = None if figure.source is None else figure.source.file
    if figure.source is None or file is None:
        return figure
    was_written_over = Path(file.path) in places.values()
    place = (places if is_kept(file.path) else moved if was_written_over else NOWHERE).get(file.sha256)
    if place is None:
        return figure
    file = replace(file, path=str(place.absolute()))
    return replace(figure, source=replace(figure.source, file=file))


def written(document: Document, places: Mapping[str, Path]) -> None:
    """Write the files of these digests, which have no home, to these places. Raises Unwritable, and leaves the rest."""
    for digest, file in without_home(document).items():
        place = places.get(digest)
        if place is None or _is_that(place, file):
            continue
        try:
            data = own_file.contents(file)
        except Fault:
            data = None
        if data is None:
            raise Unwritable(place, _("file"), GONE.format(file=quoted(own_file.name_of(file))))
        write_bytes(place, data)


def told(places: Mapping[str, Path]) -> str:
    """Return a sentence about where the meshes of saved figures are from now on; empty where none moved."""
    names = [each.name for each in places.values()]
    if len(names) == 1:
        return _("The mesh lies beside it as {file}.").format(file=quoted(names[0]))
    return _("The meshes lie beside it as {files}.").format(files=listed(names)) if names else ""
