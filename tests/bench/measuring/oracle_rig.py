"""A rig of the oracle, built anew in Blender, as it was when Blender answered. Needs `bpy`.

Points in space are empties, curves are curves; all else is one armature.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

AXES = "xyz"

NOT_SET_AS_THEY_ARE = {
    "type",
    "owner",
    "target",
    "pole",
    "chain_length",
    "targets",
    "curve",
    "space",
    "inverse_matrix",
}
"""What of a constraint is not a property of Blender's by the same name."""


class OracleRig:
    """One case, in a scene of its own."""

    def __init__(self, spec: dict[str, Any]) -> None:
        import bpy

        bpy.ops.wm.read_factory_settings(use_empty=True)
        armature = bpy.data.armatures.new("rig")
        self._thing = self._linked(bpy.data.objects.new("rig", armature))
        self._add_bones(armature, spec["bones"])
        self._thing.pose.ik_solver = spec.get("ik_solver", "LEGACY")
        for setting, value in spec.get("itasc", {}).items():
            setattr(self._thing.pose.ik_param, setting, value)
        for bone in spec["bones"]:
            self._pose(bone)
        self._targets: list[Any] = []
        for constraint in spec["constraints"]:
            self._constrain(constraint)
        self._layer = bpy.context.view_layer
        self._moved = (self._targets or [self._thing.pose.bones[0]])[0]
        self.update()

    @property
    def moved(self) -> Callable[[], None]:
        """Move the goal, the first point that is a target, to where it is; the first bone where there is none."""
        thing, place = self._moved, self._moved.location.copy()

        def move() -> None:
            thing.location = place

        return move

    @property
    def update(self) -> Callable[[], None]:
        """Evaluate what has been moved."""
        update: Callable[[], None] = self._layer.update
        return update

    def matrices(self) -> dict[str, NDArray[np.float64]]:
        """Return where the bones stand (4, 4)."""
        return {bone.name: np.array(bone.matrix) for bone in self._thing.pose.bones}

    def _add_bones(self, armature: Any, bones: list[dict[str, Any]]) -> None:
        import bpy

        bpy.context.view_layer.objects.active = self._thing
        bpy.ops.object.mode_set(mode="EDIT")
        for given in bones:
            bone = armature.edit_bones.new(given["name"])
            bone.head, bone.tail, bone.roll = given["head"], given["tail"], given["roll"]
            bone.parent = armature.edit_bones[given["parent"]] if given["parent"] else None
            bone.use_connect = given["connected"]
            bone.use_inherit_rotation, bone.inherit_scale = given["inherit_rotation"], given["inherit_scale"]
            bone.use_local_location = given.get("use_local_location", True)
        bpy.ops.object.mode_set(mode="OBJECT")

    def _pose(self, given: dict[str, Any]) -> None:
        bone, joint = self._thing.pose.bones[given["name"]], given["ik"]
        bone.rotation_mode = "QUATERNION"
        for channel, value in given["pose"].items():
            setattr(bone, channel, value)
        for a, axis in enumerate(AXES):
            limit = joint["limit"][a]
            setattr(bone, f"lock_ik_{axis}", joint["lock"][a])
            setattr(bone, f"use_ik_limit_{axis}", limit is not None)
            if limit is not None:
                setattr(bone, f"ik_min_{axis}", limit[0])
                setattr(bone, f"ik_max_{axis}", limit[1])
            setattr(bone, f"ik_stiffness_{axis}", joint["stiffness"][a])
        bone.ik_stretch = joint["stretch"]

    def _constrain(self, given: dict[str, Any]) -> None:
        made = self._thing.pose.bones[given["owner"]].constraints.new(given["type"])
        if given.get("target") is not None:
            made.target = self._aim(made, "subtarget", given["target"])
        if given.get("pole") is not None:
            made.pole_target = self._aim(made, "pole_subtarget", given["pole"])
        if "curve" in given:
            made.target = self._curve(given["curve"])
        if "chain_length" in given:
            made.chain_count = given["chain_length"]
        if "inverse_matrix" in given:
            made.set_inverse_pending = False
            made.inverse_matrix = np.reshape(given["inverse_matrix"], (4, 4)).T.tolist()  # by columns
        if "space" in given:
            made.space_object, made.space_subtarget = self._thing, given["space"]["bone"]
        for target in given.get("targets", ()):
            also = made.targets.new()
            also.target, also.subtarget, also.weight = self._thing, target["bone"], target["weight"]
        for name, value in given.items():
            if name not in NOT_SET_AS_THEY_ARE:
                setattr(made, name, value)

    def _aim(self, made: Any, subtarget: str, target: dict[str, Any]) -> Any:
        """Return what a constraint aims at: a bone of the armature, whose name it is told, or a point, which is
        made."""
        if "bone" in target:
            setattr(made, subtarget, target["bone"])
            if "head_tail" in target and hasattr(made, "head_tail"):
                made.head_tail = target["head_tail"]
            return self._thing
        import bpy

        point = self._placed(bpy.data.objects.new("point", None), target)
        point.scale = target.get("scale", (1.0, 1.0, 1.0))
        if subtarget == "subtarget":
            self._targets.append(point)
        return point

    def _curve(self, given: dict[str, Any]) -> Any:
        import bpy

        curve = bpy.data.curves.new("curve", "CURVE")
        curve.dimensions, curve.resolution_u = "3D", given.get("resolution", 12)
        spline = curve.splines.new("BEZIER")
        spline.resolution_u, spline.use_cyclic_u = curve.resolution_u, given.get("cyclic", False)
        spline.bezier_points.add(len(given["points"]) - 1)
        for point, place in zip(spline.bezier_points, given["points"], strict=True):
            point.handle_left_type = point.handle_right_type = "FREE"
            point.co, point.handle_left, point.handle_right = place["co"], place["left"], place["right"]
            point.radius, point.tilt = place.get("radius", 1.0), place.get("tilt", 0.0)
        return self._placed(bpy.data.objects.new("curve", curve), given)

    def _placed(self, thing: Any, given: dict[str, Any]) -> Any:
        self._linked(thing)
        thing.rotation_mode = "QUATERNION"
        thing.location = given.get("position", (0.0, 0.0, 0.0))
        thing.rotation_quaternion = given.get("quaternion", (1.0, 0.0, 0.0, 0.0))
        return thing

    @staticmethod
    def _linked(thing: Any) -> Any:
        import bpy

        bpy.context.scene.collection.objects.link(thing)
        return thing
