"""The file that a character came from: its digest when it is read, its place in rig files, and where it is found again.

A rig file from a stranger may name any path. One that leads out of the rig's own folder is cut to the bare name, and
is looked for only where the person who opens it has opened that very file before.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterable, Iterator, Mapping
from io import BytesIO
from pathlib import Path, PurePosixPath, PureWindowsPath
from typing import BinaryIO, Literal
from urllib.parse import unquote

from msgspec.structs import replace

from pantin.rigs.figure import Figure
from pantin.rigs.formats.beside import bytes_beside
from pantin.rigs.formats.files import LARGEST_TEXT, Fault, FilePath, Unreadable, read_with
from pantin.rigs.messages import _
from pantin.rigs.scene import Scene
from pantin.rigs.source import BesideFile, SourceFile
from pantin.rigs.source.values import LONGEST_PATH, MOST_BESIDE
from pantin.rigs.wording import quoted

LARGEST = 2**30
"""Bytes of a file that is written again: it is held in memory several times."""

PIECE = 1024 * 1024


def source_file(path: FilePath, file: BinaryIO, size: int, uris: Iterable[str]) -> SourceFile | None:
    """Return what tells an open file again, with those that its `uris` name, as far as they can be read.

    None where its path is too long for a rig, or it names too many others.
    """
    place = os.path.normpath(Path(path).absolute())
    named = [uri for uri in dict.fromkeys(uris) if _is_beside(uri)]
    if len(place) > LONGEST_PATH or len(named) > MOST_BESIDE:
        return None
    return SourceFile(place, digest_of(file), size, tuple(_beside(Path(place), named)))


def _is_beside(uri: str) -> bool:
    """Return whether a URI names a file that a rig can hold the name of."""
    return not uri.startswith("data:") and len(uri) <= LONGEST_PATH and uri.encode(errors="replace").decode() == uri


def digest_of(file: BinaryIO) -> str:
    """Return the digest of all of an open file; the lock of Python is free meanwhile."""
    import hashlib  # with all that it brings only where it is needed

    found = hashlib.sha256()
    file.seek(0)
    while piece := file.read(PIECE):
        found.update(piece)
    return found.hexdigest()


def _beside(path: Path, uris: Iterable[str]) -> Iterator[BesideFile]:
    left = LARGEST_TEXT
    for uri in uris:
        try:
            data = bytes_beside(path, uri, "", left)
        except Fault:
            continue  # what is missing now is told where it is needed
        left -= len(data)
        yield BesideFile(uri, digest_of(BytesIO(data)))


def contents(file: SourceFile) -> bytes | None:
    """Return what the file holds where it was; None where it is not there.

    Raises Fault where that has changed, and where it is too large to be written again.
    """
    if not Path(file.path).is_absolute():
        return None
    if file.size > LARGEST:
        what = _("{file} is larger than 1 GB, too large to be written again; export BVH, or motion alone.")
        raise Fault(_("file"), what.format(file=quoted(name_of(file))))
    try:
        data = read_with(file.path, lambda opened, size: opened.read() if size == file.size else b"")
    except Unreadable:
        return None
    if digest_of(BytesIO(data)) != file.sha256:
        raise changed(file.path)
    return data


def contents_beside(file: SourceFile, uri: str, where: str, most: int) -> bytes:
    """Return what a file holds that `file` names. Raises Fault: at `where` if it cannot be read, or has changed."""
    data = bytes_beside(Path(file.path), uri, where, most)
    known = {each.uri: each.sha256 for each in file.beside}
    if uri in known and known[uri] != digest_of(BytesIO(data)):
        raise changed(uri)
    return data


def state_of(file: SourceFile) -> Literal["there", "changed", "gone"]:
    """Return whether the file is where it was, as far as its size tells: at once, whatever it holds."""
    try:
        status = Path(file.path).stat()
    except (OSError, ValueError):
        return "gone"
    if not Path(file.path).is_absolute() or not stat.S_ISREG(status.st_mode):
        return "gone"
    return "there" if status.st_size == file.size else "changed"


def missing(file: SourceFile) -> Path | None:
    """Return the place of what is not there any more, the file itself or one beside it; None where all is there."""
    if state_of(file) == "gone":
        return Path(file.path)
    places = (beside_at(Path(file.path), each.uri) for each in file.beside)
    return next((place for place in places if not place.is_file()), None)


def beside_at(path: Path, uri: str) -> Path:
    """Return where a file lies that the one at a path names."""
    return path.parent / unquote(uri).replace("\\", "/")


def why_not_found(file: SourceFile, document: Path | None, known: Mapping[str, str]) -> str:
    """Return a sentence about a file that is not `found`: what is missing or another one now, where it was looked for,
    and what to do.
    """
    looked = list(dict.fromkeys(places(file, document, known)))
    there = next((path for path in looked if state_of(replace(file, path=str(path))) != "gone"), None)
    if there is not None:
        return _why_not_taken(file, there)
    if not looked:
        what = _("{file} is not where it was opened; put it beside the rig, or choose where it is.")
        return what.format(file=quoted(name_of(file)))
    folders = ", ".join(dict.fromkeys(str(path.parent) for path in looked))
    what = _("{file} is not in {folder}; put it back there, or choose where it is.")
    return what.format(file=quoted(name_of(file)), folder=folders)


def _why_not_taken(file: SourceFile, path: Path) -> str:
    """Return why what lies at a path is not the file that was opened, or not all of it."""
    if not is_unchanged(replace(file, beside=()), path):
        what = _("{file} in {folder} is another file now; put the one back that was opened, or open this one anew.")
        return what.format(file=quoted(path.name), folder=path.parent)
    lost = missing(replace(file, path=str(path)))
    if lost is not None:
        what = _("{part}, which belongs to {file}, is not in {folder}; put it back there, and open this again.")
        return what.format(part=quoted(lost.name), file=quoted(path.name), folder=lost.parent)
    same = set(_beside(path, (each.uri for each in file.beside)))
    other = next((beside_at(path, each.uri).name for each in file.beside if each not in same), "")
    what = _("{part}, which belongs to {file}, is another one now; put the old one back, or open {file} anew.")
    return what.format(part=quoted(other), file=quoted(path.name))


def name_of(file: SourceFile) -> str:
    """Return what the file is called, without its folder."""
    return _bare(file.path)


def changed(path: str) -> Fault:
    """Return the fault that a file is no longer what was opened."""
    what = _("{file} has changed since it was opened; open it again, and export that.")
    return Fault(_("file"), what.format(file=quoted(_bare(path))))


def is_unchanged(file: SourceFile, path: FilePath) -> bool:
    """Return whether the file at a path, and those beside it, hold what was read once."""

    def is_same(opened: BinaryIO, size: int) -> bool:
        return size == file.size and digest_of(opened) == file.sha256

    try:
        if not read_with(path, is_same):
            return False
    except Unreadable:
        return False
    return tuple(_beside(Path(path), (each.uri for each in file.beside))) == file.beside


PICTURES = (".png", ".jpg", ".jpeg", ".webp", ".ktx2")
"""The endings of files beside a character without which its meshes can be read all the same."""


def lacks_pictures_alone(file: SourceFile, path: FilePath) -> bool:
    """Return whether a file and those beside it hold what was read once, but for pictures that are not there."""
    gone = {each for each in file.beside if not beside_at(Path(path), each.uri).exists()}
    are_pictures = all(beside_at(Path(path), each.uri).suffix.lower() in PICTURES for each in gone)
    there = replace(file, beside=tuple(each for each in file.beside if each not in gone))
    return bool(gone) and are_pictures and is_unchanged(there, path)


def found(file: SourceFile, document: Path | None, known: Mapping[str, str]) -> Path | None:
    """Return the path where the file is now, unchanged; None where it is not found.

    It is looked for where it was, beside the `document`, and where `known`, paths by digest, has it: what the person
    has opened before.
    """
    return next((path for path in places(file, document, known) if is_unchanged(file, path)), None)


def placed_as_found(figure: Figure, document: Path | None, known: Mapping[str, str]) -> Figure:
    """Return the figure with the place where its file is now, as far as its size tells; the same where it is not found.

    That is looked for as `found` does. What it holds is held against its digest when it is read.
    """
    source = figure.source
    if source is None or source.file is None or state_of(source.file) == "there":
        return figure
    there_may_be = (replace(source.file, path=str(path)) for path in places(source.file, document, known))
    there = next((each for each in there_may_be if state_of(each) == "there"), None)
    return figure if there is None else replace(figure, source=replace(source, file=there))


def places(file: SourceFile, document: Path | None, known: Mapping[str, str]) -> Iterator[Path]:
    """Yield where the file may be, whatever is there: see `found`."""
    if Path(file.path).is_absolute():
        yield Path(file.path)
    if document is not None:
        inside = _inside(document.absolute().parent, _bare(file.path))
        if inside is not None:
            yield inside
    if file.sha256 in known:
        yield Path(known[file.sha256])


# In rig files


def named_from(scene: Scene, folder: Path | None) -> Scene:
    """Return the scene as a rig file in `folder` has it: files in there, or below, by their path from there, and
    others by their bare names.
    """
    return _with_files(scene, lambda path: _from_folder(path, folder))


def placed_in(scene: Scene, folder: Path | None) -> Scene:
    """Return the scene of a rig file in `folder` with the places of its files: those in there, or below, absolute."""

    def placed(path: str) -> str:
        inside = None if folder is None else _inside(folder.absolute(), path)
        return _bare(path) if inside is None else str(inside)

    return _with_files(scene, placed)


def _with_files(scene: Scene, changed: Callable[[str], str]) -> Scene:
    """Return the scene with other paths of the files of its figures; the same where it has none."""
    figures = tuple(_with_file(figure, changed) for figure in scene.figures)
    return replace(scene, figures=figures) if figures != scene.figures else scene


def _with_file(figure: Figure, changed: Callable[[str], str]) -> Figure:
    source = figure.source
    if source is None or source.file is None:
        return figure
    return replace(figure, source=replace(source, file=replace(source.file, path=changed(source.file.path))))


def _from_folder(path: str, folder: Path | None) -> str:
    """Return the path as a rig file in `folder` says it."""
    if folder is not None and Path(path).is_absolute():
        for place, above in ((Path(path), folder.absolute()), _resolved(path, folder)):
            if place.is_relative_to(above):
                return _text(place.relative_to(above).as_posix())
    return _text(_bare(path))


def _resolved(path: str, folder: Path) -> tuple[Path, Path]:
    try:
        return Path(path).resolve(), folder.resolve()
    except (OSError, RuntimeError, ValueError):
        return Path(path), folder


def _inside(folder: Path, path: str) -> Path | None:
    """Return the place of a path in a folder or below, whatever links there are on it; None where it leads out."""
    name = path.replace("\\", "/")
    place = PureWindowsPath(name)
    if place.drive or place.root or ".." in place.parts:
        return None
    try:
        return folder / name if (folder / name).resolve().is_relative_to(folder.resolve()) else None
    except (OSError, RuntimeError, ValueError):
        return None


def _bare(path: str) -> str:
    """Return the last part of a path of any system."""
    return PurePosixPath(path.replace("\\", "/")).name.rpartition(":")[2] or "character"


def _text(path: str) -> str:
    """Return a path as text that a file can hold: no halves of characters."""
    return path.encode(errors="replace").decode()
