"""Text in the picture: labels of the tool, distances at goals, names of bones. No name overlaps another text.

A text is drawn once and cached as an image, so that sixty names cost no more than sixty copies.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import ceil

import msgspec
import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QImage, QPainter

from pantin.viewport.paint.overlay.pen import Pen, font, line, outline_of, shade
from pantin.viewport.paint.strokes.bone_lines import CHOSEN, MARKED, axis_tips, long_enough
from pantin.viewport.scene.scene import ACTIVE, HIGHLIGHTED, HOVERED, SELECTED, Scene
from pantin.viewport.values.clearing import Room, clear_of, meet
from pantin.viewport.values.colours import Colour, ColourRole

Array = NDArray[np.float64]
SIZE, CASING, LINE = 11, 3.0, 16
NAMED, LETTERED = 22.0, 110.0
"""Pixels. Shorter bones are not named unless they are marked; longer ones have letters at their axes."""

MOST_NAMES = 160
"""No more names than this are tried in one picture."""

BESIDE = 8.0
"""Distance of a name from its bone, pixels."""


class Placed(msgspec.Struct, frozen=True):
    """A text and its place: the left end of its baseline, pixels."""

    left: int
    base: int
    text: str
    role: ColourRole
    strong: bool

    @property
    def room(self) -> Room:
        """The rectangle that the text covers."""
        wide = width_of(self.text, self.strong)
        return self.left - 2.0, self.base - SIZE, self.left + wide + 2.0, self.base + 4.0

    def moved(self, way: tuple[float, float]) -> Placed:
        """The text in another place."""
        return replace(self, left=self.left + round(way[0]), base=self.base + round(way[1]))


def paint_labels(pen: Pen, scene: Scene, taken: Sequence[Room] = ()) -> None:
    """Draw the labels of tool and goals, names of bones, and letters at their axes, clear of what is `taken`."""
    rooms = (*scene.overlay.floats, *taken)
    said = list(labels(pen, scene, rooms))
    if scene.display.names:
        said += names(pen, scene, said, rooms)
    if scene.display.axes:
        said += _letters(pen, scene)
    for placed in said:
        if meet(placed.room, (0.0, 0.0, pen.width, pen.height)):
            _write(pen, placed)


def labels(pen: Pen, scene: Scene, taken: Sequence[Room]) -> Iterator[Placed]:
    """Labels of the tool and distances to goals, clear of what is taken and each moved down where it meets another."""
    wanted = (*scene.labels, *scene.overlay.labels)
    rooms, count = np.zeros((len(wanted), 4)), 0
    for label in wanted:
        at = pen.pixels((label.at,))[0] + label.offset
        if np.isfinite(at).all():
            wide = width_of(label.text, label.strong)
            if label.line and not _is_as_long(pen.pixels(label.line), wide):
                continue
            left = at[0] - {"left": 0.0, "centre": wide / 2, "right": wide}[label.align]
            placed = Placed(round(left), round(float(at[1])), label.text, label.role, label.strong)
            placed = placed.moved(clear_of(placed.room, taken, pen.width, pen.height))
            placed = replace(placed, base=placed.base + LINE * _lines_down(placed.room, rooms[:count]))
            if any(meet(placed.room, other) for other in taken):
                others = [(a, b, c, d) for a, b, c, d in rooms[:count].tolist()]
                placed = placed.moved(clear_of(placed.room, (*taken, *others), pen.width, pen.height))
            rooms[count], count = placed.room, count + 1
            yield placed


def names(pen: Pen, scene: Scene, said: Sequence[Placed], taken: Sequence[Room]) -> Iterator[Placed]:
    """As many names of bones as overlap neither the texts in `said` nor what is taken, marked bones first."""
    rooms = np.array([*(label.room for label in said), *taken], dtype=np.float64).reshape(-1, 4)
    known = {label.text for label in said}
    for x, y, text, role, strong in _wanted(pen, scene):
        if text in known:
            continue
        wide = width_of(text, strong)
        for left in (x + BESIDE, x - BESIDE - wide):
            placed = Placed(round(left), round(y + 4.0), text, role, strong)
            room = np.array(placed.room)
            apart = (room[2:] <= rooms[:, :2]).any(axis=1) | (room[:2] >= rooms[:, 2:]).any(axis=1)
            if apart.all() and room[0] >= 0 and room[2] <= pen.width:
                rooms = np.concatenate([rooms, room[None]])
                yield placed
                break


def _lines_down(room: Room, taken: Array) -> int:
    """By how many lines to move a rectangle down to be clear of the rectangles (n, 4) that are taken."""
    left, top, right, bottom = room
    beside = taken[(taken[:, 0] < right) & (taken[:, 2] > left)]
    first = np.floor((beside[:, 1] - bottom) / LINE).astype(np.int64) + 1
    last = np.ceil((beside[:, 3] - top) / LINE).astype(np.int64) - 1
    barred = {step for one, other in zip(first.tolist(), last.tolist(), strict=True) for step in range(one, other + 1)}
    return next(step for step in range(len(barred) + 1) if step not in barred)


def _is_as_long(ends: Array, length: float) -> bool:
    """Return whether a line is at least so long on the screen; a line with an end behind the camera is."""
    return not float(np.hypot(*(ends[1] - ends[0]))) < length


@lru_cache(maxsize=1024)
def width_of(text: str, strong: bool = True) -> float:
    """The width of a text, pixels."""
    return QFontMetricsF(_font(strong)).horizontalAdvance(text)


def _wanted(pen: Pen, scene: Scene) -> Iterator[tuple[float, float, str, ColourRole, bool]]:
    """Names with their places, by rank: active, selected, hovered, highlighted, controls, long bones."""
    bones, controls = scene.bones, scene.controls
    flags = np.concatenate([bones.flags, np.array([c.flags for c in controls], dtype=np.uint8)])
    places = np.concatenate(
        [(bones.heads + bones.tails) / 2, np.array([c.axes[:3, 3] for c in controls]).reshape(-1, 3)]
    )
    pixels = pen.project(places)
    lengths = np.linalg.norm(bones.tails - bones.heads, axis=1)
    lengths = np.concatenate([lengths, np.full(len(controls), lengths.max(initial=1.0))])
    named = np.ones(len(flags), dtype=np.bool_)
    named[: len(bones.rows)] = long_enough(bones, pen.camera, pen.width, pen.height, NAMED)
    inside = ((pixels > 0) & (pixels < (pen.width, pen.height))).all(axis=1)
    shown = np.flatnonzero(inside & (named | (flags & MARKED > 0)))
    rank = sum((flags[shown] & mark > 0) * weight for mark, weight in _WEIGHTS)
    for index in shown[np.lexsort((-lengths[shown], -np.asarray(rank)))][:MOST_NAMES].tolist():
        control = controls[index - len(bones.rows)] if index >= len(bones.rows) else None
        name = control.name if control else scene.names[bones.rows[index]]
        plain: ColourRole = control.role if control else "text"
        chosen = bool(flags[index] & CHOSEN)
        x, y = pixels[index].tolist()
        yield x, y, name, "accent_text" if chosen else plain, chosen


_WEIGHTS = ((ACTIVE, 8), (SELECTED, 4), (HOVERED, 2), (HIGHLIGHTED, 1))


def _letters(pen: Pen, scene: Scene) -> Iterator[Placed]:
    """X, Y and Z at the axes of bones that are large on the screen."""
    bones = scene.bones
    rows = np.flatnonzero(long_enough(bones, pen.camera, pen.width, pen.height, LETTERED))
    tips, tails = axis_tips(bones, rows, pen.camera, pen.width, pen.height), pen.project(bones.tails[rows])
    roles: tuple[ColourRole, ColourRole, ColourRole] = ("axis_x", "axis_y", "axis_z")
    for tail, three in zip(tails, tips[:, :, :2], strict=True):
        for letter, role, tip in zip("XYZ", roles, three, strict=True):
            away = tip - tail
            long = float(np.hypot(*away))
            if long > 6.0:
                x, y = tip + away / long * 7.0
                yield Placed(round(x - width_of(letter) / 2), round(y + 4), letter, role, True)


def _write(pen: Pen, placed: Placed) -> None:
    ratio = pen.painter.device().devicePixelRatioF()
    picture = _picture(placed.text, pen.colours.role(placed.role), pen.colours.background_edge, placed.strong, ratio)
    pen.painter.drawImage(QPointF(placed.left - CASING, placed.base - SIZE - CASING), picture)


@lru_cache(maxsize=2 * MOST_NAMES)
def _picture(text: str, colour: Colour, casing: Colour, strong: bool, ratio: float) -> QImage:
    """An image of a line of text with its casing; the baseline is SIZE + CASING below the top."""
    wide, high = width_of(text, strong) + 2 * CASING, SIZE + 5 + 2 * CASING
    image = QImage(ceil(wide * ratio), ceil(high * ratio), QImage.Format.Format_ARGB32_Premultiplied)
    image.setDevicePixelRatio(ratio)
    image.fill(Qt.GlobalColor.transparent)
    path = outline_of(text, _font(strong), CASING, SIZE + CASING)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.strokePath(path, line(shade(casing, 0.75), CASING))
    painter.fillPath(path, shade(colour))
    painter.end()
    return image.copy()  # what was painted on keeps the engine that did it, a hundred kilobytes


def forget_pictures() -> None:
    """Forget how texts look: names of a document that is gone are not drawn again."""
    _picture.cache_clear()


def _font(strong: bool) -> QFont:
    return font(SIZE, QFont.Weight.Medium if strong else QFont.Weight.Normal)
