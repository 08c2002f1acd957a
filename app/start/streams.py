"""`-` in place of a file's name: what comes in on standard input, and what goes out to standard output."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from pantin import rigs
from pantin.app.files import reading
from pantin.app.messages import _
from pantin.rigs.clip import Clip
from pantin.rigs.document import Document
from pantin.rigs.formats import ending_of
from pantin.rigs.formats.files import LARGEST_TEXT
from pantin.rigs.formats.opening import RestFrom

STREAM = Path("-")
"""Asked for by identity: a file called `-` is `./-`."""
ONCE = _("standard input can be read once; name the other file")
INPUT, OUTPUT = _("standard input"), _("standard output")


def file_named(text: str) -> Path:
    """The file that an argument names, or STREAM."""
    return STREAM if text == "-" else Path(text)


def read(file: Path, rest_from: RestFrom | None = None) -> Document:
    """Return the document in a file or on standard input; what was left out of it is said. Raises Unreadable.

    `rest_from` chooses how a figure rests whose file tells two rest poses.
    """
    return reported(opened(file, rest_from), file)


def add_figure(parser: argparse.ArgumentParser) -> None:
    """Add the option that says which figure of a scene a command is about."""
    figure = _("the figure of the scene that is meant, by its name; the first, where it is not said")
    parser.add_argument("--figure", metavar="NAME", help=figure)


def of_figure(document: Document, options: argparse.Namespace) -> Document:
    """Return the document with the figure edited that was asked for. Raises Unreadable where the scene has none."""
    if options.figure is None:
        return document
    from pantin.rigs.editing.figures import edited

    try:
        return edited(document, options.figure)
    except ValueError as error:
        raise rigs.Unreadable(name_of(options.file), _("figures"), str(error)) from None


def reported(found: rigs.Opened, file: Path) -> Document:
    """The document that was read from a file; what was left out of it is said."""
    if said := " ".join(filter(None, (*found.facts, found.report))):
        print(f"pantin: {name_of(file)}: {said}", file=sys.stderr)
    return found.document


def opened(file: Path, rest_from: RestFrom | None = None) -> rigs.Opened:
    """Return the content of a file or of standard input, upright, where it tells the format itself.

    Raises Unreadable.
    """
    with to_read(file) as found:
        return reading.opened(found, rest_from)


@contextmanager
def to_read(file: Path, ending: Callable[[bytes], str] = ending_of) -> Iterator[Path]:
    """`file` itself, or a file that holds what stands on standard input and is called by its ending.

    Raises Unreadable; what is raised so while it is read names standard input.
    """
    if file is not STREAM:
        yield file
        return
    data = sys.stdin.buffer.read(LARGEST_TEXT + 1)
    if len(data) > LARGEST_TEXT:
        raise rigs.Unreadable(INPUT, _("file"), _("there is more than 256 MB, too much for a rig; name a file."))
    with _kept(ending(data)) as kept:
        kept.write_bytes(data)
        try:
            yield kept
        except rigs.Unreadable as problem:
            raise rigs.Unreadable(INPUT, problem.where, problem.what) from None


def name_of(file: Path) -> str:
    """Return the name in messages of a file to read."""
    return INPUT if file is STREAM else str(file)


def is_asked_twice(*files: Path | None) -> bool:
    """Return whether more than one file is to be read from standard input, which can be read once."""
    return sum(file is STREAM for file in files) > 1


@contextmanager
def place(out: Path, ending: str) -> Iterator[Path]:
    """Yield the path to write to: `out` itself, or a file with this ending that goes to standard output in the end."""
    if out is not STREAM:
        yield out
        return
    with _kept(ending) as kept:
        yield kept
        sys.stdout.flush()
        sys.stdout.buffer.write(kept.read_bytes())
        sys.stdout.flush()


def write(document: Document, out: Path, clips: Sequence[Clip] | None = None) -> None:
    """Write a document to a file or to standard output; what the format cannot hold of it is said. Raises Unwritable.

    `clips` are those that are written where the format holds some; by default all.
    """
    from pantin.app.files import export

    with place(out, export.RIG) as there:
        found = export.write(document, there, clips)
    for said in (found.lost, found.note) if found is not None else ():
        if said:
            print(f"pantin: {OUTPUT if out is STREAM else out}: {said}", file=sys.stderr)


@contextmanager
def _kept(ending: str) -> Iterator[Path]:
    import tempfile  # with all that it brings only where it is needed

    with tempfile.TemporaryDirectory(prefix="pantin-") as folder:
        yield Path(folder) / f"Untitled{ending}"


def takes_unicode() -> bool:
    """Return whether standard output is UTF-8, so that any name can be printed on it."""
    return (getattr(sys.stdout, "encoding", None) or "").lower().replace("-", "") == "utf8"


def print_anything() -> None:
    """Have letters that standard output cannot show printed as escapes: the names of files and bones are anybody's."""
    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(errors="backslashreplace")


def flushed() -> None:
    """Bring out what was printed. Raises OSError where nobody takes it."""
    if sys.stdout is not None:
        sys.stdout.flush()


def give_up() -> None:
    """Let what could not be printed go, or Python tries again at its end and fails aloud."""
    with suppress(OSError, ValueError, AttributeError):
        silent = os.open(os.devnull, os.O_WRONLY)
        os.dup2(silent, sys.stdout.fileno())
        os.close(silent)
