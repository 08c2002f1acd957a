"""The binding of a character's parts to the bones of a rig: one palette of matrices for all its skins and stiff parts.

With A the turn from the axes of the file, W(n) where node n rests in it, IBM the inverse bind matrix of a joint, R and
E a bone at rest and as it is posed, and c the nearest node at or above that is a bone, each joint of a skin has

    E(c) · R(c)⁻¹ · A · W(joint) · IBM

and a part without a skin the same without IBM. What hangs on no bone stays where it is in the file. A point is moved by
the mean of the matrices of its joints by its weights; the node that carries a skinned mesh does not count (glTF 2.0,
3.7.3). Where bones are edited at rest, R changes and meshes stay.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec
import numpy as np
from numpy.typing import NDArray

from pantin.rigs.meshes.character import Character
from pantin.rigs.remembered import remembered
from pantin.rigs.rest import rest_matrices
from pantin.rigs.rig import Rig
from pantin.rigs.source import Source
from pantin.rigs.source.worlds import rest_worlds

Floats = NDArray[np.float64]


class Binding(msgspec.Struct, frozen=True, eq=False):
    """Entries of a palette: those of each skin in the order of its joints, then one for each node with stiff parts."""

    rows: NDArray[np.intp]
    """(p,): the rows of the bones that move them; -1 where none does."""
    binds: Floats
    """(p, 4, 4): from the space of a mesh to the axes of the bone at rest, or to the armature space where none does."""
    firsts: tuple[int, ...]
    """For each part its first entry: that of the first joint of its skin, or its only one."""


@remembered("bones")
def binding(rig: Rig, source: Source | None, character: Character) -> Binding:
    """Return how the parts of a character hang on the bones of a rig that was read from the same file.

    Without a `source`, or where it is of another file, nothing moves.
    """
    worlds, bones = character.worlds, np.full(len(character.worlds), -1)
    if source is not None and len(source.nodes) == len(worlds):
        worlds, bones = rest_worlds(source), _bones_of_nodes(rig, source)
    nodes, binds, firsts = _entries(character)
    placed = character.turn @ worlds[nodes] @ binds
    rows = bones[nodes].astype(np.intp)
    held = rows >= 0
    if held.any():
        placed[held] = np.linalg.inv(rest_matrices(rig.bones))[rows[held]] @ placed[held]
    return Binding(rows, placed, firsts)


def palette(binding: Binding, matrices: Floats) -> Floats:
    """Compute the matrices (p, 3, 4) that move points of meshes to the armature space, from those of posed bones
    (n, 4, 4).
    """
    if not len(matrices):
        return binding.binds[:, :3]
    found = matrices[binding.rows, :3] @ binding.binds
    return np.where((binding.rows >= 0)[:, None, None], found, binding.binds[:, :3])


def _entries(character: Character) -> tuple[Sequence[int], Floats, tuple[int, ...]]:
    """Return the node and the inverse bind matrix (p, 4, 4) of each entry, and the first entry of each part."""
    nodes = [joint for skin in character.skins for joint in skin.joints]
    starts = np.cumsum([0, *(len(skin.joints) for skin in character.skins)]).tolist()
    stiff: dict[int, int] = {}
    for part in character.parts:
        if part.skin is None:
            stiff.setdefault(part.node, len(nodes) + len(stiff))
    binds = [skin.inverse_binds for skin in character.skins] + [np.eye(4)[None]] * len(stiff)
    firsts = tuple(stiff[part.node] if part.skin is None else starts[part.skin] for part in character.parts)
    return [*nodes, *stiff], np.concatenate([*binds, np.empty((0, 4, 4))]), firsts


def _bones_of_nodes(rig: Rig, source: Source) -> NDArray[np.intp]:
    """Return the row of the bone (n) that is the node, or the nearest above it; -1 where there is none."""
    rows: Mapping[str, int] = rig.rows
    found: dict[int, int] = {}
    for index in range(len(source.nodes)):
        path: list[int] = []
        at: int | None = index
        row = -1
        while at is not None:
            if at in found:
                row = found[at]
                break
            path.append(at)
            bone = source.nodes[at].bone
            if bone is not None and bone in rows:
                row = rows[bone]
                break
            at = source.nodes[at].parent
        found.update(dict.fromkeys(path, row))
    return np.array([found[index] for index in range(len(source.nodes))], np.intp)
