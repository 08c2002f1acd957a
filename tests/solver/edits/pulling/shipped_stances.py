"""Figures in shipped poses, and where their bones begin."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from pantin import solver
from pantin.rigs import Document
from pantin.rigs.formats.pose import read_pose
from pantin.rigs.templates import humanoid
from pantin.solver.edits.poses.poses import mixed

FOLDER = Path(__file__).parents[4] / "resources" / "poses" / "humanoid"

STANDING = Document.of(humanoid.rig())


def posed(
    name: str, document: Document = STANDING, *, flip: bool = False, bones: tuple[str, ...] | None = None
) -> Document:
    """The figure in a pose of the library."""
    return mixed(document, read_pose(FOLDER / f"{name}.pose.json").pose, 1.0, flip=flip, bones=bones)


def head(document: Document, name: str) -> np.ndarray:
    """Return where a bone begins."""
    evaluated = solver.evaluate(document)
    return np.array(evaluated.heads[evaluated.index[name]])
