"""Curves of cases, as control bones and Spline IK."""

from __future__ import annotations

from typing import Any

import numpy as np

from pantin.rigs import Bone, SplineIk, Transform
from tests.oracle.words import XZ_SCALES, Y_SCALES, transform


def spline_of(i: int, c: dict[str, Any], extra: list[Bone], pose: dict[str, Transform]) -> SplineIk:
    """A chain on a curve: each point and each of its handles becomes a bone, scaled by the curve's radius.

    With a chain offset Blender takes the curve where its own object has it, not where that object is put.
    """
    names = []
    for p, point in enumerate(c["curve"]["points"]):
        for part in ("left", "co", "right"):
            place = np.array(point[part])
            if not c["use_chain_offset"]:
                w, *xyz = c["curve"]["quaternion"]
                place = _rotated(place, np.array(xyz), w) + c["curve"]["position"]
            names.append(f"{part} {p} of curve {i}")
            extra.append(Bone(name=names[-1], head=(0.0, 0.0, 0.0), tail=(0.0, 1.0, 0.0), kind="handle"))
            pose[names[-1]] = transform(place.tolist(), [1, 0, 0, 0], [point["radius"]] * 3)
    return SplineIk(
        owner=c["owner"],
        points=tuple(names),
        handles="free",
        resolution=c["curve"]["resolution"],
        chain_length=c["chain_count"],
        influence=c["influence"],
        y_scale=Y_SCALES[c["y_scale_mode"]],
        xz_scale=XZ_SCALES[c["xz_scale_mode"]],
        posed_scale=c["use_original_scale"],
        even=c["use_even_divisions"],
        offset=c["use_chain_offset"],
        radius=c["use_curve_radius"],
        bulge=c["bulge"],
        hold_thin=c["use_bulge_min"],
        thinnest=min(c["bulge_min"], 1.0),
        hold_thick=c["use_bulge_max"],
        thickest=c["bulge_max"],
        smooth=c["bulge_smooth"],
    )


def _rotated(v: Any, axis: Any, w: float) -> Any:
    """`v` turned by the unit quaternion (w, axis)."""
    across = 2.0 * np.cross(axis, v)
    return v + w * across + np.cross(axis, across)
