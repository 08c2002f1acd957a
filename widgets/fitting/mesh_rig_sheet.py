"""The sheet of a mesh that gets a skeleton: the points that were found, to be dragged, and what is made of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from PySide6.QtCore import Signal
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from pantin.widgets.character.words import Words
from pantin.widgets.controls.choice import Choice
from pantin.widgets.controls.frames.overlay import CLOSE
from pantin.widgets.controls.frames.panel_head import PanelHead
from pantin.widgets.controls.icon_button import IconButton
from pantin.widgets.controls.switch import Switch
from pantin.widgets.controls.text_button import TextButton
from pantin.widgets.fitting.body_points_picture import BodyPointsPicture, Place
from pantin.widgets.messages import _
from pantin.widgets.settings.sheet import Sheet


class MeshRigSheet(Sheet):
    """Points that are dragged are sent, and come back with `show_points`."""

    moved = Signal(object)
    """Places by the names of points."""
    elbows_asked = Signal(object)
    """Elbows are to be points as well, or to be found."""
    kind_asked = Signal(object)
    """The name of a kind of body."""
    turn_asked = Signal()
    """The body looks the other way."""
    hints = (("Enter", _("Rig")), CLOSE)
    stays = True

    def __init__(self, window: QWidget, kinds: Mapping[str, str]) -> None:
        """`kinds` are the titles of the kinds of bodies that there are, by their names."""
        super().__init__(window)
        self.kind = Choice(tuple(kinds))
        for row, title in enumerate(kinds.values()):
            self.kind.setItemText(row, title)
        self.kind.setAccessibleName(_("Kind of body"))
        self.picture = BodyPointsPicture()
        self.words = Words()
        self.mirror = Switch(_("Both sides move together"), _("Each side by itself"))
        self.mirror.show_value(True)
        self.elbows = Switch(_("Elbows are points as well"), _("Elbows are found"))
        self.turn = TextButton(_("&Turn round"), _("The body looks the other way: what is left is right."), height=32)
        self.rig = TextButton(
            _("&Rig"),
            _("Place the skeleton, bind the mesh to it, and fit controls. Enter does it too."),
            height=32,
            primary=True,
        )
        self.close_button = IconButton("close", _("Close without a skeleton (Esc)"))
        self.kind.committed.connect(self.kind_asked)
        self.picture.moved.connect(self.moved)
        self.mirror.committed.connect(self._mirror)
        self.elbows.committed.connect(self.elbows_asked)
        self.turn.clicked.connect(self.turn_asked)
        self.rig.clicked.connect(self.accepted)
        self.close_button.clicked.connect(self.put_away)
        self._lay_out()

    def show_body(self, image: QImage, left: float, top: float, words: str) -> None:
        """Show the picture of a body, where the middle of its floor is in it, and a sentence about the points."""
        self.picture.show_body(image, left, top)
        self.words.setText(words)

    def show_kind(self, kind: str) -> None:
        """Show of which kind the body is. Nothing is emitted."""
        self.kind.show_value(kind)

    def show_points(self, points: Mapping[str, Place]) -> None:
        """Show where the points are. Nothing is emitted."""
        self._show_dots(True)
        self.elbows.show_value("elbow.L" in points)
        self.picture.show_points(points)

    def show_bones(self, bones: Iterable[tuple[Place, Place]]) -> None:
        """Show the bones of a body that is placed without points. Nothing is emitted."""
        self._show_dots(False)
        self.picture.show_points({}, bones)

    def _show_dots(self, there: bool) -> None:
        self._head.show_note(_("drag the dots") if there else "")
        self.mirror.setVisible(there)
        self.elbows.setVisible(there)

    def _mirror(self, on: bool) -> None:
        self.mirror.show_value(on)
        self.picture.mirrors = on

    def _lay_out(self) -> None:
        framed = QHBoxLayout()
        framed.setContentsMargins(12, 0, 12, 0)
        framed.addWidget(self.picture)
        switches = QHBoxLayout()
        switches.setContentsMargins(12, 8, 12, 0)
        switches.addWidget(self.mirror, 1)
        switches.addWidget(self.elbows, 1)
        buttons = QHBoxLayout()
        buttons.setContentsMargins(12, 8, 12, 12)
        buttons.setSpacing(8)
        buttons.addWidget(self.turn, 1)
        buttons.addStretch(1)
        buttons.addWidget(self.rig, 1)
        self._head = PanelHead(_("Rig this mesh"), self.close_button)
        self._head.show_note(_("drag the dots"))
        chosen = QHBoxLayout()
        chosen.setContentsMargins(12, 0, 12, 8)
        chosen.addWidget(self.kind)
        layout = QVBoxLayout(self.sheet)
        layout.setContentsMargins(1, 0, 1, 1)
        layout.setSpacing(0)
        layout.addWidget(self._head)
        layout.addLayout(chosen)
        layout.addLayout(framed)
        layout.addWidget(self.words)
        layout.addLayout(switches)
        layout.addLayout(buttons)
