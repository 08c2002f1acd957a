"""Opacity of UsdPreviewSurface, by numbers and by pictures, is the alpha that another reader finds in what is made."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import trimesh

from pantin import rigs
from tests.rigs.formats.converted.painted import CUT, GREEN, SOFT, picture, pixels_of

pytest.importorskip("pxr")

LEAF = """#usda 1.0
(
    upAxis = "Y"
    metersPerUnit = 1
)
def Mesh "Leaf" (prepend apiSchemas = ["MaterialBindingAPI"])
{{
    uniform token subdivisionScheme = "none"
    int[] faceVertexCounts = [3]
    int[] faceVertexIndices = [0, 1, 2]
    point3f[] points = [(0, 0, 0), (1, 0, 0), (0, 1, 0)]
    texCoord2f[] primvars:st = [(0, 0), (1, 0), (0, 1)] (interpolation = "vertex")
    rel material:binding = </Green>
}}
def Material "Green"
{{
    float inputs:veil = 0.25
    token outputs:surface.connect = </Green/Surface.outputs:surface>
    def Shader "Surface"
    {{
        uniform token info:id = "UsdPreviewSurface"
        color3f inputs:diffuseColor.connect = </Green/Colour.outputs:rgb>
        {opacity}
        token outputs:surface
    }}
    def Shader "Reader"
    {{
        uniform token info:id = "UsdPrimvarReader_float2"
        float2 outputs:result
    }}
    def Shader "Colour"
    {{
        uniform token info:id = "UsdUVTexture"
        asset inputs:file = @colour.png@
        float2 inputs:st.connect = </Green/Reader.outputs:result>
        float3 outputs:rgb
        float outputs:a
    }}
    def Shader "Alpha"
    {{
        uniform token info:id = "UsdUVTexture"
        asset inputs:file = @alpha.png@
        float2 inputs:st.connect = </Green/Reader.outputs:result>
        {texture}
        float outputs:r
        float outputs:a
    }}
}}
"""
OF_PICTURE = "float inputs:opacity.connect = </Green/Alpha.outputs:r>"
OF_COLOUR = "float inputs:opacity.connect = </Green/Colour.outputs:a>"
THRESHOLD = "\nfloat inputs:opacityThreshold = 0.3"


def opened(folder: Path, opacity: str, texture: str = "", **pictures: bytes) -> tuple[Any, tuple[str, ...]]:
    """Return the material as trimesh reads it, and what was told of what is otherwise."""
    (folder / "leaf.usda").write_text(LEAF.format(opacity=opacity, texture=texture))
    for name, data in {"colour": picture(GREEN), "alpha": picture(CUT), **pictures}.items():
        (folder / f"{name}.png").write_bytes(data)
    told = rigs.opened(folder / "leaf.usda")
    source = told.document.figure.source
    assert source is not None and source.file is not None
    (found,) = trimesh.load_scene(source.file.path, process=False).geometry.values()
    return found.visual.material, told.words


@pytest.mark.parametrize(("threshold", "mode", "cutoff"), [(THRESHOLD, "MASK", 0.3), ("", "BLEND", None)])
def test_the_threshold_of_the_file_says_whether_it_is_cut(
    tmp_path: Path, threshold: str, mode: str, cutoff: float | None
) -> None:
    material, words = opened(tmp_path, OF_PICTURE + threshold, alpha=picture(SOFT))
    assert pixels_of(material).tolist() == np.dstack([GREEN, SOFT]).tolist()
    assert (material.alphaMode, material.alphaCutoff, words) == (mode, cutoff and pytest.approx(cutoff), ())


def test_the_alpha_of_the_colour_is_the_alpha_of_its_picture(tmp_path: Path) -> None:
    both = np.dstack([GREEN, CUT])
    material, _words = opened(tmp_path, OF_COLOUR + THRESHOLD, colour=picture(both))
    assert pixels_of(material).tolist() == both.tolist() and material.alphaMode == "MASK"
    without, _words = opened(tmp_path, OF_COLOUR + THRESHOLD)
    assert without.alphaMode in (None, "OPAQUE")


def test_a_texture_scales_what_it_says(tmp_path: Path) -> None:
    lines = "float4 inputs:scale = (0.5, 1, 1, 1)\nfloat4 inputs:bias = (0.25, 0, 0, 0)"
    material, _words = opened(tmp_path, OF_PICTURE, lines)
    found = pixels_of(material)[..., 3].astype(int)
    assert np.abs(found - (0.5 * CUT + 0.25 * 255)).max() <= 1.0


@pytest.mark.parametrize(
    ("line", "alpha", "mode"),
    [
        ("float inputs:opacity = 0.5", 0.5, "BLEND"),
        ("float inputs:opacity.connect = </Green.inputs:veil>", 0.25, "BLEND"),
        ("float inputs:opacity = 0.5\nfloat inputs:opacityThreshold = 0.1", 0.5, "MASK"),
        ("float inputs:opacity = nan", 1.0, None),
        ("", 1.0, None),
    ],
    ids=["a number", "a number of the material", "a number to be cut", "none", "nothing"],
)
def test_a_number_is_the_alpha_of_the_colour(tmp_path: Path, line: str, alpha: float, mode: str | None) -> None:
    material, _words = opened(tmp_path, line)
    factor = material.baseColorFactor
    assert (1.0 if factor is None else np.asarray(factor)[3] / 255.0) == pytest.approx(alpha, abs=1 / 255)
    assert material.alphaMode == mode


def test_opacity_that_lies_otherwise_or_comes_from_elsewhere_is_told(tmp_path: Path) -> None:
    _material, words = opened(tmp_path, "float inputs:opacity.connect = </Green/Reader.outputs:result>")
    assert words == ("Opacity that comes from anything but pictures and numbers is left out.",)
    text = LEAF.format(opacity=OF_PICTURE, texture="").replace("inputs:st.connect", "inputs:st = (0, 0)\n//", 1)
    (tmp_path / "leaf.usda").write_text(text.replace("//", "#"))
    assert "lies as that does here" in rigs.opened(tmp_path / "leaf.usda").words[0]


def test_a_damaged_picture_is_named_and_the_rest_opens(tmp_path: Path) -> None:
    material, words = opened(tmp_path, OF_PICTURE, alpha=picture(SOFT)[:50])
    assert material.alphaMode in (None, "OPAQUE") and '"alpha.png" is damaged' in words[0]
