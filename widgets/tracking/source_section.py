"""The sources of points in one list, and below it what the one that is used needs: ports, or a clip and its parts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace
from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from pantin.widgets.controls.choice import Choice
from pantin.widgets.controls.explain import explain
from pantin.widgets.controls.frames.section import Section
from pantin.widgets.controls.kept_rows import show_rows
from pantin.widgets.controls.switch import Switch
from pantin.widgets.controls.text_button import TextButton
from pantin.widgets.controls.text_field import TextField
from pantin.widgets.forms.rows.linked_text import LinkedText
from pantin.widgets.forms.rows.row import labelled
from pantin.widgets.messages import _
from pantin.widgets.numbers.number_field import NumberField
from pantin.widgets.theme import drawing, theme
from pantin.widgets.tracking.rows import HEIGHTS, buttons
from pantin.widgets.values.live import LIVE, LiveShown, SourceShown
from pantin.widgets.values.live import LOOPBACK as THIS_MACHINE
from pantin.widgets.values.quantity import Quantity
from pantin.widgets.values.units import Unit

PORT = 64
PORTS = Quantity(Unit(decimals=0, step=1.0, snap=10.0), lower=1.0, upper=65_535.0, whole=True)
FOLLOW = {"all": _("All points"), "hands": _("Head and hands")}
BY = {"t_pose": _("T-pose in frame 0"), "height": _("Proportions")}
OPEN = _("Programs on other machines can reach this address.")
LOOPBACK = ("127.", "localhost", "::1")

ROW_HIGH, INSET, LINE = 44, 12, 20
TEXT = INSET + 2 * drawing.DOT + 8


class SourceRow(QAbstractButton):
    """Shows one source. The one that is used is checked; an open dot waits, a full one has something to give."""

    def __init__(self) -> None:
        super().__init__()
        self._shown = SourceShown("", "", "")
        self.setFixedHeight(ROW_HIGH)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)

    @property
    def key(self) -> str:
        """Return the key of the source."""
        return self._shown.key

    def words(self) -> str:
        """The sentence about how it goes."""
        return self._shown.state_in_words

    def show_source(self, shown: SourceShown, used: bool) -> None:
        """Show how it goes now."""
        if (shown, used) != (self._shown, self.isChecked()):
            self._shown = shown
            self.setCheckable(True)
            self.setChecked(used)
            self.setAccessibleName(shown.title)
            self.setAccessibleDescription(shown.state_in_words)
            explain(self, shown.state_in_words)
            self.update()

    def nextCheckState(self) -> None:
        """Do nothing: which one is used is said from outside."""

    def sizeHint(self) -> QSize:
        return QSize(120, ROW_HIGH)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = drawing.painter_of(self)
        tokens, state = painter.tokens, self._shown.state
        back = tokens.row_active if self.isChecked() else tokens.row_hover if self.underMouse() else ""
        if back:
            painter.fillRect(self.rect(), theme.colour(back))
        if self.hasFocus():
            drawing.ring(painter, QRectF(self.rect()).adjusted(4, 2, -4, -2), tokens.acc)
        colour = {"receiving": tokens.green, "failed": tokens.miss}.get(state, tokens.t3)
        centre = QPointF(INSET + drawing.DOT, 3 + LINE / 2)
        drawing.dot(painter, centre, colour, state in ("receiving", "failed"))
        room = QRectF(TEXT, 3, self.width() - TEXT - INSET, LINE)
        drawing.write(painter, room, drawing.fitting(self._shown.title, room.width()), tokens.t1)
        painter.setFont(theme.font(11))
        text = drawing.fitting(self._shown.state_in_words, room.width(), 11)
        drawing.write(painter, room.translated(0, LINE - 2), text, tokens.miss if state == "failed" else tokens.t2)
        painter.end()


class SourceSection(Section):
    """Shows where points come from. `chosen` sends other choices, `used` the key of another source and its clip."""

    chosen = Signal(object)
    used = Signal(str, str)
    receive_asked = Signal()
    send_asked = Signal(object)
    add_asked = Signal()
    make_asked = Signal()

    def __init__(self) -> None:
        super().__init__(_("Source"))
        self._shown = LiveShown()
        self.live = SourceRow()
        self.rows: list[SourceRow] = []
        self.add_file = TextButton(_("Add file…"), _("Add a file of tracked points, or one with clips."), quiet=True)
        self.add_file.clicked.connect(self.add_asked)
        self.add_to_head(self.add_file)
        self.live.clicked.connect(lambda: self.used.emit(LIVE, ""))
        self.add(self.live)
        self._list = QWidget()
        self._make_live()
        self._make_clips()

    def show_live(self, shown: LiveShown) -> None:
        """Show all sources, and what the one needs that is used. Nothing is emitted."""
        self._shown, choices = shown, shown.choices
        self.live.show_source(
            SourceShown(LIVE, _("Live: VMC over OSC"), in_words(shown), shown.state), shown.used == LIVE
        )
        self._show_rows(shown)
        source = next((each for each in shown.sources if each.key == shown.used), None)
        for row in self._live_rows:
            row.setVisible(source is None)
        for row in self._clip_rows:
            row.setVisible(source is not None)
        self.address.show_value(choices.address)
        self.tracker_port.show_value(choices.trackers_port)
        self.bone_port.show_value(choices.bones_port)
        self.send.show_value(shown.sending)
        self.send_address.show_value(choices.send_address)
        self.send_port.show_value(choices.send_port)
        self.receive.show_words(_("Stop") if shown.state in ("waiting", "receiving") else _("Receive"))
        self.open.show_text(OPEN, ())
        self.open.setVisible(source is None and not choices.address.startswith(LOOPBACK))
        if source is not None:
            self._show_clips(source, shown)

    def _show_rows(self, shown: LiveShown) -> None:
        show_rows(self.rows, len(shown.sources), self._add_row)
        for row, source in zip(self.rows, shown.sources, strict=False):
            row.show_source(source, source.key == shown.used)

    def _add_row(self) -> None:
        row = SourceRow()
        row.clicked.connect(lambda: self._use(row.key))
        self.insert(1 + len(self.rows), row)
        self.rows.append(row)

    def _use(self, key: str) -> None:
        source = next((each for each in self._shown.sources if each.key == key), None)
        if source is not None:
            self.used.emit(key, next(iter(source.clips), ""))

    def _show_clips(self, source: SourceShown, shown: LiveShown) -> None:
        """The clips of the source that is used."""
        if source.clips != tuple(self.clip.itemData(row) for row in range(self.clip.count())):
            self.clip.clear()
            for name in source.clips:
                self.clip.addItem(name, name)
        self.clip.show_value(shown.clip)
        self._clip_rows[0].setVisible(bool(source.clips))
        self._clip_rows[2].setVisible(source.lacks_skeleton)
        self._clip_rows[3].setVisible(source.lacks_skeleton and shown.choices.by == "height")
        self.height_.show_value(shown.choices.height)
        self.follow.show_value(shown.choices.follow)
        self.by.show_value(shown.choices.by)

    def _make_live(self) -> None:
        self.receive = TextButton(_("Receive"), _("Listen for motion that other programs send (VMC over OSC)."))
        self.receive.clicked.connect(self.receive_asked)
        self.open = LinkedText()
        address, *ports = self._listening_rows()
        self._live_rows = (address, self.open, *ports, self._sending_row(), buttons(self.receive))
        for row in self._live_rows:
            self.add(row)

    def _listening_rows(self) -> tuple[QWidget, ...]:
        """Return the rows of where motion is listened for: an address of this machine, and the ports of trackers and of
        bones.
        """
        self.address, self.tracker_port, self.bone_port = TextField(), NumberField(PORTS), NumberField(PORTS)
        only_here = _("127.0.0.1 is this machine alone; another address of it lets others in.")
        explain(self.address, _("The address of this machine that is listened on.") + "\n" + only_here)
        explain(self.tracker_port, _("The port that trackers are sent to."))
        explain(self.bone_port, _("The port that the bones of a figure are sent to."))
        self._choosing(self.address, "address", _address)
        self._choosing(self.tracker_port, "trackers_port", int)
        self._choosing(self.bone_port, "bones_port", int)
        return (
            labelled(_("Listen"), self.address),
            labelled(_("Trackers"), self.tracker_port),
            labelled(_("Bones"), self.bone_port),
        )

    def _sending_row(self) -> QWidget:
        """Return whether the figure is sent, and where to."""
        self.send, self.send_address, self.send_port = Switch(), TextField(), NumberField(PORTS)
        explain(self.send, _("Send the posed figure to other programs."))
        explain(self.send_address, _("Where the figure is sent to."))
        explain(self.send_port, _("The port that the figure is sent to."))
        self.send_address.setAccessibleName(_("Address that the figure is sent to"))
        self.send_port.setAccessibleName(_("Port that the figure is sent to"))
        self.send.setFixedWidth(40)
        self.send_port.setFixedWidth(PORT)
        self.send.committed.connect(self.send_asked)
        self._choosing(self.send_address, "send_address", _address)
        self._choosing(self.send_port, "send_port", int)
        return labelled(_("Send to"), self.send, self.send_address, self.send_port)

    def _make_clips(self) -> None:
        self.clip, self.follow, self.by = Choice(()), Choice(()), Choice(())
        for choice, titles in ((self.follow, FOLLOW), (self.by, BY)):
            for name, title in titles.items():
                choice.addItem(title, name)
        explain(self.clip, _("The clip whose points are followed."))
        explain(self.follow, _("Which points are followed: the figure finds the rest by itself."))
        self.height_ = NumberField(HEIGHTS)
        explain(self.by, _("How points without a skeleton fit: their first frame is a T-pose, or by the height below."))
        explain(self.height_, _("How tall the person is."))
        self.make = TextButton(
            _("Make a clip"), _("Drive the figure by these points, frame by frame: a clip of the rig.")
        )
        self._clip_rows = (
            labelled(_("Clip"), self.clip),
            labelled(_("Follow"), self.follow),
            labelled(_("Fit by"), self.by),
            labelled(_("Height"), self.height_),
            buttons(self.make),
        )
        for row in self._clip_rows:
            self.add(row)
        self.clip.committed.connect(lambda name: self.used.emit(self._shown.used, name))
        self._choosing(self.follow, "follow", str)
        self._choosing(self.by, "by", str)
        self._choosing(self.height_, "height", float)
        self.make.clicked.connect(self.make_asked)

    def _choosing(self, editor: Any, field: str, kind: Callable[[Any], Any]) -> None:
        """A committed value is another choice."""
        editor.committed.connect(lambda value: self.chosen.emit(replace(self._shown.choices, **{field: kind(value)})))


def in_words(shown: LiveShown) -> str:
    """Return the state of receiving: "Receiving 60 Hz, 0 dropped", "Waiting on 39540", "Port 39540 is in use"."""
    if shown.state == "receiving":
        if shown.why:
            return shown.why
        return _("Receiving {rate} Hz, {dropped} dropped").format(rate=shown.rate, dropped=shown.dropped)
    if shown.state == "waiting":
        return _("Waiting on {port}").format(port=shown.choices.trackers_port)
    return shown.why if shown.state == "failed" else _("Not receiving")


def _address(typed: str) -> str:
    """Return the address that was typed; of an empty line, that of this machine alone: the system takes it for all."""
    return typed.strip() or THIS_MACHINE
