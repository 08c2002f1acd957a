"""Constraints that give their owner what another bone has."""

from __future__ import annotations

from typing import Annotated

from pantin.rigs.constraints.acting import ALL_AXES, NO_AXES, SPACES, Between, Look, Mix
from pantin.rigs.fields import AxisSwitches, BoneName, Weight, field
from pantin.rigs.messages import _


class Copy(Between, frozen=True, omit_defaults=True, forbid_unknown_fields=True, kw_only=True):
    """What the Copy constraints share."""

    target: Annotated[BoneName | None, field("Target", "The bone that is copied.", refers_to="bone")] = None


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
    """The owner takes the target's rotation. Single axes are read as Euler angles, X first."""

    look = Look(
        _("Copy rotation"),
        "copy",
        "t2",
        _("Turns as the target turns."),
        ("target", "axes", "influence"),
        (*SPACES, "invert", "mix"),
    )

    axes: Annotated[AxisSwitches, field("Axes", "Which Euler angles are copied.")] = ALL_AXES
    invert: Annotated[AxisSwitches, field("Invert", "Which of the copied angles are mirrored.")] = NO_AXES
    mix: Annotated[Mix, field("Mix", "Replace the owner's rotation, add the angles, or turn before or after it.")] = (
        "replace"
    )


class CopyScale(Copy, frozen=True, omit_defaults=True, forbid_unknown_fields=True, tag="copy_scale"):
    """The owner takes the target's scale."""

    look = Look(_("Copy scale"), "copy", "t2", _("Grows as the target grows."), ("target", "axes", "influence"), SPACES)

    axes: Annotated[AxisSwitches, field("Axes", "Which axes are copied.")] = ALL_AXES


class CopyTransforms(Copy, frozen=True, omit_defaults=True, forbid_unknown_fields=True, tag="copy_transforms"):
    """The owner takes the target's position, rotation and scale."""

    look = Look(
        _("Copy transforms"), "copy", "t2", _("Does all that the target does."), ("target", "influence"), SPACES
    )
