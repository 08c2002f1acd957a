"""Constraints that concern a bone: its own, and the IK that turns it or whose handle or pole it is.

Going through every constraint of a large rig takes long, and a drag changes neither bones nor constraints: the index is
kept until either changes.
"""

from __future__ import annotations

from pantin.rigs.constraints import Chained, Constraint, Ik, SplineIk
from pantin.rigs.rig import Rig
from pantin.rigs.tree.chains import chain_bones


class ConstraintIndex:
    """Answers for one rig at a time; the index is rebuilt when its bones or constraints have changed."""

    def __init__(self) -> None:
        self._bones: object = None
        self._constraints: object = None
        self._own: dict[str, list[int]] = {}
        self._around: dict[str, list[int]] = {}
        self._iks_of: dict[str, list[int]] = {}
        self._turned_by: dict[str, Constraint] = {}

    def constraints_of(self, rig: Rig, name: str) -> tuple[int, ...]:
        """Places in `rig.constraints` that concern the bone `name`: its own first, then the IK around it."""
        self._index(rig)
        around = self._around.get(name, [])
        bone = rig.by_name[name]
        carried_by = self._iks_of.get(bone.parent or "", []) if bone.connected else []
        others = sorted({*around, *carried_by} - set(self._own.get(name, [])))
        return (*self._own.get(name, []), *others)

    def driver_of(self, rig: Rig, name: str) -> Constraint | None:
        """The IK that turns the bone `name` now, if one does."""
        self._index(rig)
        return self._turned_by.get(name) if rig.live_solving else None

    def _index(self, rig: Rig) -> None:
        if self._bones is rig.bones and self._constraints is rig.constraints:
            return
        self._bones, self._constraints = rig.bones, rig.constraints
        self._own, self._around, self._iks_of, self._turned_by = {}, {}, {}, {}
        for index, constraint in enumerate(rig.constraints):
            self._own.setdefault(constraint.owner, []).append(index)
            if isinstance(constraint, Chained):
                self._iks_of.setdefault(constraint.owner, []).append(index)
                self._index_ik(rig, index, constraint)

    def _index_ik(self, rig: Rig, index: int, ik: Chained) -> None:
        """File an IK under its handle, its pole and the bones of its chain."""
        chain = chain_bones(rig, ik)
        pole = ik.pole if isinstance(ik, Ik) else None
        aims = ik.points if isinstance(ik, SplineIk) else (ik.target,)
        for name in dict.fromkeys((*chain, *aims, pole)):
            if name is not None:
                self._around.setdefault(name, []).append(index)
        if _acts(ik):
            for name in chain:
                self._turned_by.setdefault(name, ik)


def _acts(ik: Chained) -> bool:
    if isinstance(ik, SplineIk):
        return ik.enabled and ik.is_curve and ik.influence > 0.0
    return ik.enabled and ik.target is not None and ik.blend > 0.0
