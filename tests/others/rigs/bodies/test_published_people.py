"""The joints of people are placed where those who drew them have theirs: within 3 % of the height, on the mean."""

from __future__ import annotations

import numpy as np
import pytest

from pantin.rigs.bodies import body_points
from pantin.rigs.bodies.drawing import placed_in
from pantin.rigs.bodies.mesh import mesh_of
from pantin.rigs.bodies.placing import PERSON, kind_of
from pantin.rigs.fitting import figure_in
from pantin.rigs.formats.gltf.meshes import character
from pantin.rigs.rig import Rig
from tests.others.samples import SAMPLES, sample

PEOPLE = {
    "zombie": ("glb/zombie_unskinned.glb", "glb/zombie_rig.glb"),
    "mannequin": ("glb/m2m_wrong-bone-names.glb", "glb/m2m_wrong-bone-names.glb"),
    "man in a suit": ("glb/CesiumMan.glb", "glb/CesiumMan.glb"),
    "a box of cereals": ("vrm/cool_loops.vrm", "vrm/cool_loops.vrm"),
    "with a pack, a skirt and sleeves": ("vrm/godette.vrm", "vrm/godette.vrm"),
}
PARTS = ("hips", "head", *(f"{part}.{side}" for part in ("upper_arm", "forearm", "hand") for side in "LR"))
PARTS += tuple(f"{part}.{side}" for part in ("thigh", "shin", "foot") for side in "LR")
MOST = 0.03


def heads(rig: Rig) -> dict[str, np.ndarray]:
    """Return where main joints are, with those of the trunk."""
    body = figure_in(rig)
    found = {part: np.array(rig.by_name[body.bones[part]].head) for part in PARTS if part in body.bones}
    for number, bone in enumerate(body.spine[:2]):
        found[f"spine {number}"] = np.array(rig.by_name[bone].head)
    if body.neck:
        found["neck"] = np.array(rig.by_name[body.neck[0]].head)
    return found


@pytest.mark.parametrize("name", PEOPLE)
def test_joints_are_where_they_were_drawn(name: str) -> None:
    mesh, rig = PEOPLE[name]
    points, triangles = mesh_of(sample(mesh).figure, character(SAMPLES / mesh))
    body, marks = body_points.found(points, triangles)
    placed, published = heads(placed_in(body, marks).rig), heads(sample(rig).rig)
    both = placed.keys() & published.keys()
    assert len(both) >= 12
    far = {part: float(np.linalg.norm(placed[part] - published[part])) / body.frame.height for part in both}
    assert float(np.mean(list(far.values()))) <= MOST, far


def test_a_knight_with_swords_and_shields_is_a_person_and_has_his_hands() -> None:
    """All of seven weapons are in his hands at once, some longer than he is tall."""
    mesh = "glb/kaykit_Knight.glb"
    knight = sample(mesh)
    points, triangles = mesh_of(knight.figure, character(SAMPLES / mesh))
    assert kind_of(points, triangles) == PERSON
    body, marks = body_points.found(points, triangles)
    placed, published = heads(placed_in(body, marks).rig), heads(knight.rig)
    for part in ("hand.L", "hand.R", "foot.L", "foot.R"):
        assert float(np.linalg.norm(placed[part] - published[part])) < 0.06 * body.frame.height, part
