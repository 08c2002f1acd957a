"""The target under the pointer: the axes in the corner, the edge of a limit, a part of the gizmo, or a bone."""

from __future__ import annotations

import msgspec
import numpy as np
from msgspec.structs import replace

from pantin.rigs.document import Document, End
from pantin.rigs.fields import AnyBone, BoneRef
from pantin.viewport.navigation import axes_corner
from pantin.viewport.picking import gizmo
from pantin.viewport.picking.figures import FigureHit
from pantin.viewport.picking.hands import taken
from pantin.viewport.picking.picking import ControlsFound, Hit, pick_joint
from pantin.viewport.scene.limits.limit_geometry import Edge
from pantin.viewport.scene.limits.limit_shapes import Title
from pantin.viewport.scene.needed_controls import needed
from pantin.viewport.scene.posed_rig import bone_marks
from pantin.viewport.scene.rig_arrays import rig_arrays
from pantin.viewport.scene.scene import DISPLAY, Display
from pantin.viewport.tools import select
from pantin.viewport.tools.curl import CURL, curls
from pantin.viewport.tools.drag_bone import DRAG_BONE
from pantin.viewport.tools.dragging import drag_target
from pantin.viewport.tools.dragging.events import Press, Settings
from pantin.viewport.tools.limit import LIMIT
from pantin.viewport.tools.tool import Operation, Tool
from pantin.viewport.values.camera import Lens
from pantin.viewport.values.overlay import NOTHING
from pantin.viewport.values.place import in_world
from pantin.viewport.values.stage import Look


class HoverTarget(msgspec.Struct, frozen=True):
    """The first of them that is under the pointer. Inside the rings of a gizmo a click still acts on the bone there."""

    ball: str | None = None
    """The end of an axis, "x" or "-x"; empty among the axes but on none of their ends."""
    part: str | None = None
    """A part of the gizmo: "x", "yz", "centre"…"""
    locked: str | None = None
    """A part of the gizmo that cannot be grabbed, because what it would change is locked."""
    pin: str | None = None
    """The bone whose push-pin it is."""
    title: Title | None = None
    """The title of a limit. A click is on it; a drag is of the bone behind it."""
    edge: Edge | None = None
    """An end of the range of a joint, which can be dragged."""
    hit: Hit | None = None
    """A bone."""
    other: FigureHit | None = None
    """A bone of a figure that is not edited."""

    @property
    def bone(self) -> str | None:
        """The bone's name."""
        return self.hit.bone if self.hit else None

    @property
    def any_bone(self) -> AnyBone | None:
        """The bone, of the figure that is edited or of another one."""
        return BoneRef(self.other.hit.bone, self.other.figure) if self.other else self.bone

    @property
    def figure(self) -> str | None:
        """The name of the other figure."""
        return self.other.figure if self.other else None

    def is_in(self, document: Document) -> bool:
        """Return whether the bone or push-pin is still there; the limit of a joint while its bone is selected."""
        rig = document.rig
        if self.edge is not None:
            return self.edge.bone in (*document.selected, document.active)
        if self.title is not None:
            return self.title.bone in (*document.selected, document.active)
        if self.pin is not None:
            return any(pin.bone == self.pin for pin in rig.pins)
        if self.other is not None:
            return any(each.name == self.figure for each in document.scene.figures)
        return self.bone is None or self.bone in rig.by_name

    def remaining_in(self, document: Document) -> HoverTarget:
        """The same, or nothing where it has gone."""
        return self if self.is_in(document) else HoverTarget()

    @property
    def ends(self) -> tuple[End, ...]:
        """The ends of the joint; empty where it is no joint."""
        return self.hit.ends if self.hit else ()

    @property
    def grabs(self) -> bool:
        """Return whether a drag from here grabs something."""
        return self.part is not None or self.edge is not None or self.hit is not None

    def same(self, other: HoverTarget) -> bool:
        """Return whether it is the same target, at whatever point of it."""
        alike = replace(self, hit=None, other=None) == replace(other, hit=None, other=None)
        return alike and (self.bone, self.ends, self.figure) == (other.bone, other.ends, other.figure)


def on_target(press: Press, target: HoverTarget) -> Press:
    """The press, directed at this target."""
    return replace(press, hit=target.hit, part=target.part, edge=target.edge)


def dragged_from(tool: Tool, target: HoverTarget, press: Press, look: Look) -> Operation | None:
    """Return the operation of a press on this target with a tool; None from what is only clicked."""
    if target.edge is not None and tool.placing is None:
        return LIMIT
    if curls_with(tool, target, press.settings, look):
        return CURL
    if target.grabs or tool.placing is not None:
        return tool.operation
    if target.locked is not None or target.pin is not None or target.title is not None:
        return None
    return select.LASSO if press.held.ctrl else select.BOX


def curls_with(tool: Tool, target: HoverTarget, settings: Settings, look: Look) -> bool:
    """Return whether a drag from this target with a tool curls a finger; one that is small is dragged for its hand."""
    return tool.operation is DRAG_BONE and settings.auto_ik and target.part is None and curls(look, target.hit)


def hover_target(
    look: Look, parts: tuple[gizmo.Part, ...], lens: Lens, x: float, y: float, display: Display
) -> HoverTarget:
    """The target under a pixel; `parts` are those of the gizmo."""
    ball = axes_corner.ball_at(in_world(look.document.figure, lens), x, y)
    if ball is not None:
        return HoverTarget(ball=ball)
    part = gizmo.part_at(parts, x, y)
    if part is None:
        return HoverTarget(hit=grabbed(look, lens, x, y, display))
    if part.locked:
        return HoverTarget(locked=part.name)
    return HoverTarget(part=part.name, hit=grabbed(look, lens, x, y, display) if part.behind else None)


def grabbed(look: Look, lens: Lens, x: float, y: float, display: Display = DISPLAY) -> Hit | None:
    """Return the bone under a pixel, a hand for its small fingers; in the rest pose the joint before the bone."""
    joint = pick_joint(look.document.rig, lens, x, y) if look.in_rest_pose else None
    return joint or taken(look, lens, x, y, controls_found(look, display))


def controls_found(look: Look, display: Display) -> ControlsFound:
    """Return the controls that can be hit. Bones come before what only the pointer would bring up."""
    if display.alone and not look.in_rest_pose:
        return ControlsFound(np.zeros(len(look.document.rig.bones), dtype=np.bool_), hidden=False)
    marks = bone_marks(look.document, rig_arrays(look.document.rig, look.in_rest_pose), NOTHING, None)
    return ControlsFound(needed(look.document.rig, marks, display, look.in_rest_pose).controls)


def gizmo_of(look: Look, tool: Tool, settings: Settings, lens: Lens) -> tuple[gizmo.Part, ...]:
    """The gizmo of a tool, on the bones that it would act on; nothing where there is none, or behind the eye."""
    name = drag_target.active_bone(look.document)
    arrays = rig_arrays(look.document.rig)
    if not tool.gizmo or name is None or arrays.hidden[arrays.row[name]]:
        return ()
    pivot = drag_target.moving_pivot if tool.gizmo == "move" else drag_target.pivot_point
    place = pivot(look, name, settings.pivot)
    if lens.project(place)[0, 2] <= lens.camera.near:
        return ()
    shape = {"move": gizmo.moving, "rotate": gizmo.turning, "scale": gizmo.sizing}[tool.gizmo]
    locked = drag_target.locked_axes(look.document, name, tool.gizmo)
    if look.in_rest_pose or (settings.orientation != "local" and not all(locked)):
        locked = gizmo.NONE_LOCKED
    return shape(place, drag_target.orientation_axes(look, name, settings.orientation, lens), lens, locked)
