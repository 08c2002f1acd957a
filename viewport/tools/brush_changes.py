"""The brush is changed at the pointer: its size, its strength and the value that it sets.

The keys are those of Blender: F, Shift F, Ctrl F, and Shift X takes the value from under the pointer.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from math import ceil, hypot

import numpy as np
from msgspec.structs import replace

from pantin.viewport.figure.skin import skin_of
from pantin.viewport.messages import _
from pantin.viewport.tools.brushing.drawn_brush import (
    ROUND,
    length_on,
    pixel_size,
    radius_on,
    shares_at,
    shown_weights,
    spot_at,
)
from pantin.viewport.tools.dragging.drag_hints import DragState, Hints
from pantin.viewport.tools.dragging.events import Event, Held, Move, Press, Release, Settings, Wheel
from pantin.viewport.tools.tool import Operation
from pantin.viewport.values.brush import STEP, Brush
from pantin.viewport.values.lengths import distance_in_words
from pantin.viewport.values.overlay import Label, Overlay, Shape, points_of
from pantin.viewport.values.stage import DragResult, Drawn, Look, Preview

Changing = Generator[Preview, Event, DragResult | None]

DIAL = 60.0
"""Pixels from nothing to all, where a part is changed by the way of the pointer."""


def resize(look: Look, press: Press) -> Changing:
    """Change the size of the brush: the pointer is on its edge. The wheel goes on by steps."""
    brush = press.settings.brush
    pixels = radius_on(look, brush) / pixel_size(look, press.lens, spot_at(look, press.lens, (press.x, press.y)))
    part, middle = brush.radius / pixels, (press.x - pixels, press.y)
    event = yield _sized(look, press, brush, middle, part)
    while not isinstance(event, Release):
        if isinstance(event, Move):
            brush = brush.sized(part * hypot(event.at[0] - middle[0], event.at[1] - middle[1]))
        elif isinstance(event, Wheel):
            brush = brush.sized(brush.radius * STEP**event.notches)
        event = yield _sized(look, press, brush, middle, part)
    return DragResult("", Preview(look.document, brush=brush))


def _sized(look: Look, press: Press, brush: Brush, middle: tuple[float, float], part: float) -> Preview:
    words = _("Size {length}").format(length=_length(brush, look, press.settings))
    return _changed(look, brush, middle, brush.radius / part, brush.effect, words)


def strengthen(look: Look, press: Press) -> Changing:
    """Change the strength of the brush: 1 where the pointer is DIAL pixels from the middle, 0 there."""
    return _dialled(look, press, press.settings.brush.effect, Brush.with_effect, _("Strength {part:.2f}"))


def revalue(look: Look, press: Press) -> Changing:
    """Change the value that the brush sets, which it does from now on, in the same way."""
    setting = replace(press.settings, brush=replace(press.settings.brush, mode="set"))
    begun = replace(press, settings=setting)
    return _dialled(look, begun, setting.brush.value, Brush.with_value, _("Value {part:.2f}"))


def _dialled(look: Look, press: Press, part: float, with_part: Callable[[Brush, float], Brush], words: str) -> Changing:
    """Change a part of 1 by the distance of the pointer from the middle."""
    brush, middle = press.settings.brush, (press.x - part * DIAL, press.y)

    def preview() -> Preview:
        return _changed(look, brush, middle, DIAL, part, words.format(part=part))

    event = yield preview()
    while not isinstance(event, Release):
        if isinstance(event, Move):
            part = ceil(100.0 * hypot(event.at[0] - middle[0], event.at[1] - middle[1]) / DIAL) / 100.0
        elif isinstance(event, Wheel):
            part = part + 0.05 * event.notches
        part = min(max(part, 0.0), 1.0)
        brush = with_part(brush, part)
        event = yield preview()
    return DragResult("", Preview(look.document, brush=brush))


def sample(look: Look, press: Press) -> Changing:
    """Set from now on the weight that the active bone has under the pointer. It is done at once."""
    yield from ()
    figure, active = look.document.figure, look.document.active
    skin, spot = skin_of(figure, look.characters), spot_at(look, press.lens, (press.x, press.y))
    if skin is None or spot is None or active is None or active not in figure.rig.rows:
        return None
    shares = shares_at(skin, figure.rig, shown_weights(skin, figure.rig), spot)
    value = round(float(shares[figure.rig.rows[active]]), 2)
    brush = replace(press.settings.brush, mode="set").with_value(value)
    return DragResult("", Preview(look.document, brush=brush))


def _changed(look: Look, brush: Brush, middle: tuple[float, float], pixels: float, part: float, words: str) -> Preview:
    """Return the preview of a brush around a place, filled as far as a part of its radius."""
    turn = np.linspace(0.0, 2.0 * np.pi, ROUND, endpoint=False)
    ways = np.stack([np.cos(turn), np.sin(turn)], axis=1)
    shapes = (
        Shape(points_of(middle + pixels * ways), "white", 2.0, closed=True),
        Shape(points_of(middle + part * pixels * ways), "white", 0.0, closed=True, fill=0.15),
    )
    labels = (Label(middle, words, "text", (0.0, 0.0), "centre"),)
    return Preview(look.document, extras=Drawn(Overlay(shapes=shapes, labels=labels), words), brush=brush)


def _length(brush: Brush, look: Look, settings: Settings) -> str:
    """Return the radius of a brush on a figure in the world, in words."""
    metres = brush.radius * length_on(look.document.figure, look.characters)
    return distance_in_words(metres, settings.lengths)


def says(settings: Settings, look: Look) -> str:
    """Return what the brush is now, in a few words."""
    brush = settings.brush
    words = _("Brush {length} · strength {part:.2f}").format(length=_length(brush, look, settings), part=brush.effect)
    return _("{brush} · sets {value:.2f}").format(brush=words, value=brush.value) if brush.mode == "set" else words


def keyed(settings: Settings, name: str, held: Held) -> Settings | str | None:
    """Return what a key does while the brush is in hand: other settings, or the operation that it begins."""
    brush = settings.brush
    if held.alt or (held.ctrl and held.shift):
        return None
    if name == "f":
        return STRENGTHEN.name if held.shift else REVALUE.name if held.ctrl else RESIZE.name
    if name == "x" and held.shift:
        return SAMPLE.name
    if name in ("[", "]") and not held.shift and not held.ctrl:
        return replace(settings, brush=brush.sized(brush.radius * (STEP if name == "]" else 1.0 / STEP)))
    return None


def _hints(_state: DragState) -> Hints:
    return (("LMB", _("Keep")), ("Wheel", _("Steps")), ("Esc", _("Put back")))


RESIZE = Operation("brush size", resize, _hints, while_bent=True)
STRENGTHEN = Operation("brush strength", strengthen, _hints, while_bent=True)
REVALUE = Operation("brush value", revalue, _hints, while_bent=True)
SAMPLE = Operation("brush sample", sample, _hints, while_bent=True)
CHANGES = RESIZE, STRENGTHEN, REVALUE, SAMPLE
