"""Creatures with controls fitted, and what was said of them."""

from __future__ import annotations

import numpy as np

from pantin.rigs.document import Document
from pantin.rigs.figure import Figure
from pantin.rigs.problems import problems_of
from pantin.rigs.rig import Rig
from pantin.solver import evaluate
from pantin.solver.edits.limbs.person_controls import rig_person


def rigged(body: Figure | Rig) -> tuple[Document, str]:
    """The body with controls, of which no bone stands otherwise than before."""
    before = Document.of(body)
    made, told = rig_person(before)
    was, now = evaluate(before), evaluate(made)
    np.testing.assert_allclose([now.matrix(name) for name in was.names], was.matrices, atol=1e-6)
    assert all(goal.reached for goal in now.goals) and set(problems_of(made.rig)) <= set(problems_of(before.rig))
    return made, told
