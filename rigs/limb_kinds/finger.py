"""A finger: one handle at its tip, carried by the hand. Joint limits, where there are any, say how it curls."""

from __future__ import annotations

from collections.abc import Collection

from pantin.rigs.constraints import Ik
from pantin.rigs.fields import Vector3
from pantin.rigs.limb import Limb
from pantin.rigs.limb_kinds.bending import length_of, points_of
from pantin.rigs.limb_kinds.chain import Run, refuse_taken, runs_of, whole_run
from pantin.rigs.limb_kinds.naming import control_name
from pantin.rigs.limb_kinds.plan import Control, Plan, like
from pantin.rigs.rig import Rig

HANDLE = 0.15
"""Length of the handle against that of the finger."""


def groups(rig: Rig, selected: Collection[str]) -> tuple[Run, ...]:
    """The finger of each selected bone, from its root to its tip."""
    return tuple(dict.fromkeys(Run(whole_run(rig, run.last)) for run in runs_of(rig, selected)))


def plan(rig: Rig, run: Run, asked: Vector3 | None = None) -> Plan:
    """The handle and its goal."""
    refuse_taken(rig, run.bones)
    tip = rig.by_name[run.last]
    name = control_name(tip.name, "ik", rig.by_name)
    length = HANDLE * length_of(points_of(rig, run.bones))
    handle = Control(
        like(tip, name, rig.by_name[run.bones[0]].parent, tip.tail, length), follows=tip.name, at=(tip.name, 1.0)
    )
    goal = Ik(owner=tip.name, target=name, chain_length=len(run.bones))
    return Plan(Limb(run.last, "finger", run.bones, (name,)), (handle,), (goal,))
