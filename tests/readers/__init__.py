"""Readers of files that share nothing with the program: numpy and what the formats say."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from tests.readers.bvh import Bvh
from tests.readers.glb import Glb

Z_UP = np.array(((1.0, 0.0, 0.0), (0.0, 0.0, -1.0), (0.0, 1.0, 0.0)))
"""Turns a place of a file with Y up into one with Z up, the front at −Y."""


def places_in(path: Path) -> dict[str, np.ndarray]:
    """Return where each joint or node is in the frames of the first animation (f, 3), Z up; of one name, the joint."""
    if path.suffix == ".bvh":
        file = Bvh(path.read_text("utf-8"))
        worlds = dict(zip(file.names, file.worlds.swapaxes(0, 1), strict=True))
    else:
        worlds = Glb(path).moving()
    return {name: each[:, :3, 3] @ Z_UP.T for name, each in worlds.items()}
