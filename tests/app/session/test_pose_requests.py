"""Tests that what comes of a request is made on the worker, and with it what takes the drawing thread longest."""

from __future__ import annotations

from unittest.mock import patch

import numpy as np
import pytest

from pantin.app.session import pose_requests, solver_preparation
from pantin.app.session.pose_requests import MANY, Request, posed
from pantin.app.session.solver_preparation import is_compiler_expected
from pantin.rigs.document import Document
from pantin.rigs.pose import Transform
from pantin.viewport.figure import mannequin as growing
from tests.rigs.skeletons import row_of
from tests.solver.compiling.both_ways import interpreting
from tests.solver.sample_chains import star

TURNED = Transform(rotation=(0.0, 0.0, 0.6, 0.8))


def test_the_figure_of_many_bones_is_grown_when_it_is_posed() -> None:
    rig = row_of(MANY + 1)
    assert posed(Request(Document.of(rig))).document.rig is rig
    with patch.object(growing, "_generate") as generate:
        assert len(growing.mannequin(rig).boxes) == len(rig.bones)
    assert not generate.called


def test_goals_that_nobody_would_wait_for_are_left_out_until_the_solver_is_compiled(warm_solver, monkeypatch) -> None:
    crowd, limb = Document.of(star(200).rig).posed({"goal0": TURNED}), star(1)
    with interpreting():
        monkeypatch.setattr(pose_requests, "is_compiler_expected", lambda: True)
        early, soon = posed(Request(crowd)), posed(Request(limb))
    assert early.postponed and not early.evaluated.goals and early.document is crowd
    assert not soon.postponed and soon.evaluated.goals
    late = posed(Request(crowd))
    assert not late.postponed and len(late.evaluated.goals) == 200
    np.testing.assert_array_equal(early.evaluated.matrix("goal0"), late.evaluated.matrix("goal0"))


def test_the_compiler_is_no_longer_expected_when_it_has_failed(monkeypatch) -> None:
    def fails(report: object) -> None:
        assert is_compiler_expected()
        raise RuntimeError("there is none")

    monkeypatch.setattr(solver_preparation, "_compile", fails)
    solver_preparation._expected.set()
    with pytest.raises(RuntimeError):
        solver_preparation.compile_solver(lambda part: None)
    assert not is_compiler_expected()
