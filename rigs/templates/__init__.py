"""The figures to start from. Each module draws one rig from a few measures; `resources/rigs` holds what they draw.

`python -m rigs.templates` writes the files anew.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rigs.rig import Rig
from rigs.templates import arm, humanoid, tentacle

TEMPLATES: Mapping[str, Callable[[], Rig]] = {
    "humanoid": humanoid.rig,
    "arm": arm.rig,
    "tentacle": tentacle.rig,
}
"""How to draw each figure, by the name of its file."""
