"""Documents in scripts: read, written, checked and edited, and the problems of their rigs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar, overload

import msgspec
from msgspec.structs import replace

from pantin.app.messages import _
from pantin.app.scripting.usable import Check, File, Names, Told, one_of, public, sound, usable
from pantin.rigs.clip import Clip
from pantin.rigs.collection import Collection
from pantin.rigs.constraints import KINDS, Constraint
from pantin.rigs.document import Document
from pantin.rigs.editing import bones, constrain, pins
from pantin.rigs.figure import Figure
from pantin.rigs.formats.decoding import OF_SCRIPTS, decode, plain_of
from pantin.rigs.formats.opening import RestFrom
from pantin.rigs.formats.pose import kept_from
from pantin.rigs.formats.pose import read_pose as read_pose_file
from pantin.rigs.limb import Limb
from pantin.rigs.pose import KeptPose
from pantin.rigs.problems import Problem
from pantin.rigs.problems.between_figures import problems_in
from pantin.rigs.problems.missed_poles import missed_poles
from pantin.rigs.rig import Bone, Pin, Rig
from pantin.rigs.unusable import Unusable
from pantin.rigs.wording import listed, quoted

if TYPE_CHECKING:
    from pantin.app.files.read_back import Comparison
    from pantin.solver import Posed

T = TypeVar("T", bound=msgspec.Struct)

Part = Bone | Constraint | Pin | KeptPose | Clip | Collection | Limb
"""The values that a rig is made of."""

PARTS: tuple[type, ...] = (Bone, *KINDS, Pin, KeptPose, Clip, Collection, Limb)
_PART_NAMES = _("a bone, a constraint, a pin, a pose, a clip, a collection or a limb")
_PART, _PART_OR_NAME = one_of(*PARTS, name=_PART_NAMES), one_of(str, *PARTS, name=_PART_NAMES)
_checked_part = Check(lambda part: decode(plain_of(_PART.of(part)), type(part), OF_SCRIPTS))

NAMED: dict[type, str] = {KeptPose: "poses", Clip: "clips", Collection: "collections", Limb: "limbs"}
OF_FIGURES = ("poses", "clips")
"""The tables that a figure has beside its rig."""
"""The tables of parts that are known by their names."""


@public
def read(path: File, told: Told | None = None, rest_from: RestFrom | None = None) -> Document:
    """Return the document in a file, upright: `.rig.json`, `.scene.json`, `.glb`, `.gltf`, `.vrm`, `.vrma` or `.bvh`.

    Motions that are damaged are left out, and `told` gets a sentence about that: `told=print` prints it; without it
    they raise Unreadable, as everything does that cannot be read. `rest_from`: of a figure that is saved in a pose,
    "bind" takes the bind pose of its skin for its rest, "nodes" the nodes as they are saved.
    """
    from pantin.app.files import reading

    if told is None:
        return reading.read(path, rest_from)
    found = reading.opened(path, rest_from)
    if found.report:
        told(found.report)
    return found.document


@public
def read_pose(path: File) -> KeptPose:
    """Return the pose in a `.pose.json`, by the name of the file. Raises Unreadable."""
    found = read_pose_file(path)
    return kept_from(Path(path).name.removesuffix(".pose.json"), found)


def _clips(value: Any) -> Any:
    if isinstance(value, (Clip, str)) or not isinstance(value, Iterable):
        value = (value,)
    given = (one_of(Clip, str, name=_("a clip, or its name")).of(each) for each in value)
    return tuple(sound(each) if isinstance(each, Clip) else each for each in given)


@public
def write(
    document: Document,
    path: File,
    clips: Annotated[Sequence[Clip | str], Check(_clips)] | None = None,
) -> Comparison | None:
    """Write a document in the format that the name asks for; return how the file compares with it when read back.

    `.rig.json` holds the document itself, and None comes back; `.glb`, `.vrm`, `.vrma`, `.bvh`, `.obj`, `.clip.json`
    and `.pose.json` hold what one sees. `clips`, or their names, are written where the format holds some: by default
    all. Raises Unwritable.
    """
    from pantin.app.files import export
    from pantin.app.files.baking import clip_named

    chosen = clips if clips is None else [clip_named(document.figure, c) if isinstance(c, str) else c for c in clips]
    return export.write(document, path, chosen)


@public
def checked(document: Document) -> Document:
    """Return the document as a file would hold it: numbers, names and references are those of a rig.

    Raises Unusable, with the place and what to do. Every function of `pantin` checks what it is given in this way.
    """
    return document


@public
def problems(document: Document) -> tuple[Problem, ...]:
    """Return what is wrong with a figure, as sentences with places and fixes: of its rig, and of how that is posed."""
    from pantin import solver

    return all_problems(document, solver.evaluate(document))


def all_problems(document: Document, posed: Posed) -> tuple[Problem, ...]:
    """Return what is wrong with the rig as it is written, and what cannot be posed as it asks for; each once."""
    missed = missed_poles(document.rig, posed.goals)
    return tuple(dict.fromkeys((*problems_in(document), *posed.problems, *missed)))


@public
def fixed(
    document: Document,
    problem: Annotated[Problem, one_of(Problem, name=_("one of the problems"))] | None = None,
) -> Document:
    """Return the document without a problem that has a fix; without one given, after every fix that helps."""
    from pantin.rigs.problems import fixes

    return fixes.all_fixed(document) if problem is None else fixes.fixed(document, problem)


# Edits


@public
def add(document: Document, *parts: Annotated[Part, _checked_part]) -> Document:
    """Return the document with more bones, constraints, pins, poses, clips or collections.

    Constraints of one bone act in the order in which they were added. A pin replaces that of its bone. Raises Unusable
    where a name is taken, or one that is referred to is missing. Limbs are made by `limb`.
    """
    for part in parts:
        document = _added(document, part)
    return _checked_whole(document)


def _added(document: Document, part: Any) -> Document:
    rig = document.rig
    if isinstance(part, Bone):
        return document.with_rig(replace(rig, bones=(*rig.bones, part)))
    if isinstance(part, Constraint):
        return constrain.add(document, part)
    if isinstance(part, Pin):
        known = bones.known(rig, part.bone).name
        return document.with_rig(rig.changed(pins=(*(pin for pin in rig.pins if pin.bone != known), part)))
    table = NAMED[type(part)]
    rows = _rows(document, table)
    if any(each.name == part.name for each in rows):
        sentence = _("The rig has {name} already; give it another name.")
        raise ValueError(sentence.format(name=quoted(part.name)))
    return _with_rows(document, table, (*rows, part))


def _rows(document: Document, table: str) -> tuple[Any, ...]:
    """Return a table of the figure, or of its rig."""
    rows: tuple[Any, ...] = getattr(document.figure if table in OF_FIGURES else document.rig, table)
    return rows


def _with_rows(document: Document, table: str, rows: tuple[Any, ...]) -> Document:
    """Return the document with other rows in a table of the figure, or of its rig."""
    if table in OF_FIGURES:
        return document.with_figure(replace(document.figure, **{table: rows}))
    return document.with_rig(replace(document.rig, **{table: rows}))


@public
def remove(document: Document, *parts: Annotated[Part | str, Check(lambda part: _part_or_name(part))]) -> Document:
    """Return the document without these bones, by their names, constraints, pins, poses, clips or collections.

    What a bone carried hangs one higher, and nothing names it any more.
    """
    from pantin.rigs.editing.building.removing import delete

    for part in parts:
        if isinstance(part, (str, Bone)):
            document = delete(document, [part if isinstance(part, str) else part.name])
        else:
            table, at = _place_of(document, part)
            rows = _rows(document, table)
            document = _with_rows(document, table, (*rows[:at], *rows[at + 1 :]))
    return _checked_whole(document)


def _part_or_name(part: Any) -> Any:
    return decode(plain_of(part), str, OF_SCRIPTS) if isinstance(part, str) else _checked_part.of(part)


@overload
def edited(value: Document, part: Part | str | None = None, /, **fields: Any) -> Document: ...
@overload
def edited(value: T, /, **fields: Any) -> T: ...


def edited(value: Any, part: Any = None, /, **fields: Any) -> Any:
    """Return a document, or any other value, with other values in some fields; the one that is given stays as it is.

    `edited(document, "spine", roll=0.1)` edits a bone, whose references follow when it gets another `name`;
    `edited(document, document.rig.constraints[0], influence=0.5)` a constraint or any other part of the rig;
    `edited(document, solver="dls")` the rig itself, `edited(document, name="Ada")` the figure;
    `edited(transform, scale=(2, 2, 2))` a value by itself. Raises Unusable for fields that the value does not have, and
    for values that do not belong in them.
    """
    if not isinstance(value, Document):
        return _with_fields(value, fields)
    return _edited(value, part, **fields)


@public
def _edited(document: Document, part: Annotated[Part | str, _PART_OR_NAME] | None, /, **fields: Any) -> Document:
    if part is None:
        own = {name: fields.pop(name) for name in Figure.__struct_fields__ if name in fields}
        figure = replace(document.figure, rig=_with_fields(document.rig, fields))
        return _checked_whole(document.with_figure(_with_fields(figure, own)))
    if isinstance(part, (str, Bone)):
        return _checked_whole(_with_bone(document, part if isinstance(part, str) else part.name, fields))
    table, at = _place_of(document, part)
    rows = _rows(document, table)
    changed = (*rows[:at], _with_fields(rows[at], fields), *rows[at + 1 :])
    return _checked_whole(_with_rows(document, table, changed))


def _with_bone(document: Document, name: str, fields: dict[str, Any]) -> Document:
    """The document with a bone changed, and renamed last. Raises ValueError."""
    called = fields.pop("name", name)
    changed = _with_fields(bones.known(document.rig, name), fields)
    document = bones.replace_bone(document, changed)
    return bones.rename(document, name, usable(called, str, "name"))


def _with_fields(value: Any, fields: dict[str, Any]) -> Any:
    """A value with other values in its fields. Raises Unusable."""
    kind = type(value)
    if not isinstance(value, msgspec.Struct):
        sentence = _("A value of Pantin is edited, such as a document, a bone or a constraint, not {given}.")
        raise Unusable(sentence.format(given=kind.__name__))
    unknown = [name for name in fields if name not in kind.__struct_fields__]
    if unknown:
        sentence = _("{kind} has no field {name}; its fields are {fields}.")
        fields_of_it = listed(list(kind.__struct_fields__))
        raise Unusable(sentence.format(kind=kind.__name__, name=quoted(unknown[0]), fields=fields_of_it))
    if isinstance(value, (Figure, Rig, Document)):
        return replace(value, **fields)
    return usable(replace(value, **fields), kind, kind.__name__)


def _place_of(document: Document, part: Any) -> tuple[str, int]:
    """Return the table that has a part, and its place there. Raises ValueError where no table has it."""
    tables = {Pin: "pins", **NAMED}
    table = tables.get(type(part), "constraints")
    rows = _rows(document, table)
    for at, row in enumerate(rows):
        if row is part or row == part:
            return table, at
    sentence = _("The rig does not have this {kind}; take it from the rig as it is now.")
    raise ValueError(sentence.format(kind=type(part).__name__))


def _checked_whole(document: Document) -> Document:
    """The document as a file would hold it. Raises Unusable."""
    made: Document = usable(document, Document, "document")
    return made


@public
def pin(document: Document, bones: Names, rotation: bool = False) -> Document:
    """Return the document with bones that stay in their places while others are pulled; with `rotation` turned so."""
    for name in bones:
        _known(document, name)
    return pins.pinned(document, tuple(bones), rotation)


def _known(document: Document, name: str) -> None:
    bones.known(document.rig, name)


@public
def figure(template: str, **measures: Any) -> Document:
    """Return one of Pantin's own figures, drawn from its measures: "humanoid", "biped", "quadruped", "bird", "hand",
    "robot_arm", "tentacle" or "arm". Without measures it is drawn as usual; lengths are metres.
    """
    from pantin.rigs.templates import TEMPLATES

    if template not in TEMPLATES:
        sentence = _("There is no figure {name}; the figures are {names}.")
        raise ValueError(sentence.format(name=quoted(template), names=listed(list(TEMPLATES))))
    found = TEMPLATES[template]
    return Document.of(found.figure(_with_fields(found.measures(), measures) if measures else None))
