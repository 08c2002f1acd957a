"""A pose becomes the rest pose of other people's characters, and nothing moves, as a reader of its own sees it."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace

import pantin
from pantin.rigs import rotations as rot
from pantin.rigs.pose import Transform
from tests.others.samples import SAMPLES, sample

FILES = sorted((*(SAMPLES / "glb").glob("*.gl*"), *(SAMPLES / "vrm").glob("*.vrm")))
NEAR = 1e-5
"""Parts of the figure's size."""


def reader() -> Any:
    """The reader of the samples, which knows nothing of Pantin."""
    path = SAMPLES.parent / "tools" / "gltfskin.py"
    if not path.exists():
        pytest.skip("the reader of the samples is not beside them")
    spec = importlib.util.spec_from_file_location("gltfskin", path)
    assert spec is not None and spec.loader is not None
    made = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(made)
    return made


def turned(document: pantin.Document, seed: int) -> dict[str, Transform]:
    """All bones turned a little, about any axes."""
    rng = np.random.default_rng(seed)
    found = dict(document.figure.pose.bones)
    for bone in document.rig.bones:
        axis = rng.normal(size=3)
        turn = rot.quaternion_about(axis / np.linalg.norm(axis), rng.uniform(-0.5, 0.5))
        found[bone.name] = replace(found.get(bone.name, Transform()), rotation=rot.canonical(*turn.tolist()))
    return found


def seen(path: Path) -> list[np.ndarray]:
    """The places of nodes and the points of meshes, as the file stands and at two times of each animation."""
    read = reader()
    gltf = read.Gltf(str(path))
    poses = [None]
    for number in range(len(gltf.animations)):
        poses += [gltf.pose(number, time) for time in (0.0, 0.4)]
    nodes = [np.array(gltf.worlds(pose))[:, :3, 3] for pose in poses]
    try:
        meshes = [[points for _info, points, _triangles, _used in gltf.skinned(pose)] for pose in poses]
    except read.Unsupported as lacking:
        pytest.skip(f"the reader of the samples lacks a decoder: {lacking}")
    return [np.concatenate([place, *points]) for place, points in zip(nodes, meshes, strict=True)]


@pytest.mark.filterwarnings("ignore")  # the reader leaves files open
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_nothing_moves(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    document = sample(path)
    source = document.figure.source
    if source is None or source.file is None:
        pytest.skip("it comes from no file that is written again")
    first = {bone.name: Transform() for bone in document.rig.bones}
    document = document.with_figure(replace(document.figure, clips=document.figure.clips[:2]))
    kept = pantin.KeptPose("Kept", {**first, **turned(document, 2)}, part=False)
    document = pantin.posed(document.with_figure(replace(document.figure, poses=(kept,))), turned(document, 1))
    after = pantin.pose_as_rest(document)
    swinging = {joint.bone for chain in document.rig.springs.chains for joint in chain.joints}
    assert after.figure.pose.bones.keys() <= swinging  # springs hang from where they rest on their parents
    assert after.figure.source != document.figure.source
    for name, one, other in (
        ("pose and clips", document, after),
        ("kept", pantin.mixed(document, document.figure.poses[0]), pantin.mixed(after, after.figure.poses[0])),
    ):
        places = [tmp_path / f"{each}.glb" for each in ("before", "after")]
        for made, place in zip((one, other), places, strict=True):
            pantin.write(made, place)
        before, then = (seen(place) for place in places)
        size = np.linalg.norm(np.ptp(before[0], axis=0))
        assert len(before) == len(then)
        for was, now in zip(before, then, strict=True):
            assert np.abs(was - now).max() <= NEAR * size, name
