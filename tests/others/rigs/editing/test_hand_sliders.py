"""Each slider moves what it names and nothing else, on hands of other people's skeletons."""

from __future__ import annotations

import pytest

from tests.others.rigs.hands import path_of
from tests.rigs.editing import test_hand_sliders as ours

ANYBODY = ("vrm/cool_loops.vrm", "bvh/geno_stance.bvh", "bvh/mh_tpose.bvh", "vrm/debug_robot.vrm")


@pytest.mark.parametrize("name", ANYBODY)
@pytest.mark.parametrize("kind", ours.RIGS)
def test_a_finger_is_curled_by_its_own_slider_alone(name: str, kind: str) -> None:
    ours.test_a_finger_is_curled_by_its_own_slider_alone(path_of(name), kind)


@pytest.mark.parametrize("name", ANYBODY)
@pytest.mark.parametrize("kind", ours.RIGS)
def test_spread_moves_fingers_apart_and_leaves_curl_and_thumb_alone(name: str, kind: str) -> None:
    ours.test_spread_moves_fingers_apart_and_leaves_curl_and_thumb_alone(path_of(name), kind)


@pytest.mark.parametrize("name", ANYBODY)
@pytest.mark.parametrize("kind", ours.RIGS)
def test_left_and_right_do_the_same_whatever_the_rolls(name: str, kind: str) -> None:
    ours.test_left_and_right_do_the_same_whatever_the_rolls(path_of(name), kind)


@pytest.mark.parametrize("name", ANYBODY)
def test_sliders_stay_within_the_limits_of_people(name: str) -> None:
    ours.test_sliders_stay_within_the_limits_of_people(path_of(name))
