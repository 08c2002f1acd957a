"""Bones copied within their rig, with their pose and looks.

The constraints among them are copied too, and tie the copies to each other as they tie the bones.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec

from pantin.rigs.document import Document
from pantin.rigs.editing.bones import known
from pantin.rigs.editing.building.adding import with_bones
from pantin.rigs.editing.naming import NewNames
from pantin.rigs.editing.selection import select
from pantin.rigs.figure import Figure
from pantin.rigs.limb import Limb
from pantin.rigs.references import follow
from pantin.rigs.rig import Bone, Rig
from pantin.rigs.tree.traversal import parents_first


def duplicate(document: Document, names: Iterable[str]) -> Document:
    """Copy each bone in place and select the copies.

    A copy hangs on the copy of its parent, else on the parent itself, un-connected so that it can be moved away. It has
    copies of the constraints, which refer to copies where there are any. A limb is copied where all of its bones are.
    """
    rig = document.rig
    copies = _named(rig, names)
    behind = {name: (_copy(rig.by_name[name], copies),) for name in copies}
    copied = document.with_figure(_tied(with_bones(document, behind).figure, copies))
    return select(copied, copies.values(), copies.get(document.active or ""))


def _named(rig: Rig, names: Iterable[str]) -> dict[str, str]:
    """Return the name of each bone's copy."""
    chosen = dict.fromkeys(known(rig, name).name for name in names)
    new = NewNames(rig.by_name)
    return {name: new.after(name) for name in (bone.name for bone in parents_first(rig)) if name in chosen}


def _copy(bone: Bone, copies: Mapping[str, str]) -> Bone:
    connected = bone.connected and bone.parent in copies
    return msgspec.structs.replace(follow(bone, copies), name=copies[bone.name], connected=connected)


def _tied(figure: Figure, copies: Mapping[str, str]) -> Figure:
    """Return the figure with the pose, constraints and limbs of the copies."""
    pose = {copy: figure.pose.bones[name] for name, copy in copies.items() if name in figure.pose.bones}
    freed = {copy: figure.rig.freed[name] for name, copy in copies.items() if name in figure.rig.freed}
    constraints = [follow(each, copies) for each in figure.rig.constraints if each.owner in copies]
    whole = [limb for limb in figure.rig.limbs if copies.keys() >= {*limb.bones, *limb.controls}]
    rig = msgspec.structs.replace(
        figure.rig,
        freed={**figure.rig.freed, **freed},
        constraints=(*figure.rig.constraints, *constraints),
        limbs=(*figure.rig.limbs, *_copied_limbs(figure.rig, whole, copies)),
    )
    return msgspec.structs.replace(figure, rig=rig).posed({**figure.pose.bones, **pose})


def _copied_limbs(rig: Rig, limbs: Iterable[Limb], copies: Mapping[str, str]) -> list[Limb]:
    new = NewNames(limb.name for limb in rig.limbs)
    return [msgspec.structs.replace(follow(limb, copies), name=new.after(limb.name)) for limb in limbs]
