"""Edits that assign bones to the parts of a body, where fitting is to follow that."""

from __future__ import annotations

from pantin.rigs.anatomy.names import opposite_among
from pantin.rigs.document import Document
from pantin.rigs.fitting.assigned import LIMBS, can_be_assigned
from pantin.rigs.fitting.found_body import FoundBody, Role, is_first_phalanx, part_of_role, role_of, side_of_role
from pantin.rigs.fitting.mapping.body_map import body_map
from pantin.rigs.fitting.tree import Tree
from pantin.rigs.messages import _
from pantin.rigs.rig import KnownPart, Rig
from pantin.rigs.sides import mirrored_name
from pantin.rigs.wording import quoted


def assign(document: Document, part: Role, bone: str | None) -> Document:
    """Assign a bone to a part, None where the figure has no such part. Any other part of that bone is taken back.

    Where that part of the other side was not found, it is the bone that has the same name there. Raises ValueError
    where the bone cannot be that part.
    """
    if bone is not None and (why := why_not(document.rig, part, bone)):
        raise ValueError(_("{bone} cannot be {part}: {why}.").format(bone=quoted(bone), part=quoted(part), why=why))
    kept = [each for each in document.rig.parts if each.part != part and (bone is None or each.bone != bone)]
    made = _with(document, (*kept, KnownPart(part, bone)))
    other, image = _other_side(document.rig, part, bone)
    if image is None or why_not(made.rig, other, image):
        return made
    return _with(made, (*made.rig.parts, KnownPart(other, image)))


def _other_side(rig: Rig, part: Role, bone: str | None) -> tuple[Role, str | None]:
    """The part of the other side and its bone, where nothing was found or assigned."""
    other = mirrored_name(part)
    found = body_map(rig).found.get(other)
    if other == part or bone is None or found is None or found.bone is not None or found.assigned:
        return other, None
    image = opposite_among(bone, rig.by_name)
    return other, image if image != bone else None


def unassign(document: Document, *parts: Role) -> Document:
    """Take back what was assigned to parts: names and shape tell them again."""
    return _with(document, tuple(each for each in document.rig.parts if each.part not in parts))


def why_not(rig: Rig, part: Role, bone: str) -> str:
    """Return why a bone cannot be a part of the body, in a clause; empty where it can."""
    tree, figure = Tree(rig), body_map(rig).figure
    if not can_be_assigned(part):
        return _("that part cannot be chosen by itself")
    if bone not in tree.names:
        return _("it is no bone of the body")
    known = {each.part: each.bone for each in rig.parts if each.bone in rig.by_name}
    for limb in (limb for limb in LIMBS if part in limb):
        place = limb.index(part)
        above = [known[each] for each in limb[:place] if each in known]
        below = [known[each] for each in limb[place + 1 :] if each in known]
        return _loose(tree, bone, above[-1:]) or _carries_not(tree, bone, below[:1])
    return _loose(tree, bone, _above(figure, part)) or _carries_not(tree, bone, _below(figure, part))


def _above(body: FoundBody, part: Role) -> list[str | None]:
    """The bone on which a part that is no limb hangs."""
    if part == "head":
        return [body.spine[-1] if body.spine else body.bones.get("hips")]
    if part_of_role(part) == "eye":
        return [body.bones.get("head")]
    if is_first_phalanx(part):
        return [body.bones.get(role_of("hand", side_of_role(part)))]
    return []


def _below(body: FoundBody, part: Role) -> list[str | None]:
    """The bones that a part in the middle carries."""
    limb = {"hips": "thigh", "chest": "upper_arm"}.get(part, "")
    return [body.bones.get(role_of(limb, "L")), body.bones.get(role_of(limb, "R"))]


def _loose(tree: Tree, bone: str, above: list[str | None]) -> str:
    for name in filter(None, above):
        if not tree.is_below(bone, name):
            return _("it does not hang on {bone}").format(bone=quoted(name))
    return ""


def _carries_not(tree: Tree, bone: str, below: list[str | None]) -> str:
    for name in filter(None, below):
        if not tree.is_below(name, bone):
            return _("{bone} does not hang on it").format(bone=quoted(name))
    return ""


def _with(document: Document, parts: tuple[KnownPart, ...]) -> Document:
    if parts == document.rig.parts:
        return document
    return document.with_rig(document.rig.changed(parts=parts))
