"""The skin of a figure: the mesh of its character, and the palette that poses it beside the wooden figure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec
import numpy as np
from numpy.typing import NDArray

from pantin.rigs.figure import Figure
from pantin.rigs.meshes.binding import Binding, binding, palette
from pantin.rigs.meshes.character import Character
from pantin.rigs.meshes.expressions import materials_of, weights_of
from pantin.rigs.meshes.materials import Material
from pantin.rigs.meshes.posed_points import weights_in_file
from pantin.rigs.remembered import remembered
from pantin.rigs.rig import Rig
from pantin.rigs.source import Source
from pantin.viewport.figure.morphing import added_up
from pantin.viewport.values.loaded_character import Characters, LoadedCharacter, boxes_around, loaded_of
from pantin.viewport.values.mesh import Levels, Weighted, corners

Floats = NDArray[np.float64]
Floats32 = NDArray[np.float32]


class Skin(msgspec.Struct, frozen=True, eq=False):
    """The skin of one figure: its mesh, whose joints are rows of the palette, what carries these, and its face."""

    mesh: Levels
    bound: Binding
    character: Character
    expressions: Mapping[str, float]
    """Values by name, as the figure is posed."""
    hidden: frozenset[int]
    """The parts that are not shown, by their places among those of the character."""
    boxes: Floats
    """(n, 2, 3): the boxes of the mesh, around what each row of the palette moves of the parts that are shown."""
    reweighted: Weighted | None = None
    """Influences on the vertices in place of those of the mesh."""

    @property
    def weighted(self) -> Weighted:
        """Return what moves the vertices."""
        mesh = self.mesh.full
        if self.reweighted is not None:
            return self.reweighted
        return Weighted(mesh.joints, np.ones(mesh.joints.shape, np.float32) if mesh.weights is None else mesh.weights)

    def around(self, matrices: Floats, bones: Sequence[int] | None = None) -> Floats:
        """Return points (n, 3) around what the bones carry, posed by their matrices (n, 4, 4), armature space.

        Those of these rows alone, where they are said.
        """
        boxes = self.boxes
        drawn = ~np.isnan(boxes[:, 0, 0])
        if bones is not None:
            drawn[len(matrices) :] &= np.isin(self.bound.rows, bones)
        return corners(boxes[drawn], with_skin(self, matrices)[drawn]).reshape(-1, 3)


def skin_of(figure: Figure, characters: Characters) -> Skin | None:
    """Return the skin of a figure; None where it has none, or where its file has not been read yet."""
    loaded = loaded_of(figure, characters)
    if loaded is None or not loaded.character.parts:
        return None
    return _skin(figure.rig, figure.source, loaded, figure.pose.expressions, figure.hidden_parts)


@remembered("bones")
def _skin(
    rig: Rig,
    source: Source | None,
    loaded: LoadedCharacter,
    expressions: Mapping[str, float],
    hidden_nodes: tuple[int, ...],
) -> Skin:
    mesh, character = loaded.mesh(len(rig.bones)), loaded.character
    hidden, boxes = _shown(mesh, character, hidden_nodes)
    painted, bones = loaded.weights, np.int32(len(rig.bones))
    reweighted = None if painted is None else Weighted(painted.entries + bones, painted.weights)
    return Skin(mesh, binding(rig, source, character), character, expressions, hidden, boxes, reweighted)


@remembered()
def _shown(mesh: Levels, character: Character, hidden_nodes: tuple[int, ...]) -> tuple[frozenset[int], Floats]:
    """Return the parts that are hidden, and the boxes of the mesh without them."""
    hidden = frozenset(row for row, part in enumerate(character.parts) if part.node in hidden_nodes)
    return hidden, boxes_around(character, mesh.full, hidden) if hidden else mesh.full.boxes


def with_skin(skin: Skin, matrices: Floats) -> Floats:
    """Return the matrices (n + p, 4, 4) of bones posed by `matrices` (n, 4, 4), armature space, and of their skin."""
    found = np.zeros((len(matrices) + len(skin.bound.rows), 4, 4))
    found[: len(matrices)] = matrices
    found[len(matrices) :, :3] = palette(skin.bound, matrices)
    found[len(matrices) :, 3, 3] = 1.0
    return found


@remembered()
def materials_of_parts(skin: Skin) -> Mapping[int, Material]:
    """Return the materials of the parts that expressions change, by the numbers of these."""
    changed = materials_of(skin.character, skin.expressions)
    return {
        row: changed[part.material]
        for row, part in enumerate(skin.character.parts)
        if part.material is not None and part.material in changed
    }


@remembered()
def morphs_of(skin: Skin) -> tuple[Floats32, Floats32] | None:
    """Return positions and normals (v, 3) of the mesh as its morph targets move it; None where nothing is morphed."""
    mesh, file = skin.mesh.full, weights_in_file(skin.character.morphs)
    weights = {**file, **weights_of(skin.character, skin.expressions)}
    return added_up(skin.character, mesh.positions, mesh.normals, weights)
