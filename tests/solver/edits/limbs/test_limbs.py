"""Limbs made and taken away in any pose: nothing moves, and what was there before is there again."""

from __future__ import annotations

import msgspec
import numpy as np
import pytest
from hypothesis import settings

from pantin.rigs import (
    CopyRotation,
    Document,
    Ik,
    Transform,
)
from pantin.rigs.editing.limbs import keeps_rotation
from pantin.rigs.editing.mirroring.symmetry import symmetrize
from pantin.rigs.editing.pose import with_transforms
from pantin.rigs.problems import problems_of
from pantin.rigs.templates import biped, humanoid, quadruped, tentacle
from pantin.solver import evaluate
from pantin.solver.edits.limbs.limbs import keep_handles_rotation, make, without
from tests.rigs.samples import plain
from tests.rigs.skeletons import nameless
from tests.solver.edits.limbs.limb_documents import JOINTS, LIMITED, STILL, bent, posed, selecting, shifted
from tests.solver.sample_chains import (
    rotation,
)

BENT_CHAINS = 4 * settings.default.max_examples
"""Of each kind: 120 in the suite, 4,000 in `make soak`."""


@pytest.mark.parametrize("at_rest", (True, False), ids=("at rest", "posed"))
@pytest.mark.parametrize("kind", JOINTS)
def test_a_limb_on_any_bent_chain_moves_no_bone(kind, at_rest) -> None:
    worst = 0.0
    for seed in range(BENT_CHAINS):
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
    assert without(made, made.rig.limbs).figure == document.figure


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
        kept, {"foot_ik.L": msgspec.structs.replace(kept.figure.transform("foot_ik.L"), location=(0.0, 0.1, 0.05))}
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
    cloned = made.with_rig(msgspec.structs.replace(made.rig, bones=(*made.rig.bones, clone), constraints=ties))
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
    assert without(both, both.rig.limbs).figure == document.figure


@pytest.mark.parametrize("part", ("hand.L", "forearm.L", "foot.R", "toe.R", "shin.R"))
def test_without_names_an_arm_or_leg_of_a_body_is_told_by_its_shape(part: str) -> None:
    """Neither clavicle nor hips are of it, however the bones hang together: it is the limb that names would tell."""
    named = plain(biped.rig()).rig
    rig, names = nameless(named)
    called = {name: number for number, name in names.items()}
    made, _note = make(selecting(Document.of(rig), called[part]), "limb")
    by_name, _ = make(selecting(Document.of(named), part), "limb")
    limb, told = made.rig.limbs[0], by_name.rig.limbs[0]
    assert limb.bones == tuple(called[name] for name in told.bones)
    assert keeps_rotation(made.rig, limb) is part.endswith(".R")
    pole, wanted = (rig.by_name[one.controls[1]].head for rig, one in ((made.rig, limb), (by_name.rig, told)))
    np.testing.assert_allclose(pole, wanted, atol=0.02)


def test_what_is_selected_whole_is_taken_as_it_is() -> None:
    rig, names = nameless(plain(biped.rig()).rig)
    chosen = [number for number, name in names.items() if name in ("shoulder.L", "upper_arm.L", "forearm.L")]
    made, _note = make(selecting(Document.of(rig), *chosen), "limb")
    assert made.rig.limbs[0].bones == tuple(chosen)
