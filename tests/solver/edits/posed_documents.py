"""Posed documents, and bones chosen in them."""

from __future__ import annotations

from functools import cache

import msgspec
import numpy as np
from hypothesis import strategies as st

from pantin.rigs import Document, Joint, Rig, Transform
from pantin.rigs.figure import Figure
from pantin.rigs.pose import Pose
from pantin.solver import evaluate
from tests.rigs.strategies import forests, numbers, quaternions

offsets = st.tuples(*[numbers(-5.0, 5.0)] * 3)


even = numbers(0.3, 3.0).map(lambda s: (s, s, s))


uneven = st.tuples(*[numbers(0.3, 3.0)] * 3)


@cache
def poses(sizes) -> st.SearchStrategy[Transform]:
    return st.builds(Transform, location=offsets, rotation=quaternions(), scale=sizes)


@st.composite
def posed(draw: st.DrawFn, sizes=even) -> Document:
    """Any bones, unlimited, in any pose."""
    bones = tuple(msgspec.structs.replace(b, joint=Joint()) for b in draw(forests()))
    pose = {b.name: draw(poses(sizes)) for b in bones if draw(st.booleans())}
    return Document.of(Figure(rig=Rig(bones=bones), pose=Pose(pose)))


@st.composite
def posed_and_chosen(draw: st.DrawFn, sizes=even) -> tuple[Document, str]:
    document = draw(posed(sizes))
    return document, draw(st.sampled_from([b.name for b in document.rig.bones]))


def largest(document: Document) -> float:
    return max(1.0, float(np.abs(evaluate(document).matrices).max()))
