"""What the tests of the tree share: the panel with one arm, and what it asks for."""

from __future__ import annotations

import pytest

from pantin.rigs.document import Document
from pantin.widgets.hierarchy.hierarchy import Hierarchy
from tests.widgets.hierarchy.trees import ARM


@pytest.fixture
def panel(shown) -> Hierarchy:
    panel = Hierarchy()
    panel.show_document(Document.of(ARM))
    shown(panel, 244, 500)
    return panel


@pytest.fixture
def said(panel, heard) -> list:
    return heard(selected=panel.selection_asked, renamed=panel.rename_asked, hovered=panel.hovered)
