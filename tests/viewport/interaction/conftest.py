"""What the tests of the interaction share."""

from __future__ import annotations

import pytest

from tests.viewport.controller_driver import Driver


@pytest.fixture
def driver() -> Driver:
    return Driver()
