"""The card of one pose: a click applies it, a drag across its picture mixes it in, a drag at its name moves it.

While it is mixed, Shift is fine, Ctrl flips and Esc puts back. Enter applies it too.
"""

from __future__ import annotations

from html import escape
from typing import Literal

from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QEnterEvent, QFocusEvent, QKeyEvent, QMouseEvent, QPaintEvent, QPixmap
from PySide6.QtWidgets import QWidget

from pantin.widgets.controls import own_keys
from pantin.widgets.controls.explain import explain
from pantin.widgets.controls.picture_frame import paint_picture
from pantin.widgets.controls.plain_text import Markup, bold, lines
from pantin.widgets.messages import _
from pantin.widgets.poses.mix_ruler import LEAST, MOST
from pantin.widgets.poses.pose_entry import PoseEntry
from pantin.widgets.theme import drawing, icons, theme

WIDE, HIGH, CAPTION = 88, 80, 20
RADIUS = 6
PIN = 12
"""Size of the push-pin on a pose that brings its pins, pixels."""
MOVED = 4
"""Pixels from which a press is a drag."""
ON_CARD = (("LMB", _("Apply; drag: mix")), ("Ctrl", _("Flipped")), ("RMB", _("Menu")), ("Enter", _("Apply")))
MIXING = ((_("Drag"), _("Mix −100 to 200 %")), ("Shift", _("Fine")), ("Ctrl", _("Flip")), ("Esc", _("Put back")))
CARRYING = ((_("Drag"), _("Move")), ("Esc", _("Put back")))
"""The hints for mouse and keys over a card, while its pose is mixed in, and while it is carried."""
APPLYING = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space)
WALKING = (Qt.Key.Key_Home, Qt.Key.Key_End, Qt.Key.Key_Left, Qt.Key.Key_Right)
"""Keys that apply the pose, and keys that go to another card."""
CTRL, ALT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.AltModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier
FINE = 0.1
"""Percent for each pixel while Shift is held; 1 without."""


class PoseCard(QWidget):
    """Says what is asked for; how far a pose is mixed is said in percent."""

    applied = Signal(bool)
    """Whether flipped."""
    mix_began = Signal(QPoint)
    mixed = Signal(int, bool)
    mix_ended = Signal(bool)
    """Whether to keep it."""
    carried = Signal(QPointF, bool)
    """The card is carried by its name to a place, in itself; whether it is let go there."""
    carry_cancelled = Signal()
    rename_asked = Signal()
    menu_asked = Signal(QPoint)
    key_pressed = Signal(QKeyEvent)
    pointed = Signal(bool)
    """The pointer rests on the card, or no longer."""

    def __init__(self, entry: PoseEntry, parent: QWidget) -> None:
        super().__init__(parent)
        self.entry = entry
        self.picture: QPixmap | None = None
        self.outdated = False
        """The picture is shown until there is a newer one."""
        self._pressed: QPointF | None = None
        self._doing: Literal["", "mix", "carry"] = ""
        self._percent, self._flipped = 0, False
        self._mixed, self._from = 0.0, 0.0
        """Percent to which the pointer has led, also beyond the ends, and where it was then."""
        self.setFixedSize(WIDE, HIGH + CAPTION)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.show_entry(entry)

    def show_entry(self, entry: PoseEntry) -> None:
        """Show the same pose as it is now."""
        self.entry = entry
        self.setAccessibleName(entry.name)
        self.setAccessibleDescription(", ".join(entry.tags))
        tags = f" · {escape(', '.join(entry.tags))}" if entry.tags else ""
        about = Markup(f"{bold(entry.name)}{tags}")
        ways = _("Click: apply · drag across: mix −100 to 200 % · Ctrl: flipped")
        order = _("Drag the name: move · F2: rename") if entry.changeable else ""
        pins = _("Pins the feet that stand in it; other pins of these bones go") if entry.pins else ""
        explain(self, lines((about, ways, order, pins)))
        self.update()

    def show_picture(self, picture: QPixmap) -> None:
        """Show how the figure is posed in this pose."""
        self.picture, self.outdated = picture, False
        self.update()

    # Mouse

    def show_pointed(self, on: bool) -> None:
        """Return whether the pointer is over the card, where the card came under it or left it without that being
        moved.
        """
        if on != self.underMouse():
            self.setAttribute(Qt.WidgetAttribute.WA_UnderMouse, on)
            self.pointed.emit(on)
            self.update()

    def enterEvent(self, event: QEnterEvent) -> None:
        super().enterEvent(event)
        self.pointed.emit(True)

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self.pointed.emit(False)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._pressed, self._doing = event.position(), ""
            self._percent, self._flipped = 0, False
            self._mixed, self._from = 0.0, event.position().x()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._pressed is None:
            return
        away = event.position() - self._pressed
        if not self._doing and max(abs(away.x()), abs(away.y())) >= MOVED:
            self._begin()
        if self._doing == "mix":
            self._mix_to(event.position().x(), event.modifiers())
        elif self._doing == "carry":
            self.carried.emit(event.position(), False)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton or self._pressed is None:
            return
        doing, self._doing, self._pressed = self._doing, "", None
        if doing == "mix":
            self.mix_ended.emit(True)
        elif doing == "carry":
            self.unsetCursor()
            self.carried.emit(event.position(), True)
        elif self.rect().contains(event.position().toPoint()):
            self.applied.emit(bool(event.modifiers() & CTRL))

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """At the name: type another one."""
        if event.position().y() >= HIGH and self.entry.changeable:
            self.rename_asked.emit()

    def _begin(self) -> None:
        """A drag that begins at the name of a pose that can be moved carries the card, any other mixes."""
        assert self._pressed is not None
        if self._pressed.y() >= HIGH and self.entry.changeable:
            self._doing = "carry"
            self.setCursor(Qt.CursorShape.ClosedHandCursor)
            self.setFocus(Qt.FocusReason.MouseFocusReason)
        else:
            self._doing = "mix"
            self.mix_began.emit(self._pressed.toPoint())

    def _mix_to(self, x: float, held: Qt.KeyboardModifier) -> None:
        """Mix as far as the pointer leads: a percent for a pixel."""
        self._mixed += (x - self._from) * (FINE if held & SHIFT else 1.0)
        self._from = x
        self._percent = round(min(max(self._mixed, LEAST), MOST))
        self._flipped = bool(held & CTRL)
        self.mixed.emit(self._percent, self._flipped)

    def _put_back(self) -> None:
        doing, self._pressed, self._doing = self._doing, None, ""
        self.unsetCursor()
        if doing == "mix":
            self.mix_ended.emit(False)
        else:
            self.carry_cancelled.emit()

    # Keys

    def event(self, event: QEvent) -> bool:
        """Esc puts back what is being mixed; keys that apply, go on, rename and remove are the card's as well."""
        return own_keys.kept(event, self._takes) or super().event(event)

    def _takes(self, event: QKeyEvent) -> bool:
        if event.key() == Qt.Key.Key_Escape:
            return bool(self._doing)
        return event.key() in (*APPLYING, *WALKING, Qt.Key.Key_F2, Qt.Key.Key_Delete)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self._doing and event.key() == Qt.Key.Key_Escape:
            self._put_back()
        elif self._doing == "mix":
            self._key_while_mixing(event, True)
        elif event.key() in APPLYING:
            self.applied.emit(bool(event.modifiers() & CTRL))
        else:
            event.ignore()
            self.key_pressed.emit(event)
            if not event.isAccepted():
                super().keyPressEvent(event)

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        if self._doing == "mix":
            self._key_while_mixing(event, False)
        else:
            super().keyReleaseEvent(event)

    def _key_while_mixing(self, event: QKeyEvent, down: bool) -> None:
        if event.key() == Qt.Key.Key_Control:
            self._flipped = down
            self.mixed.emit(self._percent, self._flipped)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        self.menu_asked.emit(event.globalPos())

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Put back what is being mixed or carried where another window takes the keys."""
        super().focusOutEvent(event)
        if self._doing:
            self._put_back()
        self.update()

    # Painting

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = drawing.painter_of(self)
        tokens, entry = painter.tokens, self.entry
        picture = QRectF(0, 0, WIDE, HIGH)
        paint_picture(painter, picture.adjusted(1, 1, -1, -1), self.picture, RADIUS)
        if entry.applied or self.hasFocus():
            drawing.ring(painter, picture, tokens.acc, RADIUS, 2 if entry.applied else 1.5)
        else:
            drawing.ring(painter, picture, tokens.off if self.underMouse() else tokens.outline, RADIUS, 1)
        if entry.pins:
            icons.draw(painter, "pin", tokens.t3, WIDE - PIN - 4, 4, PIN)
        dot = 2 * drawing.CHANGED_DOT + 4 if entry.changed else 0
        name = drawing.fitting(entry.name, WIDE - 4 - dot, 11)
        wide = theme.metrics(11).horizontalAdvance(name) + dot
        left = (WIDE - wide) / 2
        if dot:
            centre = QPointF(left + drawing.CHANGED_DOT, HIGH + CAPTION / 2)
            drawing.dot(painter, centre, tokens.acc, radius=drawing.CHANGED_DOT)
        painter.setFont(theme.font(11))
        lit = entry.applied or self.underMouse() or self.hasFocus()
        room = QRectF(left + dot, HIGH, WIDE, CAPTION)
        drawing.write(painter, room, name, tokens.t1 if lit else tokens.t2)
        painter.end()
