"""Opacity of FBX materials, by numbers and by pictures, is the alpha that another reader finds in what is made."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import trimesh
from numpy.typing import NDArray

from pantin import rigs
from tests.dialects.fbx import strip
from tests.rigs.formats.converted.painted import CUT, GREEN, SOFT, picture, pixels_of

pytestmark = pytest.mark.skipif(importlib.util.find_spec("ufbx") is None, reason="reads with ufbx")

COLOUR = '        P: "TransparentColor", "Color", "", "A",{0},{0},{0}\n'
FACTOR = '        P: "TransparencyFactor", "Number", "", "A",{}\n'
ALPHA = """
    Texture: 32, "Texture::alpha", "" {
        Type: "TextureVideoClip"
        RelativeFilename: "alpha.png"
    }
    AnimationStack: 40,"""


def opened(folder: Path, text: str, **pictures: NDArray[Any]) -> tuple[Any, tuple[str, ...]]:
    """Return the material as trimesh reads it, and what was told."""
    for name, pixels in pictures.items():
        (folder / f"{name}.png").write_bytes(picture(pixels))
    path = folder / "strip.fbx"
    path.write_text(text)
    told = rigs.opened(path)
    source = told.document.figure.source
    assert source is not None and source.file is not None
    (found,) = trimesh.load_scene(source.file.path, process=False).geometry.values()
    return found.visual.material, tuple(told.words)


def with_properties(text: str, properties: str, shading: str = "lambert") -> str:
    text = text.replace('ShadingModel: "lambert"', f'ShadingModel: "{shading}"')
    diffuse = 'P: "DiffuseColor", "Color", "", "A",1,0.25,0'
    assert diffuse in text
    return text.replace(diffuse, f"{diffuse}\n{properties}")


def with_opacity_by(text: str, link: str) -> str:
    """Return the file with `alpha.png` in the place of that property of the material."""
    text = text.replace("\n    AnimationStack: 40,", ALPHA)
    return text.replace('        C: "OO",30,10', f'        C: "OO",30,10\n        C: "OP",32,30, "{link}"')


@pytest.mark.parametrize("shading", ["lambert", "phong"])
@pytest.mark.parametrize(
    ("colour", "factor", "opacity"),
    [(0.0, 1.0, 1.0), (1.0, 0.0, 1.0), (1.0, 0.25, 0.75), (0.5, 1.0, 0.5), (0.5, 0.5, 0.75), (1.0, 1.0, 1.0)],
)
def test_what_is_not_transparent_is_opaque(
    tmp_path: Path, shading: str, colour: float, factor: float, opacity: float
) -> None:
    """Transparency is a colour times a factor; some programs write that all is transparent where nothing is."""
    properties = COLOUR.format(colour) + FACTOR.format(factor)
    material, _told = opened(tmp_path, with_properties(strip(), properties, shading))
    assert np.asarray(material.baseColorFactor)[3] == pytest.approx(255 * opacity, abs=1)
    assert material.alphaMode == ("BLEND" if opacity < 1.0 else None)


@pytest.mark.parametrize("link", ["TransparentColor", "TransparencyFactor"])
@pytest.mark.parametrize(("alpha", "mode"), [(CUT, "MASK"), (SOFT, "BLEND")])
def test_a_picture_of_opacity_becomes_the_alpha_of_that_of_the_colour(
    tmp_path: Path, link: str, alpha: NDArray[np.uint8], mode: str
) -> None:
    text = with_properties(with_opacity_by(strip(picture="skin.png"), link), COLOUR.format(1) + FACTOR.format(1))
    material, told = opened(tmp_path, text, skin=GREEN, alpha=alpha)
    assert pixels_of(material).tolist() == np.dstack([GREEN, alpha]).tolist()
    assert material.alphaMode == mode and not any("picture" in word for word in told)


def test_the_picture_of_the_colour_may_have_it_itself(tmp_path: Path) -> None:
    text = strip(picture="skin.png").replace(
        '31,30, "DiffuseColor"', '31,30, "DiffuseColor"\n C: "OP",31,30, "TransparentColor"'
    )
    both = np.dstack([GREEN, CUT])
    material, _told = opened(tmp_path, text, skin=both)
    assert pixels_of(material).tolist() == both.tolist() and material.alphaMode == "MASK"


def test_a_painting_without_alpha_that_is_named_again_is_opaque(tmp_path: Path) -> None:
    text = strip(picture="skin.png").replace(
        '31,30, "DiffuseColor"', '31,30, "DiffuseColor"\n C: "OP",31,30, "TransparentColor"'
    )
    material, _told = opened(tmp_path, text, skin=GREEN)
    assert material.alphaMode in (None, "OPAQUE") and pixels_of(material)[..., 3].min() == 255


def test_a_picture_of_opacity_that_is_not_there_is_told_and_leaves_the_colour(tmp_path: Path) -> None:
    text = with_opacity_by(strip(picture="skin.png"), "TransparentColor")
    material, told = opened(tmp_path, text, skin=GREEN)
    assert any('"alpha.png"' in word for word in told)
    assert material.alphaMode in (None, "OPAQUE") and pixels_of(material)[..., :3].tolist() == GREEN.tolist()
