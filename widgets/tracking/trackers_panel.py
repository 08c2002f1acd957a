"""The panel of trackers: source, points, calibration, and what becomes of the motion that comes.

It shows what it is given. `chosen` sends other choices; the other signals ask for what their buttons say.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from pantin.widgets.controls.choice import Choice
from pantin.widgets.controls.explain import explain
from pantin.widgets.controls.scroll import column
from pantin.widgets.controls.section import Section
from pantin.widgets.controls.switch import Switch
from pantin.widgets.controls.text_button import TextButton
from pantin.widgets.controls.text_field import TextField
from pantin.widgets.forms.linked_text import LinkedText
from pantin.widgets.forms.row import RowLabel
from pantin.widgets.messages import _, ngettext
from pantin.widgets.numbers.number_field import NumberField
from pantin.widgets.tracking.point_row import PointRow
from pantin.widgets.tracking.source_line import SourceLine
from pantin.widgets.values.live import LiveChoices, LiveShown
from pantin.widgets.values.quantity import Quantity, lengths
from pantin.widgets.values.units import M, Unit

WIDTH = 308
INSET, PORT = 12, 64
PORTS = Quantity(Unit(decimals=0, step=1.0, snap=10.0), lower=1.0, upper=65_535.0, whole=True)
HEIGHTS = replace(lengths(0.3, 3.0), unit=M)
BY = {"t_pose": _("T-pose"), "height": _("Height")}
NO_POINTS = _("No points come. Start the program that sends them, then stand in a T-pose and calibrate.")


class TrackersPanel(QWidget):
    """Live motion of one window."""

    title = _("Trackers")
    chosen = Signal(object)
    receive_asked = Signal()
    send_asked = Signal(object)
    calibrate_asked = Signal()
    record_asked = Signal()
    keep_asked = Signal()
    file_asked = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._shown = LiveShown()
        self._make_source()
        self._make_points()
        self._make_calibration()
        self.setAutoFillBackground(True)
        self.setMinimumWidth(WIDTH)
        self._lay_out()
        self.show_live(self._shown)

    def show_live(self, shown: LiveShown) -> None:
        """Show how live motion goes. Nothing is emitted."""
        self._shown, choices = shown, shown.choices
        self.line.show_live(shown)
        self.address.show_value(choices.address)
        self.tracker_port.show_value(choices.trackers_port)
        self.bone_port.show_value(choices.bones_port)
        self.send.show_value(shown.sending)
        self.send_address.show_value(choices.send_address)
        self.send_port.show_value(choices.send_port)
        self.receive.show_words(_("Stop") if shown.state in ("waiting", "receiving") else _("Receive"))
        self._show_points(shown)
        self.by.show_value(choices.by)
        self.height_.show_value(choices.height)
        self.height_.setEnabled(choices.by == "height")
        self.record.show_words(_("Stop recording") if shown.recorded is not None else _("Record"))
        self.record.setEnabled(shown.posing or shown.recorded is not None)
        self.keep.setEnabled(shown.posing)
        self.calibrate.setEnabled(bool(shown.serials) and shown.state == "receiving")
        self.calibration.show_note(_calibrated(shown))

    def _make_source(self) -> None:
        self.source = Section(_("Source"))
        self.address, self.tracker_port, self.bone_port = TextField(), NumberField(PORTS), NumberField(PORTS)
        self.send, self.send_address, self.send_port = Switch(), TextField(), NumberField(PORTS)
        self.receive = TextButton(_("Receive"), _("Listen for motion that other programs send (VMC over OSC)."))
        self.file = TextButton(_("File…"), _("Make a clip of a file of tracked points."))
        self.line = SourceLine()
        only_here = _("127.0.0.1 is this machine alone; another address of it lets others in.")
        for widget, words in (
            (self.address, _("The address of this machine that is listened on.") + "\n" + only_here),
            (self.tracker_port, _("The port that trackers are sent to.")),
            (self.bone_port, _("The port that the bones of a figure are sent to.")),
            (self.send, _("Send the posed figure to other programs.")),
            (self.send_address, _("Where the figure is sent to.")),
            (self.send_port, _("The port that the figure is sent to.")),
        ):
            explain(widget, words)
        self.source.add(_row(_("Listen"), self.address))
        self.source.add(_row(_("Trackers"), self.tracker_port))
        self.source.add(_row(_("Bones"), self.bone_port))
        self.source.add(_row(_("Send to"), self.send, self.send_address, self.send_port))
        self.source.add(_buttons(self.receive, self.file))
        self.source.add(self.line)
        self.send.setFixedWidth(40)
        self.send_port.setFixedWidth(PORT)
        self._choosing(self.address, "address", str)
        self._choosing(self.tracker_port, "trackers_port", int)
        self._choosing(self.bone_port, "bones_port", int)
        self._choosing(self.send_address, "send_address", str)
        self._choosing(self.send_port, "send_port", int)
        self.send.committed.connect(self.send_asked)
        self.receive.clicked.connect(self.receive_asked)
        self.file.clicked.connect(self.file_asked)

    def _make_points(self) -> None:
        self.points = Section(_("Points"), row_gap=0)
        self.rows: list[PointRow] = []
        self.nothing = LinkedText()
        self.nothing.show_text(NO_POINTS, ())
        self.points.add(self.nothing)

    def _make_calibration(self) -> None:
        self.calibration = Section(_("Calibrate"))
        self.by, self.height_ = Choice(()), NumberField(HEIGHTS)
        for name, title in BY.items():
            self.by.addItem(title, name)
        t_pose = _("T-pose: from how the person stands now, upright with the arms straight out to the sides.")
        explain(self.by, t_pose + "\n" + _("Height: points sit on the joints of a person of this height."))
        explain(self.height_, _("How tall the person is."))
        self.calibrate = TextButton(_("Calibrate"), _("Fit the points that come to the figure."))
        self.record = TextButton(_("Record"), _("Record what comes as a clip of the rig."))
        self.keep = TextButton(_("Keep the pose"), _("Make the pose that is shown the figure's own, as one step."))
        self.calibration.add(_row(_("By"), self.by))
        self.calibration.add(_row(_("Height"), self.height_))
        self.calibration.add(_buttons(self.calibrate, self.record))
        self.calibration.add(_buttons(self.keep))
        self._choosing(self.by, "by", str)
        self._choosing(self.height_, "height", float)
        self.calibrate.clicked.connect(self.calibrate_asked)
        self.record.clicked.connect(self.record_asked)
        self.keep.clicked.connect(self.keep_asked)

    def _lay_out(self) -> None:
        content = QWidget()
        content.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        rows = QVBoxLayout(content)
        rows.setContentsMargins(0, 0, 0, 0)
        rows.setSpacing(0)
        for section in (self.source, self.points, self.calibration):
            rows.addWidget(section)
        rows.addStretch(1)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(column(content), 1)

    def _choosing(self, editor: Any, field: str, kind: Callable[[Any], Any]) -> None:
        """A committed value is another choice."""
        editor.committed.connect(lambda value: self.chosen.emit(replace(self._shown.choices, **{field: kind(value)})))

    def _show_points(self, shown: LiveShown) -> None:
        """The table of points, in the order in which they came."""
        while len(self.rows) < len(shown.serials):
            row = PointRow()
            row.chosen.connect(self._choose_part)
            self.rows.append(row)
            self.points.add(row)
        parts = shown.choices.parts
        for number, row in enumerate(self.rows):
            row.setVisible(number < len(shown.serials))
            if number < len(shown.serials):
                serial = shown.serials[number]
                row.show_point(number + 1, serial, parts.get(serial, ""))
        self.nothing.setVisible(not shown.serials)
        used = sum(bool(parts.get(serial)) for serial in shown.serials)
        self.points.show_note(_("{used} of {count}").format(used=used, count=len(shown.serials)))

    def _choose_part(self, serial: str, part: str) -> None:
        """A point is on this part; one that was there before is on none."""
        choices: LiveChoices = self._shown.choices
        parts = {other: on for other, on in choices.parts.items() if other != serial and on != part}
        self.chosen.emit(replace(choices, parts={**parts, serial: part} if part else parts))


def _calibrated(shown: LiveShown) -> str:
    if shown.recorded is not None:
        return ngettext("{count} frame", "{count} frames", shown.recorded).format(count=shown.recorded)
    return _("Calibrated") if shown.calibrated else ""


def _row(label: str, *widgets: QWidget) -> QWidget:
    """A label with what is edited beside it."""
    row = QWidget()
    layout = QHBoxLayout(row)
    layout.setContentsMargins(0, 0, INSET, 0)
    layout.setSpacing(4)
    layout.addWidget(RowLabel(label))
    for widget in widgets:
        layout.addWidget(widget, 1)
    return row


def _buttons(*buttons: QWidget) -> QWidget:
    """Buttons side by side, as wide as the panel."""
    row = QWidget()
    layout = QHBoxLayout(row)
    layout.setContentsMargins(INSET, 4, INSET, 0)
    layout.setSpacing(8)
    for button in buttons:
        layout.addWidget(button, 1)
    return row
