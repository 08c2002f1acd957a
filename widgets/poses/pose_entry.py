"""A pose as the shelf shows it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import msgspec


class PoseEntry(msgspec.Struct, frozen=True):
    """One pose: `key` tells it from all others. The document's `own` and those on `my_shelf`, which lie in the user's
    folder, can be changed; others lie in folders that are only read."""

    key: str
    name: str
    tags: tuple[str, ...] = ()
    own: bool = False
    my_shelf: bool = False
    applied: bool = False
    """The figure is in this pose, or in a mix with it."""
    changed: bool = False
    """The figure stood in this pose and was changed since."""
    pins: bool = False
    """Whether it pins the feet that stand in it, and takes the pins of another pose away."""

    @property
    def group(self) -> Literal["document", "shelf", "folder"]:
        """Return the group in which the pose is kept: names are unique and the order is changed within the document,
        and on the shelf.
        """
        return "document" if self.own else "shelf" if self.my_shelf else "folder"

    @property
    def changeable(self) -> bool:
        """Return whether it can be renamed, tagged, moved and removed."""
        return self.group != "folder"


def found(entries: Sequence[PoseEntry], words: str, tag: str = "") -> tuple[PoseEntry, ...]:
    """The entries with this tag whose name or tags hold every one of the words; those first that are called so."""
    wanted = words.casefold().split()
    fitting = (
        entry
        for entry in entries
        if (not tag or tag in entry.tags)
        and all(word in " ".join((entry.name, *entry.tags)).casefold() for word in wanted)
    )
    return tuple(sorted(fitting, key=lambda entry: _distance(entry.name.casefold(), wanted) if wanted else 0))


def _distance(name: str, wanted: Sequence[str]) -> int:
    """Return the distance of a name from words: 0 they are the name, 1 it begins so, 2 it holds them, 3 its tags do."""
    text = " ".join(wanted)
    if name.startswith(text):
        return int(name != text)
    return 2 if all(word in name for word in wanted) else 3


def tags_of(entries: Sequence[PoseEntry]) -> tuple[str, ...]:
    """All tags: those of folders in their order, then those that document and shelf alone have, by the alphabet."""
    folders = dict.fromkeys(tag for entry in entries if not entry.changeable for tag in entry.tags)
    own = {tag for entry in entries if entry.changeable for tag in entry.tags} - folders.keys()
    return (*folders, *sorted(own, key=lambda tag: (tag.casefold(), tag)))
