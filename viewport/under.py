"""What lies under the pointer: the axes in the corner, a part of the gizmo, or a bone."""

from __future__ import annotations

from dataclasses import dataclass

from viewport import gizmo
from viewport.camera import Lens
from viewport.picking import Hit, pick
from viewport.scene import Scene
from viewport.stage import Look
from viewport.tools import Tool, grip


@dataclass(frozen=True, slots=True)
class Under:
    """The first of the three that is there."""

    ball: str | None = None
    """The end of an axis, "x" or "-x"; empty among the axes but on none of their ends."""
    part: str | None = None
    """A part of the gizmo: "x", "yz", "centre"…"""
    hit: Hit | None = None
    """A bone."""

    @property
    def bone(self) -> str | None:
        """The bone's name."""
        return self.hit.bone if self.hit else None

    def same(self, other: Under) -> bool:
        """Whether the same thing is meant, at whatever place of it."""
        return (self.ball, self.part, self.bone) == (other.ball, other.part, other.bone)


def under(look: Look, scene: Scene, tool: Tool, lens: Lens, x: float, y: float) -> Under:
    """What lies under a pixel. `scene` is how `look` is drawn."""
    ball = gizmo.ball_at(lens, x, y)
    if ball is not None or gizmo.in_corner(lens, x, y):
        return Under(ball=ball or "")
    part = gizmo.part_at(gizmo_of(look, tool, lens), x, y)
    if part is not None:
        return Under(part=part)
    return Under(hit=pick(look, scene, lens, x, y))


def gizmo_of(look: Look, tool: Tool, lens: Lens) -> tuple[gizmo.Part, ...]:
    """The gizmo of a tool, on the bone that it would act on; nothing where there is none."""
    name = grip.lead(look.document)
    if not tool.gizmo or name is None:
        return ()
    if tool.gizmo == "move":
        return gizmo.moving(grip.moving_point(look, name), grip.WORLD, lens)
    return gizmo.turning(grip.head(look, name), grip.axes_of(look, name), lens)
