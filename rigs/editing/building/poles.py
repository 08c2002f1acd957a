"""Poles after bones were taken out of a chain, or put in: none is left behind the joint that it bends."""

from __future__ import annotations

from pantin.rigs.document import Document
from pantin.rigs.problems.bend_sides import poles_behind
from pantin.rigs.problems.problem import with_changes
from pantin.rigs.rig import Rig


def poles_before_bends(before: Rig, document: Document) -> Document:
    """Move each pole to the side to which its chain is bent at rest, where an edit of `before` left it behind that.

    The leg of an animal without its thigh bends the other way; its pole would turn it over. Poles that were behind
    before the edit stay there: they are known by their names, because the edit may give the chain another owner.
    """
    known = {problem.bones[0] for problem in poles_behind(before)}
    for problem in poles_behind(document.rig):
        if problem.bones[0] not in known and problem.fix is not None:
            document = document.with_rig(with_changes(document.rig, problem.fix.changes))
    return document
