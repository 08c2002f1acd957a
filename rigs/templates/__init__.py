"""The figures to start from. Each module draws one rig from its measures; `resources/rigs` holds the usual ones.

`python -m pantin.rigs.templates` writes the files anew. A figure is one module, with its `Measures` and the function
`rig`, and one line in TEMPLATES.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import NamedTuple

import msgspec

from pantin.rigs.rig import Rig
from pantin.rigs.templates import (
    arm,
    biped,
    bird,
    hand,
    humanoid,
    quadruped,
    robot,
    tentacle,
)


class Template(NamedTuple):
    """A figure to start from: its measures with their defaults, and the function that makes its rig from them."""

    measures: type[msgspec.Struct]
    draw: Callable[..., Rig]

    def __call__(self) -> Rig:
        """The rig of the figure's file: with the usual measures, and handles for its limbs alone. It is drawn once."""
        return _usual(self.draw)


@cache
def _usual(draw: Callable[..., Rig]) -> Rig:
    return draw()


TEMPLATES: Mapping[str, Template] = {
    "humanoid": Template(humanoid.Measures, humanoid.rig),
    "biped": Template(biped.Measures, biped.rig),
    "quadruped": Template(quadruped.Measures, quadruped.rig),
    "bird": Template(bird.Measures, bird.rig),
    "hand": Template(hand.Measures, hand.rig),
    "robot_arm": Template(robot.Measures, robot.rig),
    "tentacle": Template(tentacle.Measures, tentacle.rig),
    "arm": Template(arm.Measures, arm.rig),
}
"""The figures, by the name of their file, in the order in which they are offered."""
