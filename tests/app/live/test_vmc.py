"""VMC datagrams: a stream gives the bones where they were, and broken ones are dropped and change nothing."""

from __future__ import annotations

import numpy as np

from pantin.app.live.driving import DrivenFigure, FrameDriver
from pantin.app.live.vmc import Decoder, y_up, y_up_turn, z_up, z_up_turn
from pantin.app.live.wording import what_bones_pose
from pantin.rigs import Document
from pantin.rigs.meshes.expressions import Expression
from pantin.rigs.templates import TEMPLATES
from pantin.rigs.tracking.humanoid import BonePose
from pantin.solver import evaluate
from tests.osc import message


def test_axes_there_and_back() -> None:
    place, turn = (0.1, 0.2, 0.3), (0.1, 0.2, 0.3, 0.9)
    assert y_up(z_up(place)) == place and y_up_turn(z_up_turn(turn)) == turn
    assert z_up((0.0, 0.0, 1.0)) == (0.0, -1.0, 0.0), "forward"
    assert z_up((1.0, 0.0, 0.0)) == (-1.0, 0.0, 0.0), "the right side"


def test_whole_numbers_are_numbers() -> None:
    """Some programs send zeros and ones as int32."""
    decoder = Decoder()
    decoder.take(message("/VMC/Ext/Bone/Pos", "LeftUpperArm", 0, 1, 0.5, 0, 0, 0, 1))
    assert decoder.frame.bones["LeftUpperArm"].position == z_up((0.0, 1.0, 0.5)) and decoder.dropped == 0
    decoder.take(message("/VMC/Ext/Blend/Val", "Joy", 1))
    decoder.take(message("/VMC/Ext/Blend/Apply"))
    decoder.take(message("/VMC/Ext/T", 3))
    assert decoder.frame.blends == {"Joy": 1} and decoder.frame.clock == 3.0 and decoder.dropped == 0
    decoder.take(message("/VMC/Ext/Bone/Pos", "Hips", True, 0, 0, 0, 0, 0, 1))
    assert "Hips" not in decoder.frame.bones and decoder.dropped == 1


def test_what_comes_says_in_a_word_what_it_poses() -> None:
    still, moved = BonePose((0.0, 0.0, 0.0), (0.0, 0.0, 0.0, 1.0)), BonePose((0.0, 0.0, 0.9), (0.0, 0.0, 0.0, 1.0))
    assert what_bones_pose({}, still) == "" and what_bones_pose({"Hips": moved, "Head": moved}, still) == ""
    arm = what_bones_pose({"LeftUpperArm": still, "LeftHand": still, "RightIndexProximal": still}, still)
    assert arm == "What comes has no hips: it poses arms, hands, fingers, and the rest stays as it is."
    assert "turns alone" in what_bones_pose({"Hips": still, "Head": still}, still)


def test_an_arm_alone_poses_the_figure() -> None:
    """Also where its zeros and ones are sent as whole numbers."""
    driver, document, decoder = FrameDriver(), Document.of(TEMPLATES["biped"]()), Decoder()
    driver.figure = DrivenFigure(document)
    poses = []
    for turn in ((0, 0, 0, 1), (0, 0, 0.38268343, 0.92387953)):
        decoder.take(message("/VMC/Ext/Bone/Pos", "LeftUpperArm", 0, 0, 0, *turn))
        posed = driver.pose(decoder.frame)
        assert posed is not None
        poses.append(evaluate(posed))
    first, second = poses
    moved = np.linalg.norm(second.heads - first.heads, axis=1)
    assert moved[first.index["hand.L"]] > 0.3 and moved[first.index["hand.R"]] < 1e-6 > moved[first.index["head"]]


def test_blend_shapes_are_the_expressions_of_the_figure() -> None:
    """By their own names, or those that the character has for the same presets; once they are put on."""
    driver, document, decoder = FrameDriver(), Document.of(TEMPLATES["biped"]()), Decoder()
    driver.figure = DrivenFigure(
        document, expressions=(Expression("happy", "happy"), Expression("blinkLeft", "blinkLeft"))
    )
    driver.begin_recording()
    decoder.take(message("/VMC/Ext/Blend/Val", "Joy", 0.75))
    decoder.take(message("/VMC/Ext/Blend/Val", "Blink_L", 2.0))
    decoder.take(message("/VMC/Ext/Blend/Val", "unknown", 1.0))
    assert driver.pose(decoder.frame, 0.0) is None
    decoder.take(message("/VMC/Ext/Blend/Apply"))
    posed = driver.pose(decoder.frame, 1.0)
    assert posed is not None and posed.figure.pose.expressions == {"happy": 0.75, "blinkLeft": 1.0}
    decoder.take(message("/VMC/Ext/Blend/Val", "Joy", 0.0))
    decoder.take(message("/VMC/Ext/Blend/Apply"))
    driver.pose(decoder.frame, 1.5)
    recorded = driver.end_recording("face")
    assert recorded is not None
    smile = recorded[0].expressions["happy"].array[:, 0]
    assert (smile[0], smile[-1]) == (0.75, 0.0) and recorded[0].count == 31
    driver.figure = DrivenFigure(document)
    posed = driver.pose(decoder.frame, 2.0)
    assert posed is not None and posed.figure.pose.expressions == {"Blink_L": 1.0, "unknown": 1.0}
