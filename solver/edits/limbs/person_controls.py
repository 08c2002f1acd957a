"""A person's controls in one go: limbs, back and head of a loaded skeleton, and the joint limits of an adult."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from pantin.rigs.document import Document
from pantin.rigs.editing.pins import feet_of, foot_pin
from pantin.rigs.editing.visibility import hide
from pantin.rigs.fitting import FoundBody, figure_in
from pantin.rigs.fitting.bending import ARM, LEG, LimbParts, limbs_bent_otherwise
from pantin.rigs.fitting.controls import controls_of, ends_of, leftover_controls
from pantin.rigs.fitting.creatures import is_bird
from pantin.rigs.fitting.found_body import FigureKind, Role, part_of_role, role_of, side_of_role
from pantin.rigs.fitting.limits.human_limits import human_limits
from pantin.rigs.fitting.tree import Tree
from pantin.rigs.rig import Rig
from pantin.rigs.wording import listed
from pantin.solver.edits.limbs.limbs import keep_handles_rotation, with_plan, without
from pantin.solver.edits.posing.joint_bounds import beyond_in
from pantin.solver.messages import _, ngettext
from pantin.solver.program.skeleton import skeleton_of


def rig_person(document: Document) -> tuple[Document, str]:
    """The skeleton with handles, poles and limits of a body, and in a few words what was found.

    No bone moves but in limbs that are straight at rest, or bent a little as no body is; clips and kept poses stay as
    they are seen. Controls that came with the
    file, and steer nothing here, are hidden: they lie over hands and feet. Raises ValueError where there is no body in
    it, or where its limbs have controls already.
    """
    body = figure_in(document.rig)
    made = document
    for plan in controls_of(document.rig, body, document.figure.name):
        made = with_plan(made, plan(made.rig))
    made = keep_handles_rotation(made, ends_of(document.rig, body), True)
    if not is_bird(document.rig, body):  # that has no limits of people
        made = limit_person(made, body)
    known = {pin.bone for pin in made.rig.pins}
    feet = (foot_pin(foot) for foot in feet_of(body) if foot not in known)
    made = made.with_rig(made.rig.changed(pins=(*made.rig.pins, *feet)))
    old = leftover_controls(Tree(document.rig), body)
    made = hide(made, old)
    sentences = filter(None, (_summary(document.rig, body, len(old)), _of_clips(made)))
    return replace(made, selected=(), active=None), "; ".join(sentences)


def _of_clips(document: Document) -> str:
    """Return a sentence about the bones that clips turn beyond the limits of people; empty where there are none."""
    clips = document.figure.clips
    bones = beyond_in(skeleton_of(document.rig.bones), clips) if clips else ()
    if not bones:
        return ""
    sentence = _("clips turn {bones} beyond these limits: in such frames a limb is moved by its bones, not by IK")
    return sentence.format(bones=listed(bones))


def _summary(rig: Rig, body: FoundBody, hidden: int) -> str:
    """Return a summary of what was found, of the limbs that bend to another side now, and of the hidden controls of the
    file.
    """
    words = [in_words(rig, body), *(BENT_OTHERWISE[parts] for parts in limbs_bent_otherwise(Tree(rig), body))]
    if hidden:
        sentence = ngettext("{count} control of the file is hidden", "{count} controls of the file are hidden", hidden)
        words.append(sentence.format(count=hidden))
    return "; ".join(words)


def fit_again(document: Document) -> tuple[Document, str]:
    """`rig_person` for a skeleton with controls: those of its limbs are taken away first, and no bone moves by that."""
    return rig_person(without(document, document.rig.limbs))


def limit_person(document: Document, body: FoundBody) -> Document:
    """The joints of the figure with the limits of an adult."""
    rig = document.rig.holding(document.rig.freed)
    joints = human_limits(rig, body)
    bones = tuple(replace(bone, joint=joints[bone.name]) if bone.name in joints else bone for bone in rig.bones)
    return document.with_rig(replace(rig, bones=bones))


BENT_OTHERWISE: Mapping[LimbParts, str] = {
    LEG: _("knees that rested bent to another side than forward are bent forward now"),
    ARM: _("elbows that rested bent to another side than back are bent back now"),
}
BY_NAMES = _("By {names} names: {found} of {count} bones")
BY_SHAPE = _("By its shape: {found} of {count} bones")


WHOLE: Mapping[FigureKind, str] = {
    "quadruped": _("An animal on four legs: {found} of {count} bones"),
    "hand": _("A hand: {found} of {count} bones"),
}
WITHOUT: Mapping[FigureKind, str] = {
    "quadruped": _("An animal on four legs: {found} of {count} bones; no {parts}"),
    "hand": _("A hand: {found} of {count} bones; no {parts}"),
}


def in_words(rig: Rig, body: FoundBody) -> str:
    """Return what was found and how, and what of it was not: "By Mixamo names: 21 of 23 bones; no neck"."""
    found = len({*body.bones.values(), *body.spine, *body.neck})
    missing = ", ".join(dict.fromkeys(_both(each, body.missing) for each in body.missing))
    if body.kind != "person":
        sentence = (WITHOUT if missing else WHOLE)[body.kind]
    elif body.convention:
        sentence = _("By {names} names: {found} of {count} bones; no {parts}") if missing else BY_NAMES
    else:
        sentence = _("By its shape: {found} of {count} bones; no {parts}") if missing else BY_SHAPE
    count = sum(bone.kind == "bone" for bone in rig.bones)
    return sentence.format(names=body.convention, found=found, count=count, parts=missing)


def _both(role: Role, missing: tuple[Role, ...]) -> str:
    """A part that is missing; "feet" where it is on both sides."""
    part = part_of_role(role)
    if not side_of_role(role) or not {role_of(part, "L"), role_of(part, "R")} <= set(missing):
        return role
    return "feet" if part == "foot" else f"{part.replace('_', ' ')}s"
