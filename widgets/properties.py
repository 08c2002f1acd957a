"""The panel of properties: the active bone, its pose, its joint, and the constraints that concern it.

What people do goes out as pure edits: `previewed(edit)` while something is dragged, `edited(label, edit)` once when
it is done, `cancelled()` when it is put back. Showing another pose of the same bones only sets numbers.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtWidgets import QSizePolicy, QStackedLayout, QVBoxLayout, QWidget

from rigs.document import Document
from rigs.rig import Bone, Transform
from widgets import drawing, icons, theme
from widgets.bone_section import BoneSection
from widgets.constraints_section import ConstraintsSection
from widgets.exchange import Goal
from widgets.joint_section import JointSection
from widgets.scroll import column
from widgets.subject import Subject
from widgets.transform_section import TransformSection

WIDTH = 308


class Properties(QWidget):
    """Shows the active bone of a document, or what to do where there is none."""

    previewed = Signal(object)
    edited = Signal(str, object)
    cancelled = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._bones: Sequence[Bone] = ()
        self.subject = Subject()
        self.transform = TransformSection()
        self.joint = JointSection()
        self.bone = BoneSection(lambda: self._bones)
        self.constraints = ConstraintsSection(lambda: self._bones)
        self.setAutoFillBackground(True)
        self.setMinimumWidth(WIDTH)
        self._pages = QStackedLayout(self)
        self._pages.addWidget(_Empty())
        self._pages.addWidget(self._panel())
        for section in (self.transform, self.joint, self.bone, self.constraints):
            section.previewed.connect(self.previewed)
            section.edited.connect(self.edited)
            section.cancelled.connect(self.cancelled)
        self.subject.edited.connect(self.edited)

    def show_document(
        self, document: Document, goals: Sequence[Goal] = (), local_transforms: Mapping[str, Transform] | None = None
    ) -> None:
        """Show the active bone of `document`.

        `goals` are the solver's reports; `local_transforms` say how bones stand after solving, where that is known: the
        ticks of the joint follow it. The numbers of the pose are the document's own. Nothing is emitted.
        """
        self._bones = document.rig.bones
        bone = document.rig.by_name.get(document.active or "")
        self._pages.setCurrentIndex(0 if bone is None else 1)
        if bone is None:
            return
        posed = document.rig.transform(bone.name)
        solved = (local_transforms or {}).get(bone.name, posed)
        self.subject.show_bone(bone)
        self.transform.show_bone(document.rig, bone)
        self.joint.show_bone(bone, solved.rotation)
        self.transform.show_limits(self.joint.hits())
        self.bone.show_bone(bone)
        self.constraints.show_document(document, bone.name, goals)

    def _panel(self) -> QWidget:
        content = QWidget()
        content.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        layout = QVBoxLayout(content)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        for section in (self.transform, self.joint, self.constraints, self.bone):
            layout.addWidget(section)
        layout.addStretch(1)
        panel = QWidget()
        outer = QVBoxLayout(panel)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(0)
        outer.addWidget(self.subject)
        outer.addWidget(column(content), 1)
        return panel


class _Empty(QWidget):
    """Nothing is selected: says what to do."""

    def paintEvent(self, _event) -> None:
        tokens = theme.current()
        painter = drawing.painter_of(self)
        middle = self.width() / 2
        icons.draw(painter, "bone", tokens.t3, middle - 12, 88, 24)
        painter.setFont(theme.font(12, 600))
        drawing.write(painter, QRectF(0, 124, self.width(), 20), "Select a bone", tokens.t1, drawing.CENTRE)
        painter.setFont(theme.font(12))
        room = QRectF(24, 148, self.width() - 48, 64)
        painter.setPen(theme.colour(tokens.t2))
        hint = "Click one in the view or in the tree to see its pose, its joint and its constraints."
        painter.drawText(room, Qt.AlignmentFlag.AlignHCenter | Qt.TextFlag.TextWordWrap, hint)
        painter.end()
