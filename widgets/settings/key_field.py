"""The field for key combinations: click one and press another, or click + to add one.

While it listens, Esc cancels and Backspace removes the combination. No key press reaches the rest of the program then.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, QKeyCombination, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QKeySequence, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from pantin.widgets.controls import key_caps
from pantin.widgets.messages import _
from pantin.widgets.theme import drawing, icons, theme

HEIGHT = 24
LISTENING = _("Press keys…")
BARE = (Qt.Key.Key_Shift, Qt.Key.Key_Control, Qt.Key.Key_Alt, Qt.Key.Key_Meta, Qt.Key.Key_AltGr, Qt.Key.Key_unknown)
"""Keys that mean nothing alone."""


class KeyField(QWidget):
    """Shows combinations, or `placeholder` while there are none; `asked` emits all that they shall be."""

    asked = Signal(object)

    def __init__(self, placeholder: str = "", most: int = 4) -> None:
        super().__init__()
        self._keys: tuple[str, ...] = ()
        self._placeholder, self._most = placeholder, most
        self._at = 0
        self.is_listening = False
        """Whether the next keys pressed become a combination."""
        self._held = ""
        self.setFixedHeight(HEIGHT)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)

    def keys(self) -> tuple[str, ...]:
        """The combinations shown."""
        return self._keys

    def show_keys(self, keys: tuple[str, ...]) -> None:
        """Show other combinations. Nothing is emitted."""
        self._keys = keys
        self._at = min(self._at, len(self._slots()) - 1)
        self.setAccessibleDescription(", ".join(map(key_caps.text, keys)) or _("no keys"))
        self.update()

    def listen(self, slot: int = 0) -> None:
        """Record the next keys in place of the combination at `slot`, or as one more after the last."""
        self._at, self.is_listening, self._held = slot, True, ""
        self.setFocus(Qt.FocusReason.MouseFocusReason)
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(120, HEIGHT)

    # Keys

    def event(self, event: QEvent) -> bool:
        """Accept every key while listening, shortcuts and Tab too."""
        if self.is_listening and event.type() == QEvent.Type.ShortcutOverride:
            event.accept()
            return True
        if self.is_listening and isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            self._listen(event)
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = event.key()
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self.listen(self._at)
        elif key in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self._replace("")
        elif key in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            step = 1 if key == Qt.Key.Key_Right else -1
            self._at = max(0, min(len(self._slots()) - 1, self._at + step))
            self.update()
        else:
            super().keyPressEvent(event)

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        if self.is_listening:
            self._held = ""
            self.update()
        super().keyReleaseEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        self.is_listening = False
        self.update()
        super().focusOutEvent(event)

    def _listen(self, event: QKeyEvent) -> None:
        """Record the keys of an event."""
        key, bare = Qt.Key(event.key()), not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if key in BARE:
            self._held = _modifiers(event)
        elif key == Qt.Key.Key_Escape and bare:
            self.is_listening = False
        else:
            self.is_listening = False
            self._replace("" if key == Qt.Key.Key_Backspace and bare else combination(event))
        self.update()

    def _replace(self, keys: str) -> None:
        """Emit the combinations with the one at the slot replaced or removed."""
        wanted = list(self._keys)
        wanted[self._at : self._at + 1] = [keys] if keys else []
        unique = tuple(dict.fromkeys(wanted))
        if unique != self._keys:
            self.asked.emit(unique)

    # Mouse

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            slots = self._slots()
            hit = next((place for place, slot in enumerate(slots) if slot.contains(event.position())), len(slots) - 1)
            self.listen(hit)

    def _slots(self) -> list[QRectF]:
        """The rectangle of each combination, and after them that of the button that adds one."""
        found, x = [], 4.0
        for keys in self._keys:
            width = key_caps.width(keys) + 8
            found.append(QRectF(x, 0, width, HEIGHT))
            x += width + 4
        if len(found) < self._most:
            width = 24.0 if found or not self._placeholder else self.width() - x
            found.append(QRectF(x, 0, width, HEIGHT))
        return found

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = drawing.painter_of(self)
        tokens = painter.tokens
        rect = QRectF(self.rect())
        alive = self.underMouse() or self.hasFocus()
        if alive or self._placeholder:
            drawing.box(painter, rect, tokens.field_hover if self.underMouse() else tokens.field)
        slots = self._slots()
        for place, slot in enumerate(slots):
            if self.is_listening and place == self._at:
                self._paint_listening(painter, slot.topLeft(), tokens)
                break
            if place < len(self._keys):
                key_caps.paint(painter, slot.left() + 4, 4, self._keys[place], tokens)
            elif self._placeholder and not self._keys:
                icons.draw(painter, "keyboard", tokens.t2, 8, 4)
                drawing.write(painter, rect.adjusted(32, 0, -8, 0), self._placeholder, tokens.t2)
            elif alive:
                icons.draw(painter, "plus", tokens.t2, slot.left() + 4, 4)
        if self.hasFocus() and not self.is_listening:
            drawing.ring(painter, slots[self._at].adjusted(0, 1, 0, -1), tokens.acc)
        painter.end()

    def _paint_listening(self, painter: QPainter, at: QPointF, tokens: theme.Theme) -> None:
        held = key_caps.width(self._held) + 4 if self._held else 0.0
        text = "…" if self._held else LISTENING
        width = held + theme.metrics().horizontalAdvance(text) + 16
        box = QRectF(at.x(), 0, width, HEIGHT)
        drawing.box(painter, box, tokens.acc_bg)
        drawing.ring(painter, box, tokens.acc)
        if self._held:
            key_caps.paint(painter, at.x() + 8, 4, self._held, tokens)
        drawing.write(painter, box.adjusted(8 + held, 0, 0, 0), text, tokens.acc_t)


def combination(event: QKeyEvent) -> str:
    """The keys of an event as Qt writes them: "Ctrl+Shift+Z", "Num+1"; a character that needs Shift is itself."""
    key, held = Qt.Key(event.key()), event.modifiers()
    letter = event.text()
    if Qt.Key.Key_Exclam <= key <= Qt.Key.Key_AsciiTilde and not letter.isalnum() and letter.isprintable() and letter:
        held &= ~Qt.KeyboardModifier.ShiftModifier
    return QKeySequence(QKeyCombination(held, key)).toString(QKeySequence.SequenceFormat.PortableText)


def _modifiers(event: QKeyEvent) -> str:
    held = event.modifiers()
    names = {
        Qt.KeyboardModifier.ControlModifier: "Ctrl",
        Qt.KeyboardModifier.AltModifier: "Alt",
        Qt.KeyboardModifier.ShiftModifier: "Shift",
    }
    return "+".join(name for modifier, name in names.items() if held & modifier)
