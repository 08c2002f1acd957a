"""Posing in scripts: figures evaluated, pulled, placed, mixed, flipped, and switched between IK and FK."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Annotated, Any

import numpy as np
from numpy.typing import ArrayLike

from pantin.app.messages import _
from pantin.app.scripting.usable import (
    Check,
    Names,
    Place,
    Places,
    PoseChoice,
    Told,
    Transforms,
    Turn,
    Values,
    one_of,
    public,
)
from pantin.rigs.constraints import Ik
from pantin.rigs.document import Document
from pantin.rigs.editing.bones import known
from pantin.rigs.editing.pose import with_transforms
from pantin.rigs.fields import Vector3
from pantin.rigs.formats import Unreadable
from pantin.rigs.formats.decoding import OF_SCRIPTS, decode, plain_of
from pantin.rigs.limb import Limb
from pantin.rigs.pose import KeptPose, Pose, Transform
from pantin.rigs.solvers import SolverName
from pantin.rigs.tree.traversal import hangs
from pantin.rigs.wording import quoted
from pantin.solver import Evaluated, Grab, Memory
from pantin.solver import evaluate as _evaluate
from pantin.solver import simulate as _simulate
from pantin.solver.edits.expressions import look_at, with_expressions
from pantin.solver.edits.limbs import matching
from pantin.solver.edits.poses import poses as seen_poses
from pantin.solver.edits.posing.posing import Rotation, Translation
from pantin.solver.edits.pulling import pull as pulling

MISSED = 1e-6
"""A bone that is farther than this from where it was put, parts of a metre or more where that is farther away."""


def _grabs(value: Any) -> tuple[Grab, ...]:
    return decode(plain_of(list(value) if isinstance(value, Iterable) else value), tuple[Grab, ...], OF_SCRIPTS)


Grabs = Annotated[Sequence[Grab], Check(_grabs)]
LookTarget = Annotated[ArrayLike | str, Check(lambda value: _look_target(value))]
LimbChoice = Annotated[Limb | Ik | str, Check(lambda value: _limb(value))]


def _look_target(value: Any) -> Vector3 | str:
    return value if isinstance(value, str) else _place(value)


def _place(value: Any) -> Vector3:
    return decode(plain_of(value), tuple[float, float, float], OF_SCRIPTS)


def _limb(value: Any) -> Limb | Ik | str:
    if isinstance(value, (Limb, Ik)):
        return value
    return decode(plain_of(value), str, OF_SCRIPTS)


@public
def evaluate(document: Document, grabs: Grabs = (), solver: SolverName | None = None) -> Evaluated:
    """Return the document's figure as its constraints pose it: matrices, heads, tails and what became of each goal.

    `solver`, where given, is used for all chains, whatever they ask for; `grabs` are goals for this once. Raises
    Unusable also where sizes that are multiplied along a chain come to more than a number can hold.
    """
    for grab in grabs:
        known(document.rig, grab.bone)
    found = _evaluate(document, grabs, solver)
    if not np.isfinite(found.matrices).all():
        name = found.names[int(np.argmin(np.isfinite(found.matrices).all(axis=(1, 2))))]
        sentence = _("Sizes multiply along the chain to {bone} to more than a number can hold; make them smaller.")
        raise ValueError(sentence.format(bone=quoted(name)))
    return found


@public
def simulate(
    document: Document,
    memory: Annotated[Memory, one_of(Memory, name=_("the memory of the frame before"))] | None,
    seconds: float,
    grabs: Grabs = (),
) -> Evaluated:
    """Return the figure moved on by `seconds`, from what `memory` holds towards its goals; see `Evaluated.memory`.

    The first frame has None for its memory. The rig's simulation must be in the mode "simulation".
    """
    for grab in grabs:
        known(document.rig, grab.bone)
    return _simulate(document, memory, seconds, grabs)


# Bones


@public
def posed(document: Document, transforms: Transforms) -> Document:
    """Return the document with bones posed by transforms, each relative to its rest and in its own rest axes."""
    for name in transforms:
        known(document.rig, name)
    return with_transforms(document, dict(transforms))


@public
def rotation(x: float = 0.0, y: float = 0.0, z: float = 0.0) -> tuple[float, float, float, float]:
    """Return the quaternion [x, y, z, w] of a turn about X, then Y, then Z, radians."""
    from pantin.rigs.euler import quaternion_from_euler

    return quaternion_from_euler((x, y, z))


@public
def place(document: Document, bone: str, head: Place | None = None, turn: Turn | None = None) -> Document:
    """Return the document with a handle, a pole or any free bone put so that its head is at `head`.

    `head` is in armature space, metres; `turn` is a quaternion [x, y, z, w] by which the bone is turned from where it
    stands, about its head. What IK moves by it follows when the document is evaluated. Raises Unusable for a bone that
    its parent or a constraint holds elsewhere: that is pulled (`pull`).
    """
    name = known(document.rig, bone).name
    if head is not None:
        if hangs(document.rig, name):
            sentence = _("{bone} is connected to its parent, so it cannot be put elsewhere; pull it.")
            raise ValueError(sentence.format(bone=quoted(name)))
        document = _put(document, name, np.asarray(head, np.float64))
    if turn is not None:
        document = Rotation(document, _evaluate(document), (name,)).by(turn)
    return document


def _put(document: Document, name: str, head: np.ndarray) -> Document:
    """The document with the head of a bone at a place. Raises ValueError where something holds it elsewhere."""
    posed_before = _evaluate(document)
    made = Translation(document, posed_before, (name,)).by(head - posed_before.heads[posed_before.index[name]])
    posed_after = _evaluate(made)
    off = float(np.abs(posed_after.heads[posed_after.index[name]] - head).max())
    if off > MISSED * max(1.0, float(np.abs(head).max())):
        sentence = _(
            "A constraint or a lock holds {bone} {distance:.3g} m from there; pull it, or put its handle there."
        )
        raise ValueError(sentence.format(bone=quoted(name), distance=off))
    return made


@public
def pull(
    document: Document,
    targets: Places,
    pins: Names = (),
    chain_length: int | None = None,
    told: Told | None = None,
) -> Document:
    """Return the document with the heads of bones pulled to places, as dragging them does.

    `targets` are places in armature space, metres, by bone. A handle pulls the bone that it steers; a pole, or the ring
    of the whole body, is put at its place. `pins` stay where they are, beside those that the document pins.
    `chain_length` is how many bones turn, 0 as far as connected; None lets the whole body follow. What cannot be
    reached is come near to, and `told` gets a sentence about each that is missed.
    """
    if chain_length is not None and chain_length < 0:
        raise ValueError(
            _("A chain has 0 bones, which is as far as they are connected, or more; not {count}.").format(
                count=chain_length
            )
        )
    document, missed = pulling.pull_and_miss(document, dict(targets), pins, chain_length)
    if told is not None:
        for each in missed:
            told(each.sentence)
    return document


# Poses


@public
def mixed(
    document: Document,
    pose: PoseChoice,
    amount: float = 1.0,
    flip: bool = False,
    bones: Names | None = None,
    part: bool | None = None,
) -> Document:
    """Return the document `amount` of the way, −1 to 2, to a pose, which is flipped where asked for.

    The pose is one of `poses`, a `KeptPose`, or a figure's own, `document.figure.pose`, or transforms by bone: a whole
    pose, in which bones that it does not name are at rest. A `part` of a pose leaves these as they are; a `KeptPose`
    says itself what it is. Of `bones`, or of all, those change that the pose is about; names that the rig lacks are
    ignored.
    """
    named = pose.pose if isinstance(pose, KeptPose) else pose.bones if isinstance(pose, Pose) else pose
    its_part = pose.part if isinstance(pose, KeptPose) else False
    face = pose.expressions if isinstance(pose, (KeptPose, Pose)) and bones is None else {}
    return seen_poses.mixed(document, named, amount, flip, bones, its_part if part is None else part, face)


@public
def expressed(document: Document, values: Values) -> Document:
    """Return the document with these values of expressions, by the names of its character, beside its others; 0 is not
    there at all, 1 wholly.
    """
    return document.with_figure(with_expressions(document.figure, values))


@public
def looking_at(document: Document, target: LookTarget | None) -> Document:
    """Return the document whose eyes look at a point in armature space, at a bone by its name, or at nothing for None.

    They do so by bones or by expressions, as the file of its character says. Raises Unusable where there are no eyes.
    """
    from pantin.app.files.character_file import character_of

    try:
        character = character_of(document.figure)
    except Unreadable:
        character = None  # a figure of wood looks by the bones of its eyes
    at: Any = target  # checked already
    return document.with_figure(look_at(document.figure, at, character))


@public
def flipped(document: Document, bones: Names | None = None) -> Document:
    """Return the document with `bones`, or all, in the mirrored pose of their partners on the other side."""
    return seen_poses.flipped(document, bones)


@public
def seen(document: Document, bones: Names | None = None) -> dict[str, Transform]:
    """Return the transforms in which `bones`, or all, are posed as they are seen: what goes into a pose that is
    kept."""
    return seen_poses.seen(document, bones)


@public
def poses(document: Document) -> dict[str, KeptPose]:
    """Return the poses for a figure by their names: those of its library, then Pantin's own that fit it.

    Pantin's own are retargeted to any person, as on the shelf of the window.
    """
    from pantin.app.pose_library.folders import shipped_poses

    return {kept.name: kept for kept in (*shipped_poses(document.figure), *document.figure.poses)}


@public
def pose_as_rest(document: Document) -> Document:
    """Return the document whose figure rests in its pose, as it is seen; nothing moves.

    Clips, kept poses and limits show and allow what they did. The file of a character is made anew, and kept among the
    user's cached files until the figure is written. Raises Unusable where a bone has no size in the pose, and
    Unreadable where the file of the character is not found.
    """
    from pantin.app.files import remaking

    return remaking.pose_as_rest(document).document


@public
def twist_bones(document: Document, bones: Names, count: int = 5) -> Document:
    """Return the document in which each of the bones has `count` twist bones, and its skin weights for them.

    Weights of the bone are split along it, loops are cut where the skin has no vertices to turn, and the file of the
    character is made anew as by `pose_as_rest`.

    Raises Unusable where a bone has some already, and Unreadable where the file of the character is not found.
    """
    from pantin.app.files import remaking

    return remaking.twist_bones(document, names=tuple(bones), count=count).document


# IK and FK


@public
def match_fk(document: Document, limb: LimbChoice) -> Document:
    """Return the document whose limb has in its bones the rotations that IK shows: switching to FK moves nothing."""
    return matching.match_fk(document, limb)


@public
def match_ik(document: Document, limb: LimbChoice) -> Document:
    """Return the document whose limb has its handle and pole where its bones are: switching to IK moves nothing."""
    return matching.match_ik(document, limb)


@public
def switch_to_fk(document: Document, limb: LimbChoice) -> Document:
    """Return the document whose limb is moved by the rotations of its bones from now on; nothing moves by that."""
    return matching.switch_to_fk(document, limb)


@public
def switch_to_ik(document: Document, limb: LimbChoice) -> Document:
    """Return the document whose limb is moved by its handle and pole from now on; nothing moves by that."""
    return matching.switch_to_ik(document, limb)
