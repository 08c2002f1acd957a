"""Each slider moves what it names and nothing else, on hands of other people's skeletons."""

from __future__ import annotations

import pytest

from tests.others.rigs.hands import path_of
from tests.rigs.editing.slider_checks import (
    RIGS,
    check_a_finger_is_curled_alone,
    check_left_and_right_do_the_same,
    check_sliders_stay_within_limits,
    check_spread_moves_fingers_apart,
)

ANYBODY = ("vrm/cool_loops.vrm", "bvh/geno_stance.bvh", "bvh/mh_tpose.bvh", "vrm/debug_robot.vrm")


@pytest.mark.parametrize("name", ANYBODY)
@pytest.mark.parametrize("kind", RIGS)
def test_a_finger_is_curled_by_its_own_slider_alone(name: str, kind: str) -> None:
    check_a_finger_is_curled_alone(path_of(name), kind)


@pytest.mark.parametrize("name", ANYBODY)
@pytest.mark.parametrize("kind", RIGS)
def test_spread_moves_fingers_apart_and_leaves_curl_and_thumb_alone(name: str, kind: str) -> None:
    check_spread_moves_fingers_apart(path_of(name), kind)


@pytest.mark.parametrize("name", ANYBODY)
@pytest.mark.parametrize("kind", RIGS)
def test_left_and_right_do_the_same_whatever_the_rolls(name: str, kind: str) -> None:
    check_left_and_right_do_the_same(path_of(name), kind)


@pytest.mark.parametrize("name", ANYBODY)
def test_sliders_stay_within_the_limits_of_people(name: str) -> None:
    check_sliders_stay_within_limits(path_of(name))
