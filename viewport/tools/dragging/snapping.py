"""Snapping of a joint that is drawn or moved: to another joint, the floor, the mirror plane, the grid.

Near is counted in pixels. What changes only the depth, the middle of the figure or of its mesh, comes before all but
joints. Places are (3,) in armature space, metres.
"""

from __future__ import annotations

from collections.abc import Collection

import msgspec
import numpy as np
from numpy.typing import NDArray

from pantin.rigs.document import End
from pantin.rigs.remembered import remembered
from pantin.viewport.figure.mannequin import mannequin
from pantin.viewport.figure.skin import Skin, skin_of
from pantin.viewport.messages import _
from pantin.viewport.picking.joints import REACH, joints
from pantin.viewport.picking.picking import nearness
from pantin.viewport.picking.skins import PosedSkin
from pantin.viewport.tools.dragging.events import Snap
from pantin.viewport.values.camera import Lens
from pantin.viewport.values.stage import Look

Array = NDArray[np.float64]

CELL = 0.1
"""Of the grid, metres."""

PLANES: dict[Snap, int] = {"floor": 2, "mirror": 0}
"""The axis that each of these planes stands on."""

NAMES: dict[Snap, str] = {
    "joints": _("joint"),
    "floor": _("floor"),
    "mirror": _("mirror plane"),
    "grid": _("grid"),
    "figure": _("middle of the figure"),
    "mesh": _("middle of the mesh"),
}
"""The words for each: "Snapped to floor"."""


class Snapped(msgspec.Struct, frozen=True, eq=False):
    """A place, and what it snapped to, in words; nothing where it is free."""

    place: Array
    to: str = ""


def snapped(
    look: Look,
    lens: Lens,
    pixel: tuple[float, float],
    free: Array,
    snaps: Collection[Snap],
    apart: frozenset[End] = frozenset(),
) -> Snapped:
    """Return the place of a joint that would go to `free` for the pointer at a pixel; joints with an end in `apart` do
    not count.
    """
    if "joints" in snaps:
        known = joints(look.document.rig)
        row = known.at(lens, *pixel, apart=apart, small=False)
        if row is not None:
            return Snapped(known.places[row], NAMES["joints"])
    place, found = free.copy(), list[str]()
    middle = _middle(look, lens, pixel) if "figure" in snaps else None
    if middle is not None:
        place, found = middle, [NAMES["figure"]]
    inside = _inside_mesh(look, lens, pixel, free) if "mesh" in snaps else None
    if inside is not None:
        place, found = inside, [NAMES["mesh"]]
    near = REACH * lens.pixel(place)
    if "grid" in snaps:
        place, found = np.round(place / CELL) * CELL, [NAMES["grid"]]
    for snap, axis in PLANES.items():
        if snap in snaps and abs(place[axis]) < near:
            place[axis] = 0.0
            found.append(NAMES[snap])
    return Snapped(place, _listed(found))


def _listed(names: list[str]) -> str:
    """Names one after the other: "joint", "floor and mirror plane"."""
    *others, last = names or [""]
    return _("{names} and {last}").format(names=", ".join(others), last=last) if others else last


def _middle(look: Look, lens: Lens, pixel: tuple[float, float]) -> Array | None:
    """Return the point where the line of sight is deepest inside the part of the figure that it meets first."""
    shapes = mannequin(look.document.rig).capsules.carried(np.asarray(look.evaluated.matrices))
    origin, direction = lens.ray(*pixel)
    distance, depth = nearness(shapes, origin, direction)
    met = np.flatnonzero((distance < shapes.radii) & (depth > lens.camera.near))
    if not len(met):
        return None
    return np.asarray(origin + direction * depth[met].min())


def _inside_mesh(look: Look, lens: Lens, pixel: tuple[float, float], free: Array) -> Array | None:
    """Return the middle of the mesh along the line of sight: of the part of it that the joint is in, or is nearest to.

    None where there is no mesh.
    """
    skin = skin_of(look.document.figure, look.characters)
    if skin is None:
        return None
    origin, direction = lens.ray(*pixel)
    spans = _posed(skin, look.evaluated.matrices).spans(origin, direction)
    depth = float((free - origin) @ direction)
    nearest = min(spans, key=lambda span: max(span[0] - depth, depth - span[1], 0.0), default=None)
    return None if nearest is None else np.asarray(origin + direction * (nearest[0] + nearest[1]) / 2)


@remembered()
def _posed(skin: Skin, matrices: Array) -> PosedSkin:
    return PosedSkin(skin, np.asarray(matrices))
