"""The quantities that a rig is made of, each declared once.

A type here carries its title, range, unit and explanation. From these declarations come the decode errors of the file
format, the JSON schema, the forms of the property panel with their steps and tooltips, and renaming everywhere: nothing
else in the program repeats a range or a unit.
"""

from __future__ import annotations

import types
import typing
from collections.abc import Mapping
from functools import cache
from math import pi
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from pantin.rigs.messages import translated

Vector3 = tuple[float, float, float]
Quaternion = tuple[float, float, float, float]

FieldKind = Literal[
    "number",
    "count",
    "switch",
    "text",
    "bone",
    "choice",
    "vector",
    "quaternion",
    "axes",
    "axis_limits",
    "axis_numbers",
    "axis_bounds",
    "weighted_bones",
    "bones",
]
Channel = Literal["location", "rotation", "scale"]
"""A part of how a bone is posed."""
CHANNELS: tuple[Channel, ...] = ("location", "rotation", "scale")
Unit = Literal["", "m", "rad", "s", "rad/s", "bones", "steps", "px"]


def field(
    title: str, help: str, *, unit: Unit = "", step: float | None = None, refers_to: str = "", **limits: Any
) -> Meta:
    """Metadata of one field: `title` and `help` in English; `ge`/`le` etc. are inclusive limits that decoding enforces.

    `unit` is the unit of the stored value (metres and radians; forms show centimetres and degrees where people expect
    them), `step` the change of one scrub pixel, `refers_to="bone"` marks a name that follows when the bone is renamed.
    """
    extra = {"unit": unit, "step": step, "refers_to": refers_to}
    extra = {key: value for key, value in extra.items() if value not in ("", None)}
    schema = {"unit": unit} if unit else None
    return Meta(title=title, description=help, extra=extra, extra_json_schema=schema, **limits)


LONGEST_NAME = 200
"""Characters of a name in a file."""

Name = Annotated[str, Meta(min_length=1, max_length=LONGEST_NAME)]
BoneName = Annotated[Name, Meta(extra={"refers_to": "bone"})]
BoneNames = tuple[BoneName, ...]

Position = Annotated[Vector3, Meta(extra={"unit": "m", "step": 0.001})]
Angle = Annotated[float, Meta(ge=-2 * pi, le=2 * pi, extra={"unit": "rad", "step": pi / 360})]
Weight = Annotated[float, Meta(ge=0.0, le=1.0, extra={"unit": "", "step": 0.005})]
Length = Annotated[float, Meta(ge=0.0, extra={"unit": "m", "step": 0.001})]
Factor = Annotated[float, Meta(ge=0.0, extra={"unit": "", "step": 0.01})]
SHORTEST_STRETCH, LONGEST_STRETCH = 0.001, 1000.0
StretchFactor = Annotated[float, Meta(ge=SHORTEST_STRETCH, le=LONGEST_STRETCH, extra={"unit": "", "step": 0.01})]
Stiffness = Annotated[float, Meta(ge=0.0, le=0.99, extra={"unit": "", "step": 0.005})]

Range = tuple[Angle, Angle]
"""Allowed turn about one axis, radians from rest: the smaller end first, a whole turn wide at most.

Zero, the rest pose, may be outside, and an end may be more than half a turn from it.
"""

Expressions = dict[
    Name,
    Annotated[
        float, field("Expression", "How far an expression of the character is there: 0 is not at all, 1 is wholly.")
    ],
]
"""Values of expressions, by name."""

AxisSwitches = tuple[bool, bool, bool]
AxisLimits = tuple[Range | None, Range | None, Range | None]
AxisStiffness = tuple[Stiffness, Stiffness, Stiffness]
PositionBounds = tuple[float | None, float | None, float | None]
"""One end of a range on each axis; None where the range is open. So are the next two."""
AngleBounds = tuple[Angle | None, Angle | None, Angle | None]
FactorBounds = tuple[Factor | None, Factor | None, Factor | None]


class BoneRef(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A bone of another figure of the scene. A bone of the own figure is named by its name alone."""

    bone: Annotated[Name, field("Bone", "The name of the bone in its figure.")]
    figure: Annotated[Name, field("Figure", "The name of the figure.")]


AnyBone = BoneName | BoneRef
"""A bone of the own figure, or of another one."""


def own_bone(named: AnyBone | None) -> str | None:
    """Return the name where it is that of a bone of the own figure; None for a bone of another one, and for None."""
    return named if isinstance(named, str) else None


class WeightedBone(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A bone, and how much it counts beside others."""

    bone: Annotated[BoneName, field("Bone", "The bone that counts.", refers_to="bone")]
    weight: Annotated[Weight, field("Weight", "How much the bone counts beside the others.")] = 1.0


WeightedBones = tuple[WeightedBone, ...]


class Field(msgspec.Struct, frozen=True):
    """The description of one field of a model, for forms, tooltips and the reference page."""

    name: str
    title: str
    help: str
    kind: FieldKind
    unit: Unit
    step: float
    lower: float | None
    upper: float | None
    choices: tuple[str, ...]
    optional: bool
    refers_to: str
    default: Any
    of_others: bool = False
    """True where it may name a bone of another figure."""


@cache
def fields_of(model: type[msgspec.Struct]) -> tuple[Field, ...]:
    """The declared fields of `model`, in the order of declaration. Undocumented fields are left out."""
    hints = typing.get_type_hints(model, include_extras=True)
    defaults = {info.name: info for info in msgspec.structs.fields(model)}
    found = []
    for name, hint in hints.items():
        meta, bare, optional = _unwrap(hint)
        if "title" not in meta or name not in defaults:
            continue
        default = defaults[name].default
        if default is msgspec.NODEFAULT and defaults[name].default_factory is not msgspec.NODEFAULT:
            default = defaults[name].default_factory()
        found.append(_field(name, meta, bare, optional, default))
    return tuple(found)


def field_named(model: type[msgspec.Struct], name: str) -> Field:
    """The field `name` of `model`. Raises KeyError if the model declares none."""
    for candidate in fields_of(model):
        if candidate.name == name:
            return candidate
    raise KeyError(f"{model.__name__} declares no field {name!r}")


def _field(name: str, meta: Mapping[str, Any], bare: Any, optional: bool, default: Any) -> Field:
    refers_to = meta.get("refers_to", "")
    choices = typing.get_args(bare) if typing.get_origin(bare) is Literal else ()
    return Field(
        name=name,
        title=translated(meta["title"]),
        help=translated(meta.get("description", "")),
        kind=_kind(bare, refers_to),
        unit=meta.get("unit", ""),
        step=meta.get("step", 0.01),
        lower=meta.get("ge"),
        upper=meta.get("le"),
        choices=tuple(choices),
        optional=optional,
        refers_to=refers_to,
        default=default,
        of_others=BoneRef in typing.get_args(bare),
    )


_KINDS: dict[Any, FieldKind] = {
    float: "number",
    int: "count",
    bool: "switch",
    str: "text",
    Vector3: "vector",
    Quaternion: "quaternion",
    AxisSwitches: "axes",
    AxisLimits: "axis_limits",
    AxisStiffness: "axis_numbers",
    PositionBounds: "axis_bounds",
    AngleBounds: "axis_bounds",
    FactorBounds: "axis_bounds",
    WeightedBones: "weighted_bones",
    BoneNames: "bones",
}


def _kind(bare: Any, refers_to: str) -> FieldKind:
    if refers_to:
        return "bone"
    if typing.get_origin(bare) is Literal:
        return "choice"
    return _KINDS[bare]


def _unwrap(hint: Any) -> tuple[dict[str, Any], Any, bool]:
    """Peel `Annotated` and `| None`: the merged metadata (outermost wins), the bare type, whether None is allowed."""
    found: dict[str, Any] = {}
    optional = False
    while True:
        if typing.get_origin(hint) is Annotated:
            hint, *metas = typing.get_args(hint)
            for meta in reversed(metas):
                found = {**_as_mapping(meta), **found}
        elif typing.get_origin(hint) in (typing.Union, types.UnionType) and type(None) in typing.get_args(hint):
            rest = [part for part in typing.get_args(hint) if part is not type(None)]
            if len(rest) != 1:
                return found, hint, True
            hint, optional = rest[0], True
        else:
            return found, hint, optional


def _as_mapping(meta: Any) -> dict[str, Any]:
    if not isinstance(meta, Meta):
        return {}
    own = {name: getattr(meta, name) for name in ("title", "description", "ge", "le")}
    return {**(meta.extra or {}), **{name: value for name, value in own.items() if value is not None}}
