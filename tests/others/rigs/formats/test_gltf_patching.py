"""Files of other programs leave as they came where nothing changed, and posed with all that nothing moves."""

from __future__ import annotations

import json
import struct
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from pantin.rigs.formats import gltf
from pantin.rigs.pose import Pose, Transform
from tests.others.samples import SAMPLES, sample
from tests.rigs.formats.gltf_files import baked

FILES = sorted((*(SAMPLES / "glb").glob("*.gl*"), *(SAMPLES / "vrm").glob("*.vrm*")))

PLACES = ("buffers", "bufferViews", "images")
"""What says where data is, which is elsewhere where a file had several parts."""


def parts(data: bytes) -> tuple[dict[str, Any], bytes]:
    """JSON and data of a file."""
    if not data.startswith(b"glTF"):
        return json.loads(data), b""
    size = struct.unpack_from("<I", data, 12)[0]
    return json.loads(data[20 : 20 + size]), data[28 + size :]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_at_rest_no_field_changes_and_data_begins_as_it_did(path: Path) -> None:
    original, made = path.read_bytes(), gltf.written(baked(sample(path).figure)).data
    (before, data), (after, found) = parts(original), parts(made)
    in_parts = any("uri" in each for key in PLACES for each in before.get(key, ()))
    if not in_parts:
        assert made == original
    for key in before.keys() - PLACES if in_parts else before.keys():
        assert after[key] == before[key], key
    assert before.keys() | set(PLACES) >= after.keys() and found.startswith(data)
    for key in ("bufferViews", "images"):
        assert len(after.get(key, ())) >= len(before.get(key, ()))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_a_pose_changes_nodes_alone(path: Path) -> None:
    figure = sample(path).figure
    turned = Transform(rotation=(0.0, 0.0, 0.6, 0.8))
    posed = replace(figure, clips=(), pose=Pose({figure.rig.bones[-1].name: turned}))
    (before, _data), (after, _found) = parts(path.read_bytes()), parts(gltf.written(baked(posed)).data)
    for key in before.keys() - {*PLACES, "nodes", "animations"}:
        assert after[key] == before[key], key
    pairs = list(zip(before["nodes"], after["nodes"], strict=True))
    assert sum(one != other for one, other in pairs) == 1
    transform = {"matrix", "translation", "rotation", "scale"}
    for one, other in pairs:
        assert {k: v for k, v in one.items() if k not in transform} == {
            k: v for k, v in other.items() if k not in transform
        }
