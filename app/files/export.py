"""Writing a document; the ending of the name chooses the format. A pose file holds the solved pose."""

from __future__ import annotations

from pathlib import Path

from pantin import rigs, solver
from pantin.rigs.document import Document
from pantin.rigs.formats import pose
from pantin.solver import Evaluated
from pantin.solver.edits import posing

RIG, POSE, PICTURE = ".rig.json", ".pose.json", ".png"


def write(document: Document, path: Path) -> None:
    """Write `document` in the format that the ending of the name chooses."""
    if path.name.endswith(POSE):
        write_pose(document, solver.evaluate(document), path)
    else:
        rigs.write(document, path)


def write_pose(document: Document, evaluated: Evaluated, path: Path) -> None:
    """Write the solved pose: applied to the same rig without constraints it looks the same."""
    pose.write_pose(document.rig.name, posing.local_transforms(document, evaluated), path)
