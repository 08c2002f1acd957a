"""Weights of a mesh as a table."""

from __future__ import annotations

import numpy as np

from pantin.rigs import Rig
from pantin.rigs.meshes.character import Character
from pantin.rigs.meshes.weighting.characters import weights_of
from tests.rigs.meshes.weighting.solids import Mesh3, character


def weights(mesh: Mesh3, figure: Rig, most: int = 4) -> np.ndarray:
    """The weights (v, bones) of the vertices of a mesh, in their order."""
    return of(character(mesh), figure, most)


def of(made: Character, figure: Rig, most: int = 4) -> np.ndarray:
    """The weights (v, bones) of a character of one part."""
    (found,) = weights_of(made, figure, most)
    values = found.weights
    assert np.isfinite(values).all() and (values >= 0.0).all()
    np.testing.assert_allclose(values.sum(axis=1), 1.0, atol=1e-6)
    whole = np.zeros((len(values), len(figure.bones)))
    for column in range(values.shape[1]):
        np.add.at(whole, (np.arange(len(values)), found.bones[:, column]), values[:, column])
    return whole
