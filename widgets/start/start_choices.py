"""Choices on the start page: the preset of keys and mouse, and the dark or light theme."""

from __future__ import annotations

import msgspec
from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QSizePolicy

from pantin.widgets.controls import key_caps
from pantin.widgets.controls.explain import explain
from pantin.widgets.controls.picture_frame import paint_label
from pantin.widgets.messages import _
from pantin.widgets.theme import drawing, theme
from pantin.widgets.values.quantity import words

ROW, INSET, KEYS = 24, 12, 108


class Preset(msgspec.Struct, frozen=True):
    """A preset of keys: its name, title and a remark; then examples of its keys, as (keys, meaning)."""

    name: str
    title: str
    remark: str
    rows: tuple[tuple[str, str], ...]


PRESETS = (
    Preset(
        "blender",
        _("Blender"),
        _("keys and mouse"),
        (
            ("G R S", _("Move, rotate, scale")),
            ("MMB", _("Orbit with the middle button")),
            ("Ctrl Wheel", _("Chain length")),
        ),
    ),
    Preset(
        "industry",
        _("Industry"),
        _("as in Maya"),
        (
            ("W E R", _("Move, rotate, scale")),
            ("Alt LMB", _("Orbit with Alt and left button")),
            ("Ctrl Wheel", _("Chain length")),
        ),
    ),
)


class _Choice(QAbstractButton):
    """A radio button as a card; the arrows move to its neighbours and choose them."""

    def __init__(self, name: str, tooltip: str) -> None:
        super().__init__()
        self.name = name
        self.setCheckable(True)
        self.setAutoExclusive(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        explain(self, tooltip)

    def _frame(self, painter: QPainter, rect: QRectF, tokens: theme.Theme, resting: str) -> None:
        if self.isChecked():
            drawing.ring(painter, rect, tokens.acc, 8, 2)
        else:
            drawing.ring(painter, rect, tokens.off if self.underMouse() else resting, 8, 1)
        if self.hasFocus():
            drawing.ring(painter, rect.adjusted(4, 4, -4, -4), tokens.acc_t, 5)


class PresetCard(_Choice):
    """The card of a preset, with its most important keys."""

    def __init__(self, preset: Preset) -> None:
        super().__init__(preset.name, _("Use the keys and mouse buttons of {preset}.").format(preset=preset.title))
        self._preset = preset
        self.setAccessibleName(f"{preset.title}, {preset.remark}")
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFixedHeight(2 * INSET + ROW + ROW * len(preset.rows))

    def sizeHint(self) -> QSize:
        return QSize(320, self.height())

    def minimumSizeHint(self) -> QSize:
        return QSize(280, self.height())

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = drawing.painter_of(self)
        tokens, preset = painter.tokens, self._preset
        rect = QRectF(self.rect())
        drawing.box(painter, rect, tokens.card, 8)
        self._frame(painter, rect, tokens, tokens.line)
        drawing.radio(painter, INSET, INSET, self.isChecked(), tokens)
        title = QRectF(INSET + 24, INSET, rect.width() - 48, 16)
        paint_label(painter, title, preset.title, tokens.t1, 12, 600)
        after = theme.metrics(12, 600).horizontalAdvance(preset.title) + 8
        paint_label(painter, title.adjusted(after, 0, 0, 0), preset.remark, tokens.t2, 11)
        for index, (keys, meaning) in enumerate(preset.rows):
            y = INSET + ROW + ROW * index
            key_caps.paint(painter, INSET, y + 4, keys, tokens)
            room = QRectF(INSET + KEYS + 8, y, rect.width() - KEYS - 2 * INSET - 8, ROW)
            paint_label(painter, room, meaning, tokens.t2)
        painter.end()


THEMES = {
    "dark": (_("Make the window dark."), _("Dark theme")),
    "light": (_("Make the window light."), _("Light theme")),
}


class ThemeCard(_Choice):
    """The card of a theme, with a small picture of a window in it."""

    PICTURE = QSize(112, 76)

    def __init__(self, name: str) -> None:
        help, title = THEMES[name]
        super().__init__(name, help)
        self.setAccessibleName(title)
        self.setFixedSize(self.PICTURE.width(), self.PICTURE.height() + 20)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = drawing.painter_of(self)
        tokens, worn = painter.tokens, theme.THEMES[self.name]
        rect = QRectF(0, 0, self.PICTURE.width(), self.PICTURE.height())
        _window(painter, rect, worn)
        self._frame(painter, rect, tokens, tokens.line)
        weight, colour = (500, tokens.t1) if self.isChecked() else (400, tokens.t2)
        painter.setFont(theme.font(11, weight))
        drawing.write(painter, QRectF(0, 80, rect.width(), 16), words(self.name), colour, drawing.CENTRE)
        painter.end()


def _window(painter: QPainter, rect: QRectF, worn: theme.Theme) -> None:
    """A window in miniature: header, two docks, a figure."""
    painter.save()
    painter.setClipPath(drawing.rounded(rect, 8))
    painter.fillRect(rect, theme.colour(worn.edge))
    painter.fillRect(QRectF(23, 13, rect.width() - 52, rect.height()), theme.colour(worn.ground))
    for part in (QRectF(0, 0, rect.width(), 12), QRectF(0, 13, 22, 76), QRectF(rect.width() - 28, 13, 28, 76)):
        painter.fillRect(part, theme.colour(worn.panel))
    drawing.box(painter, QRectF(50, 26, 10, 14), theme.DARK.fk, 5)
    drawing.box(painter, QRectF(45, 42, 20, 26), theme.DARK.fk, 8)
    painter.restore()
