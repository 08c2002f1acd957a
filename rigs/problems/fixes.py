"""Mending what `rigs.problems` finds: one problem, or all that can be mended without asking.

A fix is what its problem says, fields and their new values. It is taken back where it would leave the rig worse, so
that mending everything always comes to an end.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from pantin.rigs.document import Document
from pantin.rigs.messages import _
from pantin.rigs.problems.between_figures import problems_in
from pantin.rigs.problems.problem import Problem, with_changes


def fixed(document: Document, problem: Problem) -> Document:
    """The document without that problem. Raises ValueError where it has no fix, or is not there any more."""
    if problem.fix is None:
        raise ValueError(_("Nobody can say for you how to mend this: {problem}").format(problem=problem.text))
    if problem not in problems_in(document):
        raise ValueError(_("That problem is gone already; nothing was changed."))
    if problem.fix.renames:
        document = _renamed(document, dict(problem.fix.renames))
    if not problem.fix.changes:
        return document
    return document.with_rig(with_changes(document.rig, problem.fix.changes))


def _renamed(document: Document, names: Mapping[str, str]) -> Document:
    """The document with bones renamed, all at once, wherever they are named."""
    followed = document.renaming(names)
    bones = tuple(msgspec.structs.replace(bone, name=names.get(bone.name, bone.name)) for bone in followed.rig.bones)
    return followed.with_rig(msgspec.structs.replace(followed.rig, bones=bones))


def all_fixed(document: Document) -> Document:
    """The document after every fix that helps, the worst problems first."""
    while True:
        before = _worth(document)
        better = next(
            (
                tried
                for problem in problems_in(document)
                if problem.fix and _worth(tried := fixed(document, problem)) < before
            ),
            None,
        )
        if better is None:
            return document
        document = better


def _worth(document: Document) -> tuple[int, int]:
    """Return the badness of a document: errors count before everything else.

    Each step of `all_fixed` makes this less. Each step of `all_fixed` makes this less.
    """
    found = problems_in(document)
    return sum(problem.severity == "error" for problem in found), len(found)
