"""The small rigs and the yardstick that the tests of this room share."""

from __future__ import annotations

import msgspec

from pantin.rigs import (
    Bone,
    Document,
    Ik,
    Joint,
    Rig,
    Transform,
)
from pantin.rigs.figure import Figure
from pantin.rigs.pose import Pose

ARMS = Rig(
    bones=(
        Bone(name="spine"),
        Bone(name="ribs", parent="spine", kind="handle"),
        Bone(name="arm.L", parent="spine"),
        Bone(name="hand.L", parent="arm.L", connected=True),
        Bone(name="arm.R", parent="spine"),
        Bone(name="hand.R", parent="arm.R", connected=True),
        Bone(name="prop.L"),
    )
)
"""Bones of both sides, a handle and a prop, by their names alone."""


def leg() -> Figure:
    """A bent leg with a handle and a pole, posed a little."""
    return Figure(
        name="Leg",
        rig=Rig(
            bones=(
                Bone(name="hips", head=(0.0, 0.0, 0.9), tail=(0.0, 0.0, 1.1)),
                Bone(name="thigh.L", parent="hips", head=(0.1, 0.0, 0.9), tail=(0.1, -0.03, 0.5)),
                Bone(
                    name="shin.L",
                    parent="thigh.L",
                    head=(0.1, -0.03, 0.5),
                    tail=(0.1, 0.0, 0.1),
                    roll=0.25,
                    connected=True,
                    joint=Joint(lock=(False, True, True), limit=((-2.5, 0.0), None, None)),
                ),
                Bone(name="foot_ik.L", head=(0.1, 0.0, 0.1), tail=(0.1, -0.2, 0.1), kind="handle"),
                Bone(name="knee_pole.L", head=(0.1, -0.8, 0.5), tail=(0.1, -0.9, 0.5), kind="pole"),
            ),
            constraints=(Ik(owner="shin.L", target="foot_ik.L", pole="knee_pole.L", chain_length=2, rotation=True),),
        ),
        pose=Pose(
            {"foot_ik.L": Transform(location=(0.0, 0.125, 0.0)), "hips": Transform(rotation=(0.6, 0.0, 0.0, 0.8))}
        ),
    )


def document() -> Document:
    return Document.of(leg(), selected=("shin.L", "hips"), active="hips")


def plain(rig: Rig) -> Document:
    """The figure without anything that steers it."""
    bones = [bone for bone in rig.bones if bone.kind == "bone"]
    names = {bone.name for bone in bones}
    loose = tuple(bone if bone.parent in names else msgspec.structs.replace(bone, parent=None) for bone in bones)
    return Document.of(Rig(bones=loose))


def is_one_sentence(what: str) -> bool:
    """On one line, ending in its only full stop, with what to do after the semicolon."""
    return "\n" not in what and what.endswith(".") and ". " not in what and "; " in what
