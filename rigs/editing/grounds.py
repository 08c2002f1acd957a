"""Edits of the ground, and of which limbs plant their feet on it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from math import atan2, cos, hypot, sin
from typing import NamedTuple

from msgspec.structs import replace

from pantin.rigs.clip import Clip
from pantin.rigs.document import Document
from pantin.rigs.editing.soles import sole_of
from pantin.rigs.ground.kinds import Ground, Planting, Slope, Steps, why_no_ground
from pantin.rigs.ground.placing import to_world
from pantin.rigs.ground.presets import preset
from pantin.rigs.limb import Limb
from pantin.rigs.rest import rest_height, rest_matrices
from pantin.rigs.rig import Rig
from pantin.rigs.tree.traversal import ancestors

TRAVELS = 0.5
"""A clip that brings its figure farther than this, in heights of the figure, goes somewhere; others stay in place."""


class Way(NamedTuple):
    """The way that a clip takes its figure: from `start` (2,) towards `heading`, as far as `length`; metres,
    radians.
    """

    start: tuple[float, float]
    heading: float
    length: float


def with_ground(document: Document, ground: Ground | None) -> Document:
    """The document on other ground, in world space. Where nothing plants yet, its legs do from now on.

    Raises ValueError, in one sentence, for what nothing can stand on.
    """
    if ground is not None and (why := why_no_ground(ground)):
        raise ValueError(why[:1].upper() + why[1:])
    if ground is None or document.scene.ground is not None:
        return document.on_ground(ground)
    figures = tuple(replace(figure, rig=_planting(figure.rig)) for figure in document.scene.figures)
    return replace(document, scene=replace(document.scene, figures=figures, ground=ground))


def _planting(rig: Rig) -> Rig:
    """Return the rig, whose legs plant where none of its limbs does."""
    if not rig.limbs or any(limb.plants for limb in rig.limbs):
        return rig
    legs = legs_of(rig)
    return rig.changed(limbs=tuple(replace(limb, plants=limb in legs) for limb in rig.limbs))


def on_preset(document: Document, kind: str) -> Document:
    """The document on ground of a kind, of a size that suits its figure; on none where there is no such kind.

    Where the first clip walks somewhere, a slope and steps rise that way, and the steps begin before its first frame.
    """
    rig = document.rig
    size = rest_height(rig.bones)
    ground, way = preset(kind, size), _way(rig, document.figure.clips[0]) if document.figure.clips else None
    if way is not None and way.length > TRAVELS * size:
        ground = _along(ground, way)
    return with_ground(document, to_world(ground, document.figure.place))


def _along(ground: Ground | None, way: Way) -> Ground | None:
    """The ground, rising where the way leads."""
    heading = round(way.heading, 4)
    if isinstance(ground, Steps):
        ahead = way.start[0] * sin(heading) - way.start[1] * cos(heading)
        return replace(ground, heading=heading, start=round(ground.start + ahead, 3))
    return replace(ground, heading=heading) if isinstance(ground, Slope) else ground


def _way(rig: Rig, clip: Clip) -> Way | None:
    """Return the way of the bone that carries most others that a clip moves, from its first played frame to the
    last.
    """
    moved = [name for name in clip.tracks if name in rig.by_name]
    movers = Counter([name, *filter(clip.tracks.__contains__, ancestors(rig, name))][-1] for name in moved)
    if not movers:
        return None
    mover = movers.most_common(1)[0][0]
    first, last = clip.span
    places = clip.tracks[mover].array[[first, last], :3]
    rest = rest_matrices([rig.by_name[mover]])[0]
    (x, y), (to_x, to_y) = (places @ rest[:3, :3].T + rest[:3, 3])[:, :2].tolist()
    return Way((x, y), atan2(to_x - x, y - to_y), hypot(to_x - x, to_y - y))


def with_planting(document: Document, planting: Planting) -> Document:
    """The document whose hips do this for feet that plant."""
    return document.with_rig(document.rig.changed(planting=planting))


def let_plant(document: Document, limbs: Collection[Limb], plants: bool) -> Document:
    """Let the feet of these limbs find the ground, or not."""
    changed = (replace(limb, plants=plants) if limb in limbs else limb for limb in document.rig.limbs)
    return document.with_rig(document.rig.changed(limbs=tuple(changed)))


def unplanted(document: Document) -> Document:
    """The document, none of whose limbs plants: feet stand where they are posed."""
    return let_plant(document, [limb for limb in document.rig.limbs if limb.plants], False)


def planting_as(document: Document, like: Document) -> Document:
    """The document, whose limbs plant and whose springs swing as those of another one do."""
    rig, limbs, springs = document.rig, like.rig.limbs, like.rig.springs
    if rig.limbs is limbs and rig.springs is springs:
        return document
    return document.with_rig(rig.changed(limbs=limbs, springs=springs))


def standing_limbs(rig: Rig) -> tuple[Limb, ...]:
    """The limbs that plant if all feet do: legs, or where no foot is pinned those that reach down as far as any."""
    if legs := legs_of(rig):
        return legs
    soles = {limb.name: sole for limb in rig.limbs if (sole := sole_of(rig, limb)) is not None}
    lowest = min((float(sole.anchor[2]) for sole in soles.values()), default=0.0)
    low = {name for name, sole in soles.items() if sole.anchor[2] <= lowest + sole.length}
    return tuple(limb for limb in rig.limbs if limb.name in low)


def let_all_plant(document: Document, plants: bool) -> Document:
    """Let all feet plant; or none, nor a hand."""
    limbs = standing_limbs(document.rig) if plants else document.rig.limbs
    return let_plant(document, limbs, plants)


def legs_of(rig: Rig) -> tuple[Limb, ...]:
    """The limbs that stand: those that end in a pinned foot."""
    able = tuple(limb for limb in rig.limbs if sole_of(rig, limb) is not None)
    pinned = {pin.bone for pin in rig.pins}
    return tuple(limb for limb in able if not pinned.isdisjoint(limb.bones))
