"""How each kind of constraint appears: title, icon, one line of help, and which of its fields a card shows.

A card shows what is set every day; the rest is behind More, except where it was changed: that is always seen.
"""

from __future__ import annotations

from dataclasses import dataclass

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

    @property
    def order(self) -> tuple[str, ...]:
        """All fields."""
        return (*self.usual, *self.rare)


CHANNELS = ("location", "rotation", "scale")
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
