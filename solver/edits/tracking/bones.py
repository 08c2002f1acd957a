"""A figure posed by the bones of another program's figure, and sent to other programs as theirs.

Turns are counted from the T-pose, so skeletons may rest in any way. Bones that the figure has and the other one lacks
turn with what carries them; a back with more bones shares what its neighbours do.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

import numpy as np

from pantin.rigs import Document
from pantin.rigs import rotations as rot
from pantin.rigs.anatomy.parts import FINGERS
from pantin.rigs.rest import rest_matrices
from pantin.rigs.tracking import humanoid
from pantin.rigs.tracking.humanoid import BonePose, BonePoses, Rests
from pantin.rigs.vectors import Matrix, Vector, four, three
from pantin.solver.edits.tracking.body import Body
from pantin.solver.edits.tracking.feet import standing
from pantin.solver.edits.tracking.finite import check_finite
from pantin.solver.edits.tracking.solve import Memory, Solved
from pantin.solver.edits.tracking.track import ready_for
from pantin.solver.edits.tracking.writing import written
from pantin.solver.program.posed import Posed

SHORTEST_LEG = 0.01
"""Metres: senders of rotations alone leave the lengths at nothing."""
LONGEST_FINGER = 3
"""Joints of a finger that programs send."""
SIDES = {"L": "Left", "R": "Right"}
BACK = ("Spine", "Chest", "UpperChest")
"""The names of the bones of the back above the hips; of more than three the last is the upper chest."""


def posed_by_bones(document: Document, bones: BonePoses, root: BonePose, rests: Rests | None = None) -> Document:
    """Return the document posed as these bones are. What none of them poses stays as it is, where hips are not sent.

    Hips that are sent are as high over their feet as legs of the figure need; where turns come without places, the
    lower foot stands on the floor and the figure stays where it is. `rests` are the rotations of the bones in a T-pose,
    where these are not none. Raises ValueError, in one sentence, where the figure is no person.
    """
    check_finite({**bones, "root": root})
    ready = ready_for(document, fingers=True)
    body, stands = ready.body, humanoid.from_t_pose(bones, root, rests)
    received = {humanoid.ROLES[name]: turn for name, (_place, turn) in stands.items()}
    now = ready.evaluated.matrix(body.chain[0])
    if "Hips" not in bones:
        base = _turn_now(body, ready.evaluated, document)
        turns = _turns(body, {role: base @ turn for role, turn in received.items()}, received.keys())
        place = now[:3, 3]
    else:
        turns = _turns(body, received)
        place = (
            _place(body, bones, stands["Hips"], rests or {}) if has_places(bones, root) else _on_floor(body, turns, now)
        )
    return written(ready, Solved(place, turns, Memory(standing(body.legs, place, 0.0, 0.0))))


def has_places(bones: BonePoses, root: BonePose) -> bool:
    """Return whether bones come with places, not with turns alone."""
    return any(max(map(abs, bone.position)) > SHORTEST_LEG for bone in (*bones.values(), root))


def _turn_now(body: Body, posed: Posed, document: Document) -> Matrix:
    """Return how the bone that moves all is turned (3, 3) from the stance."""
    name = body.chain[0]
    rest = rest_matrices((document.rig.by_name[name],))[0, :3, :3]
    return np.asarray(rot.orthonormalised(posed.matrix(name)[:3, :3]) @ rest.T @ body.turns[name].T)


def _place(body: Body, bones: BonePoses, hips: tuple[Vector, Matrix], rests: Rests) -> Vector:
    """Return where the bone that moves all is (3,), for hips at a place with a turn."""
    place, turn = hips
    size = _size(body, bones)
    return np.asarray(size * place + (0.0, 0.0, _higher(body, bones, rests, size)) - turn @ body.to_hips)


def _on_floor(body: Body, turns: Mapping[str, Matrix], now: Matrix) -> Vector:
    """Return where the bone that moves all is (3,), above where it is `now`, so that the lower foot is on the floor."""
    lowest = []
    for leg in body.legs:
        ankle = turns[body.hips] @ leg.to_upper + turns[leg.upper] @ leg.to_lower + turns[leg.lower] @ leg.to_end
        ball = ankle + turns[leg.end] @ leg.toes
        lowest += [ankle[2] - leg.ankle, ball[2] - leg.ankle - leg.toes[2]]
    return np.array((now[0, 3], now[1, 3], -min(lowest)))


def _size(body: Body, bones: BonePoses) -> float:
    """Metres of the figure to one of the sender, by their legs; 1 where the sender tells no lengths."""
    legs = [_leg(bones, side) for side in SIDES.values() if f"{side}Foot" in bones]
    length = float(np.mean(legs)) if legs else 0.0
    return (body.legs[0].length + body.legs[1].length) / (2.0 * length) if length > SHORTEST_LEG else 1.0


def _leg(bones: BonePoses, side: str) -> float:
    """Return the length of thigh and shin of a sender together, by the places of the bones below them."""
    below = (bones[name] for part in ("LowerLeg", "Foot") if (name := f"{side}{part}") in bones)
    return sum(float(np.linalg.norm(bone.position)) for bone in below)


def _higher(body: Body, bones: BonePoses, rests: Rests, size: float) -> float:
    """Return the height by which the hips stand higher than those of the sender, scaled so many times, metres.

    Both stand straight, on the balls of their feet where the sender has toes, else on their ankles.
    """
    still = {name: BonePose(bone.position, rests.get(name, humanoid.NO_TURN)) for name, bone in bones.items()}
    stands = humanoid.hung_together(
        {**still, "Hips": BonePose((0.0, 0.0, 0.0), rests.get("Hips", humanoid.NO_TURN))}, humanoid.AT_ORIGIN
    )
    found = [0.0]
    for leg in body.legs:
        thigh, foot, toes = (stands.get(f"{SIDES[leg.side]}{part}") for part in ("UpperLeg", "Foot", "Toes"))
        if thigh is not None and foot is not None and _leg(bones, SIDES[leg.side]) > SHORTEST_LEG:
            below = (leg.toes[2], (toes[0] - foot[0])[2]) if toes is not None else (0.0, 0.0)
            own = body.to_hips[2] - leg.to_upper[2] + leg.length - below[0]
            theirs = -thigh[0][2] + _leg(bones, SIDES[leg.side]) - below[1]
            found.append(float(own - size * theirs))
    return sum(found) / max(len(found) - 1, 1)


def _turns(body: Body, received: Mapping[str, Matrix], sent: Collection[str] | None = None) -> dict[str, Matrix]:
    """Return the turn of each bone of the body from the stance, or of the parts that are `sent` alone."""
    if sent is not None:
        whole = _turns(body, {"hips": np.eye(3), **received})
        posed = {bone for bone, part in _parts(body).items() if part in sent}
        return {bone: turn for bone, turn in whole.items() if bone in posed}
    hips = received["hips"]
    back = [received[part] for part in ("spine", "chest", "upper_chest") if part in received] or [hips]
    spine, neck = body.chain[1 : body.neck], body.chain[body.neck : -1]
    found = {body.chain[0]: hips, body.hips: hips}
    found |= dict(zip(spine, _spread(back, len(spine)), strict=True))
    chest = back[-1]
    head = received.get("head", chest)
    nape = [received["neck"]] if "neck" in received else [rot.interpolated(chest, head, 0.5)]
    found |= dict(zip(neck, _spread(nape, len(neck)), strict=True))
    found[body.chain[-1]] = head
    for arm in body.arms:
        parent = received.get(f"shoulder.{arm.side}", chest)
        names = [*([arm.clavicle] if arm.clavicle else []), arm.upper, arm.lower, arm.end]
        parts = [*(["shoulder"] if arm.clavicle else []), "upper_arm", "forearm", "hand"]
        found |= _down(names, parts, arm.side, received, parent)
        found |= _fingers(body, arm.side, received, found[arm.end])
    for leg in body.legs:
        names = [leg.upper, leg.lower, leg.end, *([leg.toe] if leg.toe else [])]
        found |= _down(names, ["thigh", "shin", "foot", "toe"][: len(names)], leg.side, received, hips)
    return found


def _parts(body: Body) -> dict[str, str]:
    """Return the part of each bone of the body; the bones of a back have those that are sent for it."""
    back = body.chain[1 : body.neck]
    parts = ("spine", "chest", "upper_chest")
    found = {name: parts[min(row, len(parts) - 1)] for row, name in enumerate(back)}
    found |= dict.fromkeys(body.chain[body.neck : -1], "neck") | {body.chain[-1]: "head"}
    for arm in body.arms:
        names = {"shoulder": arm.clavicle, "upper_arm": arm.upper, "forearm": arm.lower, "hand": arm.end}
        found |= {name: f"{part}.{arm.side}" for part, name in names.items() if name}
    for leg in body.legs:
        names = {"thigh": leg.upper, "shin": leg.lower, "foot": leg.end, "toe": leg.toe}
        found |= {name: f"{part}.{leg.side}" for part, name in names.items() if name}
    return found | {name: part for part, name in body.fingers.items()}


def _fingers(body: Body, side: str, received: Mapping[str, Matrix], hand: Matrix) -> dict[str, Matrix]:
    """Turns of the fingers of a hand; a joint that is not sent turns with the one before it."""
    found = {}
    for finger in FINGERS:
        turn = hand
        for number in range(1, LONGEST_FINGER + 1):
            part = f"{finger}_{number}.{side}"
            turn = received.get(part, turn)
            if part in body.fingers:
                found[body.fingers[part]] = turn
    return found


def _spread(turns: list[Matrix], count: int) -> list[Matrix]:
    """Turns along a back for as many bones as it has: the last one is the last, others lie between."""
    if count == 0:
        return []
    found = []
    for k in range(count):
        at = (len(turns) - 1) * (k + 1) / count if count > 1 else len(turns) - 1.0
        before = min(int(at), len(turns) - 1)
        after = min(before + 1, len(turns) - 1)
        found.append(rot.interpolated(turns[before], turns[after], at - before))
    return found if len(turns) != count else turns


def _down(
    names: list[str], parts: list[str], side: str, received: Mapping[str, Matrix], parent: Matrix
) -> dict[str, Matrix]:
    """Turns down a limb; a bone that is not sent turns with the one above."""
    found = {}
    for name, part in zip(names, parts, strict=True):
        parent = received.get(f"{part}.{side}", parent)
        found[name] = parent
    return found


def bones_of_figure(body: Body, posed: Posed, rest: Posed) -> dict[str, BonePose]:
    """Return a posed figure as the bones of a humanoid, each in the axes of the one above it; `rest` is it at rest."""
    stands: dict[str, tuple[Vector, Matrix]] = {}
    for sent, name in bones_by_name(body).items():
        matrix = posed.matrix(name)
        axes = rot.orthonormalised(matrix[:3, :3])
        stands[sent] = (matrix[:3, 3], axes @ rest.matrix(name)[:3, :3].T @ body.turns[name].T)
    found: dict[str, BonePose] = {}
    for sent in humanoid.PARENTS:
        if sent in stands:
            place, turn = stands[sent]
            parent = humanoid.above(sent, found)
            base, back = stands[parent] if parent is not None else (np.zeros(3), np.eye(3))
            found[sent] = BonePose(three(back.T @ (place - base)), four(rot.quaternion_from_matrix(back.T @ turn)))
    return found


def bones_by_name(body: Body) -> dict[str, str]:
    """The bones of a figure by what motion programs call them."""
    spine, neck = body.chain[1 : body.neck], body.chain[body.neck : -1]
    found = {"Hips": body.hips, "Head": body.chain[-1]}
    found |= dict(zip(BACK, spine if len(spine) <= len(BACK) else (*spine[:2], spine[-1]), strict=False))
    found |= {"Neck": neck[0]} if neck else {}
    for arm, leg, side in zip(body.arms, body.legs, ("Left", "Right"), strict=True):
        found |= {f"{side}Shoulder": arm.clavicle} if arm.clavicle else {}
        found |= {f"{side}UpperArm": arm.upper, f"{side}LowerArm": arm.lower, f"{side}Hand": arm.end}
        found |= {f"{side}UpperLeg": leg.upper, f"{side}LowerLeg": leg.lower, f"{side}Foot": leg.end}
        found |= {f"{side}Toes": leg.toe} if leg.toe else {}
    return found | {sent: body.fingers[part] for sent, part in humanoid.ROLES.items() if part in body.fingers}
