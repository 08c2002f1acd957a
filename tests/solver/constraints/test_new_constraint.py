"""A new constraint: its fields, a module of `solver/constraints` called by its tag, its name in the union of kinds."""

from __future__ import annotations

import sys
from types import ModuleType
from typing import Annotated

import numpy as np
import pytest

from pantin.rigs.constraints.acting import Acting, Influence, Look
from pantin.rigs.fields import BoneName, Length, field
from pantin.solver.compiling import layout
from pantin.solver.compiling.choice import choice_of
from pantin.solver.compiling.kernel import kernel
from pantin.solver.compiling.layout import OWNER_ROW, Table
from pantin.solver.constraints.columns import OWN, Row
from pantin.solver.constraints.kinds import NUMBERS, kernels
from pantin.solver.constraints.rows import row_of
from pantin.solver.constraints.surroundings import NOTHING_AROUND, Surroundings

HEIGHT = OWN


class Lift(Acting, frozen=True, omit_defaults=True, forbid_unknown_fields=True, tag="lift"):
    """An example: the owner is lifted above where its target takes it."""

    look = Look("Lift", "copy", "t2", "Goes up.", ("target", "height", "influence"))

    target: Annotated[BoneName | None, field("Target", "The bone that lifts.", refers_to="bone")] = None
    height: Annotated[Length, field("Height", "How far up.", unit="m")] = 0.1
    influence: Influence = 1.0


@kernel
def lift(m: Table, constraints: Table, k: int, around: Surroundings) -> bool:
    """Move the owner along Z."""
    m[OWNER_ROW, 11] += constraints[k, HEIGHT]
    return True


def write(row: Row, constraint: Lift) -> None:
    row[HEIGHT] = constraint.height


@kernel
def nothing(m: Table, constraints: Table, k: int, around: Surroundings) -> bool:
    return False


@pytest.fixture(autouse=True)
def added(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if its name stood in the union, and its module in the folder."""
    module = ModuleType("lift")
    module.act, module.write = lift, write
    monkeypatch.setitem(sys.modules, "pantin.solver.constraints.lift", module)
    monkeypatch.setitem(NUMBERS, Lift, len(NUMBERS))


def test_its_row_has_its_settings_and_its_kernel_is_called() -> None:
    row = row_of(Lift(owner="hand", target="hips", height=0.25, influence=0.5), {"hand": 3, "hips": 5})
    assert (row[layout.OWNER], row[layout.TARGET], row[layout.INFLUENCE]) == (3, 5, 0.5)
    both, apply_kind = np.zeros((2, 16)), choice_of(kernels(NUMBERS), nothing)
    assert apply_kind(int(row[layout.CONSTRAINT_KIND]), both, row[None], 0, NOTHING_AROUND)
    assert both[OWNER_ROW].tolist() == [0.25 if n == 11 else 0.0 for n in range(16)]


def test_other_kinds_keep_their_own_kernels() -> None:
    both, row = np.zeros((2, 16)), np.zeros((1, layout.CONSTRAINT_WIDTH))
    assert not choice_of(kernels(NUMBERS), nothing)(len(NUMBERS), both, row, 0, NOTHING_AROUND)
