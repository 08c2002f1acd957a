"""Hips of other people's characters, fitted and pulled: they come as near as legs allow, level and without a jump."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from pantin import solver
from pantin.rigs import Document
from pantin.rigs.fitting import figure_in
from pantin.solver import Evaluated
from pantin.solver.edits.limbs.person_controls import rig_person
from pantin.solver.edits.pulling.pull import pull
from tests.others.samples import sample

CHIBI, TALL, STRAIGHT = "glb/kaykit_Knight.glb", "vrm/cool_loops.vrm", "bvh/pymo_AV_8Walk_Meredith.bvh"
"""Short legs under a large body; long legs that rest almost straight; legs that rest straight."""
BEYOND = ((0.0, 0.0, 0.2), (0.2, 0.0, 0.1), (-0.2, 0.0, 0.1), (0.0, -0.3, 0.1), (0.0, 0.3, 0.1))
"""Ways of the hips, in lengths of a leg, that standing feet do not let them go."""
LEVEL = np.radians(10.0)
"""Those who come nearest at any price tip over by up to 46° on these ways."""


def pulled_hips(document: Document) -> tuple[Callable[[np.ndarray], Evaluated], Evaluated, str]:
    """Return what poses the figure with its hips pulled so far, in lengths of a leg; how it stood; and its hips."""
    standing, parts = solver.evaluate(document), figure_in(document.rig).bones
    at = {part: np.array(standing.heads[standing.index[name]]) for part, name in parts.items()}
    leg = sum(np.linalg.norm(at[a] - at[b]) for a, b in (("thigh.L", "shin.L"), ("shin.L", "foot.L")))
    hips = parts["hips"]
    return lambda way: solver.evaluate(pull(document, {hips: at["hips"] + leg * way})), standing, hips


def turns(document: Document, before: Evaluated, after: Evaluated) -> dict[str, float]:
    """By how much each bone of the body turns, radians."""
    found = {}
    for name in (bone.name for bone in document.rig.bones if bone.kind == "bone"):
        turn = before.matrix(name)[:3, :3].T @ after.matrix(name)[:3, :3]
        found[name] = float(np.arccos(np.clip((np.trace(turn) - 1.0) / 2.0, -1.0, 1.0)))
    return found


@pytest.mark.parametrize("file", (CHIBI, TALL, STRAIGHT))
def test_hips_pulled_beyond_reach_stay_level(file: str) -> None:
    document = rig_person(sample(file))[0]
    posed, standing, hips = pulled_hips(document)
    for way in BEYOND:
        assert turns(document, standing, posed(np.array(way)))[hips] < LEVEL, way


@pytest.mark.parametrize("file", (CHIBI, TALL, STRAIGHT))
def test_hips_pulled_round_beyond_reach_do_not_jump(file: str) -> None:
    """A circle around them, in steps of a hundredth of a leg: no bone turns by more than 0.2 radians in one."""
    document = rig_person(sample(file))[0]
    posed, _standing, _hips = pulled_hips(document)
    circle = [np.array((0.15 * np.sin(a), 0.15 * np.cos(a), 0.08)) for a in np.linspace(0.0, 2.0 * np.pi, 95)]
    before = posed(circle[0])
    for way in circle[1:]:
        after = posed(way)
        assert max(turns(document, before, after).values()) < 0.2, way
        before = after
