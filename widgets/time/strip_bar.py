"""The bar of the strip: playing, the clip, frame and rate. It is the title bar of the dock too.

Buttons trigger actions of the program, by their names. What there is no room for is left out, words first.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QStackedLayout, QWidget

from pantin.rigs.clip import Clip
from pantin.widgets.controls.icon_button import ButtonFill
from pantin.widgets.controls.name_edit import NameEdit
from pantin.widgets.floating.action_button import ActionButton
from pantin.widgets.messages import _, ngettext
from pantin.widgets.numbers.number_field import NumberField
from pantin.widgets.theme import drawing, icons, theme
from pantin.widgets.theme.appearance import appearance
from pantin.widgets.time.clip_choice import ClipChoice
from pantin.widgets.values.quantity import Quantity
from pantin.widgets.values.units import Unit

HEIGHT = 40
ICONS = {
    "first_frame": "first",
    "previous_frame": "prev",
    "next_frame": "next",
    "last_frame": "last",
    "record_clip": "record",
    "loop_clip": "loop",
    "show_frame_ghosts": "ghost",
    "pose_frame": "pose",
}
"""The icons on the buttons, by the name of the action."""

PLAY = 2
"""The place of the play button among the others."""

HINT = _("No clip yet: import a BVH or glTF file with motion, or record how you pose.")
FRAME, OWN_POSE = _("Frame"), _("Own pose")
"""Beside the number of the frame: whether the figure is posed as it has it, or in its own pose."""
WORDS = {"show_frame_ghosts": _("Ghosts"), "pose_frame": _("Pose this frame")}
FRAME_WIDE, RATE_WIDE = 92, 72

PLAY_WIDE = 32


class PlayButton(ActionButton):
    """Filled with the accent in every state; with words, which are the running time, it is wider."""

    def __init__(self) -> None:
        super().__init__("play", _("Play"))
        self._fit()

    def _fill(self, tokens: theme.Theme) -> ButtonFill | None:
        if not self.isEnabled():
            return ButtonFill(tokens.field)
        return ButtonFill(tokens.acc_t if self._lit and not self.isDown() else tokens.acc)

    def _ink(self, tokens: theme.Theme) -> str:
        return tokens.on_acc if self.isEnabled() else tokens.t2

    def _paint_face(self, painter: QPainter, ink: str) -> None:
        left = 8 if self._words else (self.width() - icons.SIZE) / 2
        icons.draw(painter, self.icon_name, ink, left, (self.height() - icons.SIZE) / 2)
        painter.setFont(theme.font(12, 600))
        drawing.write(painter, QRectF(left + icons.SIZE + 4, 0, self.width(), self.height()), self._words, ink)

    def _fit(self) -> None:
        """All digits are equally wide, so it does not jitter while time runs."""
        words = 4 + theme.metrics(12, 600).horizontalAdvance(self._words) + 8 if self._words else 0
        self.setFixedWidth(round(8 + icons.SIZE + words) if words else PLAY_WIDE)
        self.update()


class StripBar(QWidget):
    """Presses beside its parts are left to the dock."""

    frame_asked = Signal(int)
    rate_asked = Signal(object)
    renamed = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.play, self.choice = PlayButton(), ClipChoice()
        self.buttons: dict[str, ActionButton] = {name: ActionButton(icon, "") for name, icon in ICONS.items()}
        self.importing, self.recording = ActionButton("clip", ""), ActionButton("record", "")
        self.frame, self.rate = NumberField(_frames(1)), NumberField(_RATE)
        self.frame.setFixedWidth(FRAME_WIDE)
        self.rate.setFixedWidth(RATE_WIDE)
        self._count = 1
        self._frame_word, self._rate_word = _Word(FRAME), _Word(_("Rate"))
        self._note = _Word("", stretches=True)
        self._empty, self._full = self._empty_page(), self._full_page()
        self._recording_page = _Page(_Word(""), self._note)
        self._pages = QStackedLayout()
        for page in (self._empty, self._full, self._recording_page):
            self._pages.addWidget(page)
        self._lay_out()
        self.setFixedHeight(HEIGHT)
        self.setAccessibleName(_("Clip"))
        for signal in (self.frame.scrubbed, self.frame.committed):
            signal.connect(lambda value: self.frame_asked.emit(round(value)))
        self.rate.committed.connect(self.rate_asked)

    # What is shown

    def show_nothing(self) -> None:
        """There is no clip: say how to get one."""
        self._show(self._empty)

    def show_clip(self, clip: Clip, names: Sequence[str]) -> None:
        """Show a clip, one of those with these names."""
        self._show(self._full)
        self.choice.show_clips(names, clip.name)
        self.rate.show_value(clip.rate)
        if clip.count != self._count:
            self._count = clip.count
            self.frame.show_quantity(_frames(clip.count))

    def show_head(self, frame: int, is_shown: bool) -> None:
        """Show the number of the frame at the playhead, and whether the figure is posed as it has it."""
        self.frame.show_value(frame)
        if self._frame_word.show_words(FRAME if is_shown else OWN_POSE):
            self._leave_out()

    def show_recording(self, seconds: float, frames: int) -> None:
        """Show how long a recording lasts already."""
        self._show(self._recording_page)
        minutes, rest = divmod(seconds, 60.0)
        self.play.show_words(f"{minutes:.0f}:{int(10 * rest) / 10:04.1f}")
        self._note.show_words(
            ngettext("Recording, {count} frame", "Recording, {count} frames", frames).format(count=frames)
        )

    def show_playing(self, playing: bool) -> None:
        """Show whether the clip is played."""
        self.play.show_icon("pause" if playing else "play")
        self.play.show_words("")

    def edit_name(self, taken: set[str]) -> None:
        """Let another name be typed for the clip."""
        choice = self.choice
        line = NameEdit(choice.name, taken, self, "clip")
        line.finished.connect(lambda new: self.renamed.emit(new) if new and new != choice.name else None)
        line.setGeometry(choice.geometry().translated(self._full.pos()))
        line.begin()

    # Laying out

    def _lay_out(self) -> None:
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addLayout(self._pages)

    def _empty_page(self) -> _Page:
        self.recording.show_words(_("Record"))
        self.importing.show_words(_("Import clip"))
        return _Page(_Word(HINT, stretches=True), self.importing, self.recording)

    def _full_page(self) -> _Page:
        at = self.buttons
        row = (at["first_frame"], at["previous_frame"], self.play, at["next_frame"], at["last_frame"])
        self._pose_buttons = (at["show_frame_ghosts"], at["pose_frame"])
        self._numbers = (self._frame_word, self.frame, self._rate_word, self.rate)
        return _Page(
            *row, at["record_clip"], _Line(), at["loop_clip"], self.choice, None, *self._numbers, *self._pose_buttons
        )

    def _show(self, page: _Page) -> None:
        """Turn to a page. The play button is on both that have one: it ends a recording too."""
        if page is self._recording_page and self.play.parentWidget() is not page:
            page.row.insertWidget(0, self.play)
            self.play.show_icon("stop")
        elif page is self._full and self.play.parentWidget() is not page:
            page.row.insertWidget(PLAY, self.play)
        self._pages.setCurrentWidget(page)

    def minimumSizeHint(self) -> QSize:
        return QSize(120, HEIGHT)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._leave_out()

    def _leave_out(self) -> None:
        """Show as much as there is room for: words beside icons go first, then rate, and what the menus have too.

        That the figure is in its own pose is said as long as there is room for anything beside the buttons.
        """
        rate = (self._rate_word, self.rate)
        frame = () if self._frame_word.words == OWN_POSE else (self._frame_word,)
        parts = (*self._numbers, *self._pose_buttons)
        for words, left_out in (
            (True, ()),
            (False, ()),
            (False, (*frame, self._rate_word)),
            (False, (*frame, *rate)),
            (False, (*frame, *rate, *self._pose_buttons)),
            (False, (self._frame_word, *rate, *self._pose_buttons)),
            (False, parts),
        ):
            for name, said in WORDS.items():
                self.buttons[name].show_words(said if words else "")
            for part in parts:
                part.setVisible(part not in left_out)
            self._full.row.invalidate()
            if self._full.row.minimumSize().width() <= self.width():
                break

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = drawing.painter_of(self)
        painter.fillRect(self.rect(), theme.colour(painter.tokens.panel))
        painter.end()


def _frames(count: int) -> Quantity:
    last = count - 1
    unit = Unit(_("of {last}").format(last=last), _("frames"), decimals=0, step=0.5, snap=10.0)
    return Quantity(unit, lower=0, upper=last, whole=True)


_RATE = Quantity(Unit("fps", _("frames a second"), decimals=0, step=0.5, snap=5.0), lower=0.001, upper=100_000.0)


class _Page(QWidget):
    """A row of parts; None takes what room is left."""

    def __init__(self, *parts: QWidget | None) -> None:
        super().__init__()
        self.row = QHBoxLayout(self)
        self.row.setContentsMargins(12, 0, 12, 0)
        self.row.setSpacing(4)
        for part in parts:
            if part is None:
                self.row.addStretch(1)
            else:
                self.row.addWidget(part)


class _Word(QWidget):
    """A few words; the mouse goes through them."""

    def __init__(self, words: str, stretches: bool = False) -> None:
        super().__init__()
        self.words = words
        self.setAccessibleName(words)
        wide = QSizePolicy.Policy.Ignored if stretches else QSizePolicy.Policy.Fixed
        self.setSizePolicy(wide, QSizePolicy.Policy.Fixed)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)

    def show_words(self, words: str) -> bool:
        """Show other words. True where they were others."""
        if words == self.words:
            return False
        self.words = words
        self.setAccessibleName(words)
        self.updateGeometry()
        self.update()
        return True

    def sizeHint(self) -> QSize:
        return QSize(round(theme.metrics().horizontalAdvance(self.words)) + 12, 24)

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = drawing.painter_of(self)
        text = drawing.fitting(self.words, self.width())
        drawing.write(painter, QRectF(self.rect()).adjusted(4, 0, 0, 0), text, painter.tokens.t2)
        painter.end()


class _Line(QWidget):
    """A hairline between groups."""

    def __init__(self) -> None:
        super().__init__()
        self.setFixedSize(9, 16)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(4, 0, 1, 16, theme.colour(appearance().theme.line))
        painter.end()
