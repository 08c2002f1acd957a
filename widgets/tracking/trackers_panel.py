"""The panel of trackers: sources, points, calibration, and what becomes of the motion that comes.

It shows what it is given. `chosen` sends other choices; the other signals ask for what their buttons say.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace
from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QMouseEvent, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from pantin.widgets.controls.choice import Choice
from pantin.widgets.controls.explain import explain
from pantin.widgets.controls.frames.section import Section
from pantin.widgets.controls.kept_rows import show_rows
from pantin.widgets.controls.plain_text import plain
from pantin.widgets.controls.scroll import column
from pantin.widgets.controls.text_button import TextButton
from pantin.widgets.forms.rows.linked_text import LinkedText
from pantin.widgets.forms.rows.row import labelled
from pantin.widgets.messages import _, ngettext
from pantin.widgets.numbers.number_field import NumberField
from pantin.widgets.theme import drawing, theme
from pantin.widgets.theme.sizes import PANEL_WIDTH
from pantin.widgets.tracking.rows import HEIGHTS, buttons
from pantin.widgets.tracking.source_section import SourceSection
from pantin.widgets.values.live import LIVE, Comes, LiveChoices, LiveShown

COUNTED = {"told": _("Told by the figure"), "t_pose": _("From a T-pose"), "rest": _("From its rest")}
NO_POINTS = _("No points come. Start the program that sends them, then stand in a T-pose and calibrate.")
NOT_CALIBRATED = _("Stand upright with the arms straight out and press T-pose, or fit by the height.")

PARTS: Mapping[str, str] = {
    "": _("Not used"),
    "head": _("Head"),
    "hand.L": _("Hand L"),
    "hand.R": _("Hand R"),
    "hips": _("Hips"),
    "foot.L": _("Foot L"),
    "foot.R": _("Foot R"),
}
"""The words for the parts that a point may be on."""
ROW, INSET, NUMBER, CHOICE = 28, 12, 20, 124
COMES_IN_WORDS: Mapping[Comes, str] = {
    "comes": _("{serial} comes."),
    "lost": _("{serial} comes no more. Switch it on, or go where it is seen."),
    "never": _("{serial} has not come yet."),
}


class PointRow(QWidget):
    """Shows one point; `chosen` sends its serial and a part, which is empty for none, and `clicked` its serial."""

    chosen = Signal(str, str)
    clicked = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.serial, self._number = "", 0
        self._comes: Comes = "never"
        self._selected = False
        self.part = Choice(())
        for part, title in PARTS.items():
            self.part.addItem(title, part)
        self.part.setFixedWidth(CHOICE)
        self.part.committed.connect(lambda part: self.chosen.emit(self.serial, part))
        explain(self.part, _("The part of the body that this point is worn on."))
        self.setFixedHeight(ROW)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(INSET, 0, round(INSET + 2 * drawing.DOT + 8), 0)
        layout.addStretch(1)
        layout.addWidget(self.part)

    def show_point(self, number: int, serial: str, part: str, comes: Comes = "never") -> None:
        """Show the point with this serial on this part, and whether it comes."""
        self.part.show_value(part)
        if (number, serial, comes) != (self._number, self.serial, self._comes):
            self._number, self.serial, self._comes = number, serial, comes
            hint = COMES_IN_WORDS[comes].format(serial=serial)
            self.setToolTip(plain(hint))
            self.setAccessibleDescription(hint)
            self.part.setAccessibleName(_("Part of {serial}").format(serial=serial))
            self.update()

    def show_selected(self, selected: bool) -> None:
        """Return whether the bone that it is on is selected."""
        if selected != self._selected:
            self._selected = selected
            self.update()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self.clicked.emit(self.serial)

    def sizeHint(self) -> QSize:
        return QSize(120, ROW)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = drawing.painter_of(self)
        tokens = painter.tokens
        if self._selected or self.underMouse():
            painter.fillRect(self.rect(), theme.colour(tokens.row_active if self._selected else tokens.row_hover))
        drawing.write(painter, QRectF(INSET, 0, NUMBER, ROW), str(self._number), tokens.acc)
        room = QRectF(INSET + NUMBER, 0, self.part.x() - INSET - NUMBER - 8, ROW)
        drawing.write(painter, room, drawing.fitting(self.serial, room.width()), tokens.t1)
        token = {"comes": tokens.green, "lost": tokens.miss}.get(self._comes, tokens.t3)
        drawing.dot(painter, QPointF(self.width() - INSET - drawing.DOT, ROW / 2), token, self._comes == "comes")
        painter.end()


class TrackersPanel(QWidget):
    """Live motion of one window."""

    title = _("Trackers")
    chosen = Signal(object)
    calibrate_asked = Signal(str)
    record_asked = Signal()
    keep_asked = Signal()
    select_asked = Signal(str)
    """The serial of a point whose bone is to be selected."""

    def __init__(self) -> None:
        super().__init__()
        self._shown = LiveShown()
        self.source = SourceSection()
        self.source.chosen.connect(self.chosen)
        self._make_points()
        self._make_bones()
        self._make_calibration()
        self.setAutoFillBackground(True)
        self.setMinimumWidth(PANEL_WIDTH)
        self._lay_out()
        self.show_live(self._shown)

    @property
    def line(self) -> str:
        """The sentence about the live source."""
        return self.source.live.words()

    def show_live(self, shown: LiveShown) -> None:
        """Show how live motion goes. Nothing is emitted."""
        self._shown, choices = shown, shown.choices
        is_live = shown.used == LIVE
        self.source.show_live(shown)
        for section in (self.points, self.calibration):
            section.setVisible(is_live)
        self._show_points(shown)
        self.bones.setVisible(is_live and shown.bones > 0)
        self.bones.show_note(ngettext("{count} bone", "{count} bones", shown.bones).format(count=shown.bones))
        self.counted.show_value(choices.counted)
        self.counted_from.show_text(shown.counted_from, ())
        self.height_.show_value(choices.height)
        self.record.show_words(_("Stop recording") if shown.recorded is not None else _("Record"))
        self.record.setEnabled(shown.posing or shown.recorded is not None)
        self.keep.setEnabled(shown.posing)
        comes = shown.state == "receiving"
        self.t_pose.setEnabled(comes)
        self.proportions.setEnabled(comes and bool(shown.serials))
        self.calibration.show_note(_recorded(shown))
        self.did.show_text(shown.calibrated or NOT_CALIBRATED, ())

    def _make_points(self) -> None:
        self.points = Section(_("Points"), row_gap=0)
        self.rows: list[PointRow] = []
        self.nothing = LinkedText()
        self.nothing.show_text(NO_POINTS, ())
        self.points.add(self.nothing)

    def _make_bones(self) -> None:
        self.bones = Section(_("Bones"))
        self.counted, self.counted_from = Choice(()), LinkedText()
        for name, title in COUNTED.items():
            self.counted.addItem(title, name)
        normalised = _("From a T-pose: as VRM 0 sends them, and VRM 1.0 where it is normalised.")
        original = _("From its rest: as VRM 1.0 sends them; its own file, or a T-pose, tells how it rests.")
        explain(self.counted, normalised + "\n" + original)
        self.bones.add(labelled(_("Rotations"), self.counted))
        self.bones.add(self.counted_from)
        self.counted.committed.connect(lambda value: self.chosen.emit(replace(self._shown.choices, counted=value)))

    def _make_calibration(self) -> None:
        self.calibration = Section(_("Calibrate"))
        self.height_, self.did = NumberField(HEIGHTS), LinkedText()
        explain(self.height_, _("How tall the person is."))
        upright = _("Fit the points by how the person stands now: upright, the arms straight out to the sides.")
        self.t_pose = TextButton(_("T-pose"), upright)
        by_height = _("Fit the points as those on the joints of a person of this height.")
        self.proportions = TextButton(_("Proportions"), by_height)
        self.record = TextButton(_("Record"), _("Record what comes as a clip of the rig."))
        self.keep = TextButton(_("Keep the pose"), _("Make the pose that is shown the figure's own, as one step."))
        self.calibration.add(labelled(_("Height"), self.height_))
        self.calibration.add(buttons(self.t_pose, self.proportions))
        self.calibration.add(self.did)
        self.calibration.add(buttons(self.record, self.keep))
        self.height_.committed.connect(
            lambda value: self.chosen.emit(replace(self._shown.choices, height=float(value)))
        )
        self.t_pose.clicked.connect(lambda: self.calibrate_asked.emit("t_pose"))
        self.proportions.clicked.connect(lambda: self.calibrate_asked.emit("height"))
        self.record.clicked.connect(self.record_asked)
        self.keep.clicked.connect(self.keep_asked)

    def _lay_out(self) -> None:
        content = QWidget()
        content.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        rows = QVBoxLayout(content)
        rows.setContentsMargins(0, 0, 0, 0)
        rows.setSpacing(0)
        for section in (self.source, self.points, self.bones, self.calibration):
            rows.addWidget(section)
        rows.addStretch(1)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(column(content), 1)

    def _show_points(self, shown: LiveShown) -> None:
        """The table of points, in the order in which they came."""
        show_rows(self.rows, len(shown.serials), self._add_row)
        parts = shown.choices.parts
        for number, (row, serial) in enumerate(zip(self.rows, shown.serials, strict=False), 1):
            row.show_point(number, serial, parts.get(serial, ""), shown.comes(serial))
            row.show_selected(serial in shown.selected)
        self.nothing.setVisible(not shown.serials)
        used = sum(bool(parts.get(serial)) for serial in shown.serials)
        lost = len(shown.lost)
        note = _("{used} of {count}").format(used=used, count=len(shown.serials)) if shown.serials else ""
        self.points.show_note(
            ngettext("{count} lost", "{count} lost", lost).format(count=lost) if lost else note,
            "miss" if lost else "t3",
        )

    def _add_row(self) -> None:
        row = PointRow()
        row.chosen.connect(self._choose_part)
        row.clicked.connect(self.select_asked)
        self.rows.append(row)
        self.points.add(row)

    def _choose_part(self, serial: str, part: str) -> None:
        """A point is on this part; one that was there before is on none."""
        choices: LiveChoices = self._shown.choices
        parts = {other: on for other, on in choices.parts.items() if other != serial and on != part}
        self.chosen.emit(replace(choices, parts={**parts, serial: part} if part else parts))


def _recorded(shown: LiveShown) -> str:
    if shown.recorded is not None:
        return ngettext("{count} frame", "{count} frames", shown.recorded).format(count=shown.recorded)
    return _("Calibrated") if shown.calibrated else ""
