"""The card of one constraint: what it is, on whom, whether it acts; its form; what the solver reports."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import msgspec
from PySide6.QtCore import QRectF, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QHBoxLayout, QMenu, QSizePolicy, QVBoxLayout, QWidget

from rigs.constraints import Constraint, CopyLocation, CopyRotation, CopyScale, CopyTransforms, Ik
from rigs.rig import Bone
from widgets import drawing, icons, theme
from widgets.blend_slider import BlendSlider
from widgets.exchange import Goal
from widgets.form import Form, MakeEditor
from widgets.icon_button import IconButton
from widgets.quantity import quantity_of
from widgets.row import CARD_LABEL, INSET
from widgets.switch import Switch

HEAD, REPORT = 32, 28


@dataclass(frozen=True, slots=True)
class Look:
    """How a kind of constraint appears: its name, its icon, and the order of its fields (all, where none is given)."""

    title: str
    icon: str
    token: str
    order: tuple[str, ...]


_COPY = ("target", "influence", "owner_space", "target_space")
LOOKS: dict[type[msgspec.Struct], Look] = {
    Ik: Look(
        "IK",
        "ik",
        "handle",
        (
            "target",
            "pole",
            "pole_angle",
            "chain_length",
            "blend",
            "stretch",
            "soft_reach",
            "rotation",
            "rotation_weight",
            "weight",
            "iterations",
            "use_tail",
        ),
    ),
    CopyLocation: Look("Copy location", "copy", "t2", (*_COPY, "axes", "invert", "offset", "head_tail")),
    CopyRotation: Look("Copy rotation", "copy", "t2", (*_COPY, "axes", "invert", "mix")),
    CopyScale: Look("Copy scale", "copy", "t2", (*_COPY, "axes")),
    CopyTransforms: Look("Copy transforms", "copy", "t2", _COPY),
}

EDITORS: dict[str, MakeEditor] = {
    "blend": lambda field, bones: BlendSlider(quantity_of(field)),
    "rotation": lambda field, bones: Switch("Held by the target"),
}
"""Fields that have an editor of their own on a card."""


def reasons(constraint: Constraint) -> dict[str, str]:
    """Which fields of `constraint` mean nothing now, and why."""
    found = {}
    if getattr(constraint, "pole", "") is None:
        found["pole_angle"] = "Choose a pole first."
    if getattr(constraint, "rotation", True) is False:
        found["rotation_weight"] = "Turn on Rotation first."
    return found


class Card(QWidget):
    """Emits what people do to the constraint; knows nothing of its place in the rig."""

    previewed = Signal(str, object)
    committed = Signal(str, object)
    cancelled = Signal()
    remove_asked = Signal()

    def __init__(self, model: type[msgspec.Struct], bones: Callable[[], Sequence[Bone]]) -> None:
        super().__init__()
        self.look = LOOKS[model]
        self.head = _Head(self.look)
        self.form = Form(model, only=self.look.order, editors=EDITORS, bones=bones, label_width=CARD_LABEL, margin=8)
        self.report = Report()
        self._enabled = True
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Maximum)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        for part in (self.head, self.form, self.report):
            layout.addWidget(part)
        self.form.previewed.connect(self.previewed)
        self.form.committed.connect(self.committed)
        self.form.cancelled.connect(self.cancelled)
        self.head.eye.clicked.connect(lambda shown: self.committed.emit("enabled", shown))
        self.head.more.clicked.connect(self._open_menu)

    def show_constraint(self, constraint: Constraint, on: str, goal: Goal | None) -> None:
        """Show a constraint, whose bone it is on (empty where that is plain), and the goal's report, if any."""
        self._enabled = constraint.enabled
        self.head.show_title(on, constraint.enabled)
        self.form.show_value(constraint, reasons(constraint))
        self.report.show_goal(goal if constraint.enabled else None)

    def menu(self) -> QMenu:
        """The menu of the three dots."""
        menu = QMenu(self)
        tokens = theme.current()
        mute = "Mute" if self._enabled else "Unmute"
        eye = "eye-off" if self._enabled else "eye"
        menu.addAction(icons.icon(eye, tokens), mute, lambda: self.committed.emit("enabled", not self._enabled))
        menu.addAction(icons.icon("trash", tokens), "Remove", self.remove_asked.emit)
        return menu

    def _open_menu(self) -> None:
        self.head.more.open_menu(self.menu())

    def paintEvent(self, _event) -> None:
        tokens = theme.current()
        painter = drawing.painter_of(self)
        rect = QRectF(self.rect())
        drawing.box(painter, rect, tokens.card, radius=8)
        drawing.ring(painter, rect, tokens.outline, radius=8, width=1)
        painter.end()


class _Head(QWidget):
    """Icon, kind, "on" whom; eye; more."""

    def __init__(self, look: Look) -> None:
        super().__init__()
        self._look = look
        self._on = ""
        self._enabled = True
        self.setFixedHeight(HEAD)
        self.eye = IconButton("eye-off", "Mute or unmute the constraint", 24, "eye")
        self.more = IconButton("more", "More: mute, remove")
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 4, 0)
        layout.setSpacing(4)
        layout.addStretch(1)
        layout.addWidget(self.eye)
        layout.addWidget(self.more)

    def show_title(self, on: str, enabled: bool) -> None:
        if (on, enabled) != (self._on, self._enabled):
            self._on, self._enabled = on, enabled
            self.update()
        self.eye.show_checked(enabled)

    def paintEvent(self, _event) -> None:
        tokens = theme.current()
        painter = drawing.painter_of(self)
        painter.setOpacity(1.0 if self._enabled else 0.6)
        icons.draw(painter, self._look.icon, getattr(tokens, self._look.token), INSET, 8)
        painter.setFont(theme.font(12, 600))
        drawing.write(painter, QRectF(32, 0, 160, HEAD), self._look.title, tokens.t1)
        left = 32 + theme.metrics(12, 600).horizontalAdvance(self._look.title) + 8
        painter.setFont(theme.font(11))
        note = " · ".join(part for part in (self._on, "" if self._enabled else "muted") if part)
        room = QRectF(left, 0, self.eye.x() - left - 4, HEAD)
        drawing.write(painter, room, drawing.fitting(note, room.width(), 11), tokens.t2)
        painter.end()


class Report(QWidget):
    """One line of what the solver says: reached or not, what is left, how long it took."""

    def __init__(self) -> None:
        super().__init__()
        self._shown: tuple[bool, str] | None = None
        self.setFixedHeight(8)

    def text(self) -> str:
        """The line as one reads it; empty where nothing was solved."""
        return " ".join((("Reached" if self._shown[0] else "Not reached"), self._shown[1])) if self._shown else ""

    def show_goal(self, goal: Goal | None) -> None:
        """Show a goal: `.reached`, `.residual` in metres, `.iterations`, and `.microseconds` where it has them."""
        shown = (goal.reached, _figures(goal)) if goal else None
        if shown == self._shown:
            return
        self._shown = shown
        self.setFixedHeight(REPORT + 8 if shown else 8)
        self.setToolTip("How far the chain's end is from its goal, and the steps the solver took." if shown else "")
        self.update()

    def paintEvent(self, _event) -> None:
        if not self._shown:
            return
        tokens = theme.current()
        reached, figures = self._shown
        painter = drawing.painter_of(self)
        painter.fillRect(QRectF(1, 8, self.width() - 2, 1), theme.colour(tokens.line))
        line = QRectF(INSET, 9, self.width() - 2 * INSET, REPORT - 1)
        _dot(painter, QRectF(INSET, 18, 8, 8), reached, tokens)
        painter.setFont(theme.font(11, 500))
        drawing.write(painter, line.adjusted(16, 0, 0, 0), "Reached" if reached else "Not reached", tokens.t1)
        painter.setFont(theme.font(11))
        drawing.write(painter, line, figures, tokens.t2, drawing.MIDDLE_RIGHT)
        painter.end()


def _figures(goal: Goal) -> str:
    microseconds = getattr(goal, "microseconds", None)
    steps = f"{goal.iterations} step{'' if goal.iterations == 1 else 's'}"
    parts = [residual_text(goal.residual), steps]
    if microseconds is not None:
        parts.append(f"{microseconds:.0f} µs")
    return "  ·  ".join(parts)


def residual_text(metres: float) -> str:
    """A distance left, in millimetres."""
    millimetres = metres * 1000
    return f"{millimetres:.2f} mm" if millimetres < 10 else f"{millimetres:.0f} mm"


def _dot(painter: QPainter, rect: QRectF, full: bool, tokens: theme.Theme) -> None:
    """Full for reached, open for not: readable without the colour."""
    if full:
        drawing.box(painter, rect, tokens.pin, radius=4)
    else:
        drawing.ring(painter, rect, tokens.miss, radius=4, width=1.75)
