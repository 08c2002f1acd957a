"""The ruler of a clip: its frames, the trim, and the playhead. A press or a drag on it shows a frame.

It asks for what it cannot do itself: keys ask for actions by their names.
"""

from __future__ import annotations

from typing import Literal

from PySide6.QtCore import QEvent, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QEnterEvent, QFocusEvent, QKeyEvent, QMouseEvent, QPaintEvent, QPixmap, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from pantin.rigs.clip import Clip
from pantin.widgets.forms.field_keys import take_focus
from pantin.widgets.messages import _
from pantin.widgets.theme import drawing
from pantin.widgets.time import ruler_face
from pantin.widgets.time.lanes import Lane, height_of
from pantin.widgets.time.ruler_face import HEIGHT, LABELS, RIGHT, TAG, Marks
from pantin.widgets.time.scale import Scale

Key = Qt.Key
KEYS = {
    Key.Key_Space: "play_clip",
    Key.Key_Left: "previous_frame",
    Key.Key_Right: "next_frame",
    Key.Key_Home: "first_frame",
    Key.Key_End: "last_frame",
    Key.Key_I: "trim_start",
    Key.Key_O: "trim_end",
    Key.Key_Escape: "leave_clip",
}
"""The keys of the strip while it has them, by the name of the action."""

GRIP = 5
"""Distance at which the pointer takes a bracket of the trim, pixels."""

Bracket = Literal["first", "last"]


class Ruler(QWidget):
    """Shows one clip. Frames count from 0."""

    scrubbed = Signal(int)
    """The frame to show."""
    trimmed = Signal(int, int)
    """The first and the last frame to play."""
    asked = Signal(str)
    """An action, by its name."""

    def __init__(self) -> None:
        super().__init__()
        self._clip: Clip | None = None
        self._marks = Marks()
        self._lanes: tuple[Lane, ...] = ()
        self._background: QPixmap | None = None
        self._dragged: Bracket | Literal["head"] | None = None
        self._has_ring = False
        self.setFixedHeight(HEIGHT)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setAccessibleName(_("Frames of the clip"))

    # What is shown

    def show_clip(self, clip: Clip) -> None:
        """Show the frames and the trim of this clip."""
        if clip is not self._clip:
            self._clip, self._background = clip, None
            if self._dragged not in ("first", "last"):
                self._mark(trim=clip.span)
            self.update()

    def show_lanes(self, lanes: tuple[Lane, ...]) -> None:
        """Show below the frames when which feet stand."""
        if lanes != self._lanes:
            self._lanes, self._background = lanes, None
            self.setFixedHeight(HEIGHT + height_of(lanes))
            self.setAccessibleDescription(", ".join(lane.bone for lane in lanes))
            self.update()

    @property
    def lanes(self) -> tuple[Lane, ...]:
        """Return the lanes that are shown below the frames."""
        return self._lanes

    def show_head(self, frame: int, is_shown: bool) -> None:
        """Show the playhead, and whether the figure is posed as that frame has it."""
        self._mark(head=frame, is_shown=is_shown)

    def show_ghosts(self, frames: tuple[int, ...]) -> None:
        """Mark the frames that are outlined in the view."""
        self._mark(ghosts=frames)

    @property
    def scale(self) -> Scale:
        """Return the scale of the frames."""
        count = self._clip.count if self._clip is not None else 1
        return Scale(count, LABELS, max(self.width() - LABELS - RIGHT, 1))

    @property
    def marks(self) -> Marks:
        """Return the marks that are shown now."""
        return self._marks

    # Mouse

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.RightButton:
            self._put_back()
        elif event.button() == Qt.MouseButton.LeftButton and self._clip is not None:
            self._dragged = self._bracket_at(event.position()) or "head"
            self._drag_to(event.position().x())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        x = event.position().x()
        if self._dragged is not None:
            self._drag_to(x)
        elif self._clip is not None:
            bracket = self._bracket_at(event.position())
            self.setCursor(Qt.CursorShape.SizeHorCursor if bracket else Qt.CursorShape.ArrowCursor)
            over = x >= LABELS - GRIP and not bracket
            self._mark(hovered=self.scale.frame_at(x) if over else None, bracket=bracket)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton or self._dragged is None or self._clip is None:
            return
        dragged, self._dragged = self._dragged, None
        if dragged != "head" and self._marks.trim != self._clip.span:
            self.trimmed.emit(*self._marks.trim)
        self._mark(bracket=None)

    def enterEvent(self, event: QEnterEvent) -> None:
        """Keys follow the pointer, unless somebody else needs them."""
        super().enterEvent(event)
        take_focus(self)

    def leaveEvent(self, _event: QEvent) -> None:
        self._mark(hovered=None, bracket=None)

    def _drag_to(self, x: float) -> None:
        frame, (first, last) = self.scale.frame_at(x), self._marks.trim
        if self._dragged == "head":
            self._mark(hovered=None)
            if frame != self._marks.head or not self._marks.is_shown:
                self.scrubbed.emit(frame)
        elif self._dragged == "first":
            self._mark(trim=(min(frame, last), last), bracket="first")
        else:
            self._mark(trim=(first, max(frame, first)), bracket="last")

    def _bracket_at(self, point: QPointF) -> Bracket | None:
        """The bracket of the trim that lies under the pointer; of two in one place the one on its side.

        Over the brackets are the numbers and the tag of the playhead, which is dragged wherever it is.
        """
        x, (first, last) = point.x(), (self.scale.x(frame) for frame in self._marks.trim)
        if point.y() < TAG or min(abs(x - first), abs(x - last)) > GRIP:
            return None
        nearer: Bracket = "first" if abs(x - first) < abs(x - last) or (first == last and x < first) else "last"
        return nearer

    def _put_back(self) -> None:
        """End a drag of the trim; it stays as it was."""
        if self._dragged in ("first", "last") and self._clip is not None:
            self._dragged = None
            self._mark(trim=self._clip.span, bracket=None)

    # Keys

    def focusInEvent(self, event: QFocusEvent) -> None:
        """A ring tells where the keys go, unless the pointer tells already."""
        super().focusInEvent(event)
        self._has_ring = event.reason() != Qt.FocusReason.MouseFocusReason

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Key.Key_Escape and self._dragged in ("first", "last"):
            self._put_back()
        elif event.key() in KEYS and not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            self.asked.emit(KEYS[Key(event.key())])
        else:
            super().keyPressEvent(event)

    # Painting

    def _mark(self, **changes: object) -> None:
        """Mark other things. What moves every frame is a line: it costs no more than that."""
        marks = ruler_face.with_marks(self._marks, **changes)
        if marks == self._marks:
            return
        if marks.trim != self._marks.trim:
            self._background = None
        self._marks = marks
        self.update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._background = None

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._background = None

    def paintEvent(self, _event: QPaintEvent) -> None:
        if self._clip is None:
            return
        ratio = self.devicePixelRatioF()
        if self._background is None or self._background.devicePixelRatio() != ratio:
            self._background = ruler_face.background(self, self.scale, self._marks.trim, self._lanes)
        painter = drawing.painter_of(self)
        painter.drawPixmap(0, 0, self._background)
        ruler_face.paint_marks(
            painter, QRectF(self.rect()), self._clip, self.scale, self._marks, self.hasFocus() and self._has_ring
        )
        painter.end()
