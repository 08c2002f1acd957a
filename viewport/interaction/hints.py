"""What the mouse and the keys would do now, in a few words each, for the status bar: seven at most.

Keys are named "LMB", "MMB", "RMB" and "Wheel" for the mouse, or by what is printed on them: "Shift", "Esc", "G".
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from pantin.viewport.interaction.hover_target import HoverTarget
from pantin.viewport.navigation import axes_corner
from pantin.viewport.tools.dragging.drag_hints import BACK, FINE, NAVIGATION, DragState, Hints, Letters
from pantin.viewport.tools.dragging.events import Held, Settings
from pantin.viewport.tools.tool import Gizmo, Operation, Tool

MOST = 7

PAN = ("Shift MMB", "Pan")

WITH_ALT = {NAVIGATION[0]: ("Alt LMB", "Orbit"), PAN: ("Alt MMB", "Pan")}
"""The same in presets where Alt turns the view."""

VERBS: Mapping[Gizmo, str] = {"move": "move", "rotate": "turn", "scale": "scale"}
"""What a gizmo does."""


def letters(operations: Mapping[str, str]) -> Letters:
    """The letters as hints show them, by the operation that each key of `operations` begins."""
    return {name: key.upper() for key, name in operations.items()}


class IdleState(msgspec.Struct, frozen=True):
    """What there is while nothing is pressed."""

    target: HoverTarget
    held: Held
    tool: Tool
    active_bone: str | None
    """The bone that the gizmo stands on."""
    ready: bool = True
    """Whether anything can be dragged."""
    resting: bool = False
    """Whether the rest pose is edited."""
    turning: bool = False
    """Whether what is under the pointer can be turned, but not moved."""


def idle(now: IdleState, settings: Settings, letters: Letters) -> Hints:
    """Nothing is pressed."""
    target, held = now.target, now.held
    if held.alt:
        return (("LMB", "Orbit"), ("MMB", "Pan"), ("RMB", "Zoom"))
    if target.ball is not None:
        drag = (("LMB", axes_corner.click(target.ball)),) if target.ball else ()
        return (*drag, ("Drag", "Orbit"), ("Wheel", "Zoom"))
    if target.locked is not None:
        return (("LMB", f"{_part_letters(target.locked)} is locked on {now.active_bone}"), *NAVIGATION)
    if now.tool.placing is not None:
        return now.tool.placing.hints(target.hit)
    if not now.ready:
        return (("LMB", "Select; dragging waits for the solver"), *NAVIGATION)
    return _over_grips(now) or _over_scene(now, settings, letters)


def _over_grips(now: IdleState) -> Hints:
    """Over the edge of a limit or a part of the gizmo; nothing elsewhere."""
    edge, name = now.target.edge, now.target.part
    if edge is not None:
        return (("LMB", f"Drag: {edge.end} limit of {edge.bone}"), FINE, ("Ctrl", "Snap 5°"), *NAVIGATION)
    if name is not None:
        return (("LMB", f"Drag: {part(now.tool.gizmo, name)}"), FINE, ("Ctrl", now.tool.gizmo_snap), *NAVIGATION)
    return ()


def _over_scene(now: IdleState, settings: Settings, letters: Letters) -> Hints:
    """Over a bone, or over nothing."""
    begins = _letter_hints(now.active_bone is not None, letters)
    if now.held.shift or now.held.ctrl:
        return _extending(now.target, now.held, settings)
    if now.resting:
        return (*_at_rest(now.target), *begins[:3], BACK)
    return (_over(now, settings) if now.target.bone else _beside()) + begins


def dragging(operation: Operation, state: DragState) -> Hints:
    """A drag goes on."""
    return operation.hints(state)[:MOST]


def steering(how: str) -> Hints:
    """The camera is being turned."""
    return (("Drag", how.capitalize()),)


def in_preset(said: Hints, preset: str) -> Hints:
    """The same in a preset where Alt and a button turn the view, and the middle one alone does not orbit."""
    return said if preset == "blender" else tuple(WITH_ALT.get(hint, hint) for hint in said)


def part(gizmo: Gizmo, name: str) -> str:
    """What dragging a part of a gizmo does: "move along X"."""
    match name:
        case "centre":
            return "scale evenly" if gizmo == "scale" else "move freely"
        case "view":
            return "turn about the line of sight"
        case "trackball":
            return "turn freely"
        case "x" | "y" | "z":
            return f"{VERBS[gizmo]} {'about' if gizmo == 'rotate' else 'along'} {name.upper()}"
    return f"{VERBS[gizmo]} in {name.upper()}"


def _extending(target: HoverTarget, held: Held, settings: Settings) -> Hints:
    """Shift or Ctrl is held over the picture."""
    drag = "lasso" if held.ctrl else "add a box"
    click = ("LMB", f"Add {target.bone}, or leave it out" if target.bone else f"Drag: {drag}")
    wheel: Hints = (("Wheel", "Chain length"),) if held.ctrl and settings.auto_ik else ()
    return (click, ("MMB", "Zoom" if held.ctrl else "Pan"), *wheel)


def _over(now: IdleState, settings: Settings) -> Hints:
    """Over a bone."""
    if now.tool.over_bone:
        drag = f"Drag: {now.tool.over_bone}"
    elif now.turning:
        drag = f"Drag: turn {now.target.bone}"
    else:
        drag = "Drag: pose the chain" if settings.auto_ik else "Drag: turn the bone"
    return (("LMB", drag), ("RMB", "Menu"), *NAVIGATION)


def _at_rest(target: HoverTarget) -> Hints:
    """The rest pose is edited."""
    if target.ends:
        return (("LMB", "Drag: move the joint"), ("RMB", "Menu"), ("E", "Extrude"))
    if target.bone:
        return (("LMB", "Drag: move the bone"), ("RMB", "Menu"), ("MMB", "Orbit"))
    return (("LMB", "Select; drag: box"), *NAVIGATION)


def _beside() -> Hints:
    """Over nothing."""
    return (("LMB", "Select; drag: box"), ("Ctrl LMB", "Lasso"), *NAVIGATION)


def _letter_hints(selected: bool, letters: Letters) -> Hints:
    if not selected:
        return (PAN, ("Home", "Frame all"))
    return tuple((letters[name], name.capitalize()) for name in ("move", "rotate", "scale") if name in letters)


def _part_letters(name: str) -> str:
    """What a part is called where it is locked."""
    return name.upper() if len(name) < 3 else "Everything"
