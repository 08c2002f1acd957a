"""Pictures of the ground by real OpenGL: grey where it is seen, and before the figure where it stands there."""

from __future__ import annotations

import numpy as np
import pytest

from pantin.rigs.document import Document
from pantin.rigs.editing.grounds import with_ground
from pantin.rigs.ground.kinds import Floor, Ground, Steps
from pantin.viewport.scene.scene import Display
from tests.viewport.pictures import REST, RIG, FixedPose, at, painted, scene

FIGURE = Document(RIG)


@pytest.fixture(autouse=True)
def screen(qapp) -> None:
    """A real screen with OpenGL."""


def standing_on(ground: Ground) -> np.ndarray:
    return painted(scene(with_ground(FIGURE, ground), FixedPose(REST), display=Display(alone=True)))


def test_the_ground_is_neutral_grey_and_hidden_with_its_eye() -> None:
    aside = (0.9, -0.4, 0.0)
    shown, hidden = at(standing_on(Floor()), aside), at(standing_on(Floor(hidden=True)), aside)
    assert np.ptp(shown) < 16
    assert shown.mean() > hidden.mean() + 8


def test_a_high_step_before_the_figure_hides_its_legs() -> None:
    knee = (0.1, -0.05, 0.5)
    legs, hidden = at(standing_on(Floor()), knee), at(standing_on(Steps(rise=1.0, start=0.5, count=1)), knee)
    assert int(legs[0]) - int(legs[2]) > 20
    assert np.ptp(hidden) < 16


def test_the_shadow_lies_on_the_ground_where_that_is() -> None:
    low, raised = standing_on(Floor()), standing_on(Floor(height=0.0005))
    assert np.abs(low.astype(int) - raised.astype(int)).mean() < 2.0
    under = (-0.3, 0.36, 0.0)
    assert at(low, under).mean() < at(low, (0.9, -0.4, 0.0)).mean() - 5
