"""Pulling figures with full controls: the body goes as it goes without them, and every handle comes along."""

from __future__ import annotations

import numpy as np
import pytest

from pantin import solver
from pantin.rigs import Document, Transform
from pantin.rigs.rest import rest_height
from pantin.rigs.templates import TEMPLATES
from pantin.solver.edits.limbs.limbs import make
from pantin.solver.edits.pulling.pull import pull
from tests.rigs.samples import plain

PULLS = (
    ("hips", (0.0, 0.0, -0.056)),
    ("hips", (0.03, 0.06, -0.05)),
    ("hand", (0.0, 0.0, 0.11)),
    ("chest", (0.05, -0.05, -0.03)),
    ("head", (0.05, -0.05, 0.0)),
    ("foot", (0.0, -0.06, 0.08)),
)
"""What is pulled where, in heights of the figure: hips down by 10 cm in a person, a hand up by 20 cm."""
ENDS = {"quadruped": {"hand": "front_paw.L", "foot": "hind_paw.R"}}


@pytest.mark.parametrize("name", ["humanoid", "biped", "quadruped", "bird"])
def test_it_stands_as_a_figure_without_them_and_its_feet_stay(name: str) -> None:
    template = TEMPLATES[name]
    limbs, full = (Document.of(rig) for rig in (template(), template.draw(template.measures())))
    height = rest_height(full.rig.bones)
    before = solver.evaluate(full)
    for part, way in PULLS:
        bone = ENDS.get(name, {}).get(part, f"{part}.L" if part in ("hand", "foot") else part)
        target = {bone: before.heads[before.index[bone]] + height * np.array(way)}
        stands, wanted = (solver.evaluate(pull(document, target)) for document in (full, limbs))
        for each in limbs.rig.bones:
            if each.kind == "bone":
                off = stands.matrix(each.name) - wanted.matrix(each.name)
                assert np.abs(off).max() < 3e-5, (part, each.name)
        for foot in (pin.bone for pin in full.rig.pins if pin.bone != bone):
            drift = stands.heads[stands.index[foot]] - before.heads[before.index[foot]]
            assert np.linalg.norm(drift) <= 1e-5 * height
        assert all(goal.reached for goal in stands.goals)


def test_handles_go_with_what_they_steer() -> None:
    """A foot is pulled up: its handle on the floor and all pivots go with it as one piece, the toes' handle too."""
    template = TEMPLATES["biped"]
    document = Document.of(template.draw(template.measures()))
    before = solver.evaluate(document)
    after = solver.evaluate(pull(document, {"foot.L": before.heads[before.index["foot.L"]] + (0.0, -0.2, 0.2)}))
    by = after.matrix("foot.L") @ np.linalg.inv(before.matrix("foot.L"))
    for control in ("foot_ik.L", "foot_heel.L", "foot_ankle.L", "foot_roll.L", "toe_turn.L"):
        np.testing.assert_allclose(after.matrix(control), by @ before.matrix(control), atol=1e-6)
    np.testing.assert_allclose(after.matrix("foot_ik.R"), before.matrix("foot_ik.R"), atol=1e-9)


def test_a_back_that_points_at_a_handle_too_far_away_bends() -> None:
    """The handle of the chest stays as far ahead of the back as it was, so the back points at it as it was solved."""
    bare = plain(TEMPLATES["biped"]())
    document, _ = make(Document.of(bare.figure, selected=("chest",), active="chest"), "spine")
    document = Document.of(document.figure).posed({"chest_ik": Transform(location=(0.0, 0.1, 0.0))})
    before = solver.evaluate(document)
    target = before.heads[before.index["head"]] + (0.1, -0.1, -0.05)
    after = solver.evaluate(pull(document, {"head": target}, ("foot.L", "foot.R")))
    assert not np.allclose(after.matrix("spine")[:3, :3], before.matrix("spine")[:3, :3], atol=0.02)
    np.testing.assert_allclose(after.heads[after.index["head"]], target, atol=1e-4)
