"""A small person with bones of other names, for poses and motion of a grown one to be retargeted to."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from pantin.rigs import Bone, Rig
from pantin.rigs.templates import TEMPLATES


def child() -> Rig:
    """Its legs are short, and it has no controls."""
    rig = TEMPLATES["humanoid"].draw(TEMPLATES["humanoid"].measures(height=1.2, legs=0.8))
    names = {bone.name: f"Child_{bone.name}" for bone in rig.bones if bone.kind == "bone"}
    return Rig(bones=tuple(_renamed(bone, names) for bone in rig.bones if bone.name in names))


def _renamed(bone: Bone, names: Mapping[str, str]) -> Bone:
    return replace(bone, name=names[bone.name], parent=names.get(bone.parent or ""))
