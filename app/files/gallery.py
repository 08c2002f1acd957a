"""What the start page lists: the sample figures with their contents, and the recent files with their dates."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path

from pantin.app.files.export import RIG
from pantin.app.files.thumbnails import remembered, sample_pictures
from pantin.rigs.rig import Rig
from pantin.rigs.templates import TEMPLATES
from pantin.widgets.start.gallery import Sample
from pantin.widgets.start.recent_list import Recent

REMARKS: Mapping[str, str] = {
    "humanoid": "{bones} bones · IK limbs, fingers",
    "biped": "{bones} bones · IK limbs, no fingers",
    "quadruped": "{bones} bones · four IK legs",
    "bird": "{bones} bones · wings and legs with IK",
    "hand": "{bones} bones · limits on every joint",
    "robot_arm": "{hinges} hinges · a goal for the tool",
    "tentacle": "{bones} bones · one long chain",
    "arm": "{bones} bones · handle and pole",
}
"""What is in each figure. Bones are those that shape it, without handles and poles."""

IMPORTED, UNKNOWN = "Imported", "Rig"
JUST_NOW = 10 * 60
"""Seconds."""


def samples() -> tuple[Sample, ...]:
    """The figures to start from, with pictures."""
    return tuple(_sample(name, draw()) for name, draw in TEMPLATES.items())


def _sample(name: str, rig: Rig) -> Sample:
    bones = [bone for bone in rig.bones if bone.kind == "bone"]
    hinges = [bone for bone in bones if sum(bone.joint.lock) == 2]
    remark = REMARKS[name].format(bones=len(bones), hinges=len(hinges))
    return Sample(name, rig.name, remark, sample_pictures(name))


def recent_entries(paths: Sequence[Path], now: datetime | None = None) -> tuple[Recent, ...]:
    """The files last used that are still there, newest first."""
    return tuple(_recent(path, now or datetime.now()) for path in paths if path.is_file())


def _recent(path: Path, now: datetime) -> Recent:
    kept = remembered(path)
    used = kept.when if kept else datetime.fromtimestamp(path.stat().st_mtime)
    kind = (kept.kind if kept else "") or UNKNOWN
    return Recent(path, kind if path.name.endswith(RIG) else IMPORTED, in_words(used, now), kept and kept.picture)


def in_words(then: datetime, now: datetime) -> str:
    """A date in words: Just now, Today, Yesterday, Tuesday, 12 Nov, 3 Jan 2025."""
    days = (now.date() - then.date()).days
    if 0 <= (now - then).total_seconds() < JUST_NOW:
        return "Just now"
    if 0 <= days < 2:
        return ("Today", "Yesterday")[days]
    if 0 <= days < 7:
        return then.strftime("%A")
    return f"{then.day} {then:%b}" + (f" {then.year}" if then.year != now.year else "")
