"""Files of older versions are brought up to date, one version at a time."""

from __future__ import annotations

import pytest

from pantin.rigs.formats import native, pose
from pantin.rigs.formats.decoding import up_to_date
from pantin.rigs.formats.files import Fault

MIGRATIONS = {
    1: lambda plain: {"title" if key == "name" else key: value for key, value in plain.items()},
    2: lambda plain: {**plain, "title": plain["title"].upper()},
}


@pytest.mark.parametrize(
    ("version", "entries", "title"),
    [(1, {"name": "leg"}, "LEG"), (2, {"title": "leg"}, "LEG"), (3, {"title": "leg"}, "leg")],
)
def test_every_version_up_to_the_newest_is_brought_up_to_date(version: int, entries: dict, title: str) -> None:
    plain = {"format": "a.b", "version": version, **entries}
    assert up_to_date(plain, "a.b", 3, MIGRATIONS) == {"format": "a.b", "version": 3, "title": title}
    assert plain == {"format": "a.b", "version": version, **entries}


def test_a_newer_version_is_rejected() -> None:
    with pytest.raises(Fault, match="version 4 is newer than the 3") as caught:
        up_to_date({"format": "a.b", "version": 4}, "a.b", 3, MIGRATIONS)
    assert caught.value.where == "$.version"


@pytest.mark.parametrize("format", [native, pose])
def test_there_is_a_migration_from_every_version_before_the_newest(format) -> None:
    assert sorted(format.MIGRATIONS) == list(range(1, format.VERSION))
