"""What the tests of constraint cards share: the panel of properties on a bone with a stack of cards."""

from __future__ import annotations

import pytest
from PySide6.QtTest import QTest

from pantin.widgets.properties.properties import Properties
from tests.widgets.constraints.stacked import STACKED
from tests.widgets.stage import UNFOLDED, Stage, document_with


@pytest.fixture
def panel(shown) -> Properties:
    panel = Properties()
    panel.folds = UNFOLDED
    shown(panel, 308, 900)
    return panel


@pytest.fixture
def stage(panel) -> Stage:
    stage = Stage(panel, document_with("forearm.L", rig=STACKED))
    QTest.qWait(50)
    return stage
