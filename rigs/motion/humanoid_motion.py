"""Motion of a person that any other person can have: turns of humanoid bones, counted from a T-pose that faces ahead.

A turn is a rotation in armature axes that takes a bone from the T-pose to where it is, told in the axes of the humanoid
bone above it. Hips have a place as well, and expressions a value in each frame. VRM calls this the normalised pose.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import msgspec
import numpy as np

from pantin.rigs import rotations as rot
from pantin.rigs.motion.baked import BakedClip, BakedFigure
from pantin.rigs.motion.transform_arrays import Floats, world_matrices
from pantin.rigs.rest import rest_matrices
from pantin.rigs.tracking.humanoid import IN_VRM
from pantin.rigs.vectors import Matrix, Vector

NEEDED = (
    "hips",
    "spine",
    "head",
    *(
        f"{side}{part}"
        for side in ("left", "right")
        for part in ("UpperLeg", "LowerLeg", "Foot", "UpperArm", "LowerArm", "Hand")
    ),
)
"""The bones that a humanoid of VRM has always."""

EYES = ("leftEye", "rightEye")
"""Bones whose turns such motion does not hold: it says where eyes look."""


class Humanoid(msgspec.Struct, frozen=True, eq=False):
    """A person in its T-pose, by the names of VRM 1.0, without eyes; parents first."""

    bones: Mapping[str, str]
    """The bone of the rig that each is."""
    turns: Mapping[str, Matrix]
    """The rotation (3, 3) that takes each from rest to the T-pose, armature space."""
    heads: Mapping[str, Vector]
    """Where each begins in the T-pose (3,), metres, armature space, the floor at height 0."""
    lift: float = 0.0
    """Metres by which a figure that has its origin at the hips has to be lifted to stand on the floor."""

    @property
    def parents(self) -> dict[str, str | None]:
        """The nearest bone above each that there is."""
        return {name: _above(name, self.bones) for name in self.bones}


class HumanoidClip(msgspec.Struct, frozen=True, eq=False):
    """One motion of a humanoid."""

    name: str
    rate: float
    """Frames a second."""
    seconds: Floats
    """When each frame is played (f,)."""
    turns: Floats
    """(f, n, 4): quaternions of its bones, each in the axes of the one above it."""
    hips: Floats
    """(f, 3): where the hips are, metres, armature space."""
    expressions: Mapping[str, Floats] = {}
    """Values (f,) of expressions, by name, between 0 and 1."""
    looks: Floats | None = None
    """(f, 2): where the eyes look from the head, radians to the left and upwards; None where they look at nothing."""


def humanoid_clip(
    figure: BakedFigure, clip: BakedClip, humanoid: Humanoid, expressions: Mapping[str, Floats]
) -> HumanoidClip:
    """Return the clip of a figure as motion of its humanoid, with values (f,) of expressions."""
    rows = [figure.rig.rows[bone] for bone in humanoid.bones.values()]
    rest = rest_matrices(figure.rig.bones)[rows, :3, :3]
    back = np.swapaxes(np.array([humanoid.turns[name] for name in humanoid.bones]) @ rest, 1, 2)
    turned = rot.orthonormalised(clip.matrices[:, rows, :3, :3]) @ back
    places = {name: place for place, name in enumerate(humanoid.bones)}
    local = np.array(turned)
    for name, above in humanoid.parents.items():
        if above is not None:
            local[:, places[name]] = np.swapaxes(turned[:, places[above]], 1, 2) @ turned[:, places[name]]
    hips = clip.matrices[:, rows[places["hips"]], :3, 3] + (0.0, 0.0, humanoid.lift)
    values = {name: np.clip(each, 0.0, 1.0) for name, each in expressions.items()}
    turns = rot.without_sign_flips(rot.quaternion_from_matrix(local))
    return HumanoidClip(clip.name, clip.rate, clip.seconds, turns, hips, values)


def posed_humanoid(humanoid: Humanoid, clip: HumanoidClip) -> Floats:
    """Compute the bones of a humanoid in each frame of a clip (f, n, 4, 4), their turns counted from the T-pose."""
    steps = np.tile(np.eye(4), (*clip.turns.shape[:2], 1, 1))
    steps[..., :3, :3] = rot.matrix_from_quaternion(clip.turns)
    names = list(humanoid.bones)
    parents = [-1 if above is None else names.index(above) for above in humanoid.parents.values()]
    for place, (name, above) in enumerate(humanoid.parents.items()):
        if above is None:
            steps[:, place, :3, 3] = clip.hips + (humanoid.heads[name] - humanoid.heads["hips"])
        else:
            steps[:, place, :3, 3] = humanoid.heads[name] - humanoid.heads[above]
    return np.stack(world_matrices(list(np.swapaxes(steps, 0, 1)), parents), axis=1)


def in_order(names: Iterable[str]) -> list[str]:
    """Return the humanoid bones among some names that such motion holds, parents first."""
    known = set(names)
    return [name for name in IN_VRM if name in known and name not in EYES]


def missing_in(names: Sequence[str]) -> list[str]:
    """Return the bones that a humanoid needs and does not have."""
    return [name for name in NEEDED if name not in names]


def _above(name: str, known: Mapping[str, str]) -> str | None:
    found = IN_VRM[name]
    while found is not None and found not in known:
        found = IN_VRM[found]
    return found
