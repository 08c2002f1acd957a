"""Random constraints for Hypothesis, of any kind, with any settings that a rig may have; and the numbers in them."""

from __future__ import annotations

from functools import cache
from math import pi, sqrt
from typing import Any, get_args

import msgspec
from hypothesis import strategies as st

from pantin.rigs import (
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
    SplineIk,
    Transformation,
)
from pantin.rigs.constraints.acting import EulerOrder, Space, TargetSpace
from pantin.rigs.constraints.copies import TransformsMix
from pantin.rigs.constraints.curves import Handles, XzScale, YScale
from pantin.rigs.constraints.following import ReadAs
from pantin.rigs.fields import BoneRef
from pantin.rigs.solvers import SOLVERS

ELSEWHERE = 11
"""One of so many targets and poles is a bone of another figure, which is not there."""

PLACES = 840
"""Owners and targets are drawn as numbers below this, which every count of bones up to LONGEST divides."""


@cache
def numbers(lower: float, upper: float) -> st.SearchStrategy[float]:
    return st.floats(lower, upper, allow_nan=False)


@cache
def vectors(reach: float = 100.0) -> st.SearchStrategy[tuple[float, ...]]:
    return st.tuples(*[numbers(-reach, reach)] * 3)


@cache
def quaternions() -> st.SearchStrategy[tuple[float, ...]]:
    """Rotations: four numbers brought to length 1."""
    four = st.tuples(*[numbers(-1.0, 1.0)] * 4).filter(lambda parts: sum(part * part for part in parts) > 1e-3)
    return four.map(lambda parts: tuple(part / sqrt(sum(other * other for other in parts)) for part in parts))


def constraints(called: list[str], owners: list[str] | None = None) -> st.SearchStrategy[Any]:
    """Constraints among the bones `called` so, on those of `owners`, or on any.

    Some aim at a bone that is not there, or of another figure: a problem, yet a rig.
    """
    return among_places().map(lambda constraint: among(constraint, called, owners or called))


def among(constraint: Any, called: list[str], owners: list[str]) -> Any:
    """The constraint with names where numbers stood."""
    ends = [*called, "not a bone"]
    named: dict[str, Any] = {"owner": owners[constraint.owner % len(owners)]}
    for field in ("target", "pole", "space_bone"):
        place = getattr(constraint, field, None)
        if place is not None:
            elsewhere = field != "space_bone" and place % ELSEWHERE == 0
            named[field] = BoneRef("hand", "another figure") if elsewhere else ends[place % len(ends)]
    if isinstance(constraint, SplineIk):
        named["points"] = tuple(ends[place % len(ends)] for place in constraint.points)
    return msgspec.structs.replace(constraint, **named)


@cache
def among_places() -> st.SearchStrategy[Any]:
    """Constraints whose owner, target and pole are numbers: made once, whatever the bones are called."""
    aim = st.none() | st.integers(0, PLACES - 1)
    always: dict[str, Any] = {"owner": st.integers(0, PLACES - 1), "enabled": st.booleans()}
    owned = {**always, "target": aim}
    space, read_in = st.sampled_from(get_args(Space)), st.sampled_from(get_args(TargetSpace))
    spaces = {"owner_space": space, "target_space": read_in, "space_bone": aim}
    copied = {**owned, **spaces, "influence": numbers(0.0, 1.0)}
    limited = {**always, "owner_space": space, "space_bone": aim, "influence": numbers(0, 1)}
    return st.one_of(*_goals(owned, aim), *_copies(copied), curves(always), *looking(owned, copied), *limits(limited))


def _goals(owned: dict[str, Any], aim: st.SearchStrategy[Any]) -> tuple[st.SearchStrategy[Any], ...]:
    """Return what a chain is to reach."""
    axes = st.tuples(*[st.booleans()] * 3)
    shared = {
        **owned,
        "chain_length": st.integers(0, 5),
        "use_tail": st.booleans(),
        "weight": numbers(0.0, 1.0),
        "blend": numbers(0.0, 1.0),
    }
    ik = st.builds(
        Ik,
        **shared,
        pole=aim,
        pole_angle=numbers(-pi, pi),
        solver=st.sampled_from(list(SOLVERS)),
        start=st.sampled_from(["pose", "rest"]),
        planar=st.booleans(),
        tolerance=numbers(1e-9, 1e-2),
        iterations=st.integers(1, 200),
        stretch=st.booleans(),
        rotation=st.booleans(),
        rotation_weight=numbers(0.0, 1.0),
        soft_reach=numbers(0.0, 0.2),
        position_axes=axes,
        rotation_axes=axes,
        axes_of=st.sampled_from(["target", "bone"]),
        rotation_decay=numbers(0.0, 1.0),
        priority=st.sampled_from(("position", "balanced")),
        keep_volume=st.booleans(),
        blend_by=st.sampled_from(["bones", "line", "arc"]),
    )
    sides = st.sampled_from(["inside", "outside", "surface"])
    return ik, st.builds(Distance, **shared, keep=sides, radius=numbers(0.0, 5.0))


def _copies(copied: dict[str, Any]) -> tuple[st.SearchStrategy[Any], ...]:
    """Return what is taken over from a target."""
    axes, order = st.tuples(*[st.booleans()] * 3), st.sampled_from(get_args(EulerOrder))
    mix = st.sampled_from(["replace", "add", "before", "after"])
    size = {"power": numbers(-2.0, 2.0), "uniform": st.booleans(), "offset": st.booleans(), "additive": st.booleans()}
    both, whole = st.sampled_from(get_args(TransformsMix)), {"remove_target_shear": st.booleans()}
    return (
        st.builds(CopyLocation, **copied, axes=axes, invert=axes, offset=st.booleans(), head_tail=numbers(0, 1)),
        st.builds(CopyRotation, **copied, axes=axes, invert=axes, mix=mix, euler_order=order),
        st.builds(CopyScale, **copied, axes=axes, **size),
        st.builds(CopyTransforms, **copied, mix=both, **whole),
    )


def looking(owned: dict[str, Any], between: dict[str, Any]) -> tuple[st.SearchStrategy[Any], ...]:
    """Constraints that look at a target and copy nothing."""
    channel, letter = st.sampled_from(["location", "rotation", "scale"]), st.sampled_from(["x", "y", "z"])
    ends = {
        f"{way}_{name}_{end}": vectors(10.0)
        for way in ("read", "write")
        for name in ("location", "rotation", "scale")
        for end in ("from", "to")
    }
    axis = st.sampled_from(["x", "y", "z", "-x", "-y", "-z"])
    return (
        st.builds(DampedTrack, **owned, axis=axis, head_tail=numbers(0, 1), influence=numbers(0, 1)),
        st.builds(
            LimitDistance,
            **between,
            keep=st.sampled_from(["inside", "outside", "surface"]),
            radius=numbers(0, 100),
            head_tail=numbers(0, 1),
        ),
        st.builds(
            Transformation,
            **between,
            **ends,
            read=channel,
            write=channel,
            x_follows=letter,
            y_follows=letter,
            z_follows=letter,
            extrapolate=st.booleans(),
            mix=st.sampled_from(["replace", "add", "before", "after"]),
            read_as=st.sampled_from(get_args(ReadAs)),
            euler_order=st.sampled_from(get_args(EulerOrder)),
        ),
    )


def curves(owned: dict[str, Any]) -> st.SearchStrategy[Any]:
    """Chains on curves, some of them without points enough for one."""
    return st.builds(
        SplineIk,
        **owned,
        points=st.lists(st.integers(0, PLACES - 1), max_size=6).map(tuple),
        handles=st.sampled_from(get_args(Handles)),
        chain_length=st.integers(0, 5),
        y_scale=st.sampled_from(get_args(YScale)),
        xz_scale=st.sampled_from(get_args(XzScale)),
        posed_scale=st.booleans(),
        even=st.booleans(),
        offset=st.booleans(),
        radius=st.booleans(),
        bulge=numbers(0.0, 3.0),
        hold_thin=st.booleans(),
        thinnest=numbers(0.0, 1.0),
        hold_thick=st.booleans(),
        thickest=numbers(0.0, 3.0),
        smooth=numbers(0.0, 1.0),
        resolution=st.integers(1, 20),
        influence=numbers(0.0, 1.0),
    )


def limits(owned: dict[str, Any]) -> tuple[st.SearchStrategy[Any], ...]:
    """Limits without a target. Some are reversed: a problem, yet a rig."""

    def bounds(lower: float, upper: float) -> dict[str, Any]:
        end = st.none() | numbers(lower, upper)
        return {"lower": st.tuples(end, end, end), "upper": st.tuples(end, end, end)}

    return (
        st.builds(LimitLocation, **owned, **bounds(-100.0, 100.0)),
        st.builds(LimitRotation, **owned, **bounds(-2 * pi, 2 * pi), euler_order=st.sampled_from(get_args(EulerOrder))),
        st.builds(LimitScale, **owned, **bounds(0.0, 10.0)),
    )
