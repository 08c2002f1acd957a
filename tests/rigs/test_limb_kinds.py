"""Kinds of limbs: what the names of bones tell, and what is rejected because they tell otherwise."""

from __future__ import annotations

import pytest

from pantin.rigs.limb_kinds import KINDS, kind_for
from pantin.rigs.templates import biped
from tests.rigs.samples import is_one_sentence, plain


@pytest.mark.parametrize(
    ("bone", "kind"),
    [("hips", "spine"), ("chest", "spine"), ("foot.L", "limb"), ("tail_3", "tail"), ("thumb_1.L", "finger")],
)
def test_the_name_of_a_bone_tells_the_kind(bone: str, kind: str) -> None:
    assert kind_for((bone,)) == kind


@pytest.mark.parametrize("selected", [("hips",), ("spine",), ("chest",)])
def test_any_bone_of_a_spine_tells_all_of_it(selected: tuple[str, ...]) -> None:
    (run,) = KINDS["spine"].groups(plain(biped.rig()).rig, selected)
    assert run.bones == ("hips", "spine", "chest")


@pytest.mark.parametrize("bone", ["foot.L", "hand.R", "thigh.L", "forearm.R"])
def test_an_arm_or_a_leg_is_no_spine(bone: str) -> None:
    with pytest.raises(ValueError, match="is part of an arm or a leg") as rejected:
        KINDS["spine"].groups(plain(biped.rig()).rig, (bone,))
    assert is_one_sentence(str(rejected.value))
