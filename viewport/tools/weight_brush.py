"""The brush: a drag over the skin paints how much of it the active bone moves, and the skin follows at once.

What it does is counted in dabs along the way of the pointer, a part of its radius apart. With Mirror X the other side
is painted with the partner of the bone. Beside the pointer stand the bones that move what is under it.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from math import ceil, hypot

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from pantin.rigs.document import Document
from pantin.rigs.editing.poses.partners import partners_of
from pantin.rigs.editing.selection import select
from pantin.rigs.meshes.weighting.brush import Mode, Stroke, Target, Weights
from pantin.rigs.rig import Rig
from pantin.rigs.unusable import Unusable
from pantin.viewport.figure.skin import Skin, skin_of
from pantin.viewport.messages import _
from pantin.viewport.picking.brushed import BrushedSurface, Under
from pantin.viewport.picking.picking import Hit
from pantin.viewport.picking.skins import Spot
from pantin.viewport.picking.targets import targets
from pantin.viewport.tools.dragging.drag_hints import NAVIGATION, DragState, Hints
from pantin.viewport.tools.dragging.events import Event, Held, Move, Press, Release, Settings, Wheel
from pantin.viewport.tools.tool import MenuEntry, Operation, Placing, Tool
from pantin.viewport.values.brush import STEP, Brush
from pantin.viewport.values.camera import Lens
from pantin.viewport.values.colours import ColourRole
from pantin.viewport.values.loaded_character import LoadedCharacter, loaded_of
from pantin.viewport.values.overlay import Label, Overlay, Shape, point_of, points_of
from pantin.viewport.values.stage import DragResult, Drawn, Look, Preview

Floats = NDArray[np.float64]
Rows = NDArray[np.int64]
Painting = Generator[Preview, Event, DragResult | None]

SPACING = 0.25
"""From one dab to the next, in parts of the radius."""

ROUND = 48
"""Corners of the circle around the brush."""

MOST_SHOWN = 4
"""Bones whose weights are told."""

WIDE = 216.0, 72.0, 18.0, 12.0
"""Pixels of the read-out beside the pointer: its width, that of a bar, the height of a line, and its margins."""

RIGHT = 64.0
"""Pixels from the right edge of the view in which it has buttons."""

ASIDE = 26.0
"""Pixels from the pointer to the read-out."""


# Painting


def paint(look: Look, press: Press) -> Painting:
    """Paint weights of the active bone, from the press to the release; of the bone below it where none is active."""
    brush, held = press.settings.brush, press.held
    mode = brush.held_as(held.ctrl, held.shift)
    found = _Painter.of(look, press)
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
            for place in _between(at, event.at, max(SPACING * brush.radius, 1.0)):
                found.dab(mode, *place)
                at = place
            pointer = event.at
        else:
            pointer = at
        event = yield found.preview(pointer)
    if not len(found.stroke.vertices):
        return None
    return DragResult(_label(mode).format(bone=found.bone), found.preview(at))


def _label(mode: Mode) -> str:
    return _("Smooth weights of {bone}") if mode == "smooth" else _("Paint weights of {bone}")


def _between(start: tuple[float, float], end: tuple[float, float], step: float) -> Iterator[tuple[float, float]]:
    """Yield places a step apart on the way from one place to another."""
    long = hypot(end[0] - start[0], end[1] - start[1])
    for number in range(1, int(long / step) + 1):
        part = number * step / long
        yield start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part


class _Painter:
    """A stroke that goes on."""

    def __init__(self, look: Look, press: Press, skin: Skin, loaded: LoadedCharacter, bone: str) -> None:
        self._document = _with_active(look.document, bone)
        self._lens, self._brush, self.bone = press.lens, press.settings.brush, bone
        self._skin, self._rig = skin, look.document.rig
        body = loaded.body
        self._places = np.concatenate(body.places)
        matrices = np.asarray(look.evaluated.matrices)
        self._surface = BrushedSurface(skin, matrices, press.lens, self._places)
        other = partners_of(self._rig).get(bone, bone) if press.settings.mirror_x else ""
        self._across = loaded.other_side if other else None
        self._alike = other == bone
        names = (bone, other) if other and not self._alike else (bone,)
        chosen = [_target(look.document, skin, name) for name in names]
        before = loaded.weights or loaded.own_weights
        self.stroke = Stroke(before, chosen, body.surface, self._places, self._brush.strength, self._brush.most)

    @classmethod
    def of(cls, look: Look, press: Press) -> _Painter | str:
        """Return the painter of a press, or a sentence that says why nothing is painted."""
        skin, loaded = skin_of(look.document.figure, look.characters), loaded_of(look.document.figure, look.characters)
        if skin is None or loaded is None:
            return _("There is no skin to paint on.")
        bone = look.document.active or _heaviest(look, press)
        if bone is None:
            return _("Select the bone whose weights are painted.")
        try:
            return cls(look, press, skin, loaded, bone)
        except Unusable as problem:
            return str(problem)

    def lacks_joint(self, x: float, y: float) -> bool:
        """Return whether the part at a pixel has a skin of which the bone is no joint."""
        spot = self._surface.spot(x, y)
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
        under = self._surface.under(spot, self._brush.radius * self._lens.pixel(spot.point), self._brush.through)
        both = [under] if self._across is None else self._on_both_sides(under, self._across)
        changed = self.stroke.dab(mode, [each.vertices for each in both], [each.falloff for each in both])
        if len(changed):
            self._surface.follow(changed, self.stroke.weights)

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
        overlay = _overlay(self._lens, self._brush, at, spot)
        if spot is not None and not self.stroke.paints(int(spot.corners[0])):
            words = _("{bone} is no joint of this part.").format(bone=self.bone)
            return Preview(self._document, extras=Drawn(overlay, words), weights=weights)
        if spot is not None:
            overlay = _with_numbers(overlay, self._lens, at, _bones_at(self._skin, self._rig, weights, spot), self.bone)
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


def _upwards(rig: Rig, bone: str) -> Iterator[str]:
    """Yield a bone and those above it."""
    at: str | None = bone
    while at is not None:
        yield at
        at = rig.by_name[at].parent


# What is shown


def hovering(look: Look, press: Press) -> Overlay:
    """Return the brush where the pointer is, and the weights of what is under it."""
    at, brush = (press.x, press.y), press.settings.brush
    skin = targets(look).skin
    spot = None if skin is None else skin.spot(*press.lens.ray(*at))
    overlay = _overlay(press.lens, brush, at, spot)
    of = skin_of(look.document.figure, look.characters)
    if spot is None or of is None:
        return overlay
    bones = np.int32(len(look.document.rig.bones))
    weights = Weights(of.weighted.joints - bones, of.weighted.weights)
    return _with_numbers(overlay, press.lens, at, _bones_at(of, look.document.rig, weights, spot), look.document.active)


def _overlay(lens: Lens, brush: Brush, at: tuple[float, float], spot: Spot | None) -> Overlay:
    """Return the circle of the brush: on the surface, or beside it around the pointer."""
    turn = np.linspace(0.0, 2.0 * np.pi, ROUND, endpoint=False)
    if spot is None:
        round_it = np.stack([at[0] + brush.radius * np.cos(turn), at[1] + brush.radius * np.sin(turn)], axis=1)
        return Overlay(shapes=(Shape(points_of(round_it), "white", 1.0, closed=True, opacity=0.5),))
    sideways = np.cross(spot.normal, np.eye(3)[np.argmin(np.abs(spot.normal))])
    sideways /= np.linalg.norm(sideways)
    upwards, radius = np.cross(spot.normal, sideways), brush.radius * lens.pixel(spot.point)
    circle = spot.point + radius * (np.outer(np.cos(turn), sideways) + np.outer(np.sin(turn), upwards))
    tip = spot.point + 0.35 * radius * spot.normal
    return Overlay(
        shapes=(
            Shape(points_of(circle), "white", 2.0, closed=True),
            Shape((point_of(spot.point), point_of(tip)), "white", 1.5),
        )
    )


def _bones_at(skin: Skin, rig: Rig, weights: Weights, spot: Spot) -> list[tuple[str, float]]:
    """Return the bones that move a place on a skin and how much each does, the most first."""
    rows = skin.bound.rows[weights.entries[spot.corners]]
    shares = weights.weights[spot.corners] * spot.shares[:, None]
    totals = np.bincount((rows + 1).ravel(), shares.ravel(), len(rig.bones) + 1)[1:]
    most = np.argsort(-totals, kind="stable")[:MOST_SHOWN]
    return [(rig.bones[row].name, float(totals[row])) for row in most.tolist() if totals[row] >= 0.005]


def _with_numbers(
    overlay: Overlay, lens: Lens, at: tuple[float, float], bones: list[tuple[str, float]], active: str | None
) -> Overlay:
    """Return an overlay with the weights of bones beside the pointer, in lines of name, bar and number."""
    wide, bar, line, margin = WIDE
    high = line * (len(bones) + 1) + 2 * margin - 6.0
    left = at[0] + ASIDE if at[0] + ASIDE + wide < lens.width - RIGHT else at[0] - ASIDE - wide
    top = min(max(at[1] - ASIDE - high, margin), lens.height - high - margin)
    right, first = left + wide - margin, top + margin + 4.0
    shapes = [_box(left, top, wide, high, "float_panel", 0.92)]
    labels = [Label((left + margin, first), _("Under the brush"), "text_dim", (0.0, 0.0), strong=False)]
    for number, (name, share) in enumerate(bones, start=1):
        y = first + number * line
        strong = name == active
        role: ColourRole = "text" if strong else "text_dim"
        labels.append(Label((left + margin, y), _shortened(name), role, (0.0, 0.0), strong=strong))
        labels.append(Label((right, y), f"{share:.2f}", role, (0.0, 0.0), "right", strong=strong))
        from_left = right - 36.0 - bar + 24.0
        shapes.append(_box(from_left, y - 5.0, bar - 24.0, 3.0, "grey", 0.35))
        shapes.append(_box(from_left, y - 5.0, (bar - 24.0) * share, 3.0, "accent" if strong else "text_dim", 1.0))
    return replace(overlay, shapes=(*overlay.shapes, *shapes), labels=(*overlay.labels, *labels))


def _shortened(name: str) -> str:
    return name if len(name) <= 14 else f"{name[:13]}…"


def _box(left: float, top: float, wide: float, high: float, role: ColourRole, fill: float) -> Shape:
    corners = ((left, top), (left + wide, top), (left + wide, top + high), (left, top + high))
    return Shape(corners, role, 0.0, closed=True, fill=fill, casing=0.0)


# Size and strength


def resize(look: Look, press: Press) -> Painting:
    """Change the size of the brush: the pointer is on its edge. The wheel goes on by steps."""
    brush = press.settings.brush
    middle = (press.x - brush.radius, press.y)
    event = yield _changed(look, brush, middle, _("Size {pixels} px").format(pixels=round(brush.radius)))
    while not isinstance(event, Release):
        if isinstance(event, Move):
            brush = brush.sized(hypot(event.at[0] - middle[0], event.at[1] - middle[1]))
        elif isinstance(event, Wheel):
            brush = brush.sized(brush.radius * STEP**event.notches)
        event = yield _changed(look, brush, middle, _("Size {pixels} px").format(pixels=round(brush.radius)))
    return DragResult("", Preview(look.document, brush=brush))


def strengthen(look: Look, press: Press) -> Painting:
    """Change the strength of the brush: 1 where the pointer is as far from the middle as the radius, 0 there."""
    brush = press.settings.brush
    middle = (press.x - brush.strength * brush.radius, press.y)
    event = yield _changed(look, brush, middle, _("Strength {part:.2f}").format(part=brush.strength))
    while not isinstance(event, Release):
        if isinstance(event, Move):
            away = hypot(event.at[0] - middle[0], event.at[1] - middle[1])
            brush = brush.with_strength(ceil(100.0 * away / brush.radius) / 100.0)
        elif isinstance(event, Wheel):
            brush = brush.with_strength(brush.strength + 0.05 * event.notches)
        event = yield _changed(look, brush, middle, _("Strength {part:.2f}").format(part=brush.strength))
    return DragResult("", Preview(look.document, brush=brush))


def _changed(look: Look, brush: Brush, middle: tuple[float, float], words: str) -> Preview:
    """Return the preview of a brush around a place."""
    turn = np.linspace(0.0, 2.0 * np.pi, ROUND, endpoint=False)
    ways = np.stack([np.cos(turn), np.sin(turn)], axis=1)
    shapes = (
        Shape(points_of(middle + brush.radius * ways), "white", 2.0, closed=True),
        Shape(points_of(middle + brush.strength * brush.radius * ways), "white", 0.0, closed=True, fill=0.15),
    )
    labels = (Label(middle, words, "text", (0.0, 0.0), "centre"),)
    return Preview(look.document, extras=Drawn(Overlay(shapes=shapes, labels=labels), words), brush=brush)


def says(settings: Settings) -> str:
    """Return what the brush is now, in a few words."""
    brush = settings.brush
    return _("Brush {pixels} px · strength {part:.2f}").format(pixels=round(brush.radius), part=brush.strength)


def keyed(settings: Settings, name: str, held: Held) -> Settings | str | None:
    """Return what a key does while the brush is in hand: other settings, or the operation that it begins."""
    brush = settings.brush
    if held.ctrl or held.alt:
        return None
    if name == "f":
        return STRENGTHEN.name if held.shift else RESIZE.name
    if name in ("[", "]") and not held.shift:
        return replace(settings, brush=brush.sized(brush.radius * (STEP if name == "]" else 1.0 / STEP)))
    return None


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


def _change_hints(_state: DragState) -> Hints:
    return (("LMB", _("Keep")), ("Wheel", _("Steps")), ("Esc", _("Put back")))


PAINT = Operation("paint weights", paint, _drag_hints)
RESIZE = Operation("brush size", resize, _change_hints)
STRENGTHEN = Operation("brush strength", strengthen, _change_hints)

TOOL = Tool(
    "brush",
    PAINT,
    MenuEntry(
        _("Paint weights"),
        _("Drag over the skin: more of it follows the active bone. Ctrl takes, Shift smooths, F changes the size."),
        "brush",
        search_words=_("brush weight skin skinning add subtract smooth blur influence vertex group envelope"),
    ),
    placing=Placing(hovering, _idle_hints, _("There is no skin to paint on.")),
    at_once=True,
    skin="weights",
    says=says,
    keyed=keyed,
)
