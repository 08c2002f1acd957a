"""The library of poses: what the shelf shows, and what it asks for done to the document.

Folders are read by a worker; a pose of another rig is not shown, but those that come with Pantin are retargeted to
every person. Applying and mixing take the whole pose, or the selected bones alone where the shelf says so: what was
dragged last is selected, and nobody means only that.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import NamedTuple

from PySide6 import QtCore, QtWidgets

from pantin.app.files.export import POSE
from pantin.app.files.files import Files
from pantin.app.messages import _
from pantin.app.pictures.figure_pictures import FigurePictures
from pantin.app.pictures.pose_picture import PosePicture, without_pose
from pantin.app.pose_library import shipped_person
from pantin.app.pose_library.folder_menu import folder_menu
from pantin.app.pose_library.folders import SHIPPED, Folder, about_added, folders_for, read_folder
from pantin.app.pose_library.own_shelf import OwnShelf
from pantin.app.pose_library.pointed_pose import PointedPose
from pantin.app.pose_library.pose_mix import PoseMix, begun_from
from pantin.app.pose_library.retargeted_poses import RetargetedPoses
from pantin.app.session.session import PREPARING, Session
from pantin.app.session.settings import Settings
from pantin.app.system.background import BackgroundJobs
from pantin.rigs import Document, Transform
from pantin.rigs.editing.poses import library
from pantin.rigs.figure import Figure
from pantin.rigs.pose import KeptPose
from pantin.rigs.rig import Pin
from pantin.rigs.tree.chains import carries_all
from pantin.rigs.wording import listed
from pantin.solver.edits.poses import poses
from pantin.solver.edits.poses.pose_pins import feet_pins, lost_pins, stands_of
from pantin.viewport.values.stage import DragResult
from pantin.widgets.poses.pose_entry import PoseEntry
from pantin.widgets.poses.pose_shelf import PoseShelf

OWN = "document/"
"""The beginning of the keys of the document's own poses; those of others are paths."""

Pose = Mapping[str, Transform]


class AppliedPose(NamedTuple):
    """The key of the pose, and the pose of the document before and after; nothing where none was applied."""

    key: str = ""
    before: Pose | None = None
    after: Pose | None = None

    def standing(self, now: Pose) -> tuple[bool, bool]:
        """Return whether a figure posed like this now has the pose, and whether it had it before and was changed
        since.
        """
        return now == self.after, bool(self.key) and now not in (self.before, self.after)


def _look_of(kept: KeptPose) -> tuple[object, object]:
    """Return what a picture of a pose shows."""
    return kept.pose, kept.expressions


class PoseLibrary(QtCore.QObject):
    """The library of one window. `why_not_posed` says why nothing can be posed in this mode; empty where it can."""

    def __init__(
        self,
        session: Session,
        files: Files,
        settings: Settings,
        shelf: PoseShelf,
        pictures: FigurePictures,
        why_not_posed: Callable[[], str],
        parent: QtWidgets.QWidget,
    ) -> None:
        super().__init__(parent)
        self._session, self._files, self._settings, self.shelf, self._window = session, files, settings, shelf, parent
        self._why_not_posed = why_not_posed
        self._reader = BackgroundJobs(self)
        self.pictures = pictures
        self._retargeted = RetargetedPoses(self)
        self._my_shelf = OwnShelf(files, settings, self)
        self._folders: dict[Path, Folder] = {}
        self._poses: dict[str, KeptPose] = {}
        self._coming: frozenset[str] = frozenset()
        """Those of them that are not fitted to the figure yet; they have a card already."""
        self._awaited: tuple[str, bool] | None = None
        """The one of these that was asked for, and whether flipped."""
        self._fitting: dict[str, bool] = {}
        """The poses of folders that fit the figure, by their keys: asked once for each figure, not at each edit."""
        self._mixing: PoseMix | None = None
        self._applied = AppliedPose()
        self._figure = without_pose(Figure())
        self._feet: tuple[object, tuple[Pin, ...]] = (None, ())
        """Bones, and the pins with which they stand."""
        self._shown_of = self._of_document()
        self._pointed = PointedPose(session, self._posed, self)
        self._connect()

    def read_folders(self) -> None:
        """Read all folders, those that come with Pantin first."""
        self._my_shelf.read()
        for path in (*SHIPPED, *self._settings.pose_folders):
            self._read(path)

    def add_folder(self, path: Path) -> None:
        """Show the poses of another folder from now on."""
        self._settings.pose_folders = tuple(dict.fromkeys((*self._settings.pose_folders, path)))
        self._read(path, added=True)

    def remove_folder(self, path: Path) -> None:
        """Do not show the poses of a folder any more. Its files stay."""
        self._settings.pose_folders = tuple(kept for kept in self._settings.pose_folders if kept != path)
        self._folders.pop(path, None)
        self.refresh()

    def save(self) -> None:
        """Keep how the figure is posed as a pose of the document, with the tag by which the shelf is filtered.

        Its name is typed at once; Enter or Esc without another one leaves it.
        """
        if not self._is_ready():
            return
        name, tag = library.free_name(self._session.document), self.shelf.head.pills.chosen
        tags = (tag,) if tag else ()

        def save(document: Document) -> Document:
            seen = self._seen(document)
            stands, face = stands_of(document.rig, seen), self._face(document)
            return library.saved(document, name, seen, tags, stands=stands, expressions=face)

        self._session.edit(_("Save {pose}").format(pose=name), save)
        if f"{OWN}{name}" in self._poses:
            self._stand_in(f"{OWN}{name}", self._session.document.figure.pose.bones)
            self.shelf.bring(f"{OWN}{name}")
            self.shelf.rename(f"{OWN}{name}")
            if tag:
                self._session.notified.emit(_("{pose} is saved with the tag {tag}.").format(pose=name, tag=tag))

    def refresh(self) -> None:
        """Show the poses of the document and of the folders that fit it."""
        document, self._shown_of = self._session.document, self._of_document()
        self.shelf.show_selected(bool(document.selected))
        rig = document.rig
        if any(now is not then for now, then in zip(without_pose(document.figure), self._figure, strict=True)):
            edited = [bone.name for bone in self._figure[0]] == [bone.name for bone in rig.bones]
            self._figure = without_pose(document.figure)
            self._fitting.clear()
            self.shelf.forget_pictures(keep=edited)
        before = self._poses
        own = {f"{OWN}{kept.name}": kept for kept in document.figure.poses}
        self._poses = own | self._of_folders(document.figure)
        for key, kept in self._poses.items():
            if key in before and before[key] is not kept and _look_of(before[key]) != _look_of(kept):
                self.shelf.forget_picture(key)
        entries = [self._entry(key, kept) for key, kept in self._poses.items()]
        self.shelf.show_entries(entries, bool(self._unread) or self._retargeted.looking)
        self._want_pictures()
        self._apply_awaited()

    # Inside

    def _follow(self) -> None:
        """Bring the shelf up to date where the document changed in what it shows: most edits pose bones alone."""
        if any(now is not then for now, then in zip(self._of_document(), self._shown_of, strict=True)):
            self.refresh()

    def _of_document(self) -> tuple[object, ...]:
        """Return the parts of the document that the shelf shows: objects that stay the same ones while it says the
        same.
        """
        document, figure = self._session.document, self._session.document.figure
        shown = *without_pose(figure), figure.rig.parts, figure.poses, bool(document.selected), self._session.editing
        return *shown, *self._applied.standing(figure.pose.bones)

    @property
    def _unread(self) -> set[Path]:
        """Folders of the shelf that were not read yet."""
        return {*SHIPPED, *self._settings.pose_folders} - self._folders.keys()

    def _of_folders(self, figure: Figure) -> dict[str, KeptPose]:
        """The poses of folders that fit a rig; a figure that is being drawn gets those that need no looking for."""
        folders: list[Folder] = [self._my_shelf.folder, *self._folders.values()]
        if not self._session.editing:
            folders = folders_for(figure.rig, folders)
        by_key = {key: kept for folder in folders for key, kept in folder.by_key.items()}
        from_pantin = {key for path in SHIPPED if path in self._folders for key in self._folders[path].by_key}
        for key in by_key.keys() - self._fitting.keys():
            fits = shipped_person.fits_as_it_is if key in from_pantin else library.fits
            self._fitting[key] = fits(figure.rig, by_key[key].pose)
        others = {key: kept for key, kept in by_key.items() if not self._fitting[key]}
        mine = self._my_shelf.folder.by_key
        shipped = {
            key: kept
            for key, kept in others.items()
            if key in from_pantin or (key in mine and shipped_person.is_of_it(kept.pose))
        }
        are_read = all(path in self._folders for path in SHIPPED)
        known = self._retargeted.onto(figure, shipped) if are_read and not self._session.editing else {}
        self._coming = self._retargeted.expected & shipped.keys() - known.keys()
        there = known.keys() | self._coming | (by_key.keys() - others.keys())
        return {key: known.get(key, kept) for key, kept in by_key.items() if key in there}

    def _connect(self) -> None:
        session, shelf = self._session, self.shelf
        session.document_changed.connect(self._follow)
        session.replaced.connect(self._forget_awaited)
        session.characters_changed.connect(lambda: shelf.forget_pictures(keep=True))
        self._retargeted.found.connect(self.refresh)
        self._my_shelf.changed.connect(self._take_shelf)
        self._my_shelf.failed.connect(session.warned)
        shelf.pictures_wanted.connect(self._want_pictures)
        shelf.pose_pointed.connect(self._pointed.point_at)
        shelf.apply_asked.connect(self.apply)
        shelf.mix_began.connect(self._begin_mix)
        shelf.mixed.connect(self._mix)
        shelf.mix_ended.connect(self._end_mix)
        shelf.head.save.clicked.connect(self.save)
        shelf.head.pins.toggled.connect(self.refresh)
        shelf.head.more.clicked.connect(lambda: shelf.head.more.open_menu(self._folder_menu()))
        shelf.rename_asked.connect(self._rename)
        shelf.tags_asked.connect(self._tag)
        shelf.move_asked.connect(self._move)
        shelf.put_back_asked.connect(self._put_back)
        shelf.remove_asked.connect(self._remove)
        shelf.copy_asked.connect(self._copy)
        shelf.file_asked.connect(self._export)

    def _read(self, path: Path, added: bool = False) -> None:
        def work() -> Callable[[], None]:
            found = read_folder(path)
            return lambda: self._take(found, added)

        self._reader.start(path.name, work)

    def _take(self, folder: Folder, added: bool) -> None:
        self._folders[folder.path] = folder
        self._fitting.clear()
        if folder.problem:
            self._session.warned.emit(folder.problem)
        self.refresh()
        if added and (folder.poses or not folder.problem):
            shown = [key for key in folder.by_key if key in self._poses]
            self._session.notified.emit(about_added(folder, len(shown)))
            for key in shown[:1]:
                self.shelf.bring(key)

    def _entry(self, key: str, kept: KeptPose) -> PoseEntry:
        own, applied, changed = key.startswith(OWN), False, False
        if self._applied.key == key:
            applied, changed = self._applied.standing(self._session.document.figure.pose.bones)
        mine = key in self._my_shelf.folder.by_key
        pins = self.shelf.head.pins.isChecked() and self._stands(kept)
        return PoseEntry(
            key, kept.name, kept.tags, own, mine, applied, changed and (own or self._is_as_kept(key)), pins
        )

    def _stands(self, kept: KeptPose) -> bool:
        """Return whether a pose says how feet stand."""
        rig = self._session.document.rig
        self._feet = self._feet if self._feet[0] is rig.bones else (rig.bones, feet_pins(rig))
        return bool(kept.stands) or any(not kept.part or pin.bone in kept.pose for pin in self._feet[1])

    def _want_pictures(self) -> None:
        wanted = self.shelf.without_picture
        there = self._poses.keys() - self._coming
        pictures = [(key, PosePicture(self._poses[key])) for key in wanted if key in there]
        self.pictures.want(pictures, self.shelf.show_picture)

    def _seen(self, document: Document) -> dict[str, Transform]:
        """The pose as one sees it; where the figure is as a whole is no part of it."""
        chosen = document.selected if self._selected_only and document.selected else None
        return {
            name: transform
            for name, transform in poses.seen(document, chosen).items()
            if chosen or not carries_all(document.rig, name)
        }

    def _face(self, document: Document) -> dict[str, float]:
        """Return the expressions that belong to the pose: none where it is that of the selected bones alone."""
        return {} if self._selected_only and document.selected else document.figure.pose.expressions

    @property
    def _selected_only(self) -> bool:
        return self.shelf.head.selected_only.isChecked() and bool(self._session.document.selected)

    def _is_ready(self) -> bool:
        """Return whether the figure can be posed; says why not."""
        why_not = self._why_not_posed() or ("" if self._session.solver_ready else PREPARING)
        if why_not:
            self._session.notified.emit(why_not)
        return not why_not

    # Onto the figure

    def apply(self, key: str, flipped: bool = False) -> None:
        """Put the figure into a pose of the shelf; as soon as it is fitted to the figure, where that is being done."""
        self._awaited = None
        if key in self._coming:
            self._awaited = key, flipped
            said = _("{pose} comes as soon as it is fitted to this figure.").format(pose=self._poses[key].name)
            return self._session.notified.emit(said)
        self._begin_mix(key)
        mixing, self._mixing = self._mixing, None
        if mixing is not None:
            mixing.amount, mixing.flipped = 1.0, flipped
            self._put_on(key, lambda: self._session.edit(mixing.label, lambda _document: mixing.to(1.0, flipped)))

    def _forget_awaited(self) -> None:
        """Drop the click that waits: it was meant for another document."""
        self._awaited = None

    def _apply_awaited(self) -> None:
        """Put on the pose that was asked for before it was fitted to the figure; none where it is of no use there."""
        if self._awaited is not None and self._awaited[0] not in self._coming:
            (key, flipped), self._awaited = self._awaited, None
            if key in self._poses:
                self.apply(key, flipped)

    def _posed(self, key: str) -> Document:
        """The document in a pose. Raises ValueError where that is gone or not fitted to the figure yet, or has none of
        the bones that count.
        """
        if key not in self._poses or key in self._coming:
            raise ValueError(key)
        return self._mix_of(key).to(1.0, False)

    def _begin_mix(self, key: str) -> None:
        self._mixing = None
        if key not in self._coming and self._is_ready():
            self._mixing = self._mix_of(key)

    def _mix_of(self, key: str) -> PoseMix:
        """The way from how the figure is seen to a pose, with its pins where that is switched on."""
        begun, brings_pins = begun_from(self._session), self.shelf.head.pins.isChecked()
        return PoseMix(begun, self._poses[key], self._selected_only, brings_pins)

    def _mix(self, _key: str, amount: float, flipped: bool) -> None:
        if self._mixing is None:
            return
        try:
            self._session.preview(self._mixing.preview(amount, flipped))
        except ValueError as error:
            self._mixing = None
            self._session.warned.emit(str(error))

    def _end_mix(self, key: str, keep: bool) -> None:
        """Keep what is mixed, as any drag is kept: handles that it leads out of reach come back to it."""
        mixing, self._mixing = self._mixing, None
        if mixing is None or mixing.shown is None:
            return
        if keep:
            mixed = DragResult(mixing.label, mixing.shown)
            self._put_on(key, lambda: self._session.keep(mixed))
        else:
            self._session.cancel_preview()

    def _put_on(self, key: str, edit: Callable[[], None]) -> None:
        """Put the pose of `key` on the figure, by an edit of the session."""
        before, self._applied = self._session.document.figure, AppliedPose()
        edit()
        self._applied = AppliedPose(key, before.pose.bones, self._session.document.figure.pose.bones)
        if free := lost_pins(before.rig, self._session.document.rig):
            said = _("{pose} took the pins of {bones} away; the switch with the push-pin, over the poses, keeps them.")
            self._session.notified.emit(said.format(pose=self._poses[key].name, bones=listed(free)))
        self.refresh()

    # In the library

    def _edit(self, label: str, key: str, edit: Callable[..., Document], *more: object) -> None:
        name = self._poses[key].name
        self._session.edit(label.format(pose=name), lambda document: edit(document, name, *more))

    def _rename(self, key: str, name: str) -> None:
        if self._is_mine(key):
            shelf = self._my_shelf
            shelf.rename(self._poses[key].name, name, lambda new: self._call_applied(key, shelf.key(new)))
            return
        self._edit(_("Rename {pose}"), key, library.renamed, name)
        if key not in self._poses:
            self._call_applied(key, f"{OWN}{name.strip()}")
            self.refresh()

    def _call_applied(self, key: str, now: str) -> None:
        """The pose of `key` has another key now, also where the figure is in it."""
        if self._applied.key == key:
            self._applied = self._applied._replace(key=now)

    def _put_back(self, key: str) -> None:
        session, seen, kept = self._session, poses.seen(self._session.posing), self._poses[key]
        face = session.posing.figure.pose.expressions
        made = library.posed_anew(kept, seen, expressions=face)
        stands = stands_of(session.document.rig, made.pose)
        if not self._is_mine(key):
            self._edit(_("Put {pose} back into its place"), key, library.put_back, seen, stands, face)
            self._stand_in(key, session.document.figure.pose.bones)
        elif self._is_as_kept(key):
            name = session.document.figure.name
            fields = {"rig": name, "pose": made.pose, "stands": stands, "expressions": face}
            self._my_shelf.change(kept.name, partial(self._stand_in, key, session.document.figure.pose.bones), **fields)
        else:
            said = _("{pose} was made with another figure; save how this one stands as a pose of its own.")
            session.refused.emit(said.format(pose=kept.name))

    def _stand_in(self, key: str, now: Mapping[str, Transform]) -> None:
        """A figure that is posed so `now` is in the pose of `key`, because that was taken from it."""
        self._applied = AppliedPose(key, now, now)
        self.refresh()

    def _move(self, key: str, before: str) -> None:
        if self._is_mine(key):
            self._my_shelf.move(self._poses[key].name, self._poses[before].name if before else "")
            return
        names = [kept.name for kept in self._session.document.figure.poses if f"{OWN}{kept.name}" != key]
        place = names.index(self._poses[before].name) if before and before != key else len(names)
        if before != key:
            self._edit(_("Move {pose}"), key, library.moved, place)

    def _tag(self, key: str, tags: tuple[str, ...]) -> None:
        if self._is_mine(key):
            self._my_shelf.change(self._poses[key].name, tags=tags)
        else:
            self._edit(_("Tag {pose}"), key, library.tagged, tags)

    def _remove(self, key: str) -> None:
        if self._is_mine(key):
            name = self._poses[key].name
            in_bin, gone = _("{pose} is in the system's bin."), _("{pose} is deleted: its disk has no bin.")
            notified = self._session.notified
            self._my_shelf.remove(name, lambda binned: notified.emit((in_bin if binned else gone).format(pose=name)))
        else:
            self._edit(_("Remove {pose}"), key, library.removed)

    # The user's shelf

    def _is_mine(self, key: str) -> bool:
        return key in self._my_shelf.folder.by_key

    def _is_as_kept(self, key: str) -> bool:
        """Return True if a pose lies on the user's shelf with the names of this figure: others are retargeted to it."""
        return self._is_mine(key) and self._fitting.get(key, False)

    def _export(self, key: str) -> None:
        """Write a pose to a file, with the names of the figure's bones."""
        if key not in self._coming:
            self._files.saving.export_kept(self._poses[key])

    def _copy(self, key: str) -> None:
        """Copy a pose to the user's shelf, where every document finds it: one of a folder as its file has it."""
        kept, notified = self._poses[key], self._session.notified
        said = _("{pose} is on your shelf, beside the poses of every file.")

        def done(name: str) -> None:
            notified.emit(said.format(pose=name))

        if key.startswith(OWN):
            self._my_shelf.keep(self._session.document.figure.name, kept, done)
        else:
            self._my_shelf.copy(Path(f"{key}{POSE}"), done)

    def _take_shelf(self) -> None:
        self._fitting.clear()
        self.refresh()

    # Folders

    def _folder_menu(self) -> QtWidgets.QMenu:
        folders, start = self._settings.pose_folders, self._settings.folder
        return folder_menu(self._window, folders, self.add_folder, self.read_folders, self.remove_folder, start)
