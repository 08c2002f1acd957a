"""Documents that scripts make are checked as files are when they are read.

What was checked once is not looked at again: a rig remembers its parts as they were, so that one bone that is posed
anew is one bone to check.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from pantin.rigs.document import Document, End
from pantin.rigs.fields import BoneName
from pantin.rigs.formats.decoding import OF_SCRIPTS, decode, plain_of
from pantin.rigs.formats.files import Fault
from pantin.rigs.formats.native import fitting
from pantin.rigs.messages import _
from pantin.rigs.rig import Rig
from pantin.rigs.wording import quoted

REMEMBERED = "checked"
"""The entry of `Rig.__dict__`, which rigs made from a rig take over."""


class Checked(msgspec.Struct, frozen=True, eq=False):
    """The parts of a rig as they were given, and the rig that a file would hold."""

    given: Mapping[str, Any]
    rig: Rig


class _Selection(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is selected, as a document holds it."""

    selected: tuple[BoneName, ...] = ()
    active: BoneName | None = None
    ends: tuple[End, ...] = ()


def checked(document: Document) -> Document:
    """Return the document as a file would hold it. Raises Fault, with the place in it and what to do."""
    if not isinstance(document, Document):
        raise Fault("$", wrong_kind(_("a document"), document))
    try:
        rig = checked_rig(document.rig)
    except Fault as fault:
        raise Fault(f"$.rig{fault.where.removeprefix('$')}", fault.what) from None
    names = (*_Selection.__struct_fields__,)
    selection = decode(plain_of({name: getattr(document, name) for name in names}), _Selection, OF_SCRIPTS)
    named = (*selection.selected, *filter(None, (selection.active,)), *(end.bone for end in selection.ends))
    for name in named:
        if name not in rig.by_name:
            raise Fault("$.selected", _("the rig has no bone {bone}; select another.").format(bone=quoted(name)))
    same = all(
        _unless_same(getattr(document, name), getattr(selection, name)) is getattr(document, name) for name in names
    )
    if rig is document.rig and same:
        return document
    return Document(rig, **{name: getattr(selection, name) for name in names})


def checked_rig(rig: Rig) -> Rig:
    """Return the rig as a file would hold it: parts that it would hold so stay the same objects. Raises Fault."""
    if not isinstance(rig, Rig):
        raise Fault("$", wrong_kind(_("a rig"), rig))
    parts = {name: getattr(rig, name) for name in Rig.__struct_fields__}
    known: Checked = rig.__dict__.get(REMEMBERED) or Checked({}, Rig())
    new = [name for name, part in parts.items() if name not in known.given or part is not known.given[name]]
    if known.given and not new:
        return known.rig
    kept = _same_transforms(parts["pose"], known) if "pose" in new else {}
    asked = {name: parts[name] for name in new}
    if kept:
        asked["pose"] = {name: at for name, at in parts["pose"].items() if name not in kept}
    decoded = decode(plain_of(asked), Rig, OF_SCRIPTS)
    found = {name: _unless_same(parts[name], getattr(decoded, name)) for name in new}
    if kept:
        found["pose"] = {name: kept[name] if name in kept else decoded.pose[name] for name in parts["pose"]}
    made = rig if all(found[name] is parts[name] for name in new) and _is_own(parts, known, new) else None
    made = fitting(made or msgspec.structs.replace(known.rig, **found), known.rig)
    return _remembered(rig, parts, made)


def _same_transforms(pose: Any, known: Checked) -> dict[str, Any]:
    """The bones that are posed as they were when they were checked, as they came out of that."""
    before = known.given.get("pose")
    if not isinstance(pose, dict) or not isinstance(before, dict):
        return {}
    return {name: known.rig.pose[name] for name, at in pose.items() if before.get(name) is at}


def _unless_same(given: Any, decoded: Any) -> Any:
    """Return what was given where it is of the kind and value of what was `decoded` of it; else that.

    Whole numbers inside it are the same as others.
    """
    try:
        return given if type(given) is type(decoded) and bool(given == decoded) else decoded
    except ValueError:  # an array in it
        return decoded


def _is_own(parts: Mapping[str, Any], known: Checked, new: list[str]) -> bool:
    """Whether the parts that are not new are those of the rig itself."""
    return all(parts[name] is getattr(known.rig, name) for name in parts if name not in new)


def _remembered(rig: Rig, parts: Mapping[str, Any], made: Rig) -> Rig:
    """Return what was made of a rig, noted on both: the rig itself where it was right as it is."""
    if all(_unless_same(part, getattr(made, name)) is part for name, part in parts.items()):
        made = rig
    own = {name: getattr(made, name) for name in parts}
    made.__dict__[REMEMBERED] = Checked(own, made)
    rig.__dict__[REMEMBERED] = Checked(parts, made)
    return made


def wrong_kind(wanted: str, given: object) -> str:
    """What is said of an object of another kind than the one that belongs in a place."""
    sentence = _("{wanted} belongs here, not {given}; pass one.")
    return sentence.format(wanted=wanted, given=type(given).__name__)
