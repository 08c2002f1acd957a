"""A person is found in other people's skeletons: by names of any convention, by shape, in characters in use."""

from __future__ import annotations

import msgspec
import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from pantin.rigs.fitting import FoundBody, figure_in, person_figure_in
from pantin.rigs.fitting.tree import Tree
from pantin.rigs.rest import rest_lengths
from pantin.rigs.rig import Bone, Rig
from tests.rigs.skeletons import (
    CONVENTIONS,
    bare,
    heading_to,
    named_by,
    nameless,
    person,
    renamed,
)
from tests.rigs.strategies import relaxed

LIMBS = ("upper_arm", "forearm", "hand", "thigh", "shin", "foot", "toe")
ROLES = ("hips", "head", *(f"{part}.{side}" for part in LIMBS for side in "LR"))


@pytest.mark.parametrize("convention", CONVENTIONS)
def test_the_names_of_each_convention_are_known(convention: str) -> None:
    rig = person()
    names = named_by(rig, CONVENTIONS[convention])
    figure = person_figure_in(renamed(rig, names))
    assert {each: figure.bones[each] for each in ROLES} == {each: names.get(each, each) for each in ROLES}
    assert figure.missing == ()
    assert figure.spine == (names["spine"], names.get("chest", "chest"))
    assert figure.convention in (convention, *same_limbs(convention))


def same_limbs(convention: str) -> tuple[str, ...]:
    """Conventions that call arms and legs the same."""
    return {"CMU": ("Mixamo",), "VRoid": ("VRM",), "Rigify": ("Blender",), "Blender": ("Rigify",)}.get(convention, ())


@given(
    measures=st.fixed_dictionaries({name: st.floats(0.6, 1.7) for name in ("legs", "trunk", "arms", "head", "neck")}),
    shoulders=st.floats(0.7, 1.5),
    hips=st.floats(0.7, 1.5),
)
@relaxed
def test_people_of_all_proportions_are_found_by_shape_alone(
    measures: dict[str, float], shoulders: float, hips: float
) -> None:
    whole = person(shoulders=shoulders, hips=hips, fingers=False, **measures)
    shoulder, _, forearm = rest_lengths([whole.by_name[f"{part}.L"] for part in ("shoulder", "upper_arm", "forearm")])
    assume(shoulder < forearm)  # else the shape may as well be an upper arm, a forearm and a long hand
    rig, old = nameless(whole)
    figure = person_figure_in(rig)
    assert {each: old[figure.bones[each]] for each in ROLES} == {each: each for each in ROLES}
    assert [old[name] for name in (*figure.spine, *figure.neck)] == ["spine", "chest", "neck"]
    assert figure.convention == "" and figure.missing == ()


@pytest.mark.parametrize("degrees", [-90.0, 90.0, 180.0])
def test_people_are_found_by_shape_whichever_way_they_look(degrees: float) -> None:
    rig, old = nameless(heading_to(person(fingers=False), degrees))
    figure = person_figure_in(rig)
    assert {each: old[figure.bones[each]] for each in ROLES} == {each: each for each in ROLES}


@pytest.mark.parametrize("aside", [0.0, 0.015, 0.025, 0.04, 0.06])
def test_collarbones_may_begin_in_the_middle_or_beside_it(aside: float) -> None:
    """A skeleton without names whose collarbones begin so far to the side, on the right a little farther."""
    rig = person(fingers=False)
    moved = {
        f"shoulder.{side}": (by, *rig.by_name["shoulder.L"].head[1:])
        for side, by in (("L", aside), ("R", -aside - 0.003))
    }
    bones = tuple(msgspec.structs.replace(bone, head=moved.get(bone.name, bone.head)) for bone in rig.bones)
    shaped, old = nameless(msgspec.structs.replace(rig, bones=bones))
    found = person_figure_in(shaped).bones
    assert {each: old[found[each]] for each in ROLES} == {each: each for each in ROLES}


def test_arms_that_hang_on_the_neck_leave_it_a_neck() -> None:
    """As those of a Biped do."""
    rig = person(fingers=False)
    bones = tuple(
        msgspec.structs.replace(bone, parent="neck") if bone.name.startswith("shoulder") else bone for bone in rig.bones
    )
    figure = person_figure_in(msgspec.structs.replace(rig, bones=bones))
    assert figure.spine == ("spine", "chest") and figure.neck == ("neck",)
    assert figure.bones["shoulder.L"] == "shoulder.L"


def test_what_carries_the_hips_is_not_the_hips_though_it_is_called_root() -> None:
    """With a name for the hips that no convention knows."""
    rig = renamed(person(), {"hips": "cog"})
    root = Bone(name="root", head=(0.0, 0.0, 0.0), tail=(0.0, 0.0, 0.1))
    carried = tuple(msgspec.structs.replace(bone, parent=bone.parent or "root") for bone in rig.bones)
    assert person_figure_in(msgspec.structs.replace(rig, bones=(root, *carried))).bones["hips"] == "cog"


def test_fingers_are_found_by_shape_from_the_thumb_on() -> None:
    rig, old = nameless(person())
    fingers = person_figure_in(rig).fingers
    assert len(fingers) == 30 and all(old[name] == each for each, name in fingers.items())


def test_an_animal_a_box_and_nothing_are_no_people() -> None:
    from pantin.rigs.templates import TEMPLATES

    tentacle = person_figure_in(TEMPLATES["tentacle"]())
    assert not tentacle.bones and "hips" in tentacle.missing
    assert person_figure_in(Rig()) == FoundBody({})
    assert "upper_arm.L" not in person_figure_in(Rig(bones=(Bone(name="box"),))).bones


def test_a_name_in_the_wrong_place_is_not_believed() -> None:
    rig = renamed(person(), {"toe.L": "forearm.L", "forearm.L": "elbow.L"})
    figure = person_figure_in(rig)
    assert figure.bones["forearm.L"] == "elbow.L" and figure.bones["hand.L"] == "hand.L"


def test_handles_are_not_taken_for_hands() -> None:
    from pantin.rigs.templates import TEMPLATES

    figure = person_figure_in(TEMPLATES["humanoid"]())
    assert figure.bones == person_figure_in(bare(TEMPLATES["humanoid"]())).bones
    assert not any("_ik" in name or "pole" in name for name in figure.bones.values())


def test_a_chain_of_thousands_is_looked_through_once() -> None:
    """Each question about the tree is answered without walking it: a rig may be as deep as it has bones."""
    heights = [0.01 * number for number in range(3001)]
    bones = tuple(
        Bone(name=f"b{k}", parent=f"b{k - 1}" if k else None, head=(0.0, 0.0, low), tail=(0.0, 0.0, low + 0.01))
        for k, low in enumerate(heights)
    )
    tree = Tree(Rig(bones=bones))
    assert figure_in(tree.rig).kind == "person"
    assert (tree.descendant_count("b1"), tree.depth("b3000"), tree.longest_chain("b0")[-1]) == (2999, 3000, "b3000")
    assert tree.is_below("b3000", "b0") and not tree.is_below("b0", "b0") and not tree.is_below("b0", "b1")


def test_mirror_images_of_all_limbs_are_measured_together(monkeypatch: pytest.MonkeyPatch) -> None:
    measured = 0
    norm = np.linalg.norm

    def counted(*arguments: object, **named: object) -> object:
        nonlocal measured
        measured += 1
        return norm(*arguments, **named)

    monkeypatch.setattr(np.linalg, "norm", counted)
    counts = []
    for pairs in (50, 100):
        places = [(side * 0.1 * (pair + 1), 0.0, 1.0) for pair in range(pairs) for side in (1.0, -1.0)]
        legs = (Bone(name=f"b{k}", parent="root", head=at, tail=(at[0], 0.0, 0.0)) for k, at in enumerate(places))
        measured = 0
        figure_in(Rig(bones=(Bone(name="root", head=(0.0, 0.0, 0.9), tail=(0.0, 0.0, 1.0)), *legs)))
        counts.append(measured)
    assert counts[1] < 2.5 * counts[0]
