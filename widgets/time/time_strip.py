"""The strip of time: a bar to play with above the frames of the clip. Without a clip, one line says how to get one."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, Signal
from PySide6.QtGui import QEnterEvent
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget

from pantin.rigs.clip import Clip
from pantin.rigs.editing import clips
from pantin.widgets.messages import _
from pantin.widgets.time.lanes import Lane
from pantin.widgets.time.ruler import Ruler
from pantin.widgets.time.strip_bar import StripBar

HINTS = (
    ("Space", _("Play")),
    ("Left", _("Frame back")),
    ("Right", _("Frame on")),
    ("LMB", _("Drag: scrub")),
    ("I", _("Trim the start")),
    ("O", _("Trim the end")),
    ("Esc", _("Put back")),
)
"""The hints for keys and mouse over the frames."""


class TimeStrip(QWidget):
    """`head` is the title bar of its dock."""

    edited = Signal(str, object)
    chosen = Signal(str)
    """The name of a clip."""
    scrubbed = Signal(int)
    """The frame to show."""
    asked = Signal(str)
    """An action, by its name."""
    hints_changed = Signal(tuple)
    """Emitted with the hints while the pointer is over the frames; with nothing when it has left."""

    def __init__(self) -> None:
        super().__init__()
        self.head, self.ruler = StripBar(), Ruler()
        self._clip: Clip | None = None
        self._names: tuple[str, ...] = ()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.ruler)
        self.setAutoFillBackground(True)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.head.choice.chosen.connect(self.chosen)
        self.head.frame_asked.connect(self.scrubbed)
        self.head.rate_asked.connect(self._change_rate)
        self.head.renamed.connect(self._rename)
        self.ruler.scrubbed.connect(self.scrubbed)
        self.ruler.trimmed.connect(self._trim)
        self.ruler.asked.connect(self.asked)
        self._show_frames(False)

    # What is shown

    def show_clip(self, clip: Clip | None, names: Sequence[str]) -> None:
        """Show a clip, one of those with these names; None where there is none."""
        self._clip, self._names = clip, tuple(names)
        self._show_frames(clip is not None)
        if clip is None:
            self.head.show_nothing()
        else:
            self.head.show_clip(clip, names)
            self.ruler.show_clip(clip)

    def show_lanes(self, lanes: tuple[Lane, ...]) -> None:
        """Show below the frames when which feet stand."""
        self.ruler.show_lanes(lanes)
        self._show_frames(self._clip is not None)

    def show_head(self, frame: int, is_shown: bool) -> None:
        """Show the playhead, and whether the figure is posed as that frame has it."""
        self.ruler.show_head(frame, is_shown)
        self.head.show_head(frame, is_shown)

    def show_playing(self, playing: bool) -> None:
        """Show whether the clip is played."""
        self.head.show_playing(playing)

    def show_recording(self, seconds: float, frames: int) -> None:
        """Show how long a recording lasts already."""
        self.head.show_recording(seconds, frames)

    def edit_name(self) -> None:
        """Let another name be typed for the clip."""
        if self._clip is not None:
            self.head.edit_name(set(self._names) - {self._clip.name})

    def _show_frames(self, shown: bool) -> None:
        """Without a clip there are no frames, and no room is taken for them."""
        self.ruler.setVisible(shown)
        self.setFixedHeight(self.ruler.height() if shown else 0)

    # Edits

    def _trim(self, first: int, last: int) -> None:
        is_start = self._clip is not None and first != self._clip.span[0]
        label = _("Trim start of {clip}") if is_start else _("Trim end of {clip}")
        self._edit(label, lambda document, name: clips.trimmed(document, name, first, last))

    def _change_rate(self, rate: float) -> None:
        self._edit(_("Rate of {clip}"), lambda document, name: clips.paced(document, name, rate))

    def _rename(self, new: str) -> None:
        self._edit(_("Rename {clip}"), lambda document, name: clips.renamed(document, name, new))

    def _edit(self, label: str, edit: clips.ClipEdit) -> None:
        if self._clip is not None:
            name = self._clip.name
            self.edited.emit(label.format(clip=name), lambda document: edit(document, name))

    # Hints

    def enterEvent(self, event: QEnterEvent) -> None:
        super().enterEvent(event)
        self.hints_changed.emit(HINTS)

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self.hints_changed.emit(())
