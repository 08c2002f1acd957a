"""A hand that is framed is seen whole."""

from __future__ import annotations

import numpy as np
import pytest

from pantin.viewport.navigation.steering import framed
from pantin.viewport.values.camera import Camera
from tests.app.person import sample
from tests.viewport.stages import look_at

WIDTH, HEIGHT = 800.0, 600.0
MARGIN = 40.0
"""What lies over the edges of a view is about so wide, pixels."""
ASIDE = 30.0
"""How far beside the middle of the picture that of the ends may be, pixels."""


@pytest.mark.parametrize(
    ("figure", "name", "ends"),
    [
        ("humanoid", "hand.L", ("index_3", "middle_3", "little_3", "thumb_3")),
        ("bird", "foot.R", ("toe_inner_2", "toe_middle_2", "toe_outer_2", "toe_back")),
    ],
)
def test_a_framed_hand_is_seen_with_its_fingers_and_a_foot_with_its_toes(
    figure: str, name: str, ends: tuple[str, ...]
) -> None:
    look = look_at(sample(figure))
    evaluated = look.evaluated
    camera = framed(Camera(), look, (name,), WIDTH, HEIGHT)
    rows = [evaluated.index[f"{end}{name[-2:]}"] for end in ends]
    seen = camera.project(np.array(evaluated.tails[rows]), WIDTH, HEIGHT)[:, :2]
    assert abs(seen[:, 0].min() + seen[:, 0].max() - WIDTH) / 2.0 < ASIDE
    assert ((seen > MARGIN) & (seen < (WIDTH - MARGIN, HEIGHT - MARGIN))).all()
