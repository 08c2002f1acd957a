"""Every token a person reads must be readable where it stands, in both themes; colours stand in the theme only."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from msgspec.structs import fields
from PySide6.QtCore import QSize
from PySide6.QtGui import QAction, QColor, QIcon, QPalette
from PySide6.QtWidgets import QMenu, QStyle

from pantin import widgets
from pantin.widgets.theme import icons, theme
from pantin.widgets.theme.appearance import appearance
from pantin.widgets.theme.style.dressing import apply_theme
from tests.widgets.sight import BLINDNESS, Ground, contrast, distance

AA = 4.5
APART = 20.0
"""Colours that have to be told apart differ at least this much, however one sees them."""
ROOM = Path(widgets.__file__).parent
BOTH = pytest.mark.parametrize("tokens", [theme.DARK, theme.LIGHT], ids=lambda tokens: tokens.name)
MEANINGS = ("handle", "fk", "pole", "pin", "limit", "miss", "left", "right")


def grounds(tokens: theme.Theme) -> dict[str, tuple[Ground, tuple[str, ...]]]:
    """Everything that text stands on, with the tokens of what is written there."""
    text, axes = ("t1", "t2", "acc_t"), ("axis_x", "axis_y", "axis_z")
    return {
        "panel": (tokens.panel, (*text, "t3", *MEANINGS)),
        "card": (tokens.card, (*text, "t3", *MEANINGS, *axes)),
        "field": (tokens.field, (*text, "t3", *MEANINGS, *axes)),
        "field pointed at": (tokens.field_hover, (*text, "handle", "limit", "miss", *axes)),
        "bar in a field": ((tokens.t1, 0.10, tokens.field), ("t1", "t2", "handle")),
        "bar in a field pointed at": ((tokens.t1, 0.10, tokens.field_hover), ("t1", "handle")),
        "row pointed at": (tokens.row_hover, (*text, "t3")),
        "row of the tree pointed at": ((tokens.t1, 0.05, tokens.panel), (*text, "t3")),
        "row of a lit bone": ((tokens.acc, 0.09, tokens.panel), text),
        "active row": (tokens.row_active, text),
        "selected row": ((tokens.row_active, 0.55, tokens.panel), text),
        "button that is down": (tokens.track, ("t1", "t2")),
        "key cap": (tokens.key_cap, ("t1",)),
        "menu, chosen; button that is on; field scrubbed": (tokens.acc_bg, (*text, *axes)),
        "primary button": (tokens.acc, ("on_acc",)),
        "primary button pointed at": (tokens.acc_t, ("on_acc",)),
        "tag of the left": ((tokens.left, 0.15, tokens.card), ("left",)),
        "tag of the right": ((tokens.right, 0.15, tokens.card), ("right",)),
    }


@BOTH
def test_text_is_readable_wherever_it_stands(tokens: theme.Theme) -> None:
    poor = [
        f"{text} on {place}: {contrast(getattr(tokens, text), ground):.2f}"
        for place, (ground, texts) in grounds(tokens).items()
        for text in texts
        if contrast(getattr(tokens, text), ground) < AA
    ]
    assert not poor


@BOTH
def test_the_focus_is_seen(tokens: theme.Theme) -> None:
    for ground in (tokens.panel, tokens.card, tokens.field, tokens.field_hover):
        assert contrast(tokens.acc, ground) >= 3.0


@BOTH
@pytest.mark.parametrize("blindness", BLINDNESS)
@pytest.mark.parametrize("one, other", [("left", "right"), ("handle", "fk"), ("acc", "right")])
def test_sides_ik_and_fk_and_two_solvers_are_told_apart(
    tokens: theme.Theme, blindness: str, one: str, other: str
) -> None:
    assert distance(getattr(tokens, one), getattr(tokens, other), blindness) >= APART


@BOTH
def test_every_token_is_a_colour(tokens: theme.Theme) -> None:
    for field in fields(tokens):
        assert field.name == "name" or QColor.isValidColorName(getattr(tokens, field.name)), field.name


def test_colours_stand_in_the_theme_only() -> None:
    wrong = [
        f"{path.name}: {found}"
        for path in ROOM.rglob("*.py")
        if path.name != "theme.py"
        for found in re.findall(r"#[0-9a-fA-F]{6,8}\b", path.read_text(encoding="utf-8"))
    ]
    assert not wrong


def test_applying_dresses_the_application(qapp) -> None:
    apply_theme(theme.LIGHT)
    assert appearance().theme is theme.LIGHT
    assert qapp.palette().color(QPalette.ColorRole.Window) == QColor(theme.LIGHT.panel)
    apply_theme(theme.DARK)
    assert appearance().theme is theme.DARK
    assert qapp.font().pixelSize() == 12


def test_icons_take_the_colour_asked_for(qapp) -> None:
    red = icons.pixmap("bone", theme.DARK.miss, 16, 2.0)
    assert red.width() == 32 and red.devicePixelRatio() == 2.0
    image = red.toImage()
    painted = [image.pixelColor(x, y) for x in range(32) for y in range(32)]
    solid = [colour for colour in painted if colour.alpha() == 255]
    assert solid and all(colour.name() == theme.DARK.miss for colour in solid)
    assert icons.pixmap("bone", theme.DARK.miss, 16, 2.0) is red


def test_every_icon_renders(qapp) -> None:
    for path in icons.FOLDER.glob("*.svg"):
        image = icons.pixmap(path.stem, theme.DARK.t1).toImage()
        assert any(image.pixelColor(x, y).alpha() for x in range(16) for y in range(16)), path.stem


def test_actions_follow_the_theme(qapp) -> None:
    apply_theme(theme.DARK)
    action, plain = QAction("Undo"), QAction("Nothing")
    icons.set_icon(action, "undo")
    assert ink(action) == QColor(theme.DARK.t2)
    apply_theme(theme.LIGHT)
    icons.recolour((action, plain))
    assert ink(action) == QColor(theme.LIGHT.t2) and plain.icon().isNull()
    apply_theme(theme.DARK)


def test_what_is_on_has_a_tick_in_menus(qapp) -> None:
    action = QAction("Auto IK", checkable=True, checked=True)
    icons.set_icon(action, "auto-ik")
    on = action.icon().pixmap(QSize(16, 16), QIcon.Mode.Normal, QIcon.State.On).toImage()
    assert on == icons.pixmap("check", appearance().theme.acc_t).toImage()
    menu = QMenu()
    menu.addAction(action)
    painted = menu.grab().toImage()
    colours = {painted.pixelColor(x, y).name() for x in range(32) for y in range(painted.height())}
    assert appearance().theme.acc_t in colours


def test_what_has_no_icon_bears_a_tick_where_it_is_on(qapp) -> None:
    apply_theme(theme.DARK)
    action = QAction("Live solving")
    icons.set_icon(action, icons.NONE)
    assert ink(action).alpha() == 0
    assert ink(action, QIcon.State.On) == QColor(theme.DARK.acc_t)


def ink(action: QAction, state: QIcon.State = QIcon.State.Off) -> QColor:
    image = action.icon().pixmap(QSize(16, 16), QIcon.Mode.Normal, state).toImage()
    return max((image.pixelColor(x, y) for x in range(16) for y in range(16)), key=lambda colour: colour.alpha())


def test_the_desktop_is_asked_for_its_theme(qapp) -> None:
    assert theme.named("light") is theme.LIGHT and theme.named("dark") is theme.DARK
    assert theme.named("system") in (theme.LIGHT, theme.DARK)


def test_no_style_sheet_is_put_on() -> None:
    """One keeps kilobytes for each part of each widget for as long as that lives, and asks each widget anew."""
    calls = [
        f"{path.name}: {line.strip()}"
        for room in ("widgets", "app", "viewport")
        for path in (ROOM.parent / room).rglob("*.py")
        for line in path.read_text(encoding="utf-8").splitlines()
        if "setStyleSheet" in line
    ]
    assert calls == []


def test_tooltips_come_soon_and_motion_can_be_reduced(qapp) -> None:
    hints = QStyle.StyleHint
    assert qapp.style().styleHint(hints.SH_ToolTip_WakeUpDelay) == 500
    appearance().is_motion_reduced = True
    assert qapp.style().styleHint(hints.SH_Widget_Animation_Duration) == 0
    appearance().is_motion_reduced = False
    assert qapp.style().styleHint(hints.SH_Widget_Animation_Duration) > 0
