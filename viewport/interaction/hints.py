"""What the mouse and the keys would do now, in a few words each, for the status bar: seven at most.

Keys are named "LMB", "MMB", "RMB" and "Wheel" for the mouse, or by what is printed on them: "Shift", "Esc", "G".
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pantin.viewport.interaction.hover_target import Under
from pantin.viewport.navigation import axes_corner
from pantin.viewport.tools import DRAWING
from pantin.viewport.tools.dragging.events import Held, Settings

Hints = tuple[tuple[str, str], ...]

MOST = 7

NAVIGATION: Hints = (("MMB", "Orbit"), ("Wheel", "Zoom"))

PAN = ("Shift MMB", "Pan")

WITH_ALT = {NAVIGATION[0]: ("Alt LMB", "Orbit"), PAN: ("Alt MMB", "Pan")}
"""How others do the same."""

BACK = ("Tab", "Back to posing")
"""While the rest pose is edited."""

VERBS: Mapping[str, str] = {"move": "move", "rotate": "turn", "scale": "scale"}
"""What a tool with a gizmo does."""

_SNAPS: Mapping[str, str] = {
    "move": "Snap",
    "select": "Snap",
    "duplicate": "Snap",
    "rotate": "Snap 5°",
    "trackball": "Snap 5°",
    "scale": "Snap 0.1",
}


Letters = Mapping[str, str]
"""The letter that begins "move", "rotate", "scale"; not all may have one."""


def letters(switches: Mapping[str, str]) -> Letters:
    """The letters as hints show them, by what they begin."""
    return {tool: key.upper() for key, tool in switches.items()}


@dataclass(frozen=True, slots=True)
class Idle:
    """What there is while nothing is pressed."""

    under: Under
    held: Held
    tool: str
    lead: str | None
    """The bone that the gizmo stands on."""
    ready: bool = True
    """Whether anything can be dragged."""
    resting: bool = False
    """Whether the rest pose is edited."""
    turning: bool = False
    """Whether what is under the pointer can be turned, but not moved."""


def idle(now: Idle, settings: Settings, keys: Letters) -> Hints:
    """Nothing is pressed."""
    under, held, tool, lead = now.under, now.held, now.tool, now.lead
    if held.alt:
        return (("LMB", "Orbit"), ("MMB", "Pan"), ("RMB", "Zoom"))
    if under.ball is not None:
        drag = (("LMB", axes_corner.click(under.ball)),) if under.ball else ()
        return (*drag, ("Drag", "Orbit"), ("Wheel", "Zoom"))
    if under.locked is not None:
        return (("LMB", f"{_letters(under.locked)} is locked on {lead}"), *NAVIGATION)
    if tool == "draw":
        first = f"Draw from {under.bone}" if under.ends else "Set the first joint"
        return (("LMB", first), ("RMB", "Menu"), ("Ctrl", "No snap"), BACK, *NAVIGATION)
    if not now.ready:
        return (("LMB", "Select; dragging waits for the solver"), *NAVIGATION)
    if under.edge is not None:
        edge = f"Drag: {under.edge.end} limit of {under.edge.bone}"
        return (("LMB", edge), ("Shift", "Fine"), ("Ctrl", "Snap 5°"), *NAVIGATION)
    if under.part is not None:
        return (("LMB", f"Drag: {part(tool, under.part)}"), ("Shift", "Fine"), ("Ctrl", _SNAPS[tool]), *NAVIGATION)
    if now.resting and not (held.shift or held.ctrl):
        return (*_at_rest(under), *_keys(lead is not None, keys)[:3], BACK)
    if held.shift or held.ctrl:
        return _extending(under, held, settings)
    return (_over(now, settings) if under.bone else _beside()) + _keys(lead is not None, keys)


def dragging(doing: str, modal: bool, chain: bool, held: Held, keys: Letters) -> Hints:
    """A drag goes on: `doing` is its tool. `modal`: no button is held; `chain`: its chain may be made longer."""
    ends: Hints = (("LMB", "Keep"), ("RMB", "Put back")) if modal else (("LMB", "Release: keep"), ("Esc", "Put back"))
    if doing in DRAWING:
        stop = "Stop drawing" if doing != "extrude" else "Put back"
        return (("LMB", "Set the tail"), ("RMB", stop), ("Ctrl", "No snap"), ("X Y Z", "Axis"), ("0–9", "Length"))
    if doing == "roll":
        return (*ends, ("Shift", "Fine"), ("Ctrl", "Snap 5°"), ("0–9", "Degrees"))
    if doing in ("box", "lasso") and modal:
        return (("LMB", f"Drag: {doing} selection"), ("Shift", "Add"), ("Ctrl", "Take away"), ("Esc", "Not now"))
    if doing in ("box", "lasso"):
        now = "take away" if held.ctrl else "add" if held.shift else "select"
        return (("LMB", f"Release: {now}"), ("Shift", "Add"), ("Ctrl", "Take away"), ("Esc", "Put back"))
    if doing == "limit":
        snap = "Snap 1°" if held.shift else "Snap 5°"
        return (*ends, ("Shift", "Fine"), ("Ctrl", snap), ("S", "Both ends"), ("M", "Other side"), ("0–9", "Degrees"))
    if doing == "bend":
        return (("LMB", "Bend to this side"), ("RMB", "Not now"), *NAVIGATION)
    chains: Hints = (("Wheel", "Chain length"),) if chain else ()
    snap = "Snap 1°" if held.shift and "5°" in _SNAPS[doing] else _SNAPS[doing]
    steady: Hints = (*ends, *chains, ("Shift", "Fine"), ("Ctrl", snap))
    return (*steady, ("X Y Z", "Axis"), *_further(doing, modal, keys))[:MOST]


def steering(how: str) -> Hints:
    """The camera is being turned."""
    return (("Drag", how.capitalize()),)


def in_preset(said: Hints, preset: str) -> Hints:
    """The same in a preset where Alt and a button turn the view, and the middle one alone does not orbit."""
    return said if preset == "blender" else tuple(WITH_ALT.get(hint, hint) for hint in said)


def part(tool: str, name: str) -> str:
    """What dragging a part of a gizmo does: "move along X"."""
    verb = VERBS.get(tool, tool)
    match name:
        case "centre":
            return "scale evenly" if tool == "scale" else "move freely"
        case "view":
            return "turn about the line of sight"
        case "trackball":
            return "turn freely"
        case "x" | "y" | "z":
            return f"{verb} {'about' if tool == 'rotate' else 'along'} {name.upper()}"
    return f"{verb} in {name.upper()}"


def _further(doing: str, modal: bool, keys: Letters) -> Hints:
    """What only some drags know."""
    ball: Hints = ((keys["rotate"], "Trackball"),) if doing == "rotate" and modal and "rotate" in keys else ()
    return (*ball, ("0–9", {"scale": "Factor", "rotate": "Degrees", "trackball": "Degrees"}.get(doing, "Length")))


def _extending(under: Under, held: Held, settings: Settings) -> Hints:
    """Shift or Ctrl is held over the picture."""
    drag = "lasso" if held.ctrl else "add a box"
    click = ("LMB", f"Add {under.bone}, or leave it out" if under.bone else f"Drag: {drag}")
    wheel: Hints = (("Wheel", "Chain length"),) if held.ctrl and settings.auto_ik else ()
    return (click, ("MMB", "Zoom" if held.ctrl else "Pan"), *wheel)


def _over(now: Idle, settings: Settings) -> Hints:
    """Over a bone."""
    if now.tool in ("rotate", "scale"):
        drag = f"Drag: {VERBS[now.tool]} the bone"
    elif now.turning:
        drag = f"Drag: turn {now.under.bone}"
    else:
        drag = "Drag: pose the chain" if settings.auto_ik else "Drag: turn the bone"
    return (("LMB", drag), ("RMB", "Menu"), *NAVIGATION)


def _at_rest(under: Under) -> Hints:
    """The rest pose is edited."""
    if under.ends:
        return (("LMB", "Drag: move the joint"), ("RMB", "Menu"), ("E", "Extrude"))
    if under.bone:
        return (("LMB", "Drag: move the bone"), ("RMB", "Menu"), ("MMB", "Orbit"))
    return (("LMB", "Select; drag: box"), *NAVIGATION)


def _beside() -> Hints:
    """Over nothing."""
    return (("LMB", "Select; drag: box"), ("Ctrl LMB", "Lasso"), *NAVIGATION)


def _keys(selected: bool, keys: Letters) -> Hints:
    if not selected:
        return (PAN, ("Home", "Frame all"))
    return tuple((keys[tool], tool.capitalize()) for tool in ("move", "rotate", "scale") if tool in keys)


def _letters(name: str) -> str:
    """What a part is called where it is locked."""
    return name.upper() if len(name) < 3 else "Everything"
