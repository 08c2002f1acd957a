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
from pantin.app.messages import _, ngettext
from pantin.app.start import convert_command, pose_command, render_command, streams, track_command
from pantin.app.start.streams import STREAM, file_named
from pantin.app.system import loading
from pantin.rigs.document import Document
from pantin.rigs.formats import READABLE
from pantin.rigs.formats.files import write_bytes
from pantin.rigs.wording import quoted

if TYPE_CHECKING:
    from pantin.rigs.problems import Problem
    from pantin.solver import Evaluated


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

    held = fingerprint(file) if file and file is not STREAM else None
    read, fault = _opened(file) if file else (None, "")  # before the screen: a wrong file is not the screen's fault
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

    if read is None:
        return edit(None, file, None, fault)
    return edit(read.document, None if file is STREAM else file, held, read.report)


def _opened(file: Path) -> tuple[rigs.Opened | None, str]:
    """What a file holds; nothing, and why, where it is damaged: the window tells that to whoever clicked on it.

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
    document = streams.read(options.file)
    import json

    printed = options.out is STREAM
    text = json.dumps(evaluation(document), indent=1, ensure_ascii=printed and not streams.takes_unicode())
    if printed:
        print(text)
    else:
        write_bytes(options.out, f"{text}\n".encode())
    return 0


def evaluation(document: Document) -> dict[str, Any]:
    """The posed bones, what became of the goals, and the rig's problems, as plain values."""
    from pantin import solver

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
        "problems": [_problem(problem) for problem in _problems(document, evaluated)],
    }


def _posed_bone(evaluated: Evaluated, row: int) -> dict[str, list[float]]:
    return {
        "matrix": [float(number) for number in evaluated.matrices[row].ravel()],
        "head": [float(number) for number in evaluated.heads[row]],
        "tail": [float(number) for number in evaluated.tails[row]],
    }


def _problem(problem: Problem) -> dict[str, Any]:
    return {
        "kind": problem.kind,
        "severity": problem.severity,
        "bones": list(problem.bones),
        "where": problem.where,
        "text": problem.text,
        **({"fix": problem.fix.text} if problem.fix else {}),
    }


def _problems(document: Document, evaluated: Evaluated) -> list[Problem]:
    """What is wrong with the rig as it is written, and what could not be put into an order to evaluate."""
    from pantin.rigs.problems import problems_of

    found = [*problems_of(document.rig), *evaluated.problems]
    return [problem for place, problem in enumerate(found) if problem not in found[:place]]


def _check(options: argparse.Namespace) -> int:
    """Say what is wrong, without evaluating: it takes neither the solver nor a compiler. Raises Failed for an error."""
    read = streams.opened(options.file)
    document = read.document
    from pantin.rigs.problems import problems_of

    if options.fix is not None:
        document = _fixed(document, options.fix)
    file = streams.name_of(options.file)
    problems = problems_of(document.rig)
    errors = [problem for problem in problems if problem.severity == "error"]
    said = sys.stderr if options.fix is STREAM else sys.stdout
    for problem in problems:
        if problem.severity != "error":
            print(_in_one_line(file, problem), file=said)
    if read.faults:
        raise Failed(f"{file}: {read.report}")
    if read.report:
        print(f"{file}: {read.report}", file=said)
    if errors:
        first, others = _in_one_line(file, errors[0]), len(errors) - 1
        raise Failed(_("{problem} ({count} more)").format(problem=first, count=others) if others else first)
    if not problems:
        print(_without_problems(file, document.rig), file=said)
    return 0


def _without_problems(file: str, rig: rigs.Rig) -> str:
    """What was counted in a file that has no problems."""
    bones, constraints = len(rig.bones), len(rig.constraints)
    return _("{file}: {bones}, {constraints}, no problems").format(
        file=file,
        bones=ngettext("{count} bone", "{count} bones", bones).format(count=bones),
        constraints=ngettext("{count} constraint", "{count} constraints", constraints).format(count=constraints),
    )


def _fixed(document: Document, out: Path) -> Document:
    """The document with all mended that has an obvious fix, written to `out`."""
    from pantin.rigs.problems.fixes import all_fixed

    fixed = all_fixed(document)
    with streams.place(out, ".rig.json") as place:
        rigs.write(fixed, place)
    return fixed


def _in_one_line(file: str, problem: Problem) -> str:
    """A problem in one line, with its fix."""
    if problem.fix is None:
        return f"{file}: {problem.where}: {problem.text}"
    sentence = _("{file}: {where}: {problem} Fix: {fix}.")
    return sentence.format(file=file, where=problem.where, problem=problem.text, fix=problem.fix.text)


COMMANDS: dict[str, Callable[[argparse.Namespace], int]] = {
    "evaluate": _evaluate,
    "convert": convert_command.convert,
    "render": render_command.render,
    "check": _check,
    "pose": pose_command.pose,
    "track": track_command.track,
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
    check = commands.add_parser("check", help=_("say what is wrong with a rig"))
    check.add_argument("file", type=file_named, metavar="FILE", help=_("a file to read, or - for standard input"))
    fix = _("mend what has an obvious fix, write the rig there, and say what is left")
    check.add_argument("--fix", type=file_named, metavar="OUT", help=fix)
    pose_command.add_parser(commands)
    track_command.add_parser(commands)
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
