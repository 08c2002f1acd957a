"""The card of one constraint: what it is, on whom, whether it acts; its form; what the solver reports."""

from __future__ import annotations

from dataclasses import dataclass

import msgspec
from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QMenu, QSizePolicy, QVBoxLayout, QWidget

from rigs.constraints import (
    Constraint,
    CopyLocation,
    CopyRotation,
    CopyScale,
    CopyTransforms,
    DampedTrack,
    Distance,
    Ik,
    LimitDistance,
    LimitLocation,
    LimitRotation,
    LimitScale,
    Transformation,
)
from rigs.solvers import SOLVERS
from widgets import drawing, theme
from widgets.blend_slider import BlendSlider
from widgets.card_head import STEPS, CardHead
from widgets.card_report import Report
from widgets.exchange import Goal
from widgets.field_commands import LINE, Command, menu_of
from widgets.form import Form, MakeEditor
from widgets.quantity import quantity_of
from widgets.reference_field import BonesByName
from widgets.row import CARD_LABEL
from widgets.solver_choice import solver_choice
from widgets.switch import Switch

ALONE = "A constraint keeps its settings to itself: copy the whole card to the selected bones."
ALT = Qt.KeyboardModifier.AltModifier


@dataclass(frozen=True, slots=True)
class Look:
    """How a kind of constraint appears: its name, its icon, and the order of its fields (all, where none is given).

    `begins` draws a line above it in the menu of what can be added.
    """

    title: str
    icon: str
    token: str
    order: tuple[str, ...]
    begins: bool = False


CHANNELS = ("location", "rotation", "scale")
_COPY = ("target", "influence", "owner_space", "target_space")
_LIMIT = ("lower", "upper", "owner_space", "influence")
_READ = ("read", *(f"read_{channel}_{end}" for channel in CHANNELS for end in ("from", "to")), "extrapolate")
_WRITE = (
    "write",
    *(f"write_{channel}_{end}" for channel in CHANNELS for end in ("from", "to")),
    "x_follows",
    "y_follows",
    "z_follows",
)
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
            "solver",
            "blend",
            "blend_by",
            "stretch",
            "keep_volume",
            "soft_reach",
            "weight",
            "position_axes",
            "rotation",
            "rotation_weight",
            "rotation_axes",
            "axes_of",
            "rotation_decay",
            "planar",
            "start",
            "iterations",
            "tolerance",
            "use_tail",
        ),
    ),
    Distance: Look(
        "Distance",
        "ik",
        "handle",
        ("target", "keep", "radius", "chain_length", "blend", "weight", "iterations", "use_tail"),
    ),
    CopyLocation: Look("Copy location", "copy", "t2", (*_COPY, "axes", "invert", "offset", "head_tail"), True),
    CopyRotation: Look("Copy rotation", "copy", "t2", (*_COPY, "axes", "invert", "mix")),
    CopyScale: Look("Copy scale", "copy", "t2", (*_COPY, "axes")),
    CopyTransforms: Look("Copy transforms", "copy", "t2", _COPY),
    DampedTrack: Look("Damped track", "track", "t2", ("target", "axis", "head_tail", "influence"), True),
    Transformation: Look("Transformation", "transformation", "t2", ("target", *_READ, *_WRITE, "mix", *_COPY[1:])),
    LimitLocation: Look("Limit location", "limit-location", "t2", _LIMIT, True),
    LimitRotation: Look("Limit rotation", "limit", "t2", _LIMIT),
    LimitScale: Look("Limit scale", "limit-scale", "t2", _LIMIT),
    LimitDistance: Look(
        "Limit distance", "limit-distance", "t2", ("target", "keep", "radius", "head_tail", *_COPY[1:])
    ),
}

EDITORS: dict[str, MakeEditor] = {
    "blend": lambda field, bones: BlendSlider(quantity_of(field)),
    "rotation": lambda field, bones: Switch("Held by the target"),
    "solver": lambda field, bones: solver_choice(SOLVERS),
}
"""Fields that have an editor of their own on a card."""


def reasons(constraint: Constraint) -> dict[str, str]:
    """Which fields of `constraint` mean nothing now, and why."""
    found = {}
    if getattr(constraint, "pole", "") is None:
        found["pole_angle"] = "Choose a pole first."
    if getattr(constraint, "rotation", True) is False:
        found |= dict.fromkeys(("rotation_weight", "rotation_axes", "rotation_decay"), "Turn on Rotation first.")
    if isinstance(constraint, Ik) and all(constraint.position_axes):
        found["axes_of"] = "All position axes are held, so it does not matter whose they are."
    if getattr(constraint, "stretch", True) is False:
        found["keep_volume"] = "Turn on Stretch first."
    return found


def left_out(constraint: Constraint) -> frozenset[str]:
    """Which fields of `constraint` are about something else than what it does now, and so are not shown."""
    if isinstance(constraint, Ik):
        return _unheeded(constraint)
    if not isinstance(constraint, Transformation):
        return frozenset()
    used = {"read": constraint.read, "write": constraint.write}
    return frozenset(
        f"{way}_{channel}_{end}"
        for way in used
        for channel in CHANNELS
        for end in ("from", "to")
        if channel != used[way]
    )


def _unheeded(ik: Ik) -> frozenset[str]:
    """What means nothing to its solver. A rotation that is on is shown, to be turned off."""
    solver = SOLVERS[ik.solver]
    turning = {"rotation", "rotation_weight"} if not solver.turns and not ik.rotation else ()
    return solver.ignores.union(turning)


@dataclass(frozen=True, slots=True)
class Place:
    """Where a card stands: on which other bone, and why it can go no further up or down, or to no other bone."""

    on: str = ""
    no_up: str = ""
    no_down: str = ""
    no_copy: str = ""

    @property
    def movable(self) -> bool:
        """Whether there is another place to go to."""
        return not (self.no_up and self.no_down)


class Card(QWidget):
    """Emits what people do to the constraint; knows nothing of its index in the rig."""

    previewed = Signal(str, object)
    committed = Signal(str, object)
    all_committed = Signal(object)
    cancelled = Signal()
    remove_asked = Signal()
    duplicate_asked = Signal()
    copy_asked = Signal()
    step_asked = Signal(int)
    folded = Signal(bool)

    def __init__(self, model: type[msgspec.Struct], bones: BonesByName) -> None:
        super().__init__()
        self.look = LOOKS[model]
        self.head = CardHead(self.look.title, self.look.icon, self.look.token)
        self.form = Form(
            model,
            only=self.look.order,
            editors=EDITORS,
            bones=bones,
            label_width=CARD_LABEL,
            margin=8,
            alone=ALONE,
        )
        self.report = Report()
        self.constraint: Constraint | None = None
        self._place = Place()
        self._held = False
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Maximum)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        for part in (self.head, self.form, self.report):
            layout.addWidget(part)
        self.form.previewed.connect(self.previewed)
        self.form.committed.connect(self.committed)
        self.form.all_committed.connect(self.all_committed)
        self.form.cancelled.connect(self.cancelled)
        self.head.clicked.connect(lambda is_open: self._fold(not is_open))
        self.head.eye.clicked.connect(lambda shown: self.committed.emit("enabled", shown))
        self.head.more.clicked.connect(lambda: self.head.more.open_menu(self.menu()))

    def show_constraint(self, constraint: Constraint, place: Place) -> None:
        """Show a constraint, and where it stands."""
        self.constraint, self._place = constraint, place
        self.head.show_title(place.on, constraint.enabled, place.movable)
        self.form.show_value(constraint, reasons(constraint))
        self.form.leave_out(left_out(constraint))

    def show_goal(self, goal: Goal | None) -> None:
        """Show what the solver reports of the constraint, if anything."""
        self.report.show_goal(goal if self._acts() else None)

    def _acts(self) -> bool:
        return self.constraint is not None and self.constraint.enabled

    def show_folded(self, folded: bool) -> None:
        """Show the head alone, or all of it."""
        self.head.setChecked(not folded)
        for part in (self.form, self.report):
            part.setVisible(not folded)

    def show_held(self, held: bool) -> None:
        """Show that the card is being dragged."""
        self._held = held
        self.update()

    def is_folded(self) -> bool:
        """Whether only the head is shown."""
        return not self.head.isChecked()

    def menu(self) -> QMenu:
        """The menu of the three dots."""
        place = self._place
        return menu_of(
            (
                Command("Duplicate", self.duplicate_asked.emit),
                Command("Copy to selected", self.copy_asked.emit, place.no_copy),
                LINE,
                Command("Move up", lambda: self.step_asked.emit(-1), place.no_up, "Alt+Up"),
                Command("Move down", lambda: self.step_asked.emit(1), place.no_down, "Alt+Down"),
                LINE,
                Command("Mute" if self._acts() else "Unmute", self.head.eye.click),
                Command("Unfold" if self.is_folded() else "Fold", self.head.click),
                LINE,
                Command("Remove", self.remove_asked.emit),
            ),
            self,
        )

    def contextMenuEvent(self, event) -> None:
        menu = self.menu()
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(event.globalPos())

    def event(self, event) -> bool:
        """Alt with the arrow keys is for the card, wherever in it the focus is."""
        if event.type() == event.Type.ShortcutOverride and self._step_of(event):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = self._step_of(event)
        if not step:
            super().keyPressEvent(event)
        elif not (self._place.no_up if step < 0 else self._place.no_down):
            self.step_asked.emit(step)

    def _step_of(self, event: QKeyEvent) -> int:
        return STEPS.get(event.key(), 0) if event.modifiers() & ALT else 0

    def _fold(self, folded: bool) -> None:
        self.show_folded(folded)
        self.folded.emit(folded)

    def paintEvent(self, _event) -> None:
        tokens = theme.current()
        painter = drawing.painter_of(self)
        rect = QRectF(self.rect())
        drawing.box(painter, rect, tokens.card, radius=8)
        drawing.ring(painter, rect, tokens.acc if self._held else tokens.outline, radius=8, width=1)
        painter.end()
