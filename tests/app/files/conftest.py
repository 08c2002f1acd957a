"""What the tests of files share."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6 import QtWidgets

from pantin import rigs
from pantin.rigs import Document
from tests.app.files.open_files import OpenFiles
from tests.rigs.samples import leg


@pytest.fixture
def open_files(qapp, qtbot) -> Iterator[OpenFiles]:
    top = QtWidgets.QWidget()
    made = OpenFiles(top, qtbot)
    yield made
    made.files.finish()
    top.deleteLater()


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    path = tmp_path / "leg.rig.json"
    rigs.write(Document.of(leg()), path)
    return path
