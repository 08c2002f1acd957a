"""Entries of the start page: the sample figures with their contents, and the recent files with their dates."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

from pantin.app.files.sample_texts import SAMPLES
from pantin.app.files.thumbnails import SamplePictures, remembered
from pantin.app.messages import _, pgettext
from pantin.rigs.formats import native
from pantin.rigs.rig import Rig
from pantin.rigs.templates import TEMPLATES
from pantin.widgets.start.gallery import Sample
from pantin.widgets.start.recent_list import Recent

IMPORTED, UNKNOWN = _("Imported"), _("Rig")
DAYS = (
    _("Monday"),
    _("Tuesday"),
    _("Wednesday"),
    _("Thursday"),
    _("Friday"),
    _("Saturday"),
    _("Sunday"),
)
MONTHS = (
    _("Jan"),
    _("Feb"),
    _("Mar"),
    _("Apr"),
    pgettext("short for the month", "May"),
    _("Jun"),
    _("Jul"),
    _("Aug"),
    _("Sep"),
    _("Oct"),
    _("Nov"),
    _("Dec"),
)
JUST_NOW = 10 * 60
"""Seconds."""


def samples() -> tuple[Sample, ...]:
    """The figures to start from, with pictures."""
    return tuple(_sample(name, draw()) for name, draw in TEMPLATES.items())


def _sample(name: str, rig: Rig) -> Sample:
    bones = [bone for bone in rig.bones if bone.kind == "bone"]
    hinges = [bone for bone in bones if sum(bone.joint.lock) == 2]
    remark = SAMPLES[name].contents.format(bones=len(bones), hinges=len(hinges))
    return Sample(name, SAMPLES[name].title, remark, SamplePictures(name))


def recent_entries(paths: Sequence[Path]) -> tuple[Recent, ...]:
    """The files last used that are still there, newest first."""
    now = datetime.now()
    return tuple(_recent(path, now) for path in paths if path.is_file())


def _recent(path: Path, now: datetime) -> Recent:
    kept = remembered(path)
    used = kept.when if kept else datetime.fromtimestamp(path.stat().st_mtime)
    kind = (kept.kind if kept else "") or UNKNOWN
    return Recent(path, kind if native.is_named_so(path) else IMPORTED, in_words(used, now), kept and kept.picture)


def in_words(then: datetime, now: datetime) -> str:
    """A date in words: Just now, Today, Yesterday, Tuesday, 12 Nov, 3 Jan 2025."""
    days = (now.date() - then.date()).days
    if 0 <= (now - then).total_seconds() < JUST_NOW:
        return _("Just now")
    if 0 <= days < 2:
        return (_("Today"), _("Yesterday"))[days]
    if 0 <= days < 7:
        return DAYS[then.weekday()]
    date = _("{day} {month}") if then.year == now.year else _("{day} {month} {year}")
    return date.format(day=then.day, month=MONTHS[then.month - 1], year=then.year)
