"""The drawing of the brush: its circle on the surface, and the bones that move what is under the pointer."""

from __future__ import annotations

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from pantin.rigs.figure import Figure
from pantin.rigs.meshes.weighting.brush import Weights
from pantin.rigs.rest import rest_height
from pantin.rigs.rig import Rig
from pantin.viewport.figure.skin import Skin, skin_of
from pantin.viewport.messages import _
from pantin.viewport.picking.skins import Spot
from pantin.viewport.picking.targets import targets
from pantin.viewport.tools.dragging.events import Press
from pantin.viewport.values.brush import Brush
from pantin.viewport.values.camera import Lens
from pantin.viewport.values.colours import ColourRole
from pantin.viewport.values.loaded_character import Characters, loaded_of
from pantin.viewport.values.overlay import Label, Overlay, Shape, point_of, points_of
from pantin.viewport.values.place import place_of, size_of
from pantin.viewport.values.stage import Look

Floats = NDArray[np.float64]

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


def hovering(look: Look, press: Press) -> Overlay:
    """Return the brush where the pointer is, and the weights of what is under it."""
    at, rig = (press.x, press.y), look.document.rig
    spot = spot_at(look, press.lens, at)
    overlay = circle(look, press.lens, radius_on(look, press.settings.brush), at, spot)
    of = skin_of(look.document.figure, look.characters)
    if spot is None or of is None:
        return overlay
    return with_numbers(overlay, press.lens, at, bones_at(of, rig, shown_weights(of, rig), spot), look.document.active)


def radius_on(look: Look, brush: Brush) -> float:
    """Return the radius of a brush on the figure of a look, metres of its armature space."""
    figure = look.document.figure
    loaded = loaded_of(figure, look.characters)
    return brush.radius * (rest_height(figure.rig.bones) if loaded is None else loaded.size)


def length_on(figure: Figure, characters: Characters) -> float:
    """Return the length of a radius of 1 on a figure in the world, metres."""
    loaded = loaded_of(figure, characters)
    size = rest_height(figure.rig.bones) if loaded is None else loaded.size
    return size * size_of(place_of(figure))


def spot_at(look: Look, lens: Lens, at: tuple[float, float]) -> Spot | None:
    """Return the place on the skin of a look at a pixel; None beside it."""
    skin = targets(look).skin
    return None if skin is None else skin.spot(*lens.ray(*at))


def shown_weights(skin: Skin, rig: Rig) -> Weights:
    """Return the weights of a skin as they are on screen."""
    return Weights(skin.weighted.joints - np.int32(len(rig.bones)), skin.weighted.weights)


def pixel_size(look: Look, lens: Lens, spot: Spot | None) -> float:
    """Return the size of a pixel at a place on the skin, metres; beside it as deep as the figure's middle."""
    if spot is not None:
        return lens.pixel(spot.point)
    heads = look.evaluated.heads
    return lens.pixel(heads.mean(axis=0) if len(heads) else np.zeros(3))


def circle(look: Look, lens: Lens, radius: float, at: tuple[float, float], spot: Spot | None) -> Overlay:
    """Return the circle of a brush of a radius, metres: on the surface, or beside it around the pointer."""
    turn = np.linspace(0.0, 2.0 * np.pi, ROUND, endpoint=False)
    if spot is None:
        pixels = radius / pixel_size(look, lens, None)
        round_it = np.stack([at[0] + pixels * np.cos(turn), at[1] + pixels * np.sin(turn)], axis=1)
        return Overlay(shapes=(Shape(points_of(round_it), "white", 1.0, closed=True, opacity=0.5),))
    sideways = np.cross(spot.normal, np.eye(3)[np.argmin(np.abs(spot.normal))])
    sideways /= np.linalg.norm(sideways)
    upwards = np.cross(spot.normal, sideways)
    around = spot.point + radius * (np.outer(np.cos(turn), sideways) + np.outer(np.sin(turn), upwards))
    tip = spot.point + 0.35 * radius * spot.normal
    return Overlay(
        shapes=(
            Shape(points_of(around), "white", 2.0, closed=True),
            Shape((point_of(spot.point), point_of(tip)), "white", 1.5),
        )
    )


def shares_at(skin: Skin, rig: Rig, weights: Weights, spot: Spot) -> Floats:
    """Return how much each bone of a rig (n) moves a place on a skin."""
    rows = skin.bound.rows[weights.entries[spot.corners]]
    shares = weights.weights[spot.corners] * spot.shares[:, None]
    found = np.zeros(len(rig.bones) + 1)
    np.add.at(found, rows + 1, shares)
    return found[1:]


def bones_at(skin: Skin, rig: Rig, weights: Weights, spot: Spot) -> list[tuple[str, float]]:
    """Return the bones that move a place on a skin and how much each does, the most first."""
    totals = shares_at(skin, rig, weights, spot)
    most = np.argsort(-totals, kind="stable")[:MOST_SHOWN]
    return [(rig.bones[row].name, float(totals[row])) for row in most.tolist() if totals[row] >= 0.005]


def with_numbers(
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
