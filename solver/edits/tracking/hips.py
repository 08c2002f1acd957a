"""Where hips are that nobody tracks: below the head, facing where head and hands do.

Measured on people who walk and dance, the distance from the hips to the head hardly changes: a back bends but is not
pressed together. So hips hang below the head at the length of the stance, leaning a little, and more when it is low.
"""

from __future__ import annotations

from math import hypot

import numpy as np

from pantin.rigs.vectors import Matrix, Vector
from pantin.solver.edits.tracking.feet import Feet, eased_heading, mean_heading
from pantin.solver.edits.tracking.stance import FORWARD, LEFT, UP, Body
from pantin.solver.edits.tracking.turns import about_up, heading_of, length, rotation, swing_matrix

LEAN = 0.05
"""Radians: people stand and walk with the head a little before the hips."""
STOOP = 1.0
"""Radians for each height that the head comes down: knees and back share a bow about evenly."""
FREE = 0.05
"""Heights that the head comes down by the knees alone."""
SETTLING = 0.3
"""Seconds in which the hips turn after head and hands, so that a look aside turns the head alone."""
APART = 0.25
"""Heights: hands that are so far apart tell where the chest faces as well as the head does."""
HANDS = 0.5
"""Their share of it then. Heads are turned aside for long; the line of the hands swings about where one walks to."""


def heading(
    body: Body, head: Matrix, hands: tuple[Vector, Vector] | None, before: Feet | None, seconds: float
) -> float:
    """Where the hips face, radians about Z from -Y."""
    found = heading_of(head @ FORWARD)
    if hands is not None:
        x, y, _z = (hands[0] - hands[1]).tolist()
        share = HANDS * min(1.0, hypot(x, y) / (APART * body.height))
        found = mean_heading(found, float(np.arctan2(y, x)), share)
    return found if before is None else eased_heading(before.heading, found, seconds, SETTLING)


def below(body: Body, head: Vector, facing: float) -> tuple[Vector, Matrix]:
    """The place of what moves all and its turn, below a head."""
    stance = body.at["head"] - body.at["hips"] + body.to_hips
    far = length(stance)
    down = max(0.0, (body.height - float(head[2])) / body.height - FREE)
    turn = about_up(facing) @ rotation((LEAN + STOOP * down) * LEFT) @ swing_matrix(stance / far, UP)
    return head - turn @ stance, turn
