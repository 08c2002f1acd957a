"""Weights from another skin: those of the place that is nearest, on bones of the same name or part of the body."""

from __future__ import annotations

from io import BytesIO

import numpy as np
import pytest
from msgspec.structs import replace

from pantin.rigs import Figure, Joint, Rig
from pantin.rigs.bodies.transferring import counterparts, transferred
from pantin.rigs.formats.converted.content import Content, Mesh, Node, Primitive, Skin
from pantin.rigs.formats.converted.glb import glb_of
from pantin.rigs.formats.gltf.meshes import character_in
from pantin.rigs.formats.gltf.reading import content_of
from pantin.rigs.formats.opening import Reading
from pantin.rigs.meshes.character import Character
from pantin.rigs.templates import humanoid
from pantin.rigs.unusable import Unusable

NAMES = ("upper_arm.L", "forearm.L", "hand.L")
MIXAMO = ("mixamorig:LeftArm", "mixamorig:LeftForeArm", "mixamorig:LeftHand")


def strip(size: float = 1.0, bend: float = 0.0, names: tuple[str, ...] = NAMES) -> tuple[Figure, Character]:
    """A strip along X of three joints, `size` apart, the last of them turned upwards by `bend`: weights go over evenly
    from each joint to the next.
    """
    along = np.linspace(0.0, 3.0, 61)
    turn = np.clip(along - 2.0, 0.0, None)
    x = np.minimum(along, 2.0) + turn * np.cos(bend)
    places = np.stack([x, turn * np.sin(bend), 0.0 * x], axis=1) * size
    positions = np.concatenate([places + np.array((0.0, 0.0, z * size)) for z in (-0.1, 0.1)]).astype(np.float32)
    corner = np.arange(60)
    triangles = np.concatenate(
        [np.stack([corner, corner + 1, corner + 62], axis=1), np.stack([corner, corner + 62, corner + 61], axis=1)]
    )
    shares = np.stack([np.clip(1.0 - np.abs(along - at), 0.0, 1.0) for at in range(3)], axis=1)
    shares[along > 2.0] = 0.0, 0.0, 1.0
    weights = np.tile(shares, (2, 1)).astype(np.float32)
    joints = np.tile(np.arange(3, dtype=np.uint16), (122, 1))
    part = Primitive(positions, triangles.astype(np.uint32), joints=joints, weights=weights)
    nodes = [Node(name, at - 1, (size * (at > 0), 0.0, 0.0)) for at, name in enumerate(names)]
    nodes.append(Node("Strip", mesh=0, skin=0))
    binds = np.tile(np.eye(4), (3, 1, 1))
    binds[:, 0, 3] = 0.0, -size, -2.0 * size
    data = glb_of(Content(nodes=nodes, meshes=[Mesh("Strip", (part,))], skins=[Skin((0, 1, 2), binds)]))
    return content_of("strip", BytesIO(data), len(data), Reading(partly=True)).figure, character_in(data)


def halfway(scale: float = 1.0) -> np.ndarray:
    """Points above the middle of each bone, and beyond the last; the armature space is Z up."""
    return np.array([(0.5, 0.0, 0.02), (1.5, 0.01, 0.0), (2.25, 0.0, 0.0)]) * scale


@pytest.mark.parametrize(("size", "names"), [(1.0, NAMES), (100.0, NAMES), (0.1, MIXAMO)])
def test_the_nearest_place_counts_on_another_size_and_with_other_names(size: float, names: tuple[str, ...]) -> None:
    own, _character = strip()
    other, theirs = strip(size, names=names)
    found = transferred(halfway(), own.rig, other, theirs)
    shares = np.stack([found.influences.of(own.rig.rows[name]) for name in NAMES], axis=1)
    np.testing.assert_allclose(shares, [(0.5, 0.5, 0.0), (0.0, 0.5, 0.5), (0.0, 0.0, 1.0)], atol=2e-3)
    np.testing.assert_allclose(found.influences.weights.sum(axis=1), 1.0, atol=1e-6)
    assert found.lost == () and found.report == ""


def test_what_has_no_counterpart_goes_to_the_bone_above_and_is_said() -> None:
    other, theirs = strip()
    rig = other.rig.changed(bones=other.rig.bones[:2])
    found = transferred(halfway(), rig, other, theirs)
    assert found.influences.of(rig.rows["forearm.L"])[2] == pytest.approx(1.0)
    assert found.report == '1 bone has no counterpart, and its weights went to the one above: "hand.L".'


def test_four_bones_at_most() -> None:
    own, _character = strip()
    other, theirs = strip()
    found = transferred(halfway(), own.rig, other, theirs, most=1)
    np.testing.assert_array_equal(found.influences.weights, 1.0)


def test_parts_of_people_are_found_by_what_they_are() -> None:
    rig = humanoid.rig()
    bones = tuple(bone for bone in rig.bones if bone.kind == "bone")
    names = {bone.name: f"Bip01 {number}" for number, bone in enumerate(bones)}
    other = Rig(
        bones=tuple(
            replace(bone, name=names[bone.name], parent=names.get(bone.parent or ""), joint=Joint()) for bone in bones
        )
    )
    found = counterparts(other, rig)
    for name in ("hips", "head", "forearm.L", "foot.R", "hand.L"):
        assert found[names[name]] == name


def test_what_gives_nothing_is_one_sentence() -> None:
    own, _character = strip()
    other, theirs = strip()
    with pytest.raises(Unusable, match="no skin"):
        transferred(halfway(), own.rig, other, replace(theirs, parts=()))
    strange, body = strip(names=("a", "b", "c"))
    with pytest.raises(Unusable, match="no bone of"):
        transferred(halfway(), own.rig, strange, body)
