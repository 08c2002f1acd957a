"""Pulling whole figures: who follows, what stays, and what is written into the document."""

from __future__ import annotations

import numpy as np

from pantin import solver
from pantin.rigs import Pin
from pantin.rigs.fitting import person_figure_in
from pantin.rigs.formats import gltf
from pantin.rigs.rest import rest_height
from pantin.solver.edits.limbs.person_controls import rig_person
from pantin.solver.edits.pulling.pull import PullGoal, begin
from tests.others.samples import SAMPLES
from tests.solver.edits.pulling.six_ways import WAYS


def test_pins_come_before_what_is_pulled_though_limbs_are_stretched_between_them() -> None:
    """Arms held straight out, hands and feet pinned: steps come back to pins slowly there, and 1 % of the height was
    left."""
    stretched = rig_person(gltf.read(SAMPLES / "vrm" / "cool_loops.vrm"))[0]
    before = solver.evaluate(stretched)
    parts = person_figure_in(stretched.rig).bones
    feet = (Pin(pin.bone, rotation=True) for pin in stretched.rig.pins)
    both = (Pin(parts["hand.L"]), Pin(parts["hand.R"]), *feet)
    start, size = before.heads[before.index[parts["hips"]]], rest_height(stretched.rig.bones)
    drag = begin(stretched, before, (PullGoal(parts["hips"]),), both)
    for way in WAYS.values():
        after = solver.evaluate(drag.to([start + 0.15 * size * np.array(way)]).document)
        apart = [np.linalg.norm((after.matrix(pin.bone) - before.matrix(pin.bone))[:3, 3]) for pin in both]
        assert max(apart) <= 1e-5 * size, way
