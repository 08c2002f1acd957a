"""Constraints that give their owner what another bone has."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

from pantin.rigs.constraints.acting import ALL_AXES, NO_AXES, SPACES, Between, Look, Mix, Order
from pantin.rigs.fields import AnyBone, AxisSwitches, Weight, field
from pantin.rigs.messages import _

TransformsMix = Literal[
    "replace", "before_full", "before_aligned", "before_split", "after_full", "after_aligned", "after_split"
]


class Copy(Between, frozen=True, omit_defaults=True, forbid_unknown_fields=True, kw_only=True):
    """The fields that the Copy constraints share."""

    target: Annotated[AnyBone | None, field("Target", "The bone that is copied.", refers_to="bone")] = None


class CopyLocation(Copy, frozen=True, omit_defaults=True, forbid_unknown_fields=True, tag="copy_location"):
    """The owner takes the target's position."""

    look = Look(
        _("Copy location"),
        "copy",
        "t2",
        _("Goes where the target goes."),
        ("target", "axes", "influence"),
        (*SPACES, "invert", "offset", "head_tail"),
        True,
    )

    axes: Annotated[AxisSwitches, field("Axes", "Which axes are copied.")] = ALL_AXES
    invert: Annotated[AxisSwitches, field("Invert", "Which of the copied axes are mirrored.")] = NO_AXES
    offset: Annotated[bool, field("Offset", "Add the owner's own position to the copy.")] = False
    head_tail: Annotated[Weight, field("Head to tail", "The copied point: 0 is the target's head, 1 its tail.")] = 0.0

    @property
    def moves_only(self) -> bool:
        """Always."""
        return True


class CopyRotation(Copy, frozen=True, omit_defaults=True, forbid_unknown_fields=True, tag="copy_rotation"):
    """The owner takes the target's rotation. Single axes are read as Euler angles."""

    look = Look(
        _("Copy rotation"),
        "copy",
        "t2",
        _("Turns as the target turns."),
        ("target", "axes", "influence"),
        (*SPACES, "invert", "mix", "euler_order"),
    )

    axes: Annotated[AxisSwitches, field("Axes", "Which Euler angles are copied.")] = ALL_AXES
    invert: Annotated[AxisSwitches, field("Invert", "Which of the copied angles are mirrored.")] = NO_AXES
    mix: Annotated[Mix, field("Mix", "Replace the owner's rotation, add the angles, or turn before or after it.")] = (
        "replace"
    )
    euler_order: Order = "xyz"

    @property
    def turns_only(self) -> bool:
        """Always."""
        return True


def _scale_reasons(copy: CopyScale) -> Mapping[str, str]:
    return {} if copy.offset else {"additive": _("Turn on Offset first.")}


class CopyScale(Copy, frozen=True, omit_defaults=True, forbid_unknown_fields=True, tag="copy_scale"):
    """The owner takes the target's scale."""

    look = Look(
        _("Copy scale"),
        "copy",
        "t2",
        _("Grows as the target grows."),
        ("target", "axes", "influence"),
        (*SPACES, "power", "uniform", "offset", "additive"),
        reasons=_scale_reasons,
    )

    axes: Annotated[AxisSwitches, field("Axes", "Which axes are copied.")] = ALL_AXES
    power: Annotated[
        float,
        field(
            "Power",
            "The copied size to this power: 0.5 is the root, -1 shrinks what grows.",
            step=0.01,
            ge=-100.0,
            le=100.0,
        ),
    ] = 1.0
    uniform: Annotated[
        bool, field("Uniform", "Grow evenly, by the cube root of what the copied axes make together.")
    ] = False
    offset: Annotated[bool, field("Offset", "Multiply the copy with the owner's own size.")] = False
    additive: Annotated[
        bool, field("Additive", "Add what the copy and the own size are beyond 1, instead of multiplying them.")
    ] = False


class CopyTransforms(Copy, frozen=True, omit_defaults=True, forbid_unknown_fields=True, tag="copy_transforms"):
    """The owner takes the target's position, rotation and scale."""

    look = Look(
        _("Copy transforms"),
        "copy",
        "t2",
        _("Does all that the target does."),
        ("target", "mix", "influence"),
        (*SPACES, "remove_target_shear", "head_tail"),
    )

    mix: Annotated[
        TransformsMix,
        field(
            "Mix",
            "Replace what the owner has, or put the target's before or after it: fully, as a parent would; with "
            "rotations and sizes apart, so that nothing grows oblique; or with the positions apart as well.",
        ),
    ] = "replace"
    remove_target_shear: Annotated[
        bool, field("Remove shear", "Make the target's axes stand at right angles before they are copied.")
    ] = False
    head_tail: Annotated[
        Weight, field("Head to tail", "The copied position: 0 is that of the target's head, 1 that of its tail.")
    ] = 0.0
