"""Shapes are turned once: most bones of most figures carry the same ones."""

from __future__ import annotations

import numpy as np
import pytest
from msgspec.structs import replace

from pantin.rigs.rig import Rig
from pantin.rigs.templates import TEMPLATES
from pantin.viewport.figure import lathe
from pantin.viewport.figure.mannequin import mannequin


def rolled(rig: Rig, angle: float) -> Rig:
    """The rig with another roll of its first bone: other bones, of the same shapes."""
    first, *others = rig.bones
    return replace(rig, bones=(replace(first, roll=first.roll + angle), *others))


def test_only_new_shapes_are_turned(monkeypatch: pytest.MonkeyPatch) -> None:
    rig, turned, loft = TEMPLATES["humanoid"](), [], lathe.loft
    lathe._turned.clear()
    monkeypatch.setattr(lathe, "loft", lambda keys, *others: turned.extend(keys.tolist()) or loft(keys, *others))
    mannequin(rolled(rig, 0.1))
    both_sides = len(turned)
    assert both_sides == len(lathe._turned) > 0, "left and right, and the fingers, are turned once"
    mannequin(rolled(rig, 0.2))
    assert len(turned) == both_sides


def test_a_shape_that_was_turned_before_is_the_same_to_the_last_bit() -> None:
    rig = TEMPLATES["humanoid"]()
    kept = mannequin(rolled(rig, 0.3))
    lathe._turned.clear()
    new = mannequin(rolled(rig, 0.3000000001))
    for one, other in ((kept.positions, new.positions), (kept.normals, new.normals), (kept.triangles, new.triangles)):
        assert np.array_equal(one, other)
