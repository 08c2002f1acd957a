"""The map of a body: for each part the bones that were taken for it, how sure that is, and why, in one clause.

What a person assigned is sure. Of the rest, names and shape say how sure; a doubt, such as a knee that rests bent
sideways, takes away from that.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from pantin.rigs.anatomy.parts import NEXT
from pantin.rigs.fitting.assigned import assigned_in
from pantin.rigs.fitting.found_body import (
    FoundBody,
    Role,
    finger_of_role,
    is_first_phalanx,
    part_of_role,
    phalanges_of,
    role_of,
    side_of_role,
)
from pantin.rigs.fitting.mapping.doubts import DOUBT_FACTOR, doubts_of, mirror_error
from pantin.rigs.fitting.mapping.evidence import Evidence
from pantin.rigs.fitting.mapping.rows import COUNTED, Row, is_needed, rows_of
from pantin.rigs.fitting.recognition import figure_in
from pantin.rigs.fitting.tree import Tree
from pantin.rigs.messages import _, ngettext
from pantin.rigs.remembered import remembered
from pantin.rigs.rig import Rig
from pantin.rigs.wording import quoted

CHECK = 0.8
"""A part that is less sure is one to check. Of 371 parts of characters with and without their names, 13 of the 54 that
are less sure were wrong, 15 of the 317 others, and of 132 that are surer than 0.95 none."""
MOST = 0.99
"""Nothing that was found is quite sure."""

MIRRORED = 0.01
"""Sides that differ by less than this part of the figure's size are mirror images."""


class Found(msgspec.Struct, frozen=True):
    """The bones that were found of one part on one side, from the body outwards; its field shows `bone`.

    `confidence` is 0 to 1. `assigned`: a person said so, also that the figure has no such part.
    """

    role: Role
    bone: str | None = None
    bones: tuple[str, ...] = ()
    confidence: float = 0.0
    why: str = ""
    assigned: bool = False
    needed: bool = True
    """Whether it is missed where it was not found: parts that figures may lack are not."""

    @property
    def doubtful(self) -> bool:
        """Return whether it should be checked."""
        if self.bone is None:
            return self.needed and not self.assigned
        return self.confidence < CHECK


class BodyMap(msgspec.Struct, frozen=True):
    """The figure that was found, the rows of its table, and what is in them by role."""

    figure: FoundBody
    rows: tuple[Row, ...]
    found: Mapping[Role, Found]

    @property
    def empty(self) -> bool:
        """Return whether nobody was found."""
        return not any(each.bone for each in self.found.values())

    @property
    def to_check(self) -> tuple[Role, ...]:
        """The parts that should be checked, from the top of the table."""
        roles = (role for row in self.rows for role in row.roles if part_of_role(role) != COUNTED)
        return tuple(role for role in roles if self.found[role].doubtful)

    def worse(self, row: Row) -> Found:
        """The side of a row that is to be checked, or is less sure."""
        return min((self.found[role] for role in row.roles), key=lambda each: (not each.doubtful, each.confidence))

    def role_of_bone(self, bone: str) -> Role | None:
        """The role whose part a bone is, or is one bone of; of a finger that finger; None for a bone of no part."""
        roles = [each.role for each in self.found.values() if bone in each.bones]
        return roles[-1] if roles else None


@remembered("bones", "parts")
def body_map(rig: Rig) -> BodyMap:
    """The map of the body in a skeleton, with what is assigned in it."""
    tree, figure = Tree(rig), figure_in(rig)
    rows, sources = rows_of(figure), _Sources(tree, figure)
    return BodyMap(figure, rows, {role: _found(sources, role) for row in rows for role in row.roles})


class _Sources:
    """The sources that tell the parts of a figure: names and shape, what is odd about them, and what was assigned."""

    def __init__(self, tree: Tree, body: FoundBody) -> None:
        self.tree, self.figure = tree, body
        self.evidence, self.doubts, self.assigned = Evidence(tree, body), doubts_of(tree, body), assigned_in(tree)


def _found(sources: _Sources, role: Role) -> Found:
    """Return what was found of a part, its confidence, and the reason."""
    tree, figure, evidence, assigned = sources.tree, sources.figure, sources.evidence, sources.assigned
    names = _bones(tree, figure, role)
    bone = _shown_bone(role, names)
    by_hand = role in assigned.bones or role in assigned.absent
    doubt = "" if by_hand else sources.doubts.get(role, "")
    confidence = (
        1.0 if by_hand else min(MOST, _confidence(evidence, figure, role, bone)) * (DOUBT_FACTOR if doubt else 1.0)
    )
    why = _reason(tree, figure, evidence, role, bone, by_hand, doubt)
    return Found(role, bone, names, confidence if bone or by_hand else 0.0, why, by_hand, is_needed(figure, role))


def _confidence(evidence: Evidence, body: FoundBody, role: Role, bone: str | None) -> float:
    """Return the confidence of a part; a finger, and all fingers together, are as sure as the least sure phalanx."""
    finger, fingers = finger_of_role(role), body.fingers
    if finger or part_of_role(role) == COUNTED:
        own = [each for each in fingers if side_of_role(each) == side_of_role(role)]
        own = [each for each in own if finger in ("", finger_of_role(each))]
        return min((evidence.confidence(each, fingers[each]) for each in own), default=0.0)
    return evidence.confidence(role, bone) if bone else 0.0


def _bones(tree: Tree, body: FoundBody, role: Role) -> tuple[str, ...]:
    """The bones of a part, from the body outwards."""
    part, side = part_of_role(role), side_of_role(role)
    if part == "chest":
        return body.spine
    if part == COUNTED:
        return tuple(name for each, name in body.fingers.items() if side_of_role(each) == side)
    first = body.bones.get(role)
    if first is None:
        return ()
    if part == "head":
        return (*body.neck, first)
    if is_first_phalanx(role):
        return tuple(body.bones[each] for each in phalanges_of(finger_of_role(role), side) if each in body.bones)
    end = body.bones.get(role_of(NEXT[part], side)) if part in NEXT else None
    return tree.path(first, end)[:-1] if end and tree.is_below(end, first) else (first,)


def _shown_bone(role: Role, names: tuple[str, ...]) -> str | None:
    """The bone that the field of a part shows, out of all its bones."""
    last = part_of_role(role) in ("chest", "head")
    return (names[-1] if last else names[0]) if names else None


def _reason(
    tree: Tree, body: FoundBody, evidence: Evidence, part: Role, bone: str | None, assigned: bool, doubt: str
) -> str:
    """The clause: assigned by hand, not found, its doubt, or the evidence for the part and what agrees with that."""
    if assigned:
        return _("By hand") if bone else _("By hand: there is none")
    if bone is None:
        return _("Not found: choose its bone") if is_needed(body, part) else _("Not found, not needed")
    if doubt:
        return doubt
    taken_for = part if part == "chest" else next((role for role, name in body.bones.items() if name == bone), part)
    named, shaped = evidence.names.get(taken_for), evidence.shape.get(taken_for)
    if named == bone and shaped not in (None, bone):
        return _("Name; its shape would be that of {bone}").format(bone=quoted(shaped or ""))
    if named not in (None, bone):
        return _("Shape; {bone} is called so").format(bone=quoted(named or ""))
    source = _("Name") if named == bone else _("Shape alone") if shaped == bone else _("Its place")
    return "; ".join(filter(None, (source, _agreeing(tree, body, part))))


def _agreeing(tree: Tree, body: FoundBody, part: Role) -> str:
    """Return the visible fact about a part that agrees with its name, in words."""
    kind, side = part_of_role(part), side_of_role(part)
    if kind == "chest":
        return ngettext("{count} bone of the back", "{count} bones of the back", len(body.spine)).format(
            count=len(body.spine)
        )
    if kind == "hips":
        return _("carries both legs")
    if kind == "head" and not body.neck:
        return _("no neck below it")
    if kind == "head":
        return ngettext("{count} bone below it", "{count} bones below it", len(body.neck)).format(count=len(body.neck))
    if kind == COUNTED:
        count = len({finger_of_role(role) for role in body.fingers if side_of_role(role) == side})
        return ngettext("{count} finger", "{count} fingers", count).format(count=count)
    error = mirror_error(tree, body, kind) if side else None
    if error is None:
        return ""
    if error <= MIRRORED * tree.size:
        return _("mirror images")
    return _("sides {part} % of the size apart").format(part=round(100.0 * error / tree.size))
