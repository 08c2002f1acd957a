"""The axes in the corner of the view: six balls to look from, and a place to take hold of and turn the camera.

Values in pixels, to draw and to hit.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, hypot, pi, sin

import msgspec

from pantin.viewport.messages import _
from pantin.viewport.navigation.steering import Side
from pantin.viewport.values.camera import Lens
from pantin.viewport.values.colours import ColourRole
from pantin.viewport.values.overlay import Point, Shape

PLACE = (56.0, 60.0)
"""Place of the axes, pixels from the right and from the top of the view."""

RADIUS, AROUND, SLACK = 34.0, 10.0, 2.0
"""Length of the axes, the margin in which the camera can be grabbed, and that at which a ball is still hit."""

SIDES: dict[str, Side] = {"x": "right", "-x": "left", "y": "back", "-y": "front", "z": "top", "-z": "bottom"}
LOOKS: dict[Side, str] = {
    "right": _("Look from the right"),
    "left": _("Look from the left"),
    "back": _("Look from the back"),
    "front": _("Look from the front"),
    "top": _("Look from the top"),
    "bottom": _("Look from the bottom"),
}
"""The side of the figure that each end of the axes lies on."""

_ROLES: dict[str, ColourRole] = {"x": "axis_x", "y": "axis_y", "z": "axis_z"}
_CIRCLE = tuple((cos(turn * pi / 16), sin(turn * pi / 16)) for turn in range(32))


class Ball(msgspec.Struct, frozen=True):
    """One end of an axis in the corner: "x" or "-x"."""

    name: str
    x: float
    y: float
    depth: float

    @property
    def named(self) -> bool:
        """Return whether it shows the letter of its axis."""
        return not self.name.startswith("-")

    @property
    def radius(self) -> float:
        """Its radius, pixels; ends with letters are larger."""
        return 8.0 if self.named else 6.0

    @property
    def role(self) -> ColourRole:
        """The colour of its axis."""
        return _ROLES[self.name[-1]]


def balls(lens: Lens) -> tuple[Ball, ...]:
    """The six ends of the axes, the farthest first; of two that lie behind each other the nearer comes last."""
    x, y = lens.width - PLACE[0], PLACE[1]
    found = []
    for index, name in enumerate("xyz"):
        right, up, near = lens.camera.axes[:, index].tolist()
        for sign, label in ((1, name), (-1, f"-{name}")):
            found.append(Ball(label, x + sign * right * RADIUS, y - sign * up * RADIUS, sign * near))
    return tuple(sorted(found, key=lambda ball: ball.depth))


def ball_at(lens: Lens, x: float, y: float) -> str | None:
    """The axis end under a pixel, the nearer where two overlap; "" among the axes, None elsewhere."""
    if hypot(lens.width - PLACE[0] - x, PLACE[1] - y) > RADIUS + AROUND:
        return None
    under = [ball for ball in balls(lens) if hypot(ball.x - x, ball.y - y) <= ball.radius + SLACK]
    return under[-1].name if under else ""


def click(name: str) -> str:
    """Return the effect of a click on an end of an axis."""
    return LOOKS[SIDES[name]]


def tip(name: str) -> str:
    """Return the effects of a click on an end of an axis, and of a drag."""
    if not name:
        return _("Drag to orbit")
    return _("{click}\nAgain: from the other side. Drag to orbit.").format(click=click(name))


def shapes(lens: Lens, highlighted: str | None) -> tuple[Shape, ...]:
    """The axes, to draw. The end named `highlighted` stands out; over none of them, "", they lie on a disc."""
    centre = (lens.width - PLACE[0], PLACE[1])
    disc = () if highlighted is None else (_disc(centre, RADIUS + AROUND, "text", fill=0.08),)
    return (*disc, *(shape for ball in balls(lens) for shape in _ball(ball, centre, ball.name == highlighted)))


def _ball(ball: Ball, centre: Point, highlighted: bool) -> Iterator[Shape]:
    role: ColourRole = "text" if highlighted else ball.role
    at = (ball.x, ball.y)
    if ball.named:
        yield Shape((centre, at), ball.role, 2.0, casing=0)
        yield _disc(at, ball.radius + highlighted, role, width=1.0, fill=1.0)
        for stroke in _LETTERS[ball.name]:
            yield Shape(tuple((ball.x + x, ball.y + y) for x, y in stroke), "casing", 1.75, casing=0)
    elif highlighted:
        yield _disc(at, ball.radius + 1, role, width=1.25, fill=0.6)
    else:
        yield _disc(at, ball.radius, role, width=1.25, fill=0.18, opacity=0.75)


def _disc(
    at: Point, radius: float, role: ColourRole, width: float = 0.0, fill: float = 0.0, opacity: float = 1.0
) -> Shape:
    rim = tuple((at[0] + radius * x, at[1] + radius * y) for x, y in _CIRCLE)
    return Shape(rim, role, width, closed=True, fill=fill, opacity=opacity, casing=0)


_LETTERS = {
    "x": (((-2.6, -3.5), (2.6, 3.5)), ((2.6, -3.5), (-2.6, 3.5))),
    "y": (((-2.8, -3.5), (0.0, 0.2), (2.8, -3.5)), ((0.0, 0.2), (0.0, 3.5))),
    "z": (((-2.6, -3.5), (2.6, -3.5), (-2.6, 3.5), (2.6, 3.5)),),
}
"""Strokes of the letters, pixels: text would need a casing, which is larger than the balls."""
