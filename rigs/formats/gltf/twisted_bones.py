"""Bones of a file that twist along their length: what carries them and what hangs at their end, as each skin has it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from pantin.rigs.formats.gltf.node_tree import to_armature
from pantin.rigs.meshes.twisting.twists import Twist
from pantin.rigs.motion.transform_arrays import Floats
from pantin.rigs.source import Source

MOST_IN_A_GAP = 0.25
"""The part of the twist between vertices that have none between them: of 170° so much leaves 87 % of a section."""

AT_TAIL = 0.75
"""The place along a bone from which on nodes hang at its end; what begins nearer to its head lies along it."""


class TwistedBone(NamedTuple):
    """A bone of a file that gets twist bones."""

    node: int
    head: Floats
    """(3,): armature space, as the file was read; so is the tail."""
    tail: Floats
    bones: int
    """The number of twist bones that it gets."""

    @property
    def most(self) -> float:
        """The part of its twist that may lie between the ends of an edge.

        Between two twist bones no vertex is turned better than they are: a loop for each is enough.
        """
        return max(MOST_IN_A_GAP, 1.0 / (self.bones - 1))


def twist_of(source: Source, worlds: Floats, bone: TwistedBone, skin: int, binds: Floats) -> Twist | None:
    """Return a bone as a skin has it, by its inverse bind matrices (k, 4, 4); None where it is no joint of that.

    `worlds` (n, 4, 4) is where the nodes of the file rest.
    """
    joints, turn, way = source.skins[skin].joints, to_armature(source), bone.tail - bone.head
    if bone.node not in joints:
        return None
    at = (worlds[:, :3, 3] @ turn[:3, :3].T + turn[:3, 3] - bone.head) @ way / (way @ way)
    before, place = _carriers(source, bone.node, joints), joints.index(bone.node)
    after = {node for node in joints if _hangs_at_end(source, bone.node, at, node)}
    return Twist(
        joint=place,
        before=np.array([k for k, node in enumerate(joints) if node in before], np.int64),
        after=np.array([k for k, node in enumerate(joints) if node in after], np.int64),
        stand=turn @ worlds[bone.node] @ binds[place],
        head=bone.head,
        way=way,
    )


def _carriers(source: Source, bone: int, joints: Sequence[int]) -> set[int]:
    """Return the nearest joint above a bone, with the joints on it that carry nothing: those help it along."""
    carrier = next((node for node in _chain(source, bone) if node != bone and node in joints), None)
    if carrier is None:
        return set()
    parents = {node.parent for node in source.nodes}
    beside = {node for node, each in enumerate(source.nodes) if each.parent == carrier and node not in parents}
    return {carrier} | (beside - {bone})


def _hangs_at_end(source: Source, bone: int, at: Floats, node: int) -> bool:
    """Return whether a node is at the end of a bone, or below what is; nodes are `at` places along it."""
    path = list(_chain(source, node))
    return bone in path[1:] and any(at[each] > AT_TAIL for each in path[: path.index(bone)])


def _chain(source: Source, node: int) -> Iterator[int]:
    """Yield a node and those above it, the nearest first."""
    at: int | None = node
    while at is not None:
        yield at
        at = source.nodes[at].parent
