"""The figures to start from. Each module draws one rig from a few measures; `resources/rigs` holds what they draw.

`python -m rigs.templates` writes the files anew. A figure is one module and one line in TEMPLATES.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rigs.rig import Rig
from rigs.templates import arm, biped, hand, humanoid, quadruped, robot, tentacle

TEMPLATES: Mapping[str, Callable[[], Rig]] = {
    "humanoid": humanoid.rig,
    "biped": biped.rig,
    "quadruped": quadruped.rig,
    "hand": hand.rig,
    "robot_arm": robot.rig,
    "tentacle": tentacle.rig,
    "arm": arm.rig,
}
"""How to draw each figure, by the name of its file, in the order in which they are offered."""
