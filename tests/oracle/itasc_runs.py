"""iTaSC's paths as documents: handles that move for some seconds, and what Blender made of them frame by frame.

Blender weighs rows of errors by their weights, Pantin their squares: a weight there is its square here.
"""

from __future__ import annotations

import functools
import json
from collections.abc import Iterator
from typing import Any

import msgspec
import numpy as np

from pantin.rigs import Document, Transform
from pantin.rigs.simulation import Simulation
from pantin.solver import Evaluated, evaluate, simulate
from tests.oracle.cases import case_of
from tests.sources import ORACLE

FILE = ORACLE / "itasc_paths.json"
_NAMES = {
    "mode": "mode",
    "reiteration_method": "reiteration",
    "precision": "precision",
    "iterations": "iterations",
    "use_auto_step": "auto_step",
    "step_min": "step_min",
    "step_max": "step_max",
    "step_count": "steps",
    "feedback": "feedback",
    "velocity_max": "max_velocity",
    "solver": "solver",
    "damping_max": "damping",
    "damping_epsilon": "epsilon",
}


@functools.cache
def recorded() -> tuple[dict[str, Any], ...]:
    """The paths, with their runs."""
    return tuple(json.loads(FILE.read_text())["paths"])


def settings_of(run: dict[str, Any]) -> Simulation:
    """The settings of a run in Pantin's words. Blender's simulation begins at rest."""
    given = {"mode": "SIMULATION", **run["settings"]}
    told = {_NAMES[key]: value.lower() if isinstance(value, str) else value for key, value in given.items()}
    return Simulation(start="rest", **told)


def document_of(path: dict[str, Any], settings: Simulation) -> Document:
    """The rig at the first frame of a path."""
    constraints = [
        {
            "iterations": 500,
            "use_stretch": True,
            "use_location": True,
            **c,
            "weight": c["weight"] ** 2,
            "orient_weight": c["orient_weight"] ** 2,
            "target": _at(path, c["target"], 0),
            **({"pole": _at(path, c["pole"], 0)} if "pole" in c else {}),
        }
        for c in path["constraints"]
    ]
    document = case_of({**path, "family": "itasc", "constraints": constraints}).document
    control = {b["name"]: b.get("ik_rotation_weight", 0.0) ** 2 for b in path["bones"]}
    bones = tuple(
        msgspec.structs.replace(
            bone, joint=msgspec.structs.replace(bone.joint, control_rotation=control.get(bone.name, 0.0))
        )
        for bone in document.rig.bones
    )
    rig = msgspec.structs.replace(document.rig, bones=bones, simulation=settings)
    return document.with_rig(rig)


def frames_of(path: dict[str, Any], document: Document) -> Iterator[Document]:
    """The document at each frame: handles, poles and animated bones moved."""
    for f in range(path["frames"]):
        pose = dict(document.figure.pose.bones)
        for i, c in enumerate(path["constraints"]):
            pose[f"target {i}"] = _transform(_at(path, c["target"], f))
            if "pole" in c:
                pose[f"pole {i}"] = _transform(_at(path, c["pole"], f))
        for name, channels in path.get("bone_animation", {}).items():
            pose[name] = _channels(pose.get(name, Transform()), channels, f)
        yield document.posed(pose)


def simulated(path: dict[str, Any], settings: Simulation, rate: float = 1.0) -> list[Evaluated]:
    """Return what Pantin makes of a path, frame by frame."""
    found: list[Evaluated] = []
    memory, seconds = None, rate / path["fps"]
    for document in frames_of(path, document_of(path, settings)):
        if settings.mode == "animation":
            found.append(evaluate(document))
        else:
            found.append(simulate(document, memory, seconds))
            memory = found[-1].memory
    return found


def joint_speed(path: dict[str, Any], matrices: np.ndarray) -> float:
    """The largest velocity of a joint from frame to frame (frames, bones, 3 or 4, 4), rad/s."""
    names = [bone["name"] for bone in path["bones"]]
    turned = matrices[:, : len(names), :3, :3].copy()
    for i, bone in enumerate(path["bones"]):
        if bone["parent"] is not None:
            above = matrices[:, names.index(bone["parent"]), :3, :3]
            turned[:, i] = np.swapaxes(above, 1, 2) @ matrices[:, i, :3, :3]
    steps = np.swapaxes(turned[:-1], 2, 3) @ turned[1:]
    apart = np.linalg.norm(steps - np.eye(3), axis=(2, 3)) / np.sqrt(8.0)  # sin(angle / 2), precise where it is small
    return float(2.0 * np.arcsin(np.minimum(apart, 1.0)).max()) * float(path["fps"])


def ends_of(path: dict[str, Any], evaluated: list[Evaluated]) -> np.ndarray:
    """The effectors (frames, goals, 3)."""
    owners = [c["owner"] for c in path["constraints"]]
    return np.array([[e.tails[e.index[name]] for name in owners] for e in evaluated])


def recorded_ends(path: dict[str, Any], run: dict[str, Any]) -> np.ndarray:
    """The same as Blender had them."""
    found = recorded_matrices(path, run)
    rows = [[b["name"] for b in path["bones"]].index(c["owner"]) for c in path["constraints"]]
    lengths = np.array([np.linalg.norm(np.subtract(path["bones"][r]["tail"], path["bones"][r]["head"])) for r in rows])
    heads, axes = found[:, rows][..., 3], found[:, rows][..., 1]
    ends: np.ndarray = heads + axes * lengths[:, None]
    return ends


def recorded_matrices(path: dict[str, Any], run: dict[str, Any]) -> np.ndarray:
    """Return what Blender had (frames, bones, 3, 4)."""
    return np.array(run["matrices"], float).reshape(path["frames"], len(path["bones"]), 3, 4)


def targets_of(path: dict[str, Any]) -> np.ndarray:
    """The targets (frames, goals, 3)."""
    handles = {h["name"]: np.array(h["position"], float) for h in path["handles"]}
    return np.stack([handles[c["target"]] for c in path["constraints"]], axis=1)


def _at(path: dict[str, Any], name: str, frame: int) -> dict[str, Any]:
    handle = next(h for h in path["handles"] if h["name"] == name)
    found = {"position": handle["position"][frame]}
    return {**found, "quaternion": handle["quaternion"][frame]} if "quaternion" in handle else found


def _transform(target: dict[str, Any]) -> Transform:
    w, x, y, z = target.get("quaternion", (1.0, 0.0, 0.0, 0.0))
    return Transform(location=tuple(target["position"]), rotation=(x, y, z, w))


def _channels(before: Transform, channels: dict[str, Any], frame: int) -> Transform:
    changed: dict[str, Any] = {}
    if "location" in channels:
        changed["location"] = tuple(channels["location"][frame])
    if "rotation_quaternion" in channels:
        w, x, y, z = channels["rotation_quaternion"][frame]
        changed["rotation"] = (x, y, z, w)
    return msgspec.structs.replace(before, **changed)
