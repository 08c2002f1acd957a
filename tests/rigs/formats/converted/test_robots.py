"""A URDF opens as a figure whose bones turn and slide as the joints of the robot do."""

from __future__ import annotations

from math import cos, pi, sin
from pathlib import Path

import numpy as np
import pytest
from msgspec.structs import replace

from pantin import rigs
from pantin.rigs import Document, Transform, Unreadable
from pantin.rigs.constraints.limits import LimitLocation
from pantin.rigs.formats.gltf.meshes import character
from pantin.rigs.meshes.binding import binding, palette
from pantin.rigs.meshes.posed_points import points
from pantin.rigs.pose import Pose
from pantin.rigs.rest import rest_matrices
from pantin.solver import evaluate
from tests.rigs.formats.converted.tetrahedra import CORNERS, stl

ARM = """<?xml version="1.0"?>
<robot name="arm">
  <material name="steel"><color rgba="0.5 0.5 0.5 1"/></material>
  <link name="base"><visual><origin xyz="0 0 0.1"/><geometry><box size="0.4 0.2 0.2"/></geometry>
    <material name="steel"/></visual></link>
  <joint name="turn" type="revolute">
    <parent link="base"/><child link="column"/><origin xyz="0 0 0.3" rpy="0 0 0.5"/><axis xyz="0 0 -1"/>
    <limit lower="-1" upper="2" effort="1" velocity="1"/></joint>
  <link name="column"/>
  <joint name="bend" type="revolute">
    <parent link="column"/><child link="upper"/><origin xyz="0.05 0 0.4" rpy="0.2 -0.3 0.4"/><axis xyz="0 2 0"/>
    <limit lower="-0.5" upper="1.5" effort="1" velocity="1"/></joint>
  <link name="upper"><visual><geometry>
    <mesh filename="package://arm/meshes/upper.stl" scale="1 1 -1"/></geometry></visual>
    </link>
  <joint name="wheel" type="continuous">
    <parent link="upper"/><child link="lower"/><origin xyz="0.1 0.02 0.5"/><axis xyz="1 0.2 0"/></joint>
  <link name="lower"/>
  <joint name="push" type="prismatic">
    <parent link="lower"/><child link="rod"/><origin xyz="0 0 0.4"/><axis xyz="0 0.6 0.8"/>
    <limit lower="-0.1" upper="0.2" effort="1" velocity="1"/></joint>
  <link name="rod"/>
  <joint name="weld" type="fixed"><parent link="rod"/><child link="tip"/><origin xyz="0 0 0.2"/></joint>
  <link name="tip"/>
</robot>
"""
ORIGINS = {
    "column": ((0.0, 0.0, 0.3), (0.0, 0.0, 0.5)),
    "upper": ((0.05, 0.0, 0.4), (0.2, -0.3, 0.4)),
    "lower": ((0.1, 0.02, 0.5), (0.0, 0.0, 0.0)),
    "rod": ((0.0, 0.0, 0.4), (0.0, 0.0, 0.0)),
    "tip": ((0.0, 0.0, 0.2), (0.0, 0.0, 0.0)),
}
AXES = {"column": (0, 0, -1), "upper": (0, 1, 0), "lower": (1, 0.2, 0), "rod": (0, 0.6, 0.8)}


def about(axis: np.ndarray, angle: float) -> np.ndarray:
    """Return a turn (4, 4) about an axis of unit length (Rodrigues, 1840)."""
    x, y, z = axis
    cross = np.array(((0, -z, y), (z, 0, -x), (-y, x, 0)))
    found = np.eye(4)
    found[:3, :3] += sin(angle) * cross + (1.0 - cos(angle)) * cross @ cross
    return found


def frames(moved: dict[str, float]) -> dict[str, np.ndarray]:
    """Return the frames of the links by the specification: origin, then the turn or the slide of the joint."""
    found = {"base": np.eye(4)}
    above = "base"
    for link, (place, (roll, pitch, yaw)) in ORIGINS.items():
        origin = about(np.array((0, 0, 1)), yaw) @ about(np.array((0, 1, 0)), pitch) @ about(np.array((1, 0, 0)), roll)
        origin[:3, 3] = place
        joint, axis = np.eye(4), np.array(AXES.get(link, (1, 0, 0)), float)
        axis /= np.linalg.norm(axis)
        if link == "rod":
            joint[:3, 3] = moved.get(link, 0.0) * axis
        elif link in moved:
            joint = about(axis, moved[link])
        found[link] = found[above] @ origin @ joint
        above = link
    return found


def arm(folder: Path) -> Document:
    (folder / "meshes").mkdir()
    (folder / "meshes" / "upper.stl").write_bytes(stl())
    (folder / "arm.urdf").write_text(ARM)
    return rigs.read(folder / "arm.urdf")


def axis_of(document: Document, bone: str) -> int:
    """Return the axis of a bone about which it may turn alone."""
    (free,) = (axis for axis, locked in enumerate(document.rig.by_name[bone].joint.lock) if not locked)
    return free


def test_bones_begin_where_links_are(tmp_path: Path) -> None:
    document = arm(tmp_path)
    for link, frame in frames({}).items():
        np.testing.assert_allclose(document.rig.by_name[link].head, frame[:3, 3], atol=1e-6)


def test_a_hinge_that_turns_moves_what_follows_as_the_robot_does(tmp_path: Path) -> None:
    document = arm(tmp_path)
    rests = dict(zip(document.rig.rows, rest_matrices(document.rig.bones), strict=True))
    turned = {"column": 0.7, "upper": 1.1, "lower": -2.0}
    pose = dict[str, Transform]()
    for link, angle in turned.items():
        along, free = frames({})[link][:3, :3] @ np.array(AXES[link], float), axis_of(document, link)
        same = float(rests[link][:3, free] @ along / np.linalg.norm(along))
        assert abs(abs(same) - 1.0) < 1e-6  # the axis of the bone is that of the joint
        half = 0.5 * angle * np.sign(same)
        rotation = [0.0, 0.0, 0.0, cos(half)]
        rotation[free] = sin(half)
        pose[link] = Transform((0.0, 0.0, 0.0), tuple(rotation))
    posed = evaluate(document.with_figure(replace(document.figure, pose=Pose(pose))))
    for link, frame in frames(turned).items():
        np.testing.assert_allclose(posed.matrices[document.rig.rows[link], :3, 3], frame[:3, 3], atol=1e-6)


def test_limits_are_those_of_the_joint_and_a_twist_against_the_axis_has_them_turned_over(tmp_path: Path) -> None:
    bones = arm(tmp_path).rig.by_name
    assert bones["upper"].joint.limit == (pytest.approx((-0.5, 1.5)), None, None)
    assert bones["upper"].joint.lock == (False, True, True)
    assert bones["column"].joint.limit == (None, pytest.approx((-2.0, 1.0)), None)  # the axis points down, the bone up
    assert bones["lower"].joint.limit == (None, None, None) and sum(bones["lower"].joint.lock) == 2
    assert bones["tip"].joint.lock == (True, True, True)


def test_a_slider_slides_along_its_bone_between_its_ends(tmp_path: Path) -> None:
    document = arm(tmp_path)
    rod, (limit,) = document.rig.by_name["rod"], document.rig.constraints
    along = frames({})["rod"][:3, :3] @ AXES["rod"]
    np.testing.assert_allclose(np.subtract(rod.tail, rod.head) / np.linalg.norm(np.subtract(rod.tail, rod.head)), along)
    assert isinstance(limit, LimitLocation) and (limit.lower, limit.upper) == ((0.0, -0.1, 0.0), (0.0, 0.2, 0.0))
    pulled = document.with_figure(replace(document.figure, pose=Pose({"rod": Transform((0.3, 0.5, -0.2))})))
    place = evaluate(pulled).matrices[document.rig.rows["rod"], :3, 3]
    np.testing.assert_allclose(place, frames({"rod": 0.2})["rod"][:3, 3], atol=1e-6)


def test_bodies_lie_on_their_links(tmp_path: Path) -> None:
    document = arm(tmp_path)
    source = document.figure.source
    assert source is not None and source.file is not None
    found = character(Path(source.file.path))
    bound = binding(document.rig, source, found)
    base, upper = points(found, bound, palette(bound, rest_matrices(document.rig.bones)))
    np.testing.assert_allclose(base.positions.min(axis=0), (-0.2, -0.1, 0.0), atol=1e-6)
    np.testing.assert_allclose(base.positions.max(axis=0), (0.2, 0.1, 0.2), atol=1e-6)
    frame = frames({})["upper"]
    expected = CORNERS * (1, 1, -1) @ frame[:3, :3].T + frame[:3, 3]
    seen = np.unique(np.round(upper.positions, 4), axis=0)  # shaded flat, corners are not shared
    np.testing.assert_allclose(seen, np.unique(np.round(expected, 4), axis=0), atol=2e-4)
    corners = upper.positions[found.parts[1].triangles] - frame[:3, 3]
    volume = np.einsum("ti,ti->t", corners[:, 0], np.cross(corners[:, 1], corners[:, 2])).sum() / 6.0
    assert volume == pytest.approx(1.0, abs=1e-5)  # mirrored, its triangles still look outside
    steel = found.materials[found.parts[0].material or 0]
    assert steel.base[0] == pytest.approx(((0.5 + 0.055) / 1.055) ** 2.4)


def test_what_is_not_beside_it_is_said_and_nothing_outside_is_read(tmp_path: Path) -> None:
    (tmp_path / "secret.stl").write_bytes(stl())
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "arm.urdf").write_text(ARM.replace("package://arm/meshes/upper.stl", "../secret.stl"))
    told = rigs.opened(tmp_path / "in" / "arm.urdf")
    assert told.words == ("1 of 2 bodies were not found as STL, OBJ or PLY in its folder; put them there to see them.",)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-16-be", "iso-8859-1"])
@pytest.mark.parametrize("what", ['<!ENTITY a "b">', '<!ENTITY a SYSTEM "secret.txt">', '<!ENTITY % a SYSTEM "x.dtd">'])
def test_entities_are_refused_in_every_encoding(tmp_path: Path, encoding: str, what: str) -> None:
    (tmp_path / "secret.txt").write_text("secret")
    named = "utf-16" if encoding.startswith("utf-16") else encoding
    head = f'<?xml version="1.0" encoding="{named}"?><!DOCTYPE robot [{what}]>'
    text = head + ARM.partition("?>")[2].replace('name="arm"', 'name="arm" of="&a;"' if "% a" not in what else "")
    (tmp_path / "arm.urdf").write_bytes((b"\xfe\xff" if encoding == "utf-16-be" else b"") + text.encode(encoding))
    with pytest.raises(Unreadable, match="declares entities"):
        rigs.read(tmp_path / "arm.urdf")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "is no XML"),
        ("<robot name='a'", "is no XML"),
        ("<mujoco/>", "holds no robot"),
        ("<!DOCTYPE r [<!ENTITY a 'b'>]><robot><link name='&a;'/></robot>", "declares entities"),
        (ARM.replace('<child link="tip"/>', '<child link="top"/>'), "names a link that is not there"),
        (ARM.replace('<parent link="base"/>', '<parent link="tip"/>'), "go round in a circle"),
        (ARM.replace('xyz="0 0 0.3"', 'xyz="0 0"'), "is not 3 finite numbers"),
        (ARM.replace('xyz="0 0 0.3"', 'xyz="0 nan 0"'), "is not 3 finite numbers"),
        (ARM.replace('lower="-1"', 'lower="x"'), "is no finite number"),
    ],
)
def test_a_damaged_file_is_one_sentence(tmp_path: Path, text: str, said: str) -> None:
    (tmp_path / "bad.urdf").write_text(text)
    with pytest.raises(Unreadable, match=said):
        rigs.read(tmp_path / "bad.urdf")


def test_limits_wider_than_a_whole_turn_are_none(tmp_path: Path) -> None:
    (tmp_path / "arm.urdf").write_text(ARM.replace('lower="-1" upper="2"', f'lower="-{2 * pi}" upper="{2 * pi}"'))
    assert rigs.read(tmp_path / "arm.urdf").rig.by_name["column"].joint.limit == (None, None, None)
