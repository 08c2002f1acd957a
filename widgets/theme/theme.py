"""Every colour of the program, in one table for each theme, and the font at its sizes.

The tokens are named by what they mean, not by what they look like: `handle` is the colour of handles and IK wherever
they appear. `appearance` says which theme is in use.
"""

from __future__ import annotations

from functools import cache

import msgspec
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QGuiApplication, QPalette

from pantin.resources.fonts import typeface


class Theme(msgspec.Struct, frozen=True):
    """Colours as `#rrggbb`, or `#aarrggbb` where something shows through."""

    name: str
    edge: str
    panel: str
    card: str
    field: str
    field_hover: str
    segment: str
    row_hover: str
    row_active: str
    track: str
    line: str
    outline: str
    floating: str
    t1: str
    t2: str
    t3: str
    off: str
    acc: str
    acc_t: str
    acc_bg: str
    on_acc: str
    knob: str
    shadow: str
    handle: str
    fk: str
    pole: str
    pin: str
    limit: str
    miss: str
    left: str
    right: str
    axis_x: str
    axis_y: str
    axis_z: str
    key_cap: str
    key_edge: str
    ground: str
    ground_edge: str
    grey: str
    red: str
    orange: str
    yellow: str
    green: str
    teal: str
    blue: str
    purple: str
    pink: str

    @property
    def axes(self) -> tuple[str, str, str]:
        """The colours of X, Y and Z."""
        return self.axis_x, self.axis_y, self.axis_z


DARK = Theme(
    name="dark",
    edge="#0f1011",
    panel="#1d1e21",
    card="#25272b",
    field="#2b2d32",
    field_hover="#34373d",
    segment="#34373d",
    row_hover="#26282c",
    row_active="#233a55",
    track="#17181a",
    line="#2a2c30",
    outline="#12ffffff",
    floating="#eb1d1e21",
    t1="#e8e9ec",
    t2="#a9adb5",
    t3="#9297a0",
    off="#5b5f67",
    acc="#4da3ff",
    acc_t="#7cbcff",
    acc_bg="#1f3a57",
    on_acc="#08121d",
    knob="#ffffff",
    shadow="#59000000",
    handle="#d0b4ff",
    fk="#dcb98c",
    pole="#f58ad0",
    pin="#58d68d",
    limit="#ffb938",
    miss="#ff7474",
    left="#45c9bb",
    right="#f2a065",
    axis_x="#ee8a8a",
    axis_y="#7fb95d",
    axis_z="#7aa7ee",
    key_cap="#303338",
    key_edge="#3d4047",
    ground="#3c3e43",
    ground_edge="#2a2b2f",
    grey="#afb2c0",
    red="#d28879",
    orange="#e46e06",
    yellow="#f0f554",
    green="#76f67c",
    teal="#c0fdef",
    blue="#817cfc",
    purple="#e7b9fd",
    pink="#de55c2",
)

LIGHT = Theme(
    name="light",
    edge="#cbced4",
    panel="#f5f5f7",
    card="#ffffff",
    field="#e7e8ec",
    field_hover="#dddfe4",
    segment="#ffffff",
    row_hover="#ebecef",
    row_active="#d3e5fb",
    track="#d4d7dc",
    line="#dfe1e5",
    outline="#12000000",
    floating="#f0fafafb",
    t1="#1a1c1f",
    t2="#4f545c",
    t3="#61666e",
    off="#a6aab2",
    acc="#0a66d0",
    acc_t="#0a5cbd",
    acc_bg="#d3e5fb",
    on_acc="#ffffff",
    knob="#ffffff",
    shadow="#29141820",
    handle="#5b2bc4",
    fk="#80582a",
    pole="#b3217f",
    pin="#0e6e3b",
    limit="#8a5600",
    miss="#b8242b",
    left="#07685f",
    right="#934708",
    axis_x="#ae3434",
    axis_y="#376d1d",
    axis_z="#285cb6",
    key_cap="#ffffff",
    key_edge="#cfd2d8",
    ground="#f1f2f4",
    ground_edge="#e1e4e8",
    grey="#363c45",
    red="#6a0403",
    orange="#794d03",
    yellow="#858205",
    green="#1c532c",
    teal="#0e8c88",
    blue="#1b26d6",
    purple="#561e7f",
    pink="#c639b5",
)

THEMES = {theme.name: theme for theme in (DARK, LIGHT)}


def named(name: str) -> Theme:
    """The theme of that name; "system" follows the desktop, and is dark where the desktop does not say."""
    if name == "system":
        light = QGuiApplication.styleHints().colorScheme() == Qt.ColorScheme.Light
        return LIGHT if light else DARK
    return THEMES[name]


def palette(theme: Theme) -> QPalette:
    """The theme in the roles that Qt's own widgets paint with."""
    roles = QPalette.ColorRole
    found = QPalette()
    for role, token in {
        roles.Window: theme.panel,
        roles.AlternateBase: theme.card,
        roles.Base: theme.field,
        roles.Button: theme.field,
        roles.WindowText: theme.t1,
        roles.Text: theme.t1,
        roles.ButtonText: theme.t2,
        roles.BrightText: theme.t1,
        roles.PlaceholderText: theme.t2,
        roles.Highlight: theme.acc,
        roles.Accent: theme.acc,
        roles.HighlightedText: theme.on_acc,
        roles.Link: theme.acc_t,
        roles.ToolTipBase: theme.card,
        roles.ToolTipText: theme.t1,
    }.items():
        found.setColor(role, colour(token))
    for role in (roles.WindowText, roles.Text, roles.ButtonText):
        found.setColor(QPalette.ColorGroup.Disabled, role, colour(theme.off))
    return found


@cache
def colour(token: str, alpha: float = 1.0) -> QColor:
    """The Qt colour of a token, `alpha` times as opaque. Do not change what you get."""
    found = QColor(token)
    found.setAlphaF(found.alphaF() * alpha)
    return found


def font(size: int = 12, weight: int = 400) -> QFont:
    """The program's typeface, `size` pixels. Shared: do not change what you get."""
    return typeface.font(size, weight)


@cache
def metrics(size: int = 12, weight: int = 400) -> QFontMetricsF:
    """Return the metrics of text in that font."""
    return QFontMetricsF(font(size, weight))
