"""Rigs with one thing wrong, by the kind of the problem."""

from __future__ import annotations

import msgspec

from pantin.rigs import (
    Bone,
    CopyRotation,
    CopyTransforms,
    DampedTrack,
    Joint,
    LimitDistance,
    LimitLocation,
    LimitRotation,
    Rig,
)
from tests.rigs.samples import leg


def changed(*bones: Bone, **ik: object) -> Rig:
    """The leg with some of its bones replaced, and its IK changed."""
    replaced = {bone.name: bone for bone in bones}
    kept = tuple(replaced.pop(bone.name, bone) for bone in leg().rig.bones)
    constraint = msgspec.structs.replace(leg().rig.constraints[0], **ik)
    return msgspec.structs.replace(leg().rig, bones=(*kept, *replaced.values()), constraints=(constraint,))


def bone(name: str, **entries: object) -> Bone:
    return msgspec.structs.replace(leg().rig.by_name[name], **entries)


STRAIGHT = (bone("thigh.L", tail=(0.1, 0.0, 0.5)), bone("shin.L", head=(0.1, 0.0, 0.5), joint=Joint()))
"""The leg in one line, its knee without limits, which would say to which side it bends."""

FOUND = {
    "a missing target": (
        changed(target="gone"),
        ("missing_bone", "error", ("shin.L",), "$.constraints[0].target"),
        'has "gone" as its target',
    ),
    "a missing pole": (
        changed(pole="gone"),
        ("missing_bone", "error", ("shin.L",), "$.constraints[0].pole"),
        'has "gone" as its pole',
    ),
    "a missing bone to copy": (
        leg().rig.changed(constraints=(CopyRotation(owner="hips", target="gone"),)),
        ("missing_bone", "error", ("hips",), "$.constraints[0].target"),
        'has "gone" as its target',
    ),
    "a target below the chain": (
        changed(bone("foot_ik.L", parent="shin.L")),
        ("cycle", "error", ("foot_ik.L", "thigh.L", "shin.L"), "$.constraints[0].target"),
        '"foot_ik.L" is a child of "shin.L", which it moves.',
    ),
    "a pole below the chain": (
        changed(bone("knee_pole.L", parent="thigh.L")),
        ("cycle", "error", ("knee_pole.L", "thigh.L", "shin.L"), "$.constraints[0].pole"),
        '"knee_pole.L" is a child of "thigh.L", which it moves.',
    ),
    "a target in the chain": (
        changed(target="thigh.L"),
        ("cycle", "error", ("thigh.L", "shin.L"), "$.constraints[0].target"),
        '"thigh.L" is the target of the IK that turns it',
    ),
    "two bones that copy each other": (
        leg().rig.changed(
            constraints=(CopyRotation(owner="hips", target="foot_ik.L"), CopyRotation(owner="foot_ik.L", target="hips"))
        ),
        ("cycle", "error", ("hips", "foot_ik.L"), "$.constraints[0].target"),
        '"hips", "foot_ik.L" depend on each other',
    ),
    "a bone that copies itself": (
        leg().rig.changed(constraints=(CopyRotation(owner="hips", target="hips"),)),
        ("cycle", "error", ("hips",), "$.constraints[0].target"),
        '"hips" depends on itself',
    ),
    "a bone that looks at itself": (
        leg().rig.changed(constraints=(DampedTrack(owner="hips", target="hips"),)),
        ("cycle", "error", ("hips",), "$.constraints[0].target"),
        '"hips" depends on itself',
    ),
    "a constraint that looks nowhere": (
        leg().rig.changed(constraints=(DampedTrack(owner="hips"),)),
        ("no_target", "warning", ("hips",), "$.constraints[0].target"),
        'The damped track on "hips" has no target',
    ),
    "an angle limited the wrong way round": (
        leg().rig.changed(constraints=(LimitRotation(owner="hips", lower=(None, 0.5, None), upper=(1.0, -0.25, 0.0)),)),
        ("reversed_limit", "error", ("hips",), "$.constraints[0].lower[1]"),
        'The limit rotation on "hips" is reversed on Y, from 28.65° down to -14.32°',
    ),
    "a place limited the wrong way round": (
        leg().rig.changed(constraints=(LimitLocation(owner="hips", lower=(0.0, 0.0, 1.0), upper=(0.0, 0.0, 0.5)),)),
        ("reversed_limit", "error", ("hips",), "$.constraints[0].lower[2]"),
        "is reversed on Z, from 100 cm down to 50 cm",
    ),
    "a connected bone kept away": (
        leg().rig.changed(constraints=(LimitDistance(owner="shin.L", target="foot_ik.L"),)),
        ("connected", "warning", ("shin.L",), "$.constraints[0]"),
        'cannot move it, because the bone is connected to "thigh.L"',
    ),
    "a chain that is too long": (
        changed(chain_length=7),
        ("short_chain", "warning", ("shin.L",), "$.constraints[0].chain_length"),
        "asks for 7 bones; 3 are there",
    ),
    "a chain of no bones": (
        changed(owner="hips", use_tail=False, chain_length=1),
        ("no_chain", "error", ("hips",), "$.constraints[0].use_tail"),
        "there is none",
    ),
    "a bone without length": (
        changed(bone("hips", tail=(0.0, 0.0, 0.9))),
        ("no_length", "warning", ("hips",), "$.bones[0].tail"),
        '"hips" has no length',
    ),
    "a connected bone that is apart": (
        changed(bone("shin.L", head=(0.1, -0.03, 0.48))),
        ("apart", "warning", ("shin.L", "thigh.L"), "$.bones[2].head"),
        "its head lies 2 cm from the tail",
    ),
    "a straight chain": (
        changed(*STRAIGHT, pole=None),
        ("straight_chain", "warning", ("thigh.L", "shin.L"), "$.constraints[0]"),
        'from "thigh.L" to "shin.L" is straight',
    ),
    "a pole behind its joint": (
        changed(bone("knee_pole.L", head=(0.1, 0.8, 0.5), tail=(0.1, 0.9, 0.5))),
        ("pole_behind", "warning", ("knee_pole.L", "shin.L"), "$.constraints[0].pole"),
        '"knee_pole.L" is behind the joint of the chain of "shin.L"',
    ),
    "a pole angle that turns the bend over": (
        changed(pole_angle=3.0),
        ("pole_behind", "warning", ("knee_pole.L", "shin.L"), "$.constraints[0].pole"),
        "rests bent the other way",
    ),
    "a rotation that IK replaces": (
        leg().rig.changed(constraints=(*leg().rig.constraints, CopyRotation(owner="thigh.L", target="foot_ik.L"))),
        ("overwritten", "warning", ("thigh.L",), "$.constraints[1]"),
        'does nothing, because the IK of "shin.L" turns that bone after it',
    ),
    "a limit that IK replaces": (
        leg().rig.changed(constraints=(LimitRotation(owner="shin.L", upper=(0.5, None, None)), *leg().rig.constraints)),
        ("overwritten", "warning", ("shin.L",), "$.constraints[0]"),
        'The limit rotation on "shin.L" does nothing',
    ),
    "a transform that IK replaces in part": (
        leg().rig.changed(constraints=(*leg().rig.constraints, CopyTransforms(owner="thigh.L", target="foot_ik.L"))),
        ("overwritten", "warning", ("thigh.L",), "$.constraints[1]"),
        "take the bone out of the chain, or turn one of the two off.",
    ),
    "the same IK twice": (
        leg().rig.changed(constraints=leg().rig.constraints * 2),
        ("same_goal", "warning", ("shin.L", "foot_ik.L"), "$.constraints[1]"),
        "are the same",
    ),
    "two IK for one target": (
        leg().rig.changed(
            constraints=(*leg().rig.constraints, msgspec.structs.replace(leg().rig.constraints[0], weight=0.5))
        ),
        ("same_goal", "warning", ("shin.L", "foot_ik.L"), "$.constraints[1]"),
        "with other settings; turn one of them off",
    ),
    "a pole in line": (
        changed(bone("knee_pole.L", head=(0.1, 0.0, -0.5), tail=(0.1, 0.0, -0.6))),
        ("pole_in_line", "warning", ("knee_pole.L", "shin.L"), "$.constraints[0].pole"),
        '"knee_pole.L" is in line with the chain of "shin.L"',
    ),
}


def limited(left: object, right: object, **entries: object) -> Rig:
    """Two forearms that mirror each other at rest, with their limits."""
    bones = (
        Bone("forearm.L", head=(0.3, 0.0, 1.0), tail=(0.6, 0.1, 0.9), roll=0.3, joint=Joint(limit=left)),
        Bone("forearm.R", head=(-0.3, 0.0, 1.0), tail=(-0.6, 0.1, 0.9), roll=-0.3, joint=Joint(limit=right)),
    )
    return Rig(bones=(bones[0], msgspec.structs.replace(bones[1], **entries)))
