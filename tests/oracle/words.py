"""What cases say in Blender's words, in Pantin's."""

from __future__ import annotations

from typing import Any

from pantin.rigs import Transform

SPACES = {
    "POSE": "pose",
    "WORLD": "pose",
    "LOCAL": "local",
    "LOCAL_WITH_PARENT": "local_with_parent",
    "LOCAL_OWNER_ORIENT": "local_owner",
    "CUSTOM": "custom",
}
Y_SCALES = {"FIT_CURVE": "fit", "NONE": "rest", "BONE_ORIGINAL": "posed"}
XZ_SCALES = {"NONE": "none", "BONE_ORIGINAL": "posed", "INVERSE_PRESERVE": "inverse", "VOLUME_PRESERVE": "volume"}
SIDES = {"LIMITDIST_INSIDE": "inside", "LIMITDIST_OUTSIDE": "outside", "LIMITDIST_ONSURFACE": "surface"}
_BEHIND = {"LOCATION": "", "ROTATION": "_rot", "SCALE": "_scale"}


def transform(location: list[float], wxyz: list[float], scale: list[float]) -> Transform:
    """Return how a bone is posed."""
    w, x, y, z = wxyz
    return Transform(location=tuple(location), rotation=(x, y, z, w), scale=tuple(scale))


def mix_of(c: dict[str, Any]) -> str:
    """Return how a copy is mixed in. What Blender calls before and after in Copy Transforms is the aligned way."""
    mix = str(c.get("mix_mode", "REPLACE")).lower()
    return f"{mix}_aligned" if c["type"] == "COPY_TRANSFORMS" and mix in ("before", "after") else mix


def order_of(name: str | None) -> str:
    """An order of Euler angles; a bone posed by a quaternion has X first."""
    return "xyz" if name in (None, "AUTO") else str(name).lower()


def bounds_of(c: dict[str, Any], end: str) -> tuple[float | None, ...]:
    """One end of a limit on each axis, where it is switched on."""
    return tuple(c[f"{end}_{a}"] if c.get(f"use_limit_{a}") or c.get(f"use_{end}_{a}") else None for a in "xyz")


def mapping_of(c: dict[str, Any]) -> dict[str, Any]:
    """The ranges of a Transformation. "Multiply" is what going on from a scale means."""
    if c["type"] != "TRANSFORM":
        return {}
    read, write = c["map_from"], c["map_to"]
    found: dict[str, Any] = {f"{a}_follows": c[f"map_to_{a}_from"].lower() for a in "xyz"}
    for end, word in (("min", "from"), ("max", "to")):
        found[f"read_{read.lower()}_{word}"] = tuple(c[f"from_{end}_{a}{_BEHIND[read]}"] for a in "xyz")
        found[f"write_{write.lower()}_{word}"] = tuple(c[f"to_{end}_{a}{_BEHIND[write]}"] for a in "xyz")
    mix = c[f"mix_mode{_BEHIND[write]}"].replace("MULTIPLY", "ADD").lower()
    return found | {
        "read": read.lower(),
        "write": write.lower(),
        "mix": mix,
        "extrapolate": c["use_motion_extrapolate"],
        "read_as": order_of(c.get("from_rotation_mode")),
        "euler_order": order_of(c.get("to_euler_order")),
    }
