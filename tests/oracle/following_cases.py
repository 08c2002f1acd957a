"""From the oracle's words to Pantin's: the constraints by which a bone follows, carries on or keeps away from others.

A setting that Pantin does not have is refused, with its name: see `Refused`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from pantin.rigs import Constraint
from pantin.rigs.constraints import (
    Armature,
    ChildOf,
    Floor,
    LockedTrack,
    MaintainVolume,
    Pivot,
    StretchTo,
    TrackTo,
)
from pantin.rigs.fields import WeightedBone

Case = dict[str, Any]

_SPACES = {"WORLD": "pose", "LOCAL_OWNER_ORIENT": "local_owner"}
"""The spaces that have other names here."""
_VOLUMES = {"VOLUME_XZX": "both", "VOLUME_X": "x", "VOLUME_Z": "z", "NO_VOLUME": "none"}


class Refused(msgspec.ValidationError):
    """A case asks for what Pantin does not have, as a file may."""


def following(c: Case, target: str | None) -> Constraint:
    """The constraint of a case, whose target is a bone of that name. Raises msgspec.ValidationError, in words."""
    found = FOLLOWING[c["type"]](c, target, {"owner": c["owner"], "influence": c["influence"]})
    return msgspec.json.decode(msgspec.json.encode(found), type=Constraint)


def _child_of(c: Case, target: str | None, common: Case) -> Constraint:
    _only_in_pose_space(c)
    rows = tuple(tuple(c["inverse_matrix"][4 * row : 4 * row + 4]) for row in range(3))
    channels = {
        channel: tuple(bool(c.get(f"use_{channel}_{a}", True)) for a in "xyz")
        for channel in ("location", "rotation", "scale")
    }
    return ChildOf(**common, target=target, inverse=rows, **channels)


def _stretch_to(c: Case, target: str | None, common: Case) -> Constraint:
    _only_in_pose_space(c)
    return StretchTo(
        **common,
        target=target,
        head_tail=_head_tail(c),
        rest_length=c["rest_length"],
        volume=_VOLUMES[c["volume"]],
        turns=c["keep_axis"].lower(),
        bulge=c["bulge"],
        hold_thin=c["use_bulge_min"],
        thinnest=min(c["bulge_min"], 1.0),
        hold_thick=c["use_bulge_max"],
        thickest=c["bulge_max"],
        smooth=c["bulge_smooth"],
    )


def _track_to(c: Case, target: str | None, common: Case) -> Constraint:
    return TrackTo(
        **common,
        **_spaces(c, TrackTo),
        target=target,
        head_tail=_head_tail(c),
        axis=_axis(c["track_axis"], "TRACK_"),
        up=_axis(c["up_axis"], "UP_"),
        target_z=c["use_target_z"],
    )


def _locked_track(c: Case, target: str | None, common: Case) -> Constraint:
    _only_in_pose_space(c)
    axis, lock = _axis(c["track_axis"], "TRACK_"), _axis(c["lock_axis"], "LOCK_")
    return LockedTrack(**common, target=target, head_tail=_head_tail(c), axis=axis, lock=lock)


def _floor(c: Case, target: str | None, common: Case) -> Constraint:
    side = _axis(c["floor_location"], "FLOOR_")
    return Floor(**common, **_spaces(c, Floor), target=target, side=side, offset=c["offset"], turned=c["use_rotation"])


def _armature(c: Case, _target: str | None, common: Case) -> Constraint:
    _only_in_pose_space(c)
    if c["use_bone_envelopes"]:
        raise Refused("An Armature by envelopes is not there in Pantin: give weights instead.")
    return Armature(
        **common,
        targets=tuple(WeightedBone(each["bone"], each["weight"]) for each in c["targets"]),
        keep_volume=c["use_deform_preserve_volume"],
        from_here=c["use_current_location"],
    )


def _pivot(c: Case, target: str | None, common: Case) -> Constraint:
    when = c["rotation_range"].replace("ALWAYS_ACTIVE", "always").replace("N", "-").lower()
    return Pivot(
        **common,
        **_spaces(c, Pivot),
        target=target,
        head_tail=_head_tail(c),
        offset=tuple(c["offset"]),
        relative=c["use_relative_location"],
        when=when,
    )


def _maintain_volume(c: Case, _target: str | None, common: Case) -> Constraint:
    free, spaces = _axis(c["free_axis"], "SAMEVOL_"), _spaces(c, MaintainVolume)
    return MaintainVolume(**common, **spaces, free=free, mode=c["mode"].lower(), volume=c["volume"])


FOLLOWING: dict[str, Callable[[Case, str | None, Case], Constraint]] = {
    "CHILD_OF": _child_of,
    "STRETCH_TO": _stretch_to,
    "TRACK_TO": _track_to,
    "LOCKED_TRACK": _locked_track,
    "FLOOR": _floor,
    "ARMATURE": _armature,
    "PIVOT": _pivot,
    "MAINTAIN_VOLUME": _maintain_volume,
}


def _head_tail(c: Case) -> float:
    return float((c.get("target") or {}).get("head_tail", c.get("head_tail", 0.0)))


def _axis(word: str, before: str) -> str:
    return word.removeprefix(before).replace("NEGATIVE_", "-").lower()


def _spaces(c: Case, kind: type[Constraint]) -> dict[str, str]:
    """The spaces that the kind has fields for; a file with a space that is not there is rejected."""
    named = {end: _space(c, end) for end in ("owner_space", "target_space")} | {
        "space_bone": (c.get("space") or {}).get("bone")
    }
    return {field: value for field, value in named.items() if field in kind.__struct_fields__}


def _space(c: Case, end: str) -> str:
    word = c.get(end, "POSE")
    return _SPACES.get(word, word.lower())


def _only_in_pose_space(c: Case) -> None:
    for end in ("owner_space", "target_space"):
        if _space(c, end) != "pose":
            raise Refused(f"{c['type']} has no {end} in Pantin: it acts in armature space.")
