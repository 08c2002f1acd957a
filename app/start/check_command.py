"""`pantin check`: what may be typed, and saying all that is wrong with a rig, for people or as JSON."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pantin import rigs
from pantin.app.files.character_file import left_out_of
from pantin.app.messages import _, ngettext
from pantin.app.start import streams
from pantin.app.start.streams import STREAM, file_named
from pantin.rigs.document import Document

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pantin.rigs.problems import Problem


def add_parser(commands: Any) -> None:
    """Add the command to those of the program's parser."""
    check = commands.add_parser("check", help=_("say all that is wrong with a rig"))
    check.add_argument("file", type=file_named, metavar="FILE", help=_("a file to read, or - for standard input"))
    fix = _("mend what has an obvious fix, write the rig there, and say what is left")
    check.add_argument("--fix", type=file_named, metavar="OUT", help=fix)
    check.add_argument("--json", action="store_true", help=_("print the problems as JSON"))


def check(options: argparse.Namespace) -> int:
    """Print every problem, the worst first, in a line of its own. Return 1 where one is an error, or a part is damaged.

    Raises what reading raises. It takes the solver only where the rig asks for what no look at it tells.
    """
    read = streams.opened(options.file)
    report = " ".join(filter(None, (read.report, *left_out_of(read.document, options.file))))
    document = read.document if options.fix is None else _fixed(read.document, options.fix)
    file, found = streams.name_of(options.file), problems_by_figure(document)
    problems = [problem for _figure, problem in found]
    said = sys.stderr if options.fix is STREAM else sys.stdout
    errors = sum(problem.severity == "error" for problem in problems)
    if options.json:
        print(_as_json(file, document, found, report), file=said)
    else:
        for figure, problem in found:
            print(in_one_line(f"{file}: {figure}" if figure else file, problem), file=said)
        if not problems:
            print(_without_problems(file, document), file=said)
    if read.faults:
        print(f"pantin: {file}: {report}", file=sys.stderr)
    elif report and not options.json:
        print(f"{file}: {report}", file=said)
    if errors and not read.faults:
        print(f"pantin: {file}: {_counted(len(problems), errors)}", file=sys.stderr)
    return 1 if errors or read.faults else 0


def problems_by_figure(document: Document) -> list[tuple[str, Problem]]:
    """Return the problems of all figures, each behind the name of its figure; of an only one behind an empty name."""
    figures = document.scene.figures
    if len(figures) == 1:
        return [("", problem) for problem in problems_of_document(document)]
    return [(each.name, problem) for each in figures for problem in problems_of_document(document.editing(each.name))]


def problems_of_document(document: Document) -> Sequence[Problem]:
    """Return the problems of the figure that is edited, the worst first; those of its pose where it may have some."""
    from pantin.rigs.problems.between_figures import problems_in
    from pantin.rigs.problems.missed_poles import may_be_missed

    if not may_be_missed(document.figure):
        return problems_in(document)
    from pantin.app.scripting.documents import all_problems
    from pantin.solver import evaluate

    return all_problems(document, evaluate(document))


def as_values(problem: Problem) -> dict[str, Any]:
    """Return a problem as plain values."""
    return {
        "kind": problem.kind,
        "severity": problem.severity,
        "bones": list(problem.bones),
        "where": problem.where,
        "text": problem.text,
        **({"fix": problem.fix.text} if problem.fix else {}),
    }


def _as_json(file: str, document: Document, found: Sequence[tuple[str, Problem]], report: str) -> str:
    bones, constraints = _counts(document)
    whole = {
        "file": file,
        "bones": bones,
        "constraints": constraints,
        "problems": [{**({"figure": figure} if figure else {}), **as_values(problem)} for figure, problem in found],
        **({"left out": report} if report else {}),
    }
    return json.dumps(whole, indent=1, ensure_ascii=not streams.takes_unicode())


def _counted(problems: int, errors: int) -> str:
    """Return the number of problems, and how many of them are errors."""
    sentence = ngettext("{count} problem, {errors}.", "{count} problems, {errors}.", problems)
    words = ngettext("{count} of them an error", "{count} of them errors", errors).format(count=errors)
    return sentence.format(count=problems, errors=words)


def _counts(document: Document) -> tuple[int, int]:
    """Return how many bones and constraints all figures have."""
    drawn = [figure.rig for figure in document.scene.figures]
    return sum(len(rig.bones) for rig in drawn), sum(len(rig.constraints) for rig in drawn)


def _without_problems(file: str, document: Document) -> str:
    """Return what was counted in a file that has no problems."""
    bones, constraints = _counts(document)
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


def in_one_line(file: str, problem: Problem) -> str:
    """A problem in one line, with its fix."""
    if problem.fix is None:
        return f"{file}: {problem.where}: {problem.text}"
    sentence = _("{file}: {where}: {problem} Fix: {fix}.")
    return sentence.format(file=file, where=problem.where, problem=problem.text, fix=problem.fix.text)
