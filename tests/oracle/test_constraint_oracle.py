"""What bones inherit, copies in every mix, limits in every space, and mappings, held against Blender 5.0.1.

`blender_spaces.json` has its answers: family u copies, v inherits, x maps and tracks, y limits.
"""

from __future__ import annotations

from typing import Any

import pytest

from pantin.solver import evaluate
from tests.oracle.cases import case_of
from tests.oracle.figures import assert_matrices, of_family


def test_families_are_there() -> None:
    assert {letter: len(of_family(letter)) for letter in "uvxy"} == {"u": 26, "v": 18, "x": 24, "y": 40}


@pytest.mark.parametrize("spec", of_family("uvxy"))
def test_every_bone_stands_where_blender_has_it(spec: dict[str, Any]) -> None:
    case = case_of(spec)
    assert_matrices(case, evaluate(case.document), 1e-4)
