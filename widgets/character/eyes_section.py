"""The section of what the eyes of the character look at: nothing, a point, a bone, or the camera."""

from __future__ import annotations

from operator import add, sub

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from pantin.rigs.anatomy.by_place import parts_of
from pantin.rigs.figure import Figure
from pantin.rigs.gaze import Gaze
from pantin.rigs.meshes.character import Character
from pantin.rigs.meshes.expressions import GROUPS
from pantin.rigs.wording import bone_label
from pantin.widgets.character.look_pad import Aside, LookPad
from pantin.widgets.controls.choice import Choice
from pantin.widgets.controls.explain import explain
from pantin.widgets.controls.frames.section import Section
from pantin.widgets.controls.text_button import TextButton
from pantin.widgets.forms.rows.row import INSET, labelled
from pantin.widgets.messages import _
from pantin.widgets.values.exchange import BoneRequest

NOTHING, POINT, BONE, CAMERA = KINDS = ("nothing", "point", "bone", "camera")


class EyesSection(Section):
    """Shown where the character has been read; what eyes do is part of the pose."""

    look_asked = Signal(object)
    """To look aside, `look_pad.Aside`; at a bone by its name, or a `BoneRef` of another figure; at the camera,
    ("camera",); or at nothing, None."""
    look_previewed = Signal(object)
    """The same, while a point is dragged."""
    cancelled = Signal()
    bone_requested = Signal(object)

    def __init__(self) -> None:
        super().__init__(_("Eyes"), bottom=8)
        self._figure = Figure()
        self._shown: tuple[object, ...] = ()
        self.at, self.pad = Choice(KINDS), LookPad()
        explain(self.at, _("What the eyes look at: by the bones or the expressions that the file has for it."))
        self.bone = TextButton(
            _("Pick a bone…"),
            _("Pick the bone that the eyes look at, in the view or in the tree; one of another figure, too."),
        )
        self.bone.clicked.connect(self._pick)
        self.at.committed.connect(self._choose)
        self.pad.scrubbed.connect(self.look_previewed)
        self.pad.committed.connect(self.look_asked)
        self.pad.cancelled.connect(self.cancelled)
        self._pad_row = QWidget()
        layout = QHBoxLayout(self._pad_row)
        layout.setContentsMargins(INSET, 0, INSET, 4)
        layout.addWidget(self.pad)
        self._bone_row = labelled(_("Bone"), self.bone)
        for row in (labelled(_("Look at"), self.at), self._bone_row, self._pad_row):
            self.add(row)
        self.hide()

    def show_character(self, figure: Figure, character: Character | None, in_rest_pose: bool) -> None:
        """Show what the eyes of a figure look at. Nothing is emitted."""
        self.setVisible(character is not None and not in_rest_pose)
        self._figure, gaze = figure, figure.pose.gaze
        has_eyes = character is not None and (gaze is not None or _has_eyes(figure, character))
        state = (gaze, has_eyes)
        if state == self._shown:
            return
        self._shown = state
        self.show_body(has_eyes)
        if not has_eyes:
            self.show_note(_("none found"))
            return
        kind = NOTHING if gaze is None else gaze.at
        self.at.show_value(kind)
        self._pad_row.setVisible(kind == POINT)
        self._bone_row.setVisible(kind == BONE)
        bone = bone_label(gaze.bone) if gaze is not None and gaze.bone is not None else ""
        self.bone.show_words(bone or _("Pick a bone…"))
        if gaze is not None and kind == POINT:
            self.pad.show_aside(_aside(figure, gaze))
        notes = {NOTHING: "", POINT: _("at a point"), BONE: _("at {bone}"), CAMERA: _("at the camera")}
        self.show_note(notes[kind].format(bone=bone))

    def _choose(self, kind: str) -> None:
        if kind == BONE:
            self._pick()
        else:
            self.look_asked.emit({NOTHING: None, POINT: (0.0, 0.0), CAMERA: (CAMERA,)}[kind])

    def _pick(self) -> None:
        self._shown = ()
        request = BoneRequest(
            _("what the eyes look at"), lambda _bone: "", self.look_asked.emit, self._put_back, of_others=True
        )
        self.bone_requested.emit(request)

    def _put_back(self) -> None:
        """No bone was picked: show what the eyes look at as before."""
        gaze = self._figure.pose.gaze
        self.at.show_value(NOTHING if gaze is None else gaze.at)


def _has_eyes(figure: Figure, character: Character) -> bool:
    """Return whether a character has bones that are eyes, or expressions that look somewhere."""
    if any(GROUPS.get(each.preset or "") == "look" for each in character.expressions):
        return True
    return not {"leftEye", "rightEye"}.isdisjoint(character.humanoid) or "eye" in parts_of(figure.rig).values()


def _aside(figure: Figure, gaze: Gaze) -> Aside:
    """Return how far to the left and up a point is, at one metre before the eyes."""
    head = figure.rig.by_name.get(gaze.head or "")
    eyes = (0.0, 0.0, 0.0) if head is None else tuple(map(add, head.head, gaze.between))
    across, ahead, upwards = map(sub, gaze.point, eyes)
    distance = max(-ahead, 1e-3)
    return round(across / distance, 3), round(upwards / distance, 3)
