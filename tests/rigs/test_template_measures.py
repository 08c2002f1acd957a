"""Figures of any measures: sound, still at rest, and as large as they are told to be."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pantin import solver
from pantin.rigs.constraints import Ik
from pantin.rigs.document import Document
from pantin.rigs.fields import fields_of
from pantin.rigs.problems import problems_of
from pantin.rigs.rest import rest_matrices
from pantin.rigs.rig import Rig
from pantin.rigs.templates import TEMPLATES
from tests.rigs.strategies import relaxed


@st.composite
def measured(draw: st.DrawFn) -> tuple[str, Rig]:
    """Any template with any measures that its fields allow: often at the ends of their ranges."""
    name = draw(st.sampled_from(tuple(TEMPLATES)))
    template = TEMPLATES[name]
    given = {}
    for declared in fields_of(template.measures):
        lower, upper = declared.lower, declared.upper
        values = {
            "switch": st.booleans(),
            "count": st.sampled_from((lower, upper)) | st.integers(int(lower or 0), int(upper or 1)),
            "number": st.sampled_from((lower, upper)) | st.floats(lower, upper),
            "choice": st.sampled_from(declared.choices),
        }[declared.kind]
        given[declared.name] = draw(values)
    return name, template.draw(template.measures(**given))


@given(measured())
@relaxed
def test_any_measures_give_a_sound_figure_that_stands_still(found: tuple[str, Rig]) -> None:
    """Nothing is wrong, limits hold rest, IK moves nothing, poles stand before or behind their joints."""
    name, rig = found
    problems = problems_of(rig)
    straight = name == "tentacle" and not problems
    assert straight or problems == ()
    assert all(r is None or r[0] <= 0.0 <= r[1] for bone in rig.bones for r in bone.joint.limit)
    evaluated = solver.evaluate(Document.of(rig))
    rest = rest_matrices(rig.bones)
    size = float(np.ptp(rest[:, :3, 3], axis=0).max())
    assert all(goal.reached for goal in evaluated.goals)
    np.testing.assert_allclose(evaluated.matrices[:, :3, 3], rest[:, :3, 3], atol=1e-4 * size + 1e-6)
    for tie in rig.constraints:
        if isinstance(tie, Ik) and tie.pole:
            pole, lower = np.array(rig.by_name[tie.pole].head), rig.by_name[tie.owner]
            upper = rig.by_name[lower.parent or ""]
            joint = np.array(lower.head if tie.chain_length == 2 else upper.head)
            assert 0.2 < np.linalg.norm(pole - joint) / np.linalg.norm(np.subtract(lower.tail, upper.head)) < 3.0


@pytest.mark.parametrize("name", TEMPLATES)
def test_the_first_measure_is_the_size_of_the_whole(name: str) -> None:
    template = TEMPLATES[name]
    size = fields_of(template.measures)[0]
    usual, doubled = (template.draw(template.measures(**{size.name: by * size.default})) for by in (1, 2))
    for bone, larger in zip(usual.bones, doubled.bones, strict=True):
        np.testing.assert_allclose(np.multiply(bone.tail, 2.0), larger.tail, atol=2e-6)
        assert bone.joint == larger.joint


def test_measures_change_what_they_say() -> None:
    def length(rig: Rig, name: str) -> float:
        bone = rig.by_name[name]
        return float(np.linalg.norm(np.subtract(bone.tail, bone.head)))

    person = TEMPLATES["humanoid"]
    usual, lanky = person(), person.draw(person.measures(legs=1.4, fingers=False))
    assert lanky.by_name["head"].tail[2] == pytest.approx(1.775)
    for rig, ratio in ((usual, 0.440 / 0.130), (lanky, 1.4 * 0.440 / 0.130)):
        assert length(rig, "thigh.L") / length(rig, "spine") == pytest.approx(ratio, rel=1e-4)
    assert not any("index" in bone.name for bone in lanky.bones)
    bird = TEMPLATES["bird"]
    swan = bird.draw(bird.measures(neck=4.0, neck_bones=12, feathers=0))
    assert sum(bone.name.startswith("neck_") for bone in swan.bones) == 12
    assert not any(bone.name.startswith("feather") for bone in swan.bones)
