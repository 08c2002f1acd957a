"""`pantin bind`: a mesh gets the bones of a rig, and it is said who made the weights."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from pantin import Document, read, write
from pantin.rigs.figure import Figure
from pantin.rigs.place import Place
from tests.app.start.command import pantin
from tests.readers.skinned import Skinned
from tests.rigs.meshes.weighting.solids import TO_FILE, chain, file_of, rig, tube

TUBE = tube((0.0, 0.0, 0.0), (0.0, 0.0, 2.0), 0.2, 21, 12)


@pytest.fixture(autouse=True)
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Write a mesh and a rig."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    (tmp_path / "mesh.glb").write_bytes(file_of(TUBE))
    write(Document.of(rig(*chain((0.0, 0.0, 0.0), (0.0, 0.0, 1.0), (0.0, 0.0, 2.0)))), tmp_path / "two.rig.json")


@pytest.mark.parametrize("most", [None, 4, 8])
def test_a_mesh_is_bound_and_said(most: int | None, tmp_path: Path) -> None:
    asked = () if most is None else ("--influences", most)
    done = pantin("bind", tmp_path / "mesh.glb", tmp_path / "two.rig.json", "--out", tmp_path / "out.glb", *asked)
    assert done.returncode == 0, done.stderr
    assert f"hangs on 2 bones now, {most or 4} at most for a vertex. Pantin made the weights." in done.stderr
    found = Skinned((tmp_path / "out.glb").read_bytes())
    np.testing.assert_allclose(found.vertices(found.worlds())["mesh 0"], TUBE[0] @ TO_FILE.T, atol=1e-6)
    assert found.plain["asset"]["extras"]["madeByPantin"] == ["weights"]


def test_weights_are_taken_from_another_skin(tmp_path: Path) -> None:
    """Both move the same of it."""
    mesh, figure, other = tmp_path / "mesh.glb", tmp_path / "two.rig.json", tmp_path / "other.glb"
    assert pantin("bind", mesh, figure, "--out", other).returncode == 0
    done = pantin("bind", mesh, figure, "--out", tmp_path / "out.glb", "--weights-from", other)
    assert done.returncode == 0 and "by transferred weights" in done.stderr
    moved = []
    for file in (other, tmp_path / "out.glb"):
        read = Skinned(file.read_bytes())
        worlds = read.worlds()
        worlds[read.plain["skins"][0]["joints"][1], 0, 3] += 1.0
        moved.append(read.vertices(worlds)["mesh 0"])
    np.testing.assert_allclose(moved[1], moved[0], atol=1e-5)
    without = pantin("bind", mesh, figure, "--out", tmp_path / "none.glb", "--weights-from", mesh)
    assert without.returncode == 1 and without.stderr.count("\n") == 1 and "no skin" in without.stderr


@pytest.mark.parametrize("place", [Place(size=0.01), Place((5.0, 0.0, 0.0), 1.0, 0.01)])
def test_a_skeleton_in_centimetres_whose_figure_is_in_metres_fits_the_mesh(place: Place, tmp_path: Path) -> None:
    """Its unit is its place, and so is where it stands in a scene; the mesh follows its bones as large as it is."""
    bones = rig(*chain((0.0, 0.0, 0.0), (0.0, 0.0, 100.0), (0.0, 0.0, 200.0)))
    write(Document.of(Figure(rig=bones, place=place)), tmp_path / "cm.rig.json")
    done = pantin("bind", tmp_path / "mesh.glb", tmp_path / "cm.rig.json", "--out", tmp_path / "out.rig.json")
    assert done.returncode == 0, done.stderr
    figure = read(tmp_path / "out.rig.json").figure
    assert figure.place == place and figure.rig.bones[1].head == (0.0, 0.0, 100.0)
    assert figure.source is not None and figure.source.file is not None
    found = Skinned(Path(figure.source.file.path).read_bytes())
    np.testing.assert_allclose(found.vertices(found.worlds())["mesh 0"], 100.0 * TUBE[0] @ TO_FILE.T, atol=1e-4)


def test_what_cannot_be_bound_is_one_sentence(tmp_path: Path) -> None:
    mesh, figure, out = tmp_path / "mesh.glb", tmp_path / "two.rig.json", tmp_path / "out.glb"
    assert pantin("bind", mesh, figure, "--out", out).returncode == 0
    again = pantin("bind", out, figure, "--out", tmp_path / "other.glb")
    assert again.returncode == 1 and again.stderr.count("\n") == 1 and "has a skin already" in again.stderr
    without = pantin("bind", figure, figure, "--out", tmp_path / "other.glb")
    assert without.returncode == 1 and without.stderr.count("\n") == 1
