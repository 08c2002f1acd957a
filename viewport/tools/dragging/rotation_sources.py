"""Sources of bones' rotations, which tell what to turn: a hand that copies a handle turns with that.

Only constraints that leave nothing of a bone's own rotation count: beside one that acts halfway the bone itself turns.
"""

from __future__ import annotations

import msgspec

from pantin.rigs import CopyRotation, CopyTransforms, Ik, Rig, Transformation
from pantin.rigs.tree.chains import acts, chain_bones
from pantin.solver import Posed
from pantin.viewport.messages import _


class RotationSources(msgspec.Struct, frozen=True):
    """The constraints that alone say how a bone is turned, by bones."""

    copies: dict[str, CopyRotation | CopyTransforms]
    """By the bone that copies."""
    mapped: frozenset[str]
    """The bones whose rotation a Transformation constraint writes."""
    solved: dict[str, Ik]
    """By each bone of the chain; the first constraint of a bone in several."""

    def bone_to_turn(self, bone: str) -> str:
        """The bone to turn so that `bone` turns: what it copies its rotation from, and so on; else `bone` itself."""
        seen: list[str] = []
        while bone not in seen:
            seen.append(bone)
            source = self._source(bone)
            if source is None:
                break
            bone = source
        return bone

    def why_still(self, bone: str) -> str:
        """Return why turning `bone` itself does not show, in a few words; empty where it does."""
        if bone in self.copies and self._source(bone) is None:
            return _("Copy rotation turns {bone}").format(bone=bone)
        if bone in self.mapped:
            return _("Transformation turns {bone}").format(bone=bone)
        return ""

    def _source(self, bone: str) -> str | None:
        """The bone that `bone` copies its rotation from, in pose space, where turning the one turns the other alike."""
        copy = self.copies.get(bone)
        if copy is not None:
            return copy.own_target if copy.owner_space == copy.target_space == "pose" else None
        ik = self.solved.get(bone)
        return ik.own_target if ik is not None and ik.rotation and ik.owner == bone else None


def rotation_sources(rig: Rig, posed: Posed) -> RotationSources:
    """Return the sources of the rotations of a rig's bones in this pose."""
    solved_goals = {report.constraint for report in posed.goals}
    copies: dict[str, CopyRotation | CopyTransforms] = {}
    solved: dict[str, Ik] = {}
    mapped: set[str] = set()
    for index, constraint in enumerate(rig.constraints):
        match constraint:
            case Ik() if index in solved_goals and constraint.blend >= 1.0:
                solved = dict.fromkeys(chain_bones(rig, constraint), constraint) | solved
            case CopyRotation() if acts(rig, constraint) and _replaces_rotation(constraint):
                copies[constraint.owner] = constraint
            case CopyTransforms(mix="replace") if acts(rig, constraint) and constraint.influence >= 1.0:
                copies[constraint.owner] = constraint
            case Transformation(write="rotation", mix="replace", influence=1.0) if acts(rig, constraint):
                mapped.add(constraint.owner)
    return RotationSources(copies, frozenset(mapped), solved)


def _replaces_rotation(copy: CopyRotation) -> bool:
    """Return whether nothing is left of the owner's own rotation."""
    return copy.influence >= 1.0 and copy.mix == "replace" and all(copy.axes) and not any(copy.invert)
