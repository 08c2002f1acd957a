"""Rest frames: what head, tail and roll mean, also where a bone has no direction or points straight down -Y."""

from __future__ import annotations

import pytest

from pantin.rigs import Bone
from pantin.rigs.rest import rest_height
from tests.others.samples import sample


def test_the_height_is_that_of_the_body_and_not_of_what_it_looks_at() -> None:
    """The eyes of this figure look at a point 5 m ahead; its file has the head at 1.42 m, and arms 1.5 m wide."""
    assert 1.4 < rest_height(sample("vrm/test.vrma").rig.bones) < 1.9
    apart = (Bone("left", head=(-2.0, 0.0, 0.0), tail=(-2.0, 1.0, 0.0)), Bone("right", head=(2.0, 0.0, 0.0)))
    assert rest_height(apart) == pytest.approx(4.0)
