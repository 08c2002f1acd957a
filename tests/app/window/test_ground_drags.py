"""Feet and hips dragged over steps in the real window: soles stay on the surface, and what is kept is what was seen."""

from __future__ import annotations

from math import pi

import numpy as np

from pantin.rigs.editing.grounds import with_ground
from pantin.rigs.ground.kinds import Steps
from pantin.rigs.ground.surface import surface
from pantin.solver.ground.legs import legs_of, sole_points
from tests.app.person import Person

STEPS = Steps(heading=pi / 2)


def clearance(person: Person, foot: str) -> float:
    leg = next(leg for leg in legs_of(person.session.shown.rig, person.session.shown.ground) if leg.sole.foot == foot)
    sole = sole_points(leg, person.session.evaluated.matrices)
    return float((sole[:, 2] - surface(STEPS, sole).heights).min())


def test_a_foot_is_dragged_onto_a_step_and_lifted_again(person: Person) -> None:
    person.session.edit("Steps", lambda document: with_ground(document, STEPS))
    person.session.select(("foot_ik.L",), "foot_ik.L")
    person.view.pick_tool("move")
    person.wait_for_the_pose()
    x, y = person.where("foot_ik.L", 0.0)
    person.drag((x, y), (x + 40, y - 10), (x + 110, y + 20))
    person.wait_for_the_pose()
    assert person.session.evaluated.matrix("foot.L")[0, 3] > 0.3
    assert abs(clearance(person, "foot.L")) < 5e-4
    kept = person.session.evaluated.matrices
    x, y = person.where("foot_ik.L", 0.0)
    person.drag((x, y), (x, y - 30), (x, y - 90))
    person.wait_for_the_pose()
    assert clearance(person, "foot.L") > 0.1
    person.session.undo()
    person.wait_for_the_pose()
    assert np.abs(person.session.evaluated.matrices - kept).max() < 1e-6
