"""Folders of `*.pose.json`, read beside the drawing thread: files that are no poses are reported, the others are
shown."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from pathlib import Path

import msgspec

from pantin.app.files.export import POSE
from pantin.app.messages import _, ngettext
from pantin.app.pose_library.shipped_person import fits_as_it_is, has_hocks, retargeted
from pantin.resources import FOLDER
from pantin.rigs.figure import Figure
from pantin.rigs.formats import pose
from pantin.rigs.formats.files import Unreadable
from pantin.rigs.pose import KeptPose
from pantin.rigs.rig import Rig

SHIPPED = (FOLDER / "poses" / "humanoid", FOLDER / "poses" / "hands")
"""The folders that come with Pantin."""

MOST = 1000
"""Files of one folder that are read: nobody looks through more cards, and a home folder may be named by mistake."""


class Folder(msgspec.Struct, frozen=True, dict=True):
    """The content of a folder: its poses by the names of their files, and what could not be read of it, one
    sentence.
    """

    path: Path
    poses: tuple[KeptPose, ...] = ()
    problem: str = ""

    @cached_property
    def by_key(self) -> dict[str, KeptPose]:
        """Its poses by what tells each from those of all other folders: its path without the ending."""
        return {str(self.path / kept.name): kept for kept in self.poses}


def read_folder(path: Path) -> Folder:
    """The poses in a folder, in the order of their names."""
    try:
        files = sorted((file for file in path.iterdir() if file.name.endswith(POSE)), key=_name)
    except OSError:
        return Folder(path, problem=_("The folder {folder} cannot be read; add it again.").format(folder=path))
    poses, faults = [], []
    for file in files[:MOST]:
        try:
            found = pose.read_pose(file)
        except Unreadable as fault:
            faults.append(str(fault))
        else:
            poses.append(pose.kept_from(_name(file), found))
    return Folder(path, tuple(poses), _sentence(faults))


def shipped_poses(figure: Figure) -> tuple[KeptPose, ...]:
    """Return the poses that come with Pantin as a rig takes them: retargeted to people of other names.

    None where they are of no use.
    """
    found = [kept for folder in folders_for(figure.rig, map(read_folder, SHIPPED)) for kept in folder.poses]
    fitting = [fits_as_it_is(figure.rig, kept.pose) for kept in found]
    others = [kept for kept, fit in zip(found, fitting, strict=True) if not fit]
    made = iter(retargeted(figure, others) if others else ())
    taken = [kept if fit else next(made) for kept, fit in zip(found, fitting, strict=True)]
    return tuple(kept for kept in taken if kept is not None)


def about_added(folder: Folder, shown: int) -> str:
    """Return one sentence about a folder that was added, so many of whose poses are shown."""
    name = folder.path.name
    if shown:
        sentence = ngettext(
            "{count} pose of {folder} is on the shelf.", "{count} poses of {folder} are on the shelf.", shown
        )
        return sentence.format(count=shown, folder=name)
    if folder.poses:
        return _("The poses of {folder} are of other figures; they are shown where one of these is open.").format(
            folder=name
        )
    return _("{folder} holds no poses, which are files that end in {ending}.").format(folder=name, ending=POSE)


def _name(file: Path) -> str:
    """Return the name of a pose from its file."""
    return file.name.removesuffix(POSE)


def _sentence(faults: list[str]) -> str:
    """Return a sentence about what is wrong with the first file, and how many others there are."""
    if len(faults) < 2:
        return "".join(faults)
    count = len(faults) - 1
    more = ngettext("{count} more file is no pose.", "{count} more files are no poses.", count).format(count=count)
    return f"{faults[0]} {more}"


def folders_for(rig: Rig, folders: Iterable[Folder]) -> list[Folder]:
    """The folders whose poses may be for a rig: those that come with Pantin are people's."""
    of_an_animal = has_hocks(rig)
    return [each for each in folders if not (of_an_animal and each.path in SHIPPED)]
