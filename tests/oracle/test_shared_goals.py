"""Goals that share bones, whole figures, and pulls, as Blender solves them."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from pantin.rigs import (
    Distance,
)
from pantin.solver import evaluate
from tests.oracle.cases import (
    case_of,
    pulled_to,
    residual,
    turned_names,
    violation,
)
from tests.oracle.figures import (
    above,
    ends,
    local,
    of_family,
    weighed,
)


@pytest.mark.parametrize("spec", of_family("k"))
def test_goals_that_share_bones_leave_less_by_their_weights(spec: dict[str, Any]) -> None:
    """Where Blender tears the figure apart to get nearer, Pantin keeps it whole."""
    case = case_of(spec)
    evaluated = evaluate(case.document)
    rig = case.document.rig
    for bone in rig.bones:
        if bone.connected and bone.parent is not None:
            assert math.dist(ends(evaluated, bone.name)[0], ends(evaluated, bone.parent)[1]) < 1e-9
    if "disconnected" in spec["flags"]:
        return
    ours = theirs = 0.0
    reports = {report.constraint: report for report in evaluated.goals}
    for expected in spec["expected"]["ik"]:
        ik, report = rig.constraints[expected["constraint"]], reports[expected["constraint"]]
        ours += weighed(case, ik, report.residual, report.rotation_residual)
        theirs += weighed(case, ik, expected["residual"], expected["rotation_residual"])
    assert ours <= theirs + 1e-9


@pytest.mark.parametrize("spec", of_family("m"))
def test_places_and_distances_are_kept(spec: dict[str, Any]) -> None:
    """The other solver of Blender wanders about its goals; here each holds to a millimetre where it can be reached."""
    case = case_of(spec)
    evaluated = evaluate(case.document)
    for expected in spec["expected"]["ik"]:
        goal = case.document.rig.constraints[expected["constraint"]]
        if isinstance(goal, Distance):
            assert violation(case, evaluated, expected["constraint"]) <= 1e-3
        elif spec["variant"] in ("copypose-far", "limits"):
            assert residual(case, evaluated, expected["constraint"]) <= expected["residual"] + 1e-3
        else:
            assert residual(case, evaluated, expected["constraint"]) <= 1e-3
            assert evaluated.goals[0].rotation_residual <= 1e-3


@pytest.mark.parametrize("spec", of_family("n"))
def test_a_whole_figure_is_posed_as_well(spec: dict[str, Any]) -> None:
    """A limb's root hangs on the spine, which has several answers: what is left is compared with what must be left."""
    case = case_of(spec)
    evaluated = evaluate(case.document)
    reports = {report.constraint: report for report in evaluated.goals}
    for expected in spec["expected"]["ik"]:
        report = reports[expected["constraint"]]
        beyond = max(report.distance - report.length, 0.0)
        assert report.residual <= max(expected["residual"], beyond) + 1e-5 * report.length
    turned = {name for report in evaluated.goals for name in report.bones}
    below = {b.name for b in case.document.rig.bones if any(a in turned for a in above(case, b.name))}
    for name, bone in spec["expected"]["bones"].items():
        if name not in below:
            assert np.allclose(evaluated.matrix(name).ravel(), bone["matrix"], rtol=0.0, atol=1e-4), name


@pytest.mark.parametrize("spec", of_family("o"))
def test_pulled_bones_go_along_and_only_their_chains_turn(spec: dict[str, Any]) -> None:
    case = case_of(spec)
    before = evaluate(case_of({**spec, "auto_ik": {**spec["auto_ik"], "selected": []}}).document)
    after = case.evaluate()
    turned = turned_names(case)
    rig = case.document.rig
    for expected in spec["expected"]["auto_ik"]:
        name = expected["bone"]
        missed = float(np.linalg.norm(after.tails[after.index[name]] - pulled_to(case, name)))
        if name in turned and rig.by_name[name].parent is not None:
            assert missed <= max(expected["tail_error"], 0.0) + 1e-4
        else:  # a root goes along as a whole; the tips below it stay where they are
            gone = after.heads[after.index[name]] - before.heads[before.index[name]]
            assert np.allclose(gone, spec["auto_ik"]["translate"], atol=1e-9)
    for bone in rig.bones:
        if bone.name not in turned:
            assert np.allclose(local(rig, after, bone.name), local(rig, before, bone.name), atol=1e-9), bone.name
