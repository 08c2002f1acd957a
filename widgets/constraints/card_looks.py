"""The look of each kind of constraint on its card and in the menu of what can be added.

A kind declares beside its fields what it is called and which fields are set every day (`rigs.constraints`). The others
are behind More, except where they were changed.
"""

from __future__ import annotations

from functools import cache

import msgspec
from msgspec.structs import replace

from pantin.rigs.constraints import KINDS, Constraint
from pantin.rigs.constraints.acting import Look
from pantin.rigs.fields import Field, fields_of
from pantin.rigs.solvers import SOLVERS
from pantin.widgets.controls.switch import Switch
from pantin.widgets.forms.field_editors import slider_editor
from pantin.widgets.forms.field_kinds import FIELD_KINDS
from pantin.widgets.forms.rows.editor import BonesByName, Editor, MakeEditor, editor_of
from pantin.widgets.forms.solver_choice import solver_choice
from pantin.widgets.messages import _
from pantin.widgets.numbers.blend_slider import BlendSlider
from pantin.widgets.values.quantity import quantity_of

HEAD = ("enabled",)
"""Fields that are in the head of every card."""


LOOKS: dict[type[msgspec.Struct], Look] = {kind: kind.look for kind in KINDS}
"""The look that each kind declares, in the order of the menu."""


def _rotation_editor(field: Field, bones: BonesByName) -> Editor:
    """The rotation of a goal is held or not; other kinds take over the turns about single axes."""
    if field.kind == "switch":
        return editor_of(Switch(_("Held by the target")))
    return FIELD_KINDS[field.kind].editor(field, bones)


EDITORS: dict[str, MakeEditor] = {
    "blend": lambda field, bones: slider_editor(BlendSlider(quantity_of(field))),
    "rotation": _rotation_editor,
    "solver": lambda field, bones: editor_of(solver_choice(SOLVERS)),
}
"""Fields that have an editor of their own on a card."""


@cache
def card_look(kind: type[msgspec.Struct]) -> Look:
    """Return the look of a kind's card: fields that its look does not name are behind More, unused ones left out."""
    look = LOOKS[kind]

    def left_out(constraint: Constraint) -> frozenset[str]:
        return look.left_out(constraint) | constraint.unused

    others = (field.name for field in fields_of(kind) if field.name not in (*HEAD, *look.order))
    return replace(look, rare=(*look.rare, *others), left_out=left_out)


def folded_away(constraint: Constraint) -> frozenset[str]:
    """The rare fields of `constraint` that nobody has changed."""
    rare = card_look(type(constraint)).rare
    declared = {field.name: field.default for field in fields_of(type(constraint))}
    return frozenset(name for name in rare if getattr(constraint, name) == declared[name])
