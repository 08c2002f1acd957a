"""Scaling bones by hand."""

from __future__ import annotations

import msgspec
import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from pantin.rigs import Document, Rig
from pantin.rigs.templates import humanoid
from pantin.solver import evaluate
from pantin.solver.edits.posing.posing import scale
from tests.rigs.strategies import numbers, relaxed
from tests.solver.edits.posed_documents import (
    posed_and_chosen,
    uneven,
)
from tests.solver.sample_chains import bone, chain


@given(posed_and_chosen(uneven), st.tuples(*[numbers(0.1, 5.0)] * 3))
@relaxed
def test_along_its_own_axes_a_bone_takes_the_factors(chosen, factors) -> None:
    document, name = chosen
    before = evaluate(document)
    columns = before.matrix(name)[:3, :3]
    axes = (columns / np.linalg.norm(columns, axis=0)).T
    assume(np.abs(axes @ axes.T - np.eye(3)).max() < 1e-9)
    scaled = scale(document, before, (name,), factors, {name: axes}).figure.transform(name)
    was = document.figure.transform(name)
    assert scaled.scale == pytest.approx(tuple(np.multiply(was.scale, factors)))
    assert (scaled.location, scaled.rotation) == (was.location, was.rotation)


@given(posed_and_chosen(uneven), numbers(0.1, 5.0), numbers(0.1, 5.0))
@relaxed
def test_even_factors_multiply_whatever_the_axes(chosen, first, second) -> None:
    document, name = chosen
    once = scale(document, evaluate(document), (name,), (first,) * 3)
    twice = scale(once, evaluate(once), (name,), (second,) * 3)
    both = scale(document, evaluate(document), (name,), (first * second,) * 3)
    assert twice.figure.transform(name).scale == pytest.approx(both.figure.transform(name).scale)


def test_factors_of_one_change_nothing_and_of_nought_leave_something() -> None:
    document = Document.of(humanoid.rig())
    before = evaluate(document)
    assert scale(document, before, before.names, (1.0, 1.0, 1.0)) == document
    thin = scale(document, before, ("head",), (0.0, 1.0, -0.0)).figure.transform("head")
    assert thin.scale[0] > 0.0 and np.linalg.matrix_rank(evaluate(document).matrix("head")) == 4


def test_about_a_pivot_free_bones_go_apart_and_connected_ones_stay_on_their_parents() -> None:
    bones = (bone("a", (0, 0, 0), (0, 0, 1)), *chain(2))
    bones = (bones[0], msgspec.structs.replace(bones[1], head=(2, 0, 0), tail=(2, 0, 1)), *bones[2:])
    document = Document.of(Rig(bones=(bones[0], bones[1])))
    before = evaluate(document)
    after = evaluate(scale(document, before, ("a", "b0"), (3.0,) * 3, pivot=(1.0, 0.0, 0.0)))
    np.testing.assert_allclose(after.heads[:, 0], (-2.0, 4.0), atol=1e-12)
