"""Loops cut into the meshes of a file where a limb has no vertices to be twisted by."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import pantin
from pantin.app.files.remaking import Remade, twist_bones
from pantin.rigs.document import Document
from tests.readers.sections import sections
from tests.readers.skinned import Skinned
from tests.rigs.formats.gltf.arms import RADIUS, ROUND, Arm, arm_file, written_arm
from tests.rigs.formats.gltf.mesh_files import MeshFile
from tests.rigs.formats.gltf.tubes import turned

ELBOW, WRIST = np.array((1.0, 0.0, 0.0)), np.array((2.0, 0.0, 0.0))
PLACES = np.linspace(0.02, 0.98, 49)


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


def made(file: MeshFile, tmp_path: Path, count: int = 5) -> tuple[Skinned, Skinned, Remade]:
    """Return a file, and what it is with twist bones in its forearm."""
    path = file.written(tmp_path / "arm.glb")
    found = twist_bones(pantin.read(path), names=("forearm.L",), count=count)
    return Skinned(path.read_bytes()), Skinned(data_of(found.document)), found


def data_of(document: Document) -> bytes:
    source = document.figure.source
    assert source is not None and source.file is not None
    return Path(source.file.path).read_bytes()


def primitives(read: Skinned) -> list[dict]:
    return [each for mesh in read.plain["meshes"] for each in mesh["primitives"]]


def triangles(read: Skinned, primitive: dict) -> np.ndarray:
    return read.numbers(primitive["indices"])[:, 0].astype(int).reshape(-1, 3)


def points_of(read: Skinned, primitive: dict) -> np.ndarray:
    return read.numbers(primitive["attributes"]["POSITION"])


def surface(read: Skinned) -> np.ndarray:
    """The corners (t, 3, 3) of all triangles, as they are bound."""
    return np.concatenate([points_of(read, each)[triangles(read, each)] for each in primitives(read)])


def area(corners: np.ndarray) -> float:
    ways = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    return float(np.linalg.norm(ways, axis=1).sum() / 2.0)


def open_edges(corners: np.ndarray) -> int:
    """Return the number of edges with one triangle alone; ends are the same where they are to the last bit."""
    places = np.unique(corners.reshape(-1, 3), axis=0, return_inverse=True)[1].reshape(-1, 3)
    edges = np.sort(np.stack([places, np.roll(places, -1, axis=1)], axis=2).reshape(-1, 2), axis=1)
    counts = np.unique(edges, axis=0, return_counts=True)[1]
    assert counts.max() == 2
    return int((counts == 1).sum())


def smallest(document: Document, degrees: float, tmp_path: Path) -> float:
    """The smallest section of the forearm against that at rest, as it leaves in a file while the hand is turned."""
    areas = []
    for turn in (0.0, degrees):
        path = tmp_path / "posed.glb"
        pantin.write(turned(document, "hand.L", turn), path)
        read = Skinned(path.read_bytes())
        points, (own,) = read.vertices(read.worlds())["Arm"], primitives(read)
        areas.append(sections(points, triangles(read, own), ELBOW, WRIST, PLACES))
    return float((areas[1] / areas[0]).min())


def test_a_forearm_without_vertices_keeps_most_of_its_section(tmp_path: Path) -> None:
    before = pantin.read(written_arm(tmp_path / "arm.glb"))
    after = twist_bones(before, names=("forearm.L",))
    assert after.said.endswith("3 loops were cut into 1 part of the mesh.")
    for degrees in (170.0, -170.0):
        assert smallest(before, degrees, tmp_path) < 0.1
        assert smallest(after.document, degrees, tmp_path) > 0.7
        assert smallest(after.document, 0.5 * degrees, tmp_path) > 0.85


@pytest.mark.parametrize(("count", "loops"), [(2, 0), (3, 1), (4, 2), (9, 3)])
def test_there_are_no_more_loops_than_twist_bones_between_its_ends(count: int, loops: int, tmp_path: Path) -> None:
    file, arm = arm_file(), Arm()
    file.mesh(file.primitive(arm.positions, arm.triangles.ravel(), **arm.skin))
    _before, after, found = made(file, tmp_path, count)
    places = np.unique(np.round(points_of(after, primitives(after)[0])[len(arm.positions) :, 0], 3))
    assert places == pytest.approx([1.0 + (k + 1) / (loops + 1) for k in range(loops)], abs=1e-3)
    assert ("loop" in found.said) == bool(loops)


def test_the_surface_stays_and_no_crack_opens_along_seams_and_materials(tmp_path: Path) -> None:
    file, arm = arm_file(materials=[{}, {}]), Arm()
    columns = arm.triangles.reshape(-1, ROUND, 2, 3)
    halves = columns[:, :3].ravel(), columns[:, 3:].ravel()
    one = file.primitive(arm.positions, halves[0], **arm.skin, material=0)
    mixed = np.random.default_rng(1).permutation(len(arm.positions))  # the same places in another order
    places = np.argsort(mixed)
    skin = {name: rows[mixed] for name, rows in arm.skin.items()}
    other = file.primitive(arm.positions[mixed], places[halves[1]], **skin, material=1)
    file.mesh(one, other)
    before, after, found = made(file, tmp_path)
    assert found.said.endswith("3 loops were cut into 2 parts of the mesh.")
    assert [each["material"] for each in primitives(after)] == [0, 1]
    assert open_edges(surface(before)) == open_edges(surface(after)) == 2 * ROUND
    assert area(surface(after)) == pytest.approx(area(surface(before)), rel=1e-6)
    for old, new in zip(primitives(before), primitives(after), strict=True):
        had = points_of(before, old)
        assert np.array_equal(points_of(after, new)[: len(had)], had)
        assert_like_the_arm(points_of(after, new), after.numbers(new["attributes"]["TEXCOORD_0"]))


def assert_like_the_arm(points: np.ndarray, uvs: np.ndarray) -> None:
    """Points lie on the flat sides of the arm, and their coordinates say where."""
    assert uvs[:, 1] == pytest.approx(points[:, 0] / 3.0, abs=1e-6)
    ends = np.minimum(np.floor(uvs[:, 0] * ROUND), ROUND - 1)
    share = uvs[:, 0] * ROUND - ends
    angles = 2.0 * np.pi * np.stack([ends, ends + 1.0]) / ROUND
    first, second = RADIUS * np.stack([np.cos(angles), np.sin(angles)], axis=-1)
    assert points[:, 1:] == pytest.approx(first + (second - first) * share[:, None], abs=1e-6)


def test_morph_targets_colours_and_other_attributes_lie_between(tmp_path: Path) -> None:
    file, arm = arm_file(), Arm()
    count, x = len(arm.positions), arm.positions[:, :1]
    target = {"POSITION": file.data.add(np.hstack((0.0 * x, x, 2.0 * x))), "NORMAL": file.data.add(x * (1.0, 0.0, 0.0))}
    wrist = np.flatnonzero(arm.positions[:, 0] == 2.0)
    sparse = {"POSITION": file.sparse(count, wrist, np.tile((0.0, 0.0, 1.0), (len(wrist), 1)))}
    tangents = np.column_stack((np.tile((1.0, 0.0, 0.0), (count, 1)), np.full(count, -1.0)))
    own = file.primitive(arm.positions, arm.triangles.ravel(), **arm.skin, TANGENT=tangents, targets=[target, sparse])
    shade = np.column_stack([np.round(255.0 * x / 3.0)] * 4)
    own["attributes"]["COLOR_0"] = file.data.add(shade, 5121, normalized=True)
    own["attributes"]["_RING"] = file.data.add(np.searchsorted(np.unique(x), x[:, 0]), 5123)
    file.mesh(own, weights=[0.0, 0.0], extras={"targetNames": ["Shear", "Lift"]})
    _before, after, _found = made(file, tmp_path)
    (new,) = primitives(after)
    at = points_of(after, new)[:, 0]
    first, second = ({name: after.numbers(index) for name, index in each.items()} for each in new["targets"])
    assert first["POSITION"] == pytest.approx(np.stack((0.0 * at, at, 2.0 * at), axis=1), abs=1e-6)
    between = np.clip(at - 1.0, 0.0, 1.0) * (at <= 2.0)
    assert second["POSITION"][:, 2] == pytest.approx(between, abs=1e-6)
    normals = after.numbers(new["attributes"]["NORMAL"])
    assert np.linalg.norm(normals, axis=1) == pytest.approx(1.0, abs=1e-6)
    turned_by = first["NORMAL"][count:, 0] / at[count:]  # grown as the normals were
    assert turned_by == pytest.approx(1.0 / chord(points_of(after, new)[count:]), abs=1e-5)
    assert after.numbers(new["attributes"]["TANGENT"]) == pytest.approx(np.tile((1, 0, 0, -1.0), (len(at), 1)))
    assert after.numbers(new["attributes"]["COLOR_0"])[:, 0] == pytest.approx(at / 3.0, abs=3e-3)
    rings = after.numbers(new["attributes"]["_RING"])[:, 0]
    assert set(rings[count:]) <= {2.0, 3.0}
    assert after.plain["accessors"][new["attributes"]["_RING"]]["componentType"] == 5123
    assert after.plain["meshes"][0]["extras"] == {"targetNames": ["Shear", "Lift"]}


def chord(points: np.ndarray) -> np.ndarray:
    """Return the length of normals between columns before they are made longer, as far out as the flat side lies."""
    return np.linalg.norm(points[:, 1:], axis=1) / RADIUS


@pytest.mark.parametrize("kind", ["strips", "no indices"])
def test_triangles_may_follow_each_other_in_other_ways(kind: str, tmp_path: Path) -> None:
    file, arm = arm_file(), Arm()
    if kind == "strips":
        rings = len(arm.positions) // (ROUND + 1)
        rows = np.arange(rings * (ROUND + 1)).reshape(rings, -1)
        shared = file.primitive(arm.positions, None, **arm.skin)
        strips = [np.stack((below, above), axis=1).ravel() for below, above in zip(rows[1:], rows, strict=False)]
        file.mesh(*({**shared, "indices": file.data.add(strip, 5125), "mode": 5} for strip in strips))
        assert len(strips) == 5
    else:
        corners = arm.triangles.ravel()
        file.mesh(
            file.primitive(arm.positions[corners], None, **{name: rows[corners] for name, rows in arm.skin.items()})
        )
    _before, after, found = made(file, tmp_path)
    assert found.said.endswith("3 loops were cut into 1 part of the mesh.")
    cut = [each for each in primitives(after) if "mode" not in each]
    assert len(cut) == 1
    if kind == "strips":
        assert all(each["attributes"] == cut[0]["attributes"] for each in primitives(after)), (
            "vertices are shared still"
        )
        assert [each.get("mode") for each in primitives(after)] == [5, 5, None, 5, 5]
    corners = points_of(after, cut[0])[triangles(after, cut[0])]
    corners = corners[(corners[:, :, 0].min(axis=1) > 0.99) & (corners[:, :, 0].max(axis=1) < 2.01)]
    assert area(corners) == pytest.approx(2.0 * ROUND * RADIUS * np.sin(np.pi / ROUND), rel=1e-6)
    outwards = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    assert (np.einsum("ij,ij->i", outwards[:, 1:], corners.mean(axis=1)[:, 1:]) > 0.0).all()


def test_packed_numbers_become_plain_ones(tmp_path: Path) -> None:
    file, arm = arm_file(extensionsUsed=["KHR_mesh_quantization"], extensionsRequired=["KHR_mesh_quantization"]), Arm()
    own = file.primitive(arm.positions, arm.triangles.ravel(), **arm.skin)
    packed = np.column_stack((np.round(arm.positions * 10_000.0), np.zeros(len(arm.positions))))  # eight bytes each
    own["attributes"]["POSITION"] = file.data.add(packed[:, :3].astype(int), 5122)
    file.data.accessors[-1]["bufferView"] = file.data.view(packed.astype("<i2").tobytes())
    file.data.views[-1]["byteStride"] = 8
    file.nodes[3]["scale"] = [1e-4] * 3
    file.mesh(own)
    binds = np.tile(np.eye(4) * (1e-4, 1e-4, 1e-4, 1.0), (3, 1, 1))
    binds[:, 0, 3] = 0.0, -1.0, -2.0
    file.entries["skins"][0]["inverseBindMatrices"] = file.data.add(binds.transpose(0, 2, 1).reshape(-1, 16))
    _before, after, _found = made(file, tmp_path)
    found = points_of(after, primitives(after)[0])
    assert len(found) > len(arm.positions) and after.plain["accessors"][-1]["componentType"] in (5123, 5126)
    assert np.array_equal(found[: len(packed)], packed[:, :3])


def test_a_figure_saved_in_a_pose_keeps_its_surface(tmp_path: Path) -> None:
    half = np.radians(20.0)
    file, arm = arm_file(elbow=(0.0, float(np.sin(half)), 0.0, float(np.cos(half)))), Arm()
    file.mesh(file.primitive(arm.positions, arm.triangles.ravel(), **arm.skin), name="Arm")
    before, after, found = made(file, tmp_path)
    assert "3 loops" in found.said
    old, new = (read.vertices(read.worlds())["Arm"] for read in (before, after))
    count = len(old)
    assert new[:count] == pytest.approx(old, abs=1e-6)
    faces = old[arm.triangles]
    ways = np.cross(faces[:, 1] - faces[:, 0], faces[:, 2] - faces[:, 0])
    ways /= np.linalg.norm(ways, axis=1, keepdims=True)
    off = np.einsum("ntj,tj->nt", new[count:, None] - faces[None, :, 0], ways)
    assert np.abs(off).min(axis=1).max() < 1e-6, "new vertices lie on triangles that were there"
    (own,) = primitives(after)
    assert area(new[triangles(after, own)]) == pytest.approx(area(faces), rel=1e-6)


def test_what_is_not_cut_stays_to_the_byte(tmp_path: Path) -> None:
    file, arm = arm_file(), Arm()
    file.mesh(file.primitive(arm.positions, arm.triangles.ravel(), **arm.skin))
    square = file.mesh(file.primitive())
    file.nodes.append({"name": "Square", "mesh": square})
    file.entries["scenes"][0]["nodes"].append(4)
    before, after, _found = made(file, tmp_path)
    assert after.plain["meshes"][1] == before.plain["meshes"][1]
    assert after.data.startswith(before.data.rstrip(b"\0"))
    assert after.plain["accessors"][: len(before.plain["accessors"])] == before.plain["accessors"]
    assert after.plain["asset"]["extras"]["madeByPantin"] == ["cut loops", "changed weights"]


def test_the_file_before_is_there_still(tmp_path: Path) -> None:
    path = written_arm(tmp_path / "arm.glb")
    data, before = path.read_bytes(), pantin.read(path)
    twist_bones(before, names=("forearm.L",))
    assert data_of(before) == data


def test_vertices_that_both_ends_move_hang_on_the_bone(tmp_path: Path) -> None:
    """Automatic weights are wide: in the middle of a forearm the upper arm and the hand have some, which wring it."""
    file, arm = arm_file(), Arm((0.0, 0.4, 1.0, 1.25, 1.5, 1.75, 2.0, 2.5, 3.0))
    x = arm.positions[:, 0]
    wide = np.clip([(1.8 - x) / 1.2, (x - 1.2) / 1.2], 0.0, 1.0)
    arm.weights = np.stack((wide[0], 1.0 - wide.sum(axis=0), wide[1], 0.0 * x), axis=1)
    file.mesh(file.primitive(arm.positions, arm.triangles.ravel(), **arm.skin), name="Arm")
    _before, _after, found = made(file, tmp_path)
    assert "loop" not in found.said
    assert smallest(found.document, 170.0, tmp_path) > 0.6


def test_a_joint_that_is_not_there_is_no_traceback(tmp_path: Path) -> None:
    file, arm = arm_file(), Arm()
    arm.joints[:, 3] = 77
    file.mesh(file.primitive(arm.positions, arm.triangles.ravel(), **arm.skin))
    path = file.written(tmp_path / "arm.glb")
    try:
        twist_bones(pantin.read(path), names=("forearm.L",))
    except pantin.Unusable as error:
        assert str(error)
