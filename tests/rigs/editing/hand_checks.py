"""What is asked of the sliders of any hands, of a figure given by its name or the path of its file."""

from __future__ import annotations

import numpy as np
import pytest

from pantin.rigs.document import Document
from pantin.rigs.editing.hands.sliders import (
    sliders_of,
    value_of,
    with_slider,
)
from pantin.rigs.euler import bend_twist_sway
from pantin.rigs.fitting.hand_joints import HandJoints
from tests.rigs.hands import document_of, hands, tips

STEPS = np.linspace(0.0, 1.0, 9)
EXACT = 1e-6


def bent(document: Document, joints: HandJoints) -> list[float]:
    """Return how far each phalanx but those of the thumb is turned about the axis on which it curls."""
    found = []
    for finger, chain in joints.fingers.items():
        for each in chain if finger != "thumb" else ():
            bend, _, sway = bend_twist_sway(document.figure.transform(each.bone).rotation)
            found.append(float(each.curl.axis @ (bend, 0.0, sway)))
    return found


def check_fingers_curl_into_the_palm(name: str) -> None:
    for joints in hands(name):
        wrist = document_of(name).rig.by_name[joints.hand.bone].head
        size = 2.0 * np.linalg.norm(joints.palm.middle - wrist)
        posed = [with_slider(document_of(name), joints, "curl", value) for value in STEPS]
        swept = [tips(each, joints) for each in posed]
        for finger in joints.fingers.keys() - {"thumb"}:
            knuckle = np.array(document_of(name).rig.by_name[joints.fingers[finger][0].bone].head)
            away = [np.linalg.norm(at[finger] - (knuckle - 0.25 * size * joints.palm.along)) for at in swept]
            assert np.all(np.diff(away) < 0.0), finger
            before = [(at[finger] - knuckle) @ joints.palm.out for at in swept]
            assert min(before) >= min(before[0], 0.0)
        assert min(np.diff([bent(each, joints) for each in posed], axis=0).min(axis=0)) >= 0.0


def check_the_thumb_goes_before_the_palm(name: str) -> None:
    for joints in (each for each in hands(name) if "thumb" in each.fingers):
        ends = [tips(with_slider(document_of(name), joints, "thumb", value), joints)["thumb"] for value in STEPS]
        assert np.all(np.diff([end @ joints.palm.thumb for end in ends[2:]]) < 0.0)
        assert (ends[-1] - joints.palm.middle) @ joints.palm.out > 0.0


def check_what_is_set_is_read_back(name: str, value: float) -> None:
    for joints in hands(name):
        for slider in sliders_of(joints):
            document = with_slider(document_of(name), joints, slider, value)
            assert value_of(document.figure, joints, slider) == pytest.approx(value, abs=EXACT), slider
