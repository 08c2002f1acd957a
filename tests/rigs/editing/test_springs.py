"""Springs put on chains: which bones swing, how, and on both sides."""

from __future__ import annotations

import numpy as np
import pytest

from pantin.rigs import Document
from pantin.rigs.editing.mirroring.symmetry import symmetrize
from pantin.rigs.editing.springs import (
    ANTENNA,
    CLOTH,
    HAIR,
    TAIL,
    chain_set,
    chain_switched,
    kind_of,
    put_springs,
    switched,
    take_springs,
)
from pantin.rigs.rig import Bone, Rig
from pantin.solver import evaluate


def body(*chains: str, size: float = 1.0, kind: str = "bone") -> Document:
    """A post of 1.6 m, times `size`, and chains of three bones that stand out from its top."""
    bones = [Bone("post", None, (0.0, 0.0, 0.0), (0.0, 0.0, 1.6 * size))]
    for name in chains:
        stem, _dot, side = name.partition(".")
        sign = {"L": 1.0, "R": -1.0}.get(side, 0.0)
        for number in range(3):
            across = 0.2 * sign * size
            ends = (
                (across, 0.1 * size * number, 1.6 * size),
                (across, 0.1 * size * (number + 1), 1.6 * size),
            )
            called = f"{stem}_{number + 1}" + (f".{side}" if side else "")
            above = "post" if number == 0 else f"{stem}_{number}" + (f".{side}" if side else "")
            bones.append(Bone(called, above, *ends, kind=kind))  # type: ignore[arg-type]
    return Document.of(Rig(bones=tuple(bones)))


def joints(document: Document) -> list[list[str]]:
    return [[joint.bone for joint in each.joints] for each in document.rig.springs.chains]


def test_one_bone_takes_all_below_it_along() -> None:
    made = put_springs(body("hair"), ("hair_1",))
    assert joints(made) == [["hair_1", "hair_2", "hair_3"]]
    assert np.abs(evaluate(made).heads[-1] - evaluate(body("hair")).heads[-1]).max() > 0.01, "it hangs"


def test_selected_bones_swing_and_no_others() -> None:
    assert joints(put_springs(body("hair", "tail"), ("hair_1", "hair_2", "tail_2", "tail_3"))) == [
        ["hair_1", "hair_2"],
        ["tail_2", "tail_3"],
    ]


def test_the_root_of_two_chains_begins_both() -> None:
    assert joints(put_springs(body("hair", "tail"), ("post",))) == [
        ["post", "hair_1", "hair_2", "hair_3"],
        ["tail_1", "tail_2", "tail_3"],
    ]


def test_handles_do_not_swing() -> None:
    assert joints(put_springs(body("hair", kind="handle"), ("hair_1",))) == []


@pytest.mark.parametrize(
    ("name", "kind"),
    [("Hair_Front", HAIR), ("skirt.L", CLOTH), ("tail_1", TAIL), ("Antennas", ANTENNA), ("bone", HAIR)],
)
def test_names_tell_how_bones_swing(name: str, kind: object) -> None:
    assert kind_of((name,)) is kind


def test_they_are_put_on_anew_and_taken_away() -> None:
    made = chain_set(put_springs(body("hair"), ("hair_1",)), 0, {"stiffness": 7.0})
    assert {joint.stiffness for joint in made.rig.springs.chains[0].joints} == {7.0}
    again = put_springs(made, ("hair_2",))
    assert joints(again) == [["hair_1"], ["hair_2", "hair_3"]]
    assert joints(take_springs(again, ("hair_3",))) == [["hair_1"]]
    assert take_springs(again, ("post",)) is again


def test_both_sides() -> None:
    made = put_springs(body("hair.L", "hair.R"), ("hair_1.L",), mirrored=True)
    assert joints(made) == [["hair_1.L", "hair_2.L", "hair_3.L"], ["hair_1.R", "hair_2.R", "hair_3.R"]]
    set_both = chain_set(made, 1, {"drag": 0.9}, mirrored=True)
    assert {joint.drag for each in set_both.rig.springs.chains for joint in each.joints} == {0.9}
    assert [each.on for each in chain_switched(made, 0, False, mirrored=True).rig.springs.chains] == [False, False]
    assert joints(take_springs(made, ("hair_2.R",), mirrored=True)) == []


def test_symmetrize_takes_them_along() -> None:
    one = put_springs(body("hair.L"), ("hair_1.L",))
    made = symmetrize(one, ("hair_1.L", "hair_2.L", "hair_3.L"))
    assert joints(made) == [["hair_1.L", "hair_2.L", "hair_3.L"], ["hair_1.R", "hair_2.R", "hair_3.R"]]


def test_figures_of_other_units_have_a_unit_of_their_own() -> None:
    assert put_springs(body("hair"), ("hair_1",)).rig.springs.unit == 1.0
    assert put_springs(body("hair", size=100.0), ("hair_1",)).rig.springs.unit == pytest.approx(100.0)


def test_one_switch() -> None:
    made = switched(put_springs(body("hair"), ("hair_1",)), False)
    assert (evaluate(made).matrices == evaluate(body("hair")).matrices).all()


def test_a_bone_that_is_put_on_anew_leaves_its_chain_in_parts() -> None:
    """Each part ends where the next bone begins, so that all point as before."""
    whole = put_springs(body("hair"), ("hair_1",))
    made = put_springs(whole, ("hair_2", "hair_3"))
    assert joints(made) == [["hair_1"], ["hair_2", "hair_3"]]
    assert [each.end for each in made.rig.springs.chains] == ["hair_2", None]
    assert evaluate(made).heads == pytest.approx(evaluate(whole).heads, abs=1e-12)
