"""Bodies made of capsules around bones: where each joint is, is known."""

from __future__ import annotations

from collections.abc import Iterable
from math import cos, pi, sin, tau
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from pantin.rigs.formats.converted.content import Content, Node, Primitive
from pantin.rigs.formats.converted.content import Mesh as MeshOfFile
from pantin.rigs.formats.converted.glb import glb_of

Floats = NDArray[np.float64]
Ints = NDArray[np.intp]
Mesh = tuple[Floats, Ints]

UP = np.array([0.0, 0.0, 0.005])
AROUND, ROUND = 14, 5
"""Corners around a capsule, and rings of each of its ends."""

LEFT: dict[str, tuple[float, float, float]] = {
    "upper_arm": (0.18, 0.0, 1.44),
    "forearm": (0.46, 0.0, 1.44),
    "hand": (0.72, 0.0, 1.44),
    "thigh": (0.09, 0.0, 0.93),
    "shin": (0.095, -0.01, 0.51),
    "foot": (0.10, 0.02, 0.09),
    "toe": (0.10, -0.09, 0.03),
}
MIDDLE: dict[str, tuple[float, float, float]] = {
    "hips": (0.0, 0.0, 0.95),
    "spine": (0.0, 0.0, 1.06),
    "chest": (0.0, 0.0, 1.18),
    "neck": (0.0, 0.0, 1.48),
    "head": (0.0, 0.0, 1.56),
}
FINGERS = {"thumb": (-0.055, 0.035, 0.05), "index": (-0.04, 0.09, 0.08), "middle": (-0.012, 0.095, 0.09)}
FINGERS |= {"ring": (0.016, 0.09, 0.08), "little": (0.042, 0.08, 0.06)}
"""Aside of the hand and along it, where a finger begins to be seen, and how long it is seen."""


def capsule(one: Iterable[float], other: Iterable[float], radius: float) -> Mesh:
    """Return the surface of all that is nearer to a line than its radius."""
    begin, end = np.array(tuple(one), float), np.array(tuple(other), float)
    along = end - begin
    length = float(np.linalg.norm(along))
    along = along / length if length else np.array([0.0, 0.0, 1.0])
    aside = np.cross(along, [1.0, 0.0, 0.0] if abs(along[0]) < 0.9 else [0.0, 1.0, 0.0])
    aside /= np.linalg.norm(aside)
    third = np.cross(along, aside)
    points = [begin - along * radius]
    for centre, first, last in ((begin, -pi / 2, 0.0), (end, 0.0, pi / 2)):
        steps = range(1, ROUND + 1) if last == 0.0 else range(ROUND)
        for step in steps:
            tilt = first + (last - first) * step / ROUND
            ring = radius * cos(tilt)
            for corner in range(AROUND):
                turn = tau * corner / AROUND
                points.append(centre + along * radius * sin(tilt) + ring * (aside * cos(turn) + third * sin(turn)))
    points.append(end + along * radius)
    return np.array(points), _triangles(2 * ROUND, len(points))


def _triangles(rings: int, count: int) -> Ints:
    found = []
    for corner in range(AROUND):
        other = (corner + 1) % AROUND
        found.append((0, 1 + other, 1 + corner))
        last = 1 + (rings - 1) * AROUND
        found.append((count - 1, last + corner, last + other))
        for ring in range(rings - 1):
            low, high = 1 + ring * AROUND, 1 + (ring + 1) * AROUND
            found.append((low + corner, low + other, high + other))
            found.append((low + corner, high + other, high + corner))
    return np.array(found, np.intp)


def joined(meshes: Iterable[Mesh]) -> Mesh:
    """Return several meshes as one."""
    points, triangles, count = [], [], 0
    for own, corners in meshes:
        points.append(own)
        triangles.append(corners + count)
        count += len(own)
    return np.concatenate(points), np.concatenate(triangles)


def person(drop: float = 0.0, raised: float | None = None, fingers: bool = True) -> tuple[Mesh, dict[str, Floats]]:
    """Return a person of 1.75 m in a T-pose, and its joints; arms hang by `drop` radians.

    With `raised` the left arm is lifted by so much instead. It looks along -Y.
    """
    joints = {name: np.array(place) for name, place in MIDDLE.items()}
    pieces = [
        capsule((-0.06, 0.0, 0.98), (-0.06, 0.0, 1.36), 0.10),
        capsule((0.06, 0.0, 0.98), (0.06, 0.0, 1.36), 0.10),
        capsule((-0.14, 0.0, 1.43), (0.14, 0.0, 1.43), 0.065),
        capsule((0.0, 0.0, 1.40), (0.0, 0.0, 1.60), 0.05),
        capsule((0.0, -0.02, 1.63), (0.0, -0.01, 1.65), 0.10),
    ]
    for side, sign in (("L", 1.0), ("R", -1.0)):
        tilt = raised if raised is not None and side == "L" else -drop
        joints |= _limbs(side, sign, tilt)
        pieces += _pieces(joints, side, sign, tilt, fingers)
    return joined(pieces), joints


def _limbs(side: str, sign: float, tilt: float) -> dict[str, Floats]:
    shoulder = np.array(LEFT["upper_arm"])
    found = {}
    for name, place in LEFT.items():
        point = np.array(place)
        if name in ("forearm", "hand"):
            point = shoulder + _turned(point - shoulder, tilt)
        found[f"{name}.{side}"] = point * (sign, 1.0, 1.0)
    return found


def _turned(way: Floats, tilt: float) -> Floats:
    x, y, z = way
    return np.array([x * cos(tilt) - z * sin(tilt), y, x * sin(tilt) + z * cos(tilt)])


def _pieces(joints: dict[str, Floats], side: str, sign: float, tilt: float, fingers: bool) -> list[Mesh]:
    at = {name.partition(".")[0]: point for name, point in joints.items() if name.endswith(side)}
    along = _turned(np.array([1.0, 0.0, 0.0]), tilt) * (sign, 1.0, 1.0)
    tip = at["toe"] + (0.0, -0.06, 0.0)
    made = [
        capsule(at["upper_arm"], at["forearm"], 0.048),
        capsule(at["forearm"], at["hand"], 0.036),
        capsule(at["thigh"], at["shin"], 0.07),
        capsule(at["shin"], at["foot"], 0.048),
        capsule(at["foot"] * (1.0, 1.0, 0.0) + (0.0, 0.02, 0.04), tip + UP, 0.035),
    ]
    palm = at["hand"] + along * 0.045
    points, triangles = capsule(palm, palm + along * 0.035, 0.018)
    made.append(((points - palm) * (1.0, 2.6, 1.0) + palm, triangles))
    if fingers:
        for aside, ahead, length in FINGERS.values():
            begin = at["hand"] + along * ahead + (0.0, aside, 0.0)
            way = along * length + ((0.0, -0.04, 0.0) if length == 0.05 else (0.0, 0.0, 0.0))
            made.append(capsule(begin - along * 0.02, begin + way, 0.009))
    return made


def turned(mesh: Mesh, joints: dict[str, Floats], degrees: float, size: float = 1.0) -> tuple[Mesh, dict[str, Floats]]:
    """Return a mesh and its joints turned about the vertical, and scaled."""
    turn = np.radians(degrees)
    axes = size * np.array([[cos(turn), -sin(turn), 0.0], [sin(turn), cos(turn), 0.0], [0.0, 0.0, 1.0]])
    return (mesh[0] @ axes.T, mesh[1]), {name: axes @ point for name, point in joints.items()}


def written(path: Path, mesh: Mesh, size: float = 1.0) -> Path:
    """Write a mesh, Z up, as a binary glTF file with one node, which is scaled back from its own unit."""
    points, triangles = mesh
    y_up = np.stack([points[:, 0], points[:, 2], -points[:, 1]], axis=1) / size
    primitive = Primitive(y_up.astype(np.float32), triangles.astype(np.uint32))
    node = Node("Body", scale=(size, size, size), mesh=0)
    path.write_bytes(glb_of(Content(nodes=[node], meshes=[MeshOfFile("Body", (primitive,))])))
    return path
