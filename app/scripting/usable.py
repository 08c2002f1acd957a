"""The arguments of public functions, checked as files are: by the fields that values declare.

A public function says in its hints what belongs in each place; `public` checks it before the function runs.
"""

from __future__ import annotations

import inspect
import os
import sys
import types
import typing
from collections.abc import Callable, Iterable, Mapping
from functools import cache, wraps
from typing import Annotated, Any, NamedTuple, ParamSpec, TypeVar

from numpy.typing import ArrayLike

from pantin.app.messages import _
from pantin.rigs.clip import Clip
from pantin.rigs.document import Document
from pantin.rigs.editing.bones import several
from pantin.rigs.fields import BoneName, Expressions, Quaternion, Vector3
from pantin.rigs.formats.checking import checked, wrong_kind
from pantin.rigs.formats.decoding import OF_SCRIPTS, decode, frames_fault, plain_of
from pantin.rigs.formats.files import Fault, FilePath
from pantin.rigs.formats.native import with_unit_rotation
from pantin.rigs.pose import KeptPose, Pose, Transform
from pantin.rigs.unusable import Unusable

P = ParamSpec("P")
R = TypeVar("R")


class Check(NamedTuple):
    """A check of an argument, which returns what it becomes. Raises Fault, with the place within it."""

    of: Callable[[Any], Any]


def public(function: Callable[P, R]) -> Callable[P, R]:
    """Return the function with its arguments checked: it raises Unusable, in one sentence, for what does not fit."""
    signature = inspect.signature(function)

    @wraps(function)
    def called(*given: P.args, **named: P.kwargs) -> R:
        try:
            bound = signature.bind(*given, **named)
        except TypeError as error:
            sentence = _("{function}: {problem}; help(pantin.{function}) shows how it is called.")
            raise Unusable(sentence.format(function=function.__name__, problem=error)) from None
        _check_all(function, bound)
        try:
            return function(*bound.args, **bound.kwargs)
        except Unusable:
            raise
        except ValueError as problem:  # of edits, which say in one sentence what they cannot do
            raise Unusable(str(problem)) from problem

    return called


def _check_all(function: Callable[..., Any], bound: inspect.BoundArguments) -> None:
    """Put what each argument becomes in its place. Raises Unusable."""
    hints = _hints(function)
    for name, value in bound.arguments.items():
        kind = bound.signature.parameters[name].kind
        if name not in hints or kind is inspect.Parameter.VAR_KEYWORD:
            continue
        if kind is inspect.Parameter.VAR_POSITIONAL:
            bound.arguments[name] = tuple(usable(each, hints[name], name) for each in value)
        else:
            bound.arguments[name] = usable(value, hints[name], name)


@cache
def _hints(function: Callable[..., Any]) -> Mapping[str, Any]:
    """Return the type of each argument; what comes back may be of a module that is not loaded yet."""
    own = {name: hint for name, hint in function.__annotations__.items() if name != "return"}
    annotated = type(function.__name__, (), {"__annotations__": own})
    return typing.get_type_hints(annotated, vars(sys.modules[function.__module__]), include_extras=True)


def usable(value: Any, hint: Any, where: str) -> Any:
    """Return a value as the hint has it. Raises Unusable, which begins with `where`."""
    if value is None and type(None) in typing.get_args(hint):
        return None
    hint = (
        next((part for part in typing.get_args(hint) if hasattr(part, "__metadata__")), hint)
        if _is_union(hint)
        else hint
    )
    try:
        if hint is Document:
            return checked(value)
        checks = [each for each in getattr(hint, "__metadata__", ()) if isinstance(each, Check)]
        if checks:
            return checks[0].of(value)
        return decode(plain_of(value), hint, OF_SCRIPTS)
    except Fault as fault:
        raise Unusable(f"{where}{fault.where.removeprefix('$')}: {fault.what}") from None


def _is_union(hint: Any) -> bool:
    return typing.get_origin(hint) in (typing.Union, types.UnionType)


# What arguments may be


def _as(model: Any) -> Check:
    """The check of what becomes a value of a type: lists and arrays become tuples."""
    return Check(lambda value: decode(plain_of(value), model, OF_SCRIPTS))


def one_of(*kinds: type, name: str) -> Check:
    """The check of an object that is one of these kinds, such as only Pantin makes."""

    def of(value: Any) -> Any:
        if not isinstance(value, kinds):
            raise Fault("$", wrong_kind(name, value))
        return value

    return Check(of)


def _file(value: Any) -> FilePath:
    if not isinstance(value, (str, os.PathLike)) or isinstance(os.fspath(value), bytes):
        raise Fault("$", wrong_kind(_("the name of a file"), value))
    return value


def _names(value: Any) -> tuple[str, ...]:
    try:
        return decode(plain_of(list(several(value))), tuple[BoneName, ...], OF_SCRIPTS)
    except TypeError:
        raise Fault("$", wrong_kind(_("a list of names"), value)) from None
    except Fault:
        raise
    except ValueError as problem:
        raise Fault("$", str(problem)) from None


def _pose(value: Any) -> KeptPose | Pose | dict[str, Transform]:
    if isinstance(value, (KeptPose, Pose)):
        return decode(plain_of(value), type(value), OF_SCRIPTS)
    return decode(plain_of(value), dict[BoneName, Transform], OF_SCRIPTS)


File = Annotated[FilePath, Check(_file)]
Names = Annotated[Iterable[str], Check(_names)]
Place = Annotated[ArrayLike, _as(Vector3)]
"""Armature space, metres."""
Turn = Annotated[ArrayLike, Check(lambda value: _turn(value))]
"""A quaternion [x, y, z, w]."""
Places = Annotated[Mapping[str, ArrayLike], _as(dict[BoneName, Vector3])]
Values = Annotated[Mapping[str, float], _as(Expressions)]
"""Values of expressions, by name."""
Transforms = Annotated[Mapping[str, Transform], _as(dict[BoneName, Transform])]
PoseChoice = Annotated[Pose | KeptPose | Mapping[str, Transform], Check(_pose)]
"""The pose of a figure, or one that is kept, or transforms by bone."""
Told = Annotated[Callable[[str], object], Check(lambda value: _callable(value))]
"""A function that is given sentences about what was done, such as `print`."""
ClipChoice = Annotated[Clip | str, Check(lambda value: _clip(value))]


def _turn(value: Any) -> Quaternion:
    turned = decode({"rotation": plain_of(value)}, Transform, OF_SCRIPTS)
    return with_unit_rotation(turned, "$").rotation


def _callable(value: Any) -> Callable[[str], object]:
    if not callable(value):
        raise Fault("$", wrong_kind(_("a function such as print"), value))
    taken: Callable[[str], object] = value
    return taken


def _clip(value: Any) -> Clip | str:
    return sound(value) if isinstance(value, Clip) else decode(plain_of(value), str, OF_SCRIPTS)


def sound(clip: Clip) -> Clip:
    """Return a clip as a file would hold it: the same one where it would hold it so. Raises Fault."""
    found = decode(plain_of(clip), Clip, OF_SCRIPTS)
    try:
        found.check()
    except ValueError as problem:
        raise frames_fault("$.tracks", str(problem)) from None
    return clip if clip == found else found
