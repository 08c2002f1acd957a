"""How each kind of constraint appears: title, icon, one line of help, and which of its fields a card shows.

A card shows the usual fields; the rare ones are behind More unless they were changed. A new
kind of constraint is one line of `LOOKS`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import msgspec

from pantin.rigs.constraints import (
    Constraint,
    CopyLocation,
    CopyRotation,
    CopyScale,
    CopyTransforms,
    DampedTrack,
    Distance,
    Ik,
    LimitDistance,
    LimitLocation,
    LimitRotation,
    LimitScale,
    Transformation,
)
from pantin.rigs.fields import fields_of
from pantin.rigs.solvers import SOLVERS
from pantin.widgets.controls.switch import Switch
from pantin.widgets.forms.editor import MakeEditor, editor_of
from pantin.widgets.forms.field_editors import blend_editor
from pantin.widgets.forms.solver_choice import solver_choice
from pantin.widgets.numbers.blend_slider import BlendSlider
from pantin.widgets.values.quantity import quantity_of

CHANNELS = ("location", "rotation", "scale")


def _no_reasons(_constraint: Any) -> dict[str, str]:
    return {}


def _nothing(_constraint: Any) -> frozenset[str]:
    return frozenset()


def _ik_reasons(ik: Ik) -> dict[str, str]:
    found = {}
    if ik.pole is None:
        found["pole_angle"] = "Choose a pole first."
    if not ik.rotation:
        found |= dict.fromkeys(("rotation_weight", "rotation_axes", "rotation_decay"), "Turn on Rotation first.")
    if all(ik.position_axes):
        found["axes_of"] = "All position axes are held, so it does not matter whose they are."
    if not ik.stretch:
        found["keep_volume"] = "Turn on Stretch first."
    return found


def _ik_ignored(ik: Ik) -> frozenset[str]:
    """The fields that its solver ignores. A rotation that is on is shown, so that it can be turned off."""
    solver = SOLVERS[ik.solver]
    turning = {"rotation", "rotation_weight"} if not solver.turns and not ik.rotation else ()
    return solver.ignores.union(turning)


def _other_channels(transformation: Transformation) -> frozenset[str]:
    """The ranges of the channels that are neither read nor written."""
    used = {"read": transformation.read, "write": transformation.write}
    return frozenset(
        f"{way}_{channel}_{end}"
        for way in used
        for channel in CHANNELS
        for end in ("from", "to")
        if channel != used[way]
    )


@dataclass(frozen=True, slots=True)
class Look:
    """A kind of constraint: its name, icon and colour, what it does, its fields in their order.

    `rare` fields follow behind More. `begins` draws a line above it in the menu of what can be added.
    """

    title: str
    icon: str
    token: str
    help: str
    usual: tuple[str, ...]
    rare: tuple[str, ...] = ()
    begins: bool = False
    reasons: Callable[[Any], Mapping[str, str]] = _no_reasons
    """The fields of a constraint that have no effect now, each with the reason."""
    left_out: Callable[[Any], frozenset[str]] = _nothing
    """The fields of a constraint that do not apply to its present settings and are not shown."""

    @property
    def order(self) -> tuple[str, ...]:
        """All fields."""
        return (*self.usual, *self.rare)


SPACES = ("owner_space", "target_space")
_READ = ("read", *(f"read_{channel}_{end}" for channel in CHANNELS for end in ("from", "to")))
_WRITE = ("write", *(f"write_{channel}_{end}" for channel in CHANNELS for end in ("from", "to")))
_LIMIT = ("lower", "upper", "influence")

LOOKS: dict[type[msgspec.Struct], Look] = {
    Ik: Look(
        "IK",
        "ik",
        "handle",
        "A chain reaches for the target.",
        ("target", "pole", "pole_angle", "chain_length", "blend", "rotation"),
        (
            "solver",
            "blend_by",
            "stretch",
            "keep_volume",
            "soft_reach",
            "weight",
            "position_axes",
            "rotation_weight",
            "rotation_axes",
            "axes_of",
            "rotation_decay",
            "planar",
            "start",
            "iterations",
            "tolerance",
            "use_tail",
        ),
        reasons=_ik_reasons,
        left_out=_ik_ignored,
    ),
    Distance: Look(
        "Distance",
        "ik",
        "handle",
        "A chain keeps its end near the target, or away.",
        ("target", "keep", "radius", "chain_length", "blend"),
        ("weight", "iterations", "use_tail"),
    ),
    CopyLocation: Look(
        "Copy location",
        "copy",
        "t2",
        "Goes where the target goes.",
        ("target", "axes", "influence"),
        (*SPACES, "invert", "offset", "head_tail"),
        True,
    ),
    CopyRotation: Look(
        "Copy rotation",
        "copy",
        "t2",
        "Turns as the target turns.",
        ("target", "axes", "influence"),
        (*SPACES, "invert", "mix"),
    ),
    CopyScale: Look("Copy scale", "copy", "t2", "Grows as the target grows.", ("target", "axes", "influence"), SPACES),
    CopyTransforms: Look(
        "Copy transforms", "copy", "t2", "Does all that the target does.", ("target", "influence"), SPACES
    ),
    DampedTrack: Look(
        "Damped track",
        "track",
        "t2",
        "Points at the target.",
        ("target", "axis", "influence"),
        ("head_tail",),
        True,
    ),
    Transformation: Look(
        "Transformation",
        "transformation",
        "t2",
        "Makes one movement of the target into another.",
        ("target", *_READ, *_WRITE, "influence"),
        ("extrapolate", "x_follows", "y_follows", "z_follows", "mix", *SPACES),
        left_out=_other_channels,
    ),
    LimitLocation: Look(
        "Limit location", "limit-location", "t2", "Stays within a box.", _LIMIT, ("owner_space",), True
    ),
    LimitRotation: Look("Limit rotation", "limit", "t2", "Turns only so far.", _LIMIT, ("owner_space",)),
    LimitScale: Look("Limit scale", "limit-scale", "t2", "Grows only so far.", _LIMIT, ("owner_space",)),
    LimitDistance: Look(
        "Limit distance",
        "limit-distance",
        "t2",
        "Stays so far from the target.",
        ("target", "keep", "radius", "influence"),
        ("head_tail", *SPACES),
    ),
}

EDITORS: dict[str, MakeEditor] = {
    "blend": lambda field, bones: blend_editor(BlendSlider(quantity_of(field))),
    "rotation": lambda field, bones: editor_of(Switch("Held by the target")),
    "solver": lambda field, bones: editor_of(solver_choice(SOLVERS)),
}
"""Fields that have an editor of their own on a card."""


def folded_away(constraint: Constraint) -> frozenset[str]:
    """The rare fields of `constraint` that nobody has changed."""
    rare = LOOKS[type(constraint)].rare
    declared = {field.name: field.default for field in fields_of(type(constraint))}
    return frozenset(name for name in rare if getattr(constraint, name) == declared[name])
