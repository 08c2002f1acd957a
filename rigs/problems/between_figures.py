"""Problems between the figures of a scene: bones that do not exist, figures that refer to each other in a circle."""

from __future__ import annotations

from collections.abc import Iterator

from pantin.rigs.constraints import Constraint
from pantin.rigs.document import Document
from pantin.rigs.fields import BoneRef, Field, fields_of
from pantin.rigs.figure_order import order_of_figures, path_between
from pantin.rigs.messages import _
from pantin.rigs.problems.findings import problems_of
from pantin.rigs.problems.problem import Change, Fix, Problem
from pantin.rigs.scene import has_bone
from pantin.rigs.translation import inside
from pantin.rigs.wording import bone_in_words, listed, quoted


def problems_in(document: Document) -> tuple[Problem, ...]:
    """Return all problems of the figure that is edited: those of its rig, and those that it has with other figures."""
    found = problems_of(document.rig)
    if not document.rig.names_others:
        return found
    return (*_missing(document), *_circles(document), *found)


def _named(document: Document) -> Iterator[tuple[int, Constraint, Field, BoneRef]]:
    """Yield the bones of other figures that constraints name, with the place of the constraint and the field."""
    for index, constraint in enumerate(document.rig.constraints):
        if constraint.of_others:
            for declared in fields_of(type(constraint)):
                named = getattr(constraint, declared.name)
                if isinstance(named, BoneRef):
                    yield index, constraint, declared, named


def _missing(document: Document) -> Iterator[Problem]:
    """Yield a problem for each bone of another figure that is not there. The constraint rests meanwhile."""
    for index, constraint, declared, named in _named(document):
        if has_bone(document.scene, named):
            continue
        text = _("The constraint on {owner} has {bone} as its {field}, which the scene lacks.").format(
            owner=quoted(constraint.owner), bone=quoted(bone_in_words(named)), field=inside(declared.title)
        )
        where = f"$.constraints[{index}].{declared.name}"
        yield Problem("missing_bone", "error", (constraint.owner,), text, where, _cleared(index, declared))


def _circles(document: Document) -> Iterator[Problem]:
    """Yield a problem for each constraint of the figure that is left out because figures refer to each other."""
    order, name = order_of_figures(document.scene), document.active_figure
    posed_before = order.looked_at(document.figure)
    there = {figure.name for figure in document.scene.figures}
    for index, constraint, declared, named in _named(document):
        if not constraint.enabled or named.figure in posed_before or named.figure not in there:
            continue
        circle = next((found for found in order.circles if name in found and named.figure in found), None)
        names = circle or (name, *(path_between(document.scene, named.figure, name)[:-1] or (named.figure,)))
        text = _(
            "The figures {figures} look at each other in a circle, so the constraint on {owner} that looks at "
            "{bone} is left out."
        ).format(figures=listed(names), owner=quoted(constraint.owner), bone=quoted(bone_in_words(named)))
        where = f"$.constraints[{index}].{declared.name}"
        yield Problem("cycle", "error", (constraint.owner,), text, where, _cleared(index, declared))


def _cleared(index: int, declared: Field) -> Fix:
    """Return the fix that names no bone in this field any more."""
    change = Change("constraints", index, declared.name, None)
    return Fix(_("Clear the {field}").format(field=inside(declared.title)), (change,))
