"""Walks of the samples as clips of their own skeletons, with legs that plant."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from pantin.rigs import Document, read
from pantin.rigs.clip import Clip
from pantin.rigs.rest import rest_matrices
from pantin.rigs.vectors import quaternion_of
from pantin.solver.edits.limbs import limbs

Floats = NDArray[np.float64]
Z_UP = np.array([[1.0, 0.0, 0.0], [0.0, 0.0, -1.0], [0.0, 1.0, 0.0]])


def walk_of(path: Path, feet: tuple[str, str], first: int, last: int, step: int = 1) -> tuple[Document, Clip]:
    """The skeleton of a file with legs that plant, and its frames from `first` to `last` as a clip."""
    document = read(path)
    worlds, rate = _worlds(path.read_text(), list(range(first, last, step)))
    bones = document.rig.bones
    rest = rest_matrices(bones)
    posed = np.array([_turned(worlds[bone.name], rest[n]) for n, bone in enumerate(bones)]).swapaxes(0, 1)
    place = {bone.name: n for n, bone in enumerate(bones)}
    frames = np.zeros((len(posed), len(bones), 10))
    frames[..., 7:] = 1.0
    for n, bone in enumerate(bones):
        carrier = rest[n]
        if bone.parent is not None:
            above = place[bone.parent]
            carrier = posed[:, above] @ np.linalg.inv(rest[above]) @ rest[n]
        own = np.linalg.inv(carrier) @ posed[:, n]
        frames[:, n, :3] = own[:, :3, 3] if not bone.connected else 0.0
        frames[:, n, 3:7] = [quaternion_of(turn) for turn in own[:, :3, :3]]
    clip = Clip.of("Walk", rate / step, [bone.name for bone in bones], frames)
    chosen = replace(document, rig=document.rig.animated((clip,)), selected=feet, active=feet[0])
    made, _note = limbs.make(chosen, "limb")
    planting = tuple(replace(limb, plants=True) for limb in made.rig.limbs)
    return replace(made, rig=made.rig.with_limbs(planting).animated(())), made.rig.clips[0]


def _turned(worlds: Floats, rest: Floats) -> Floats:
    """A bone (frames, 4, 4) that goes with its joint, which rests at its head without a turn."""
    head = np.eye(4)
    head[:3, 3] = -rest[:3, 3]
    return np.asarray(worlds @ head @ rest)


def _worlds(text: str, wanted: list[int]) -> tuple[dict[str, Floats], float]:
    """The joints of a file in some frames (frames, 4, 4), Z up, and its rate."""
    hierarchy, _mark, motion = text.partition("MOTION")
    lines = motion.split("\n")
    rate = 1.0 / float(next(line for line in lines if "Frame Time" in line).split()[-1])
    rows = [line for line in lines if re.match(r"\s*-?[\d.]", line)]
    numbers = np.array([rows[frame].split() for frame in wanted], float)
    turn = np.eye(4)
    turn[:3, :3] = Z_UP
    found: dict[str, Floats] = {}
    stack: list[Floats] = [np.broadcast_to(turn, (len(wanted), 4, 4))]
    name, offset, at = "", np.zeros(3), 0
    for line in hierarchy.split("\n"):
        words = line.split()
        match words[:1]:
            case ["ROOT" | "JOINT"]:
                name = " ".join(words[1:])
            case ["End"]:
                name = ""
            case ["OFFSET"]:
                offset = np.array(words[1:4], float)
                if not name:
                    stack.append(stack[-1])
            case ["CHANNELS"]:
                count = int(words[1])
                local = _local(offset, words[2:], numbers[:, at : at + count])
                at += count
                found[name] = stack[-1] @ local
                stack.append(found[name])
            case ["}"]:
                stack.pop()
    back = np.linalg.inv(turn)
    return {joint: worlds @ back for joint, worlds in found.items()}, rate


def _local(offset: Floats, channels: list[str], numbers: Floats) -> Floats:
    matrices = np.repeat(np.eye(4)[None], len(numbers), axis=0)
    matrices[:, :3, 3] = offset
    for n, channel in enumerate(channels):
        axis = "XYZ".index(channel[0])
        if channel.endswith("position"):
            matrices[:, axis, 3] = numbers[:, n]
            continue
        turn = np.repeat(np.eye(4)[None], len(numbers), axis=0)
        i, j = (axis + 1) % 3, (axis + 2) % 3
        angle = np.radians(numbers[:, n])
        turn[:, i, i] = turn[:, j, j] = np.cos(angle)
        turn[:, j, i], turn[:, i, j] = np.sin(angle), -np.sin(angle)
        matrices = matrices @ turn
    return matrices
