"""What the tests of the view share: one on a real screen, in front of somebody who drives it."""

from __future__ import annotations

import pytest

from tests.viewport.driven import Driven


@pytest.fixture
def driven(qtbot) -> Driven:
    driven = Driven()
    qtbot.addWidget(driven.view)
    driven.view.resize(886, 682)
    driven.stage.show()
    with qtbot.waitExposed(driven.view):
        driven.view.show()
    driven.view.setFocus()
    return driven
