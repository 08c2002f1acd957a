"""Materials and pictures of glTF files: what a file says, by numbers done by hand, and defaults else."""

from __future__ import annotations

import base64
from pathlib import Path

import numpy as np
import pytest
from msgspec.structs import replace

from pantin.rigs.formats.gltf.meshes import character
from pantin.rigs.meshes.character import Character
from pantin.rigs.meshes.materials import Material, Texture, Toon
from tests.rigs.formats.gltf.mesh_files import MeshFile

PNG = b"\x89PNG\r\n\x1a\n" + b"picture"


def read_of(tmp_path: Path, *materials: dict, **entries: object) -> Character:
    entries = {"images": [{"uri": "data:,"}], "textures": [{"source": 0}], **entries}
    return character(MeshFile({}, materials=list(materials), **entries).written(tmp_path / "a.glb"))


def one_of(tmp_path: Path, material: dict, **entries: object) -> Material:
    (found,) = read_of(tmp_path, material, **entries).materials
    return found


def vrm(properties: dict, **more: object) -> dict:
    return {"extensionsUsed": ["VRM"], "extensions": {"VRM": {"materialProperties": [properties]}}, **more}


def test_a_material_that_says_nothing_has_the_defaults_of_gltf(tmp_path) -> None:
    assert one_of(tmp_path, {}) == Material()


def test_what_gltf_says_of_a_surface_is_read(tmp_path) -> None:
    sampler = {"wrapS": 33071, "wrapT": 33648, "magFilter": 9728}
    moved = {"offset": [0.5, 0.25], "rotation": 1.5, "scale": [2, 3], "texCoord": 1}
    found = one_of(
        tmp_path,
        {
            "name": "skin",
            "pbrMetallicRoughness": {
                "baseColorFactor": [0.1, 0.2, 0.3, 0.4],
                "baseColorTexture": {"index": 0, "texCoord": 0, "extensions": {"KHR_texture_transform": moved}},
                "metallicFactor": 0.25,
                "roughnessFactor": 0.75,
            },
            "emissiveFactor": [0.5, 0.25, 0.0],
            "emissiveTexture": {"index": 1, "texCoord": 1},
            "normalTexture": {"index": 1, "scale": 0.5},
            "alphaMode": "MASK",
            "alphaCutoff": 0.75,
            "doubleSided": True,
            "extensions": {"KHR_materials_emissive_strength": {"emissiveStrength": 4}, "KHR_materials_unlit": {}},
        },
        textures=[{"source": 0, "sampler": 0}, {"source": 0}],
        samplers=[sampler],
    )
    assert found == Material(
        name="skin",
        kind="unlit",
        base=(0.1, 0.2, 0.3, 0.4),
        base_texture=Texture(0, 1, (0.5, 0.25), 1.5, (2.0, 3.0), ("clamp", "mirror"), smooth=False),
        emission=(2.0, 1.0, 0.0),
        emission_texture=Texture(0, 1),
        normal_texture=Texture(0),
        normal_scale=0.5,
        metallic=0.25,
        roughness=0.75,
        alpha="mask",
        cutoff=0.75,
        double_sided=True,
    )


def test_toon_shading_of_vrm_1(tmp_path) -> None:
    toon = {
        "shadeColorFactor": [0.5, 0.4, 0.3],
        "shadeMultiplyTexture": {"index": 0},
        "shadingShiftFactor": 0.25,
        "shadingToonyFactor": 0.5,
        "parametricRimColorFactor": [0.1, 0.1, 0.2],
        "parametricRimLiftFactor": 0.5,
        "outlineWidthMode": "worldCoordinates",
        "outlineWidthFactor": 0.003,
        "outlineColorFactor": [0.2, 0, 0],
        "outlineLightingMixFactor": 0.5,
        "transparentWithZWrite": True,
        "renderQueueOffsetNumber": 3,
    }
    extensions = {"VRMC_materials_mtoon": toon, "KHR_materials_unlit": {}}
    found = one_of(tmp_path, {"alphaMode": "BLEND", "extensions": extensions})
    assert (found.kind, found.alpha, found.writes_depth, found.order) == ("toon", "blend", True, 3)
    assert found.toon == Toon(
        shade=(0.5, 0.4, 0.3),
        shade_texture=Texture(0),
        ramp=(-0.75, 0.25),  # where n·l + 0.25 is −0.5 and 0.5
        rim=(0.1, 0.1, 0.2),
        rim_power=5.0,
        rim_lift=0.5,
        outline="world",
        outline_width=0.003,
        outline_colour=(0.2, 0.0, 0.0),
        outline_lit=0.5,
    )
    silent = one_of(tmp_path, {"extensions": {"VRMC_materials_mtoon": {}}}).toon
    assert silent.ramp == pytest.approx((-0.1, 0.1)) and replace(silent, ramp=Toon().ramp) == Toon(
        shade=(0.0, 0.0, 0.0)
    )


def test_toon_shading_of_vrm_before_1_wins_over_gltf(tmp_path) -> None:
    properties = {
        "shader": "VRM/MToon",
        "renderQueue": 3002,
        "floatProperties": {
            "_BlendMode": 2,
            "_Cutoff": 0.25,
            "_CullMode": 0,
            "_ShadeShift": -0.5,
            "_ShadeToony": 0.5,
            "_OutlineWidthMode": 1,
            "_OutlineWidth": 0.5,
            "_OutlineColorMode": 1,
            "_OutlineLightingMix": 0.25,
        },
        "vectorProperties": {
            "_Color": [0.5, 1, 0, 0.5],
            "_ShadeColor": [0, 0, 0.5, 1],
            "_MainTex": [0.25, 0.5, 0.5, 0.25],
        },
        "textureProperties": {"_MainTex": 0, "_ShadeTexture": 0},
    }
    found = one_of(tmp_path, {"pbrMetallicRoughness": {"baseColorFactor": [0, 0, 0, 1]}}, **vrm(properties))
    grey = ((0.5 + 0.055) / 1.055) ** 2.4  # of sRGB
    assert found.kind == "toon" and np.abs(np.array(found.base) - (grey, 1.0, 0.0, 0.5)).max() < 1e-12
    assert (found.alpha, found.writes_depth, found.order, found.double_sided) == ("blend", False, 2, True)
    texture = Texture(0, offset=(0.25, 0.25), scale=(0.5, 0.25))  # Unity's V grows upwards: 1 − 0.25 − 0.5
    assert found.base_texture == texture and found.toon.shade_texture == texture
    assert np.abs(np.array(found.toon.shade) - (0.0, 0.0, grey)).max() < 1e-12
    assert found.toon.ramp == (-0.5, 0.25)  # from the shift half the way back from 1
    assert (found.toon.outline, found.toon.outline_lit) == ("world", 0.25)
    assert found.toon.outline_width == pytest.approx(0.005) and found.toon.outline_reach == 1.0


def test_unlit_shaders_of_vrm_before_1(tmp_path) -> None:
    cutout = one_of(tmp_path, {}, **vrm({"shader": "VRM/UnlitCutout", "floatProperties": {"_Cutoff": 0.25}}))
    assert (cutout.kind, cutout.alpha, cutout.cutoff) == ("unlit", "mask", 0.25)
    over = one_of(tmp_path, {}, **vrm({"shader": "VRM/UnlitTransparentZWrite", "renderQueue": 2999}))
    assert (over.alpha, over.writes_depth, over.order) == ("blend", True, -1)
    own = one_of(tmp_path, {"doubleSided": True}, **vrm({"shader": "VRM_USE_GLTFSHADER"}))
    assert own == Material(double_sided=True)


@pytest.mark.parametrize("nonsense", ["x", 1e300, [], {}, None, True, -7, [1e400], ["a", None]])
def test_nonsense_in_a_material_is_its_default(tmp_path, nonsense) -> None:
    """Of no kind that a place may hold does reading raise."""
    properties = dict.fromkeys(("floatProperties", "vectorProperties", "textureProperties", "renderQueue"), nonsense)
    inner = dict.fromkeys(("_Color", "_BlendMode", "_MainTex", "_ShadeToony", "_OutlineWidthMode"), nonsense)
    material = dict.fromkeys(
        ("pbrMetallicRoughness", "emissiveFactor", "normalTexture", "alphaMode", "alphaCutoff", "extensions"), nonsense
    )
    toon = {"extensions": {"VRMC_materials_mtoon": dict.fromkeys(("shadeColorFactor", "outlineWidthMode"), nonsense)}}
    for plain in (material, toon, {"pbrMetallicRoughness": {"baseColorTexture": {"index": nonsense}}}):
        assert one_of(tmp_path, plain).base == (1.0, 1.0, 1.0, 1.0)
    nested = {"floatProperties": inner, "vectorProperties": inner, "textureProperties": inner}
    for plain in ({**properties, "shader": "VRM/MToon"}, {**nested, "shader": "VRM/MToon"}, {"shader": nonsense}):
        assert isinstance(one_of(tmp_path, {}, **vrm(plain)), Material)
    assert one_of(tmp_path, {}, textures=nonsense, images=nonsense, samplers=nonsense) == Material()


# Pictures


def test_pictures_lie_in_the_file_in_a_text_or_beside_it(tmp_path) -> None:
    (tmp_path / "beside.png").write_bytes(PNG + b"beside")
    file = MeshFile({})
    inside = file.data.view(PNG + b"inside")
    file.entries["images"] = [
        {"bufferView": inside, "mimeType": "image/png", "name": "skin"},
        {"uri": "data:image/png;base64," + base64.b64encode(PNG).decode()},
        {"uri": "beside.png"},
    ]
    found = character(file.written(tmp_path / "a.glb"))
    assert [each.data for each in found.pictures] == [PNG + b"inside", PNG, PNG + b"beside"]
    assert found.pictures[0].name == "skin" and found.left_out == ()


def test_pictures_that_cannot_be_read_are_empty_and_said(tmp_path) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "secret.png").write_bytes(PNG)
    file = MeshFile({}, images=[{"uri": "../secret.png"}, {"uri": "gone.png"}, {"bufferView": 7}, {}, 3])
    found = character(file.written(tmp_path / "folder" / "a.glb"))
    assert [each.data for each in found.pictures] == [b""] * 5 and len(found.left_out) == 5
    assert "outside the folder" in found.left_out[0]


def test_a_picture_of_65535_pixels_a_side_is_only_bytes(tmp_path) -> None:
    """Its header alone says so: what is read takes no more than the file."""
    header = PNG[:8] + b"\0\0\0\rIHDR" + (65535).to_bytes(4, "big") * 2 + b"\x08\x06\0\0\0"
    file = MeshFile({}, images=[{"bufferView": 0}])
    file.data.view(header)
    found = character(file.written(tmp_path / "a.glb"))
    assert found.pictures[0].data == header


def test_webp_is_taken_where_there_is_nothing_else(tmp_path) -> None:
    texture = {"extensions": {"EXT_texture_webp": {"source": 0}}}
    material = {"pbrMetallicRoughness": {"baseColorTexture": {"index": 0}}}
    assert one_of(tmp_path, material, textures=[texture]).base_texture == Texture(0)
    found = read_of(tmp_path, material, textures=[{"extensions": {"KHR_texture_basisu": {"source": 0}}}])
    assert found.materials[0].base_texture is None and "KTX2" in found.left_out[0]
