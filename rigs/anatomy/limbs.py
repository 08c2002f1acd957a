"""The arms and legs of a body, by the limbs that it has been given and by the names of its bones."""

from __future__ import annotations

from collections.abc import Iterable

from pantin.rigs.anatomy.by_place import parts_of
from pantin.rigs.anatomy.parts import ARM, LEG, Part
from pantin.rigs.rig import Rig
from pantin.rigs.tree.traversal import ancestors, with_descendants

SEVERAL = 2
"""An arm by itself is no body: pulling it should not move what it stands on."""

FIRST: tuple[Part, ...] = (ARM[1], LEG[0])
OF_A_LIMB: frozenset[Part] = frozenset((*ARM[1:], *LEG[:-1], "hock", "twist"))
"""From upper arm to hand and from thigh to foot; clavicle, fingers and toes are posed by themselves."""


def has_limbs(rig: Rig) -> bool:
    """Return whether several arms or legs hang on one body."""
    if sum(limb.kind == "limb" for limb in rig.limbs) >= SEVERAL:
        return True
    return sum(part in ("upper_arm", "thigh") for part in parts_of(rig).values()) >= SEVERAL


def whole_limbs(rig: Rig, names: Iterable[str]) -> frozenset[str]:
    """All bones of the arms and legs that these bones are parts of, from upper arm to hand and from thigh to foot."""
    parts = parts_of(rig)
    found = set[str]()
    for name in names:
        above = (name, *ancestors(rig, name)) if parts.get(name) in OF_A_LIMB else ()
        firsts = [each for each in above if parts.get(each) in FIRST]
        found.update(each for each in with_descendants(rig, firsts[-1:]) if parts.get(each) in OF_A_LIMB)
    return frozenset(found)
