"""A switch over the properties: what is selected, or the figure that it is of."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from pantin.widgets.controls.plain_text import plain
from pantin.widgets.floating.segments import Segments
from pantin.widgets.messages import _
from pantin.widgets.theme import drawing
from pantin.widgets.theme.sizes import PANEL_WIDTH

HEIGHT = 36
WIDEST = PANEL_WIDTH // 2 - 36
"""Pixels of a name; longer ones are cut."""


class SubjectSwitch(QWidget):
    """Two words, of which one is on. `chosen` says whether that is the figure."""

    chosen = Signal(bool)

    def __init__(self) -> None:
        super().__init__()
        self.bone, self.figure = QAction(_("No bone"), self), QAction(_("Figure"), self)
        group = QActionGroup(self)
        for action, help_ in (
            (self.bone, _("Show what is selected: its pose, its joint and its constraints.")),
            (self.figure, _("Show the figure: its expressions, its parts, and what its file says.")),
        ):
            action.setCheckable(True)
            action.setToolTip(plain(help_))
            group.addAction(action)
        self.figure.setChecked(True)
        self.bone.triggered.connect(lambda: self.chosen.emit(False))
        self.figure.triggered.connect(lambda: self.chosen.emit(True))
        self.segments = Segments(((self.bone.text(), self.bone), (self.figure.text(), self.figure)))
        for segment in self.segments.segments:
            segment.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.segments.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(12, 4, 12, 8)
        layout.addWidget(self.segments)
        self.setFixedHeight(HEIGHT)
        self.hide()

    def show_subjects(self, bone: str, figure: str, figure_is_on: bool) -> None:
        """Show the names of both, and which is on; no bone where none is selected. Nothing is emitted."""
        self.bone.setEnabled(bool(bone))
        (self.figure if figure_is_on else self.bone).setChecked(True)
        for segment, words in zip(self.segments.segments, (bone or _("No bone"), figure), strict=True):
            segment.show_words(drawing.fitting(words, WIDEST))
