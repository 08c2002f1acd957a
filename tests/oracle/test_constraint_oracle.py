"""Tests of what bones inherit, copies in every mix, limits in every space, and mappings, held against Blender 5.0.1.

`blender_spaces.json` has its answers: family t follows curves, u copies, v inherits, x maps and tracks, y limits.
"""

from __future__ import annotations

import json
import math
from itertools import pairwise
from pathlib import Path
from typing import Any
from unittest.mock import patch

import numpy as np
import pytest

from pantin.rigs import SplineIk
from pantin.rigs.tree.chains import chain_bones
from pantin.solver import evaluate
from tests.oracle.__main__ import main
from tests.oracle.cases import case_of, why_refused
from tests.oracle.figures import SPECS, assert_matrices, of_family
from tests.solver.reference import matrix_of


def test_families_are_there() -> None:
    counts = {letter: len(of_family(letter)) for letter in "tuvxy"}
    assert counts == {"t": 21, "u": 26, "v": 18, "x": 24, "y": 40}


@pytest.mark.parametrize("spec", of_family("tuvxy"))
def test_every_bone_stands_where_blender_has_it(spec: dict[str, Any]) -> None:
    """But for chains that leave their curve in Blender; those lie on it here, with bones as long as they should be."""
    case = case_of(spec)
    evaluated = evaluate(case.document)
    if "blender_failed" not in spec["flags"]:
        assert_matrices(case, evaluated, 1e-4)
        return
    follow = case.document.rig.constraints[0]
    assert isinstance(follow, SplineIk)
    corners = corners_of(spec["constraints"][0]["curve"])
    for name in chain_bones(case.document.rig, follow):
        row = evaluated.index[name]
        assert off_the_line(evaluated.heads[row], corners) <= 1e-5
        bone, scale = case.document.rig.by_name[name], case.document.figure.transform(name).scale[1]
        size = math.dist(bone.head, bone.tail) * (scale if follow.y_scale == "posed" else 1.0)
        assert math.dist(evaluated.heads[row], evaluated.tails[row]) == pytest.approx(size, rel=1e-6)


def test_what_pantin_lacks_is_refused_in_words_and_counted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    copy = next(
        spec for spec in SPECS if spec["constraints"][0:1] and spec["constraints"][0]["type"] == "COPY_ROTATION"
    )
    tie = copy["constraints"][0]
    unknown = {**copy, "constraints": [{**tie, "type": "ACTION"}]}
    offset = {**copy, "constraints": [{**tie, "mix_mode": "OFFSET"}]}
    space = {**copy, "constraints": [{**tie, "owner_space": "MOON"}]}
    bones = {**copy, "bones": [{**copy["bones"][0], "inherit_scale": "WOBBLE"}], "constraints": []}
    assert [why_refused(spec) for spec in (copy, unknown, space)] == ["", "no constraint ACTION", "no 'MOON'"]
    assert "offset" in why_refused(offset) and "wobble" in why_refused(bones)
    given = tmp_path / "cases.json"
    given.write_text(json.dumps({"cases": [unknown, unknown, space]}), encoding="utf-8")
    with patch("sys.argv", ["oracle", str(given), "--out", str(tmp_path / "out.json")]):
        main()
    told = capsys.readouterr().out.splitlines()
    assert told == ["0 of 3 cases; 3 use what Pantin does not have", "  2: no constraint ACTION", "  1: no 'MOON'"]


def corners_of(curve: dict[str, Any]) -> np.ndarray:
    """The ends of the straight pieces of a Bézier curve, in armature space."""
    found, points = [], curve["points"]
    for one, next_one in pairwise(points):
        a, b, c, d = (np.array(p) for p in (one["co"], one["right"], next_one["left"], next_one["co"]))
        t = (np.arange(curve["resolution"]) / curve["resolution"])[:, None]
        found.append((1 - t) ** 3 * a + 3 * (1 - t) ** 2 * t * b + 3 * (1 - t) * t**2 * c + t**3 * d)
    w, x, y, z = curve["quaternion"]
    turn = matrix_of((x, y, z, w))
    return np.vstack([*found, [points[-1]["co"]]]) @ turn.T + curve["position"]


def off_the_line(place: np.ndarray, corners: np.ndarray) -> float:
    """Return how far a place is from straight pieces, and from the last one drawn on."""
    starts, ways = corners[:-1], np.diff(corners, axis=0)
    parts = np.einsum("ij,ij->i", place - starts, ways) / np.einsum("ij,ij->i", ways, ways)
    parts = np.clip(parts, 0.0, np.array([1.0] * (len(parts) - 1) + [np.inf]))
    return float(np.linalg.norm(starts + ways * parts[:, None] - place, axis=1).min())
