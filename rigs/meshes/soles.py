"""The soles of a figure's feet, measured on its mesh at rest: what touches the floor, however a foot is tilted.

Bones of feet end at ankle, ball and tip; heels, shoes and paws are in the mesh alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from pantin.rigs.anatomy.by_place import parts_of
from pantin.rigs.fields import Vector3
from pantin.rigs.fitting.recognition import feet_by_shape
from pantin.rigs.meshes.binding import Binding, binding, palette
from pantin.rigs.meshes.character import Character, Part
from pantin.rigs.meshes.posed_points import posed
from pantin.rigs.rest import rest_matrices
from pantin.rigs.rig import Rig
from pantin.rigs.source import Source
from pantin.rigs.tree.traversal import ancestors
from pantin.rigs.vectors import three

FEET = ("foot", "toe", "paw")
"""The parts of a body that stand on the floor, with the bones on them."""

TILTS = ((0.0, 1), (30.0, 8), (60.0, 12))
"""Degrees from straight down, and how many directions around: the lowest points that way are on the sole. Between the
directions a tilted foot is lower than its points by a cosine of 15°: 3 % of its width at most."""

DIGITS = 6
"""Decimals of the points, metres: a micrometre."""


def soles_of(rig: Rig, source: Source | None, character: Character) -> dict[str, tuple[Vector3, ...]]:
    """Return the points of the soles, armature space at rest, by the bones of feet and toes that carry them.

    Empty where the rig has no feet, or its mesh nothing that mostly they carry.
    """
    feet = _feet(rig)
    if not feet or not character.parts:
        return {}
    bound = binding(rig, source, character)
    rests = palette(bound, rest_matrices(rig.bones))
    rows = {rig.rows[name] for name in feet}
    found: dict[int, list[NDArray[np.float64]]] = {}
    for part, first in zip(character.parts, bound.firsts, strict=True):
        for row, points in _carried(part, bound, first, rests, rows):
            found.setdefault(row, []).append(points)
    return {rig.bones[row].name: tuple(_lowest(np.concatenate(found[row]))) for row in sorted(found)}


def _feet(rig: Rig) -> set[str]:
    """Return feet, toes and paws, and the bones on them: as parts that are known, by names, or else by the shape."""
    known = {each.bone for each in rig.parts if each.part.partition(".")[0] in FEET and each.bone}
    found = known | {name for name, part in parts_of(rig).items() if part in FEET}
    found = found or set(feet_by_shape(rig))
    return {bone.name for bone in rig.bones if bone.name in found or not found.isdisjoint(ancestors(rig, bone.name))}


def _carried(
    part: Part, bound: Binding, first: int, rests: NDArray[np.float64], rows: set[int]
) -> Iterator[tuple[int, NDArray[np.float64]]]:
    """Yield the rows of bones with the points (k, 3) of a part that each of them carries most of."""
    used = np.zeros(len(part.positions), bool)
    used[part.triangles.ravel()] = True
    if part.joints is None or part.weights is None:
        owners = np.full(len(part.positions), bound.rows[first])
    else:
        places = np.arange(len(part.positions)), part.weights.argmax(axis=1)
        owners = bound.rows[first + part.joints[places].astype(np.intp)]
    chosen = np.flatnonzero(used & np.isin(owners, list(rows)))
    if not len(chosen):
        return
    some = replace(
        part,
        positions=part.positions[chosen],
        normals=part.normals[chosen],
        joints=None if part.joints is None else part.joints[chosen],
        weights=None if part.weights is None else part.weights[chosen],
        targets=None,
    )
    points = posed(some, rests[first:], ()).positions
    for row in np.unique(owners[chosen]).tolist():
        yield row, points[owners[chosen] == row]


def _lowest(points: NDArray[np.float64]) -> Iterable[Vector3]:
    """Yield the points (k, 3) that are the lowest of all, or would be with the floor tilted, each once."""
    ways = []
    for tilt, count in TILTS:
        around = 2 * np.pi * np.arange(count) / count
        aside, down = np.sin(np.radians(tilt)), np.cos(np.radians(tilt))
        ways.append(np.stack([aside * np.cos(around), aside * np.sin(around), np.full(count, -down)], axis=1))
    lowest = np.unique((points @ np.concatenate(ways).T).argmax(axis=0))
    for point in points[lowest]:
        yield three(np.round(point, DIGITS))
