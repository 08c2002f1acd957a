"""Feedback of the interaction: the cursor, the overlay and the hints."""

from __future__ import annotations

from typing import Literal

from msgspec.structs import replace

from pantin.viewport.interaction import bone_pick, hints
from pantin.viewport.interaction.controller import InteractionController
from pantin.viewport.interaction.hover_target import curls_with
from pantin.viewport.interaction.pin_badges import is_released
from pantin.viewport.messages import _
from pantin.viewport.navigation import axes_corner
from pantin.viewport.picking import gizmo
from pantin.viewport.scene.ground.grid import grid_cell
from pantin.viewport.scene.limits.limit_geometry import Edge
from pantin.viewport.scene.limits.limit_shapes import limit_overlay
from pantin.viewport.tools import select
from pantin.viewport.tools.drag_bone import only_rotates
from pantin.viewport.tools.dragging import drag_target
from pantin.viewport.tools.dragging.drag_hints import Hints
from pantin.viewport.tools.tool import Tool
from pantin.viewport.values.camera import Lens
from pantin.viewport.values.lengths import cell_in_words, view_in_words
from pantin.viewport.values.overlay import Label, Overlay, Shape
from pantin.viewport.values.stage import Look

Cursor = Literal["arrow", "open hand", "closed hand", "cross", "orbit", "pan", "zoom"]

EMPTY = {True: _("No bones yet: pick the draw tool"), False: _("No bones yet: edit the rest pose to draw them")}
"""The hint where there is nothing, by whether the rest pose is edited."""
OPENING = _("Opening {name}…")


def cursor(controller: InteractionController) -> Cursor:
    """The name of the cursor."""
    steering, drag, target = controller.view_camera.steering, controller.active_drag, controller.hovered
    if steering is not None:
        return steering
    if drag.gesture is not None:
        return "closed hand" if drag.holds_bone else "cross"
    if controller.held.alt:
        return "orbit"
    grips = target.ball or target.part or target.edge
    if grips or controller.bone_pick is not None or controller.tool.placing is not None:
        return "cross"
    return "open hand" if target.hit or target.other else "arrow"


def current_hints(controller: InteractionController) -> Hints:
    """The hints for mouse and keys in the present state."""
    steering, drag = controller.view_camera.steering, controller.active_drag
    if steering is not None:
        return hints.steering(steering)
    if drag.gesture is not None:
        return drag.hints(controller.held)
    pick, preset = controller.bone_pick, controller.view_camera.navigation.preset
    if pick is not None:
        return hints.in_preset(bone_pick.hints(pick, controller.hovered.any_bone), preset)
    return hints.in_preset(_idle_hints(controller), preset)


def _idle_hints(controller: InteractionController) -> Hints:
    look, target = controller.seen, controller.hovered
    state = hints.IdleState(
        target,
        controller.held,
        controller.tool,
        drag_target.active_bone(look.document),
        controller.ready,
        look.in_rest_pose,
        turning=target.bone is not None and only_rotates(look.document, target.bone),
        curls=curls_with(controller.tool, target, controller.state.settings, look),
        released=target.pin is not None and is_released(look, target.pin),
    )
    return hints.idle(state, controller.state.settings, hints.letters(controller.active_drag.letters))


def overlay(controller: InteractionController) -> Overlay:
    """Return the overlay: that of the drag, else the gizmo; the axes in the corner always."""
    return replace(_overlay(controller), floats=controller.floats)


def _overlay(controller: InteractionController) -> Overlay:
    lens, target, pick = controller.lens, controller.hovered, controller.bone_pick
    axes = axes_corner.shapes(controller.view_camera.lens, target.ball)
    preview, placing = controller.active_drag.preview, controller.tool.placing
    if controller.state.alone and pick is None:
        return _over_figure_alone(controller, axes)
    if preview is not None:
        return _over_drag(controller, preview.overlay, axes)
    if pick is not None and controller.over:
        asked = bone_pick.overlay(pick, target.any_bone, controller.pointer, lens)
        return replace(asked, shapes=(*asked.shapes, *axes))
    labels = _empty_scene_labels(controller.seen, controller.tool, lens, controller.opening)
    if placing is not None and controller.over and not controller.busy:
        begins = placing.preview(controller.seen, controller.press_on(controller.hovered))
        return replace(begins, shapes=(*begins.shapes, *axes), labels=(*labels, *begins.labels))
    return _over_idle(controller, axes, labels)


def _over_figure_alone(controller: InteractionController, axes: tuple[Shape, ...]) -> Overlay:
    """The axes in the corner, and the box or the lasso that selects; nothing else lies over the figure."""
    preview, operation = controller.active_drag.preview, controller.active_drag.operation
    selects = preview is not None and operation in (select.BOX, select.LASSO)
    return Overlay(shapes=(*preview.overlay.shapes, *axes) if preview is not None and selects else axes)


def title(controller: InteractionController) -> tuple[str, str, bool]:
    """The name of the view, the numbers of a drag or else what the grid measures, and whether it is a drag's."""
    readout = controller.readout
    says = controller.tool.says
    idle = _grid_in_words(controller) if says is None else says(controller.settings, controller.seen)
    return controller.view_camera.camera.name, readout or idle, bool(readout)


def _grid_in_words(controller: InteractionController) -> str:
    """Return the words about the lines of the grid."""
    lens, lengths = controller.view_camera.lens, controller.settings.lengths
    cell = cell_in_words(grid_cell(lens.camera, lens.height), lengths)
    return view_in_words(lens.camera.orthographic, controller.seen.in_rest_pose, cell)


def _over_drag(controller: InteractionController, shown: Overlay, axes: tuple[Shape, ...]) -> Overlay:
    limits = _limits(controller)
    return replace(shown, shapes=(*limits.shapes, *shown.shapes, *axes), labels=(*limits.labels, *shown.labels))


def _over_idle(controller: InteractionController, axes: tuple[Shape, ...], labels: tuple[Label, ...]) -> Overlay:
    """The gizmo and the limits, and what the pointer is on."""
    limits, target, hit = _limits(controller), controller.hovered, controller.hovered.hit
    parts = gizmo.shapes(controller.hover.gizmo(controller.state), target.part)
    joint = (tuple(hit.point.tolist()),) if hit is not None and hit.ends else ()
    return replace(
        limits,
        hovered=None if joint else target.bone,
        hovered_figure=target.figure,
        pin=target.pin,
        joint=joint,
        shapes=(*limits.shapes, *parts, *axes),
        labels=(*limits.labels, *labels),
    )


def _limits(controller: InteractionController) -> Overlay:
    state, hover, gesture = controller.state, controller.hover, controller.gesture
    pointer = controller.pointer if controller.over else None
    edge: Edge | None = gesture.press.edge if gesture is not None else controller.hovered.edge
    found = hover.limits(state, pointer, controller.hovered.bone)
    return limit_overlay(found, state.lens, edge, hover.limits_have_grips(state))


def _empty_scene_labels(look: Look, tool: Tool, lens: Lens, opening: str = "") -> tuple[Label, ...]:
    """Return the labels of a scene without bones, none where there are bones. `opening` is what is about to be seen."""
    if look.document.rig.bones:
        return ()
    words = OPENING.format(name=opening) if opening else _how_to_begin(look, tool)
    return (Label((lens.width / 2, lens.height / 2), words, "text_dim", (0.0, 0.0), "centre", strong=False),)


def _how_to_begin(look: Look, tool: Tool) -> str:
    return tool.placing.empty_scene if tool.placing is not None else EMPTY[look.in_rest_pose]
