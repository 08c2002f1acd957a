"""The bones of a template inside a mesh: those whose joints were found lie there, what hangs on them goes along.

What goes along and would come to lie outside, the ears of an animal that has none, is left out. What a template has and
the mesh has not, a tail, is left out as well, with all that hangs on it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from pantin.rigs.bodies import body_points, four_legged, winged
from pantin.rigs.bodies.body_points import FULL, solid_in
from pantin.rigs.bodies.frame import Body, framed
from pantin.rigs.bodies.held import is_slender, without_held
from pantin.rigs.bodies.lines import at_shares, line_between
from pantin.rigs.joint import Joint
from pantin.rigs.meshes.solid import Solid
from pantin.rigs.messages import _
from pantin.rigs.rest import rest_frame
from pantin.rigs.rig import Bone, Rig
from pantin.rigs.rotations import shortest_arc
from pantin.rigs.templates import TEMPLATES, bird
from pantin.rigs.templates.draft import Draft

Floats = NDArray[np.float64]
Ints = NDArray[np.intp]

END = ".end"
"""After the name of a bone: where that ends, which no other bone begins at."""
OPTIONAL = frozenset(("tail", "tail_1", "thigh.L", "thigh.R"))
"""The first bones of parts that not every mesh has: without their joints they are left out."""
SLENDER = 5.0
"""Length of a chain at least, of its thickness."""
ROOM = 2.0
"""Cubes by which what goes along may be outside."""


class Placed(NamedTuple):
    """A template in a mesh."""

    rig: Rig
    """Bones alone, armature space."""
    body: Body
    joints: Mapping[str, Floats]
    """The joints that were found (3,), in the axes of the body."""
    words: str
    """A sentence about the end that was taken for its head, or about parts that were not found."""


class Kind(NamedTuple):
    """A kind of body that a mesh may be of."""

    title: str
    template: str
    place: Callable[[Floats, Ints, bool], Placed]
    """Takes the triangles (t, 3) of points (p, 3), armature space, and whether it looks the other way than is found.

    Raises ValueError, in one sentence, where the mesh is not of this kind.
    """


def four_legged_in(points: Floats, triangles: Ints, turned: bool = False) -> Placed:
    """Return the skeleton of a four-legged animal inside a mesh. Raises ValueError."""
    body, legs = four_legged.found(points, triangles, turned)
    joints = four_legged.joints(body, legs)
    words = _("An animal on four legs, with a tail; its head was taken to be {where}.")
    if "tail_1" not in joints:
        words = _("An animal on four legs; its head was taken to be {where}.")
    return _placed("quadruped", body, joints, words.format(where=_looking(legs.front)))


def winged_in(points: Floats, triangles: Ints, turned: bool = False) -> Placed:
    """Return the skeleton of a bird inside a mesh. Raises ValueError."""
    body, sides = winged.found(points, triangles, turned)
    words = _("A bird; its head was taken to be {where}.")
    if sides.feet is None:
        words = _("A bird without feet that it stands on; its head was taken to be {where}.")
    return _placed("bird", body, winged.joints(body, sides), words.format(where=_looking(sides.front)))


def chain_in(points: Floats, triangles: Ints, turned: bool = False) -> Placed:
    """Return a chain along a mesh that is long: a snake, a tail, a tentacle; from the stouter end.

    Raises ValueError.
    """
    body = _upright(points, triangles, False)
    solid = body.solid
    one = int(solid.distances([solid.nearest(solid.centres.mean(axis=0))]).argmax())
    other = int(solid.distances([one]).argmax())
    line = line_between(solid, one, other, 0.1 * float(np.ptp(solid.centres, axis=0).max()))
    stout = [float((((solid.centres - line[row]) ** 2).sum(axis=1) < (6 * solid.step) ** 2).sum()) for row in (1, -2)]
    if (stout[1] > stout[0]) != turned:
        line = line[::-1]
    template = _bones("tentacle")
    joints = at_shares(line, np.linspace(0.0, 1.0, len(template) + 1))
    found = {bone.name: joint for bone, joint in zip(template, joints, strict=False)}
    found[template[-1].name + END] = joints[-1]
    return _placed("tentacle", body, found, _("A chain of {count} bones along the mesh.").format(count=len(template)))


def within_bounds(template: str) -> Callable[[Floats, Ints, bool], Placed]:
    """Return what places a template as large as the mesh, upon the floor of it."""

    def place(points: Floats, triangles: Ints, turned: bool = False) -> Placed:
        body = _upright(points, triangles, turned)
        bones = _bones(template)
        ends = np.array([(bone.head, bone.tail) for bone in bones])
        low, high = ends.min(axis=(0, 1)), ends.max(axis=(0, 1))
        box = body.solid.centres.min(axis=0), body.solid.centres.max(axis=0)
        size = float((box[1] - box[0]).max() / max((high - low).max(), 1e-9))
        shift = (box[0] + box[1]) / 2 - size * (low + high) / 2
        shift[2] = box[0][2] - size * low[2]
        joints: dict[str, Floats] = {}
        for bone, (head, tail) in zip(bones, ends * size + shift, strict=True):
            joints |= {bone.name: head, bone.name + END: tail}
        words = _("The skeleton is as large as the mesh; its joints are dragged to their places in the layout Rig.")
        return _placed(template, body, joints, words)

    return place


PERSON = "person"
"""The kind of a body that is no template: a person, from seven points."""


def kind_of(points: Floats, triangles: Ints) -> str:
    """Return the kind of body that a mesh is taken for at first: what stands on four legs is longer than wide, a person
    less deep than tall, but for what it holds, and a bird with folded wings longer than wide on two legs. Where it is
    none of these, it is a person's all the same.
    """
    try:
        _body, legs = four_legged.found(points, triangles)
    except ValueError:
        pass
    else:
        if legs.long:
            return "four_legged"
    used = points[np.unique(triangles)] if len(triangles) else np.eye(3)
    size = np.ptp(used, axis=0)
    if np.sort(size)[2] > SLENDER * np.sort(size)[1]:
        return "chain"
    try:
        if is_slender(used):
            return "winged" if winged.is_folded(points, triangles) else PERSON
        if _holds(points, triangles):
            return PERSON
        body, _sides = winged.found(points, triangles)
    except ValueError:
        return PERSON
    solid = body.solid
    full = len(solid.cells) * solid.step**3 / float((np.ptp(solid.centres, axis=0) + solid.step).prod())
    return PERSON if full > FULL else "winged"


def _holds(points: Floats, triangles: Ints) -> bool:
    """Return whether a mesh is that of a person who holds things, without which it is no bird with folded wings."""
    own = without_held(points, triangles)
    is_other = len(own) == len(triangles) or winged.is_folded(points, own)
    return not is_other and body_points.is_person(points, own)


KINDS: Mapping[str, Kind] = {
    "four_legged": Kind(_("Four legs"), "quadruped", four_legged_in),
    "winged": Kind(_("Wings"), "bird", winged_in),
    "chain": Kind(_("Snake or tentacle"), "tentacle", chain_in),
    "hand": Kind(_("Hand"), "hand", within_bounds("hand")),
    "robot_arm": Kind(_("Robot arm"), "robot_arm", within_bounds("robot_arm")),
    "arm": Kind(_("Single arm"), "arm", within_bounds("arm")),
}
"""The kinds of bodies beside people, by name, in the order in which they are offered."""


def _upright(points: Floats, triangles: Ints, turned: bool) -> Body:
    solid_in(points, triangles, four_legged.COARSE)
    return framed(points, triangles, np.array([-1.0 if turned else 1.0, 0.0, 0.0]))


def _looking(front: Floats) -> str:
    """Return in words where a body looks, armature space."""
    x, y, _z = front.tolist()
    if abs(y) >= abs(x):
        return _("at the front, where files look to") if y < 0.0 else _("at the back")
    return _("at the left") if x > 0.0 else _("at the right")


def _bones(template: str) -> list[Bone]:
    """Return the bones of a template; those of a bird without feathers, whose places a mesh does not tell."""
    rig = bird.rig(bird.BirdMeasures(feathers=0, controls="limbs")) if template == "bird" else TEMPLATES[template]()
    return [bone for bone in rig.bones if bone.kind == "bone"]


# Bones


def _placed(template: str, body: Body, joints: Mapping[str, Floats], words: str) -> Placed:
    bones = _Placing(template, body.solid, joints).bones()
    turned = (_outside(each, body) for each in bones)
    return Placed(Rig(bones=tuple(turned)), body, joints, words)


class _Placing:
    """A template while its bones get other places."""

    def __init__(self, template: str, solid: Solid, joints: Mapping[str, Floats]) -> None:
        self._bones = _bones(template)
        self._solid, self._joints = solid, joints
        self._known = {bone.name for bone in self._bones}
        self._ends: dict[str, tuple[Floats, Floats]] = {}

    def bones(self) -> list[tuple[Bone, Draft]]:
        """Return the bones that are there, each with its draft in the axes of the body."""
        found = []
        for bone in self._bones:
            parent = bone.parent if bone.parent in self._known else None
            if parent is not None and parent not in self._ends:
                continue
            ends = self._own(bone) if bone.name in self._joints else self._along(bone, parent)
            if ends is None or not float(np.linalg.norm(ends[1] - ends[0])) > 1e-6:
                continue
            self._ends[bone.name] = ends
            found.append((bone, self._draft(bone, parent, *ends)))
        return found

    def _own(self, bone: Bone) -> tuple[Floats, Floats] | None:
        """Return where a bone begins that was found, and where it ends: at its own end, or at the next joint."""
        head, own = self._joints[bone.name], self._joints.get(bone.name + END)
        if own is not None:
            return head, own
        below = [each.name for each in self._bones if each.parent == bone.name and each.connected]
        tails = [self._joints[name] for name in below if name in self._joints]
        return (head, tails[0]) if tails else self._carried(bone, bone.name, head)

    def _along(self, bone: Bone, parent: str | None) -> tuple[Floats, Floats] | None:
        """Return where a bone goes along with its parent; None where that is outside, or the mesh has no such part."""
        if parent is None or bone.name in OPTIONAL:
            return None
        ends = self._carried(bone, parent)
        return (
            ends if all(self._is_inside(ends[0] + share * (ends[1] - ends[0])) for share in (0.3, 0.6, 0.9)) else None
        )

    def _carried(self, bone: Bone, by: str, head: Floats | None = None) -> tuple[Floats, Floats]:
        old = next(each for each in self._bones if each.name == by)
        if by == bone.name and head is not None:
            above = bone.parent if bone.parent in self._ends else None
            size = 1.0 if above is None else self._size(above)
            return head, head + size * np.subtract(bone.tail, bone.head)
        turn, size = self._turn(old), self._size(by)
        begin = self._ends[by][0]
        at = [begin + size * turn @ np.subtract(end, old.head) for end in (bone.head, bone.tail)]
        if bone.connected:
            at = [self._ends[by][1], at[1] + self._ends[by][1] - at[0]]
        return at[0], at[1]

    def _size(self, name: str) -> float:
        old = next(each for each in self._bones if each.name == name)
        head, tail = self._ends[name]
        return float(np.linalg.norm(tail - head)) / max(float(np.linalg.norm(np.subtract(old.tail, old.head))), 1e-9)

    def _turn(self, old: Bone) -> Floats:
        """Return the turn (3, 3) from how a bone lies in the template to how it lies here: the shortest."""
        head, tail = self._ends[old.name]
        return shortest_arc(np.subtract(old.tail, old.head), tail - head)

    def _draft(self, bone: Bone, parent: str | None, head: Floats, tail: Floats) -> Draft:
        self._ends[bone.name] = head, tail
        front = self._turn(bone) @ rest_frame(bone.head, bone.tail, bone.roll)[:3, 2]
        connected = parent is not None and float(np.linalg.norm(self._ends[parent][1] - head)) < 1e-9
        return Draft(bone.name, parent, head, tail, front, bone.connected and connected, lock=bone.joint.lock)

    def _is_inside(self, point: Floats) -> bool:
        solid = self._solid
        return bool(np.linalg.norm(solid.centres[solid.nearest(point)] - point) < ROOM * solid.step)


def _outside(placed: tuple[Bone, Draft], body: Body) -> Bone:
    """Return a bone in armature space, with the locks of its joint and without limits: it rests otherwise."""
    bone, draft = placed
    frame = body.frame
    made = replace(
        draft, head=frame.outside(draft.head), tail=frame.outside(draft.tail), front=draft.front @ frame.axes
    ).bone()
    return replace(made, joint=Joint(lock=bone.joint.lock), shape=bone.shape, colour=bone.colour)
