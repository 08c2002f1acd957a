"""`pantin rig`: a mesh gets the skeleton that its shape asks for, and it is said what was made."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from pantin import read
from tests.app.start.command import pantin
from tests.readers.skinned import Skinned
from tests.rigs.bodies.animals import four_legged
from tests.rigs.bodies.capsules import capsule, written


@pytest.fixture(autouse=True)
def mesh(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Write the mesh of an animal."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return written(tmp_path / "animal.glb", four_legged()[0])


def test_an_animal_is_told_by_its_shape_and_leaves_with_a_skin(mesh: Path, tmp_path: Path) -> None:
    done = pantin("rig", mesh, "--out", tmp_path / "out.glb")
    assert done.returncode == 0, done.stderr
    assert "An animal on four legs, with a tail" in done.stderr and "made by Pantin" in done.stderr
    found = Skinned((tmp_path / "out.glb").read_bytes())
    [(points, _triangles)] = [four_legged()[0]]
    np.testing.assert_allclose(found.vertices(found.worlds())["Body"][:, [0, 2, 1]] * (1, -1, 1), points, atol=1e-5)
    assert found.plain["asset"]["extras"]["madeByPantin"] == ["weights"]
    names = {found.plain["nodes"][joint]["name"] for joint in found.plain["skins"][0]["joints"]}
    assert {"thigh.L", "hock.R", "front_paw.L", "tail_1"} <= names


def test_a_rig_has_its_controls_and_the_head_is_at_the_other_end_where_asked_for(mesh: Path, tmp_path: Path) -> None:
    done = pantin("rig", mesh, "--template", "four-legged", "--turned", "--out", tmp_path / "out.rig.json")
    assert done.returncode == 0, done.stderr
    rig = read(tmp_path / "out.rig.json").rig
    assert rig.by_name["head"].tail[1] > 0.5 and "at the back" in done.stderr
    assert len([limb for limb in rig.limbs if limb.kind == "limb"]) == 4


def test_what_cannot_be_rigged_is_one_sentence(mesh: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.glb"
    assert pantin("rig", mesh, "--out", out).returncode == 0
    ball = written(tmp_path / "ball.glb", capsule((0, 0, 1), (0, 0, 1.001), 0.5))
    for asked in ((out,), (ball, "--template", "four-legged"), (ball,), (tmp_path / "none.glb",)):
        done = pantin("rig", *asked, "--out", tmp_path / "other.glb")
        assert done.returncode == 1 and done.stderr.count("\n") == 1, done.stderr
