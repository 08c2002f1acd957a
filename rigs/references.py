"""The places where a rig names bones: found from the fields' own declarations, so that none can be forgotten.

A field declared with `refers_to="bone"` holds the name of a bone, wherever it is: in a constraint, as a key of the
pose, in the selection. What is added later follows by being declared.

A bone that goes is one renamed to nothing: a name that may be missing is then None, a name in a list or before an entry
is left out, and so is every part that cannot be without the name, such as a constraint without its owner.
"""

from __future__ import annotations

import types
import typing
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Annotated, Any, TypeVar

import msgspec

from pantin.rigs.fields import BoneRef

T = TypeVar("T", bound=msgspec.Struct)
Renamed = Mapping[str, str | None]
Follow = Callable[[Any, Renamed], Any]
"""The value after renaming; None where it cannot be without a name that it has lost."""


def follow(value: T, renamed: Renamed) -> T:
    """Return `value` with every bone that it names renamed; one whose new name is None is named no more.

    Parts that name none of them stay the same objects.
    """
    return typing.cast(T, _in_struct(value, renamed))


def forget(value: T, gone: Iterable[str]) -> T:
    """`value` without the names of the bones that are `gone`, and without the parts that cannot be without them."""
    return typing.cast(T, _in_struct(value, dict.fromkeys(gone)))


def follow_in_others(value: T, figure: str, renamed: Renamed | None, name: str | None = None) -> T:
    """Return `value`, of another figure, with bones of `figure` renamed wherever it names them.

    A bone whose new name is None is named no more; without names none is.
    `name` is the new name of `figure` itself, where it gets another.
    """

    def refer(ref: Any) -> Any:
        if not isinstance(ref, BoneRef) or ref.figure != figure:
            return ref
        bone = None if renamed is None else renamed.get(ref.bone, ref.bone)
        return None if bone is None else BoneRef(bone, name or figure)

    return typing.cast(T, _in_struct(value, _Refs(refer)))


class _Refs(dict[Any, Any]):
    """Names as they are renamed, where only bones of another figure are: nothing else is found in it."""

    def __init__(self, refer: Callable[[Any], Any]) -> None:
        super().__init__()
        self._refer = refer

    def get(self, name: Any, default: Any = None) -> Any:
        """Return what becomes of a name."""
        return self._refer(name)


def _in_struct(value: Any, renamed: Renamed) -> Any:
    if value is None:
        return None
    changes = {}
    model: type[msgspec.Struct] = type(value)
    for name, (change, optional) in _places(model).items():
        old = getattr(value, name)
        new = change(old, renamed)
        if new is None and old is not None and not optional:
            return None
        if new is not old:
            changes[name] = new
    return msgspec.structs.replace(value, **changes) if changes else value


@cache
def _places(model: type[msgspec.Struct]) -> Mapping[str, tuple[Follow, bool]]:
    """The fields of `model` that name bones, directly or further in: how each follows, and whether it may be None."""
    hints = typing.get_type_hints(model, include_extras=True)
    return {
        name: (place, _may_be_none(hints[name]))
        for name in model.__struct_fields__
        if (place := _follower(hints[name])) is not None
    }


@cache
def _follower(hint: Any) -> Follow | None:
    """Return a function that renames in values of this type; None where it can hold no name of a bone."""
    origin, parts = typing.get_origin(hint), typing.get_args(hint)
    if origin is Annotated:
        return _in_name if any(_refers_to_bone(meta) for meta in parts[1:]) else _follower(parts[0])
    if origin in (typing.Union, types.UnionType):
        return _in_one_of([_follower(part) for part in parts])
    if origin is tuple and parts[-1] is Ellipsis:
        return _in_each(_follower(parts[0]))
    if origin is dict:
        return _in_keys if _follower(parts[0]) else None
    if isinstance(hint, type) and issubclass(hint, tuple) and hasattr(hint, "_fields"):
        return _in_named_tuple(hint)
    if isinstance(hint, type) and issubclass(hint, msgspec.Struct) and _places(hint):
        return _in_struct
    return None


def _may_be_none(hint: Any) -> bool:
    if typing.get_origin(hint) is Annotated:
        return _may_be_none(typing.get_args(hint)[0])
    return typing.get_origin(hint) in (typing.Union, types.UnionType) and type(None) in typing.get_args(hint)


def _refers_to_bone(meta: Any) -> bool:
    return isinstance(meta, msgspec.Meta) and (meta.extra or {}).get("refers_to") == "bone"


def _in_name(name: Any, renamed: Renamed) -> Any:
    return renamed.get(name, name)


def _in_keys(entries: Any, renamed: Renamed) -> Any:
    if renamed.keys().isdisjoint(entries):
        return entries
    return {new: entry for name, entry in entries.items() if (new := renamed.get(name, name)) is not None}


def _in_one_of(followers: list[Follow | None]) -> Follow | None:
    """A union is a name or nothing, or one of several structs: its parts that hold names all work the same way."""
    return next((found for found in followers if found), None)


def _in_named_tuple(model: Any) -> Follow | None:
    """A tuple of which each place has a name and a type of its own."""
    hints = typing.get_type_hints(model, include_extras=True)
    places = {name: place for name in model._fields if (place := _follower(hints[name])) is not None}
    if not places:
        return None

    def in_named_tuple(value: Any, renamed: Renamed) -> Any:
        followed = {name: place(getattr(value, name), renamed) for name, place in places.items()}
        if any(part is None for part in followed.values()):
            return None
        return value if all(followed[name] is getattr(value, name) for name in followed) else value._replace(**followed)

    return in_named_tuple


def _in_each(follower: Follow | None) -> Follow | None:
    if follower is None:
        return None

    def in_each(values: Any, renamed: Renamed) -> Any:
        followed = [follower(value, renamed) for value in values]
        if all(new is old for new, old in zip(followed, values, strict=True)):
            return values
        return tuple(value for value in followed if value is not None)

    return in_each
