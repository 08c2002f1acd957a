"""Soles between two poses: as high over the floor as both poses have them, and on it where both stand.

Rotations of legs are mixed on arcs while hips go straight, so that feet would sink into the floor half-way. Legs that
handles hold stand anyway.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence

import numpy as np
from msgspec.structs import replace

from pantin.rigs.constraints import Constraint
from pantin.rigs.document import Document
from pantin.rigs.figure import Figure
from pantin.rigs.motion.clips_of_bones import forward_kinematics, rows_of_pose
from pantin.rigs.motion.person import person_in
from pantin.rigs.motion.transform_arrays import Floats
from pantin.rigs.pose import Transform
from pantin.rigs.rest import rest_matrices
from pantin.rigs.rig import Bone, Rig
from pantin.rigs.tree.chains import acts
from pantin.rigs.tree.traversal import ancestors, depth_of
from pantin.rigs.vectors import UP, three

SUNK = 1e-7
"""Metres. Soles that are no farther from where they should be are there."""


class Soles:
    """The soles of a figure whose legs nothing but their own rotations moves."""

    def __init__(self, rig: Rig, movers: Iterable[str]) -> None:
        """Find the soles of a rig of which these bones move all, each with what hangs on it."""
        self._movers = tuple(movers)
        names = {above for name in (*rig.soles, *self._movers) for above in (name, *ancestors(rig, name))}
        self.bones = tuple(rig.by_name[name] for name in sorted(names, key=lambda name: depth_of(rig, name)))
        self._rows = {bone.name: row for row, bone in enumerate(self.bones)}
        inverse = np.linalg.inv(rest_matrices(self.bones))
        self._points = {
            name: inverse[self._rows[name]] @ np.concatenate([np.array(points).T, np.ones((1, len(points)))])
            for name, points in rig.soles.items()
        }

    def height(self, figure: Figure) -> float:
        """Return the height of the lowest point of the soles, metres, armature space."""
        stands = self._stands(figure)
        return min(float((stands[self._rows[name], 2] @ points).min()) for name, points in self._points.items())

    def raised(self, document: Document, way: float) -> Document:
        """Return the document with the figure moved up by so many metres."""
        figure = document.figure
        moved = {name: self._raised(figure, name, way) for name in self._movers}
        return document.posed({**figure.pose.bones, **moved})

    def _raised(self, figure: Figure, name: str, way: float) -> Transform:
        """Return the transform of a bone that is moved up by so many metres."""
        now, row = figure.transform(name), self._rows[name]
        units = [replace(now, location=three(np.add(now.location, axis))) for axis in np.eye(3)]
        here = self._stands(figure)[row, :3, 3]
        there = [self._stands(figure.posed({**figure.pose.bones, name: each}))[row, :3, 3] for each in units]
        try:
            change = np.linalg.solve(np.stack([place - here for place in there], axis=1), way * np.array(UP))
        except np.linalg.LinAlgError:  # a connected bone, or one of no size
            return now
        return replace(now, location=three(np.add(now.location, change)))

    def _stands(self, figure: Figure) -> Floats:
        stands: Floats = forward_kinematics(self.bones, rows_of_pose(self.bones, figure.pose.bones))[0]
        return stands


def held_between(
    document: Document, goals: Collection[str], at: Callable[[float], Document]
) -> Callable[[float], Document]:
    """Return `at`, documents by an amount of a pose of the bones `goals`, with soles between those at 0 and at 1."""
    soles = _soles_of(document.figure)
    if soles is None or not {bone.name for bone in soles.bones} & set(goals):
        return at
    begin, end = soles.height(document.figure), soles.height(at(1.0).figure)

    def standing(amount: float) -> Document:
        made = at(amount)
        way = begin + amount * (end - begin) - soles.height(made.figure)
        return soles.raised(made, way) if abs(way) > SUNK and 0.0 < amount < 1.0 else made

    return standing


def _soles_of(figure: Figure) -> Soles | None:
    """Return the soles of a figure; None where its mesh has none, or where constraints move its legs."""
    rig = figure.rig
    person = person_in(figure) if rig.soles else None
    if person is None:
        return None
    feet = (foot for foot in person.loose_feet.values() if person.mover not in ancestors(rig, foot))
    soles = Soles(rig, (person.mover, *feet))
    return None if _are_moved(rig, rig.constraints, soles.bones) else soles


def _are_moved(rig: Rig, constraints: Sequence[Constraint], bones: Sequence[Bone]) -> bool:
    """Return whether constraints act on any of these bones: those of a chain act on what its owner hangs on."""
    names = {bone.name for bone in bones}
    owners = (each.owner for each in constraints if acts(rig, each))
    return any(not names.isdisjoint((owner, *ancestors(rig, owner))) for owner in owners)
