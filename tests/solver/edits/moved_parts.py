"""By how much fitting controls moved a figure."""

from __future__ import annotations

import numpy as np

from pantin import solver
from pantin.rigs.document import Document


def moved(before: Document, after: Document) -> dict[str, float]:
    """By how much the bones of `before` stand otherwise in `after`, those that do."""
    was, now = solver.evaluate(before), solver.evaluate(after)
    apart = {name: np.abs(now.matrix(name) - was.matrix(name)).max() for name in was.names if name in now.index}
    return {name: float(by) for name, by in apart.items() if by > 1e-6}
