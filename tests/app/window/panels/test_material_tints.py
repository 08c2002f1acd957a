"""Swatches of parts have the colour of their pictures where the parts lie on them."""

from __future__ import annotations

import numpy as np
import pytest

from pantin.app.window.panels.material_tints import tints_of
from pantin.rigs.meshes.character import Character, Part
from pantin.rigs.meshes.materials import Material, Picture, Texture
from pantin.viewport.values.loaded_character import LoadedCharacter
from pantin.viewport.values.pictures import Pictures

RED, BLUE = (0, 0, 255, 255), (255, 0, 0, 255)
"""Texels, blue first."""


def part(material: int, *uvs: tuple[float, float]) -> Part:
    points = np.zeros((len(uvs), 3), np.float32)
    triangles = np.zeros((0, 3), np.uint32)
    return Part(
        0,
        0,
        "",
        None,
        points,
        points,
        (np.array(uvs, np.float32).reshape(-1, 2),),
        None,
        None,
        None,
        triangles,
        material,
    )


def loaded(*parts: Part, textures: tuple[Texture | None, ...]) -> LoadedCharacter:
    """Return a character whose one picture is red at its left and blue at its right."""
    materials = tuple(Material(base_texture=texture) for texture in textures)
    encoded = (Picture("halves", b""),)
    found = Character("digest", parts, (), np.eye(4)[None], np.eye(4), materials, encoded)
    return LoadedCharacter(found, Pictures(encoded))


def with_picture(character: LoadedCharacter) -> LoadedCharacter:
    texels = np.empty((128, 128, 4), np.uint8)
    texels[:, :64], texels[:, 64:] = RED, BLUE
    character.pictures.put(0, texels)
    return character


def test_materials_that_share_a_picture_have_their_own_parts_of_it() -> None:
    face, body = part(0, (0.1, 0.1), (0.4, 0.9)), part(1, (0.6, 0.2), (0.9, 0.8), (1.7, -0.2))
    made = loaded(face, body, textures=(Texture(0), Texture(0), None))
    assert tints_of(made) == (None, None, None), "nothing is decoded yet"
    assert tints_of(with_picture(made)) == (
        pytest.approx((1.0, 0.0, 0.0)),
        pytest.approx((0.0, 0.0, 1.0)),
        None,
    )


def test_a_picture_that_is_moved_or_scaled_is_looked_at_there() -> None:
    moved, scaled = Texture(0, offset=(0.5, 0.0)), Texture(0, scale=(0.5, 1.0))
    made = with_picture(loaded(part(0, (0.1, 0.5)), part(1, (0.9, 0.5)), textures=(moved, scaled)))
    assert tints_of(made) == (pytest.approx((0.0, 0.0, 1.0)), pytest.approx((1.0, 0.0, 0.0)))


@pytest.mark.parametrize("uvs", [(), ((np.nan, 0.5), (np.inf, 0.5))])
def test_without_coordinates_it_is_the_mean_of_the_whole(uvs: tuple[tuple[float, float], ...]) -> None:
    made = with_picture(loaded(part(0, *uvs), textures=(Texture(0),)))
    assert tints_of(made) == (pytest.approx((0.5, 0.0, 0.5), abs=0.01),)
    assert tints_of(None) == ()
