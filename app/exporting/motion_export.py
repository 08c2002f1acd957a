"""Exporting motion for other programs: the sheet, what follows from its choices, and what was read back of the file."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from msgspec.structs import replace
from PySide6 import QtCore, QtGui, QtWidgets

from pantin.app.exporting import motion_facts
from pantin.app.files.export import BVH, CLIP, GLB, OBJ, POSE, VRM, VRMA
from pantin.app.files.file_names import free_file_name
from pantin.app.files.files import Files
from pantin.app.files.read_back import Comparison
from pantin.app.messages import _, ngettext
from pantin.app.session.clip_frame import BendLook
from pantin.app.session.session import Session
from pantin.rigs.clip import Clip
from pantin.rigs.figure import Figure
from pantin.rigs.pose import KeptPose
from pantin.widgets.settings.motion_sheet import MotionSheet
from pantin.widgets.values.motion_choices import (
    ALL_CLIPS,
    MotionChoices,
    MotionFormat,
    MotionKind,
    MotionResult,
    MotionShown,
)

ENDINGS: dict[MotionKind, dict[MotionFormat, str]] = {
    "pose": {"glb": GLB, "vrm": VRM, "vrma": VRMA, "bvh": BVH, "obj": OBJ, "json": POSE},
    "poses": {"glb": GLB, "vrm": VRM, "vrma": VRMA, "bvh": BVH, "obj": OBJ, "json": POSE},
    "clip": {"glb": GLB, "vrm": VRM, "vrma": VRMA, "bvh": BVH, "obj": OBJ, "json": CLIP},
}
OF_SEVERAL: tuple[MotionFormat, ...] = ("glb", "vrm", "vrma")
"""Formats that hold several motions."""

NO_POSES = _("The figure has no poses; keep some.")
NO_POSE_CHOSEN = _("No pose has a mark; set one.")
NO_CLIP = _("The rig has no clip; import a file with motion, or record one.")
ONE_MOTION = _("It holds one motion; choose one clip.")
ONE_POSE = _("It holds one pose; choose Pose.")
NO_MESH = _("The figure has no mesh; open a character.")
NO_PERSON = _("The figure is no person with arms and legs.")
NO_VRM = _("The figure was not opened from a VRM, or that is not where it was.")


class MotionExport(QtCore.QObject):
    """One sheet over the window. `current` tells which clip is played, which is offered first."""

    def __init__(
        self,
        session: Session,
        files: Files,
        window: QtWidgets.QWidget,
        current: Callable[[], Clip | None],
    ) -> None:
        super().__init__(window)
        self._session, self._files, self._current = session, files, current
        self.choices = MotionChoices()
        self._format: MotionFormat | None = None
        """The format that a person chose for the open document."""
        self._offered = ""
        """The name that was proposed; one that was typed instead is kept."""
        self._written: Path | None = None
        self._names: dict[str, str] = {}
        """Under which name the open document was exported, by the ending of the file, the last one last."""
        self.sheet = MotionSheet(window)
        self.sheet.changed.connect(self._change)
        self.sheet.accepted.connect(self._export)
        self.sheet.folder_asked.connect(self._choose_folder)
        self.sheet.show_asked.connect(self._show_file)
        session.replaced.connect(self._forget)

    def _forget(self, _is_another: bool) -> None:
        self._names.clear()
        self._format = None

    def open(self) -> None:
        """Show the sheet: the clip where a frame of it is on screen, else the pose; a VRM leaves as such at first."""
        clip, frame = self._current(), self._session.frame
        self.choices = replace(
            self.choices,
            what="pose" if clip is None or frame is None or isinstance(frame, BendLook) else "clip",
            name=self._offered,
            folder=str(self._files.saving.folder),
            format=self._format or ("vrm" if motion_facts.is_vrm(self._figure) else "glb"),
        )
        self._take(_with_clip(self.choices, clip))
        self.sheet.open()
        self.sheet.export.setFocus()

    @property
    def path(self) -> Path:
        """Return the path of the file."""
        ending = _ending(self.choices)
        return Path(self.choices.folder) / f"{self.choices.name.strip().removesuffix(ending)}{ending}"

    def clips(self) -> tuple[Clip, ...]:
        """The clips that leave, cut as it is chosen."""
        chosen = self.choices
        clips = self._figure.clips if chosen.what == "clip" else ()
        if chosen.clip == ALL_CLIPS:
            return clips
        return tuple(replace(clip, first=chosen.first, last=chosen.last) for clip in clips if clip.name == chosen.clip)

    def kept(self) -> tuple[KeptPose, ...]:
        """The poses that leave as clips."""
        if self.choices.what != "poses":
            return ()
        return tuple(each for each in self._figure.poses if each.name not in self.choices.without)

    @property
    def _figure(self) -> Figure:
        return self._files.as_found(self._session.document.figure)

    def _change(self, choices: MotionChoices) -> None:
        before = self.choices
        if choices.format != before.format:
            self._format = choices.format
        if choices.clip != before.clip or (choices.what == "clip" and before.what != "clip"):
            clip = next((clip for clip in self._figure.clips if clip.name == choices.clip), None)
            choices = _with_clip(choices, clip)
        self._take(choices)

    def _take(self, choices: MotionChoices) -> None:
        """Show these choices; what was written was written with others."""
        if choices.what == "poses" or (choices.what == "clip" and choices.clip == ALL_CLIPS):
            choices = replace(choices, format=choices.format if choices.format in OF_SEVERAL else "glb")
        if choices.format == "obj" and (choices.what == "clip" or not _has_mesh(self._figure)):
            choices = replace(choices, format="glb")
        name = choices.name.strip() or _("Figure")
        if choices.name == self._offered:
            name = self._offered = self._name_for(choices)
        self.choices = replace(choices, last=max(choices.first, choices.last), name=name)
        self.sheet.show_motion(self._shown())
        self.sheet.show_result(MotionResult())

    def _name_for(self, choices: MotionChoices) -> str:
        """The name to propose: the document's, with a number where a file with this ending has it already.

        That file may be what was opened. What this document was exported to is proposed again: it is to be replaced.
        """
        ending = _ending(choices)
        if ending in self._names:
            return self._names[ending]
        name = next(reversed(self._names.values()), self._session.title.partition(".")[0] or _("Figure"))
        taken = {file.name.removesuffix(ending) for file in Path(choices.folder).glob(f"*{ending}")}
        return free_file_name(name, taken)

    def _shown(self) -> MotionShown:
        figure, chosen, clips = self._figure, self.choices, self.clips()
        one = clips[0] if chosen.clip and clips else None
        not_now = ({} if figure.clips else {"clip": NO_CLIP}) | ({} if figure.poses else {"poses": NO_POSES})
        if chosen.what != "pose" or not _has_mesh(figure):
            not_now |= {"obj": ONE_POSE if _has_mesh(figure) else NO_MESH}
        if not motion_facts.is_vrm(figure):
            not_now["vrm"] = NO_VRM
        if not motion_facts.is_person(figure):
            not_now["vrma"] = NO_PERSON
        if chosen.what == "poses" or (chosen.what == "clip" and chosen.clip == ALL_CLIPS):
            not_now |= {"bvh": ONE_MOTION, "json": ONE_MOTION}
        return MotionShown(
            chosen,
            tuple(clip.name for clip in figure.clips),
            tuple(each.name for each in figure.poses),
            one.count if one else 1,
            _("{rate:g} fps").format(rate=one.rate) if one else "",
            ENDINGS[chosen.what],
            not_now,
            self._holds(clips),
            motion_facts.left_out(figure, self._session.document.scene.ground is not None, chosen.format, chosen.what),
        )

    def _holds(self, clips: Sequence[Clip]) -> str:
        """Return what the file will hold, of which figure where there are several, and what others make of it."""
        figure, chosen = self._figure, self.choices
        said = motion_facts.holds(figure, clips, chosen.format, len(self.kept()))
        if len(self._session.document.scene.figures) > 1:
            said = f"{figure.name} · {said}"
        note = motion_facts.note(figure, chosen.format, chosen.what)
        return f"{said}\n{note}" if note else said

    def _export(self) -> None:
        if self.sheet.table.result.state == "writing":
            return
        if self.choices.what == "poses" and not self.kept():
            self.sheet.show_result(MotionResult(line=NO_POSE_CHOSEN, state="failed"))
            return
        path, ending = self.path, _ending(self.choices)
        self.sheet.show_result(MotionResult(line=_("Writing {file}…").format(file=path.name), state="writing"))
        document = self._session.as_seen if self.choices.what == "pose" else self._session.document
        document = document.with_figure(self._files.as_found(document.figure))
        done = partial(self._done, path, ending)
        self._files.saving.export_motion(path, document, self.clips(), done, self._failed, self.kept())

    def _done(self, path: Path, ending: str, found: Comparison) -> None:
        self._written = path
        self._names.pop(ending, None)
        self._names[ending] = path.name.removesuffix(ending)
        self._files.saving.folder = path.parent
        size = motion_facts.size_in_words(path.stat().st_size)
        frames = ngettext("{count} frame", "{count} frames", found.frames).format(count=found.frames)
        note = f"{frames} · {size}" if found.frames else size
        line = _("Exported; the file cannot hold all of it") if found.lost else _("Exported and compared")
        self.sheet.show_result(MotionResult(motion_facts.facts(found), line, note, "done"))

    def _failed(self, why: str) -> None:
        self.sheet.show_result(MotionResult(line=why, state="failed") if why else MotionResult())

    def _choose_folder(self) -> None:
        folder = QtWidgets.QFileDialog.getExistingDirectory(self.sheet, _("Export to"), self.choices.folder)
        if folder:
            self._take(replace(self.choices, folder=folder))

    def _show_file(self) -> None:
        if self._written is not None:
            QtGui.QDesktopServices.openUrl(QtCore.QUrl.fromLocalFile(str(self._written.parent)))


def _has_mesh(figure: Figure) -> bool:
    """Return whether the figure came from a file that may have meshes."""
    return figure.source is not None and figure.source.file is not None


def _ending(choices: MotionChoices) -> str:
    """Return the ending of the file's name."""
    return ENDINGS[choices.what][choices.format]


def _with_clip(choices: MotionChoices, clip: Clip | None) -> MotionChoices:
    """The choices with a clip as it is trimmed; None for all of them."""
    if clip is None:
        return replace(choices, clip=ALL_CLIPS, first=0, last=0)
    first, last = clip.span
    return replace(choices, clip=clip.name, first=first, last=last)
