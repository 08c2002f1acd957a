"""Child Of, Stretch To, Track To, Locked Track, Floor, Armature, Pivot, Maintain Volume held against Blender 5.0.1.

All twelve numbers of every bone, those that are sheared as well.
"""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest

from tests.oracle.cases import case_of, is_known
from tests.oracle.figures import assert_matrices
from tests.sources import ORACLE

SPECS = json.loads((ORACLE / "blender_following.json").read_text(encoding="utf-8"))["cases"]


def test_families_are_there() -> None:
    families = [spec["family"] for spec in SPECS]
    counts = {letter: families.count(letter) for letter in "pqrswx"}
    assert counts == {"p": 12, "q": 18, "r": 28, "s": 14, "w": 12, "x": 32}
    assert all(map(is_known, SPECS))


@pytest.mark.parametrize("spec", [pytest.param(spec, id=spec["id"]) for spec in SPECS])
def test_constraints_are_the_same(spec: dict[str, Any]) -> None:
    case = case_of(spec)
    assert_matrices(case, case.evaluate(), 1e-4)


def _with(kind: str, **changes: Any) -> dict[str, Any]:
    spec = next(spec for spec in SPECS if spec["constraints"][0]["type"] == kind)
    return {**spec, "constraints": [{**spec["constraints"][0], **changes}]}


@pytest.mark.parametrize(
    "spec, why",
    [
        (_with("ARMATURE", use_bone_envelopes=True), "envelopes"),
        (_with("CHILD_OF", owner_space="LOCAL"), "owner_space"),
        (_with("LOCKED_TRACK", target_space="CUSTOM"), "target_space"),
        (_with("FLOOR", target_space="ELSEWHERE"), "elsewhere"),
    ],
)
def test_what_is_not_there_is_refused_in_words(spec: dict[str, Any], why: str) -> None:
    with pytest.raises(msgspec.ValidationError, match=why):
        case_of(spec)
