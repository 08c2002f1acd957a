"""The colours that materials have by their pictures, where the surface lies on them: for the swatches of parts."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from pantin.rigs.meshes.character import Character
from pantin.rigs.meshes.materials import Colour3, Texture
from pantin.viewport.values.loaded_character import LoadedCharacter

SAMPLED = 64
"""Texels of the longer side of the picture that is looked at."""
MOST = 1000
"""Points of a part at which it is looked at."""


def tints_of(loaded: LoadedCharacter | None) -> tuple[Colour3 | None, ...]:
    """Return the mean colour of the picture of each material of a character; None where it has none yet."""
    return () if loaded is None else _tints(loaded, loaded.pictures.version)


@lru_cache(maxsize=1)
def _tints(loaded: LoadedCharacter, _version: int) -> tuple[Colour3 | None, ...]:
    return tuple(_mean(loaded, place) for place in range(len(loaded.character.materials)))


def _mean(loaded: LoadedCharacter, place: int) -> Colour3 | None:
    """Return the mean colour where parts of a material lie on its picture; many share one with other materials."""
    texture = loaded.character.materials[place].base_texture
    texels = None if texture is None else loaded.pictures.at(texture.picture, SAMPLED)
    if texture is None or texels is None:
        return None
    at = _coordinates(loaded.character, place, texture)
    high, wide = texels.shape[:2]
    columns, rows = (np.floor(at * (wide, high)) % (wide, high)).astype(np.intp).T
    seen = texels[rows, columns] if len(at) else texels.reshape(-1, 4)
    blue, green, red, _alpha = (seen.mean(axis=0) / 255.0).tolist()
    return red, green, blue


def _coordinates(character: Character, place: int, texture: Texture) -> NDArray[np.float64]:
    """Return where on its picture (n, 2) parts of a material lie, from the upper left corner, 1 for its size.

    A picture that is turned is looked at as if it were not.
    """
    found = [np.empty((0, 2))]
    scale, offset = np.array(texture.scale), np.array(texture.offset)
    for part in character.parts:
        if part.material == place and texture.uv_set < len(part.uvs):
            uvs = part.uvs[texture.uv_set]
            uvs = uvs[:: max(len(uvs) // MOST, 1)].astype(np.float64)
            found.append(uvs * scale + offset)
    at = np.concatenate(found)
    return at[np.isfinite(at).all(axis=1)]
