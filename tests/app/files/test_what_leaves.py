"""Tests that what leaves is what one sees: a frame of a clip is the same in the window, in every file, and in
`convert`.

The figures have IK limbs, and their clips move bones alone, as motion from elsewhere does: handles and poles go along.
Files are read by readers of their own (`tests.readers`), or by ours.
"""

from __future__ import annotations

import base64
import json
from pathlib import Path

import numpy as np
import pytest
from msgspec.structs import replace
from PySide6 import QtGui

import pantin
from pantin import rigs, solver
from pantin.app.files import export
from pantin.app.files.baking import at_frame
from pantin.app.session.clip_frame import ClipFrame
from pantin.app.session.pose_requests import Request, posed
from pantin.rigs import Document, Transform
from pantin.rigs import rotations as rot
from pantin.rigs.clip import Clip
from pantin.rigs.editing.grounds import on_preset
from pantin.rigs.figure import Figure
from pantin.rigs.formats import clip_file
from pantin.rigs.formats.pose import apply, read_pose
from pantin.rigs.motion.clips_of_bones import forward_kinematics
from pantin.rigs.rest import rest_matrices
from pantin.rigs.templates import TEMPLATES
from pantin.solver import Evaluated
from pantin.viewport.paint.figure_picture import figure_picture
from tests.app.start.command import pantin as command
from tests.app.start.command import started
from tests.cases import case
from tests.readers import places_in
from tests.readers.glb import Glb
from tests.rigs.formats.gltf_files import channels, glb, moved, parts
from tests.viewport.pictures import picture

COUNT, RATE = 9, 24.0
SWINGS = {"thigh": 0.5, "shin": -0.4, "upper_arm": 0.7, "forearm": 0.5, "foot": 0.2, "hand": 0.4, "chest": 0.2}


def strides() -> Clip:
    """Nine frames in which hips travel and limbs swing about their own X, and a little about Z."""
    names = ["hips", *(f"{part}.{side}" for part in SWINGS if part != "chest" for side in "LR"), "chest"]
    frames = np.zeros((COUNT, len(names), 10))
    frames[..., 6:] = 1.0
    swing = np.sin(np.linspace(0.0, 2.0 * np.pi, COUNT))
    frames[:, 0, 2] = np.linspace(0.0, 0.4, COUNT)
    for place, name in enumerate(names[1:], start=1):
        half = 0.5 * SWINGS[name.partition(".")[0]] * (swing if name.endswith("L") else -swing + 0.3)
        turns = np.stack((np.sin(half), 0.1 * np.sin(half), 0.2 * np.sin(half), np.cos(half)), -1)
        frames[:, place, 3:7] = turns / np.linalg.norm(turns, axis=1, keepdims=True)
    return replace(Clip.of("strides", RATE, names, frames), first=1)


@pytest.fixture(scope="module", params=["humanoid", "biped"])
def walking(request: pytest.FixtureRequest) -> Document:
    return Document.of(Figure(rig=TEMPLATES[request.param](), clips=(strides(),)))


def in_the_window(document: Document, frame: int) -> Evaluated:
    """A frame as the window's worker poses it."""
    return posed(Request(document, frame=ClipFrame(document.figure.clips[0], frame))).evaluated


def bones_of(document: Document) -> list[str]:
    return [bone.name for bone in document.rig.bones if bone.kind == "bone"]


def beside(document: Document) -> dict[str, np.ndarray]:
    """Three points 1 dm beside each bone at rest."""
    rests = dict(zip(document.rig.by_name, rest_matrices(document.rig.bones), strict=True))
    return {name: (rests[name][:3, 3:] + 0.1 * rests[name][:3, :3]).T for name in bones_of(document)}


def seen(document: Document, evaluated: Evaluated) -> dict[str, np.ndarray]:
    """These points where one sees them."""
    matrices = {name: evaluated.matrix(name) for name in bones_of(document)}
    return {name: (each[:3, 3:] + 0.1 * each[:3, :3]).T for name, each in matrices.items()}


def apart(one: dict[str, np.ndarray], other: dict[str, np.ndarray]) -> float:
    return max(float(np.linalg.norm(one[name] - other[name], axis=-1).max()) for name in one)


def test_handles_come_along_so_that_bones_do_not_stay_behind(walking: Document) -> None:
    """The clip moves the hips by 40 cm; without its handle a foot would stay where it stands at rest."""
    rest, last = solver.evaluate(walking), in_the_window(walking, COUNT - 1)
    for bone in ("foot.L", "hand.R"):
        assert last.heads[last.index[bone]][1] < rest.heads[rest.index[bone]][1] - 0.25


def test_a_glb_has_the_points_of_a_skin_where_the_window_has_them(walking: Document, tmp_path: Path) -> None:
    pantin.write(walking, tmp_path / "walk.glb")
    file, points = Glb(tmp_path / "walk.glb"), beside(walking)
    for frame in range(1, COUNT):
        found = file.skinned(points, "strides", frame / RATE)
        assert apart(found, seen(walking, in_the_window(walking, frame))) < 1e-6
    assert apart(file.skinned(points), seen(walking, solver.evaluate(walking))) < 1e-6, "the pose, without a clip"


def test_a_bvh_has_the_joints_where_the_window_has_them(walking: Document, tmp_path: Path) -> None:
    found = export.write(walking, tmp_path / "walk.bvh")
    assert found is not None and (found.frames, found.compared, found.lost) == (COUNT - 1, COUNT - 1, "")
    document = rigs.read(tmp_path / "walk.bvh")
    again = document.rig
    stands = forward_kinematics(again.bones, np.array(document.figure.clips[0].frames, float))[..., :3, 3]
    for place in range(COUNT - 1):
        window = in_the_window(walking, place + 1)
        expected = window.heads[[window.index[bone.name] for bone in again.bones]]
        np.testing.assert_allclose(stands[place], expected, atol=1e-6)


def test_a_clip_of_its_own_looks_the_same_on_bones_alone(walking: Document, tmp_path: Path) -> None:
    export.write(walking, tmp_path / "walk.clip.json")
    (clip,) = clip_file.clips(tmp_path / "walk.clip.json")
    free = walking.with_rig(walking.rig.changed(constraints=()))
    for place in range(COUNT - 1):
        alone = solver.evaluate(at_frame(free, clip, place))
        assert apart(seen(walking, alone), seen(walking, in_the_window(walking, place + 1))) < 2e-6


def test_a_frame_leaves_alone_as_it_is_seen(walking: Document, tmp_path: Path) -> None:
    """By the command, as a rig, as a pose and as joints."""
    rig, pose, glb = (tmp_path / f"frame.{ending}" for ending in ("rig.json", "pose.json", "glb"))
    whole = tmp_path / "walk.rig.json"
    pantin.write(walking, whole)
    window = in_the_window(walking, 5)
    for out in (rig, pose, glb):
        done = command("convert", whole, out, "--frame", 5)
        assert done.returncode == 0 and not done.stderr
    as_rig = solver.evaluate(rigs.read(rig))
    as_pose = solver.evaluate(
        apply(walking.with_rig(walking.rig.changed(constraints=())), read_pose(pose).pose).document
    )
    for found in (as_rig, as_pose):
        assert apart(seen(walking, found), seen(walking, window)) < 1e-9
    assert apart(Glb(glb).skinned(beside(walking)), seen(walking, window)) < 1e-6


def test_frames_on_ground_leave_as_they_are_seen(tmp_path: Path) -> None:
    """Feet stand on the ground already, and those in the air are not drawn to it once more."""
    figure = Document.of(Figure(rig=TEMPLATES["humanoid"](), clips=(strides(),)))
    document = on_preset(figure, "slope")
    flat, sloped = in_the_window(figure, 6), in_the_window(document, 6)
    assert np.abs(flat.heads - sloped.heads).max() > 0.02
    pantin.write(document, tmp_path / "walk.glb")
    file = Glb(tmp_path / "walk.glb")
    for frame in (1, 3, 6):
        window = in_the_window(document, frame)
        assert apart(file.skinned(beside(document), "strides", frame / RATE), seen(document, window)) < 1e-6
        assert (solver.evaluate(at_frame(document, document.figure.clips[0], frame)).matrices == window.matrices).all()


def test_shear_that_gltf_cannot_hold_is_said_by_name(tmp_path: Path) -> None:
    """Bones on a curve are longer than they rest, and turned under each other: joints are right, a skin is not."""
    source, out = case("spline-fit.rig.json"), tmp_path / "spline.glb"
    document = rigs.read(source)
    found = export.write(document, out)
    assert found is not None and found.differ[0] == "s4" and set(found.differ) == {"s1", "s2", "s3", "s4"}
    off = apart(Glb(out).skinned(beside(document)), seen(document, solver.evaluate(document)))
    assert off > 0.05 and '"s4"' in found.lost and "holds no shear" in found.lost
    done = command("convert", source, tmp_path / "again.glb")
    assert done.returncode == 0 and found.lost in done.stderr


def test_bones_below_uneven_scale_are_as_large_as_in_their_file_and_the_shear_is_said_to_be_there(
    tmp_path: Path,
) -> None:
    """Three joints below a scale of 1, 3, 1, the first of which turns; their axes, by hand, in the last frame."""
    source, out = case("gltf-uneven-scale-above.gltf"), tmp_path / "uneven.glb"
    document = rigs.read(source)
    plain = json.loads(source.read_text())
    data = base64.b64decode(plain["buffers"][0]["uri"].partition(",")[2])
    turns = [np.frombuffer(data, "<f4")[place : place + 4].astype(float) for place in (2, 6)]

    def worlds(turn: np.ndarray) -> list[np.ndarray]:
        a = np.diag([1.0, 3.0, 1.0]) @ rot.matrix_from_quaternion(rot.normalised(turn))
        b = a @ rot.matrix_from_quaternion(rot.normalised(np.array(plain["nodes"][2]["rotation"])))
        return [a, b, b]

    z_up = np.array([[1.0, 0, 0], [0, 0, -1.0], [0, 1.0, 0]])
    resting = rest_matrices(document.rig.bones)[:, :3, :3]
    wanted = [
        np.linalg.norm(z_up @ now @ np.linalg.inv(z_up @ before) @ rest, axis=0)
        for now, before, rest in zip(worlds(turns[1]), worlds(turns[0]), resting, strict=True)
    ]
    seen_last = in_the_window(document, 30).matrices[:, :3, :3]
    np.testing.assert_allclose(np.linalg.norm(seen_last, axis=1), wanted, atol=1e-5)
    found = export.write(document, out)
    assert found is not None and "the file has the shear" in found.lost and "holds no shear" not in found.lost


@pytest.mark.parametrize(
    ("times", "heights", "way"),
    [
        ((0.0, 0.513, 1.0), (1.0, 2.0, 1.0), "STEP"),
        ((0.0, 0.5, 0.501, 1.0), (1.0, 1.0, 3.0, 3.0), "LINEAR"),
        ((0.0, 0.7731, 1.5462, 2.3193), (1.0, 2.0, 1.0, 3.0), "STEP"),
        ((0.0, 0.10007, 0.71233, 6.93371), (1.0, 2.0, 4.0, 3.0), "STEP"),
    ],
)
def test_keys_off_the_usual_frames_leave_where_they_are(tmp_path: Path, times, heights, way: str) -> None:
    """The file that leaves is compared when it is read again, and steps there where the one that came did, which is
    gone.
    """
    source, out = tmp_path / "came.glb", tmp_path / "leaves.glb"
    source.write_bytes(moved([(0.0, height, 0.0) for height in heights], times, interpolation=way))
    document = rigs.read(source)
    source.unlink()
    found = pantin.write(document, out)
    assert found is not None and not found.why and found.compared == found.frames
    ((found_way, keys, values),) = channels(out.read_bytes()).values()
    changed = keys[1:][np.abs(np.diff(values[:, 1])) > 1e-4]
    wanted = [
        at for before, at, one, other in zip(times, times[1:], heights, heights[1:], strict=False) if one != other
    ]
    assert found_way == way and changed == pytest.approx(wanted, abs=2.2e-3)


def test_stretch_without_turned_children_is_in_the_file(tmp_path: Path) -> None:
    document = Document.of(TEMPLATES["arm"]())
    grown = document.posed({"upper_arm": Transform(scale=(1.0, 1.3, 1.0))})
    alone = grown.with_rig(grown.rig.changed(constraints=()))
    found = export.write(alone, tmp_path / "arm.glb")
    assert found is not None and not found.lost
    points = beside(alone)
    assert apart(Glb(tmp_path / "arm.glb").skinned(points), seen(alone, solver.evaluate(alone))) < 1e-6


def test_parts_that_hang_on_nodes_without_a_skin_are_compared_too(tmp_path: Path) -> None:
    """A figure of stiff parts has no inverse binds: its parts go with the nodes."""
    plain, data = parts(moved([(0.0, 1.0, 0.0), (0.5, 1.0, 0.0)]))
    del plain["skins"]
    (tmp_path / "parts.glb").write_bytes(glb(plain, data))
    found = export.write(rigs.read(tmp_path / "parts.glb"), tmp_path / "again.glb")
    assert found is not None and not found.lost and found.beside is not None and found.beside < 1e-6
    assert "skins" not in parts((tmp_path / "again.glb").read_bytes())[0]


def test_bvh_says_what_scale_it_cannot_hold(tmp_path: Path) -> None:
    document = Document.of(TEMPLATES["humanoid"]())
    grown = document.posed({"head": Transform(scale=(1.5, 1.5, 1.5))})
    found = export.write(grown, tmp_path / "figure.bvh")
    assert found is not None and found.differ[0] == "head" and "BVH holds no scale" in found.lost
    assert found.in_motion is not None and found.in_motion < 1e-6


@pytest.mark.parametrize("ending", [".glb", ".bvh"])
@pytest.mark.parametrize("name", ["ok-bvh-orders-differ", "ok-bvh-offsets-0", "motion-root-offset-0", "far away"])
def test_joints_of_a_bvh_are_read_and_leave_where_its_channels_put_them(name: str, ending: str, tmp_path: Path) -> None:
    """Each joint has its own order of channels; or all rest in one place, and are placed by the frames; or far away."""
    path = case(f"{name}.bvh")
    if name == "far away":
        path = tmp_path / "far.bvh"
        near = case("ok-bvh-orders-differ.bvh").read_text("utf-8")
        path.write_text(near.replace("\n0 .95 0 ", "\n-8000 .95 5000 ").replace("\n0.1 .9 .2 ", "\n-8000.1 .9 5000.2 "))
    document, truth = pantin.read(path), places_in(path)
    (clip,) = document.figure.clips
    reach = max(float(np.abs(places).max()) for places in truth.values())
    for number in range(clip.count):
        found = solver.evaluate(pantin.frame(document, number))
        for joint, places in truth.items():
            np.testing.assert_allclose(found.heads[found.index[joint]], places[number], atol=1e-6 * reach)
    done = command("convert", path, tmp_path / f"out{ending}")
    assert done.returncode == 0 and not done.stderr
    left = places_in(tmp_path / f"out{ending}")
    for joint, places in truth.items():
        np.testing.assert_allclose(left[joint], places, atol=2e-6 * reach, err_msg=joint)


def test_a_picture_of_a_frame_is_drawn_as_the_window_has_it(walking: Document, tmp_path: Path, qapp) -> None:
    """Pixel by pixel what the window's own picture of that frame is, and not that of another one."""
    whole, size = tmp_path / "walk.rig.json", (160, 200)
    pantin.write(walking, whole)
    pictures = []
    for frame in (3, 6):
        out = tmp_path / f"{frame}.png"
        done = started("render", whole, out, "--frame", frame, "--size", f"{size[0]}x{size[1]}")
        assert (done.returncode, done.stderr) == (0, "")
        pictures.append(picture(QtGui.QImage(str(out))))
    window = picture(figure_picture(walking, in_the_window(walking, 6), size))
    assert np.abs(pictures[1] - window).max() <= 2 < np.abs(pictures[0] - window).max()


def test_what_is_held_from_key_to_key_is_held_in_a_clip_of_its_own(tmp_path: Path) -> None:
    """As STEP of glTF is: a file of one clip says of which bones it counts."""
    step = rigs.read(case("gltf-step.gltf"))
    held = step.figure.clips[0].held
    assert command("convert", case("gltf-step.gltf"), tmp_path / "step.clip.json").returncode == 0
    (again,) = clip_file.clips(tmp_path / "step.clip.json")
    assert again.held == held != {}
