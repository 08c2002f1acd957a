"""Cases of the oracle by family, and what is measured of them."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable
from typing import Any

import numpy as np
import pytest

from pantin.rigs import (
    CopyRotation,
    Ik,
    Rig,
    Transform,
)
from pantin.rigs.figure import Figure
from pantin.solver import Evaluated
from tests.oracle.cases import (
    Case,
    chain_names,
    is_known,
)
from tests.sources import ORACLE

CASES = ORACLE / "blender_cases.json"

CONSTRAINTS = ORACLE / "blender_constraints.json"

SPACES = ORACLE / "blender_spaces.json"

SPECS = [
    spec for file in (CASES, CONSTRAINTS, SPACES) for spec in json.loads(file.read_text(encoding="utf-8"))["cases"]
]


def of_family(letters: str) -> list[Any]:
    """The cases of these families, as pytest parameters."""
    return [pytest.param(spec, id=spec["id"]) for spec in SPECS if spec["family"] in letters and is_known(spec)]


def length(case: Case, ik: Ik) -> float:
    """The whole length of a chain, metres."""
    bones = case.document.rig.by_name
    return sum(math.dist(bones[name].head, bones[name].tail) for name in chain_names(case.document.rig, ik))


def iks(case: Case) -> list[tuple[int, Ik]]:
    return [(i, c) for i, c in enumerate(case.document.rig.constraints) if isinstance(c, Ik)]


def assert_matrices(case: Case, evaluated: Evaluated, tolerance: float, names: Iterable[str] | None = None) -> None:
    """The bones `names`, or all, stand as Blender has them."""
    bones = case.spec["expected"]["bones"]
    for name in bones if names is None else names:
        expected = bones[name]
        got = evaluated.matrix(name).ravel()
        assert np.allclose(got, expected["matrix"], rtol=0.0, atol=tolerance), name
        assert np.allclose(evaluated.tails[evaluated.index[name]], expected["tail"], rtol=0.0, atol=tolerance), name


def upwards(rig: Rig, name: str | None) -> list[str]:
    """A bone and those that carry it."""
    found = []
    while name is not None:
        found.append(name)
        name = rig.by_name[name].parent
    return found


def copies_fully(copy: CopyRotation) -> bool:
    whole = copy.influence == 1.0 and copy.mix == "replace" and all(copy.axes) and not any(copy.invert)
    return whole and copy.owner_space == copy.target_space == "pose"


def free_of_choice(case: Case) -> list[str]:
    """The bones of a case that stand where Blender has them, whatever solution is chosen for IK without a pole."""
    rig = case.document.rig
    chosen = {name for _, ik in iks(case) if ik.pole is None for name in chain_names(rig, ik)}
    return [name for name in case.spec["expected"]["bones"] if not chosen & set(upwards(rig, name))]


def ends(evaluated: Evaluated, name: str) -> tuple[Any, Any]:
    """Head and tail of a bone."""
    row = evaluated.index[name]
    return evaluated.heads[row], evaluated.tails[row]


def weighed(case: Case, ik: Any, residual: float, rotation: float) -> float:
    """Return what a goal leaves over, squared and weighted, lengths in parts of its chain."""
    turning = ik.rotation_weight * rotation**2 if ik.rotation else 0.0
    return float(ik.weight * (residual / length(case, ik)) ** 2 + turning)


def above(case: Case, name: str) -> list[str]:
    """A bone and all that carry it."""
    names, bones = [name], case.document.rig.by_name
    while (parent := bones[names[-1]].parent) is not None:
        names.append(parent)
    return names


def local(rig: Rig, evaluated: Evaluated, name: str) -> Any:
    """Return how a bone is turned against its parent (3, 3)."""
    axes, parent = evaluated.matrix(name)[:3, :3], rig.by_name[name].parent
    return axes if parent is None else np.linalg.inv(evaluated.matrix(parent)[:3, :3]) @ axes


def targets(figure: Figure) -> dict[str, Transform]:
    """Return where the targets of the goals stand."""
    return {c.target: figure.transform(c.target) for c in figure.rig.constraints if isinstance(c, Ik) and c.target}
