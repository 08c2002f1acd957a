"""The head of a constraint's card: grip, kind, on whom, whether it acts, more.

A click folds the card. The grip, where there is one, is dragged to move the card among the others; Alt with the arrow
keys moves it too.
"""

from __future__ import annotations

from collections.abc import Mapping
from html import escape

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QHBoxLayout, QSizePolicy

from pantin.widgets.controls import own_keys
from pantin.widgets.controls.button import Button
from pantin.widgets.controls.explain import explain
from pantin.widgets.controls.icon_button import IconButton
from pantin.widgets.controls.plain_text import Markup
from pantin.widgets.messages import _
from pantin.widgets.theme import drawing, icons, theme

HEAD = 32
GRIP = 24
ICON = 24
THRESHOLD = 3
FIXED = _("<b>{title}</b><br>Click to fold or unfold.")
MOVABLE = _(
    "<b>{title}</b><br>Click to fold or unfold. Drag the grip, or press Alt with Up or Down, to move it among the "
    "bone's constraints."
)
STEPS: Mapping[int, int] = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}


class CardHead(Button):
    """Checked means unfolded. `dragged` tells where the pointer is, in global pixels."""

    owner_asked = Signal(str)
    step_asked = Signal(int)
    dragged = Signal(float)
    dropped = Signal()
    put_back = Signal()

    def __init__(self, title: str, icon: str, token: str) -> None:
        super().__init__()
        self._title, self._icon, self._token = title, icon, token
        self._on = ""
        self._enabled = True
        self._movable = False
        self._pressed_at: float | None = None
        self._dragging = False
        self.setCheckable(True)
        self.setChecked(True)
        self.setFixedHeight(HEAD)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setMouseTracking(True)
        self.owner = _OwnerLink()
        self.owner.clicked.connect(lambda: self.owner_asked.emit(self._on))
        self.eye = IconButton("eye-off", _("Mute or unmute the constraint"), 24, "eye")
        self.more = IconButton("more", _("More: duplicate, copy, move, mute, fold, remove"))
        self._lay_out()
        self.show_title("", True, False)

    def _lay_out(self) -> None:
        self._layout = QHBoxLayout(self)
        self._layout.setSpacing(4)
        self._layout.addWidget(self.owner)
        self._layout.addStretch(1)
        self._layout.addWidget(self.eye)
        self._layout.addWidget(self.more)

    def show_title(self, on: str, enabled: bool, movable: bool) -> None:
        """Show on which other bone the constraint is, whether it acts, and whether it can be moved among others."""
        shown = on, enabled, movable
        if shown == (self._on, self._enabled, self._movable) and self.toolTip():
            return
        self._on, self._enabled, self._movable = shown
        self.owner.show_name(on)
        self.eye.show_checked(enabled)
        explain(self, Markup((MOVABLE if movable else FIXED).format(title=escape(self._title))))
        self.setAccessibleName(
            _("{constraint} on {owner}").format(constraint=self._title, owner=on) if on else self._title
        )
        self._layout.setContentsMargins(self._text_end(), 0, 4, 0)
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(160, HEAD)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.RightButton and self._pressed_at is not None:
            self._end(kept=False)
        elif event.button() == Qt.MouseButton.LeftButton and self._on_grip(event):
            self._pressed_at = event.globalPosition().y()
            self.setFocus(Qt.FocusReason.MouseFocusReason)
        else:
            super().mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._pressed_at is None:
            grabbing = Qt.CursorShape.OpenHandCursor if self._on_grip(event) else Qt.CursorShape.ArrowCursor
            self.setCursor(grabbing)
            super().mouseMoveEvent(event)
            return
        y = event.globalPosition().y()
        if self._dragging or abs(y - self._pressed_at) >= THRESHOLD:
            self._dragging = True
            self.setCursor(Qt.CursorShape.ClosedHandCursor)
            self.dragged.emit(y)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self._pressed_at is None:
            super().mouseReleaseEvent(event)
        elif event.button() == Qt.MouseButton.LeftButton:
            self._end(kept=True)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self._pressed_at is not None:
            self._end(kept=False)
        elif event.key() in STEPS and event.modifiers() & Qt.KeyboardModifier.AltModifier:
            event.ignore()
        else:
            super().keyPressEvent(event)

    def event(self, event: QEvent) -> bool:
        """Esc ends a drag."""
        return own_keys.kept(event, self._puts_back) or super().event(event)

    def _puts_back(self, event: QKeyEvent) -> bool:
        return self._dragging and event.key() == Qt.Key.Key_Escape

    def _end(self, kept: bool) -> None:
        dragging, self._dragging, self._pressed_at = self._dragging, False, None
        self.setCursor(Qt.CursorShape.OpenHandCursor)
        if dragging:
            (self.dropped if kept else self.put_back).emit()

    def _on_grip(self, event: QMouseEvent) -> bool:
        return self._movable and event.position().x() < GRIP

    def _left(self) -> int:
        return GRIP if self._movable else 12

    def _text_end(self) -> int:
        return self._left() + ICON - 4 + round(theme.metrics(12, 600).horizontalAdvance(self._title)) + 8

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = drawing.painter_of(self)
        tokens = painter.tokens
        hovered = self.underMouse()
        if self._movable:
            icons.draw(painter, "grip", tokens.t2 if hovered else tokens.off, 4, 8)
        painter.setOpacity(1.0 if self._enabled else 0.6)
        icons.draw(painter, self._icon, getattr(tokens, self._token), self._left(), 8)
        painter.setFont(theme.font(12, 600))
        drawing.write(painter, QRectF(self._left() + ICON - 4, 0, 160, HEAD), self._title, tokens.t1)
        painter.setOpacity(1.0)
        if not self._enabled:
            left = self.owner.geometry().right() + 1 if self._on else self._text_end()
            painter.setFont(theme.font(11))
            room = QRectF(left, 0, self.eye.x() - left - 4, HEAD)
            text = _(" · muted") if self._on else _("muted")
            drawing.write(painter, room, drawing.fitting(text, room.width(), 11), tokens.t3)
        if hovered or not self.isChecked():
            icons.draw(painter, "down" if self.isChecked() else "right", tokens.t3, self.eye.x() - 20, 8)
        if self.hasFocus():
            drawing.ring(painter, QRectF(self.rect()).adjusted(1, 1, -1, -1), tokens.acc, radius=7)
        painter.end()


class _OwnerLink(QAbstractButton):
    """ "on forearm.L": a click selects that bone."""

    def __init__(self) -> None:
        super().__init__()
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self.setFixedHeight(16)

    def show_name(self, name: str) -> None:
        """Show a bone's name; empty hides the link."""
        self.setText(_("on {owner}").format(owner=name) if name else "")
        self.setVisible(bool(name))
        explain(self, _("Select {bone}").format(bone=name))
        self.setAccessibleName(_("Select {bone}").format(bone=name))
        self.updateGeometry()

    def sizeHint(self) -> QSize:
        return QSize(round(theme.metrics(11).horizontalAdvance(self.text())) + 2, 16)

    def minimumSizeHint(self) -> QSize:
        return QSize(24, 16)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = drawing.painter_of(self)
        tokens = painter.tokens
        painter.setFont(theme.font(11))
        text = drawing.fitting(self.text(), self.width(), 11)
        drawing.write(painter, QRectF(self.rect()), text, tokens.acc_t if self.underMouse() else tokens.t2)
        if self.underMouse():
            width = theme.metrics(11).horizontalAdvance(text)
            painter.fillRect(QRectF(0, 14, width, 1), theme.colour(tokens.acc_t))
        if self.hasFocus():
            drawing.ring(painter, QRectF(self.rect()), tokens.acc)
        painter.end()
