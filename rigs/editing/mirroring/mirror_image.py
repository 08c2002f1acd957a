"""The mirror image of what a rig is made of, across the plane between left and right (X = 0 of armature space).

A frame has a mirror image of the same handedness whose X axis points the other way. So lengths along Y and Z and turns
about X stay as they are; lengths along X and turns about Y and Z change their signs, and ranges of them their ends.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

import msgspec

from pantin.rigs.constraints import (
    Constraint,
    DampedTrack,
    Ik,
    LimitLocation,
    LimitRotation,
    Transformation,
)
from pantin.rigs.constraints.following import SignedAxis
from pantin.rigs.fields import AxisLimits, Quaternion, Range, Vector3
from pantin.rigs.rig import Bone, Joint, Transform

T = TypeVar("T", bound=msgspec.Struct)
Ends = tuple[float | None, float | None, float | None]

_ACROSS, _TURNS = (True, False, False), (False, True, True)
"""Which of X, Y and Z change their sign: in a place, and in angles."""


def mirrored_point(point: Vector3) -> Vector3:
    """A place or a direction seen in the mirror."""
    x, y, z = point
    return (0.0 - x, y, z)


def mirrored_bone(bone: Bone) -> Bone:
    """The bone at rest and its joint; it is called and carried as before."""
    return msgspec.structs.replace(
        bone,
        head=mirrored_point(bone.head),
        tail=mirrored_point(bone.tail),
        roll=0.0 - bone.roll,
        joint=mirrored_joint(bone.joint),
    )


def mirrored_joint(joint: Joint) -> Joint:
    """The same limits for a bone on the other side."""
    limit = mirrored_limits(joint.limit)
    return joint if limit == joint.limit else msgspec.structs.replace(joint, limit=limit)


def mirrored_limits(limits: AxisLimits) -> AxisLimits:
    """Bending is the same in the mirror, twist and sway go the other way."""
    bend, twist, sway = limits
    return bend, _turned_over(twist), _turned_over(sway)


def mirrored_transform(transform: Transform) -> Transform:
    """The same pose for a bone on the other side."""
    x, y, z, w = transform.rotation
    rotation: Quaternion = (x, 0.0 - y, 0.0 - z, w)
    return msgspec.structs.replace(transform, location=mirrored_point(transform.location), rotation=rotation)


def mirrored_constraint(constraint: Constraint) -> Constraint:
    """The constraint that does on the other side what this one does here; it names the same bones."""
    change = _CHANGES.get(type(constraint))
    return msgspec.structs.replace(constraint, **change(constraint)) if change else constraint


def _turned_over(limit: Range | None) -> Range | None:
    return None if limit is None else (0.0 - limit[1], 0.0 - limit[0])


def _ik(ik: Ik) -> dict[str, Any]:
    return {"pole_angle": 0.0 - ik.pole_angle}


def _track(track: DampedTrack) -> dict[str, Any]:
    opposite: dict[SignedAxis, SignedAxis] = {"x": "-x", "-x": "x"}
    return {"axis": opposite.get(track.axis, track.axis)}


def _box(limit: LimitLocation) -> dict[str, Any]:
    return _swapped(limit.lower, limit.upper, _ACROSS)


def _angles(limit: LimitRotation) -> dict[str, Any]:
    return _swapped(limit.lower, limit.upper, _TURNS)


def _ranges(transformation: Transformation) -> dict[str, Any]:
    signs = {"location": _ACROSS, "rotation": _TURNS}
    return {
        (name := f"{way}_{channel}_{end}"): _negated(getattr(transformation, name), which)
        for way in ("read", "write")
        for channel, which in signs.items()
        for end in ("from", "to")
    }


_CHANGES: Mapping[type[Constraint], Callable[[Any], dict[str, Any]]] = {
    Ik: _ik,
    DampedTrack: _track,
    LimitLocation: _box,
    LimitRotation: _angles,
    Transformation: _ranges,
}
"""The constraints with numbers that have a side; all others act on both sides alike."""


def _swapped(lower: Ends, upper: Ends, which: tuple[bool, bool, bool]) -> dict[str, Any]:
    """A range on each axis, turned round on those asked for."""
    negated = _negated(lower, which), _negated(upper, which)
    ends = zip(which, lower, upper, *negated, strict=True)
    turned = [
        (negated_upper, negated_lower) if turn else (low, up) for turn, low, up, negated_lower, negated_upper in ends
    ]
    return {"lower": tuple(low for low, _ in turned), "upper": tuple(up for _, up in turned)}


def _negated(values: Ends, which: tuple[bool, bool, bool]) -> Ends:
    x, y, z = (0.0 - value if turn and value is not None else value for value, turn in zip(values, which, strict=True))
    return (x, y, z)
