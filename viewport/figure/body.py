"""Measures of the whole wooden figure at rest that its parts need: its size, its trunk, the tree of its bones."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from pantin.rigs.anatomy.by_place import parts_of
from pantin.rigs.anatomy.names import is_control
from pantin.rigs.rig import Rig
from pantin.rigs.tree.traversal import parents_first
from pantin.rigs.vectors import FRONT
from pantin.solver import rest_pose
from pantin.viewport.figure.anatomy import FigureRole, animal_roles, roles_of
from pantin.viewport.figure.animal import TRUNK_LENGTH, stands_on_four
from pantin.viewport.figure.machine import machines
from pantin.viewport.figure.plain_limbs import plain_limbs

Floats = NDArray[np.float64]

PERSON = 1.775
"""Metres from the floor to the crown of the figure that the profiles were measured on."""


SHORTEST = 1e-6
"""Metres. A shorter bone is a ball without a limb."""

TRUNK = ("hips", "spine", "chest", "thigh")
"""The parts that a figure stands on: what lies between them and the ground is no part of it."""


class Body:
    """Measures of the whole figure in the rest pose that its parts need."""

    def __init__(self, rig: Rig) -> None:
        self.rig = rig
        self.row = rig.rows
        resting = rest_pose(rig)
        self.rest, self.tails, self.lengths = resting.matrices, resting.tails, resting.skeleton.lengths
        self.machine = machines(rig)
        self.parts = parts_of(rig)
        self.roles: Mapping[str, FigureRole] = {
            name: role for name, role in roles_of(rig).items() if name not in self.machine
        }
        self.animal = self._stands_on_four()
        if self.animal:
            self.roles = animal_roles(rig, self.roles)
        self.remaining = self._remaining()
        self.limbs = plain_limbs(self.lengths, self.remaining)
        self.size = self._scale()
        self.torso = self._torso()
        self.bare = self._bare()

    def _stands_on_four(self) -> bool:
        """Return whether the figure is an animal on four legs."""
        limbs = [
            self.row[name] for name, role in self.roles.items() if role in ("thigh", "shin", "upper_arm", "forearm")
        ]
        arms = any(role == "upper_arm" for role in self.roles.values())
        return arms and self.trunk is not None and stands_on_four(self.trunk, self.rest[limbs, :3, 1])

    @property
    def trunk(self) -> Floats | None:
        """From the head of the hips to the neck (3,), armature space; None where it is not known."""
        hips, neck = self._first("hips"), self._first("neck")
        return None if hips is None or neck is None else self.rest[neck, :3, 3] - self.rest[hips, :3, 3]

    @property
    def forward(self) -> Floats:
        """Return the direction in which the figure looks (3,), level: an animal along its trunk, anybody else along
        -Y.
        """
        if not self.animal or self.trunk is None:
            return FRONT
        level = self.trunk * (1.0, 1.0, 0.0)
        return np.asarray(level / np.linalg.norm(level))

    def _remaining(self) -> Floats:
        """Length of the longest way from each bone's head to a tip of the figure."""
        lengths = self.lengths.tolist()
        longest, row = lengths.copy(), self.row
        for bone in reversed(parents_first(self.rig)):
            above = row.get(bone.parent or "")
            if bone.kind == "bone" and above is not None:
                longest[above] = max(longest[above], lengths[above] + longest[row[bone.name]])
        return np.array(longest, dtype=np.float64)

    def _torso(self) -> float:
        """Size of the trunk against that of the figure that the profiles were made for; 0 where it is not known."""
        if self.trunk is None:
            return self.size if self._first("thigh") is not None else 0.0
        return float(np.linalg.norm(self.trunk)) / (TRUNK_LENGTH if self.animal else 0.540)

    def _bare(self) -> frozenset[str]:
        """Bones without a body: handles, poles, controls, and unknown bones between the ground and the trunk."""
        found = {bone.name for bone in self.rig.bones if bone.kind != "bone" or is_control(bone.name)}
        for name, role in self.roles.items():
            above = self.rig.by_name.get(self.rig.by_name[name].parent or "") if role in TRUNK else None
            while above is not None and above.name not in self.roles:
                found.add(above.name)
                above = self.rig.by_name.get(above.parent or "")
        return frozenset(found)

    def spread(self, row: int, *roles: FigureRole) -> float:
        """Return how far to the side of a bone's head limbs begin, metres: the first of these parts that the figure
        has.
        """
        for role in roles:
            heads = [self.rest[self.row[name], 0, 3] for name, found in self.roles.items() if found == role]
            if heads:
                return float(np.abs(np.array(heads) - self.rest[row, 0, 3]).max())
        return 0.0

    def _first(self, role: FigureRole) -> int | None:
        return next((self.row[name] for name, found in self.roles.items() if found == role), None)

    def child(self, row: int, *roles: FigureRole) -> int | None:
        """The row of the first child that is one of the given parts."""
        children = self.rig.children.get(self.rig.bones[row].name, ())
        return next((self.row[c.name] for c in children if self.roles.get(c.name) in roles), None)

    def _scale(self) -> float:
        """Largest extent of the bones against that of a person of 1.77 m; 1 where there is none."""
        rows = [row for row, bone in enumerate(self.rig.bones) if bone.kind == "bone"]
        ends = np.concatenate((self.rest[rows, :3, 3], self.tails[rows]))
        extent = float(np.ptp(ends, axis=0).max()) if len(ends) else 0.0
        return extent / PERSON if extent > SHORTEST else 1.0
