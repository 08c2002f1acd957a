"""Every token a person reads must be readable where it stands, in both themes; and the style sheet uses tokens only."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path
from string import Template

import pytest
from PySide6.QtGui import QColor, QPalette

import widgets
from widgets import icons, theme
from widgets.stylesheet import STYLESHEET

AA = 4.5
TEXT = ("t1", "t2", "t3", "acc_t", "handle", "fk", "pole", "pin", "limit", "miss", "left", "right")
SURFACES = ("panel", "card", "field")
ROOM = Path(widgets.__file__).parent


def luminance(token: str) -> float:
    colour = QColor(token)
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in colour.getRgbF()[:3]]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("tokens", [theme.DARK, theme.LIGHT], ids=lambda tokens: tokens.name)
@pytest.mark.parametrize("surface", SURFACES)
@pytest.mark.parametrize("text", TEXT)
def test_text_is_readable(tokens: theme.Theme, text: str, surface: str) -> None:
    assert contrast(getattr(tokens, text), getattr(tokens, surface)) >= AA


@pytest.mark.parametrize("tokens", [theme.DARK, theme.LIGHT], ids=lambda tokens: tokens.name)
def test_text_on_coloured_surfaces_is_readable(tokens: theme.Theme) -> None:
    for text, surface in (
        ("on_acc", "acc"),
        ("acc_t", "acc_bg"),
        ("t1", "row_active"),
        ("t1", "key_cap"),
        ("t1", "acc_bg"),
    ):
        assert contrast(getattr(tokens, text), getattr(tokens, surface)) >= AA, (text, surface)


@pytest.mark.parametrize("tokens", [theme.DARK, theme.LIGHT], ids=lambda tokens: tokens.name)
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


def test_the_style_sheet_names_known_tokens() -> None:
    known = {field.name for field in fields(theme.Theme)}
    assert set(Template(STYLESHEET).get_identifiers()) <= known


def test_applying_dresses_the_application(qapp) -> None:
    theme.apply(qapp, theme.LIGHT)
    assert theme.current() is theme.LIGHT
    assert qapp.palette().color(QPalette.ColorRole.Window) == QColor(theme.LIGHT.panel)
    theme.apply(qapp, theme.DARK)
    assert theme.current() is theme.DARK
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
