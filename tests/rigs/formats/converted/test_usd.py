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


LEAF = """def Mesh "Leaf" {
int[] faceVertexCounts = [3]
int[] faceVertexIndices = [0, 1, 2]
point3f[] points = [(0, 0, 0), (1, 0, 0), (0, 1, 0)]
}
"""
OUTSIDE = "prepend references = @../secret.usda@</Leaf>"
BESIDE = f'#usda 1.0\n(defaultPrim = "M")\ndef "M" ({OUTSIDE}) {{}}\n'
CLIPS = """clips = {
dictionary default = {
asset[] assetPaths = [@../moved.usda@]
asset manifestAssetPath = @../moved.usda@
string primPath = "/Leaf"
double2[] active = [(0, 0)]
double2[] times = [(0, 0)]
}
}
"""
WAYS = {
    "two layers beside it": f'{LEAF}def "A" (references = @one.usda@) {{}}\ndef "B" (references = @two.usda@) {{}}\n',
    "below as a whole, and by a prim": f'(subLayers = [@../secret.usda@])\n{LEAF}def "A" ({OUTSIDE}) {{}}\n',
    "a payload": f'{LEAF}def "A" (payload = @../secret.usda@</Leaf>) {{}}\n',
    "a link": f'{LEAF}def "A" (prepend references = @link.usda@</Leaf>) {{}}\n',
    "an expression": f'(subLayers = [@`"../secret.usda"`@])\n{LEAF}',
    "a variant": f"""{LEAF}def "A" (
variants = {{
string v = "one"
}}
prepend variantSets = "v"
) {{
variantSet "v" = {{
"one" ({OUTSIDE}) {{}}
}}
}}
""",
}


@pytest.mark.parametrize("way", WAYS)
def test_nothing_outside_its_folder_is_seen_whatever_names_it(tmp_path: Path, way: str) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    (tmp_path / "secret.usda").write_text(f"#usda 1.0\n{LEAF}")
    (folder / "link.usda").symlink_to("../secret.usda")
    for name in ("one", "two"):
        (folder / f"{name}.usda").write_text(BESIDE)
    (folder / "leaf.usda").write_text(f"#usda 1.0\n{WAYS[way]}")
    told, found, _file = opened(folder / "leaf.usda")
    assert [part.name for part in found.parts] == ["Leaf"]
    assert any("is not in its folder" in word for word in told.words)


@pytest.mark.parametrize("in_variant", [False, True])
def test_points_that_a_file_outside_has_by_the_clips_of_a_prim_are_not_taken(tmp_path: Path, in_variant: bool) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    moved = "point3f[] points.timeSamples = {\n0: [(0, 0, 0), (5, 0, 0), (0, 5, 0)],\n}\n"
    (tmp_path / "moved.usda").write_text(f'#usda 1.0\nover "Leaf" {{\n{moved}}}\n')
    choice = 'variants = {\nstring v = "one"\n}\nprepend variantSets = "v"\n'
    variants = f'variantSet "v" = {{\n"one" (\n{CLIPS}) {{}}\n}}\n'
    text = LEAF.replace(" = [(0, 0, 0), (1, 0, 0), (0, 1, 0)]", "")
    text = text.replace(" {", f" (\n{choice if in_variant else CLIPS}) {{", 1)
    text = text[: text.rindex("}")] + (variants if in_variant else "") + "}\n"
    (folder / "leaf.usda").write_text(f"#usda 1.0\n{text}")
    with pytest.raises(Unreadable, match="holds no skeleton and no mesh"):
        rigs.read(folder / "leaf.usda")


def test_a_picture_lies_where_the_layer_that_names_it_says(tmp_path: Path) -> None:
    (tmp_path / "parts" / "maps").mkdir(parents=True)
    (tmp_path / "parts" / "hand.usda").write_text(HAND.replace("@skin.png@", "@./maps/50%25.png@"))
    (tmp_path / "parts" / "maps" / "50%25.png").write_bytes(PNG)
    (tmp_path / "whole.usda").write_text("#usda 1.0\n(subLayers = [@parts/hand.usda@])\n")
    told, found, _file = opened(tmp_path / "whole.usda")
    assert [picture.data for picture in found.pictures] == [PNG] and not told.words


@pytest.mark.parametrize(("rate", "step", "unit"), [(1.0, 1.0, 1 / 24), (4800.0, 1 / 4800, 200.0), (60.0, 1 / 60, 1.0)])
def test_time_codes_may_be_seconds_or_ticks(tmp_path: Path, rate: float, step: float, unit: float) -> None:
    """24 frames from a palm that is straight to one that is bent, and as many back."""
    codes = [10.0, 10.0 + 24 * unit, 10.0 + 48 * unit]
    keys = ["[(1, 0, 0, 0)]", "[(0.70710678, 0.70710678, 0, 0)]", "[(1, 0, 0, 0)]"]
    samples = ", ".join(f"{code!r}: {key}" for code, key in zip(codes, keys, strict=True))
    text = HAND.replace("timeCodesPerSecond = 24", f"timeCodesPerSecond = {rate:g}")
    text = text.replace("{ 10: [(1, 0, 0, 0)], 34: [(0.70710678, 0.70710678, 0, 0)] }", f"{{ {samples} }}")
    text = text.replace("blendShapeWeights.timeSamples = { 10: [0], 34: [1] }", "blendShapeWeights = [0]")
    (tmp_path / "hand.usda").write_text(text)
    told, _found, file = opened(tmp_path / "hand.usda")
    (clip,) = told.document.figure.clips
    assert (clip.count - 1) / clip.rate == pytest.approx(48 * unit * step)
    (animation,) = file.plain["animations"]
    moved = np.unique(np.round(file.vertices(file.worlds(0, 24 * unit * step))["Skin"], 4), axis=0)
    np.testing.assert_allclose(moved, np.unique(np.round(by_hand(1.0), 4), axis=0), atol=2e-4)
    assert len(animation["channels"]) == 1


@pytest.mark.parametrize("number", ["inf", "nan", "1e308", "-1e39"])
def test_numbers_that_are_none_hurt_nothing_but_what_has_them(tmp_path: Path, number: str) -> None:
    for place in (
        "(0, 0, 20, 1))]\n        uniform",
        "offsets = [(0, 0, -4)]",
        "jointWeights = [1, 1",
        "points = [(-1",
    ):
        assert place in HAND
        damaged = place.replace("20", number).replace("-4", number).replace("[1, 1", f"[{number}, 1")
        damaged = damaged.replace("(-1", f"({number}")
        (tmp_path / "hand.usda").write_text(HAND.replace(place, damaged, 1))
        document = rigs.read(tmp_path / "hand.usda")
        assert [bone.name for bone in document.rig.bones] == ["Arm", "Palm"]
        source = document.figure.source
        assert source is not None and source.file is not None
        file = Skinned(Path(source.file.path).read_bytes())
        assert all(np.isfinite(points).all() for points in file.vertices(file.worlds()).values())


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
