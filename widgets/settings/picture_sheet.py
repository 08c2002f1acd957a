"""The sheet of a picture that is about to be made: how it will look, what is in it, and where it goes.

It hangs from the top of the window. Changes are sent and not kept here; the preview is shown as it comes.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt, Signal
from PySide6.QtGui import QBrush, QPainter, QPaintEvent, QPixmap
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from pantin.widgets.controls.frames.overlay import CLOSE
from pantin.widgets.controls.frames.panel_head import PanelHead
from pantin.widgets.controls.icon_button import IconButton
from pantin.widgets.controls.scroll import column
from pantin.widgets.controls.switch import Switch
from pantin.widgets.controls.text_button import TextButton
from pantin.widgets.forms.form import Form
from pantin.widgets.forms.rows.editor import MakeEditor, editor_of
from pantin.widgets.messages import _
from pantin.widgets.settings.sheet import Sheet
from pantin.widgets.theme import drawing, theme

PREVIEW = 316
"""Height of the frame, pixels: a picture of 4:3 fills its width."""
CHEQUER = 8


class PictureSheet(Sheet):
    """Edits values of `model`: one that is changed is sent, and comes back with `show_values`."""

    changed = Signal(object)
    copy_asked = Signal()
    hints = (("Enter", _("Export")), CLOSE)

    def __init__(self, window: QWidget, model: type[msgspec.Struct]) -> None:
        super().__init__(window)
        self._values: msgspec.Struct | None = None
        self.preview = _Preview()
        self.form = Form(model, alone=_("A picture is made alone."), editors=_SWITCHES)
        self.form.previewed.connect(lambda name, value: self._send({name: value}))
        self.form.committed.connect(lambda name, value: self._send({name: value}))
        self.form.all_committed.connect(self._send)
        self.export = TextButton(
            _("&Export"), _("Write the picture to a file. Enter does it too."), height=32, primary=True
        )
        self.copy = TextButton(_("&Copy"), _("Put the picture on the clipboard."), "copy", height=32)
        self.close_button = IconButton("close", _("Close without a picture (Esc)"))
        self.export.clicked.connect(self.accepted)
        self.copy.clicked.connect(self.copy_asked)
        self.close_button.clicked.connect(self.put_away)
        self.closed.connect(lambda: self.show_preview(QPixmap(), ""))
        self._lay_out()

    def show_values(self, values: msgspec.Struct, disabled: Mapping[str, str]) -> None:
        """Show what is chosen; fields in `disabled` cannot be changed, for the reason given there."""
        self._values = values
        self.form.show_value(values, disabled)

    def show_preview(self, picture: QPixmap, note: str) -> None:
        """Show the picture as it will be, scaled down; `note` says its size."""
        self.preview.show_picture(picture, note)

    def _send(self, values: Mapping[str, object]) -> None:
        if self._values is not None:
            self.changed.emit(msgspec.structs.replace(self._values, **values))

    def _lay_out(self) -> None:
        fields = QWidget()
        within = QVBoxLayout(fields)
        within.setContentsMargins(0, 8, 0, 8)
        within.addWidget(self.form)
        within.addStretch(1)
        framed = QHBoxLayout()
        framed.setContentsMargins(12, 0, 12, 0)
        framed.addWidget(self.preview)
        buttons = QHBoxLayout()
        buttons.setContentsMargins(12, 8, 12, 12)
        buttons.setSpacing(8)
        buttons.addStretch(2)
        buttons.addWidget(self.copy, 1)
        buttons.addWidget(self.export, 1)
        head = PanelHead(_("Export picture"), self.close_button)
        head.show_note(_("of the figure"))
        layout = QVBoxLayout(self.sheet)
        layout.setContentsMargins(1, 0, 1, 1)
        layout.setSpacing(0)
        layout.addWidget(head)
        layout.addLayout(framed)
        layout.addWidget(column(fields), 1)
        layout.addLayout(buttons)


_SWITCHES: Mapping[str, MakeEditor] = {
    "shadow": lambda _field, _bones: editor_of(Switch(_("Under the figure"), _("None"))),
    "controls": lambda _field, _bones: editor_of(Switch(_("Drawn too"), _("Bones, handles and poles stay out"))),
}
"""The effect of each switch now, beside it."""


class _Preview(QWidget):
    """The picture in the middle of its frame, on chequers where it is transparent, with its size on a pill."""

    def __init__(self) -> None:
        super().__init__()
        self.picture = QPixmap()
        self.note = ""
        self.setFixedHeight(PREVIEW)

    def show_picture(self, picture: QPixmap, note: str) -> None:
        self.picture, self.note = picture, note
        self.setAccessibleName(note)
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = drawing.painter_of(self)
        tokens = painter.tokens
        frame = QRectF(self.rect())
        painter.setClipPath(drawing.rounded(frame, 8))
        painter.fillRect(frame, theme.colour(tokens.track))
        if not self.picture.isNull():
            size = QSizeF(self.picture.size()).scaled(frame.size(), Qt.AspectRatioMode.KeepAspectRatio)
            place = QRectF(QPointF(), size)
            place.moveCenter(frame.center())
            _chequers(painter, place, tokens)
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
            painter.drawPixmap(place, self.picture, QRectF(self.picture.rect()))
        if self.note:
            wide = theme.metrics(11).horizontalAdvance(self.note) + 16
            pill = QRectF(8, frame.height() - 28, wide, 20)
            drawing.box(painter, pill, tokens.floating, radius=10)
            painter.setFont(theme.font(11))
            drawing.write(painter, pill, self.note, tokens.t1, drawing.CENTRE)
        painter.end()


def _chequers(painter: QPainter, place: QRectF, tokens: theme.Theme) -> None:
    """Paint the ground of a transparent picture: one brush, for hundreds of squares take a tenth of a second."""
    four = QPixmap(2 * CHEQUER, 2 * CHEQUER)
    four.fill(theme.colour(tokens.field))
    with QPainter(four) as tile:
        for corner in (0, CHEQUER):
            tile.fillRect(corner, corner, CHEQUER, CHEQUER, theme.colour(tokens.field_hover))
    painter.setBrushOrigin(place.topLeft())
    painter.fillRect(place, QBrush(four))
