"""JSON as people edit it: read with the place of every fault, written so that two versions compare line by line."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator, Sequence
from typing import Any

from pantin.rigs.formats.files import CUT_OFF, Fault
from pantin.rigs.formats.packing import packed
from pantin.rigs.frames import Frames
from pantin.rigs.messages import _
from pantin.rigs.wording import quoted

LARGEST = 1e6
"""Metres: a thousand kilometres. Larger numbers are mistakes, and lose the millimetres."""

MOST_VALUES = 2_000_000
"""Values in one file, counted by their commas and brackets before any is made: each may take 120 bytes of memory, a rig
of a hundred thousand bones has about half as many."""

MOST_BYTES = 2**53
"""Bytes of a file that JSON readers tell from one more or one less."""

MOST_STEPS = 16
"""Steps of a path that a sentence shows; of a longer one the first and last half."""

PathParts = Sequence[str | int]


class _Repeating(dict[str, Any]):
    """An object in which one key stands twice. JSON parsers keep the last without a word, and data would be lost."""

    key = ""


def parse(data: bytes) -> Any:
    """The JSON in `data` as plain values, checked to hold only finite, sane numbers and no key twice."""
    plain = parse_unchecked(data)
    check(plain)
    return plain


def parse_unchecked(data: bytes) -> Any:
    """The JSON in `data` as plain values, whatever they are. Raises Fault where they are too many, or it is no JSON."""
    if _most_values(data) > MOST_VALUES:
        raise Fault(
            _("file"),
            _("there are more than {most_values:,} values in it, too many for a rig; name another file.").format(
                most_values=MOST_VALUES
            ),
        )
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise Fault(
            _("byte {start}").format(start=error.start),
            _("this is not UTF-8 text, so not such a file; choose another one."),
        ) from None
    if not text.strip():
        raise Fault(_("file"), _("the file is empty; take another copy of it."))
    try:
        return json.loads(text, object_pairs_hook=_object)
    except json.JSONDecodeError as error:
        raise _syntax_fault(text, error) from None
    except RecursionError:
        raise Fault(_("file"), _("lists are nested too deeply for such a file; choose another one.")) from None
    except ValueError:
        raise Fault(_("file"), _("a number has thousands of digits; write a shorter one.")) from None


def check(plain: Any) -> None:
    """Raise Fault for NaN, infinities, huge numbers, keys that stand twice and broken text, which JSON may hold."""
    path: list[str | int] = []
    inside = [_checked_entries(plain, path)]
    while inside:
        for key, entry in inside[-1]:
            if isinstance(entry, (dict, list)):
                path.append(key)
                inside.append(_checked_entries(entry, path))
                break
            _check_value(entry, key, path)
        else:
            inside.pop()
            del path[len(inside) - 1 :]


def _checked_entries(value: Any, path: PathParts) -> Iterator[tuple[str | int, Any]]:
    """Yield the values inside an object or a list, with their keys; the object's own keys are checked first."""
    if isinstance(value, list):
        return enumerate(value)
    if not isinstance(value, dict):
        _check_value(value, None, path)
        return iter(())
    if isinstance(value, _Repeating):
        raise Fault(json_path(path), _("{key} stands here twice; remove one of the two.").format(key=quoted(value.key)))
    for key in value:
        if not isinstance(key, str):
            what = _("the names in it are texts, not {name}; write a text.").format(name=type(key).__name__)
            raise Fault(json_path(path), what)
        if not key.isascii():
            _check_text(key, path)
    return iter(value.items())


def _check_value(value: Any, key: str | int | None, path: PathParts) -> None:
    """The path of a value is put together only where it is wrong: there may be a million of them."""
    if isinstance(value, str):
        if not value.isascii():
            _check_text(value, _below(path, key))
    elif isinstance(value, (int, float)):
        if not -LARGEST <= value <= LARGEST and not counts_bytes(key, value):
            raise Fault(json_path(_below(path, key)), _number_sentence(value))
    elif value is not None and not isinstance(value, Frames):
        what = _("a {name} is nothing that a file can hold; use a number, a text, a tuple or a dict.").format(
            name=type(value).__name__
        )
        raise Fault(json_path(_below(path, key)), what)


def counts_bytes(key: str | int | None, value: float) -> bool:
    """Return whether a number is the size of a file, which may have more bytes than there are metres."""
    return key == "size" and isinstance(value, int) and 0 <= value <= MOST_BYTES


def _below(path: PathParts, key: str | int | None) -> PathParts:
    return path if key is None else (*path, key)


def lay_out(value: Any) -> str:
    """JSON text: one entry a line, except that a list without objects in it stands on one line. Frames are packed."""
    parts: list[str] = []
    _add_text(value, "\n", parts)
    return "".join(parts)


def _add_text(value: Any, line: str, parts: list[str]) -> None:
    """Add the text of a value to `parts`, which are joined once: long clips are megabytes. `line` begins a line."""
    if isinstance(value, Frames):
        parts += ('"', packed(value), '"')
        return
    is_table = isinstance(value, dict) and bool(value)
    if not is_table and not (isinstance(value, list) and any(isinstance(entry, dict) for entry in value)):
        parts.append(_compact(value))
        return
    mark, inner = "{" if is_table else "[", line + "  "
    for key, entry in value.items() if is_table else enumerate(value):
        parts.append(f"{mark}{inner}{_compact(key)}: " if is_table else f"{mark}{inner}")
        _add_text(entry, inner, parts)
        mark = ","
    parts.append(f"{line}}}" if is_table else f"{line}]")


def json_path(path: Sequence[str | int]) -> str:
    """The place in the file: `$.bones[3].head[0]`; keys that are no plain words are in brackets."""
    if len(path) > MOST_STEPS:
        half = MOST_STEPS // 2
        return f"{json_path(path[:half])}…{json_path(path[-half:])[1:]}"
    return "$" + "".join(_step(part) for part in path)


def _step(part: str | int) -> str:
    if isinstance(part, int):
        return f"[{part}]"
    return f".{part}" if re.fullmatch(r"[A-Za-z_]\w{0,59}", part, re.ASCII) else f"[{quoted(part)}]"


def _compact(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) == len(pairs):
        return found
    repeating, seen = _Repeating(found), set()
    for key, _value in pairs:
        if key in seen:
            repeating.key = key
            break
        seen.add(key)
    return repeating


def _most_values(data: bytes) -> int:
    """No fewer values than the text holds: each but the first follows a comma, or opens an object or a list."""
    return 1 + sum(map(data.count, (b",", b"[", b"{")))


def _syntax_fault(text: str, error: json.JSONDecodeError) -> Fault:
    where = _("line {lineno} column {colno}").format(lineno=error.lineno, colno=error.colno)
    began = bool(text[: error.pos].strip()) or not text.strip()
    unfinished = began and re.fullmatch(r"[\w.+-]*\s*", text[error.pos :])
    if error.msg.startswith("Unterminated") or unfinished:
        return Fault(where, CUT_OFF)
    return Fault(
        where, _("this is not JSON ({msg}); correct the text here.").format(msg=error.msg.removesuffix(" at").lower())
    )


def _check_text(text: str, path: PathParts) -> None:
    try:
        text.encode()
    except UnicodeEncodeError:
        raise Fault(json_path(path), _("the text holds half a character; write it anew.")) from None


def _number_sentence(value: float) -> str:
    if not isinstance(value, int) and not math.isfinite(value):
        spelled = "NaN" if math.isnan(value) else "infinity"
        return _("{spelled} is no number that a rig can hold; write an ordinary number.").format(spelled=spelled)
    return _("the number is too large; positions are metres, up to a million.")
