"""What the mouse and the keys would do now, in a few words each, for the status bar.

Keys are named "LMB", "MMB", "RMB" and "Wheel" for the mouse, or by what is printed on them: "Shift", "Esc", "G".
"""

from __future__ import annotations

from viewport.events import Held, Settings

Hints = tuple[tuple[str, str], ...]

NAVIGATION: Hints = (("MMB", "Orbit"), ("Wheel", "Zoom"))


def idle(over: str | None, part: str | None, held: Held, settings: Settings, selected: bool, drag: str) -> Hints:
    """Nothing is pressed; the bone `over` or a `part` of the gizmo is under the pointer. `drag`: what a drag does."""
    if held.alt:
        return (("LMB", "Orbit"), ("MMB", "Pan"), ("RMB", "Zoom"))
    if held.shift or held.ctrl:
        click = (("LMB", f"Add {over}" if over else "Keep selection"),)
        wheel = (("Wheel", "Chain length"),) if held.ctrl and settings.auto_ik else ()
        return (*click, ("MMB", "Zoom" if held.ctrl else "Pan"), *wheel)
    if part is not None:
        return (("LMB", f"Drag: {_PARTS.get(part, part.upper())}"), *NAVIGATION)
    modal: Hints = (("G", "Move"), ("R", "Rotate"), ("F", "Frame")) if selected else (("Home", "Frame all"),)
    if over is not None:
        return (("LMB", drag), *NAVIGATION, *modal)
    return (("LMB", "Select"), *NAVIGATION, ("Shift MMB", "Pan"), *modal)


def dragging(keyboard: bool, chain: bool, turning: bool) -> Hints:
    """A drag goes on. `chain` is True where its chain may be made longer, `turning` where it turns bones."""
    ends: Hints = (
        (("LMB", "Keep"), ("RMB", "Put back")) if keyboard else (("LMB", "Release: keep"), ("Esc", "Put back"))
    )
    steps: Hints = (("Wheel", "Chain length"),) if chain else (("Ctrl", "Snap"),)
    return (*ends, *steps, ("Shift", "Fine"), ("X Y Z", "Axis"), ("0–9", "Degrees" if turning else "Metres"))


def steering(how: str) -> Hints:
    """The camera is being turned."""
    return (("Drag", how.capitalize()),)


_PARTS = {"centre": "move freely", "view": "turn about the line of sight"}
