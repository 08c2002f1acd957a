"""Other people's USD characters: points are where UsdSkel's own functions have them, at rest and in motion."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.others.samples import SAMPLES, sample

Usd = pytest.importorskip("pxr.Usd")
UsdGeom = pytest.importorskip("pxr.UsdGeom")
UsdSkel = pytest.importorskip("pxr.UsdSkel")
sys.path.insert(0, str(SAMPLES.parent / "tools"))
gltfskin = pytest.importorskip("gltfskin")

pytestmark = pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning")
"""The independent reader leaves its files open."""

FILES = sorted((SAMPLES / "usd").glob("*.usd*"))
CLOSE = 1e-6
"""Parts of the size."""


def file_of(path: Path) -> Any:
    """Return what the file became, as a reader that is not ours has it."""
    source = sample(path.relative_to(SAMPLES)).figure.source
    assert source is not None and source.file is not None
    return gltfskin.Gltf(source.file.path)


def to_metres(stage: Any) -> np.ndarray:
    """Return the matrix (4, 4), acting on rows, from the stage to metres with Y up."""
    turn = np.eye(4)
    if UsdGeom.GetStageUpAxis(stage) == "Z":
        turn[:3, :3] = np.array(((1, 0, 0), (0, 0, -1), (0, 1, 0)), float)
    turn[:3, :3] *= UsdGeom.GetStageMetersPerUnit(stage)
    return turn


def skinned(stage: Any, code: float | None) -> dict[str, np.ndarray]:
    """Return the points (v, 3) of each mesh at a time, or at rest."""
    at, found = Usd.TimeCode.EarliestTime() if code is None else Usd.TimeCode(code), {}
    placed, everything, cache = UsdGeom.XformCache(at), Usd.TraverseInstanceProxies(), UsdSkel.Cache()
    for root in (UsdSkel.Root(prim) for prim in stage.Traverse() if prim.IsA(UsdSkel.Root)):
        cache.Populate(root, everything)
        for binding in cache.ComputeSkelBindings(root, everything):
            skeleton = cache.GetSkelQuery(binding.GetSkeleton())
            moved = skeleton.ComputeJointSkelTransforms(at, code is None)
            moves = [
                bind.GetInverse() * now for bind, now in zip(skeleton.GetJointWorldBindTransforms(), moved, strict=True)
            ]
            world = np.array(placed.GetLocalToWorldTransform(binding.GetSkeleton().GetPrim()))
            for target in binding.GetSkinningTargets():
                points = UsdGeom.Mesh(target.GetPrim()).GetPointsAttr().Get(at)
                points = points or UsdGeom.Mesh(target.GetPrim()).GetPointsAttr().Get(Usd.TimeCode.EarliestTime())
                if not points or not target.GetPrim().IsA(UsdGeom.Mesh):
                    continue
                joints, weights = target.ComputeVaryingJointInfluences(len(points), at)
                joints = np.array(joints).reshape(len(points), -1)
                weights = np.array(weights, float).reshape(len(points), -1)
                if target.GetJointOrder():
                    order = list(skeleton.GetJointOrder())
                    joints = np.array([order.index(name) for name in target.GetJointOrder()])[joints]
                bound = np.column_stack([np.array(points, float), np.ones(len(points))])
                bound = bound @ np.array(target.GetGeomBindTransform(at))
                palette = np.array([np.array(each) for each in moves])[joints]
                weights /= weights.sum(axis=1, keepdims=True)
                seen = np.einsum("vk,vi,vkij->vj", weights, bound, palette) @ world @ to_metres(stage)
                found[target.GetPrim().GetName()] = seen[:, :3]
    return found


def apart(some: np.ndarray, others: np.ndarray) -> float:
    """Return how far a point of either is from the nearest of the others, as part of their size, at most."""
    distances = np.linalg.norm(some[:, None] - others[None], axis=2)
    return float(max(distances.min(axis=1).max(), distances.min(axis=0).max()) / np.ptp(others, axis=0).max())


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_points_are_where_the_library_itself_skins_them(path: Path) -> None:
    stage, found = Usd.Stage.Open(str(path)), file_of(path)
    times = [None]
    clips = sample(path.relative_to(SAMPLES)).figure.clips
    if clips:
        first = min(
            time
            for prim in stage.Traverse()
            if prim.IsA(UsdSkel.Animation)
            for attribute in prim.GetAttributes()
            for time in attribute.GetTimeSamples()
        )
        times += [first, first + 3.0, first + 8.0]
    for code in times:
        rate = stage.GetTimeCodesPerSecond()
        pose = None if code is None else found.pose(0, (code - times[1]) / rate)
        expected = skinned(stage, code)
        seen: dict[str, list[np.ndarray]] = {}
        for part in found.skinned(pose):
            seen.setdefault(found.nodes[part[0]["node"]]["name"], []).append(part[1])
        assert expected and expected.keys() <= seen.keys()
        for name, points in expected.items():
            assert apart(np.concatenate(seen[name]), points) < CLOSE, (name, code)
