"""A limb's name names all of it: by the words for arms and legs, else counted; its side is where it lies."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from pantin.rigs.document import Document
from pantin.rigs.editing.limb_names import name_limb
from pantin.rigs.editing.limbs import add
from pantin.rigs.figure import Figure
from pantin.rigs.limb_kinds import KINDS
from pantin.rigs.pose import Pose, Transform
from pantin.rigs.problems import problems_of
from pantin.rigs.rig import Bone, Rig

LEG = ((0.1, 0.0, 0.9), (0.1, -0.04, 0.5), (0.1, 0.02, 0.1), (0.1, -0.15, 0.02), (0.1, -0.2, 0.02))


def chain(many: int, x: float = 0.1) -> Document:
    """Bones drawn one below the other and steered as a limb, with their first names."""
    places = [(x, y, z) for _, y, z in LEG]
    names = ["bone", *(f"bone.{i:03}" for i in range(1, many))]
    bones = tuple(
        Bone(name=name, head=places[i], tail=places[i + 1], parent=names[i - 1] if i else None, connected=i > 0)
        for i, name in enumerate(names)
    )
    document = Document.of(Figure(rig=Rig(bones=bones), pose=Pose({"bone": Transform(location=(0.0, 0.0, 0.1))})))
    (run,) = KINDS["limb"].groups(document.rig, (names[-1],))
    return add(document, KINDS["limb"].plan(document.rig, run, None))


def called(document: Document, name: str) -> list[str]:
    named = name_limb(document, document.rig.limbs[0], name)
    assert problems_of(named.rig) == problems_of(document.rig) == ()
    return [bone.name for bone in named.rig.bones]


def test_a_leg_has_a_thigh_a_shin_and_a_knee_on_its_side() -> None:
    assert called(chain(2), "leg") == ["thigh.L", "shin.L", "foot_ik.L", "knee_pole.L"]
    assert called(chain(2, x=-0.1), "leg") == ["thigh.R", "shin.R", "foot_ik.R", "knee_pole.R"]
    assert called(chain(2, x=0.0), "Leg") == ["thigh", "shin", "foot_ik", "knee_pole"]


def test_an_arm_has_an_elbow() -> None:
    assert called(chain(2), "arm.R") == ["upper_arm.R", "forearm.R", "hand_ik.R", "elbow_pole.R"]


def test_other_limbs_count_their_bones() -> None:
    assert called(chain(2), "feeler") == ["feeler.L", "feeler.001.L", "feeler.001_ik.L", "feeler.001_pole.L"]


def test_a_limb_of_another_kind_has_no_thigh_whatever_it_is_called() -> None:
    document = chain(2)
    (limb,) = document.rig.limbs
    tail = document.with_rig(replace(document.rig, limbs=(replace(limb, kind="tail"),)))
    assert called(tail, "leg")[:2] == ["leg.L", "leg.001.L"]


def test_names_of_others_are_left_to_them() -> None:
    document = chain(2)
    other = Bone(name="shin.L", head=(1, 1, 1), tail=(1, 1, 2))
    document = Document.of(
        Rig(bones=(*document.rig.bones, other), constraints=document.rig.constraints, limbs=document.rig.limbs)
    )
    assert called(document, "leg")[:2] == ["thigh.L", "shin.001.L"]


def test_everything_follows() -> None:
    named = name_limb(chain(2), chain(2).rig.limbs[0], "leg")
    (limb,), (ik,) = named.rig.limbs, named.rig.constraints
    assert (limb.name, limb.bones, limb.controls) == ("leg.L", ("thigh.L", "shin.L"), ("foot_ik.L", "knee_pole.L"))
    assert (ik.owner, ik.target, ik.pole) == ("shin.L", "foot_ik.L", "knee_pole.L")
    assert list(named.figure.pose.bones) == ["thigh.L"] and named.selected == ("foot_ik.L",)
    assert name_limb(named, limb, "leg.L") == named


@pytest.mark.parametrize("name", ["", "  ", "a" * 101])
def test_a_limb_has_a_name_and_not_too_long_a_one(name: str) -> None:
    document = chain(2)
    with pytest.raises(ValueError, match="name"):
        name_limb(document, document.rig.limbs[0], name)


@given(st.integers(2, 4), st.text(min_size=1, max_size=20).filter(str.strip), st.sampled_from((-0.1, 0.0, 0.1)))
def test_whatever_it_is_called_no_two_bones_have_one_name(many: int, name: str, x: float) -> None:
    document = chain(many, x)
    named = name_limb(document, document.rig.limbs[0], name)
    names = [bone.name for bone in named.rig.bones]
    assert len(set(names)) == len(names) == len(document.rig.bones)
    assert {*named.rig.limbs[0].bones, *named.rig.limbs[0].controls} == set(names)
    assert len(named.rig.constraints) == len(document.rig.constraints)
