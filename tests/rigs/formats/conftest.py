"""Files that tests write and open."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pantin import rigs
from pantin.rigs.figure import Figure


@pytest.fixture
def opened(tmp_path: Path):
    """Opens a glTF that the test describes."""

    def read(plain: dict) -> Figure:
        path = tmp_path / "figure.gltf"
        path.write_text(json.dumps(plain), "utf-8")
        return rigs.read(path).figure

    return read
