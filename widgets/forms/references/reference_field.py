"""The field that holds a bone's name: icon, name, side. A bone of another figure has the name of that before its own.

A click opens a list to search, the cross clears it, and with the pipette the bone is pointed out in view or tree.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QEnterEvent, QHelpEvent, QKeyEvent, QMouseEvent, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from pantin.rigs.fields import AnyBone, BoneRef, own_bone
from pantin.rigs.rig import Bone
from pantin.rigs.wording import bone_label
from pantin.widgets.controls import own_keys
from pantin.widgets.controls.explain import remark
from pantin.widgets.forms.references.bone_popup import KIND_TOKENS, NOTHING, BonePopup
from pantin.widgets.forms.rows.editor import BonesByName
from pantin.widgets.messages import _
from pantin.widgets.theme import drawing, icons
from pantin.widgets.values.shared_values import MIXED, Mixed, shared

PICK_KEY = Qt.Key.Key_P
OWN_KEYS = (Qt.Key.Key_Delete, Qt.Key.Key_Backspace, PICK_KEY)
PICK = _("Pick the bone: click it in the view or in the tree (P)")


class ReferenceField(QWidget):
    """Shows the name of one of `bones`, or None. `candidates` are those to choose from, where not all are."""

    scrubbed = Signal(object)
    committed = Signal(object)
    cancelled = Signal()
    pick_asked = Signal()
    pointed = Signal(object)
    """The bone that the field names while the pointer is on it, then None."""

    def __init__(
        self, bones: BonesByName, optional: bool = True, candidates: Callable[[], Sequence[Bone]] | None = None
    ) -> None:
        super().__init__()
        self._bones = bones
        self._candidates = candidates or (lambda: tuple(bones().values()))
        self._optional = optional
        self._name: AnyBone | Mixed | None = None
        self._kind: str | None = None
        self._popup: BonePopup | None = None
        self.nothing = ""
        """The words for no bone where that can be chosen, as the world can: they are in the list too."""
        self.why_invalid: Callable[[Any], str] = lambda _name: ""
        """Why a bone cannot be named here; empty where it can."""
        self.others: Callable[[], Mapping[BoneRef, Bone]] = dict
        """The bones of other figures that can be named here too; asked for when they are needed."""
        self.shortened: Callable[[str], str] | None = None
        """The words shown for a name where its side is shown beside the field."""
        self.setFixedHeight(24)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setMouseTracking(True)

    def value(self) -> AnyBone | Mixed | None:
        """The name shown; `MIXED` where the selected bones differ."""
        return self._name

    def show_value(self, name: AnyBone | None) -> None:
        """Show a bone's name. A name that no bone has is shown as missing. Nothing is emitted."""
        self.show_values((name,))

    def show_values(self, names: Sequence[AnyBone | None]) -> None:
        """Show the name that all `names` are, or "Mixed". Nothing is emitted."""
        name = shared(names)
        bone = None if isinstance(name, Mixed) or name is None else self._bone(name)
        kind = bone.kind if bone else None
        if (name, kind) != (self._name, self._kind):
            self._name, self._kind = name, kind
            text = name.value if isinstance(name, Mixed) else bone_label(name) if name else self.nothing or _("None")
            self.setAccessibleDescription(text)
            remark(self, text if isinstance(name, BoneRef) else "")
            self.update()

    def _bone(self, name: AnyBone) -> Bone | None:
        """Return the bone of that name, of this figure or of another one."""
        return self.others().get(name) if isinstance(name, BoneRef) else self._bones().get(name)

    def is_missing(self) -> bool:
        """True where the name shown is no bone's."""
        return self._name not in (None, MIXED) and self._kind is None

    def why_not(self, name: AnyBone | None) -> str:
        """Return why the field cannot hold that name; empty where it can."""
        if name is None:
            return ""
        if name not in self.others() and all(bone.name != name for bone in self._candidates()):
            return _("“{name}” cannot be chosen here.").format(name=bone_label(name))
        why = self.why_invalid(name)
        return _("“{name}” cannot be chosen: {why}.").format(name=bone_label(name), why=why) if why else ""

    def open(self) -> BonePopup:
        """Open the list of bones below the field."""
        chosen = None if isinstance(self._name, Mixed) else self._name
        self._popup = BonePopup(self._candidates(), chosen, self.why_invalid, self.nothing, self.others())
        self._popup.chosen.connect(lambda name: self._choose(name or None))
        self._popup.open_below(self)
        return self._popup

    def sizeHint(self) -> QSize:
        return QSize(64, 24)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self.setFocus(Qt.FocusReason.MouseFocusReason)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton or not self.rect().contains(event.position().toPoint()):
            return
        if self._clearable() and self._cross().contains(event.position()):
            self._choose(None)
        elif self._pipette().contains(event.position()):
            self.pick_asked.emit()
        else:
            self.open()

    def mouseMoveEvent(self, _event: QMouseEvent) -> None:
        self.update()

    def enterEvent(self, event: QEnterEvent) -> None:
        super().enterEvent(event)
        self.pointed.emit(None if isinstance(self._name, Mixed) else own_bone(self._name))

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self.pointed.emit(None)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = event.key()
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space, Qt.Key.Key_Down):
            self.open()
        elif key in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace) and self._clearable():
            self._choose(None)
        elif key == PICK_KEY and not event.modifiers():
            self.pick_asked.emit()
        else:
            super().keyPressEvent(event)

    def event(self, event: QEvent) -> bool:
        """Keys of this field must not reach a shortcut of the window; the pipette has a tooltip of its own."""
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip and self._on_pipette(event.pos()):
            QToolTip.showText(event.globalPos(), PICK, self)
            return True
        return own_keys.kept(event, _is_own) or super().event(event)

    def _choose(self, name: AnyBone | None) -> None:
        if name != self._name:
            self.show_value(name)
            self.committed.emit(name)

    def _clearable(self) -> bool:
        return self._optional and self._name is not None and self.isEnabled()

    def _cross(self) -> QRectF:
        return QRectF(self.width() - 44, 0, 20, 24)

    def _on_pipette(self, at: QPoint) -> bool:
        return self._pipette().contains(QPointF(at))

    def _pipette(self) -> QRectF:
        return QRectF(self.width() - 24, 0, 24, 24)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = drawing.painter_of(self)
        hovered = drawing.field(painter, self)
        self._paint_name(painter, hovered)
        self._paint_buttons(painter, hovered)
        if self.hasFocus():
            drawing.ring(painter, QRectF(self.rect()), painter.tokens.acc)
        painter.end()

    def _paint_name(self, painter: drawing.Painter, hovered: bool) -> None:
        """The icon and the name of the bone, or that there is none, or that the selected ones differ."""
        tokens, rect = painter.tokens, QRectF(self.rect())
        room = rect.adjusted(24, 0, -46 if hovered and self._clearable() else -24, 0)
        if self._name is None and self.nothing:
            icons.draw(painter, NOTHING, tokens.t2, 4, 4)
            drawing.write(painter, room, self.nothing, tokens.t1)
            return
        if self._name is None or isinstance(self._name, Mixed):
            text, token = (_("None"), tokens.t3) if self._name is None else (MIXED.value, tokens.t2)
            drawing.write(painter, rect.adjusted(8, 0, 0, 0), text, tokens.t2 if hovered else token)
            return
        kind, missing = self._kind or "bone", self.is_missing()
        icons.draw(painter, kind, tokens.miss if missing else getattr(tokens, KIND_TOKENS[kind]), 4, 4)
        token = tokens.miss if missing else tokens.t1
        if self.shortened is None:
            drawing.bone_of_any_figure(painter, room, self._name, token, tokens)
        else:
            name = self.shortened(bone_label(self._name))
            drawing.write(painter, room, drawing.fitting_name(name, room.width()), token)

    def _paint_buttons(self, painter: drawing.Painter, hovered: bool) -> None:
        """The cross, while it can be pressed, and the pipette."""
        tokens, at = painter.tokens, QPointF(self.mapFromGlobal(self.cursor().pos()))
        if hovered and self._clearable():
            icons.draw(painter, "close", tokens.t1 if self._cross().contains(at) else tokens.t3, self.width() - 42, 4)
        picking = hovered and self._pipette().contains(at)
        icons.draw(painter, "pick", tokens.t1 if picking else tokens.t2, self.width() - 20, 4)


def _is_own(event: QKeyEvent) -> bool:
    return event.key() in OWN_KEYS and not event.modifiers()
