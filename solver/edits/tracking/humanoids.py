"""The humanoid of a figure: which of its bones are those of VRM, its T-pose, and motion of others for it.

A VRM rests in its T-pose and says which bone is which. Any other person is brought into the stance that tracked turns
are counted from.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from msgspec.structs import replace

from pantin.rigs import rotations as rot
from pantin.rigs.clip import Clip
from pantin.rigs.figure import Figure
from pantin.rigs.fitting.recognition import figure_in
from pantin.rigs.formats.gltf.node_tree import to_armature
from pantin.rigs.motion.humanoid_motion import Humanoid, HumanoidClip, in_order, missing_in
from pantin.rigs.rest import rest_matrices
from pantin.rigs.rig import Bone, Rig
from pantin.rigs.source import Source
from pantin.rigs.source.worlds import rest_worlds, worlds_in_file
from pantin.rigs.tracking.humanoid import name_in_vrm
from pantin.rigs.vectors import UP, Matrix, Vector
from pantin.rigs.wording import listed
from pantin.solver.edits.tracking.bones import bones_by_name
from pantin.solver.edits.tracking.stance import body_of
from pantin.solver.messages import _

NO_PERSON = _(
    "a VRM animation moves a whole person, and none was found in this figure; assign its bones to parts of the body."
)

SHORTEST = 1e-3
"""Metres: hips that are lower in the T-pose have no height."""

AT_THE_HIPS = 0.5
"""Parts of the height of hips over the soles: hips that rest lower have the origin at them, not at the floor."""


def humanoid_of(figure: Figure, named: Mapping[str, int]) -> Humanoid:
    """Return the humanoid of a figure; `named` are the nodes that its file says are humanoid bones, if it says any.

    Raises ValueError, in one sentence, where the figure is no person, or a part of one is missing.
    """
    source = figure.source
    if named and source is not None:
        bones = {name: source.nodes[node].bone for name, node in named.items() if node < len(source.nodes)}
        found = {name: bone for name, bone in bones.items() if bone is not None and bone in figure.rig.by_name}
        if not missing_in(list(found)):
            return _as_it_rests(figure.rig, source, {name: found[name] for name in in_order(found)}, named)
    return _in_its_stance(figure.rig)


def _as_it_rests(rig: Rig, source: Source, bones: Mapping[str, str], named: Mapping[str, int]) -> Humanoid:
    """Return the humanoid of a file that is saved in its T-pose, which the rest of the rig may be another than."""
    rest, file = rest_worlds(source), worlds_in_file(source)
    heads = rest_matrices(rig.bones)[:, :3, 3]
    turned = to_armature(source)[:3, :3]
    turns, placed = dict[str, Matrix](), dict[str, Vector]()
    for name, bone in bones.items():
        node = named[name]
        turns[name], placed[name] = np.eye(3), heads[rig.rows[bone]]
        if source.nodes[node].rest is not None:
            turn = rot.orthonormalised(file[node, :3, :3]) @ rot.orthonormalised(rest[node, :3, :3]).T
            turns[name] = turned @ turn @ turned.T
            placed[name] = turned @ file[node, :3, 3]
    return _on_the_floor(Humanoid(bones, turns, placed))


def _in_its_stance(rig: Rig) -> Humanoid:
    """Return the humanoid of any person. Raises ValueError."""
    try:
        body = body_of(rig)
    except ValueError:
        raise ValueError(NO_PERSON) from None
    known = {name_in_vrm(name): bone for name, bone in bones_by_name(body).items()}
    if jaw := figure_in(rig).bones.get("jaw"):
        known["jaw"] = jaw
    bones = {name: known[name] for name in in_order(known)}
    if missing := missing_in(list(bones)):
        sentence = _("a VRM animation moves people with {parts}, which are missing here; assign bones to these parts.")
        raise ValueError(sentence.format(parts=listed(missing)))
    head = body.turns[body.chain[-1]]
    made = Humanoid(bones, {name: body.turns.get(bone, head) for name, bone in bones.items()}, {})
    rests = dict(zip(rig.by_name, rest_matrices(rig.bones)[:, :3, 3], strict=True))
    heads: dict[str, Vector] = {}
    for name, above in made.parents.items():
        at = rests[bones[name]]
        heads[name] = at if above is None else heads[above] + made.turns[above] @ (at - rests[bones[above]])
    return _on_the_floor(Humanoid(bones, made.turns, heads))


def _on_the_floor(humanoid: Humanoid) -> Humanoid:
    """Return the humanoid, lifted where its hips are so low that the origin is at them and not at the floor."""
    hips = float(humanoid.heads["hips"][2])
    lowest = min(float(humanoid.heads[f"{side}Foot"][2]) for side in ("left", "right"))
    if hips > AT_THE_HIPS * (hips - lowest):
        return humanoid
    heads = {name: head - lowest * UP for name, head in humanoid.heads.items()}
    return replace(humanoid, heads=heads, lift=-lowest)


def clip_of_motion(rig: Rig, target: Humanoid, source: Humanoid, motion: HumanoidClip) -> Clip:
    """Return motion of another humanoid as a clip of a rig.

    Bones of the source that the target lacks are left out, as the specification of VRM animations has it, and those
    that the source lacks rest. Hips move in heights of hips; those that stay where they are in the T-pose rest.
    """
    wanted, rests = _turns_in(target, source, motion), rest_matrices(rig.bones)
    hips, still = target.bones["hips"], source.heads["hips"]
    moves = bool(np.abs(motion.hips - still).max() > SHORTEST * max(float(still[2]), SHORTEST))
    mover = _mover(rig, hips)
    names = [name for name in rig.by_name if name in wanted or (moves and name == mover.name)]
    rows = np.tile((0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 1.0, 1.0, 1.0), (len(motion.hips), len(names), 1))
    for name, turned in _local(rig, rests, wanted).items():
        rows[:, names.index(name), 3:7] = rot.quaternion_from_matrix(turned)
    rows[..., 3:7] = rot.without_sign_flips(rows[..., 3:7])
    if moves:
        size = float(target.heads["hips"][2]) / max(float(still[2]), SHORTEST)
        way = size * motion.hips - target.lift * UP - rests[rig.rows[hips], :3, 3]
        axes = mover.name if mover.local_location or mover.parent is None else mover.parent
        rows[:, names.index(mover.name), :3] = way @ rests[rig.rows[axes], :3, :3]
    return Clip.of(motion.name, motion.rate, names, rows)


def _mover(rig: Rig, name: str) -> Bone:
    """Return the bone that moves one: itself, or where that is connected, what carries it."""
    bone = rig.by_name[name]
    while bone.connected and bone.parent is not None:
        bone = rig.by_name[bone.parent]
    return bone


def _turns_in(target: Humanoid, source: Humanoid, motion: HumanoidClip) -> dict[str, Matrix]:
    """Return how each bone of the rig is turned from its rest (f, 3, 3), armature space."""
    places = {name: place for place, name in enumerate(source.bones)}
    turned, found = dict[str, Matrix](), dict[str, Matrix]()
    for name, above in target.parents.items():
        own = np.eye(3)[None] if name not in places else rot.matrix_from_quaternion(motion.turns[:, places[name]])
        turned[name] = np.asarray(own if above is None else turned[above] @ own)
        found[target.bones[name]] = turned[name] @ target.turns[name]
    return found


def _local(rig: Rig, rests: Matrix, wanted: Mapping[str, Matrix]) -> dict[str, Matrix]:
    """Return the rotation (f, 3, 3) of each bone that is `wanted` from where its parent carries it; others rest."""
    found, worlds = dict[str, Matrix](), dict[str, Matrix]()
    for name, bone in rig.by_name.items():
        rest = rests[rig.rows[name], :3, :3]
        carried = rest[None]
        if bone.parent is not None and bone.inherit_rotation:
            carried = worlds[bone.parent] @ rests[rig.rows[bone.parent], :3, :3].T @ rest
        worlds[name] = carried
        if name in wanted:
            worlds[name] = wanted[name] @ rest
            found[name] = np.asarray(np.swapaxes(carried, 1, 2) @ worlds[name])
    return found
