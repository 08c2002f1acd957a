"""Edits of the pose: the only part of a rig that changes while something is dragged."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal

import msgspec

from rigs.document import Document
from rigs.rig import REST, Transform

Channel = Literal["location", "rotation", "scale"]
CHANNELS: tuple[Channel, ...] = ("location", "rotation", "scale")


def with_transforms(document: Document, transforms: Mapping[str, Transform]) -> Document:
    """The named bones posed so, all others as they are. A bone at rest is not kept in the pose."""
    rig = document.rig
    changed = {name: transform for name, transform in transforms.items() if rig.transform(name) != transform}
    for name in changed:
        if name not in rig.by_name:
            raise ValueError(f'The rig has no bone "{name}" to pose.')
    if not changed:
        return document
    pose = {name: transform for name, transform in {**rig.pose, **changed}.items() if transform != REST}
    return msgspec.structs.replace(document, rig=rig.posed(pose))


def reset(document: Document, names: Iterable[str], channels: Iterable[Channel] = CHANNELS) -> Document:
    """The named bones back at rest, in the given channels only."""
    at_rest = {channel: getattr(REST, channel) for channel in channels}
    pose = document.rig.pose
    return with_transforms(
        document, {name: msgspec.structs.replace(pose[name], **at_rest) for name in names if name in pose}
    )
