"""The hands of the selected bones: four shapes, and sliders for what a hand does.

What the sliders show is read off the pose. Shapes are sent as names of actions.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated

import msgspec
from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPen, QPolygonF, QTransform
from PySide6.QtWidgets import QAbstractButton, QHBoxLayout, QSizePolicy, QWidget

from pantin.rigs.document import Document
from pantin.rigs.editing.hands.drawing import Stroke, strokes
from pantin.rigs.editing.hands.sliders import (
    PRESETS,
    SLIDERS,
    Preset,
    Slider,
    at_preset,
    chosen_hands,
    sliders_of,
    value_of,
    with_slider,
)
from pantin.rigs.fields import Field, field, field_named
from pantin.rigs.figure import Figure
from pantin.rigs.fitting.hand_joints import SLIDER_LEAST, HandJoints, hand_joints
from pantin.rigs.pose import Transform
from pantin.rigs.rig import Rig
from pantin.widgets.controls.explain import explain
from pantin.widgets.controls.frames.section import Section
from pantin.widgets.forms.field_editors import slider_editor
from pantin.widgets.forms.form import Form
from pantin.widgets.forms.rows.row import INSET
from pantin.widgets.messages import _
from pantin.widgets.numbers.knob_slider import KnobSlider, SliderAndNumber
from pantin.widgets.numbers.number_field import NumberField
from pantin.widgets.theme import drawing, theme
from pantin.widgets.values.exchange import Edit
from pantin.widgets.values.quantity import Quantity
from pantin.widgets.values.selected_bones import Chosen
from pantin.widgets.values.units import Unit

NUMBER = 56
DIGITS = 9
"""Decimal places to which values read from rotations are rounded, so that 0 is 0."""
LABEL = 56

Part = Annotated[float, msgspec.Meta(ge=SLIDER_LEAST, le=1.0, extra={"step": 0.005})]

CARD_WIDE, PICTURE, CARD_WORDS = 65, 60, 18
CARD_RADIUS = 6
CARD_MARGIN = 7
"""Pixels around the hand."""


class HandCard(QAbstractButton):
    """A picture with its name below; a ring around it while the hand is in that shape."""

    def __init__(self, name: str, tooltip: str) -> None:
        super().__init__()
        self.setText(name)
        self._strokes: Sequence[Stroke] = ()
        self._on = False
        self.setFixedHeight(PICTURE + CARD_WORDS)
        self.setMinimumWidth(48)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setAccessibleName(name)
        explain(self, tooltip)

    @property
    def on(self) -> bool:
        """Return whether the hand is in that shape."""
        return self._on

    def show_hand(self, strokes: Sequence[Stroke]) -> None:
        """Draw this hand."""
        self._strokes = strokes
        self.update()

    def show_on(self, on: bool) -> None:
        """Show whether the hand is in that shape."""
        if on != self._on:
            self._on = on
            self.update()

    def sizeHint(self) -> QSize:
        return QSize(CARD_WIDE, PICTURE + CARD_WORDS)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = drawing.painter_of(self)
        tokens, area = painter.tokens, QRectF(0, 0, self.width(), PICTURE)
        lit = self.underMouse() and not self.isDown()
        drawing.box(painter, area, tokens.field_hover if lit else tokens.field, CARD_RADIUS)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_hand(painter, area)
        if self._on or self.hasFocus():
            drawing.ring(painter, area, tokens.acc, CARD_RADIUS, 2)
        painter.setFont(theme.font(11))
        words = QRectF(0, PICTURE, self.width(), CARD_WORDS)
        drawing.write(painter, words, self.text(), tokens.t1 if self._on else tokens.t2, drawing.CENTRE)
        painter.end()

    def _paint_hand(self, painter: drawing.Painter, area: QRectF) -> None:
        """Each stroke in the card's colour a little wider first, so that what lies before another stands out."""
        if not self._strokes:
            return
        tokens, placed = painter.tokens, self._on_card(area)
        for stroke in self._strokes:
            points = placed.map(QPolygonF([QPointF(x, y) for x, y, _depth in stroke.points]))
            closed = len(stroke.points) > 2
            for token, more in ((tokens.field, 2.0), (tokens.t2, 0.0)):
                colour = theme.colour(token)
                painter.setPen(
                    QPen(
                        colour,
                        stroke.thick * placed.m11() + more,
                        Qt.PenStyle.SolidLine,
                        Qt.PenCapStyle.RoundCap,
                        Qt.PenJoinStyle.RoundJoin,
                    )
                )
                painter.setBrush(colour if closed else Qt.BrushStyle.NoBrush)
                painter.drawPolygon(points) if closed else painter.drawPolyline(points)

    def _on_card(self, area: QRectF) -> QTransform:
        """From right and up of the hand to pixels: as large as the card lets it be."""
        room = area.adjusted(CARD_MARGIN, CARD_MARGIN, -CARD_MARGIN, -CARD_MARGIN)
        ends = [(x, y, stroke.thick / 2) for stroke in self._strokes for x, y, _depth in stroke.points]
        left, right = min(x - r for x, _y, r in ends), max(x + r for x, _y, r in ends)
        low, high = min(y - r for _x, y, r in ends), max(y + r for _x, y, r in ends)
        scale = min(room.width() / (right - left), room.height() / (high - low))
        middle = QPointF((left + right) / 2, (low + high) / 2)
        to_card = QTransform.fromTranslate(room.center().x(), room.center().y())
        return to_card.scale(scale, -scale).translate(-middle.x(), -middle.y())


class HandSliders(msgspec.Struct, frozen=True):
    """The values of a hand's sliders: 0 at rest, 1 at its end."""

    curl: Annotated[Part, field(_("Curl"), _("All fingers but the thumb: 100 % is a fist."))] = 0.0
    spread: Annotated[Part, field(_("Spread"), _("How far the fingers are apart."))] = 0.0
    thumb: Annotated[Part, field(_("Thumb"), _("The thumb goes before the palm and across it."))] = 0.0
    index: Annotated[Part, field(_("Index"), _("How far the index finger is curled."))] = 0.0
    middle: Annotated[Part, field(_("Middle"), _("How far the middle finger is curled."))] = 0.0
    ring: Annotated[Part, field(_("Ring"), _("How far the ring finger is curled."))] = 0.0
    little: Annotated[Part, field(_("Little"), _("How far the little finger is curled."))] = 0.0


SHAPES: Mapping[Preset, tuple[str, str]] = {
    "fist": (_("Fist"), _("All fingers curl, the thumb lies before them.")),
    "point": (_("Point"), _("The index finger points, the others curl.")),
    "open": (_("Open"), _("All fingers are straight and apart.")),
    "relaxed": (_("Relaxed"), _("The hand hangs at ease, the little finger bent most.")),
}


class HandSection(Section):
    """Shown while a bone of a hand, its forearm or a handle of either is selected."""

    previewed = Signal(object)
    edited = Signal(str, object)
    cancelled = Signal()
    action_asked = Signal(str)

    def __init__(self) -> None:
        super().__init__(_("Hand"))
        self._hands: tuple[HandJoints, ...] = ()
        self._shown: tuple[object, ...] = ()
        self._posed: tuple[Transform, ...] = ()
        """The fingers as the sliders show them: what else is posed does not change these."""
        self._drawn: dict[tuple[str, Preset], tuple[Stroke, ...]] = {}
        """The pictures of the hands of one rig, by hand and shape."""
        self._drawn_of: tuple[HandJoints, ...] = ()
        self.cards = {preset: HandCard(*SHAPES[preset]) for preset in PRESETS}
        self.add(self._row_of_cards())
        self.form = Form(
            HandSliders,
            editors={name: lambda each, _bones: slider_editor(_slider(each)) for name in SLIDERS},
            label_width=LABEL,
            headings={"index": _("Fingers")},
        )
        self.add(self.form)
        self.form.previewed.connect(lambda name, value: self.previewed.emit(self._set({name: value})))
        self.form.committed.connect(self._commit)
        self.form.all_committed.connect(self._commit_all)
        self.form.cancelled.connect(self.cancelled)
        self.hide()

    def show_chosen(self, chosen: Chosen, in_rest_pose: bool) -> None:
        """Show the hands of bones, or nothing. While bones are edited at rest hands are not looked for: each move would
        ask for them anew."""
        if in_rest_pose:
            self.hide()
            return
        rig = chosen.rig
        shown = (rig.bones, rig.limbs, chosen.names)
        if not _same(shown, self._shown):
            self._shown, self._posed = shown, ()
            self._show_hands(rig, chosen_hands(rig, chosen.names))
        self.setVisible(bool(self._hands))
        posed = tuple(chosen.figure.transform(name) for hand in self._hands for name in hand.hand.phalanges)
        if self._hands and posed != self._posed:
            self._posed = posed
            self.form.show_values([_sliders_of(chosen.figure, hand) for hand in self._hands])
            for preset, card in self.cards.items():
                card.show_on(all(at_preset(chosen.figure, hand, preset) for hand in self._hands))

    def prepare_next(self, rig: Rig) -> bool:
        """Draw one more picture of the hands of a rig beforehand. False where all are drawn."""
        for hand in hand_joints(rig):
            for preset in PRESETS:
                if not self._is_drawn(rig, hand, preset):
                    self._picture(rig, hand, preset)
                    return True
        return False

    def _is_drawn(self, rig: Rig, hand: HandJoints, preset: Preset) -> bool:
        return self._drawn_of is hand_joints(rig) and (hand.hand.bone, preset) in self._drawn

    def _picture(self, rig: Rig, hand: HandJoints, preset: Preset) -> tuple[Stroke, ...]:
        """A hand in one of the shapes, drawn once for each rig."""
        if self._drawn_of is not hand_joints(rig):
            self._drawn_of = hand_joints(rig)
            self._drawn.clear()
        key = hand.hand.bone, preset
        if key not in self._drawn:
            self._drawn[key] = strokes(rig, hand, preset)
        return self._drawn[key]

    def _show_hands(self, rig: Rig, hands: tuple[HandJoints, ...]) -> None:
        self._hands = hands
        if hands:
            there = {slider for hand in hands for slider in sliders_of(hand)}
            self.form.leave_out([slider for slider in SLIDERS if slider not in there])
            self.show_note(" · ".join(hand.hand.bone for hand in hands))
            for preset, card in self.cards.items():
                card.show_hand(self._picture(rig, hands[0], preset))

    def _row_of_cards(self) -> QWidget:
        row = QWidget()
        layout = QHBoxLayout(row)
        layout.setContentsMargins(INSET, 0, INSET, 8)
        layout.setSpacing(8)
        for preset, card in self.cards.items():
            card.clicked.connect(lambda _checked=False, preset=preset: self.action_asked.emit(f"hand_{preset}"))
            layout.addWidget(card)
        return row

    def _commit(self, name: str, value: float) -> None:
        title = field_named(HandSliders, name).title
        label = _("{slider} {hand}") if name in ("curl", "spread") else _("Curl {slider} of {hand}")
        self.edited.emit(label.format(slider=title, hand=self._who()), self._set({name: value}))

    def _commit_all(self, changes: Mapping[str, float]) -> None:
        self.edited.emit(_("Reset {hand}").format(hand=self._who()), self._set(changes))

    def _who(self) -> str:
        return ", ".join(hand.hand.bone for hand in self._hands)

    def _set(self, changes: Mapping[str, float]) -> Edit:
        """The edit that puts sliders of the hands that are shown; a hand that has gone meanwhile is left out."""
        names = {hand.hand.bone for hand in self._hands}
        sliders: dict[Slider, float] = {slider: changes[slider] for slider in SLIDERS if slider in changes}

        def edit(document: Document) -> Document:
            for joints in hand_joints(document.rig):
                if joints.hand.bone in names:
                    for slider, value in sliders.items():
                        document = with_slider(document, joints, slider, value)
            return document

        return edit


def _sliders_of(figure: Figure, hand: HandJoints) -> HandSliders:
    return HandSliders(**{slider: round(value_of(figure, hand, slider), DIGITS) + 0.0 for slider in SLIDERS})


def _slider(declared: Field) -> SliderAndNumber:
    percent = Unit("%", _("percent"), 100.0, 0, declared.step, 0.1, {"%": 1.0})
    number = NumberField(Quantity(percent, None, SLIDER_LEAST, 1.0))
    return SliderAndNumber(KnobSlider(SLIDER_LEAST, 1.0, 0.0), number, NUMBER)


def _same(now: tuple[object, ...], before: tuple[object, ...]) -> bool:
    """The very same bones and limbs, and equal names: thousands of bones are not compared at every repaint."""
    return len(before) == len(now) and now[0] is before[0] and now[1] is before[1] and now[2] == before[2]
