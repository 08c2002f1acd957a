"""A mesh of several objects on one bone leaves as GLB and is read back: as it is, stood up, and without its file."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
import trimesh

from pantin import rigs
from pantin.app.files import export
from pantin.rigs.document import Document
from pantin.rigs.editing.building.standing_choices import Choices, stands_as

CAT = "v 0 0 0\nv 2 0 0\nv 0 3 1\nv 0 0 1\no Body\nf 1 2 3\no Hat\nf 1 3 4\n"


@pytest.fixture
def cat(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Document:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    (tmp_path / "cat.obj").write_text(CAT)
    return rigs.read(tmp_path / "cat.obj")


def bones_in(path: Path) -> list[str]:
    return [bone.name for bone in rigs.read(path).rig.bones]


def test_its_parts_keep_their_names_and_its_bone_is_one(cat: Document, tmp_path: Path) -> None:
    found = export.write(cat, tmp_path / "out.glb")
    assert found is not None and (found.joints, found.points, found.points_off) == (1, 6, 0.0)
    assert bones_in(tmp_path / "out.glb") == ["cat"]
    scene = trimesh.load_scene(tmp_path / "out.glb", process=False)
    assert {"Body", "Hat"} <= set(scene.graph.nodes_geometry)


def test_it_leaves_stood_up(cat: Document, tmp_path: Path) -> None:
    found = export.write(stands_as(cat, Choices(z_up=True), {}), tmp_path / "out.glb")
    assert found is not None and not found.why and found.points == 6
    bounds = trimesh.load_scene(tmp_path / "out.glb", process=False).bounds
    assert bounds[1] - bounds[0] == pytest.approx((2.0, 1.0, 3.0))


@pytest.mark.parametrize("z_up", [False, True])
def test_without_its_file_its_bone_leaves_all_the_same(cat: Document, tmp_path: Path, z_up: bool) -> None:
    document = stands_as(cat, Choices(z_up=z_up), {})
    shutil.rmtree(tmp_path / "cache")
    found = export.write(document, tmp_path / "out.glb")
    assert found is not None and not found.why and found.joints == 1
    assert bones_in(tmp_path / "out.glb") == ["cat"]
