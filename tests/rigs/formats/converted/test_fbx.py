"""An FBX opens with its skin, its clip, its blend shape and its pictures, and what is no FBX is told in a sentence."""

from __future__ import annotations

import importlib.util
import stat
from collections.abc import Callable
from math import cos, radians, sin
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtGui import QImage

from pantin import rigs
from pantin.rigs import Unreadable
from pantin.rigs.document import Document
from pantin.rigs.formats import opened
from pantin.rigs.formats.converted import fbx
from pantin.rigs.formats.gltf.meshes import character
from tests.dialects.fbx import POINTS, strip
from tests.readers.skinned import Skinned
from tests.rigs.formats.hostile_meshes import flat
from tests.rigs.samples import is_one_sentence

pytestmark = pytest.mark.skipif(importlib.util.find_spec("ufbx") is None, reason="reads with ufbx")


def written(folder: Path, text: str | bytes, name: str = "strip.fbx") -> Path:
    path = folder / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def made_of(document: Document) -> Skinned:
    """The file that an FBX became."""
    source = document.figure.source
    assert source is not None and source.file is not None
    return Skinned(Path(source.file.path).read_bytes())


def bent(degrees: float) -> np.ndarray:
    """Where the points of the strip are (6, 3), in centimetres, when its knee has turned, by hand."""
    found = np.array(POINTS, float)
    turn = np.array(((cos(radians(degrees)), -sin(radians(degrees))), (sin(radians(degrees)), cos(radians(degrees)))))
    turned = (found[2:, :2] - (0, 10)) @ turn.T + (0, 10)
    found[2:4, :2] = (found[2:4, :2] + turned[:2]) / 2
    found[4:, :2] = turned[2:]
    return found


def assert_same_points(found: np.ndarray, expected: np.ndarray) -> None:
    """Each of the expected points is there, wherever among the vertices."""
    apart = np.linalg.norm(found[None] - expected[:, None], axis=2).min(axis=1)
    assert apart.max() < 1e-6


def test_the_skeleton_rests_as_the_nodes_of_the_file(tmp_path: Path) -> None:
    rig = rigs.read(written(tmp_path, strip())).rig
    assert [(bone.name, bone.parent) for bone in rig.bones] == [("hip", None), ("knee", "hip")]
    assert np.allclose([bone.head for bone in rig.bones], [(0, 0, 0), (0, 0, 0.1)], atol=1e-9)


@pytest.mark.parametrize("frame", [0, 8, 24])
def test_the_clip_moves_the_skin_as_pre_rotation_and_curve_say(tmp_path: Path, frame: int) -> None:
    document = rigs.read(written(tmp_path, strip()))
    (clip,) = document.figure.clips
    assert (clip.name, clip.rate, clip.count) == ("bend", 24.0, 25)
    file = made_of(document)
    points = file.vertices(file.worlds(0, frame / 24.0))["strip"]
    assert_same_points(points, bent(90.0 * frame / 24.0) / 100.0)


def test_a_file_with_z_up_in_other_units_stands_upright(tmp_path: Path) -> None:
    read = opened(written(tmp_path, strip(up=2, unit=2.54)))
    points = made_of(read.document).vertices(made_of(read.document).worlds())["strip"]
    x, y, z = bent(0.0).T * 0.0254
    assert_same_points(points, np.stack((x, z, -y), axis=1))
    assert any("+Z up and 0.0254 m" in fact for fact in read.facts)


def test_a_blend_shape_is_a_target_and_its_weights_are_in_the_clip(tmp_path: Path) -> None:
    file = made_of(rigs.read(written(tmp_path, strip())))
    (mesh,) = file.plain["meshes"]
    assert mesh["extras"]["targetNames"] == ["lift"] and mesh["weights"] == [0.0]
    (animation,) = file.plain["animations"]
    (channel,) = (each for each in animation["channels"] if each["target"]["path"] == "weights")
    assert file.plain["nodes"][channel["target"]["node"]]["name"] == "strip"
    weights = file.numbers(animation["samplers"][channel["sampler"]]["output"])[:, 0]
    assert np.allclose(weights, np.arange(25) / 24.0, atol=1e-6)


def test_a_shape_in_between_comes_first_and_goes_again(tmp_path: Path) -> None:
    """At 40 % another shape is there alone, from there to all the last takes over in a straight line."""
    half = """    Geometry: 5, "Geometry::half", "Shape" { Version: 100
        Indexes: *1 { a: 5 }
        Vertices: *3 { a: 0,2,0 } }
"""
    text = strip().replace("FullWeights: *1 { a: 100 }", "FullWeights: *2 { a: 40,100 }")
    text = text.replace("    Geometry: 2,", f"{half}    Geometry: 2,")
    text = text.replace('C: "OO",2,24', 'C: "OO",5,24\n        C: "OO",2,24')
    file = made_of(rigs.read(written(tmp_path, text)))
    for frame in (6, 18):
        percent = frame / 24.0
        first = percent / 0.4 if percent < 0.4 else (1.0 - percent) / 0.6
        last = 0.0 if percent < 0.4 else (percent - 0.4) / 0.6
        assert np.allclose(file.weights(0, percent)[1], (first, last), atol=1e-6)


def test_the_material_has_its_colour_and_the_picture_beside_the_file(tmp_path: Path) -> None:
    plain = opened(written(tmp_path, strip(picture="skin.png")))
    (material,) = made_of(plain.document).plain["materials"]
    assert np.allclose(material["pbrMetallicRoughness"]["baseColorFactor"], (1.0, 0.25, 0.0, 1.0))
    assert any('"skin.png"' in word and is_one_sentence(word) for word in plain.words)
    for folder in (tmp_path, tmp_path / "strip.fbm", tmp_path / "textures"):
        folder.mkdir(exist_ok=True)
        (folder / "skin.png").write_bytes(flat(4))
        read = opened(tmp_path / "strip.fbx")
        found = made_of(read.document)
        view = found.plain["bufferViews"][found.plain["images"][0]["bufferView"]]
        assert found.data[view["byteOffset"] :][: view["byteLength"]] == flat(4)
        assert not any("skin.png" in word for word in read.words)
        (folder / "skin.png").unlink()


@pytest.mark.skipif(importlib.util.find_spec("PIL") is None, reason="reads with Pillow")
def test_a_picture_of_another_kind_becomes_one_of_gltf(tmp_path: Path) -> None:
    """A TGA of two rows, from below: blue, green; red, white half seen through. PNG of that, by a reader of bytes."""
    pixels = bytes((255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255, 255, 255, 255, 128))
    head = bytes((0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 2, 0, 32, 8))
    (tmp_path / "skin.tga").write_bytes(head + pixels)
    read = opened(written(tmp_path, strip(picture="skin.tga")))
    file = made_of(read.document)
    (image,) = file.plain["images"]
    view = file.plain["bufferViews"][image["bufferView"]]
    png = file.data[view.get("byteOffset", 0) :][: view["byteLength"]]
    assert image["mimeType"] == "image/png" and png.startswith(b"\x89PNG")
    found = QImage.fromData(png)
    colours = [found.pixelColor(x, y).getRgb() for y in range(2) for x in range(2)]
    assert colours == [(255, 0, 0, 255), (255, 255, 255, 128), (0, 0, 255, 255), (0, 255, 0, 255)]
    assert not any("skin.tga" in word for word in read.words)


def test_a_picture_that_is_none_is_told(tmp_path: Path) -> None:
    (tmp_path / "skin.tga").write_bytes(b"\0" * 40)
    assert any("skin.tga" in word for word in opened(written(tmp_path, strip(picture="skin.tga"))).words)


def test_a_picture_outside_the_folder_is_not_taken(tmp_path: Path) -> None:
    (tmp_path / "secret.png").write_bytes(flat(4))
    (tmp_path / "inside").mkdir()
    read = opened(written(tmp_path / "inside", strip(picture="../secret.png")))
    assert "images" not in made_of(read.document).plain
    assert any("secret.png" in word for word in read.words)


@pytest.mark.parametrize("frame", [0, 16])
def test_a_bone_that_does_not_inherit_scale_stays_as_large(tmp_path: Path, frame: int) -> None:
    """The hip is twice as wide; the knee takes nothing of that, as Maya's segment scale compensation has it."""
    wide = '"Model::hip", "LimbNode" { Version: 232 Properties70:  { P: "Lcl Scaling", "Lcl Scaling", "", "A",2,1,1 } }'
    text = strip().replace('"Model::hip", "LimbNode" { Version: 232 }', wide)
    text = text.replace('P: "RotationActive"', 'P: "InheritType", "enum", "", "",2\n            P: "RotationActive"')
    document = rigs.read(written(tmp_path, text))
    expected = bent(90.0 * frame / 24.0)
    straight = np.array(POINTS, float)
    expected[:2, 0] *= 2.0
    expected[2:4, 0] += straight[2:4, 0] / 2.0
    file = made_of(document)
    assert_same_points(file.vertices(file.worlds(0, frame / 24.0))["strip"], expected / 100.0)
    assert [bone.parent for bone in document.rig.bones if bone.name == "knee"] == ["hip"]


def about(axis: int, degrees: float) -> np.ndarray:
    """The rotation (3, 3) about an axis, 0 for X."""
    turn = np.eye(3)
    first, second = (axis + 1) % 3, (axis + 2) % 3
    turn[first, first] = turn[second, second] = cos(radians(degrees))
    turn[second, first], turn[first, second] = sin(radians(degrees)), -sin(radians(degrees))
    return turn


def turned_at_knee(turn: np.ndarray) -> np.ndarray:
    """Where the points of the strip are (6, 3), in centimetres, when what hangs on its knee turns, by hand."""
    found = np.array(POINTS, float)
    turned = (found[2:] - (0, 10, 0)) @ turn.T + (0, 10, 0)
    found[2:4] = (found[2:4] + turned[:2]) / 2
    found[4:] = turned[2:]
    return found


@pytest.mark.parametrize("frame", [0, 16])
def test_a_rotation_that_is_not_active_has_no_pre_rotation_and_no_order(tmp_path: Path, frame: int) -> None:
    """The knee is bound turned by 90° about Z; its own angles are 30° about X, and about Z as the curve has it."""
    text = strip().replace(
        'P: "RotationActive", "bool", "", "",1',
        'P: "RotationActive", "bool", "", "",0\nP: "RotationOrder", "enum", "", "",5',
    )
    text = text.replace('P: "d|X", "Number", "", "A",0', 'P: "d|X", "Number", "", "A",30', 1)
    file = made_of(rigs.read(written(tmp_path, text)))
    turn = about(2, 90.0 * frame / 24.0) @ about(0, 30.0) @ about(2, -90.0)
    assert_same_points(file.vertices(file.worlds(0, frame / 24.0))["strip"], turned_at_knee(turn) / 100.0)


@pytest.mark.parametrize("frame", [0, 16])
def test_layers_are_blended_as_maya_does_whatever_the_order(tmp_path: Path, frame: int) -> None:
    """Half of 90° about X over the angle about Z of the curve, by a node that turns about Z first and about X last."""
    layer = """    AnimationLayer: 51, "AnimLayer::over", "" { Properties70:  { P: "Weight", "Number", "", "A",50 } }
    AnimationCurveNode: 52, "AnimCurveNode::R", "" { Properties70:  {
        P: "d|X", "Number", "", "A",90
        P: "d|Y", "Number", "", "A",0
        P: "d|Z", "Number", "", "A",0 } }
"""
    order = 'P: "RotationOrder", "enum", "", "",5\n            P: "RotationActive"'
    text = (
        strip()
        .replace('P: "RotationActive"', order)
        .replace("    AnimationCurve: 43,", f"{layer}    AnimationCurve: 43,")
    )
    links = 'C: "OO",51,40\nC: "OO",52,51\nC: "OP",52,12, "Lcl Rotation"\n'
    text = text.replace('C: "OO",41,40', f'C: "OO",41,40\n{links}')
    file = made_of(rigs.read(written(tmp_path, text)))
    turn = about(2, 90.0) @ about(0, 45.0) @ about(2, 90.0 * frame / 24.0) @ about(2, -90.0)
    assert_same_points(file.vertices(file.worlds(0, frame / 24.0))["strip"], turned_at_knee(turn) / 100.0)


def test_a_shape_moves_each_vertex_as_far_as_its_group_in_blender_says(tmp_path: Path) -> None:
    text = strip().replace("FullWeights: *1 { a: 100 }", "FullWeights: *2 { a: 25,100 }")
    text = text.replace("Indexes: *1 { a: 5 }", "Indexes: *2 { a: 4,5 }")
    text = text.replace("Vertices: *3 { a: 0,0,3 }", "Vertices: *6 { a: 0,0,4,0,0,3 }")
    file = made_of(rigs.read(written(tmp_path, text)))
    expected = np.array(POINTS, float)
    expected[4, 2], expected[5, 2] = 1.0, 3.0
    assert_same_points(file.vertices(file.worlds(), {1: np.ones(1)})["strip"], expected / 100.0)


@pytest.mark.parametrize(("program", "aside"), [("Maya", 5.0), ("MotionBuilder", 0.0)])
def test_a_mesh_that_was_moved_after_it_was_bound_is_where_its_program_has_it(
    tmp_path: Path, program: str, aside: float
) -> None:
    told = (
        f'Version: 100\nProperties70:  {{ P: "LastSaved|ApplicationName", "KString", "", "", "{program}" }}\nMetaData'
    )
    place = 'Properties70:  { P: "Lcl Translation", "Lcl Translation", "", "A",5,0,0 }'
    moved = f'"Model::strip", "Mesh" {{ Version: 232 {place} }}'
    text = strip().replace("Version: 100\n        MetaData", told)
    text = text.replace('"Model::strip", "Mesh" { Version: 232 }', moved)
    file = made_of(rigs.read(written(tmp_path, text)))
    expected = np.array(POINTS, float) + np.array((aside, 0, 0))
    assert_same_points(file.vertices(file.worlds())["strip"], expected / 100.0)


@pytest.mark.parametrize(("turn", "is_told"), [(90, False), (60, True)])
def test_a_mesh_that_is_made_oblique_on_its_bones_is_told(tmp_path: Path, turn: int, is_told: bool) -> None:
    """One that is stretched askew to a bone is sheared on it, which a node of glTF cannot be."""
    told = 'Version: 100\nProperties70:  { P: "LastSaved|ApplicationName", "KString", "", "", "Maya" }\nMetaData'
    place = 'Properties70:  { P: "Lcl Scaling", "Lcl Scaling", "", "A",2,1,1 }'
    text = strip().replace("Version: 100\n        MetaData", told).replace('"",0,0,90', f'"",0,0,{turn}')
    text = text.replace('"Model::strip", "Mesh" { Version: 232 }', f'"Model::strip", "Mesh" {{ Version: 232 {place} }}')
    words = opened(written(tmp_path, text)).words
    assert any("made oblique" in word and is_one_sentence(word) for word in words) == is_told


def test_a_mesh_that_is_hidden_in_the_file_is_hidden(tmp_path: Path) -> None:
    more = """
    Geometry: 3, "Geometry::proxy", "Mesh" {
        Vertices: *9 { a: 0,0,0,1,0,0,0,1,0 }
        PolygonVertexIndex: *3 { a: 0,1,-3 }
    }
    Model: 15, "Model::proxy", "Mesh" { Version: 232
        Properties70:  { P: "Visibility", "Visibility", "", "A",0 } }
    Model: 16, "Model::levels", "Null" { Version: 232 }
    NodeAttribute: 17, "NodeAttribute::", "LodGroup" { }
    Model: 18, "Model::near", "Mesh" { Version: 232 }
    Model: 19, "Model::far", "Mesh" { Version: 232 }
"""
    links = "".join(
        f'        C: "OO",{below},{above}\n'
        for below, above in ((15, 0), (3, 15), (16, 0), (17, 16), (18, 16), (19, 16), (3, 18), (3, 19))
    )
    text = (
        strip()
        .replace("    Model: 10,", f"{more}    Model: 10,")
        .replace("Connections:  {\n", "Connections:  {\n" + links)
    )
    read = opened(written(tmp_path, text))
    names = [node["name"] for node in made_of(read.document).plain["nodes"]]
    assert [names[number] for number in read.document.figure.hidden_parts] == ["proxy", "far"]
    assert any(word.startswith("2 meshes are hidden") for word in read.words)


def test_the_author_goes_with_the_file(tmp_path: Path) -> None:
    source = rigs.read(written(tmp_path, strip(author="Ada"))).figure.source
    assert source is not None and source.copyright == "Ada"


def test_a_file_of_many_megabytes_opens_as_any_other(tmp_path: Path) -> None:
    """As one is that holds its own pictures."""
    comments = f"; {'.' * 98}\n" * 170_000
    path = written(tmp_path, strip(author="Somebody") + comments, "large.fbx")
    assert path.stat().st_size > 16 * 1024 * 1024
    document = rigs.read(path)
    assert [bone.name for bone in document.rig.bones] == ["hip", "knee"]
    assert made_of(document).plain["asset"]["copyright"] == "Somebody"


def test_what_was_converted_is_told_of_the_character_for_good(tmp_path: Path) -> None:
    source = rigs.read(written(tmp_path, strip(picture="skin.png"))).figure.source
    assert source is not None and source.file is not None
    found = character(source.file.path)
    assert "+Y up and 0.01 m" in found.told[0] and "skin.png" in found.otherwise[0]


# What is no FBX


def assert_told(path: Path) -> str:
    with pytest.raises(Unreadable) as caught:
        rigs.read(path)
    assert caught.value.file == str(path) and is_one_sentence(caught.value.what)
    return caught.value.what


def test_without_the_package_the_command_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fbx, "find_spec", lambda _name: None)
    assert 'pip install "pantin[fbx]"' in assert_told(written(tmp_path, strip()))


NONSENSE: dict[str, Callable[[str], bytes]] = {
    "empty": lambda _text: b"",
    "text": lambda _text: b"This is a letter.\n" * 100,
    "binary head alone": lambda _text: b"Kaydara FBX Binary  \x00\x1a\x00" + (7500).to_bytes(4, "little"),
    "huge counts": lambda _text: (
        b"Kaydara FBX Binary  \x00\x1a\x00"
        + (7500).to_bytes(4, "little")
        + (2**40).to_bytes(8, "little") * 3
        + b"\x04Huge"
    ),
    "endless numbers": lambda text: text.replace("-1,20,0,1,20,0", "nan,20,0,1e300,20,0").encode(),
    "indices beyond": lambda text: text.replace("a: 0,1,3,-3,2,3,5,-5", "a: 0,1,999999999,-3,2,3,5,-5").encode(),
    "too many frames": lambda text: text.replace("46186158000", str(46186158000 * 10**7)).encode(),
}


@pytest.mark.parametrize("make", NONSENSE.values(), ids=NONSENSE)
def test_nonsense_is_told_in_a_sentence_or_read_in_part(tmp_path: Path, make: Callable[[str], bytes]) -> None:
    try:
        read = opened(written(tmp_path, make(strip())))
    except Unreadable as told:
        assert is_one_sentence(told.what)
    else:
        assert read.document.rig.bones


def test_what_is_no_mesh_is_told(tmp_path: Path) -> None:
    patch = """Objects:  {
    Geometry: 77, "Geometry::patch", "NurbsSurface" {
        NurbsSurfaceOrder: 2,2
        Dimensions: 2,2
        Step: 4,4
        Form: "Open", "Open"
        Points: *16 { a: 0,0,0,1,1,0,0,1,0,1,0,1,1,1,0,1 }
        KnotVectorU: *4 { a: 0,0,1,1 }
        KnotVectorV: *4 { a: 0,0,1,1 }
    }"""
    assert "A NURBS surface is left out." in opened(written(tmp_path, strip().replace("Objects:  {", patch, 1))).words


def test_a_file_that_takes_long_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The time of its reader counts from when it has begun, so a busy machine refuses no file that others read."""
    monkeypatch.setattr(fbx, "WORKED", 0.01)
    monkeypatch.setattr(fbx, "BYTES_A_SECOND", 1e12)
    numbers = ",".join("1,2,3" for _ in range(1_000_000))
    text = strip().replace("-1,20,0,1,20,0", f"-1,20,0,1,20,0,{numbers}")
    assert "took too long" in assert_told(written(tmp_path, text))


def test_a_file_that_is_cut_off_or_damaged_anywhere_is_told(tmp_path: Path) -> None:
    text = strip().encode()
    for part in np.linspace(0, len(text) - 400, 5).astype(int).tolist():
        try:
            rigs.read(written(tmp_path, text[:part]))
        except Unreadable as told:
            assert is_one_sentence(told.what)


PROGRAMS = {
    "killed": "kill -9 $$",
    "hanging": "exec sleep 60",
    "stopped": "kill -STOP $$",
    "endless": "while :; do :; done",
    "crashing": "kill -SEGV $$",
    "babbling": "echo glTF",
}


@pytest.mark.parametrize("program", PROGRAMS.values(), ids=PROGRAMS)
def test_a_reader_that_ends_otherwise_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, program: str) -> None:
    python = tmp_path / "python"
    python.write_text(f"#!/bin/sh\n{program}\n")
    python.chmod(python.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setattr("sys.executable", str(python))
    monkeypatch.setattr(fbx, "SECONDS", 0.5)
    assert_told(written(tmp_path, strip()))
