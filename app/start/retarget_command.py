"""`pantin retarget`: what may be typed, and bringing motion of other figures onto a rig, file by file."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from pantin import rigs
from pantin.app.files.file_names import free_file_name
from pantin.app.messages import _, ngettext
from pantin.app.start import streams
from pantin.app.start.streams import STREAM, file_named
from pantin.rigs.clip import Clip
from pantin.rigs.document import Document

WRITTEN = (".glb", ".vrma", ".bvh", ".clip.json", ".rig.json")
"""The endings of what is written."""
MOTION = (".bvh", ".glb", ".gltf", ".vrm", ".vrma", ".clip.json")
"""The endings of files that are taken from a folder."""
WIDTH = 30
"""Characters of the bar of progress."""


def add_parser(commands: Any) -> None:
    """Add the command to those of the program's parser."""
    retarget = commands.add_parser("retarget", help=_("bring motion of other figures onto a rig, file by file"))
    motion = _("files of motion, or folders of them: {endings}").format(endings=", ".join(MOTION))
    retarget.add_argument("motion", type=Path, nargs="+", metavar="MOTION", help=motion)
    onto = _("the figure that is to move so, or - for standard input")
    retarget.add_argument("--onto", type=file_named, required=True, metavar="RIG", help=onto)
    out = _("the folder to write into; it is made where there is none")
    retarget.add_argument("--out", type=Path, required=True, metavar="DIR", help=out)
    ending = _("what is written: {endings}; .glb, where it is not said").format(endings=", ".join(WRITTEN))
    retarget.add_argument("--as", dest="ending", choices=WRITTEN, default=".glb", metavar="ENDING", help=ending)
    retarget.set_defaults(wrong_usage=retarget.error)


def retarget(options: argparse.Namespace) -> int:
    """Write a file for each file of motion, print its name, and return 1 where some could not be retargeted.

    What is wrong with a file is a line of its own, and the others are retargeted all the same. Nothing is written where
    a file that is read would be written over. Raises what reading the rig raises, and OSError where the folder cannot
    be made.
    """
    document, files = streams.read(options.onto), _files(options.motion)
    if not files:
        options.wrong_usage(_("there is no file of motion in the folder; name files, or another folder"))
    places = _Places(options.out, options.ending, (*files, options.onto))
    try:
        paths = [places.place(_stem(file)) for file in files]
    except ValueError as problem:
        options.wrong_usage(str(problem))
    options.out.mkdir(parents=True, exist_ok=True)
    bar, failed = Bar(len(files)), 0
    for file, path in zip(files, paths, strict=True):
        bar.show(file.name)
        try:
            _retarget(document, file, path, places, bar)
        except ValueError as problem:
            failed += 1
            said = str(problem) if isinstance(problem, rigs.FileProblem) else f"{file}: {problem}"
            bar.say(f"pantin: {said}", sys.stderr)
    bar.end()
    if failed and len(files) > 1:
        sentence = ngettext(
            "{failed} of {count} file could not be retargeted.",
            "{failed} of {count} files could not be retargeted.",
            len(files),
        )
        print(f"pantin: {sentence.format(failed=failed, count=len(files))}", file=sys.stderr)
    return 1 if failed else 0


def _files(given: Iterable[Path]) -> list[Path]:
    """Return the files that are named, and those of motion in folders that are."""
    found: list[Path] = []
    for path in given:
        if path.is_dir():
            found += sorted(each for each in path.iterdir() if each.name.lower().endswith(MOTION))
        else:
            found.append(path)
    return found


class _Places:
    """Return the paths of what is written: no two in one place, and none where a file lies that is read."""

    def __init__(self, folder: Path, ending: str, read: Sequence[Path]) -> None:
        self.ending = ending
        self._folder, self._read = folder, [each for each in read if each is not STREAM]
        self._names: list[str] = []

    def place(self, title: str) -> Path:
        """Return where to write what is called so. Raises ValueError where a file lies there that is read."""
        self._names.append(free_file_name(title, self._names))
        path = self._folder / f"{self._names[-1]}{self.ending}"
        if path.exists() and any(each.exists() and each.samefile(path) for each in self._read):
            sentence = _("{file} is read, and would be written over; name another folder to write into")
            raise ValueError(sentence.format(file=path))
        return path


def _retarget(document: Document, file: Path, path: Path, places: _Places, bar: Bar) -> None:
    """Write the clips of a file for the rig and say where: each beside `path` where the format holds one motion.

    Raises ValueError, in one sentence.
    """
    from pantin.app.clips.imported_motion import imported_motion
    from pantin.app.files import export

    found = imported_motion(file, document)
    for sentence in filter(None, (found.missing, found.beyond)):
        bar.say(f"pantin: {file}: {sentence}", sys.stderr)
    written = [(path, found.clips)]
    if places.ending in export.SINGLE and len(found.clips) > 1:
        stem = path.name.removesuffix(places.ending)
        written = [(places.place(f"{stem} {clip.name}"), (clip,)) for clip in found.clips]
    for at, clips in written:
        if places.ending == export.RIG:
            compared = export.write(_with_clips(document, clips), at)
        else:
            compared = export.write(document, at, clips)
        if compared is not None and compared.lost:
            bar.say(f"pantin: {at}: {compared.lost}", sys.stderr)
        bar.say(str(at), sys.stdout)


def _with_clips(document: Document, clips: Sequence[Clip]) -> Document:
    """Return the document that has these clips and no others."""
    return document.with_figure(replace(document.figure, clips=tuple(clips)))


def _stem(file: Path) -> str:
    """Return the name of a file of motion without its ending."""
    ending = next((each for each in MOTION if file.name.lower().endswith(each)), file.suffix)
    return file.name[: len(file.name) - len(ending)] or file.name


class Bar:
    """A bar on standard error that says how many files are done, where that is a terminal; else nothing."""

    def __init__(self, count: int) -> None:
        self._count, self._done, self._shown = count, 0, 0
        self._is_seen = bool(sys.stderr is not None and sys.stderr.isatty())

    def show(self, name: str) -> None:
        """Show that the next file is being worked on."""
        part = WIDTH * self._done // self._count
        self._done += 1
        self._draw(f"[{'#' * part}{'.' * (WIDTH - part)}] {self._done}/{self._count} {name[:40]}")

    def say(self, line: str, where: Any) -> None:
        """Print a line where the bar is, which goes below it when the next file is shown."""
        self._draw("")
        print(line, file=where, flush=True)

    def end(self) -> None:
        """Take the bar away."""
        self._draw("")

    def _draw(self, text: str) -> None:
        if self._is_seen:
            sys.stderr.write(f"\r{text}{' ' * (self._shown - len(text))}{chr(13) if not text else ''}")
            sys.stderr.flush()
            self._shown = len(text)
