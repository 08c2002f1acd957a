"""Joints of bones in the rest pose, for hit-testing: the points where bones meet or end, each once with its ends."""

from __future__ import annotations

import msgspec
import numpy as np
from numpy.typing import NDArray

from pantin.rigs.document import End
from pantin.rigs.editing.building.ends import joint
from pantin.rigs.remembered import remembered
from pantin.rigs.rig import Rig
from pantin.viewport.scene.rig_arrays import rig_arrays
from pantin.viewport.values.camera import Lens

Array = NDArray[np.float64]

REACH = 8.0
"""Distance from the pointer at which a joint is hit, pixels."""

SHARE = 0.3
"""Of a bone that is short on the screen a joint takes no more than this part, so that the bone can be grabbed too."""


SAME = 2.0
"""Pixels by which a joint may be farther from the pointer than the nearest one and still lie on it: of these the one in
front is hit."""


class Joints(msgspec.Struct, frozen=True, eq=False):
    """All joints that can be hit: places (n, 3), armature space, and the bone ends at each."""

    places: Array
    ends: tuple[tuple[End, ...], ...]
    others: Array
    """The other end of the bone that a joint is named after (n, 3)."""

    def seen(self, lens: Lens) -> Array:
        """Their places on the screen (n, 2), pixels; NaN behind the camera."""
        seen = lens.project(self.places)
        return np.asarray(np.where(seen[:, 2:] > lens.camera.near, seen[:, :2], np.nan))

    def at(self, lens: Lens, x: float, y: float, apart: frozenset[End] = frozenset(), small: bool = True) -> int | None:
        """The row of the joint under a pixel, the nearest within reach except those `apart`; None without one.

        Of joints that lie on each other on the screen it is the one in front. With `small`, joints of short bones give
        way to the bones.
        """
        if not len(self.ends):
            return None
        seen = self.seen(lens)
        away = np.nan_to_num(np.hypot(*(seen - (x, y)).T), nan=np.inf)
        reach = np.full(len(away), REACH)
        if small:
            lengths = np.hypot(*(lens.project(self.others)[:, :2] - seen).T)
            reach = np.minimum(REACH, np.maximum(SHARE * np.nan_to_num(lengths, nan=np.inf), 3.0))
        away[away > reach] = np.inf
        farther = away > away.min() + SAME
        depth = lens.project(self.places)[:, 2]
        for row in np.lexsort((np.where(farther, away, depth), farther)):
            if not np.isfinite(away[row]):
                return None
            if apart.isdisjoint(self.ends[row]):
                return int(row)
        return None


@remembered("bones", "collections")
def joints(rig: Rig) -> Joints:
    """The joints of selectable body bones. In the rest pose bones with shapes are drawn as bones, and count too."""
    places, ends, others = [], [], []
    for bone in (rig.bones[row] for row in rig_arrays(rig, bare=True).body):
        if not bone.selectable:
            continue
        loose = not (bone.connected and bone.parent in rig.by_name)
        for end in (End(bone.name, "tail"), *((End(bone.name, "head"),) if loose else ())):
            places.append(getattr(bone, end.end))
            others.append(bone.head if end.end == "tail" else bone.tail)
            ends.append(joint(rig, end))
    return Joints(np.array(places, dtype=np.float64).reshape(-1, 3), tuple(ends), np.array(others).reshape(-1, 3))
