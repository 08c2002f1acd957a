"""Animated weights of a VRM are values of its expressions where these move targets so; what else moves goes on."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from msgspec.structs import replace

from pantin import rigs
from pantin.rigs.formats import gltf
from pantin.rigs.formats.gltf.animations import Animation
from pantin.rigs.formats.gltf.expression_tracks import Room, face_tracks
from pantin.rigs.formats.gltf.expressions import FileFace
from pantin.rigs.formats.gltf.meshes import character
from pantin.rigs.formats.gltf.sampling import Keys
from pantin.rigs.meshes.expressions import Expression, MeshMorphs, MorphBind, weights_of
from tests.readers.skinned import Skinned
from tests.rigs.formats.gltf.mesh_files import MeshFile
from tests.rigs.formats.gltf_files import baked

ASIDE = np.array(((1.0, 0.0, 0.0),) * 4)
TARGETS = 6
EXPRESSIONS = {
    "preset": {
        "happy": {"morphTargetBinds": [{"node": 2, "index": 0, "weight": 0.5}, {"node": 2, "index": 1, "weight": 1.0}]},
        "blink": {"morphTargetBinds": [{"node": 2, "index": at, "weight": 1.0} for at in (2, 3)]},
        "blinkLeft": {"morphTargetBinds": [{"node": 2, "index": 2, "weight": 1.0}]},
        "blinkRight": {"morphTargetBinds": [{"node": 2, "index": 3, "weight": 1.0}]},
    },
    "custom": {
        "wink": {"isBinary": True, "morphTargetBinds": [{"node": 2, "index": 4, "weight": 1.0}]},
        "pout": {"morphTargetBinds": [{"node": 2, "index": 1, "weight": 0.4}]},
    },
}


def file_of(folder: Path, weights: np.ndarray, interpolation: str = "LINEAR", **expressions: dict) -> Path:
    """Write a VRM whose one animation turns a bone and moves six targets by these weights (5, 6), one key a frame."""
    file = MeshFile(
        {"name": "Hips", "children": [1]}, {"name": "Head", "translation": [0, 1, 0]}, {"mesh": 0, "skin": 0}
    )
    targets = [{"POSITION": file.data.add((1.0 + at) * ASIDE)} for at in range(TARGETS)]
    both = {"JOINTS_0": [(0, 1, 0, 0)] * 4, "WEIGHTS_0": [(1, 0, 0, 0)] * 4}
    file.mesh(file.primitive(targets=targets, **both))
    file.skin([0, 1])
    times = file.data.add(np.arange(5) / 30.0, min=[0.0], max=[4 / 30])
    turns = file.data.add([(0, 0, np.sin(x), np.cos(x)) for x in np.linspace(0.0, 0.5, 5)])
    output = file.data.add(weights.ravel())
    face = {"specVersion": "1.0", "expressions": {**EXPRESSIONS, **expressions}}
    file.entries |= {
        "animations": [
            {
                "name": "act",
                "samplers": [
                    {"input": times, "output": turns},
                    {"input": times, "output": output, "interpolation": interpolation},
                ],
                "channels": [
                    {"sampler": 0, "target": {"node": 1, "path": "rotation"}},
                    {"sampler": 1, "target": {"node": 2, "path": "weights"}},
                ],
            }
        ],
        "extensionsUsed": ["VRMC_vrm"],
        "extensions": {"VRMC_vrm": face},
    }
    return file.written(folder / "face.vrm")


def weights_in(data: bytes) -> tuple[np.ndarray, str]:
    """Return the weights (f, 6) of the one animation of a file, and how they go from key to key."""
    found = Skinned(data)
    (animation,) = found.plain["animations"]
    (channel,) = (each for each in animation["channels"] if each["target"]["path"] == "weights")
    sampler = animation["samplers"][channel["sampler"]]
    return found.numbers(sampler["output"]).reshape(-1, TARGETS), sampler.get("interpolation", "LINEAR")


SMILE = np.array((0.0, 0.25, 0.5, 0.75, 1.0))
LEFT, RIGHT = np.array((0.0, 0.5, 1.0, 0.5, 0.0)), np.array((0.0, 1.0, 0.25, 0.0, 0.0))


def moved(**targets: np.ndarray) -> np.ndarray:
    """Return weights (5, 6) of the targets t0 … t5 that are named."""
    found = np.zeros((5, TARGETS))
    for name, values in targets.items():
        found[:, int(name[1:])] = values
    return found


@pytest.mark.parametrize(
    ("weights", "expected"),
    [
        (moved(t0=0.5 * SMILE, t1=SMILE), {"happy": SMILE}),
        (moved(t1=0.4 * LEFT), {"pout": LEFT}),
        (moved(t0=0.5 * SMILE, t1=SMILE + 0.4 * LEFT), {"happy": SMILE, "pout": LEFT}),
        (moved(t2=SMILE, t3=SMILE), {"blink": SMILE}),
        (moved(t2=LEFT, t3=RIGHT), {"blinkLeft": LEFT, "blinkRight": RIGHT}),
        (moved(t4=np.array((0.0, 1.0, 1.0, 0.0, 1.0))), {"wink": np.array((0.0, 1.0, 1.0, 0.0, 1.0))}),
    ],
)
def test_weights_are_the_expressions_whose_sum_they_are(tmp_path: Path, weights: np.ndarray, expected: dict) -> None:
    path = file_of(tmp_path, weights)
    found = rigs.formats.opened(path)
    (clip,) = found.document.figure.clips
    assert clip.expressions.keys() == expected.keys() and not found.words
    for name, values in expected.items():
        np.testing.assert_allclose(clip.expressions[name].array[:, 0], values, atol=1e-5)
    face = character(path)
    for frame in range(5):
        there = weights_of(face, {name: float(each.array[frame, 0]) for name, each in clip.expressions.items()})
        np.testing.assert_allclose(there.get(2, (0.0,) * TARGETS), weights[frame], atol=1e-5)
    assert gltf.written_vrm(baked(found.document.figure)).data == path.read_bytes()


@pytest.mark.parametrize(
    "weights",
    [
        moved(t5=SMILE),  # no expression moves it
        moved(t0=SMILE),  # happy moves another one with it
        moved(t4=SMILE),  # a wink is there or not
        moved(t2=2.0 * SMILE),  # more than a whole blink
        moved(t2=-SMILE),
    ],
)
def test_what_no_expressions_do_is_said_and_stays_in_the_file(tmp_path: Path, weights: np.ndarray) -> None:
    path = file_of(tmp_path, weights)
    found = rigs.formats.opened(path)
    (clip,) = found.document.figure.clips
    assert not clip.expressions
    (target,) = np.flatnonzero(weights.any(axis=0)).tolist()
    assert found.words == (f'The animation "act" moves "{target}" as no expressions do: here these stay as they are.',)
    assert gltf.written_vrm(baked(found.document.figure)).data == path.read_bytes()


def test_it_goes_on_beside_expressions_that_are_added(tmp_path: Path) -> None:
    figure = rigs.read(file_of(tmp_path, moved(t5=SMILE, t2=LEFT))).figure
    (clip,) = figure.clips
    assert clip.expressions.keys() == {"blinkLeft"}
    edited = replace(figure, clips=(clip.with_expressions({"pout": RIGHT}),))
    weights, way = weights_in(gltf.written_vrm(baked(edited)).data)
    np.testing.assert_allclose(weights, moved(t5=SMILE, t1=0.4 * RIGHT), atol=1e-6)
    assert way == "LINEAR"


def test_weights_that_step_leave_as_steps(tmp_path: Path) -> None:
    figure = rigs.read(file_of(tmp_path, moved(t2=LEFT), "STEP")).figure
    (clip,) = figure.clips
    edited = replace(figure, clips=(clip.with_expressions({"pout": RIGHT}),))
    weights, way = weights_in(gltf.written_vrm(baked(edited)).data)
    np.testing.assert_allclose(weights, moved(t1=0.4 * RIGHT), atol=1e-6)
    assert way == "STEP"


def test_an_expression_that_weakens_another_is_reckoned_with(tmp_path: Path) -> None:
    """While happy blocks blinking, no value of blink closes the eyes, though the file closes them."""
    happy = {**EXPRESSIONS["preset"]["happy"], "overrideBlink": "block"}
    happy["morphTargetBinds"] = [*happy["morphTargetBinds"], {"node": 2, "index": 2, "weight": 0.1}]
    face = {"preset": {**EXPRESSIONS["preset"], "happy": happy}, "custom": {}}
    weights = moved(t0=0.5 * SMILE, t1=SMILE, t2=0.1 * SMILE + 0.5 * LEFT)
    assert not rigs.read(file_of(tmp_path, weights, **face)).figure.clips[0].expressions
    weights = moved(t0=0.5 * SMILE, t1=SMILE, t2=0.1 * SMILE)
    assert rigs.read(file_of(tmp_path, weights, **face)).figure.clips[0].expressions.keys() == {"happy"}


def test_what_would_take_long_is_left_and_said(tmp_path: Path) -> None:
    """A file may ask for any amount of it: of many animations the first are told apart."""
    names = tuple(map(str, range(400)))
    random = np.random.default_rng(3)
    shaping = [
        Expression(str(each), None, tuple(MorphBind(0, at, random.uniform()) for at in range(400)))
        for each in range(150)
    ]
    face = FileFace((MeshMorphs(0, names, (0.0,) * 400),), tuple(shaping), True)
    keys = Keys(np.arange(2000) / 30.0, random.uniform(0.0, 0.1, (2000, 400)), "LINEAR")
    animation = Animation(0, "act", 30.0, 0, 2000, {}, weights={0: keys})
    room, left = Room(), 0
    for _each in range(5):
        left += bool(face_tracks(face, animation, room).left)
    assert left == 5
    assert not room.takes(2000, 400, 150) and room.takes(100, 60, 60)
    assert not Room().takes(1, 10**6, 1) and not Room().takes(1, 1, 10**6)
