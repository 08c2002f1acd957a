"""Documents that scripts make are checked as files are when they are read.

What was checked once is not looked at again: the parts of the last figures are remembered as they were, so that one
bone that is posed anew is one bone to check.
"""

from __future__ import annotations

import operator
from collections.abc import Mapping
from typing import Any

import msgspec

from pantin.rigs.document import Document, Selection
from pantin.rigs.figure import Figure
from pantin.rigs.formats.decoding import OF_SCRIPTS, decode, plain_of
from pantin.rigs.formats.files import Fault
from pantin.rigs.formats.native import check_scene, fitting_figure
from pantin.rigs.messages import _
from pantin.rigs.pose import Pose
from pantin.rigs.rig import Rig
from pantin.rigs.scene import Scene
from pantin.rigs.wording import quoted

REMEMBERED = "checked"
"""The entry of `Rig.__dict__`, which rigs made from it take over: what was checked, by the names of figures."""

OF_RIGS = tuple(("rig", name) for name in Rig.__struct_fields__)
OF_POSES = tuple(("pose", name) for name in Pose.__struct_fields__)
OF_FIGURES = tuple((name, "") for name in Figure.__struct_fields__ if name not in ("rig", "pose"))
POSED_BONES = ("pose", "bones")
Part = tuple[str, str]
"""A field of a figure: of its rig or its pose, whose name is before it, or of the figure itself."""


class Checked(msgspec.Struct, frozen=True, eq=False):
    """The parts of a figure as they were given, and the figure that a file would hold."""

    given: Mapping[Part, Any]
    figure: Figure


def checked(document: Document) -> Document:
    """Return the document as a file would hold it. Raises Fault, with the place in it and what to do."""
    if not isinstance(document, Document):
        raise Fault("$", wrong_kind(_("a document"), document))
    scene = _checked_scene(document.scene)
    if scene is not document.scene:
        document = msgspec.structs.replace(document, scene=scene)
    if not isinstance(document.active_figure, str) or all(
        document.active_figure != figure.name for figure in scene.figures
    ):
        what = _("the scene has no figure {name} to edit; name one that it has.")
        raise Fault("$.active_figure", what.format(name=quoted(str(document.active_figure))))
    given, selection = document.selection, decode(plain_of(document.selection), Selection, OF_SCRIPTS)
    named = (*selection.selected, *filter(None, (selection.active,)), *(end.bone for end in selection.ends))
    for name in named:
        if name not in document.rig.by_name:
            raise Fault("$.selected", _("the rig has no bone {bone}; select another.").format(bone=quoted(name)))
    return document if _unless_same(given, selection) is given else document.selecting(selection)


def _checked_scene(scene: Scene) -> Scene:
    """Return the scene as a file would hold it: the same object where it is right. Raises Fault."""
    if not isinstance(scene, Scene) or not isinstance(scene.figures, tuple):
        raise Fault("$.scene", wrong_kind(_("a scene"), scene))
    figures = []
    for index, figure in enumerate(scene.figures):
        above = "$.figure" if len(scene.figures) == 1 else f"$.scene.figures[{index}]"
        try:
            figures.append(checked_figure(figure))
        except Fault as fault:
            raise Fault(above + fault.where.removeprefix("$"), fault.what) from None
    ground = scene.ground
    try:
        if ground is not None:
            ground = _unless_same(ground, decode({"ground": plain_of(ground)}, Scene, OF_SCRIPTS).ground)
        made = msgspec.structs.replace(scene, figures=tuple(figures), ground=ground)
        check_scene(made)
    except Fault as fault:
        raise Fault(fault.where.replace("$", "$.scene", 1), fault.what) from None
    same = ground is scene.ground and all(map(operator.is_, figures, scene.figures))
    return scene if same else made


def checked_figure(figure: Figure) -> Figure:
    """Return the figure as a file would hold it: parts that it would hold so stay the same objects. Raises Fault."""
    for wanted, kind, part in (
        (_("a figure"), Figure, figure),
        (_("a rig"), Rig, getattr(figure, "rig", None)),
        (_("a pose"), Pose, getattr(figure, "pose", None)),
    ):
        if not isinstance(part, kind):
            raise Fault("$", wrong_kind(wanted, part))
    parts = _parts(figure)
    known = _known(figure.rig).get(str(figure.name)) or Checked({}, Figure())
    new = [name for name, part in parts.items() if name not in known.given or part is not known.given[name]]
    if known.given and not new:
        return figure if _is_own(parts, known, new) else known.figure
    asked = {name: parts[name] for name in new}
    kept = _same_transforms(parts[POSED_BONES], known) if POSED_BONES in new else {}
    if kept:
        asked[POSED_BONES] = {name: at for name, at in parts[POSED_BONES].items() if name not in kept}
    decoded = _parts(decode(plain_of(_nested(asked)), Figure, OF_SCRIPTS))
    found = {name: _unless_same(parts[name], decoded[name]) for name in new}
    if kept:
        posed = decoded[POSED_BONES]
        found[POSED_BONES] = {name: kept[name] if name in kept else posed[name] for name in parts[POSED_BONES]}
    right = all(found[name] is parts[name] for name in new) and _is_own(parts, known, new)
    made = figure if right else _figure_of({**_parts(known.figure), **found})
    return _remembered(figure, parts, fitting_figure(made, known.figure))


def _parts(figure: Figure) -> dict[Part, Any]:
    """Return the fields of a figure, of its rig and of its pose."""
    parts = {"rig": figure.rig, "pose": figure.pose}
    inner = {(above, name): getattr(parts[above], name) for above, name in (*OF_RIGS, *OF_POSES)}
    return inner | {(name, ""): getattr(figure, name) for name, _ in OF_FIGURES}


def _nested(parts: Mapping[Part, Any]) -> dict[str, Any]:
    """Return fields of a figure as its structs hold them."""
    found: dict[str, Any] = {}
    for (above, name), part in parts.items():
        if name:
            found.setdefault(above, {})[name] = part
        else:
            found[above] = part
    return found


def _figure_of(parts: Mapping[Part, Any]) -> Figure:
    """Return the figure that has these fields, all of them."""
    nested = _nested(parts)
    return Figure(**{**nested, "rig": Rig(**nested["rig"]), "pose": Pose(**nested["pose"])})


def _same_transforms(pose: Any, known: Checked) -> dict[str, Any]:
    """The bones that are posed as they were when they were checked, as they came out of that."""
    before = known.given.get(POSED_BONES)
    if not isinstance(pose, dict) or not isinstance(before, dict):
        return {}
    return {name: known.figure.pose.bones[name] for name, at in pose.items() if name in before and before[name] is at}


def _unless_same(given: Any, decoded: Any) -> Any:
    """Return what was given where it is of the kind and value of what was `decoded` of it; else that.

    Whole numbers inside it are the same as others.
    """
    try:
        return given if type(given) is type(decoded) and bool(given == decoded) else decoded
    except ValueError:  # an array in it
        return decoded


def _is_own(parts: Mapping[Part, Any], known: Checked, new: list[Part]) -> bool:
    """Return whether the parts that are not new are those of the known figure itself."""
    own = _parts(known.figure)
    return all(parts[name] is own[name] for name in parts if name not in new)


def _remembered(figure: Figure, parts: Mapping[Part, Any], made: Figure) -> Figure:
    """Return what was made of a figure, noted on both rigs: the figure itself where it was right as it is."""
    own = _parts(made)
    if all(_unless_same(part, own[name]) is part for name, part in parts.items()):
        made = figure
    elif all(own[name] is parts[name] for name in OF_RIGS):
        made = msgspec.structs.replace(made, rig=figure.rig)
    made.rig.__dict__[REMEMBERED] = {**_known(made.rig), made.name: Checked(_parts(made), made)}
    figure.rig.__dict__[REMEMBERED] = {**_known(figure.rig), str(figure.name): Checked(parts, made)}
    return made


def _known(rig: Rig) -> Mapping[str, Checked]:
    """Return what was checked with a rig, by the names of figures."""
    found: Mapping[str, Checked] = rig.__dict__.get(REMEMBERED, {})
    return found


def wrong_kind(wanted: str, given: object) -> str:
    """Return a sentence about an object of another kind than the one that belongs in a place."""
    sentence = _("{wanted} belongs here, not {given}; pass one.")
    return sentence.format(wanted=wanted, given=type(given).__name__)
