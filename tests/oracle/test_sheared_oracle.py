"""Constraints on bones that are sheared, and curves on bones that were posed with a scale, held against Blender 5.0.1.

The rigs are those of the oracle, posed and set at random; Blender evaluated them (31 of 2,200 that were tried: the ones
that tell formulas apart which agree where nothing is sheared or scaled).
"""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tests.oracle.cases import case_of
from tests.oracle.figures import assert_matrices

SPECS = json.loads(Path(__file__).with_name("blender_sheared.json").read_text(encoding="utf-8"))["cases"]


def test_kinds_are_there() -> None:
    kinds = Counter(spec["constraints"][0]["type"] for spec in SPECS)
    assert kinds >= Counter({"LOCKED_TRACK": 7, "PIVOT": 7, "STRETCH_TO": 4, "SPLINE_IK": 12})


@pytest.mark.parametrize("spec", [pytest.param(spec, id=spec["id"]) for spec in SPECS])
def test_constraints_are_the_same(spec: dict[str, Any]) -> None:
    case = case_of(spec)
    assert_matrices(case, case.evaluate(), 1e-4)
