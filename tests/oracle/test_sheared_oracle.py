"""Constraints on bones that are sheared, scaled or mirrored, in stacks and nets, held against Blender 5.0.1.

Rigs and settings are random; Blender evaluated them. Of 4,600 that were tried these are the ones that tell formulas
apart which agree where nothing is sheared, scaled or mirrored, where a target is copied at its head, and where it takes
two bones to carry another, not three.
"""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest

from tests.oracle.cases import case_of
from tests.oracle.figures import assert_matrices
from tests.sources import ORACLE

SPECS = [
    spec
    for name in ("blender_sheared.json", "blender_mirrored.json")
    for spec in json.loads((ORACLE / name).read_text(encoding="utf-8"))["cases"]
]


def test_kinds_are_there() -> None:
    kinds = Counter(spec["constraints"][0]["type"] for spec in SPECS)
    assert kinds >= Counter({"LOCKED_TRACK": 7, "PIVOT": 9, "STRETCH_TO": 4, "SPLINE_IK": 12, "COPY_TRANSFORMS": 5})
    assert kinds >= Counter({"COPY_ROTATION": 4, "TRANSFORM": 3, "CHILD_OF": 2, "LIMIT_ROTATION": 1})


@pytest.mark.parametrize("spec", [pytest.param(spec, id=spec["id"]) for spec in SPECS])
def test_constraints_are_the_same(spec: dict[str, Any]) -> None:
    case = case_of(spec)
    assert_matrices(case, case.evaluate(), 1e-4)
