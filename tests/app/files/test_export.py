"""Writing by the ending of a name: the table of formats says what holds the pose that one sees."""

from __future__ import annotations

import json
import struct
from collections.abc import Mapping
from pathlib import Path

import numpy as np
import pytest
from msgspec.structs import replace

from pantin import solver
from pantin.app.files import export
from pantin.app.files.baking import at_frame
from pantin.rigs import Transform, formats, read
from pantin.rigs.clip import part_of
from pantin.rigs.constraints import CopyLocation
from pantin.rigs.document import Document
from pantin.rigs.editing.building.removing import delete
from pantin.rigs.editing.building.upright import upright
from pantin.rigs.editing.pose import with_transforms
from pantin.rigs.figure import Figure
from pantin.rigs.formats import Format, gltf, obj, replacing
from pantin.rigs.motion.baked import BakedFigure, WrittenFile
from pantin.rigs.motion.clips_of_bones import forward_kinematics
from pantin.rigs.source import Source
from pantin.rigs.templates import TEMPLATES
from pantin.solver import evaluate
from pantin.solver.edits.expressions import set_expression
from tests.app.clips.nods import nodding_arm
from tests.readers.skinned import Skinned
from tests.rigs.formats.characters import character, opened, seen
from tests.rigs.formats.gltf.mesh_files import FACING, SQUARE, MeshFile
from tests.rigs.formats.gltf.spring_files import springy
from tests.rigs.samples import plain


def test_a_format_of_what_is_seen_gets_the_evaluated_pose(tmp_path, monkeypatch) -> None:
    """The hand is where the handle has it."""
    got: list[tuple[Figure, Mapping[str, Transform], Path]] = []

    def write(figure: Figure, pose: Mapping[str, Transform], path: Path) -> None:
        got.append((figure, pose, path))

    monkeypatch.setattr(formats, "FORMATS", (*formats.FORMATS, Format(".seen", "What is seen", write_posed=write)))
    document = with_transforms(Document.of(TEMPLATES["arm"]()), {"hand_ik": Transform(location=(0.1, 0.2, -0.1))})
    export.write(document, tmp_path / "arm.seen")
    ((figure, pose, path),) = got
    assert (figure, path) == (document.figure, tmp_path / "arm.seen")
    assert set(pose) == set(document.rig.by_name)
    alone = solver.evaluate(document.with_rig(document.rig.changed(constraints=())).posed(pose))
    np.testing.assert_allclose(alone.matrices, solver.evaluate(document).matrices, atol=1e-9)


def test_any_other_format_gets_the_document(tmp_path) -> None:
    document = Document.of(TEMPLATES["arm"]())
    export.write(document, tmp_path / "arm.rig.json")
    assert formats.read(tmp_path / "arm.rig.json") == document
    with pytest.raises(formats.Unwritable):
        export.write(document, tmp_path / "arm.vrm")
    with pytest.raises(formats.Unwritable, match="is exported"):
        formats.write(document, tmp_path / "arm.glb")


def test_glb_and_bvh_hold_how_bones_stand_after_their_constraints(tmp_path) -> None:
    document = with_transforms(Document.of(TEMPLATES["arm"]()), {"hand_ik": Transform(location=(0.1, 0.2, -0.1))})
    evaluated = solver.evaluate(document)
    for ending in (".glb", ".bvh"):
        export.write(document, tmp_path / f"arm{ending}")
        read = formats.read(tmp_path / f"arm{ending}")
        again = read.rig
        assert [bone.name for bone in again.bones] == [b.name for b in document.rig.bones if b.kind == "bone"]
        stands = evaluated.heads[[evaluated.index[bone.name] for bone in again.bones]]
        found = [bone.head for bone in again.bones]
        if ending == ".bvh":
            found = forward_kinematics(again.bones, np.array(read.figure.clips[0].frames, float))[0, :, :3, 3]
        np.testing.assert_allclose(found, stands, atol=1e-6)


def test_a_figure_whose_file_has_z_up_leaves_upright_as_glb_and_with_z_up_as_bvh(tmp_path) -> None:
    """What is read back is compared as it stands here."""
    rig = replace(plain(TEMPLATES["humanoid"]()).figure, source=Source(nodes=(), z_up=True))
    export.write(Document.of(rig), tmp_path / "figure.bvh")
    again = formats.read(tmp_path / "figure.bvh")
    assert again.rig.by_name["head"].head[1] < -1.0 and upright(again).rig.by_name["head"].head[2] > 1.0
    export.write(upright(again), tmp_path / "figure.glb")
    assert formats.read(tmp_path / "figure.glb").rig.by_name["head"].head[2] > 1.0


def test_what_is_read_back_otherwise_is_not_written(tmp_path, monkeypatch) -> None:
    document, path = Document.of(TEMPLATES["arm"]()), tmp_path / "arm.glb"
    path.write_bytes(b"what was there")

    def bent(what: BakedFigure) -> WrittenFile:
        moved = what.matrices.copy()
        moved[1, 0, 3] += 0.25
        return gltf.written(replace(what, matrices=moved))

    known = tuple(replace(each, written=bent) if each.suffix == ".glb" else each for each in formats.FORMATS)
    monkeypatch.setattr(formats, "FORMATS", known)
    with pytest.raises(formats.Unwritable, match=r"was read back 0\.25 m away"):
        export.write(document, path)
    assert path.read_bytes() == b"what was there" and list(tmp_path.iterdir()) == [path]


def test_what_a_killed_export_left_goes_with_the_next_one(tmp_path) -> None:
    """Also where the name is a link to a file elsewhere. What is being compared just now stays."""
    document = Document.of(TEMPLATES["arm"]())
    (tmp_path / "elsewhere").mkdir()
    path, target = tmp_path / "arm.glb", tmp_path / "elsewhere" / "real.glb"
    path.symlink_to(target)
    left, compared = (replacing.part_of(target, ".glb") for _ in range(2))
    for part in (left, compared):
        part.write_bytes(b"glTF")
    with replacing.held(compared):
        export.write(document, path)
    assert {*target.parent.iterdir()} == {target, compared} and path.is_symlink()


def test_what_was_read_back_is_told(tmp_path) -> None:
    document = nodding_arm()
    joints = sum(bone.kind == "bone" for bone in document.rig.bones)
    for ending, frames in ((".glb", 5), (".bvh", 2)):
        found = export.write(document, tmp_path / f"arm{ending}")
        assert (found.joints, found.names, found.parents) == (joints, joints, joints)
        assert (found.frames, found.compared, found.why) == (frames, frames, "") and found.in_motion < 1e-6
    assert export.write(document, tmp_path / "arm.pose.json").names == len(document.rig.bones)
    assert export.write(document, tmp_path / "arm.clip.json").compared == 2


def test_a_clip_leaves_as_one_sees_it(tmp_path) -> None:
    """What its handle did is in the rotations of the bones: on a rig without constraints it looks the same."""
    document = nodding_arm()
    export.write(document, tmp_path / "arm.clip.json", document.figure.clips[1:])
    (clip,) = formats.clips_of(tmp_path / "arm.clip.json")
    free = document.with_rig(document.rig.changed(constraints=()))
    for frame in range(3):
        by_handle = solver.evaluate(at_frame(document, document.figure.clips[1], frame))
        by_bones = solver.evaluate(at_frame(free, clip, frame))
        np.testing.assert_allclose(by_bones.heads, by_handle.heads, atol=1e-6)
    with pytest.raises(ValueError, match="frames from 0 to 2, so no frame 3"):
        at_frame(document, clip, 3)


def test_a_clip_that_plays_once_does_so_in_its_own_file(tmp_path) -> None:
    document = nodding_arm()
    for loop in (False, True):
        once = replace(document.figure.clips[0], loop=loop)
        export.write(document, tmp_path / "arm.clip.json", (once,))
        (clip,) = formats.clips_of(tmp_path / "arm.clip.json")
        part = part_of(clip, 1)
        assert part is not None and clip.loop == part.loop == loop


def test_a_character_leaves_posed_with_its_meshes_and_is_compared_by_them(tmp_path) -> None:
    data = character({"VRM": {"humanoid": {"humanBones": []}}})
    document = Document.of(opened(tmp_path, data, "fighter.vrm"))
    pulled = document.posed({"Hips": Transform((0.1, 0.0, 0.3), (0.0, 0.6, 0.0, 0.8))})
    found = export.write(pulled, tmp_path / "pulled.vrm")
    assert found is not None and not found.lost and found.joints == found.names == found.parents == 4
    assert found.beside is not None and found.beside < 1e-5
    assert "T-pose" in found.note and "VRMA" in found.note
    at_rest = export.write(document, tmp_path / "rests.vrm")
    assert at_rest is not None and not at_rest.note
    made = Skinned((tmp_path / "pulled.vrm").read_bytes())
    expected = seen(document.figure, solver.evaluate(pulled).matrices, data)
    for mesh, places in made.vertices(made.worlds()).items():
        np.testing.assert_allclose(places, expected[mesh], atol=2e-6)


def test_joints_that_are_no_bones_any_more_are_left_out_of_the_comparison(tmp_path) -> None:
    document = delete(Document.of(opened(tmp_path, character())), ("Spine",))
    found = export.write(document, tmp_path / "without.glb")
    assert found is not None and found.joints == found.names == found.parents == 3 and not found.lost


def test_nothing_is_written_of_a_file_that_changed_since_it_was_opened(tmp_path) -> None:
    document = Document.of(opened(tmp_path, character()))
    (tmp_path / "fighter.glb").write_bytes(character()[:-1] + b"!")
    with pytest.raises(formats.Unwritable, match=r'"fighter\.glb" has changed since it was opened'):
        export.write(document, tmp_path / "out.glb")
    assert [each.name for each in tmp_path.iterdir()] == ["fighter.glb"]


def test_why_meshes_are_left_out_is_said(tmp_path) -> None:
    document = Document.of(opened(tmp_path, character()))
    (tmp_path / "fighter.glb").unlink()
    found = export.write(document, tmp_path / "out.glb")
    what = f'Meshes are left out, because "fighter.glb" is not in {tmp_path}, where it was opened; put it back there.'
    assert found is not None and found.lost == what


@pytest.mark.parametrize("name", ["arm.xyz", "arm.gltf"])
def test_a_name_that_says_no_format_is_answered_with_all_that_are_written(name: str, tmp_path) -> None:
    endings = r"\.rig\.json, \.scene\.json, \.pose\.json, \.clip\.json, \.glb, \.vrm, \.vrma, \.bvh, \.obj"
    with pytest.raises(formats.Unwritable, match=rf"one of {endings}\.$"):
        export.write(Document.of(TEMPLATES["arm"]()), tmp_path / name)


def test_a_mesh_leaves_in_the_pose_that_one_sees(tmp_path) -> None:
    """A stiff mesh at the lower of two joints, of which the upper is where a constraint puts it."""
    file = MeshFile({"name": "upper", "children": [1]}, {"name": "lower", "translation": [0, 1, 0], "mesh": 0})
    file.mesh(file.primitive(NORMAL=FACING))
    document = formats.read(file.written(tmp_path / "arm.glb"))
    aside = replace(
        document.rig.by_name["lower"], name="aside", head=(1.0, 0.0, 1.0), tail=(1.0, 0.0, 2.0), parent=None
    )
    rig = document.rig.changed(
        bones=(*document.rig.bones, aside), constraints=(CopyLocation(owner="upper", target="aside"),)
    )
    found = export.write(document.with_rig(rig), tmp_path / "arm.obj")
    points, _triangles = obj.points_in(tmp_path / "arm.obj")
    assert found is not None and found.points == 4 and np.abs(points - np.array(SQUARE) - (1, 2, 0)).max() < 1e-6


def test_a_figure_without_a_mesh_says_so(tmp_path) -> None:
    with pytest.raises(formats.Unwritable, match="has no mesh"):
        export.write(Document.of(TEMPLATES["arm"]()), tmp_path / "arm.obj")
    assert not (tmp_path / "arm.obj").exists()


def test_a_mesh_whose_file_was_changed_is_not_written(tmp_path) -> None:
    file = MeshFile({"mesh": 0})
    file.mesh(file.primitive())
    document = formats.read(file.written(tmp_path / "a.glb"))
    file.nodes[0]["name"] = "other"
    file.written(tmp_path / "a.glb")
    with pytest.raises(formats.Unwritable, match="is another file now"):
        export.write(document, tmp_path / "a.obj")


def test_what_is_left_out_of_a_mesh_is_said(tmp_path) -> None:
    file = MeshFile({"mesh": 0})
    file.mesh(file.primitive(corners=(0, 1, 2, 0, 2, 9)))
    found = export.write(formats.read(file.written(tmp_path / "a.glb")), tmp_path / "a.obj")
    assert found is not None and "1 triangle" in found.lost


def test_a_vrm_is_made_of_a_vrm_alone(tmp_path) -> None:
    with pytest.raises(formats.Unwritable, match=r"a VRM is made of the file that the figure came from"):
        export.write(Document.of(TEMPLATES["arm"]()), tmp_path / "arm.vrm")
    assert not list(tmp_path.iterdir())


def test_the_mesh_that_leaves_has_the_expressions_of_the_pose(tmp_path) -> None:
    """Its points are where numpy by hand moves them: by a part of the target of the only mesh that has one."""
    figure = opened(tmp_path, character())
    plain, smiling = tmp_path / "plain.obj", tmp_path / "smiling.obj"
    export.write(Document.of(figure), plain)
    export.write(Document.of(set_expression(figure, "0", 0.5)), smiling)
    apart = _points(smiling) - _points(plain)
    assert 1e-3 < np.abs(apart).max() < 0.1
    half = tmp_path / "half.obj"
    export.write(Document.of(set_expression(figure, "0", 0.25)), half)
    np.testing.assert_allclose(_points(half) - _points(plain), apart / 2, atol=1e-6)


def _points(path: Path) -> np.ndarray:
    return np.array([line.split()[1:4] for line in path.read_text().splitlines() if line.startswith("v ")], float)


def test_springs_of_a_file_are_left_to_those_who_read_it_as_a_vrm(tmp_path: Path) -> None:
    path = springy(tmp_path / "springy.vrm")
    document = read(path)
    export.write(document, tmp_path / "out.vrm")
    before, after = ({n["name"]: n for n in _json(each)["nodes"]} for each in (path, tmp_path / "out.vrm"))
    assert before == after, "nothing is posed"
    assert _json(tmp_path / "out.vrm")["extensions"] == _json(path)["extensions"]
    export.write(document, tmp_path / "rest.glb")
    assert {n["name"]: n for n in _json(tmp_path / "rest.glb")["nodes"]} == before
    document = with_transforms(document, {"spine": Transform(rotation=(0.0, 0.0, 0.28, 0.96))})
    export.write(document, tmp_path / "out.glb")
    hanging = {n["name"]: n for n in _json(tmp_path / "out.glb")["nodes"]}
    assert hanging["hair_1"] != before["hair_1"], "who knows no springs sees the hair hang"
    stands = Skinned((tmp_path / "out.glb").read_bytes())
    places = stands.worlds()[:, :3, 3] @ np.array(((1, 0, 0), (0, 0, 1), (0, -1, 0)))  # Y up to Z up
    seen = dict(zip(document.rig.rows, evaluate(document).heads, strict=True))
    for node, place in zip(stands.plain["nodes"], places, strict=True):
        if node.get("name") in seen:
            assert place == pytest.approx(seen[node["name"]], abs=1e-5)


def _json(path: Path) -> dict:
    data = path.read_bytes()
    (size,) = struct.unpack_from("<I", data, 12)
    return json.loads(data[20 : 20 + size])
