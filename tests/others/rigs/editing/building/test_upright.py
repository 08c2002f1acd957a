"""Figures of files with Z up are told by their skeleton and their motion, and turned upright with their clips."""

from __future__ import annotations

from pathlib import Path

import msgspec
import numpy as np
import pytest

from pantin.rigs.clip import Clip
from pantin.rigs.editing.building.upright import (
    UPRIGHT,
    lies_on_its_front,
    turned_upright,
    upright,
)
from tests.others.samples import SAMPLES, sample
from tests.rigs.editing.building.places import places

Z_UP = {"mh_tpose", "mh_zombieWalk1", "pybvh_standard_skeleton", "pybvh_test1"}
BVH = sorted((SAMPLES / "bvh").glob("*.bvh"))


@pytest.mark.parametrize("path", BVH, ids=lambda path: path.stem)
def test_which_axis_is_up_is_told(path: Path) -> None:
    assert lies_on_its_front(sample(path).figure) == (path.stem in Z_UP)
    assert not lies_on_its_front(upright(sample(path)).figure)


def test_a_motion_with_another_axis_up_than_its_skeleton_stands_on_the_floor() -> None:
    """Joints go where the file's own frames have them, a quarter turned; the skeleton and who lies down stay."""
    document = sample("bvh/pybvh_test3.bvh")
    standing = upright(document)
    assert upright(standing) is standing and turned_upright(standing) is standing
    back = turned_upright(standing, z_up=False)
    assert back.figure.source == document.figure.source
    np.testing.assert_allclose(places(back)[1], places(document)[1], atol=1e-3)
    assert turned_upright(back).figure.source == standing.figure.source
    assert standing.rig.bones == document.rig.bones
    (rest, lying), (still, up) = places(document), places(standing)
    np.testing.assert_allclose(still, rest)
    np.testing.assert_allclose(up, lying @ UPRIGHT[:3, :3].T, atol=1e-4)
    names = list(document.rig.by_name)
    hips, head, foot = (up[:, names.index(name)] for name in ("Hips", "Head", "LeftFoot"))
    assert (head[:, 2] > hips[:, 2] + 20.0).all() and (hips[:, 2] > foot[:, 2] + 10.0).all()
    assert abs(up[..., 2].min()) < 2.0
    aside = document.figure.clips[0].frames.copy()
    aside[:, 0, :3] = 0.0  # hips at the origin, as somebody lying there has them
    in_bed = document.with_figure(
        msgspec.structs.replace(document.figure, clips=(with_frames(document.figure.clips[0], aside),))
    )
    assert upright(in_bed) is in_bed


@pytest.mark.parametrize("count", [1, 3, 9])
def test_a_few_frames_stand_unless_a_body_could_lie_so_on_the_floor(count: int) -> None:
    document = sample("bvh/pybvh_test3.bvh")
    frames = document.figure.clips[0].frames[:count].copy()
    few = document.with_figure(
        msgspec.structs.replace(document.figure, clips=(with_frames(document.figure.clips[0], frames),))
    )
    up = places(upright(few))[1]
    assert upright(few).figure.source != few.figure.source and (np.ptp(up[..., 2], axis=1) > 50.0).all()
    frames[:, 0, 1] += 6.0  # the hips a little above Y = 0 of the file, along the bone's Y, which points there at rest
    assert places(few)[1][..., 2].min() < -3.0
    on_the_floor = few.with_figure(
        msgspec.structs.replace(few.figure, clips=(with_frames(few.figure.clips[0], frames),))
    )
    assert places(on_the_floor)[1][..., 2].min() > -1.0
    assert upright(on_the_floor) is on_the_floor


def with_frames(clip: Clip, frames: np.ndarray) -> Clip:
    return Clip.of(clip.name, clip.rate, clip.bones, frames)
