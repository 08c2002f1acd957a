"""Figures that lean on bent legs, and the same figures at rest with full controls."""

from __future__ import annotations

import numpy as np

from pantin import solver
from pantin.rigs import Document
from pantin.rigs.rest import rest_height
from pantin.rigs.templates import TEMPLATES
from pantin.solver.edits.pulling.pull import pull

PULLS = (("hips", (0.03, 0.0, -0.06)), ("chest", (0.04, -0.06, 0.0)), ("head", (0.02, -0.03, -0.01)))
"""In heights of the figure."""


def leaning_and_full(name: str) -> tuple[Document, Document]:
    """A figure with the handles of its limbs alone, leaning on bent legs, and one with full controls, at rest."""
    template = TEMPLATES[name]
    leaning, full = Document.of(template()), Document.of(template.draw(template.measures()))
    height = rest_height(full.rig.bones)
    for bone, way in PULLS:
        stands = solver.evaluate(leaning)
        leaning = pull(leaning, {bone: stands.heads[stands.index[bone]] + height * np.array(way)})
    return leaning, full


def check_alike(one: Document, other: Document, within: float) -> None:
    """The bones that both have stand alike: eyes come with full controls alone."""
    a, b = solver.evaluate(one), solver.evaluate(other)
    for bone in one.rig.bones:
        if bone.kind == "bone" and bone.name in other.rig.by_name:
            np.testing.assert_allclose(a.matrix(bone.name), b.matrix(bone.name), atol=within, err_msg=bone.name)
