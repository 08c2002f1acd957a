"""The key light follows the camera about the vertical, or stays."""

from __future__ import annotations

from math import radians

import numpy as np
import pytest
from msgspec.structs import replace

from pantin.viewport.scene.key_light import key_light
from pantin.viewport.scene.scene import Display
from pantin.viewport.values.camera import Camera
from tests.viewport.pictures import RIG, at_rest, figure_of, painted

YAWS = [radians(degree) for degree in (0, 17, 90, 180, 233, 359)]


@pytest.mark.parametrize("yaw", YAWS)
def test_the_light_comes_from_the_same_side_of_the_picture(yaw: float) -> None:
    camera = replace(Camera(), yaw=yaw)
    key, before = key_light(camera, fixed=False), key_light(Camera(), fixed=False)
    assert np.linalg.norm(key) == pytest.approx(1.0)
    assert key[2] == pytest.approx(before[2])
    assert camera.axes[0] @ key == pytest.approx(Camera().axes[0] @ before)


@pytest.mark.parametrize("yaw", YAWS)
def test_a_fixed_light_stays(yaw: float) -> None:
    fixed = key_light(replace(Camera(), yaw=yaw), fixed=True)
    np.testing.assert_array_equal(fixed, key_light(Camera(), fixed=True))
    x, y, z = fixed
    assert x > 0.2 and y < -0.2 and z > 0.5, "from above, ahead of the figure and to its left"


def test_the_back_of_the_figure_is_as_light_as_its_front_unless_the_light_is_fixed(qapp) -> None:
    front, back = Camera(), replace(Camera(), yaw=Camera().yaw + radians(180))

    def brightness(camera: Camera, fixed: bool) -> float:
        pixels = painted(at_rest(RIG, Display(fixed_light=fixed)), camera)
        return float(pixels[figure_of(pixels)].mean())

    assert brightness(back, fixed=False) > 0.9 * brightness(front, fixed=False)
    assert brightness(back, fixed=True) < 0.8 * brightness(front, fixed=True)
