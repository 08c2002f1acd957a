"""Documents that scripts make are checked as files are when they are read.

What was checked once is not looked at again: the parts of the last figures are remembered as they were, so that one
bone that is posed anew is one bone to check.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import msgspec

from pantin.rigs.document import Document, Selection
from pantin.rigs.figure import Figure
from pantin.rigs.formats.decoding import OF_SCRIPTS, decode, plain_of
from pantin.rigs.formats.files import Fault
from pantin.rigs.formats.native import FigureFields, fitting
from pantin.rigs.messages import _
from pantin.rigs.pose import Pose
from pantin.rigs.rig import Rig
from pantin.rigs.wording import quoted

REMEMBERED = "checked"
"""The entry of `Rig.__dict__`, which figures with that rig share and rigs made from it take over."""


class Checked(msgspec.Struct, frozen=True, eq=False):
    """The fields of a figure as they were given, and the figure that a file would hold."""

    given: Mapping[str, Any]
    figure: Figure


def checked(document: Document) -> Document:
    """Return the document as a file would hold it. Raises Fault, with the place in it and what to do."""
    if not isinstance(document, Document):
        raise Fault("$", wrong_kind(_("a document"), document))
    try:
        figure = checked_figure(document.figure)
    except Fault as fault:
        raise Fault(_in_document(fault.where), fault.what) from None
    given, selection = document.selection, decode(plain_of(document.selection), Selection, OF_SCRIPTS)
    named = (*selection.selected, *filter(None, (selection.active,)), *(end.bone for end in selection.ends))
    for name in named:
        if name not in figure.rig.by_name:
            raise Fault("$.selected", _("the rig has no bone {bone}; select another.").format(bone=quoted(name)))
    if figure is not document.figure:
        document = document.with_figure(figure)
    return document if _unless_same(given, selection) is given else document.selecting(selection)


def _in_document(where: str) -> str:
    """Return the place in a document of a place in a file, by attributes: `$.figure.rig.pins[0]` of `$.pins[0]`."""
    found = re.match(r"\$\.(\w+)", where)
    if found is None:
        return f"$.figure{where.removeprefix('$')}"
    name, rest = found[1], where[found.end() :]
    above = "rig." if name in Rig.__struct_fields__ else ""
    return f"$.figure.{above}{name}{'.bones' if name == 'pose' else ''}{rest}"


def checked_figure(figure: Figure) -> Figure:
    """Return the figure as a file would hold it: parts that it would hold so stay the same objects. Raises Fault."""
    for wanted, kind, part in (
        (_("a figure"), Figure, figure),
        (_("a rig"), Rig, getattr(figure, "rig", None)),
        (_("a pose"), Pose, getattr(figure, "pose", None)),
    ):
        if not isinstance(part, kind):
            raise Fault("$", wrong_kind(wanted, part))
    parts = _fields(figure)
    known: Checked = figure.rig.__dict__.get(REMEMBERED) or Checked({}, Figure())
    new = [name for name, part in parts.items() if name not in known.given or part is not known.given[name]]
    if known.given and not new:
        return known.figure
    kept = _same_transforms(parts["pose"], known) if "pose" in new else {}
    asked = {name: parts[name] for name in new}
    if kept:
        asked["pose"] = {name: at for name, at in parts["pose"].items() if name not in kept}
    decoded = decode(plain_of(asked), FigureFields, OF_SCRIPTS)
    found = {name: _unless_same(parts[name], getattr(decoded, name)) for name in new}
    if kept:
        found["pose"] = {name: kept[name] if name in kept else decoded.pose[name] for name in parts["pose"]}
    right = all(found[name] is parts[name] for name in new) and _is_own(parts, known, new)
    made = figure if right else msgspec.structs.replace(FigureFields.of(known.figure), **found).figure()
    return _remembered(figure, parts, fitting(made, known.figure))


def _fields(figure: Figure) -> dict[str, Any]:
    """Return the fields of a figure and of its rig, as a file holds them."""
    fields = FigureFields.of(figure)
    return {name: getattr(fields, name) for name in FigureFields.__struct_fields__}


def _same_transforms(pose: Any, known: Checked) -> dict[str, Any]:
    """The bones that are posed as they were when they were checked, as they came out of that."""
    before = known.given.get("pose")
    if not isinstance(pose, dict) or not isinstance(before, dict):
        return {}
    return {name: known.figure.pose.bones[name] for name, at in pose.items() if before.get(name) is at}


def _unless_same(given: Any, decoded: Any) -> Any:
    """Return what was given where it is of the kind and value of what was `decoded` of it; else that.

    Whole numbers inside it are the same as others.
    """
    try:
        return given if type(given) is type(decoded) and bool(given == decoded) else decoded
    except ValueError:  # an array in it
        return decoded


def _is_own(parts: Mapping[str, Any], known: Checked, new: list[str]) -> bool:
    """Return whether the parts that are not new are those of the known figure itself."""
    own = _fields(known.figure)
    return all(parts[name] is own[name] for name in parts if name not in new)


def _remembered(figure: Figure, parts: Mapping[str, Any], made: Figure) -> Figure:
    """Return what was made of a figure, noted on both rigs: the figure itself where it was right as it is."""
    own = _fields(made)
    if all(_unless_same(part, own[name]) is part for name, part in parts.items()):
        made = figure
    elif all(own[name] is parts[name] for name in Rig.__struct_fields__):
        made = msgspec.structs.replace(made, rig=figure.rig)
    made.rig.__dict__[REMEMBERED] = Checked(_fields(made), made)
    figure.rig.__dict__[REMEMBERED] = Checked(parts, made)
    return made


def wrong_kind(wanted: str, given: object) -> str:
    """What is said of an object of another kind than the one that belongs in a place."""
    sentence = _("{wanted} belongs here, not {given}; pass one.")
    return sentence.format(wanted=wanted, given=type(given).__name__)
