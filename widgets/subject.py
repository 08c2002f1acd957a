"""What the panel is about: the active bone's icon, name, side, and one line on it."""

from __future__ import annotations

from math import dist

from PySide6.QtCore import QRectF, Signal
from PySide6.QtWidgets import QHBoxLayout, QMenu, QWidget

from rigs import pose
from rigs.rig import Bone
from widgets import drawing, icons, theme
from widgets.icon_button import IconButton
from widgets.quantity import length_text

HEIGHT = 48
KINDS = {"bone": "Bone", "handle": "Handle", "pole": "Pole"}


class Subject(QWidget):
    """Shows one bone. Its menu puts the bone back to rest."""

    edited = Signal(str, object)

    def __init__(self) -> None:
        super().__init__()
        self._bone = Bone(name="-")
        self.setFixedHeight(HEIGHT + 1)
        self.more = IconButton("more", "More: put the bone back to rest")
        self.more.clicked.connect(self._open_menu)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(12, 0, 8, 1)
        layout.addStretch(1)
        layout.addWidget(self.more)

    def show_bone(self, bone: Bone) -> None:
        """Show a bone."""
        if bone is not self._bone:
            self._bone = bone
            self.setToolTip(bone.name)
            self.update()

    def line(self) -> str:
        """The line below the name."""
        bone = self._bone
        place = f"in {bone.parent}" if bone.parent else "at the root"
        return f"{KINDS[bone.kind]} · {length_text(dist(bone.head, bone.tail))} · {place}"

    def menu(self) -> QMenu:
        """The menu of the three dots."""
        menu = QMenu(self)
        name = self._bone.name
        for title, channels in (
            ("Reset position", ("location",)),
            ("Reset rotation", ("rotation",)),
            ("Reset scale", ("scale",)),
            ("Put back to rest", pose.CHANNELS),
        ):
            menu.addAction(title, lambda title=title, channels=channels: self._reset(title, name, channels))
        return menu

    def _reset(self, title: str, name: str, channels: tuple[pose.Channel, ...]) -> None:
        self.edited.emit(f"{title} of {name}", lambda document: pose.reset(document, [name], channels))

    def _open_menu(self) -> None:
        self.more.open_menu(self.menu())

    def paintEvent(self, _event) -> None:
        tokens = theme.current()
        bone = self._bone
        painter = drawing.painter_of(self)
        drawing.box(painter, QRectF(12, 8, 32, 32), tokens.acc_bg, radius=8)
        token = tokens.acc_t if bone.kind == "bone" else getattr(tokens, bone.kind)
        icons.draw(painter, bone.kind, token, 20, 16)
        room = self.width() - 52 - 40
        stem, side = drawing.split_side(bone.name)
        painter.setFont(theme.font(13, 600))
        text = drawing.fitting(stem, room - 24, 13, 600)
        drawing.write(painter, QRectF(52, 7, room, 18), text, tokens.t1)
        if side:
            end = 52 + theme.metrics(13, 600).horizontalAdvance(text)
            drawing.side_tag(painter, round(end + 8), 9, side, tokens)
        painter.setFont(theme.font(11))
        drawing.write(painter, QRectF(52, 25, room, 16), drawing.fitting(self.line(), room, 11), tokens.t2)
        painter.end()
