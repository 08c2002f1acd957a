"""Somebody who walks is sent by VMC: bones are where the mathematics has them, and what is broken changes nothing."""

from __future__ import annotations

import numpy as np
import pytest

from pantin.app.live.driving import DrivenFigure, FrameDriver
from pantin.app.live.vmc import Decoder
from pantin.rigs import Document
from pantin.rigs.templates import TEMPLATES
from pantin.rigs.tracking.humanoid import hung_together
from pantin.solver import evaluate
from tests.dialects.body import person, posed, walk, z_up
from tests.dialects.programs import HUMAN_BONES
from tests.dialects.vmc import BONE, bone_of, datagrams
from tests.osc import message

SIDED = [part for part in HUMAN_BONES if HUMAN_BONES[part][0].isupper()]
PARTS = [*(part for part in HUMAN_BONES if part not in SIDED), *(f"{part}.{side}" for part in SIDED for side in "LR")]
STILL = (0.0, 0.1, 0.0, 0.0, 0.0, 0.0, 1.0)


def test_a_stream_gives_the_bones_of_its_truth() -> None:
    body, decoder = person(PARTS), Decoder()
    motion = walk(body)
    places = z_up(posed(body, motion)[1])
    for frame, datagram in enumerate(datagrams(body, motion)):
        decoder.take(datagram)
        stands = hung_together(decoder.frame.bones, decoder.frame.root)
        assert stands.keys() == {bone_of(part) for part in body.parts}
        for row, part in enumerate(body.parts):
            np.testing.assert_allclose(stands[bone_of(part)][0], places[frame, row], atol=1e-5, err_msg=part)
    assert decoder.dropped == 0 and decoder.frame.loaded


def test_turns_without_any_place_walk_on_the_floor() -> None:
    """All places are 0, as some programs send them: hips stand over the feet, and limbs turn as if places came."""
    body = person(PARTS)
    motion = walk(body)
    poses = []
    for scale in (1.0, 0.0):
        decoder, driver = Decoder(), FrameDriver()
        driver.figure = DrivenFigure(Document.of(TEMPLATES["humanoid"]()))
        still = body._replace(places=scale * body.places)
        poses.append([])
        for number, datagram in enumerate(datagrams(still, motion._replace(hips=scale * motion.hips))):
            decoder.take(datagram)
            posed_by = driver.pose(decoder.frame, number / motion.rate)
            assert posed_by is not None
            poses[-1].append(evaluate(posed_by))
    for placed, found in zip(*poses, strict=True):
        hips = found.heads[found.index["hips"]]
        assert np.abs(hips[:2]).max() < 1e-6 and 0.84 < hips[2] < 0.9
        assert abs(min(found.tails[found.index[f"toe.{side}"], 2] for side in "LR")) < 0.015
        for bone in ("thigh.L", "shin.R", "upper_arm.L", "forearm.R", "spine"):
            np.testing.assert_allclose(found.matrix(bone)[:3, :3], placed.matrix(bone)[:3, :3], atol=1e-5)


@pytest.mark.parametrize(
    "broken",
    [
        message(BONE, "Head", *STILL[:3], float("nan"), 0.0, 0.0, 1.0),
        message(BONE, "Head", *STILL[:3], 0.0, 0.0, 0.0, 0.0),
        message(BONE, "Head", float("inf"), *STILL[1:]),
        message(BONE, "Head", 1e9, *STILL[1:]),
        message(BONE, "Head", *STILL[:5]),
        message(BONE, 7, *STILL),
        message(BONE, "Head", *map(str, STILL)),
        message(BONE, "Head", *STILL)[:-8],
        b"#bundle\0broken",
        b"",
        bytes(range(256)),
    ],
    ids=["NaN", "no turn", "infinite", "far", "short", "nameless", "text", "cut", "bundle", "empty", "noise"],
)
def test_what_is_broken_is_dropped_and_counted(broken: bytes) -> None:
    decoder = Decoder()
    decoder.take(message(BONE, "Head", *STILL))
    before = decoder.frame.bones
    decoder.take(broken)
    assert decoder.frame.bones == before and decoder.dropped == 1


def test_a_turn_is_made_one_long_and_unknown_bones_move_nothing() -> None:
    decoder = Decoder()
    decoder.take(message(BONE, "Head", *STILL[:3], 0.0, 3.0, 0.0, 3.0))
    np.testing.assert_allclose(np.linalg.norm(decoder.frame.bones["Head"].rotation), 1.0, atol=1e-6)
    for word in ("Tail", "", "頭"):
        decoder.take(message(BONE, word, *STILL))
    assert set(decoder.frame.bones) == {"Head"}
