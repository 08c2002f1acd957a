"""What the tests of numbers share: a field of degrees on the screen, and what it says."""

from __future__ import annotations

from math import radians

import pytest

from pantin.widgets.numbers.number_field import NumberField
from pantin.widgets.values.quantity import degrees


@pytest.fixture
def field(shown) -> NumberField:
    field = NumberField(degrees(radians(-360), radians(360)))
    field.show_value(radians(12))
    shown(field, 160, 24)
    return field


@pytest.fixture
def said(field, heard) -> list:
    return heard(scrubbed=field.scrubbed, committed=field.committed, cancelled=field.cancelled)
