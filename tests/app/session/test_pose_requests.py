"""What comes of a request is made on the worker, and with it what takes the drawing thread longest."""

from __future__ import annotations

from unittest.mock import patch

from pantin.app.session.pose_requests import MANY, Request, posed
from pantin.rigs.document import Document
from pantin.viewport.figure import mannequin as growing
from tests.rigs.skeletons import row_of


def test_the_figure_of_many_bones_is_grown_when_it_is_posed() -> None:
    rig = row_of(MANY + 1)
    assert posed(Request(Document(rig=rig))).document.rig is rig
    with patch.object(growing, "_grow") as grow:
        assert len(growing.mannequin(rig).boxes) == len(rig.bones)
    assert not grow.called
