"""What the tests of the view share: one on a real screen, in front of somebody who drives it."""

from __future__ import annotations

import pytest

from tests.viewport.driven import Driven, on_screen


@pytest.fixture
def driven(qtbot) -> Driven:
    driven = on_screen(qtbot)
    driven.view.setFocus()
    return driven
