"""Plain JSON values decoded into typed ones, and typed ones encoded without their defaults.

Both of Pantin's own formats share this; formats that others invented use its sentences.
"""

from __future__ import annotations

import re
import threading
import types
import typing
from collections.abc import Callable, Mapping
from functools import cache
from math import pi
from typing import Annotated, Any, TypeVar

import msgspec

from pantin.rigs.clip import DAMAGED
from pantin.rigs.fields import AxisLimits
from pantin.rigs.formats import json_text
from pantin.rigs.formats.files import Fault
from pantin.rigs.formats.json_text import LARGEST, json_path
from pantin.rigs.formats.packing import unpacked
from pantin.rigs.frames import NOT_FINITE, Frames, Scalars
from pantin.rigs.messages import _
from pantin.rigs.rig import Bone
from pantin.rigs.scene import Scene
from pantin.rigs.wording import quoted

T = TypeVar("T")
Plain = dict[str, Any]
Migrations = Mapping[int, Callable[[Plain], Plain]]


def up_to_date(plain: Any, format: str, newest: int, migrations: Migrations) -> Plain:
    """The contents of a file of any known version, as one of the newest version. Raises Fault for others."""
    if not isinstance(plain, dict) or plain.get("format") != format:
        raise Fault(
            "$.format",
            _('this is not a {format} file, which begins with "format": "{format}"; choose another.').format(
                format=format
            ),
        )
    version = plain.get("version")
    if type(version) is not int or version < 1:
        raise Fault(
            "$.version", _("there is no such version; write a whole number from 1 to {newest}.").format(newest=newest)
        )
    if version > newest:
        raise Fault(
            "$.version",
            _("version {version} is newer than the {newest} that this Pantin reads; update Pantin.").format(
                version=version, newest=newest
            ),
        )
    for older in range(version, newest):
        plain = {**migrations[older](plain), "version": older + 1}
    return dict(plain)


KINDS = {
    "str": _("text"),
    "float": _("a number"),
    "int": _("a whole number"),
    "bool": _("true or false"),
    "array": _("a list"),
    "object": _("an object in braces"),
    "null": "null",
}
"""The values that a file may have, in words."""

OF_SCRIPTS = {
    **KINDS,
    "bool": _("True or False"),
    "array": _("a list or a tuple"),
    "object": _("a dict or a value of its type"),
    "null": "None",
}
"""The same for what scripts hand over."""


def decode(plain: Any, model: type[T], kinds: Mapping[str, str] = KINDS) -> T:
    """`plain` as a `model`, or as any other type. Raises Fault, which says what does not fit and where.

    `kinds` are the words for what may be there.
    """
    _learn(model)
    try:
        found = msgspec.convert(plain, model, dec_hook=_unpacking())
        _check_limits(found)
        return found
    except msgspec.ValidationError as error:
        message, path = _taken_apart(str(error))
        if message in (DAMAGED, NOT_FINITE):
            raise frames_fault(path.removesuffix("[...]"), message) from None
    except UnicodeEncodeError:
        raise Fault("$", _("a text in it holds half a character; write it anew.")) from None
    if "[...]" in path:
        path = _with_key(plain, model, path, message)
    own = _choices_sentence(plain, model, path, message)
    raise Fault(path, own or _sentence(message, kinds))


def _unpacking() -> Callable[[type, Any], Frames]:
    """Return what makes frames, the one type that msgspec does not know, of what a file or a script has there.

    That is text, or frames themselves. Tracks at rest are the same text a thousand times, and become one array. Raises
    ValueError where they are damaged, and for anything else.
    """
    known = dict[tuple[str, type], Frames]()

    def frames(kind: type, value: Any) -> Frames:
        if kind not in (Frames, Scalars):
            raise NotImplementedError(kind)
        if isinstance(value, kind):
            return value
        try:
            text = msgspec.convert(value, str)
        except msgspec.ValidationError as error:
            raise ValueError(str(error)) from None  # to which msgspec adds the place
        if (text, kind) not in known:
            known[text, kind] = unpacked(text, kind)
        return known[text, kind]

    return frames


def frames_fault(where: str, problem: str) -> Fault:
    """Return what is wrong with frames that are there: `problem` is a sentence."""
    if ".source." in where:
        what = _("{problem} Take another copy of the file, or remove the source.")
    elif where.startswith("$.clip."):
        what = _("{problem} Take another copy of the file.")
    else:
        what = _("{problem} Take another copy of the file, or remove the clip.")
    return Fault(where, what.format(problem=problem))


_known: set[type] = set()
_learning = threading.Lock()


def _learn(model: type) -> None:
    """Have msgspec look at a model before it is used.

    It does so at the first use, and notes each struct before it knows the types of its fields: a second thread that
    meets one of these meanwhile ends the process.
    """
    if model not in _known:
        with _learning:
            msgspec.json.Decoder(model)
        _known.add(model)


def _taken_apart(error: str) -> tuple[str, str]:
    """Return the words of a message of msgspec, and the path that it puts behind them."""
    message, found, where = error.rpartition(" - at `")
    return (message, where.removesuffix("`")) if found else (error, "$")


def plain_of(value: Any) -> Any:
    """Return a value that a script has made as plain values, as a file holds them.

    Raises Fault for NaN, infinity, numbers that are too large, and for what no file can hold, with its place.
    """
    try:
        plain = msgspec.to_builtins(value, builtin_types=_NO_BUILTINS, enc_hook=_of_numpy)
        if is_held(plain):
            return plain
    except (TypeError, ValueError, RecursionError):
        pass  # looked at once more, with the place of what is wrong
    try:
        plain = fewest(value)
        json_text.check(plain)
    except RecursionError:
        raise Fault("$", _("it is nested too deeply; write less into each other.")) from None
    return plain


_NO_BUILTINS = (bytes, bytearray, Frames, Scalars)
"""The types that stay as they are: msgspec would make texts of bytes, and frames are packed by the writer of a file."""


def _of_numpy(value: Any) -> Any:
    """Return what arrays and numbers of numpy hold, and mappings as dicts. Raises TypeError for anything else."""
    if hasattr(value, "tolist"):
        return value.tolist()
    if isinstance(value, Mapping):
        return dict(value)
    raise TypeError


def is_held(value: Any) -> bool:
    """Return whether a file can hold these plain values; where one of them needs a closer look, False.

    `json_text.check` looks closer, and takes three times as long: of all bones of a large rig, a tenth of a second.
    """
    kind = type(value)
    if kind is float or kind is int:
        return bool(-LARGEST <= value <= LARGEST)
    if kind is str:
        return bool(value.isascii())
    if kind is dict:
        return all(map(str.isascii, value)) and all(map(is_held, value.values()))
    if kind is list or kind is tuple:
        return all(map(is_held, value))
    return value is None or kind is bool or isinstance(value, Frames)


def fewest(value: Any) -> Any:
    """`value` as plain values, without whatever equals the default declared for it.

    Numbers, switches, texts and arrays of numpy count as those of Python: scripts compute with them. Frames stay.
    """
    if hasattr(value, "tolist"):
        value = value.tolist()
    if isinstance(value, msgspec.Struct):
        tag = value.__struct_config__.tag
        entries = {value.__struct_config__.tag_field: tag} if tag else {}
        for name, default in _defaults(type(value)).items():
            entry = fewest(getattr(value, name))
            if _encoded(entry) != default:
                entries[name] = entry
        return entries
    if isinstance(value, (tuple, list)):
        return [fewest(entry) for entry in value]
    if isinstance(value, Mapping):
        return {key.tolist() if hasattr(key, "tolist") else key: fewest(entry) for key, entry in value.items()}
    return value


def _encoded(entry: Any) -> bytes | None:
    """The entry as JSON text; None for what cannot be there, which `json_text.check` then says with its place."""
    try:
        return msgspec.json.encode(entry)
    except (TypeError, UnicodeEncodeError, OverflowError):
        return None


@cache
def _defaults(model: type[msgspec.Struct]) -> Mapping[str, bytes]:
    """The fields in the order in which they are declared, base classes first, each with its default as JSON text.

    Compared as text, -0.0 differs from 0.0, so that what is read again is the same to the last bit.
    """
    found = {}
    for info in msgspec.structs.fields(model):
        made = info.default_factory() if info.default_factory is not msgspec.NODEFAULT else info.default
        found[info.name] = b"" if made is msgspec.NODEFAULT else msgspec.json.encode(fewest(made))
    return {name: found[name] for name in typing.get_type_hints(model) if name in found}


def _with_key(plain: Any, model: type, path: str, message: str) -> str:
    """The path with the key that msgspec leaves out as `[...]`: the first entry which does not fit by itself."""
    above, _mark, rest = path.partition("[...]")
    entries, hint = _at(plain, model, above)
    for key, entry in entries.items():
        try:
            msgspec.convert(entry, typing.get_args(hint)[1], dec_hook=_unpacking())
        except msgspec.ValidationError as error:
            if str(error).startswith(message):
                return above + json_path((key,)).removeprefix("$") + rest
    return above


_STEP = re.compile(r'\[(\d+)\]|\[("(?:[^"\\]|\\.)*")\]|\.(\w+)')
"""A step of a path: a number, a quoted key, or a name."""


def _at(plain: Any, hint: Any, path: str) -> tuple[Any, Any]:
    """Return the value at a path of names and numbers, and its type."""
    hint = _one_of(hint, plain)
    for number, key, name in _STEP.findall(path):
        parts = typing.get_args(hint)
        if number:
            at = int(number)
            hint = parts[at] if at < len(parts) and Ellipsis not in parts else parts[0]
            plain = plain[at]
        else:
            called = msgspec.json.decode(key, type=str) if key else name
            hint = parts[1] if parts else typing.get_type_hints(hint, include_extras=True)[called]
            plain = plain[called]
        hint = _one_of(hint, plain)
    return plain, hint


def _one_of(hint: Any, plain: Any) -> Any:
    """Return the type to decode where there are several: the struct of the tag, else the first that is not None."""
    while typing.get_origin(hint) is Annotated:
        hint = typing.get_args(hint)[0]
    if typing.get_origin(hint) not in (typing.Union, types.UnionType):
        return hint
    parts = [part for part in typing.get_args(hint) if part is not type(None)]
    if isinstance(plain, dict):
        tagged = (part for part in parts if isinstance(part, type) and issubclass(part, msgspec.Struct))
        found = (part for part in tagged if plain.get(part.__struct_config__.tag_field) == part.__struct_config__.tag)
        return next(found, parts[0])
    return _one_of(parts[0], plain)


INVALID = r"Invalid (?:enum )?value (.+)"

_SENTENCES: tuple[tuple[str, str], ...] = (
    (r"Object missing required field `(.+)`", _('"{first}" is missing; add it.')),
    (r"Object contains unknown field `(.+)`", _('"{first}" is not known here; check its spelling or remove it.')),
    (r"Expected `array` of length [<>]= (\d+)", _("{first} values belong here; write exactly {first}.")),
    (r"Expected `array` of length (\d+), got (\d+)", _("{first} values belong here, not {second}; write all {first}.")),
    (r"Expected `str` of length >= 1", _("the name is empty; write one.")),
    (r"Expected `str` of length <= (\d+)", _("the name is too long; {first} characters are the most.")),
    (r"Expected `\w+` <= (.+)", _("the number is too large; {first} is the most.")),
    (r"Expected `\w+` >= (.+)", _("the number is too small; {first} is the least.")),
    (INVALID, _("{first} is none of the values possible here; the schema lists them.")),
)


def _sentence(message: str, kinds: Mapping[str, str]) -> str:
    """The words of msgspec in words for a rigger."""
    for pattern, sentence in _SENTENCES:
        if found := re.fullmatch(pattern, message, re.DOTALL):
            parts = (quoted(part)[1:-1] for part in found.groups())
            return sentence.format(**dict(zip(("first", "second"), parts, strict=False)))
    found = re.fullmatch(r"Expected `(.+)`, got `(\w+)`", message)
    if not found:
        return _("this does not fit here ({message}); correct it.").format(message=quoted(message)[1:-1])
    first, *others = (kinds.get(kind, kind) for kind in found[1].split(" | "))
    for other in others:
        first = _("{kinds} or {kind}").format(kinds=first, kind=other)
    return _("{expected} belongs here, not {found}; correct it.").format(
        expected=first, found=kinds.get(found[2], found[2])
    )


def _choices_sentence(plain: Any, model: Any, path: str, message: str) -> str:
    """A sentence of its own for a setting that is none of its choices, else an empty one."""
    found = re.fullmatch(INVALID, message, re.DOTALL)
    if not found:
        return ""
    try:
        hint = _at(plain, model, path)[1]
    except (KeyError, IndexError, TypeError):
        return ""  # the fault is the tag that tells one struct from others
    if typing.get_origin(hint) is not typing.Literal:
        return ""
    choices = typing.get_args(hint)
    return _("{value} is none of the values possible here; write one of these: {choices}.").format(
        value=quoted(found[1])[1:-1], choices=", ".join(f"'{choice}'" for choice in choices)
    )


def _check_limits(found: Any) -> None:
    """Raise Fault for joint limits whose ends are swapped, or more than a whole turn apart."""
    figures = enumerate(found.figures) if isinstance(found, Scene) else ()
    rigs = {f"figures[{at}].rig.": figure.rig for at, figure in figures} or {"": getattr(found, "rig", found)}
    limits: dict[str, AxisLimits] = {}
    for above, rig in rigs.items():
        bones = enumerate(getattr(rig, "bones", ()))
        limits |= {f"{above}bones[{at}].joint.limit": of.joint.limit for at, of in bones if isinstance(of, Bone)}
        freed = getattr(rig, "freed", {}).items()
        limits |= {above + json_path(("freed", name)).removeprefix("$."): of for name, of in freed}
    for where, limit_of in limits.items():
        for axis, limit in enumerate(limit_of):
            if limit is None or limit[0] <= limit[1] <= limit[0] + 2.0 * pi + 1e-9:
                continue
            lower, upper = limit
            text = _(
                "the limit is wider than a whole turn, from {lower:g} to {upper:g}; leave it out, or make it less."
            )
            if lower > upper:
                text = _("the limit is reversed, from {lower:g} down to {upper:g}; swap the two.")
            raise Fault(f"$.{where}[{axis}][0]", text.format(lower=lower, upper=upper))
