"""`pantin`: edit a rig in a window, or evaluate, convert, render and check files without one.

Exit status 0 is success; 1 comes with one line, `pantin: FILE: where: what`; 2 is wrong usage. Only the window and
`render` load Qt.
"""

from __future__ import annotations

import argparse
import gc
import json
import sys
from collections.abc import Callable, Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from pantin import rigs
from pantin.rigs.document import Document
from pantin.rigs.formats import READABLE
from pantin.rigs.formats.files import write_bytes
from pantin.rigs.problems import Problem, problems_of
from pantin.rigs.problems.fixes import all_fixed
from pantin.solver import Evaluated

DEFAULT_SIZE = (1280, 960)
MOST_PIXELS = 8192


class Failed(Exception):
    """Ends a command with its sentence and exit status 1."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run `pantin` with these arguments, the process's own by default; returns the exit status."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    try:
        if given and given[0] in COMMANDS:
            options = _parser().parse_args(given)
            return COMMANDS[options.command](options)
        return _edit(_edit_parser().parse_args(given).file)
    except (rigs.FileProblem, Failed) as problem:
        return _fail(str(problem))
    except OSError as problem:
        return _fail(f"{problem.filename}: file: {problem.strerror}" if problem.filename else str(problem))


def _fail(what: str) -> int:
    print(f"pantin: {what}", file=sys.stderr)
    return 1


# The window


def _edit(file: Path | None) -> int:
    from pantin.app.files.contents import contents_of
    from pantin.app.system import screen

    if why := screen.missing():
        if file is None and screen.absent():
            from pantin.app.start import headless

            return headless.run(Path("pantin-demo"))
        raise Failed(why)
    held = contents_of(file) if file else None
    document = rigs.read(file) if file else None
    gc.disable()  # until the first frame: everything imported now stays, looking through it again and again is in vain
    from pantin.app.start.start import edit

    return edit(document, file, held)


# Without a window


def _evaluate(options: argparse.Namespace) -> int:
    document = rigs.read(options.file)
    text = json.dumps(evaluation(document), indent=1, ensure_ascii=False)
    if options.out is None:
        print(text)
    else:
        write_bytes(options.out, f"{text}\n".encode())
    return 0


def evaluation(document: Document) -> dict[str, Any]:
    """The posed bones, what became of the goals, and the rig's problems, as plain values."""
    from pantin import solver

    evaluated = solver.evaluate(document)
    return {
        "bones": {
            name: {
                "matrix": [float(number) for number in evaluated.matrices[row].ravel()],
                "head": [float(number) for number in evaluated.heads[row]],
                "tail": [float(number) for number in evaluated.tails[row]],
            }
            for row, name in enumerate(evaluated.names)
        },
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
        "problems": [
            {
                "kind": problem.kind,
                "severity": problem.severity,
                "bones": list(problem.bones),
                "where": problem.where,
                "text": problem.text,
                **({"fix": problem.fix.text} if problem.fix else {}),
            }
            for problem in _problems(document, evaluated)
        ],
    }


def _problems(document: Document, evaluated: Evaluated) -> list[Problem]:
    """What is wrong with the rig as it is written, and what could not be put into an order to evaluate."""
    found = [*problems_of(document.rig), *evaluated.problems]
    return [problem for place, problem in enumerate(found) if problem not in found[:place]]


def _convert(options: argparse.Namespace) -> int:
    from pantin.app.files import export

    export.write(rigs.read(options.file), options.out)
    return 0


def _render(options: argparse.Namespace) -> int:
    from pantin.app.files.picture import render

    document = rigs.read(options.file)
    render(document, options.out, *options.size)
    return 0


def _check(options: argparse.Namespace) -> int:
    from pantin import solver

    document = rigs.read(options.file)
    if options.fix is not None:
        document = all_fixed(document)
        rigs.write(document, options.fix)
    rig = document.rig
    problems = _problems(document, solver.evaluate(document))
    errors = [problem for problem in problems if problem.severity == "error"]
    for problem in problems:
        if problem not in errors:
            print(_in_one_line(options.file, problem))
    if errors:
        others = f" ({len(errors) - 1} more)" if len(errors) > 1 else ""
        raise Failed(f"{_in_one_line(options.file, errors[0])}{others}")
    if not problems:
        print(f"{options.file}: {_count(rig.bones, 'bone')}, {_count(rig.constraints, 'constraint')}, no problems")
    return 0


def _in_one_line(file: Path, problem: Problem) -> str:
    """A problem in one line, with its fix."""
    return f"{file}: {problem.where}: {problem.text}" + (f" Fix: {problem.fix.text}." if problem.fix else "")


def _count(things: Sequence[Any], name: str) -> str:
    return f"{len(things)} {name}{'s' * (len(things) != 1)}"


COMMANDS: dict[str, Callable[[argparse.Namespace], int]] = {
    "evaluate": _evaluate,
    "convert": _convert,
    "render": _render,
    "check": _check,
}


# What may be typed


def _edit_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="pantin",
        description="Rig and pose figures by pulling them.",
        epilog=f"Without a window: pantin {{{','.join(COMMANDS)}}} --help",
    )
    parser.add_argument("file", nargs="?", type=Path, metavar="FILE", help=f"a {READABLE} to edit")
    parser.add_argument("--version", action="version", version=f"pantin {_version()}")
    return parser


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="pantin")
    commands = parser.add_subparsers(dest="command", required=True)
    evaluate = commands.add_parser("evaluate", help="print the posed bones and what became of the goals, as JSON")
    evaluate.add_argument("file", type=Path, metavar="FILE")
    evaluate.add_argument("--out", type=Path, metavar="OUT.json", help="write there instead of printing")
    convert = commands.add_parser("convert", help="read one format, write another; the endings choose")
    convert.add_argument("file", type=Path, metavar="IN")
    convert.add_argument("out", type=Path, metavar="OUT")
    render = commands.add_parser("render", help="draw the figure into a PNG file")
    render.add_argument("file", type=Path, metavar="FILE")
    render.add_argument("out", type=_picture, metavar="OUT.png")
    render.add_argument("--size", type=_size, default=DEFAULT_SIZE, metavar="WxH", help="in pixels, e.g. 1280x960")
    check = commands.add_parser("check", help="say what is wrong with a rig")
    check.add_argument("file", type=Path, metavar="FILE")
    fix = "mend what has an obvious fix, write the rig there, and say what is left"
    check.add_argument("--fix", type=Path, metavar="OUT", help=fix)
    return parser


def _picture(text: str) -> Path:
    if not text.lower().endswith(".png"):
        raise argparse.ArgumentTypeError("the picture's name ends in .png")
    return Path(text)


def _size(text: str) -> tuple[int, int]:
    width, cross, height = text.lower().partition("x")
    if not (cross and width.isdecimal() and height.isdecimal()):
        raise argparse.ArgumentTypeError("a size is width x height in pixels, such as 1280x960")
    size = int(width), int(height)
    if not all(1 <= side <= MOST_PIXELS for side in size):
        raise argparse.ArgumentTypeError(f"each side is 1 to {MOST_PIXELS} pixels")
    return size


def _version() -> str:
    try:
        return version("pantin")
    except PackageNotFoundError:
        return "from a checkout"
