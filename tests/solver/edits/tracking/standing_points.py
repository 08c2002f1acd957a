"""Points of somebody who stands, and points elsewhere."""

from __future__ import annotations

import numpy as np
from msgspec.structs import replace

from pantin import read
from pantin.resources import FOLDER
from pantin.rigs import Document
from pantin.rigs.tracking.points import Calibration, Point, Points
from pantin.rigs.vectors import three
from pantin.solver.edits.tracking.calibration import by_height
from pantin.solver.edits.tracking.stance import body_of
from tests.solver.edits.tracking.followed import SIX

HUMANOID = FOLDER / "rigs" / "humanoid.rig.json"


def standing() -> tuple[Document, Calibration, Points]:
    """The sample figure without handles in its stance, with a point on each joint."""
    document = read(HUMANOID)
    document = document.with_rig(document.rig.changed(constraints=()))
    body = body_of(document.rig)
    calibration = replace(by_height(body), scale=1.0)
    return document, calibration, {part: Point(three(body.at[part])) for part in SIX}


def moved(point: Point, by: tuple[float, float, float]) -> Point:
    return replace(point, position=three(np.add(point.position, by)))
