"""Partners on the other side of the figure: by their names, else by where they rest."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from pantin.rigs.anatomy.names import opposite_among, stem_of
from pantin.rigs.remembered import remembered
from pantin.rigs.rest import Matrices, ends_of
from pantin.rigs.rig import Bone, Rig

ALIKE = 0.01
"""Bones are mirror images where their ends are no farther apart, in parts of the figure's size."""

MOST = 1000
"""Bones that are compared by their places. Figures with more of them than this tell sides by names."""


def partners_of(rig: Rig) -> Mapping[str, str]:
    """The partner of each bone that has one; each of the two is the other's."""
    return partners_among(rig.bones)


def on_the_left(rig: Rig) -> frozenset[str]:
    """The left one of every two partners, the figure's left: by their names, else by where they rest."""
    return frozenset(name for name, other in partners_of(rig).items() if _is_left(rig, name, other))


def _is_left(rig: Rig, name: str, other: str) -> bool:
    side = stem_of(name).side
    if side and side != stem_of(other).side:
        return side == "L"
    one, two = (rig.by_name[each] for each in (name, other))
    return one.head[0] + one.tail[0] > two.head[0] + two.tail[0]


@remembered()
def partners_among(bones: tuple[Bone, ...]) -> Mapping[str, str]:
    """The partner of each of the bones that has one, by name: `partners_of` without the rest of the rig."""
    known = {bone.name for bone in bones}
    opposite = {name: other for name in known if (other := opposite_among(name, known)) != name}
    found = {name: other for name, other in opposite.items() if opposite.get(other) == name}
    alone = tuple(bone for bone in bones if bone.name not in found)
    return {**found, **_by_place(alone, _size(bones))} if len(alone) <= MOST else found


def _by_place(bones: tuple[Bone, ...], size: float) -> Mapping[str, str]:
    """Partners among bones that are each the only one, of their kind, in the place of the other's mirror image."""
    found: dict[str, str] = {}
    for kind in ("bone", "handle", "pole"):
        alike = [bone for bone in bones if bone.kind == kind]
        if len(alike) > 1:
            near = _is_image(ends_of(alike), ALIKE * size)
            only = near.sum(axis=1) == 1
            for row in np.flatnonzero(only):
                other = int(np.argmax(near[row]))
                if other != row and only[other]:
                    found[alike[row].name] = alike[other].name
    return found


def _is_image(ends: Matrices, near: float) -> np.ndarray:
    """Return which bones with these ends (n, 2, 3) lie where the mirror images of which do (n, n)."""
    images = ends * (-1.0, 1.0, 1.0)
    apart = [np.abs(ends - image).max(axis=(1, 2)) for image in images]
    return np.asarray(np.array(apart) <= near)


def _size(bones: tuple[Bone, ...]) -> float:
    ends = ends_of(bones).reshape(-1, 3)
    return float(np.ptp(ends, axis=0).max()) if len(ends) else 0.0
