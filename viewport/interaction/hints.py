"""Hints of the mouse and the keys for the status bar, in a few words each: seven at most.

Keys are named "LMB", "MMB", "RMB" and "Wheel" for the mouse, or by what is printed on them: "Shift", "Esc", "G".
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from pantin.viewport.interaction.hover_target import HoverTarget
from pantin.viewport.messages import _
from pantin.viewport.navigation import axes_corner
from pantin.viewport.tools.dragging.drag_hints import BACK, FINE, NAVIGATION, DragState, Hints, Letters
from pantin.viewport.tools.dragging.events import Held, Settings
from pantin.viewport.tools.tool import Gizmo, Operation, Tool

MOST = 7

PAN = ("Shift MMB", _("Pan"))

WITH_ALT = {NAVIGATION[0]: ("Alt LMB", _("Orbit")), PAN: ("Alt MMB", _("Pan"))}
"""The same in presets where Alt turns the view."""

ALONG: Mapping[Gizmo, str] = {
    "move": _("move along {axis}"),
    "rotate": _("turn about {axis}"),
    "scale": _("scale along {axis}"),
}
ACROSS: Mapping[Gizmo, str] = {
    "move": _("move in {axes}"),
    "rotate": _("turn in {axes}"),
    "scale": _("scale in {axes}"),
}
"""The effect of each gizmo."""

STEERED = {"orbit": _("Orbit"), "pan": _("Pan"), "zoom": _("Zoom")}
OPERATED = {"move": _("Move"), "rotate": _("Rotate"), "scale": _("Scale")}
LIMITED = {"lower": _("Drag: lower limit of {bone}"), "upper": _("Drag: upper limit of {bone}")}


def letters(operations: Mapping[str, str]) -> Letters:
    """The letters as hints show them, by the operation that each key of `operations` begins."""
    return {name: key.upper() for key, name in operations.items()}


class IdleState(msgspec.Struct, frozen=True):
    """The state that the hints depend on while no button is pressed."""

    target: HoverTarget
    held: Held
    tool: Tool
    active_bone: str | None
    """The bone that the gizmo stands on."""
    ready: bool = True
    """Whether anything can be dragged."""
    in_rest_pose: bool = False
    """Whether the rest pose is edited."""
    turning: bool = False
    """Whether what is under the pointer can be turned, but not moved."""
    curls: bool = False
    """Whether a drag of the finger under the pointer curls it."""
    released: bool = False
    """Whether the push-pin under the pointer holds nothing now, as a pose lifts what would stand."""


def idle(now: IdleState, settings: Settings, letters: Letters) -> Hints:
    """The hints while no button is pressed."""
    target, held = now.target, now.held
    if held.alt:
        return (("LMB", _("Orbit")), ("MMB", _("Pan")), ("RMB", _("Zoom")))
    if target.ball is not None:
        drag = (("LMB", axes_corner.click(target.ball)),) if target.ball else ()
        return (*drag, (_("Drag"), _("Orbit")), ("Wheel", _("Zoom")))
    if target.pin is not None:
        unpin = _("Unpin {bone}, which is released while lifted") if now.released else _("Unpin {bone}")
        return (("LMB", unpin.format(bone=target.pin)), *NAVIGATION)
    if target.title is not None:
        return (("LMB", _("Hold again") if target.title.free else _("Free for this pose")), *NAVIGATION)
    if target.locked is not None:
        return (("LMB", _locked(target.locked, now.active_bone)), *NAVIGATION)
    if now.tool.placing is not None:
        return now.tool.placing.hints(target.hit)
    if target.figure is not None:
        return (("LMB", _("Edit {figure}").format(figure=target.figure)), *NAVIGATION)
    if not now.ready:
        return (("LMB", _("Select; dragging waits for the solver")), *NAVIGATION)
    return _over_grips(now) or _over_scene(now, settings, letters)


def _over_grips(now: IdleState) -> Hints:
    """Over the edge of a limit or a part of the gizmo; nothing elsewhere."""
    edge, name = now.target.edge, now.target.part
    if edge is not None:
        return (("LMB", LIMITED[edge.end].format(bone=edge.bone)), FINE, ("Ctrl", _("Snap 5°")), *NAVIGATION)
    if name is not None:
        return (
            ("LMB", _("Drag: {what}").format(what=part(now.tool.gizmo, name))),
            FINE,
            ("Ctrl", now.tool.gizmo_snap),
            *NAVIGATION,
        )
    return ()


def _over_scene(now: IdleState, settings: Settings, letters: Letters) -> Hints:
    """The hints over a bone, or over nothing."""
    begins = _letter_hints(now.active_bone is not None, letters)
    if now.held.shift or now.held.ctrl:
        return _extending(now.target, now.held, settings)
    if now.in_rest_pose:
        return (*_rest_pose(now.target), *begins[:3], BACK)
    return (_over(now, settings) if now.target.bone else _beside()) + begins


def dragging(operation: Operation, state: DragState) -> Hints:
    """The hints during a drag."""
    return operation.hints(state)[:MOST]


def steering(how: str) -> Hints:
    """The hints while the camera is turned."""
    return ((_("Drag"), STEERED[how]),)


def in_preset(said: Hints, preset: str) -> Hints:
    """The same in a preset where Alt and a button turn the view, and the middle one alone does not orbit."""
    return said if preset == "blender" else tuple(WITH_ALT.get(hint, hint) for hint in said)


def part(gizmo: Gizmo, name: str) -> str:
    """Return the effect of dragging a part of a gizmo: "move along X"."""
    match name:
        case "centre":
            return _("scale evenly") if gizmo == "scale" else _("move freely")
        case "view":
            return _("turn about the line of sight")
        case "trackball":
            return _("turn freely")
        case "x" | "y" | "z":
            return ALONG[gizmo].format(axis=name.upper())
    return ACROSS[gizmo].format(axes=name.upper())


def _extending(target: HoverTarget, held: Held, settings: Settings) -> Hints:
    """Shift or Ctrl is held over the picture."""
    drag = _("Drag: lasso") if held.ctrl else _("Drag: add a box")
    add = _("Add {bone}, or leave it out").format(bone=target.bone)
    click = ("LMB", add if target.bone else drag)
    wheel: Hints = (("Wheel", _("Chain length")),) if held.ctrl and settings.auto_ik else ()
    return (click, ("MMB", _("Zoom") if held.ctrl else _("Pan")), *wheel)


def _over(now: IdleState, settings: Settings) -> Hints:
    """The hints over a bone."""
    if now.curls:
        curl = (("LMB", _("Drag: curl the finger")), ("Shift", _("All fingers")), ("Alt", _("Spread, once dragged")))
        return (*curl, *NAVIGATION)
    if now.tool.over_bone:
        drag = _("Drag: {what}").format(what=now.tool.over_bone)
    elif now.turning:
        drag = _("Drag: turn {bone}").format(bone=now.target.bone)
    else:
        chain = _("Drag: pull the body") if settings.reach == "body" else _("Drag: pose the chain")
        drag = chain if settings.auto_ik else _("Drag: turn the bone")
    return (("LMB", drag), ("RMB", _("Menu")), *NAVIGATION)


def _rest_pose(target: HoverTarget) -> Hints:
    """The hints while the rest pose is edited."""
    if target.ends:
        return (("LMB", _("Drag: move the joint")), ("RMB", _("Menu")), ("E", _("Extrude")))
    if target.bone:
        return (("LMB", _("Drag: move the bone")), ("RMB", _("Menu")), ("MMB", _("Orbit")))
    return (("LMB", _("Select; drag: box")), *NAVIGATION)


def _beside() -> Hints:
    """The hints where nothing is under the pointer."""
    return (("LMB", _("Select; drag: box")), ("Ctrl LMB", _("Lasso")), *NAVIGATION)


def _letter_hints(selected: bool, letters: Letters) -> Hints:
    if not selected:
        return (PAN, ("Home", _("Frame all")))
    return tuple((letters[name], title) for name, title in OPERATED.items() if name in letters)


def _locked(name: str, bone: str | None) -> str:
    """Return the words about a part that is locked."""
    sentence = _("{axes} is locked on {bone}") if len(name) < 3 else _("Everything is locked on {bone}")
    return sentence.format(axes=name.upper(), bone=bone)
