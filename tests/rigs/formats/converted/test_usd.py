"""A character of UsdSkel opens with its skin, its shapes, its surfaces and its motion, as its file says."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from pantin import rigs
from pantin.rigs import Unreadable
from pantin.rigs.formats.converted import usd
from pantin.rigs.formats.gltf.meshes import character
from pantin.rigs.meshes.character import Character
from tests.readers.skinned import Skinned
from tests.rigs.formats.converted.pictures import PNG

UsdUtils = pytest.importorskip("pxr.UsdUtils")

HAND = """#usda 1.0
(
    defaultPrim = "Hand"
    metersPerUnit = 0.01
    upAxis = "Z"
    timeCodesPerSecond = 24
)
def SkelRoot "Hand"
{
    double3 xformOp:translate = (10, 0, 0)
    uniform token[] xformOpOrder = ["xformOp:translate"]
    def Skeleton "Bones" (prepend apiSchemas = ["SkelBindingAPI"])
    {
        rel skel:animationSource = </Hand/Wave>
        uniform token[] joints = ["Arm", "Arm/Palm"]
        uniform matrix4d[] bindTransforms = [
            ((1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0, 0, 0, 1)),
            ((1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0, 0, 20, 1))]
        uniform matrix4d[] restTransforms = [
            ((1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0, 0, 0, 1)),
            ((1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0, 0, 20, 1))]
    }
    def SkelAnimation "Wave"
    {
        uniform token[] joints = ["Arm/Palm"]
        uniform token[] blendShapes = ["Fist"]
        float3[] translations = [(0, 0, 20)]
        quatf[] rotations.timeSamples = { 10: [(1, 0, 0, 0)], 34: [(0.70710678, 0.70710678, 0, 0)] }
        half3[] scales = [(1, 1, 1)]
        float[] blendShapeWeights.timeSamples = { 10: [0], 34: [1] }
    }
    def Mesh "Skin" (prepend apiSchemas = ["SkelBindingAPI", "MaterialBindingAPI"])
    {
        uniform token subdivisionScheme = "none"
        int[] faceVertexCounts = [4, 3]
        int[] faceVertexIndices = [0, 1, 3, 2, 2, 3, 4]
        point3f[] points = [(-1, 0, 0), (1, 0, 0), (-1, 0, 20), (1, 0, 20), (0, 0, 30)]
        texCoord2f[] primvars:st = [(0, 0), (1, 0), (1, 1), (0, 1), (0, 0), (1, 0), (0.5, 1)] (
            interpolation = "faceVarying")
        int[] primvars:skel:jointIndices = [0, 0, 1, 1, 0] (
            elementSize = 1
            interpolation = "vertex"
        )
        float[] primvars:skel:jointWeights = [1, 1, 1, 1, 1] (
            elementSize = 1
            interpolation = "vertex"
        )
        uniform token[] skel:joints = ["Arm/Palm", "Arm"]
        uniform token[] skel:blendShapes = ["Fist"]
        rel skel:blendShapeTargets = </Hand/Skin/Fist>
        rel skel:skeleton = </Hand/Bones>
        rel material:binding = </Hand/Red>
        def BlendShape "Fist"
        {
            uniform vector3f[] offsets = [(0, 0, -4)]
            uniform int[] pointIndices = [4]
        }
    }
    def Material "Red"
    {
        token outputs:surface.connect = </Hand/Red/Surface.outputs:surface>
        def Shader "Surface"
        {
            uniform token info:id = "UsdPreviewSurface"
            color3f inputs:diffuseColor.connect = </Hand/Red/Picture.outputs:rgb>
            float inputs:roughness = 0.25
            token outputs:surface
        }
        def Shader "Picture"
        {
            uniform token info:id = "UsdUVTexture"
            asset inputs:file = @skin.png@
            float3 outputs:rgb
        }
    }
}
"""
"""Indices of joints are into the mesh's own order: 0 is the palm, 1 the arm; so the lower points hang on the palm."""
POINTS = np.array(((-1, 0, 0), (1, 0, 0), (-1, 0, 20), (1, 0, 20), (0, 0, 30)), float)
ON_PALM = np.array((True, True, False, False, True))


def by_hand(share: float) -> np.ndarray:
    """Return the points of the file, metres, Y up, the palm turned by a share of the wave; the fist is open."""
    points = POINTS
    angle = share * np.pi / 2
    turn = np.array(((1, 0, 0), (0, np.cos(angle), -np.sin(angle)), (0, np.sin(angle), np.cos(angle))))
    palm = (points - (0, 0, 20)) @ turn.T + (0, 0, 20)
    world = 0.01 * np.add(np.where(ON_PALM[:, None], palm, points), (10, 0, 0))
    return world[:, [0, 2, 1]] * (1, 1, -1)


def opened(path: Path) -> tuple[rigs.formats.Opened, Character, Skinned]:
    found = rigs.opened(path)
    source = found.document.figure.source
    assert source is not None and source.file is not None
    file = Path(source.file.path)
    return found, character(file), Skinned(file.read_bytes())


def hand(folder: Path) -> Path:
    (folder / "hand.usda").write_text(HAND)
    (folder / "skin.png").write_bytes(PNG)
    return folder / "hand.usda"


def seen(found: Skinned, worlds: np.ndarray) -> list[list[float]]:
    return np.unique(np.round(found.vertices(worlds)["Skin"], 5), axis=0).tolist()


def test_points_hang_on_the_joints_of_the_mesh_in_metres_and_upright(tmp_path: Path) -> None:
    told, found, file = opened(hand(tmp_path))
    assert [bone.name for bone in told.document.rig.bones] == ["Arm", "Palm"]
    np.testing.assert_allclose(told.document.rig.by_name["Palm"].head, (0.1, 0.0, 0.2), atol=1e-7)
    np.testing.assert_allclose(seen(file, file.worlds()), np.unique(np.round(by_hand(0.0), 5), axis=0), atol=2e-5)
    assert not told.words and told.facts == ("It was read with 0.01 m a unit, Z up, as the file says.",)
    (part,) = found.parts
    assert len(part.triangles) == 3
    material = found.materials[part.material or 0]
    assert material.base_texture is not None and found.pictures[material.base_texture.picture].data == PNG


def test_its_motion_turns_joints_and_moves_shapes_at_the_rate_of_the_file(tmp_path: Path) -> None:
    told, found, file = opened(hand(tmp_path))
    (clip,) = told.document.figure.clips
    assert (clip.name, clip.count, clip.rate) == ("Wave", 25, pytest.approx(24.0))
    weights = clip.expressions["Fist"].array[:, 0]
    np.testing.assert_allclose(weights, np.linspace(0.0, 1.0, 25), atol=1e-6)
    targets = found.parts[0].targets
    assert targets is not None
    np.testing.assert_allclose(targets.positions[targets.positions.any(axis=1)], [(0, 0, -4)], atol=1e-6)
    moved = np.unique(np.round(file.vertices(file.worlds(0, 1.0))["Skin"], 4), axis=0)
    expected = by_hand(1.0)  # the reader of the test knows no shapes
    np.testing.assert_allclose(moved, np.unique(np.round(expected, 4), axis=0), atol=2e-4)


def test_a_package_holds_its_pictures(tmp_path: Path) -> None:
    assert UsdUtils.CreateNewUsdzPackage(str(hand(tmp_path)), str(tmp_path / "hand.usdz"))
    (tmp_path / "skin.png").unlink()
    _told, found, _file = opened(tmp_path / "hand.usdz")
    assert [picture.data for picture in found.pictures] == [PNG]


def test_a_layer_outside_its_folder_is_cut_off_and_said(tmp_path: Path) -> None:
    hand(tmp_path)
    (tmp_path / "in").mkdir()
    inside = '#usda 1.0\n(subLayers = [@../hand.usda@])\ndef Mesh "Leaf" {\n'
    inside += "int[] faceVertexCounts = [3]\nint[] faceVertexIndices = [0, 1, 2]\n"
    inside += "point3f[] points = [(0, 0, 0), (1, 0, 0), (0, 1, 0)]\n}\n"
    (tmp_path / "in" / "leaf.usda").write_text(inside)
    told, found, _file = opened(tmp_path / "in" / "leaf.usda")
    assert [part.name for part in found.parts] == ["Leaf"]
    assert any("“../hand.usda” is not in its folder" in word for word in told.words)


def test_a_layer_beside_it_is_followed(tmp_path: Path) -> None:
    hand(tmp_path)
    (tmp_path / "whole.usda").write_text(
        '#usda 1.0\n(\nsubLayers = [@hand.usda@]\nmetersPerUnit = 0.01\nupAxis = "Z"\n)\n'
    )
    told, _found, _file = opened(tmp_path / "whole.usda")
    assert [bone.name for bone in told.document.rig.bones] == ["Arm", "Palm"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (b"", "is damaged"),
        (b"#usda 1.0\ndef Mesh", "is damaged"),
        (b"PXR-USDC" + b"\xff" * 100, "is damaged"),
        (b"#usda 1.0\n", "holds no skeleton and no mesh"),
    ],
)
def test_a_damaged_file_is_one_sentence(tmp_path: Path, text: bytes, said: str) -> None:
    for ending in (".usda", ".usd") if text.startswith(b"#") else (".usdc",):
        (tmp_path / f"bad{ending}").write_bytes(text)
        with pytest.raises(Unreadable, match=said):
            rigs.read(tmp_path / f"bad{ending}")


def test_indices_that_lead_nowhere_leave_the_rest(tmp_path: Path) -> None:
    (tmp_path / "hand.usda").write_text(HAND.replace("[0, 1, 3, 2, 2, 3, 4]", "[0, 1, 3, 2, 2, 3, 99]"))
    told = rigs.opened(tmp_path / "hand.usda")
    assert [bone.name for bone in told.document.rig.bones] == ["Arm", "Palm"]
    assert any("faces name points that are not there" in word for word in told.words)


def test_without_the_package_one_sentence_says_how_it_is_installed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(usd, "find_spec", lambda _name: None)
    with pytest.raises(Unreadable, match=r'pip install "pantin\[usd\]"'):
        rigs.read(hand(tmp_path))
