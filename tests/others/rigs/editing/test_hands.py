"""Hands of other people's skeletons do what their sliders say: fingers go into the palm, and none bends back."""

from __future__ import annotations

import pytest

from pantin.rigs.fitting.hand_joints import SLIDER_LEAST
from tests.others.rigs.hands import OTHERS, path_of
from tests.rigs.editing.hand_checks import (
    check_fingers_curl_into_the_palm,
    check_the_thumb_goes_before_the_palm,
    check_what_is_set_is_read_back,
)


@pytest.mark.parametrize("name", OTHERS)
def test_fingers_curl_into_the_palm_and_none_bends_back(name: str) -> None:
    check_fingers_curl_into_the_palm(path_of(name))


@pytest.mark.parametrize("name", OTHERS)
def test_the_thumb_goes_before_the_palm_and_across_it(name: str) -> None:
    check_the_thumb_goes_before_the_palm(path_of(name))


@pytest.mark.parametrize("name", OTHERS)
@pytest.mark.parametrize("value", [SLIDER_LEAST, -0.07, 0.0, 0.4, 1.0])
def test_what_is_set_is_read_back_off_the_pose(name: str, value: float) -> None:
    check_what_is_set_is_read_back(path_of(name), value)
