"""`pantin`: edit a rig in a window, or evaluate, convert, render and check files without one.

Exit status 0 is success; 1 comes with one line, `pantin: FILE: where: what`; 2 is wrong usage. Only the window and
`render` load Qt. `-` reads standard input, and writes standard output where a file to write is asked for.
"""

from __future__ import annotations

import argparse
import signal
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pantin import rigs
from pantin.app.messages import _
from pantin.app.start import (
    bind_command,
    check_command,
    convert_command,
    pose_command,
    render_command,
    retarget_command,
    rig_command,
    streams,
    track_command,
)
from pantin.app.start.streams import STREAM, file_named
from pantin.app.system import loading
from pantin.rigs.document import Document
from pantin.rigs.formats import READABLE
from pantin.rigs.formats.files import write_bytes
from pantin.rigs.wording import quoted

if TYPE_CHECKING:
    from pantin.solver import Posed


LONG, LONG_WITH_MESHES = 4_000_000, 64_000_000
"""Bytes of a file that takes long to read: a second and more of text with motion; in others most are of meshes."""

WITH_MESHES = (".glb", ".vrm", ".vrma")


class Failed(Exception):
    """Ends a command with its sentence and exit status 1."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run `pantin` with these arguments, the process's own by default; returns the exit status."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    try:
        if given and given[0] in COMMANDS:
            loading.end()
            streams.print_anything()
            options = _parser().parse_args(given)
            status = COMMANDS[options.command](options)
            _tell_of_kernels()
            streams.flushed()
            return status
        return _edit(_file_of(given))
    except (rigs.FileProblem, Failed) as problem:
        return _fail(str(problem))
    except BrokenPipeError:
        streams.give_up()
        return 0  # who reads has enough: `pantin evaluate FILE | head`
    except OSError as problem:
        if problem.filename is None:
            streams.give_up()
        return _fail(
            _("{file}: file: {problem}").format(
                file=problem.filename or streams.OUTPUT, problem=problem.strerror or problem
            )
        )


def _fail(what: str) -> int:
    print(f"pantin: {what}", file=sys.stderr)
    return 1


def _tell_of_kernels() -> None:
    """Say on standard error where compiled kernels are not taken from the folder that was chosen for them."""
    kernels = sys.modules.get("pantin.solver.compiling.cache_folder")  # only who solved for long looks there
    if said := kernels.refused() if kernels else "":
        print(f"pantin: {said}", file=sys.stderr)


# The window


def _edit(file: Path | None) -> int:
    from pantin.app.files.fingerprints import fingerprint

    in_window = file is not None and _is_long(file)
    held = fingerprint(file) if file and file is not STREAM and not in_window else None
    # before the screen: a wrong file is not the screen's fault
    read, fault = _opened(file) if file and not in_window else (None, "")
    from pantin.app.system import screen

    if why := screen.missing():
        if file is None and screen.absent():
            from pantin.app.start import headless

            return headless.run(Path("pantin-demo"))
        raise Failed(fault or why)
    if fault:
        _fail(fault)
    _end_at_once_when_interrupted()
    loading.begin()
    from pantin.app.start.start import edit

    return edit(read, None if file is STREAM else file, held, fault)


def _is_long(file: Path) -> bool:
    """Return True if the window comes first, and shows how much of a file is read."""
    most = LONG_WITH_MESHES if file.suffix.lower() in WITH_MESHES else LONG
    return file is not STREAM and file.is_file() and file.stat().st_size > most


def _opened(file: Path) -> tuple[rigs.Opened | None, str]:
    """Return the content of a file; nothing, and why, where it is damaged: the window tells that to whoever clicked on
    it.

    Raises FileProblem where there is no such file.
    """
    try:
        return streams.opened(file), ""
    except rigs.FileProblem as problem:
        if file is STREAM or not file.is_file():
            raise
        return None, str(problem)


def _end_at_once_when_interrupted() -> None:
    """Until the window takes Ctrl+C itself: an exception out of the middle of what Qt calls would be a crash."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)


# Without a window


def _evaluate(options: argparse.Namespace) -> int:
    document = _at_frame(streams.of_figure(streams.read(options.file), options), options)
    import json

    printed = options.out is STREAM
    text = json.dumps(evaluation(document), indent=1, ensure_ascii=printed and not streams.takes_unicode())
    if printed:
        print(text)
    else:
        write_bytes(options.out, f"{text}\n".encode())
    return 0


def _at_frame(document: Document, options: argparse.Namespace) -> Document:
    """The document in the frame of a clip that is asked for, if any. Raises Unreadable."""
    if options.frame is None and options.clip is None:
        return document
    from pantin.app.files.baking import at_asked_frame

    try:
        return at_asked_frame(document, options.frame, options.clip)
    except ValueError as error:
        raise rigs.Unreadable(streams.name_of(options.file), _("clips"), str(error)) from None


def evaluation(document: Document) -> dict[str, Any]:
    """The posed bones, what became of the goals, and the rig's problems, as plain values."""
    from pantin import solver
    from pantin.app.scripting.documents import all_problems

    evaluated = solver.evaluate(document)
    return {
        "bones": {name: _posed_bone(evaluated, row) for row, name in enumerate(evaluated.names)},
        "goals": [
            {
                "owner": goal.owner,
                "constraint": goal.constraint,
                "residual": float(goal.residual),
                "reached": bool(goal.reached),
                "iterations": int(goal.iterations),
            }
            for goal in evaluated.goals
        ],
        "problems": [check_command.as_values(problem) for problem in all_problems(document, evaluated)],
    }


def _posed_bone(posed: Posed, row: int) -> dict[str, list[float]]:
    return {
        "matrix": [float(number) for number in posed.matrices[row].ravel()],
        "head": [float(number) for number in posed.heads[row]],
        "tail": [float(number) for number in posed.tails[row]],
    }


COMMANDS: dict[str, Callable[[argparse.Namespace], int]] = {
    "evaluate": _evaluate,
    "convert": convert_command.convert,
    "render": render_command.render,
    "check": check_command.check,
    "pose": pose_command.pose,
    "retarget": retarget_command.retarget,
    "track": track_command.track,
    "bind": bind_command.bind,
    "rig": rig_command.rig,
}


# What may be typed


def _edit_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="pantin",
        description=_("Rig and pose figures by pulling them."),
        epilog=_("Without a window: {command}").format(command=f"pantin {{{','.join(COMMANDS)}}} --help"),
    )
    parser.add_argument(
        "file", nargs="?", type=file_named, metavar="FILE", help=_("a {endings} to edit").format(endings=READABLE)
    )
    parser.add_argument("--version", action=_SayVersion, nargs=0, help=_("show program's version number and exit"))
    return parser


def _file_of(given: Sequence[str]) -> Path | None:
    """The file to edit. What is neither a file's name nor a command is wrong usage, which names the commands."""
    parser = _edit_parser()
    if given and given[0].isalpha() and not Path(given[0]).exists():
        sentence = _("{word} is no command and no file; the commands are {commands}")
        parser.error(sentence.format(word=quoted(given[0]), commands=", ".join(COMMANDS)))
    file: Path | None = parser.parse_args(given).file
    return file


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="pantin")
    commands = parser.add_subparsers(dest="command", required=True)
    evaluate = commands.add_parser("evaluate", help=_("print the posed bones and what became of the goals, as JSON"))
    evaluate.add_argument("file", type=file_named, metavar="FILE", help=_("a file to read, or - for standard input"))
    there = _("write there instead of printing")
    evaluate.add_argument("--out", type=file_named, default=STREAM, metavar="OUT.json", help=there)
    convert_command.add_parser(commands)
    render_command.add_parser(commands)
    frame = _("pose the figure as in this frame of the clip, counted from 0")
    evaluate.add_argument("--frame", type=int, metavar="N", help=frame)
    clip = _("take the frame from this clip, the first one that is played where --frame is not said")
    evaluate.add_argument("--clip", metavar="NAME", help=clip)
    streams.add_figure(evaluate)
    check_command.add_parser(commands)
    pose_command.add_parser(commands)
    retarget_command.add_parser(commands)
    track_command.add_parser(commands)
    bind_command.add_parser(commands)
    rig_command.add_parser(commands)
    return parser


class _SayVersion(argparse.Action):
    """`--version`, which alone looks into what is installed."""

    def __call__(self, parser: argparse.ArgumentParser, *_given: object) -> None:
        print(f"pantin {_version()}")
        parser.exit()


def _version() -> str:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("pantin")
    except PackageNotFoundError:
        return "from a checkout"
