"""What holds a bone: whose pose has to change so that a bone turns or moves, where its own pose would not show.

A hand that copies the rotation of a handle turns with the handle; a limb that IK bends follows its handle and its pole.
"""

from __future__ import annotations

import msgspec

from pantin.rigs import CopyRotation, CopyTransforms, Ik, Rig, Transformation
from pantin.rigs.tree.chains import acts, chain_bones
from pantin.solver import Evaluated
from pantin.viewport.messages import _


class Holders(msgspec.Struct, frozen=True):
    """The constraints of a rig that act fully, by the bones that they hold."""

    rig: Rig
    copying: dict[str, CopyRotation | CopyTransforms]
    mapped: frozenset[str]
    solved: dict[str, Ik]

    def turned_by(self, bone: str) -> str:
        """The bone to turn so that `bone` turns: where it copies a rotation, whatever it copies it from."""
        seen: list[str] = []
        while bone not in seen:
            seen.append(bone)
            source = self._source(bone)
            if source is None:
                break
            bone = source
        return bone

    def why_still(self, bone: str) -> str:
        """Why turning `bone` itself does not show; empty where it does."""
        if bone in self.copying and self._source(bone) is None:
            return _("Copy rotation turns {bone}").format(bone=bone)
        if bone in self.mapped:
            return _("Transformation turns {bone}").format(bone=bone)
        return ""

    def _source(self, bone: str) -> str | None:
        copy = self.copying.get(bone)
        if copy is not None:
            return copy.target if copy.owner_space == copy.target_space == "pose" else None
        ik = self.solved.get(bone)
        return ik.target if ik is not None and ik.rotation and ik.owner == bone else None


def holders(rig: Rig, evaluated: Evaluated) -> Holders:
    """What holds the bones of a rig in this pose."""
    goals = {report.constraint for report in evaluated.goals}
    copying: dict[str, CopyRotation | CopyTransforms] = {}
    solved: dict[str, Ik] = {}
    mapped: set[str] = set()
    for i, constraint in enumerate(rig.constraints):
        match constraint:
            case Ik() if i in goals and constraint.blend >= 1.0:
                solved |= {name: constraint for name in chain_bones(rig, constraint) if name not in solved}
            case CopyRotation() if acts(rig, constraint) and _fully(constraint):
                copying[constraint.owner] = constraint
            case CopyTransforms(mix="replace") if acts(rig, constraint) and constraint.influence >= 1.0:
                copying[constraint.owner] = constraint
            case Transformation(write="rotation", mix="replace", influence=1.0) if acts(rig, constraint):
                mapped.add(constraint.owner)
    return Holders(rig, copying, frozenset(mapped), solved)


def _fully(copy: CopyRotation) -> bool:
    """Whether nothing is left of the owner's own rotation."""
    return copy.influence >= 1.0 and copy.mix == "replace" and all(copy.axes) and not any(copy.invert)
