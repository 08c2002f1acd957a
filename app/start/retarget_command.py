"""`pantin retarget`: what may be typed, and bringing motion of other figures onto a rig, file by file."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from pantin import rigs
from pantin.app.messages import _, ngettext
from pantin.app.start import streams
from pantin.app.start.streams import file_named
from pantin.rigs.clip import Clip
from pantin.rigs.document import Document

WRITTEN = (".glb", ".bvh", ".clip.json", ".rig.json")
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

    What is wrong with a file is a line of its own, and the others are retargeted all the same. Raises what reading the
    rig raises, and OSError where the folder cannot be made.
    """
    document = streams.read(options.onto)
    files = _files(options.motion)
    if not files:
        options.wrong_usage(_("there is no file of motion in the folder; name files, or another folder"))
    options.out.mkdir(parents=True, exist_ok=True)
    bar, taken, failed = Bar(len(files)), set[str](), 0
    for file in files:
        bar.show(file.name)
        try:
            written = _retargeted(document, file, options, taken, bar)
        except ValueError as problem:
            failed += 1
            said = str(problem) if isinstance(problem, rigs.FileProblem) else f"{file}: {problem}"
            bar.say(f"pantin: {said}", sys.stderr)
        else:
            for path in written:
                bar.say(str(path), sys.stdout)
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
    """The files that are named, and those of motion in folders that are."""
    found = []
    for path in given:
        inside = sorted(path.iterdir()) if path.is_dir() else ()
        found += [each for each in inside if each.name.lower().endswith(MOTION)] if path.is_dir() else [path]
    return found


def _retargeted(
    document: Document, file: Path, options: argparse.Namespace, taken: set[str], bar: Bar
) -> Sequence[Path]:
    """Write the clips of a file for the rig, and return where. Raises ValueError, in one sentence."""
    from pantin.app.clips.brought import brought
    from pantin.app.files import export

    found = brought(file, document)
    if found.missing:
        bar.say(f"pantin: {file}: {found.missing}", sys.stderr)
    stem = _stem(file)
    alone = options.ending in export.SINGLE and len(found.clips) > 1
    written = []
    for name, clips in [(f"{stem} {clip.name}", (clip,)) for clip in found.clips] if alone else [(stem, found.clips)]:
        path = options.out / f"{_free(name, taken)}{options.ending}"
        if options.ending == export.RIG:
            export.write(_with_clips(document, clips), path)
        else:
            export.write(document, path, clips)
        written.append(path)
    return written


def _with_clips(document: Document, clips: Sequence[Clip]) -> Document:
    """The document that has these clips and no others."""
    return replace(document, rig=document.rig.animated(tuple(clips)))


def _stem(file: Path) -> str:
    ending = next((each for each in MOTION if file.name.lower().endswith(each)), file.suffix)
    return file.name[: len(file.name) - len(ending)] or file.name


def _free(name: str, taken: set[str]) -> str:
    """A name of a file that is not taken in this run, without what stands for folders."""
    plain = "".join("_" if letter in '/\\:*?"<>|\0' else letter for letter in name)
    free, number = plain, 2
    while free.casefold() in taken:
        free, number = f"{plain} {number}", number + 1
    taken.add(free.casefold())
    return free


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
        """Print a line where the bar stands, which goes below it when the next file is shown."""
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
