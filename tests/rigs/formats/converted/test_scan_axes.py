"""STL and PLY do not tell what is up: their mesh does, the answer can be changed, and who uses the mesh sees it so."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import trimesh

from pantin import rigs
from pantin.rigs.bodies.mesh import mesh_of
from pantin.rigs.document import Document
from pantin.rigs.editing.building.standing_choices import Choices, choices_of, stands_as
from pantin.rigs.formats.converted.binding import bound_figure
from pantin.rigs.formats.converted.scan_axes import likely_up
from pantin.rigs.formats.gltf.meshes import character
from pantin.rigs.meshes.character import Character
from pantin.rigs.meshes.measures import measured

PERSON, DEEP = np.array((0.8, 1.7, 0.3)), np.array((0.8, 0.3, 1.7))
"""The boxes of a person with Y up, and of one with Z up."""


def box(path: Path, size: np.ndarray, low: tuple[float, float, float]) -> Path:
    """Write a box of this size whose lowest corner is there, by trimesh."""
    made = trimesh.creation.box(size)
    made.apply_translation(np.array(low) + size / 2)
    path.write_bytes(made.export(file_type=path.suffix[1:]))
    return path


def opened(path: Path) -> tuple[Document, Character, rigs.formats.Opened]:
    told = rigs.opened(path)
    source = told.document.figure.source
    assert source is not None and source.file is not None
    return told.document, character(Path(source.file.path)), told


@pytest.mark.parametrize("ending", ["stl", "ply"])
@pytest.mark.parametrize(
    ("size", "low", "axis", "why"),
    [
        (PERSON, (-0.4, 0.0, -0.15), "Y", "it stands on Y = 0"),
        (DEEP, (-0.4, -0.15, 0.0), "Z", "it stands on Z = 0"),
        (DEEP, (-0.4, 0.001, -0.9), "Y", "it stands on Y = 0"),
        (PERSON, (0.0, 0.0, 0.0), "Y", "it is tall along Y"),
        (DEEP, (-0.4, -0.1, -0.7), "Z", "it is tall along Z"),
        (np.ones(3), (-0.5, -0.5, -0.5), "Z", "most such files have it, and nothing in this one tells"),
        (np.ones(3), (0.0, 0.0, 0.0), "Z", "most such files have it, and nothing in this one tells"),
    ],
)
def test_the_mesh_tells_what_is_up_and_why_is_said(
    tmp_path: Path, ending: str, size: np.ndarray, low: tuple[float, float, float], axis: str, why: str
) -> None:
    document, found, told = opened(box(tmp_path / f"box.{ending}", size, low))
    assert f"It was read with {axis} up: {why}." in told.facts
    assert choices_of(document.figure).z_up is (axis == "Z")
    height = size[2] if axis == "Z" else size[1]
    assert measured(document.figure, found).height == pytest.approx(height, abs=1e-5)


def test_a_flat_mesh_and_one_point_tell_something_too() -> None:
    assert likely_up(np.zeros(3), np.array((1.0, 1.0, 0.0))).z_up is False
    assert likely_up(np.zeros(3), np.zeros(3)).z_up is True


@pytest.mark.parametrize("z_up", [False, True])
def test_the_other_answer_turns_it_and_back_it_is_the_same(tmp_path: Path, z_up: bool) -> None:
    size, low = (DEEP, (-0.4, -0.15, 0.0)) if z_up else (PERSON, (-0.4, 0.0, -0.15))
    document, found, _told = opened(box(tmp_path / "box.stl", size, low))
    turned = stands_as(document, Choices(z_up=not z_up), {}, found)
    assert measured(turned.figure, found).height == pytest.approx(0.3, abs=1e-5)
    back = stands_as(turned, Choices(z_up=z_up), {}, found)
    assert back.figure.source == document.figure.source
    heads = np.array([(bone.head, bone.tail) for each in (back, document) for bone in each.rig.bones])
    np.testing.assert_allclose(heads[0], heads[1], atol=1e-12)


def test_what_is_placed_in_it_and_bound_to_it_stands_as_it_is_seen(tmp_path: Path) -> None:
    """A mesh of a file with Z up that gets a skin is where it was, in the new file as well."""
    document, found, _told = opened(box(tmp_path / "box.stl", DEEP, (-0.4, -0.15, 0.0)))
    points = mesh_of(document.figure, found).points
    np.testing.assert_allclose(
        [points.min(axis=0), points.max(axis=0)], [(-0.4, -0.15, 0.0), (0.4, 0.15, 1.7)], atol=1e-6
    )
    bones = (
        rigs.Bone("low", head=(0.0, 0.0, 0.0), tail=(0.0, 0.0, 0.8)),
        rigs.Bone("high", parent="low", head=(0.0, 0.0, 0.8), tail=(0.0, 0.0, 1.6)),
    )
    bound = bound_figure(document.figure, rigs.Figure(name="box", rig=rigs.Rig(bones)))
    assert bound.source is not None and bound.source.file is not None and not bound.source.stood_up
    made = character(Path(bound.source.file.path))
    assert measured(bound, made).height == pytest.approx(1.7, abs=1e-5)
    (part,) = made.parts
    assert part.joints is not None and part.weights is not None
    strongest = part.joints[np.arange(len(part.joints)), part.weights.argmax(axis=1)]
    skin = made.skins[part.skin or 0]
    high = np.array([strongest[row] == 1 for row in range(len(strongest))])
    assert len(skin.joints) == 2 and (high == (part.positions[:, 2] > 0.85)).all()
