"""Files of every program, each written once."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.dialects.programs import DIALECTS


@pytest.fixture(scope="session")
def file_of(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """Return the path of the file of a dialect, which nobody changes."""
    files: dict[str, Path] = {}

    def written(name: str) -> Path:
        if name not in files:
            files[name] = DIALECTS[name].written(tmp_path_factory.mktemp("dialect"))
        return files[name]

    return written
