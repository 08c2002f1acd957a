"""Writing a document by the ending of a name (`rigs.formats`), evaluated for the formats that hold what one sees."""

from __future__ import annotations

from pathlib import Path

from pantin import rigs, solver
from pantin.rigs.document import Document
from pantin.rigs.formats import format_of, pose
from pantin.solver import Evaluated
from pantin.solver.edits import posing

RIG, POSE, PICTURE = ".rig.json", ".pose.json", ".png"


def write(document: Document, path: Path) -> None:
    """Write `document` in the format that the name asks for."""
    found = format_of(path)
    if found is not None and found.write_posed is not None:
        transforms = posing.local_transforms(document, solver.evaluate(document))
        found.write_posed(document.rig.name, transforms, path)
    else:
        rigs.write(document, path)


def write_pose(document: Document, evaluated: Evaluated, path: Path) -> None:
    """Write the solved pose: applied to the same rig without constraints it looks the same."""
    pose.write_pose(document.rig.name, posing.local_transforms(document, evaluated), path)
