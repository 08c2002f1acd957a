"""Twice as many pixels: the picture has them all, and everything is hit where it is seen."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from pantin.viewport.values.colours import DARK


@pytest.fixture(scope="module")
def told(qapp) -> dict:
    """What a view on such a screen says of itself."""
    command = [sys.executable, "-m", "tests.viewport.scaled"]
    environment = {**os.environ, "QT_SCALE_FACTOR": "2"}
    ran = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=300)
    assert ran.returncode == 0, ran.stderr
    return json.loads(ran.stdout.splitlines()[-1])


def test_the_picture_has_every_pixel_of_the_screen(told: dict) -> None:
    assert told["view"] == [480, 400] and told["picture"] == [960, 800]


def test_the_axes_in_the_corner_are_seen_and_hit_at_the_same_place(told: dict) -> None:
    assert told["ball"] == pytest.approx(DARK.axis_z[:3], abs=24) and told["name"] == "Top"


def test_a_bone_is_hit_where_it_is_seen(told: dict) -> None:
    assert told["active"] == "head"
