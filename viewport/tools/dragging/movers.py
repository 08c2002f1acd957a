"""Plain moving, without IK: free bones move, bones that hang on their parent swing about their heads.

While the rest pose is edited, joints and whole bones move.

A bone that IK holds would not show that it was moved: its handle, or inside a limb its pole, moves instead. An elbow or
knee swings to where it is pulled. Offsets are (3,) in armature space, metres.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

import msgspec
import numpy as np
from numpy.typing import NDArray

from pantin.rigs.editing.building.ends import joint, single_joint_held
from pantin.rigs.tree.traversal import hangs, topmost
from pantin.solver.edits import auto_ik as pulling
from pantin.solver.edits.limbs import limb_drags
from pantin.solver.edits.posing import posing
from pantin.viewport.messages import _
from pantin.viewport.tools.dragging import drag_target, rest_transforms
from pantin.viewport.tools.dragging.drag_axes import DragAxes
from pantin.viewport.tools.dragging.events import Event, Press
from pantin.viewport.tools.dragging.rotation_sources import rotation_sources
from pantin.viewport.tools.dragging.snapping import snapped
from pantin.viewport.values.overlay import NOTHING, Overlay
from pantin.viewport.values.stage import Look, Moved

Array = NDArray[np.float64]

JOINT = 0.35
"""The last bone of a limb pressed nearer to its head than this part of its length is held by the joint there."""

SHORTEST_LEVER = 0.3
"""A bone grabbed closer to its head than this part of its length swings as if it were grabbed there."""


class PlainMover(msgspec.Struct, frozen=True, eq=False, dict=True):
    """Moves bones without IK. `reach`: how much farther their tails go than the point that is dragged."""

    look: Look
    press: Press
    reach: float
    movers: Mapping[str, str] = msgspec.field(default_factory=dict)
    """The bones that move, each with the selected one whose axes it goes along."""
    reaching: None = None

    def to(self, offset: Array, axes: DragAxes) -> Moved:
        """The pose after an offset (3,) in metres."""
        by, own = offset * self.reach, None
        if axes.each:
            by = axes.rows @ by
            own = {
                mover: drag_target.orientation_axes(self.look, name, axes.orientation, self.press.lens)
                for mover, name in self.movers.items()
            }
        return Moved(self._translation.by(by, own))

    @cached_property
    def _translation(self) -> posing.Translation:
        return posing.Translation(self.look.document, self.look.evaluated, self.movers)

    def after(self, event: Event) -> PlainMover:
        """No event changes what is moved."""
        return self

    def snapped(self, offset: Array, aim: tuple[float, float]) -> tuple[Array, str]:
        """Nothing snaps: the offset, and an empty text."""
        return offset, ""

    def overlay(self, at: tuple[float, float]) -> Overlay:
        """Nothing is drawn."""
        return NOTHING


class JointMover(PlainMover, frozen=True, eq=False):
    """Swings the joint at the tail of a bone inside an IK limb. `reach` is as of any bone that swings."""

    bone: str = ""

    def to(self, offset: Array, axes: DragAxes) -> Moved:
        """The pose with the joint swung, and its pole behind it."""
        return Moved(self._swinging.by(offset * self.reach))

    @cached_property
    def _swinging(self) -> limb_drags.Swinging:
        return limb_drags.Swinging(self.look.document, self.look.evaluated, self.bone)


class RestMover(msgspec.Struct, frozen=True, eq=False):
    """Moves joints, or whole bones, of the rest pose."""

    look: Look
    press: Press
    reaching: None = None

    def to(self, offset: Array, axes: DragAxes) -> Moved:
        """The bones once the pointer has gone `offset` metres, whatever axes it keeps to."""
        return Moved(rest_transforms.moved(self.look.document, offset))

    def after(self, event: Event) -> RestMover:
        """No event changes what is moved."""
        return self

    def snapped(self, offset: Array, aim: tuple[float, float]) -> tuple[Array, str]:
        """The offset (3,) with which a single joint snaps to what is near; and what that is, in words."""
        document, settings = self.look.document, self.press.settings
        held = single_joint_held(document) if settings.snapping else None
        if held is None:
            return offset, ""
        apart = frozenset(joint(document.rig, held))
        start = rest_transforms.place_of(document.rig, held)
        found = snapped(self.look, self.press.lens, aim, start + offset, settings.snaps, apart)
        return found.place - start, _("Snapped to {places}").format(places=found.to) if found.to else ""

    def overlay(self, at: tuple[float, float]) -> Overlay:
        """Nothing is drawn."""
        return NOTHING


def plain_mover(look: Look, press: Press, point: Array) -> PlainMover:
    """Moves what is selected by `point` (3,), armature space. One bone that swings keeps it under the pointer."""
    names = look.document.selected
    if (bone := _joint_held(look, press, point)) is not None:
        return JointMover(look, press, _lever(look, bone, point) if bone in names else 1.0, bone=bone)
    movers = _movers(look)
    if len(names) != 1 or tuple(movers) != names or not drag_target.pulled_by_tail(look.document, names[0]):
        return PlainMover(look, press, 1.0, movers)
    return PlainMover(look, press, _lever(look, names[0], point), movers)


def _lever(look: Look, name: str, point: Array) -> float:
    """Return the ratio of the way of a swinging bone's tail to that of the point that it is held at."""
    head, tail = drag_target.head(look, name), drag_target.tail(look, name)
    length = float(np.linalg.norm(tail - head))
    lever = max(float(np.linalg.norm(point - head)), SHORTEST_LEVER * length)
    return length / lever if lever > 0 else 1.0


def _joint_held(look: Look, press: Press, point: Array) -> str | None:
    """The bone at whose tail there is the elbow or knee that is dragged; None where something else is.

    The last bone of a limb is held by its joint where it is pressed near that; anywhere else it moves the handle.
    """
    rig, names = look.document.rig, look.document.selected
    if len(names) != 1:
        return None
    if limb_drags.swings(rig, look.evaluated, names[0]):
        return names[0]
    above = rig.by_name[names[0]].parent
    if press.hit is None or above is None or not limb_drags.swings(rig, look.evaluated, above):
        return None
    head, tail = drag_target.head(look, names[0]), drag_target.tail(look, names[0])
    near = float(np.linalg.norm(point - head)) < JOINT * float(np.linalg.norm(tail - head))
    return above if near and hangs(rig, names[0]) else None


def _movers(look: Look) -> dict[str, str]:
    sources = rotation_sources(look.document.rig, look.evaluated)
    found: dict[str, str] = {}
    for name in topmost(look.document.rig, look.document.selected):
        mover = name
        curve = pulling.curve_of(look.document.rig, name)
        if name in sources.solved or name in sources.copies or curve is not None or _ends_limb(look, name):
            pull = pulling.pull(look.document, look.evaluated, name, 1)
            mover = pull.driven_bone if pull.moves == "handle" else name
        found.setdefault(mover, name)
    return found


def _ends_limb(look: Look, name: str) -> bool:
    """Return whether a bone is the hand or foot of a limb that IK moves: it goes with the handle."""
    above = look.document.rig.by_name[name].parent
    solved = {report.owner for report in look.evaluated.goals}
    return above in solved and any(limb.bones[-1:] == (name,) for limb in look.document.rig.limbs)
