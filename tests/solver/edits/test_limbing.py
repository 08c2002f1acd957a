"""Limbs made and taken away in any pose: nothing moves, and what was there before is there again."""

from __future__ import annotations

from math import radians

import msgspec
import numpy as np
import pytest

from pantin.rigs import (
    CopyRotation,
    Document,
    Ik,
    Joint,
    Rig,
    Transform,
)
from pantin.rigs.editing.limbs import keeps_rotation
from pantin.rigs.editing.mirroring.symmetry import symmetrize
from pantin.rigs.editing.pose import with_transforms
from pantin.rigs.problems import problems_of
from pantin.rigs.templates import biped, humanoid, quadruped, tentacle
from pantin.solver import evaluate
from pantin.solver.edits.limbs import keep_handles_rotation, make, without
from tests.rigs.samples import plain
from tests.solver.sample_chains import (
    HINGE,
    bone,
    chain,
    point,
    rotation,
    some_turn,
)

STILL = 1e-6
LIMITED = Joint(limit=((-1.4, 0.9), (-0.5, 0.7), (-0.6, 1.2)))
JOINTS = {"free": Joint(), "limits": LIMITED, "hinges": HINGE}


def shifted(document: Document, other: Document) -> float:
    """How far any bone that both have stands from where it stood: of its matrix, whatever part."""
    before, after = evaluate(document), evaluate(other)
    both = set(before.names) & set(after.names)
    return max(float(np.abs(before.matrix(name) - after.matrix(name)).max()) for name in both)


def selecting(document: Document, *names: str) -> Document:
    return msgspec.structs.replace(document, selected=names, active=names[-1])


def posed(document: Document, seed: int, most: float = 0.6) -> Document:
    """Every bone turned at random, as far as its joint allows."""
    rng = np.random.default_rng(seed)
    turns = {b.name: Transform(rotation=some_turn(rng, b.joint, most)) for b in document.rig.bones}
    return with_transforms(document, turns)


def bent(seed: int, joint: Joint, at_rest: bool) -> Document:
    """A bent chain of two to six bones under a parent that is turned, moved and scaled."""
    rng = np.random.default_rng(seed)
    bones = chain(int(rng.integers(2, 7)), seed, joint)
    top = bone("root" if seed % 2 else "hips", (0, 0, -1), bones[0].head)
    bones = (top, msgspec.structs.replace(bones[0], parent=top.name), *bones[1:])
    document = selecting(Document(rig=Rig(bones=bones)), bones[-1].name)
    if at_rest:
        return document
    carried = Transform(
        location=point(rng.normal(size=3)),
        rotation=rotation(rng.normal(size=3)),
        scale=(float(rng.uniform(0.5, 2.0)),) * 3,
    )
    return with_transforms(posed(document, seed, 1.2), {top.name: carried})


@pytest.mark.parametrize("at_rest", (True, False), ids=("at rest", "posed"))
@pytest.mark.parametrize("kind", JOINTS)
def test_a_limb_on_any_of_a_thousand_bent_chains_moves_no_bone(kind, at_rest) -> None:
    worst = 0.0
    for seed in range(1000):
        document = bent(seed, JOINTS[kind], at_rest)
        made, _ = make(document, "limb")
        assert made.rig.limbs[0].bones == tuple(b.name for b in document.rig.bones[1:])
        worst = max(worst, shifted(document, made))
    assert worst <= STILL


@pytest.mark.parametrize("at_rest", (True, False), ids=("at rest", "posed"))
def test_what_is_made_and_removed_again_leaves_the_document_as_it_was(at_rest) -> None:
    for seed in range(100):
        document = bent(seed, LIMITED, at_rest)
        made, _ = make(document, "limb")
        assert without(made, made.rig.limbs) == document


FIGURES = {
    "leg": (humanoid, "limb", ("foot.L",)),
    "arm": (humanoid, "limb", ("forearm.R",)),
    "both legs": (biped, "limb", ("foot.L", "foot.R")),
    "hind leg": (quadruped, "limb", ("hind_paw.L",)),
    "spine": (humanoid, "spine", ("chest",)),
    "back": (quadruped, "spine", ("chest",)),
    "tail": (quadruped, "tail", ("tail_3",)),
    "tentacle": (tentacle, "tail", ("tentacle_20",)),
    "finger": (humanoid, "finger", ("index_2.L",)),
    "look": (humanoid, "aim", ("head",)),
    "rolling foot": (humanoid, "reverse_foot", ("foot.L",)),
}


@pytest.mark.parametrize("at_rest", (True, False), ids=("at rest", "posed"))
@pytest.mark.parametrize("figure", FIGURES)
def test_every_kind_moves_nothing_has_no_problem_and_goes_without_a_trace(figure, at_rest) -> None:
    template, kind, selected = FIGURES[figure]
    document = selecting(plain(template.rig()), *selected)
    document = document if at_rest else posed(document, 3)
    made, _ = make(document, kind)
    assert shifted(document, made) <= STILL
    assert problems_of(made.rig) == ()
    assert without(made, made.rig.limbs).rig == document.rig


@pytest.mark.parametrize("figure", FIGURES)
def test_a_limb_that_was_posed_leaves_its_pose_behind(figure) -> None:
    template, kind, selected = FIGURES[figure]
    made, _ = make(selecting(plain(template.rig()), *selected), kind)
    moves = {name: Transform(location=(0.02, 0.01, -0.03)) for name in made.rig.limbs[0].controls}
    moved = with_transforms(made, moves)
    assert shifted(made, moved) > 1e-3
    assert shifted(moved, without(moved, moved.rig.limbs)) <= STILL


@pytest.mark.parametrize("seed", range(8))
def test_the_foot_keeps_the_rotation_of_its_handle_from_where_it_stands(seed) -> None:
    made, _ = make(posed(selecting(plain(humanoid.rig()), "foot.L"), seed), "limb")
    kept = keep_handles_rotation(made, made.selected, True)
    assert keeps_rotation(kept.rig, kept.rig.limbs[0])
    assert shifted(made, kept) <= STILL
    assert problems_of(kept.rig) == ()
    lifted = with_transforms(
        kept, {"foot_ik.L": msgspec.structs.replace(kept.rig.transform("foot_ik.L"), location=(0.0, 0.1, 0.05))}
    )
    np.testing.assert_allclose(turn(lifted, "foot.L"), turn(kept, "foot.L"), atol=1e-9)
    assert np.abs(turn(lifted, "shin.L") - turn(kept, "shin.L")).max() > 1e-2
    let_go = keep_handles_rotation(lifted, lifted.selected, False)
    assert not keeps_rotation(let_go.rig, let_go.rig.limbs[0])
    assert shifted(lifted, let_go) <= STILL


def test_an_end_that_the_goal_turns_keeps_the_rotation_of_its_handle_too() -> None:
    made, _ = make(selecting(plain(humanoid.rig()), "index_3.L"), "finger")
    kept = keep_handles_rotation(made, made.selected, True)
    assert [tie.rotation for tie in kept.rig.constraints if isinstance(tie, Ik)] == [True]
    assert shifted(made, kept) <= STILL


def test_a_clone_on_the_handle_whose_rotation_is_copied_works_as_well() -> None:
    """The way it is done by hand elsewhere: a bone like the foot below the handle, and Copy Rotation from it."""
    made, _ = make(selecting(plain(humanoid.rig()), "foot.L"), "limb")
    foot = made.rig.by_name["foot.L"]
    clone = msgspec.structs.replace(foot, name="foot_clone.L", parent="foot_ik.L", connected=False, kind="handle")
    ties = (*made.rig.constraints, CopyRotation(owner="foot.L", target="foot_clone.L"))
    cloned = msgspec.structs.replace(
        made, rig=msgspec.structs.replace(made.rig, bones=(*made.rig.bones, clone), constraints=ties)
    )
    assert shifted(made, cloned) <= STILL
    turned = with_transforms(cloned, {"foot_ik.L": Transform(rotation=rotation(np.array((0.0, 0.0, 0.7))))})
    np.testing.assert_allclose(turn(turned, "foot.L"), turn(turned, "foot_ik.L"), atol=1e-9)
    freed = without(turned, turned.rig.limbs)
    assert freed.rig.by_name["foot_clone.L"].parent is None
    assert shifted(turned, freed) <= STILL


def turn(document: Document, name: str) -> np.ndarray:
    return evaluate(document).matrix(name)[:3, :3]


@pytest.mark.parametrize("kind", ("limb", "reverse_foot"))
def test_the_other_leg_is_one_symmetrize_of_the_handle_away(kind) -> None:
    """Both legs are steered then; removing both leaves the figure that there was."""
    document = selecting(plain(humanoid.rig()), "foot.L")
    made, _ = make(document, kind)
    both = symmetrize(keep_handles_rotation(made, made.selected, True), made.selected)
    assert [limb.name for limb in both.rig.limbs] == ["foot.L", "foot.R"]
    assert shifted(made, both) <= STILL
    assert problems_of(both.rig) == ()
    lifted = with_transforms(both, {f"foot_ik.{side}": Transform(location=(0.0, 0.0, 0.1)) for side in "LR"})
    found = evaluate(lifted)
    left, right = (found.heads[found.index[f"shin.{side}"]] for side in "LR")
    np.testing.assert_allclose(left * (-1.0, 1.0, 1.0), right, atol=1e-6)
    assert left[1] < both.rig.by_name["shin.L"].head[1] - 0.02
    assert without(both, both.rig.limbs).rig == document.rig


# Straight chains.


@pytest.mark.parametrize(
    ("names", "way"), ((("thigh.L", "shin.L", "foot.L"), -1.0), (("upper_arm.L", "forearm.L", "hand.L"), 1.0))
)
def test_a_straight_limb_bends_as_the_body_does(names, way) -> None:
    """Knees go forward, elbows back, and no bone rolls on the way."""
    document = selecting(Document(rig=Rig(bones=straight(*names))), names[-1])
    made, note = make(document, "limb")
    assert ("forward, as legs do" if way < 0 else "back, as arms do") in note
    assert problems_of(made.rig) == ()
    assert shifted(document, made) < 0.01
    handle, joint = made.rig.limbs[0].controls[0], names[1]
    raised = evaluate(with_transforms(made, {handle: Transform(location=(0.0, 0.0, 0.3))}))
    knee = raised.heads[raised.index[joint]]
    assert knee[1] * way > 0.2
    assert abs(knee[0]) < 1e-6


def test_a_straight_chain_bends_as_the_one_on_the_other_side() -> None:
    def side(x: float, letter: str, bend: float):
        a, b, c = (x, 0, 1), (x + bend * np.sign(x), 0, 0.5), (x, 0, 0)
        one = bone(f"one.{letter}", a, b)
        return one, bone(f"two.{letter}", b, c, parent=one.name, connected=True)

    document = selecting(Document(rig=Rig(bones=(*side(0.3, "L", 0.0), *side(-0.3, "R", 0.1)))), "two.L")
    made, note = make(document, "limb")
    assert note == "two.L: two.L bends as on the other side"
    assert made.rig.by_name["one_pole.L" if "one_pole.L" in made.rig.by_name else "two_pole.L"].head[0] > 0.5


def test_where_nothing_tells_the_side_somebody_is_asked() -> None:
    document = selecting(Document(rig=Rig(bones=straight("one", "two"))), "two")
    with pytest.raises(ValueError, match="click the side"):
        make(document, "limb")
    made, _ = make(document, "limb", asked=(1.0, 0.0, 0.0))
    assert made.rig.by_name["two_pole"].head[0] > 0.4


@pytest.mark.parametrize("roll", (0.0, 0.4, 2.0))
def test_a_chain_that_is_posed_straight_does_not_roll(roll) -> None:
    """Bent at rest, its joint opened all the way: the pole stands where the bones are not turned by it."""
    thigh = bone("one", (0, 0, 1), (0, -0.1, 0.5), roll=roll)
    shin = bone("two", thigh.tail, (0, 0, 0), parent="one", connected=True)
    rest = selecting(Document(rig=Rig(bones=(thigh, shin))), "two")
    open_by = evaluate(rest).matrix("two")[:3, :3].T @ np.array((-2.0 * np.arctan(0.2), 0.0, 0.0))
    stretched = with_transforms(rest, {"two": Transform(rotation=rotation(open_by))})
    stands = evaluate(stretched)
    assert np.linalg.norm(np.cross(stands.matrix("one")[:3, 1], stands.matrix("two")[:3, 1])) < 1e-12
    made, _ = make(stretched, "limb")
    assert shifted(stretched, made) <= STILL


def straight(*names: str):
    """Bones that hang straight down from 0, 0, 1; the last runs forward if there are three."""
    places = [(0, 0, 1.0), (0, 0, 0.5), (0, 0, 0.0), (0, -0.2, 0.0)]
    return tuple(
        bone(name, places[i], places[i + 1], parent=names[i - 1] if i else None, connected=i > 0)
        for i, name in enumerate(names)
    )


# The rolling foot.


def rolled(degrees: float) -> Document:
    made, _ = make(selecting(plain(humanoid.rig()), "foot.L"), "reverse_foot")
    roll = Transform(rotation=rotation(np.array((radians(degrees), 0.0, 0.0))))
    return with_transforms(made, {"foot_ik.L": Transform(location=(0.0, 0.0, 0.12)), "foot_roll.L": roll})


def ends(document: Document) -> dict[str, np.ndarray]:
    found = evaluate(document)
    at = found.index
    foot = found.matrix("foot.L")
    heel = np.linalg.inv(rest_of(document, "foot.L")) @ np.append(document.rig.by_name["foot_heel.L"].head, 1.0)
    return {
        "ankle": found.heads[at["foot.L"]],
        "ball": found.heads[at["toe.L"]],
        "tip": found.tails[at["toe.L"]],
        "heel": (foot @ heel)[:3],
    }


def rest_of(document: Document, name: str) -> np.ndarray:
    return evaluate(msgspec.structs.replace(document, rig=document.rig.posed({}))).matrix(name)


def test_a_foot_rolled_forward_lifts_its_heel_about_the_ball() -> None:
    flat, up = ends(rolled(0)), ends(rolled(30))
    np.testing.assert_allclose(up["ball"], flat["ball"], atol=1e-6)
    np.testing.assert_allclose(up["tip"], flat["tip"], atol=1e-6)
    assert up["heel"][2] > flat["heel"][2] + 0.05
    arm, raised = flat["heel"] - flat["ball"], up["heel"] - up["ball"]
    angle = np.degrees(np.arccos(arm @ raised / np.linalg.norm(arm) ** 2))
    assert angle == pytest.approx(30.0, abs=1e-6)


def test_a_foot_rolled_further_goes_over_the_tip_of_the_toes() -> None:
    half, far = ends(rolled(45)), ends(rolled(75))
    assert far["ball"][2] > half["ball"][2] + 0.02
    assert far["heel"][2] > half["heel"][2]
    assert np.linalg.norm(far["tip"] - half["tip"]) < 0.02


def test_a_foot_rolled_back_stands_on_its_heel() -> None:
    flat, back = ends(rolled(0)), ends(rolled(-30))
    np.testing.assert_allclose(back["heel"], flat["heel"], atol=1e-6)
    assert back["ball"][2] > flat["ball"][2] + 0.05
    assert back["tip"][2] > flat["tip"][2] + 0.05


def test_a_leg_that_has_a_limb_gets_a_rolling_foot_in_its_place() -> None:
    document = posed(selecting(plain(humanoid.rig()), "foot.L"), 5)
    leg, _ = make(document, "limb")
    made, _ = make(selecting(leg, "foot.L"), "reverse_foot")
    assert [limb.kind for limb in made.rig.limbs] == ["reverse_foot"]
    assert shifted(document, made) <= STILL
    assert without(made, made.rig.limbs).rig == document.rig


def test_a_pose_beyond_limits_is_told() -> None:
    document = selecting(plain(humanoid.rig()), "foot.L")
    bent_back = with_transforms(document, {"shin.L": Transform(rotation=rotation(np.array((0.9, 0.0, 0.0))))})
    assert make(bent_back, "limb")[1] == "shin.L was posed beyond its limits, which IK keeps to"


def test_a_bone_inside_a_rolling_foot_is_pulled_by_the_handle_that_is_seen() -> None:
    from pantin.solver.edits.auto_ik import pull

    document = rolled(0)
    assert pull(document, evaluate(document), "foot.L").mover in ("foot_ik.L", "foot.L")
    assert pull(document, evaluate(document), "shin.L").mover == "foot_ik.L"
