"""The pointer over the picture: what lies under it, and the target among several things behind each other.

A second click at the same place takes the bone behind the one that the first took. From then on that bone is what lies
there, for dragging too, until the pointer goes away.
"""

from __future__ import annotations

from math import hypot

import msgspec
from msgspec.structs import replace

from pantin.rigs.rig import Rig
from pantin.solver import Posed
from pantin.viewport.interaction.gestures import Gesture
from pantin.viewport.interaction.hover_target import HoverTarget, controls_found, gizmo_of, hover_target
from pantin.viewport.interaction.pin_badges import pin_at
from pantin.viewport.picking.figures import pick_other
from pantin.viewport.picking.gizmo import Part
from pantin.viewport.picking.hands import all_taken
from pantin.viewport.picking.picking import REACH_OVER_BODY, Hit
from pantin.viewport.scene.limits.limit_geometry import LimitGeometry, edge_at, limit_geometries
from pantin.viewport.scene.limits.limit_shapes import at_limit, title_at
from pantin.viewport.scene.scene import Display, ShownLimits
from pantin.viewport.tools.dragging.events import CLICK, Press, Settings
from pantin.viewport.tools.tool import Tool
from pantin.viewport.values.camera import Lens
from pantin.viewport.values.clearing import Room
from pantin.viewport.values.stage import Look


class ViewState(msgspec.Struct, frozen=True, eq=False):
    """The state that decides what can lie under the pointer: what is on screen, the tool with its settings, and the
    drag that goes on.
    """

    look: Look
    lens: Lens
    tool: Tool
    settings: Settings
    display: Display
    gesture: Gesture | None
    floats: tuple[Room, ...] = ()
    """The rectangles of what lies over the view, pixels."""

    @property
    def alone(self) -> bool:
        """Return whether the figure is shown without any control."""
        return self.display.alone and not self.look.in_rest_pose

    @property
    def drags_limit(self) -> bool:
        """Return whether the edge of a limit is dragged."""
        return self.gesture is not None and self.gesture.press.edge is not None


class _FoundLimits(msgspec.Struct, frozen=True, eq=False):
    """The limits of a pose, and what they were found for."""

    look: Look
    lens: Lens
    wanted: ShownLimits
    found: tuple[LimitGeometry, ...]

    def holds_for(self, look: Look, lens: Lens, wanted: ShownLimits) -> bool:
        """Return whether they are found again there."""
        before, document = self.look.document, look.document
        return (
            before.rig.bones is document.rig.bones
            and before.rig.collections is document.rig.collections
            and self.look.evaluated is look.evaluated
            and (before.selected, before.active) == (document.selected, document.active)
            and (self.lens, self.wanted) == (lens, wanted)
        )


class Hover:
    """One pointer over one view. What it finds is kept until something that it depends on changes."""

    def __init__(self) -> None:
        self._clicked: tuple[float, float, str] | None = None
        self._gizmo_pose: Posed | None = None
        self._gizmo: tuple[tuple[object, ...], tuple[Part, ...]] = ((), ())
        self._limits: _FoundLimits | None = None

    def gizmo(self, state: ViewState) -> tuple[Part, ...]:
        """The parts of the gizmo where it is now."""
        look, document = state.look, state.look.document
        if state.alone:
            return ()
        key = (document.selected, document.active, state.tool.name, state.settings, state.lens)
        if self._gizmo_pose is not look.evaluated or self._gizmo[0] != key:
            parts = gizmo_of(look, state.tool, state.settings, state.lens)
            self._gizmo_pose, self._gizmo = look.evaluated, (key, parts)
        return self._gizmo[1]

    def limits(
        self, state: ViewState, at: tuple[float, float] | None, over: str | None = None
    ) -> tuple[LimitGeometry, ...]:
        """The joints whose limits are drawn while the pointer is there, or nowhere over the picture.

        Where controls come when they are needed, so do those of the active bone: while its joint is pointed at or
        held, or at its limit; not while the pointer is `over` another bone of the body. While one is dragged, they are
        drawn where the bones were at the press.
        """
        look, gesture, display = state.look, state.gesture, state.display
        if state.tool.placing is not None or (look.in_rest_pose and gesture is not None and not state.drags_limit):
            return ()
        if gesture is not None and state.drags_limit:
            look = msgspec.structs.replace(look, evaluated=gesture.look.evaluated)
        found = () if state.alone else self._limit_geometries(look, state.lens, display.limits)
        asked = display.controls == "always" or display.limits == "selected"
        if asked or look.in_rest_pose or state.drags_limit:
            return found
        candidates = (one for one in found if not _is_another(look.document.rig, over, one.bone.name))
        near = {one.bone.name for one in candidates if self._is_near(one, state, at)}
        return tuple(one for one in found if at_limit(one) or one.own is not None or one.bone.name in near)

    def _is_near(self, joint: LimitGeometry, state: ViewState, at: tuple[float, float] | None) -> bool:
        """Return whether a joint is pointed at, its fan included, so that its grips can be reached; or held."""
        if state.gesture is not None:
            hit = state.gesture.press.hit
            return hit is not None and hit.bone == joint.bone.name
        return at is not None and joint.is_under(state.lens, at)

    def limits_have_grips(self, state: ViewState) -> bool:
        """Return whether limits can be grabbed: while another thing is dragged, or has its gizmo there, they cannot."""
        return state.drags_limit if state.gesture is not None else not self.gizmo(state)

    def at(self, state: ViewState, x: float, y: float) -> HoverTarget:
        """Return what lies under a pixel."""
        found, limits = self._found(state, x, y), self.limits(state, (x, y))
        edge = edge_at(limits, state.lens, x, y) if self.limits_have_grips(state) else None
        if edge and _is_another(state.look.document.rig, found.bone, edge.bone):
            edge = edge_at(limits, state.lens, x, y, REACH_OVER_BODY)
        if edge and not found.ends:
            return HoverTarget(edge=edge)
        over = found.ball is not None or found.part is not None or found.locked is not None
        if not (over or state.alone or state.tool.placing or state.look.in_rest_pose):
            title = title_at(limits, state.lens, x, y, self.limits_have_grips(state), state.floats)
            if title is not None:
                return HoverTarget(title=title, hit=found.hit)
        if over or state.alone or state.tool.placing:
            return found
        pin = pin_at(state.look, state.lens, x, y)
        if pin is not None:
            return HoverTarget(pin=pin)
        other = pick_other(state.look, state.lens, x, y, found.hit)
        return found if other is None else HoverTarget(other=other)

    def clicked_press(self, state: ViewState, press: Press) -> Press:
        """The press with the bone that a click takes. A plain one where the last took a bone takes the one behind."""
        if press.hit is None or press.held.shift or press.held.ctrl:
            return press
        return msgspec.structs.replace(press, hit=self._clicked_hit(state, press.hit, press.x, press.y))

    def _clicked_hit(self, state: ViewState, hit: Hit, x: float, y: float) -> Hit:
        look = state.look
        if hit.ends:
            return hit
        if self._clicked_near(x, y) == hit.bone and look.document.selected == (hit.bone,):
            every = all_taken(look, state.lens, x, y, controls_found(look, state.display))
            bones = [one.bone for one in every]
            if hit.bone in bones:
                hit = every[(bones.index(hit.bone) + 1) % len(every)]
        self._clicked = (x, y, hit.bone)
        return hit

    def forget_click(self) -> None:
        """The next click takes what lies in front again."""
        self._clicked = None

    def _found(self, state: ViewState, x: float, y: float) -> HoverTarget:
        """The same without limits; the bone that was clicked here last comes before those in front of it."""
        found = hover_target(state.look, self.gizmo(state), state.lens, x, y, state.display)
        clicked = self._clicked_near(x, y)
        if clicked is None or found.hit is None or found.ends or found.bone == clicked:
            return found
        every = all_taken(state.look, state.lens, x, y, controls_found(state.look, state.display))
        hit = next((hit for hit in every if hit.bone == clicked), None)
        return replace(found, hit=hit or found.hit)

    def _clicked_near(self, x: float, y: float) -> str | None:
        """The bone that the last click took, if that was here."""
        if self._clicked is not None and hypot(x - self._clicked[0], y - self._clicked[1]) > CLICK:
            self._clicked = None
        return self._clicked[2] if self._clicked is not None else None

    def _limit_geometries(self, look: Look, lens: Lens, wanted: ShownLimits) -> tuple[LimitGeometry, ...]:
        if self._limits is None or not self._limits.holds_for(look, lens, wanted):
            self._limits = _FoundLimits(look, lens, wanted, limit_geometries(look, lens, wanted))
        return self._limits.found


def _is_another(rig: Rig, name: str | None, joint: str) -> bool:
    """Return whether what lies under the pointer is a bone of the body other than that of a joint."""
    bone = rig.by_name.get(name or "")
    return bone is not None and bone.name != joint and bone.kind == "bone"
