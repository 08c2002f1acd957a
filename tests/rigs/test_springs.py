"""Springs as values: they follow their bones, keep their place in files, and grow with their figure."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from pantin.rigs import Document, read, write
from pantin.rigs.editing.building.removing import delete
from pantin.rigs.rig import Bone, Rig
from pantin.rigs.springs import Collider, ColliderGroup, Spring, SpringJoint, Springs, named, scaled

SPRINGS = Springs(
    chains=(
        Spring(
            name="hair",
            joints=(SpringJoint("hair_1", stiffness=0.5, gravity=0.2), SpringJoint("hair_2", radius=0.02)),
            end="hair_3",
            end_length=0.07,
            colliders=("head",),
            centre="head",
        ),
    ),
    colliders=(ColliderGroup("head", (Collider("head", "capsule", tail=(0.0, 0.1, 0.0), radius=0.1),)),),
)


def haired() -> Document:
    bones = [Bone("head", None, (0.0, 0.0, 1.0), (0.0, 0.0, 1.2))]
    for number in (1, 2, 3):
        ends = (0.0, 0.1, 1.2 - 0.1 * number), (0.0, 0.1, 1.1 - 0.1 * number)
        bones.append(Bone(f"hair_{number}", bones[-1].name, *ends))
    return Document.of(Rig(bones=tuple(bones), springs=SPRINGS))


def test_springs_follow_bones_that_are_renamed() -> None:
    found = haired().renaming({"hair_1": "lock", "head": "skull", "hair_3": "tip"}).rig.springs
    assert list(named(found)) == ["lock", "hair_2", "tip", "skull", "skull"]


def test_springs_of_bones_that_are_deleted_go_with_them() -> None:
    found = delete(haired(), ("hair_2", "head")).rig.springs
    assert [joint.bone for joint in found.chains[0].joints] == ["hair_1"]
    assert found.chains[0].centre is None
    assert found.colliders[0].colliders == ()


def test_a_file_keeps_them(tmp_path: Path) -> None:
    path = tmp_path / "haired.rig.json"
    off = haired().with_rig(haired().rig.changed(springs=replace(SPRINGS, on=False)))
    for document in (haired(), off):
        write(document, path)
        assert read(path).rig.springs == document.rig.springs
    write(haired().with_rig(haired().rig.changed(springs=Springs())), path)
    assert b"springs" not in path.read_bytes()


def test_springs_grow_with_their_figure() -> None:
    found = scaled(SPRINGS, 10.0)
    assert found.unit == pytest.approx(10.0)
    assert found.chains[0].joints[1].radius == pytest.approx(0.2)
    assert found.chains[0].end_length == pytest.approx(0.7)
    assert found.colliders[0].colliders[0].tail == pytest.approx((0.0, 1.0, 0.0))
    assert found.chains[0].joints[0].stiffness == 0.5
    assert scaled(Springs(), 10.0) == Springs()
