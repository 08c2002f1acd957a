"""The mesh of a character as its file has it: what a skeleton is placed in."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pantin.rigs.figure import Figure
from pantin.rigs.meshes.binding import binding, palette
from pantin.rigs.meshes.character import Character
from pantin.rigs.meshes.posed_points import points
from pantin.rigs.rig import Rig


class Mesh(NamedTuple):
    """Triangles in armature space."""

    points: NDArray[np.float64]
    """(p, 3)."""
    triangles: NDArray[np.intp]
    """(t, 3)."""


def mesh_of(figure: Figure, character: Character) -> Mesh:
    """Return the mesh of a figure as its file has it, stood up where the figure is, without the parts that it hides."""
    bound = binding(Rig(), figure.source, character)
    posed = points(character, bound, palette(bound, np.empty((0, 4, 4))))
    found, corners, count = [np.empty((0, 3))], [np.empty((0, 3), np.intp)], 0
    for part, at in zip(character.parts, posed, strict=True):
        if part.node in figure.hidden_parts:
            continue
        found.append(at.positions)
        corners.append(part.triangles.astype(np.intp) + count)
        count += len(at.positions)
    return Mesh(np.concatenate(found), np.concatenate(corners))


def has_no_skin(character: Character) -> bool:
    """Return whether a character has a mesh, and no skin that moves any of it."""
    return bool(character.parts) and all(part.skin is None for part in character.parts)
