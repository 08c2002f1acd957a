"""A file of joints opened in Blender, by its own importers. Needs `bpy`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pantin.rigs.motion.baked import BakedClip

SCENE_RATE = 1000
"""Frames a second of Blender's scene while a glTF file is opened, whose keys lie at seconds; frames may have parts."""

FIRST = 1
"""The frame of the scene at which the motion of a BVH file begins, the lowest that Blender's importer takes."""


class Opened:
    """A file in an empty scene: its joints are the bones of its armatures, and objects where it has no skin."""

    def __init__(self, path: Path) -> None:
        import bpy

        bpy.ops.wm.read_factory_settings(use_empty=True)
        self._is_bvh = path.suffix == ".bvh"
        if self._is_bvh:
            bpy.ops.import_anim.bvh(filepath=str(path), frame_start=FIRST)
        else:
            bpy.context.scene.render.fps = SCENE_RATE
            bpy.ops.import_scene.gltf(filepath=str(path))

    def heads(self, names: Sequence[str]) -> NDArray[np.float64]:
        """Return where the joints of these names stand (n, 3), in Blender's axes, which are those of rigs."""
        import bpy

        bpy.context.view_layer.update()
        places: dict[str, Any] = {thing.name: thing.matrix_world.translation for thing in bpy.data.objects}
        for thing in bpy.data.objects:
            for bone in thing.pose.bones if thing.type == "ARMATURE" else ():
                places[bone.name] = (thing.matrix_world @ bone.matrix).translation
        return np.array([places[name] for name in names])

    def frames(self, names: Sequence[str], clip: BakedClip) -> NDArray[np.float64]:
        """Return where they stand in each frame of the clip (f, n, 3), which is the only one of the file."""
        import bpy

        frames = np.arange(len(clip.matrices)) + FIRST if self._is_bvh else clip.seconds * SCENE_RATE
        found = []
        for frame in frames.tolist():
            bpy.context.scene.frame_set(int(frame), subframe=frame % 1.0)
            found.append(self.heads(names))
        return np.array(found)
