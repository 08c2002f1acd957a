"""A rig of Pantin's, built anew in Blender: what the benches compare with. Needs `bpy`.

Targets and poles are bones in both; Blender's pole angles are left at −90°, which only turns the bend.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from pantin.rigs import Document, Ik, Joint, Transform

ABSENT = "Blender is not here (bpy)"
"""Why something was not measured."""


class Blender:
    """One armature, in a scene of its own."""

    def __init__(self, document: Document) -> None:
        import bpy

        bpy.ops.wm.read_factory_settings(use_empty=True)
        armature = bpy.data.armatures.new("rig")
        self._thing = bpy.data.objects.new("rig", armature)
        bpy.context.scene.collection.objects.link(self._thing)
        bpy.context.view_layer.objects.active = self._thing
        bpy.ops.object.mode_set(mode="EDIT")
        for bone in document.rig.bones:
            made = armature.edit_bones.new(bone.name)
            made.head, made.tail, made.roll = bone.head, bone.tail, bone.roll
            made.parent = armature.edit_bones[bone.parent] if bone.parent else None
            made.use_connect = bone.connected
        bpy.ops.object.mode_set(mode="OBJECT")
        self.bones = self._thing.pose.bones
        for bone in document.rig.bones:
            self._bound(bone.name, bone.joint)
            self.pose(bone.name, document.figure.transform(bone.name))
        for constraint in document.rig.constraints:
            if isinstance(constraint, Ik):
                self._constrain(constraint)
        self._layer = bpy.context.view_layer
        self.update()

    def pose(self, name: str, transform: Transform) -> None:
        """Give a bone its pose; nothing is evaluated yet."""
        bone = self.bones[name]
        x, y, z, w = transform.rotation
        bone.location, bone.rotation_quaternion, bone.scale = transform.location, (w, x, y, z), transform.scale

    def simulate(self, rate: int) -> None:
        """Let iTaSC simulate the rig from now on, so many frames a second."""
        import bpy

        bpy.context.scene.render.fps = rate
        self._thing.pose.ik_solver = "ITASC"
        self._thing.pose.ik_param.mode = "SIMULATION"

    def key(self, name: str, frame: int) -> None:
        """Key the pose of a bone in a frame."""
        for channel in ("location", "rotation_quaternion"):
            self.bones[name].keyframe_insert(channel, frame=frame)

    def show_frame(self, frame: int) -> None:
        """Go to a frame, and evaluate."""
        import bpy

        bpy.context.scene.frame_set(frame)

    def update(self) -> None:
        """Evaluate."""
        self._layer.update()

    def tail(self, name: str) -> NDArray[np.float64]:
        """Return where a bone ends now (3)."""
        return np.array(self.bones[name].tail)

    def turns(self, names: list[str]) -> NDArray[np.float64]:
        """The rotations (n, 3, 3) of the bones in armature space, without scale."""
        found = np.array([self.bones[name].matrix for name in names])[:, :3, :3]
        return found / np.linalg.norm(found, axis=1, keepdims=True)

    def _bound(self, name: str, joint: Joint) -> None:
        bone = self.bones[name]
        for a, axis in enumerate("xyz"):
            setattr(bone, f"lock_ik_{axis}", joint.lock[a])
            limit = joint.limit[a]
            if limit is not None:
                setattr(bone, f"use_ik_limit_{axis}", True)
                setattr(bone, f"ik_min_{axis}", limit[0])
                setattr(bone, f"ik_max_{axis}", limit[1])
            setattr(bone, f"ik_stiffness_{axis}", joint.stiffness[a])

    def _constrain(self, constraint: Ik) -> None:
        ik = self.bones[constraint.owner].constraints.new("IK")
        ik.target, ik.subtarget = self._thing, constraint.target
        if constraint.pole is not None:
            ik.pole_target, ik.pole_subtarget, ik.pole_angle = self._thing, constraint.pole, -math.pi / 2
        ik.chain_count, ik.use_tail = constraint.chain_length, constraint.use_tail
        ik.use_rotation = constraint.rotation
