"""The rests of bones beside those at which the mesh of their figure was bound to them."""

from __future__ import annotations

from collections.abc import Mapping
from math import dist

from pantin.rigs.figure import Figure
from pantin.rigs.remembered import remembered
from pantin.rigs.rig import Bone
from pantin.rigs.source import Source

NEAR = 0.004
"""Parts of the size of the skeleton by which a joint may be off: fitting bends straight limbs by so little."""


def bones_of_nodes(source: Source) -> dict[int, str]:
    """Return the bones that nodes of a file became, by the places of these."""
    return {number: node.bone for number, node in enumerate(source.nodes) if node.bone is not None}


def moved_since_bound(figure: Figure) -> frozenset[str]:
    """Return the bones that rest elsewhere than when the mesh was bound to them, or were drawn since.

    None where the figure has no skin, and where its rest pose is as the file has it.
    """
    if figure.source is None or not figure.source.skins:
        return frozenset()
    return _moved(figure.rig.bones, figure.source)


@remembered()
def _moved(bones: tuple[Bone, ...], source: Source) -> frozenset[str]:
    joints = {joint for skin in source.skins for joint in skin.joints}
    nodes: Mapping[str, int] = {bone: number for number, bone in bones_of_nodes(source).items()}
    own = [bone for bone in bones if bone.kind == "bone"]
    ends = [end for bone in own for end in (bone.head, bone.tail)]
    size = max((max(row) - min(row) for row in zip(*ends, strict=True)), default=0.0)
    found = set()
    for bone in own:
        number = nodes.get(bone.name)
        if number is None:
            found.add(bone.name)
        elif number in joints:
            node = source.nodes[number]
            if dist(bone.head, node.head) > NEAR * size or dist(bone.tail, node.tail) > NEAR * size:
                found.add(bone.name)
    return frozenset(found)
