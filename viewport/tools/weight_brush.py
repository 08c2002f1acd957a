"""The brush: a drag over the skin paints how much of it the active bone moves, and the skin follows at once.

What it does is counted in dabs along the way of the pointer, a part of its radius apart. With Mirror X the other side
is painted with the partner of the bone. Smoothing goes over all bones where the brush says so or no bone is active;
anything else takes the bone below. Beside the pointer stand the bones that move what is under it.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from math import hypot

import numpy as np
from numpy.typing import NDArray

from pantin.rigs.document import Document
from pantin.rigs.editing.poses.partners import partners_of
from pantin.rigs.editing.selection import select
from pantin.rigs.meshes.weighting.brush import Mode, Stroke, Target
from pantin.rigs.meshes.weighting.smoothing import SmoothingStroke
from pantin.rigs.rig import Rig
from pantin.rigs.unusable import Unusable
from pantin.viewport.figure.skin import Skin, skin_of
from pantin.viewport.messages import _
from pantin.viewport.picking.brushed import BrushedSurface, Under
from pantin.viewport.picking.picking import Hit
from pantin.viewport.picking.targets import targets
from pantin.viewport.tools.brush_changes import keyed, says
from pantin.viewport.tools.brushing.drawn_brush import (
    bones_at,
    circle,
    hovering,
    pixel_size,
    radius_on,
    with_numbers,
)
from pantin.viewport.tools.dragging.drag_hints import NAVIGATION, DragState, Hints
from pantin.viewport.tools.dragging.events import Event, Move, Press, Release
from pantin.viewport.tools.tool import MenuEntry, Operation, Placing, Tool
from pantin.viewport.values.brush import Brush
from pantin.viewport.values.loaded_character import LoadedCharacter, loaded_of
from pantin.viewport.values.stage import DragResult, Drawn, Look, Preview

Floats = NDArray[np.float64]
Rows = NDArray[np.int64]
Painting = Generator[Preview, Event, DragResult | None]

SPACING = 0.25
"""From one dab to the next, in parts of the radius."""


# Painting


def paint(look: Look, press: Press) -> Painting:
    """Paint weights of the active bone, from the press to the release; of the bone below it where none is active."""
    brush = press.settings.brush.held_as(press.held.ctrl, press.held.shift)
    mode, found = brush.mode, _Painter.of(look, press, brush)
    if isinstance(found, _Painter) and found.lacks_joint(press.x, press.y):
        return DragResult("", Preview(look.document, joins=found.bone))
    if isinstance(found, str):
        event = yield Preview(look.document, extras=Drawn(readout=found))
        while not isinstance(event, Release):
            event = yield Preview(look.document, extras=Drawn(readout=found))
        return None
    at = (press.x, press.y)
    found.dab(mode, *at)
    event = yield found.preview(at)
    while not isinstance(event, Release):
        if isinstance(event, Move):
            for place in _between(at, event.at, max(SPACING * found.reach(at), 1.0)):
                found.dab(mode, *place)
                at = place
            pointer = event.at
        else:
            pointer = at
        event = yield found.preview(pointer)
    if not len(found.stroke.vertices):
        return None
    return DragResult(_label(mode, found.bone), found.preview(at))


def _label(mode: Mode, bone: str) -> str:
    if not bone:
        return _("Smooth weights of all bones")
    words = _("Smooth weights of {bone}") if mode == "smooth" else _("Paint weights of {bone}")
    return words.format(bone=bone)


def _between(start: tuple[float, float], end: tuple[float, float], step: float) -> Iterator[tuple[float, float]]:
    """Yield places a step apart on the way from one place to another."""
    long = hypot(end[0] - start[0], end[1] - start[1])
    for number in range(1, int(long / step) + 1):
        part = number * step / long
        yield start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part


class _Painter:
    """A stroke that goes on. Its bone is empty where it smooths all."""

    def __init__(self, look: Look, press: Press, skin: Skin, loaded: LoadedCharacter, brush: Brush, bone: str) -> None:
        self._document = _with_active(look.document, bone) if bone else look.document
        self._look, self._lens, self.bone = look, press.lens, bone
        self._skin, self._rig = skin, look.document.rig
        self._radius, self._through = radius_on(look, brush), brush.through
        body = loaded.body
        self._places = np.concatenate(body.places)
        matrices = np.asarray(look.evaluated.matrices)
        self._surface = BrushedSurface(skin, matrices, press.lens, self._places)
        other = partners_of(self._rig).get(bone, bone) if press.settings.mirror_x else ""
        self._across = loaded.other_side if press.settings.mirror_x else None
        self._alike = other == bone
        before = loaded.weights or loaded.own_weights
        self.stroke: Stroke | SmoothingStroke
        if bone:
            names = (bone, other) if other and not self._alike else (bone,)
            chosen = [_target(look.document, skin, name) for name in names]
            much = brush.effect, brush.most, brush.value
            self.stroke = Stroke(before, chosen, body.surface, self._places, *much)
        else:
            of_bones = skin.bound.rows.astype(np.int64), _entries_of_bones(self._rig, skin)
            self.stroke = SmoothingStroke(before, *of_bones, body.surface, self._places, brush.effect, brush.most)

    @classmethod
    def of(cls, look: Look, press: Press, brush: Brush) -> _Painter | str:
        """Return the painter of a press, or a sentence that says why nothing is painted."""
        skin, loaded = skin_of(look.document.figure, look.characters), loaded_of(look.document.figure, look.characters)
        if skin is None or loaded is None:
            return _("There is no skin to paint on.")
        smooths_all = brush.mode == "smooth" and (brush.all_bones or look.document.active is None)
        bone = "" if smooths_all else look.document.active or _heaviest(look, press)
        if bone is None:
            return _("Select the bone whose weights are painted.")
        try:
            return cls(look, press, skin, loaded, brush, bone)
        except Unusable as problem:
            return str(problem)

    def lacks_joint(self, x: float, y: float) -> bool:
        """Return whether the part at a pixel has a skin of which the bone is no joint."""
        spot = self._surface.spot(x, y) if self.bone else None
        if spot is None or self.stroke.paints(int(spot.corners[0])):
            return False
        ends = np.cumsum([len(part.positions) for part in self._skin.character.parts])
        part = self._skin.character.parts[int(np.searchsorted(ends, spot.corners[0], side="right"))]
        return part.skin is not None

    def dab(self, mode: Mode, x: float, y: float) -> None:
        """Paint what is under the brush at a pixel."""
        spot = self._surface.spot(x, y)
        if spot is None:
            return
        under = self._surface.under(spot, self._radius, self._through)
        both = [under] if self._across is None else self._on_both_sides(under, self._across)
        changed = self.stroke.dab(mode, [each.vertices for each in both], [each.falloff for each in both])
        if len(changed):
            self._surface.follow(changed, self.stroke.weights)

    def reach(self, at: tuple[float, float]) -> float:
        """Return the radius at a pixel, pixels."""
        return self._radius / pixel_size(self._look, self._lens, self._surface.spot(*at))

    def _on_both_sides(self, under: Under, across: Rows) -> list[Under]:
        """Return what is painted of each bone: on this side and on the other; of a bone in the middle on both."""
        points = np.zeros(len(across) + 1)
        np.maximum.at(points, self._places[under.vertices], under.falloff)
        image = points[across]
        if self._alike:
            every = np.maximum(points[:-1], image)[self._places]
            rows = np.flatnonzero(every)
            return [Under(rows, every[rows])]
        every = image[self._places]
        rows = np.flatnonzero(every)
        return [under, Under(rows, every[rows])]

    def preview(self, at: tuple[float, float]) -> Preview:
        """Return what is shown with the pointer at a pixel."""
        spot, weights = self._surface.spot(*at), self.stroke.weights
        overlay = circle(self._look, self._lens, self._radius, at, spot)
        if spot is not None and not self.stroke.paints(int(spot.corners[0])):
            words = (
                _("{bone} is no joint of this part.").format(bone=self.bone) if self.bone else _("No bone moves it.")
            )
            return Preview(self._document, extras=Drawn(overlay, words), weights=weights)
        if spot is not None:
            overlay = with_numbers(overlay, self._lens, at, bones_at(self._skin, self._rig, weights, spot), self.bone)
        return Preview(self._document, extras=Drawn(overlay), weights=weights)


def _with_active(document: Document, bone: str) -> Document:
    return document if document.active == bone else select(document, (bone,), bone)


def _heaviest(look: Look, press: Press) -> str | None:
    """Return the bone that moves most of what is under a press."""
    hit = targets(look).through_skin(press.lens, press.x, press.y)
    return None if hit is None else look.document.rig.bones[hit.bone].name


def _target(document: Document, skin: Skin, bone: str) -> Target:
    """Return where the weights of a bone are, for each vertex."""
    rig, character, source = document.rig, skin.character, document.figure.source
    line = [rig.rows[name] for name in _upwards(rig, bone)]
    entries, above = list[Rows](), list[Rows]()
    for part, first in zip(character.parts, skin.bound.firsts, strict=True):
        own = other = -1
        if part.skin is not None:
            joints = character.skins[part.skin].joints
            rows = skin.bound.rows[first : first + len(joints)]
            named = [] if source is None else [source.nodes[joint].bone for joint in joints]
            of_bone = [place for place in range(len(joints)) if rows[place] == line[0]]
            of_bone.sort(key=lambda place: not named or named[place] != bone)
            own = first + of_bone[0] if of_bone else -1
            others = [place for row in line[1:] for place in np.flatnonzero(rows == row)]
            others += list(np.flatnonzero(rows != line[0]))
            other = first + int(others[0]) if others else -1
        entries.append(np.full(len(part.positions), own))
        above.append(np.full(len(part.positions), other))
    return Target(np.concatenate(entries), np.concatenate(above))


def _entries_of_bones(rig: Rig, skin: Skin) -> Rows:
    """Return for each vertex the entry of each bone of a rig (v, n); -1 where its skin has it not."""
    found = []
    for part, first in zip(skin.character.parts, skin.bound.firsts, strict=True):
        entries = np.full(len(rig.bones), -1)
        if part.skin is not None:
            joints = np.arange(len(skin.character.skins[part.skin].joints))[::-1]  # the first of a bone counts
            rows = skin.bound.rows[first + joints]
            entries[rows[rows >= 0]] = first + joints[rows >= 0]
        found.append(np.broadcast_to(entries, (len(part.positions), len(entries))))
    return np.concatenate(found)


def _upwards(rig: Rig, bone: str) -> Iterator[str]:
    """Yield a bone and those above it."""
    at: str | None = bone
    while at is not None:
        yield at
        at = rig.by_name[at].parent


# What menus, keys and hints need


def _idle_hints(_hit: Hit | None) -> Hints:
    return (
        ("LMB", _("Paint")),
        ("Ctrl", _("Take")),
        ("Shift", _("Smooth")),
        ("F", _("Size")),
        ("Shift F", _("Strength")),
        ("Alt LMB", _("Other bone")),
        NAVIGATION[0],
    )


def _drag_hints(_state: DragState) -> Hints:
    return (("LMB", _("Release: keep")), ("Esc", _("Put back")))


PAINT = Operation("paint weights", paint, _drag_hints, while_bent=True)

TOOL = Tool(
    "brush",
    PAINT,
    MenuEntry(
        _("Paint weights"),
        _("Drag over the skin: more of it follows the active bone. Ctrl takes, Shift smooths, F changes the size."),
        "brush",
        search_words=_(
            "brush weight skin skinning add subtract set replace smooth blur influence vertex group envelope"
        ),
    ),
    placing=Placing(hovering, _idle_hints, _("There is no skin to paint on.")),
    at_once=True,
    skin="weights",
    says=says,
    keyed=keyed,
)
