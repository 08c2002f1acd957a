"""VRM animation, `*.vrma`: motion of a humanoid and its expressions, which any VRM can have.

The nodes are the humanoid bones in their T-pose, none of them turned, and one for each expression, whose place along X
is its value: https://github.com/vrm-c/vrm-specification/tree/master/specification/VRMC_vrm_animation-1.0
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from pantin.rigs import rotations as rot
from pantin.rigs.formats.gltf.animations import Animation
from pantin.rigs.formats.gltf.container import Gltf
from pantin.rigs.formats.gltf.lenient import within
from pantin.rigs.formats.gltf.sampling import at_times
from pantin.rigs.formats.gltf.writing import BinaryPart, container
from pantin.rigs.formats.skeleton import Z_UP, usable
from pantin.rigs.gaze import LOOKING, values_of_looks
from pantin.rigs.motion.humanoid_motion import Humanoid, HumanoidClip
from pantin.rigs.motion.transform_arrays import Floats

NAME = "VRMC_vrm_animation"

PRESETS = frozenset(
    (
        *("happy", "angry", "sad", "relaxed", "surprised", "neutral"),
        *("aa", "ih", "ou", "ee", "oh", "blink", "blinkLeft", "blinkRight"),
    )
)
"""The expressions that every reader knows by name."""

MOST = 1000
"""Expressions that are read of a file."""

Plain = dict[str, Any]


def written(humanoid: Humanoid, clips: Sequence[HumanoidClip], presets: Mapping[str, str]) -> bytes:
    """Return the file of some motions; `presets` are those that expressions are, by their names."""
    bones = list(humanoid.bones)
    named = {each: presets.get(each, each) for clip in clips for each in clip.expressions}
    faces = {called: name for name, called in named.items() if called not in LOOKING}  # it says where eyes look
    node_of = {called: len(bones) + place for place, called in enumerate(faces)}
    data = BinaryPart()
    eyes = len(bones) + len(node_of) if any(clip.looks is not None for clip in clips) else None
    animations = [_animation(humanoid, clip, faces, node_of, eyes, data) for clip in clips]
    plain = {
        "asset": {"version": "2.0", "generator": "Pantin"},
        "scene": 0,
        "scenes": [{"nodes": [bones.index("hips"), *node_of.values(), *([] if eyes is None else [eyes])]}],
        "nodes": [*_bones(humanoid), *({"name": called} for called in faces), *_node_of_eyes(eyes)],
        "animations": animations,
        "extensionsUsed": [NAME],
        "extensions": {NAME: _extension(bones, node_of, eyes)},
        **data.tables(),
    }
    return container(plain, data.bytes)


def _node_of_eyes(eyes: int | None) -> list[Plain]:
    return [] if eyes is None else [{"name": "lookAt"}]


def _turns_of_eyes(looks: Floats) -> Floats:
    """Return quaternions (f, 4) that turn straight ahead, +Z, to where eyes look: about X first, then about Y."""
    yaw, pitch = looks[:, 0] / 2.0, -looks[:, 1] / 2.0
    sy, cy, sx, cx = np.sin(yaw), np.cos(yaw), np.sin(pitch), np.cos(pitch)
    return np.stack((cy * sx, sy * cx, -sy * sx, cy * cx), axis=1)


def values_in(gltf: Gltf, animation: Animation) -> dict[str, Floats]:
    """Return the values (f,) of the expressions that an animation of such a file moves, by preset or else by name.

    Where the eyes look are values of the presets for that.
    """
    seconds, found = np.arange(animation.count) / animation.rate, dict[str, Floats]()
    if (looks := _looks_in(gltf, animation, seconds)) is not None:
        found |= values_of_looks(looks)
    for kind in ("preset", "custom"):
        named = within(gltf.extensions, NAME, "expressions", kind)
        for name, each in list(named.items())[:MOST] if isinstance(named, dict) else ():
            node = each.get("node") if isinstance(each, dict) else None
            keys = animation.keys.get(node, {}).get("translation") if type(node) is int else None
            if keys is not None and usable(name):
                found.setdefault(usable(name), np.clip(at_times(keys, seconds, False)[:, 0], 0.0, 1.0))
    return found


def _looks_in(gltf: Gltf, animation: Animation, seconds: Floats) -> Floats | None:
    """Return where the eyes look at these times, radians to the left and upwards (f, 2); None where it is not said."""
    node = within(gltf.extensions, NAME, "lookAt", "node")
    keys = animation.keys.get(node, {}).get("rotation") if type(node) is int else None
    if keys is None:
        return None
    x, y, z, w = rot.normalised(at_times(keys, seconds, True)).T
    left, up, ahead = 2.0 * (x * z + w * y), 2.0 * (y * z - w * x), 1.0 - 2.0 * (x * x + y * y)
    return np.stack((np.arctan2(left, ahead), np.arctan2(up, np.hypot(left, ahead))), axis=1)


def _bones(humanoid: Humanoid) -> Iterator[Plain]:
    """Yield a node for each bone, at its place from that of the bone above it."""
    names = list(humanoid.bones)
    for name, above in humanoid.parents.items():
        place = humanoid.heads[name] - (humanoid.heads[above] if above is not None else np.zeros(3))
        children = [names.index(other) for other, parent in humanoid.parents.items() if parent == name]
        yield {
            "name": name,
            "translation": (place @ Z_UP).tolist(),
            **({"children": children} if children else {}),
        }


def _extension(bones: Sequence[str], node_of: Mapping[str, int], eyes: int | None) -> Plain:
    found: Plain = {
        "specVersion": "1.0",
        "humanoid": {"humanBones": {name: {"node": node} for node, name in enumerate(bones)}},
    }
    preset = {called: {"node": node} for called, node in node_of.items() if called in PRESETS}
    custom = {called: {"node": node} for called, node in node_of.items() if called not in PRESETS}
    expressions = {key: each for key, each in (("preset", preset), ("custom", custom)) if each}
    if expressions:
        found["expressions"] = expressions
    return found if eyes is None else {**found, "lookAt": {"node": eyes}}


def _animation(
    humanoid: Humanoid,
    clip: HumanoidClip,
    faces: Mapping[str, str],
    node_of: Mapping[str, int],
    eyes: int | None,
    data: BinaryPart,
) -> Plain:
    """Return a motion as an animation: the place of the hips, the turn of each bone, values of expressions, a gaze."""
    times = data.add(clip.seconds, "SCALAR", bounds=True)
    channels, samplers = list[Plain](), list[Plain]()

    def add(node: int, path: str, values: Floats) -> None:
        output = data.add(values, "VEC4" if path == "rotation" else "VEC3")
        channels.append({"sampler": len(samplers), "target": {"node": node, "path": path}})
        samplers.append({"input": times, "output": output, "interpolation": "LINEAR"})

    names = list(humanoid.bones)
    add(names.index("hips"), "translation", clip.hips @ Z_UP)
    for node in range(len(names)):
        turns = clip.turns[:, node]
        add(node, "rotation", np.concatenate([turns[:, :3] @ Z_UP, turns[:, 3:]], axis=1))
    for called, name in faces.items():
        if name in clip.expressions:
            values = clip.expressions[name]
            add(
                node_of[called], "translation", np.stack([values, np.zeros_like(values), np.zeros_like(values)], axis=1)
            )
    if eyes is not None and clip.looks is not None:
        add(eyes, "rotation", _turns_of_eyes(clip.looks))
    return {**({"name": clip.name} if clip.name else {}), "channels": channels, "samplers": samplers}
