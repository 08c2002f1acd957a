"""Posed documents, and bones chosen in them."""

from __future__ import annotations

import msgspec
import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from pantin.rigs import Document, Joint, Rig, Transform
from pantin.solver import evaluate
from pantin.solver.edits.posing import local_transforms, solved_rotations
from tests.rigs.strategies import forests, numbers, quaternions

offsets = st.tuples(*[numbers(-5.0, 5.0)] * 3)


even = numbers(0.3, 3.0).map(lambda s: (s, s, s))


uneven = st.tuples(*[numbers(0.3, 3.0)] * 3)


def poses(sizes) -> st.SearchStrategy[Transform]:
    return st.builds(Transform, location=offsets, rotation=quaternions(), scale=sizes)


@st.composite
def posed(draw: st.DrawFn, sizes=even) -> Document:
    """Any bones, unlimited, in any pose."""
    bones = tuple(msgspec.structs.replace(b, joint=Joint()) for b in draw(forests()))
    pose = {b.name: draw(poses(sizes)) for b in bones if draw(st.booleans())}
    return Document(rig=Rig(bones=bones, pose=pose))


@given(posed(uneven), st.data())
def test_how_some_bones_stand_does_not_hang_on_who_else_is_asked_for(document: Document, data: st.DataObject) -> None:
    evaluated = evaluate(document)
    everyone = local_transforms(document, evaluated)
    some = data.draw(st.lists(st.sampled_from(evaluated.names), unique=True)) if everyone else []
    found = solved_rotations(document, evaluated, some)
    assert {name: found[name].rotation for name in some} == {name: everyone[name].rotation for name in some}


@st.composite
def posed_and_chosen(draw: st.DrawFn, sizes=even) -> tuple[Document, str]:
    document = draw(posed(sizes))
    return document, draw(st.sampled_from([b.name for b in document.rig.bones]))


def largest(document: Document) -> float:
    return max(1.0, float(np.abs(evaluate(document).matrices).max()))
