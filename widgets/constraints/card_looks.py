"""How each kind of constraint appears on its card and in the menu of what can be added.

A kind declares beside its fields what it is called and which fields are set every day (`rigs.constraints`). The others
are behind More, except where they were changed.
"""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from pantin.rigs.constraints import KINDS, Constraint
from pantin.rigs.constraints.acting import Look
from pantin.rigs.fields import fields_of
from pantin.rigs.solvers import SOLVERS
from pantin.widgets.controls.switch import Switch
from pantin.widgets.forms.editor import MakeEditor, editor_of
from pantin.widgets.forms.field_editors import slider_editor
from pantin.widgets.forms.solver_choice import solver_choice
from pantin.widgets.messages import _
from pantin.widgets.numbers.blend_slider import BlendSlider
from pantin.widgets.values.quantity import quantity_of

HEAD = ("enabled",)
"""Fields that stand in the head of every card."""


def look_of(kind: type[Constraint]) -> Look:
    """How a kind is shown: fields that its look does not name are behind More, and those that say nothing left out."""

    def left_out(constraint: Constraint) -> frozenset[str]:
        return kind.look.left_out(constraint) | constraint.unused

    others = (field.name for field in fields_of(kind) if field.name not in (*HEAD, *kind.look.order))
    return replace(kind.look, rare=(*kind.look.rare, *others), left_out=left_out)


LOOKS: dict[type[msgspec.Struct], Look] = {kind: look_of(kind) for kind in KINDS}
"""How each kind is shown, in the order of the menu."""

EDITORS: dict[str, MakeEditor] = {
    "blend": lambda field, bones: slider_editor(BlendSlider(quantity_of(field))),
    "rotation": lambda field, bones: editor_of(Switch(_("Held by the target"))),
    "solver": lambda field, bones: editor_of(solver_choice(SOLVERS)),
}
"""Fields that have an editor of their own on a card."""


def folded_away(constraint: Constraint) -> frozenset[str]:
    """The rare fields of `constraint` that nobody has changed."""
    rare = LOOKS[type(constraint)].rare
    declared = {field.name: field.default for field in fields_of(type(constraint))}
    return frozenset(name for name in rare if getattr(constraint, name) == declared[name])
