"""How each kind of constraint appears: title, icon, one line of help, and which of its fields a card shows.

A card shows what is set every day; the rest is behind More, except where it was changed: that is always seen.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import msgspec

from pantin.rigs.constraints import KINDS, Constraint, Ik, Transformation
from pantin.rigs.constraints.acting import Look
from pantin.rigs.constraints.following import CHANNELS
from pantin.rigs.fields import fields_of
from pantin.rigs.solvers import SOLVERS
from pantin.widgets.controls.switch import Switch
from pantin.widgets.forms.form import MakeEditor
from pantin.widgets.forms.solver_choice import solver_choice
from pantin.widgets.numbers.blend_slider import BlendSlider
from pantin.widgets.values.quantity import quantity_of

HEAD = ("enabled",)
"""Fields that stand in the head of every card."""


def look_of(kind: type[Constraint]) -> Look:
    """How a kind is shown, with the fields that its look does not name behind More."""
    others = (field.name for field in fields_of(kind) if field.name not in (*HEAD, *kind.look.order))
    return replace(kind.look, rare=(*kind.look.rare, *others))


LOOKS: Mapping[type[msgspec.Struct], Look] = {kind: look_of(kind) for kind in KINDS}
"""How each kind is shown, in the order of the menu: declared beside its fields in `rigs.constraints`."""

EDITORS: dict[str, MakeEditor] = {
    "blend": lambda field, bones: BlendSlider(quantity_of(field)),
    "rotation": lambda field, bones: Switch("Held by the target"),
    "solver": lambda field, bones: solver_choice(SOLVERS),
}
"""Fields that have an editor of their own on a card."""


def reasons(constraint: Constraint) -> dict[str, str]:
    """Which fields of `constraint` mean nothing now, and why."""
    found = {}
    if getattr(constraint, "pole", "") is None:
        found["pole_angle"] = "Choose a pole first."
    if getattr(constraint, "rotation", True) is False:
        found |= dict.fromkeys(("rotation_weight", "rotation_axes", "rotation_decay"), "Turn on Rotation first.")
    if isinstance(constraint, Ik) and all(constraint.position_axes):
        found["axes_of"] = "All position axes are held, so it does not matter whose they are."
    if getattr(constraint, "stretch", True) is False:
        found["keep_volume"] = "Turn on Stretch first."
    return found


def left_out(constraint: Constraint) -> frozenset[str]:
    """Which fields of `constraint` are about something else than what it does now, and so are not shown."""
    if isinstance(constraint, Ik):
        return _unheeded(constraint)
    if not isinstance(constraint, Transformation):
        return frozenset()
    used = {"read": constraint.read, "write": constraint.write}
    return frozenset(
        f"{way}_{channel}_{end}"
        for way in used
        for channel in CHANNELS
        for end in ("from", "to")
        if channel != used[way]
    )


def _unheeded(ik: Ik) -> frozenset[str]:
    """What means nothing to its solver. A rotation that is on is shown, to be turned off."""
    solver = SOLVERS[ik.solver]
    turning = {"rotation", "rotation_weight"} if not solver.turns and not ik.rotation else ()
    return solver.ignores.union(turning)


def folded_away(constraint: Constraint) -> frozenset[str]:
    """The rare fields of `constraint` that nobody has changed."""
    rare = LOOKS[type(constraint)].rare
    declared = {field.name: field.default for field in fields_of(type(constraint))}
    return frozenset(name for name in rare if getattr(constraint, name) == declared[name])
