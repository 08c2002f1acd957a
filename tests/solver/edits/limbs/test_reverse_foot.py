"""The rolling foot: the heel, the ball and the toes that it rolls over."""

from __future__ import annotations

from math import radians

import numpy as np
import pytest

from pantin.rigs import (
    Document,
    Transform,
)
from pantin.rigs.editing.pose import with_transforms
from pantin.rigs.templates import humanoid
from pantin.solver import evaluate
from pantin.solver.edits.limbs.limbs import make, without
from tests.rigs.samples import plain
from tests.solver.edits.limbs.limb_documents import STILL, posed, selecting, shifted
from tests.solver.sample_chains import (
    rotation,
)


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
    return evaluate(document.posed({})).matrix(name)


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
    assert without(made, made.rig.limbs).figure == document.figure


def test_a_pose_beyond_limits_is_told() -> None:
    document = selecting(plain(humanoid.rig()), "foot.L")
    bent_back = with_transforms(document, {"shin.L": Transform(rotation=rotation(np.array((0.9, 0.0, 0.0))))})
    assert make(bent_back, "limb")[1] == "shin.L was posed beyond its limits, which IK keeps to"


def test_a_bone_inside_a_rolling_foot_is_pulled_by_the_handle_that_is_seen() -> None:
    from pantin.solver.edits.auto_ik import pull

    document = rolled(0)
    assert pull(document, evaluate(document), "foot.L").driven_bone in ("foot_ik.L", "foot.L")
    assert pull(document, evaluate(document), "shin.L").driven_bone == "foot_ik.L"
