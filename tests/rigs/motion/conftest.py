"""Whom the poses that come with Pantin are of."""

from __future__ import annotations

import pytest

from pantin import rigs
from pantin.app.pose_library.shipped_person import POSED
from pantin.rigs.motion.person import Person, person_in


@pytest.fixture(scope="module")
def source() -> Person:
    found = person_in(rigs.read(POSED).figure)
    assert found is not None
    return found
