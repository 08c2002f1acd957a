"""The figures to start from. Each module draws one rig from its measures; `resources/rigs` holds the usual ones.

`python -m pantin.rigs.templates` writes the files anew. A figure is one module, with its `Measures` and the function
`rig`, and one line in TEMPLATES.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import NamedTuple

import msgspec

from pantin.rigs.figure import Figure
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
    """A figure to start from: its title, its measures with their defaults, and what draws its rig from them."""

    title: str
    measures: type[msgspec.Struct]
    draw: Callable[..., Rig]

    def __call__(self) -> Rig:
        """Return the rig of the figure's file: with the usual measures, and handles for its limbs alone.

        It is drawn once.
        """
        return _usual(self.draw)

    def figure(self, measures: msgspec.Struct | None = None) -> Figure:
        """Return the figure at rest, with these measures or the usual ones."""
        return Figure(name=self.title, rig=self() if measures is None else self.draw(measures))


@cache
def _usual(draw: Callable[..., Rig]) -> Rig:
    return draw()


TEMPLATES: Mapping[str, Template] = {
    "humanoid": Template("Humanoid", humanoid.HumanoidMeasures, humanoid.rig),
    "biped": Template("Biped", biped.BipedMeasures, biped.rig),
    "quadruped": Template("Quadruped", quadruped.QuadrupedMeasures, quadruped.rig),
    "bird": Template("Bird", bird.BirdMeasures, bird.rig),
    "hand": Template("Hand", hand.HandMeasures, hand.rig),
    "robot_arm": Template("Robot arm", robot.RobotMeasures, robot.rig),
    "tentacle": Template("Tentacle", tentacle.TentacleMeasures, tentacle.rig),
    "arm": Template("Single arm", arm.ArmMeasures, arm.rig),
}
"""The figures, by the name of their file, in the order in which they are offered."""
