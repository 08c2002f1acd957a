"""The typeface: the shipped one whatever is installed, tabular figures, its licence beside it, no other named."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtGui import QFont, QFontDatabase, QFontInfo, QFontMetricsF, QRawFont
from PySide6.QtWidgets import QMenu, QToolTip

from pantin.resources.fonts import typeface
from pantin.viewport.paint.overlay import pen
from pantin.widgets.theme import theme
from pantin.widgets.theme.style.dressing import apply_theme
from tests.patience import PATIENCE

TOP = Path(__file__).parent.parent
SIZES = (10, 11, 12, 13)
WEIGHTS = {400: "Regular", 500: "Medium", 600: "SemiBold", 700: "Bold"}
LINE = "hand_ik.L not reached, 127 mm"
WITHOUT_FONTS = '<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig></fontconfig>'
MEASURE = f"""
from PySide6.QtGui import QFontMetricsF, QGuiApplication
from pantin.resources.fonts import typeface
application = QGuiApplication([])
metrics = QFontMetricsF(typeface.font())
print(metrics.ascent(), metrics.descent(), metrics.horizontalAdvance({LINE!r}))
"""


@pytest.mark.parametrize("weight", WEIGHTS)
@pytest.mark.parametrize("size", SIZES)
def test_the_font_in_effect_is_the_shipped_one(qapp, size: int, weight: int) -> None:
    found = QFontInfo(typeface.font(size, weight))
    assert (found.family(), found.weight(), found.pixelSize()) == (typeface.FAMILY, weight, size)
    shipped = QRawFont(str(typeface.FOLDER / f"PantinInter-{WEIGHTS[weight]}.ttf"), size)
    assert QRawFont.fromFont(typeface.font(size, weight)).fontTable("head") == shipped.fontTable("head")


def test_panels_viewport_and_qt_itself_use_it(qapp) -> None:
    apply_theme(theme.DARK)
    assert theme.font(11, 500) == pen.font(11, QFont.Weight.Medium) == typeface.font(11, 500)
    assert qapp.font() == QToolTip.font() == QMenu().font() == typeface.font()


def test_no_installed_family_can_take_its_place(qapp) -> None:
    typeface.font()
    assert QFontDatabase.hasFamily(typeface.FAMILY) and typeface.FAMILY != "Inter"


@pytest.mark.parametrize("weight", WEIGHTS)
@pytest.mark.parametrize("size", SIZES)
def test_figures_are_tabular(qapp, size: int, weight: int) -> None:
    metrics = QFontMetricsF(typeface.font(size, weight))
    assert len({metrics.horizontalAdvance(10 * figure) for figure in "0123456789"}) == 1


@pytest.mark.parametrize("weight", WEIGHTS)
@pytest.mark.parametrize("size", SIZES)
def test_widths_are_those_of_the_design(qapp, size: int, weight: int) -> None:
    """Hinting would round every letter to full pixels, differently on each machine. Qt counts in 64ths of a pixel."""
    large = QFontMetricsF(typeface.font(100 * size, weight)).horizontalAdvance(LINE)
    small = QFontMetricsF(typeface.font(size, weight)).horizontalAdvance(LINE)
    assert small == pytest.approx(large / 100, abs=len(LINE) / 64)


def test_metrics_are_the_same_where_no_font_is_installed(qapp, tmp_path: Path) -> None:
    (tmp_path / "fonts.conf").write_text(WITHOUT_FONTS, encoding="utf-8")
    without = os.environ | {"FONTCONFIG_FILE": str(tmp_path / "fonts.conf"), "QT_QPA_PLATFORM": "offscreen"}
    command = [sys.executable, "-c", MEASURE]
    done = subprocess.run(command, env=without, cwd=TOP, capture_output=True, text=True, timeout=PATIENCE, check=True)
    metrics = QFontMetricsF(typeface.font())
    here = (metrics.ascent(), metrics.descent(), metrics.horizontalAdvance(LINE))
    assert tuple(map(float, done.stdout.split())) == here


def test_names_are_shown_as_they_are_typed(qapp) -> None:
    """Inter makes an arrow of "->" and a cross of the x in "10x20"; a name of a bone must not change."""
    raw = QRawFont.fromFont(typeface.font())
    metrics = QFontMetricsF(typeface.font())
    for text in ("->", "<-", "0x0", "1:2"):
        assert metrics.horizontalAdvance(text) == pytest.approx(sum(map(metrics.horizontalAdvance, text)), abs=0.5)
    assert raw.supportsCharacter(ord("ß")) and raw.supportsCharacter(ord("Ω")) and raw.supportsCharacter(ord("Ж"))


def test_what_the_program_writes_is_in_the_font(qapp) -> None:
    raw = QRawFont.fromFont(typeface.font())
    written = {
        letter
        for room in ("viewport", "widgets", "app")
        for path in (TOP / room).rglob("*.py")
        for letter in path.read_text(encoding="utf-8")
        if ord(letter) > 127
    }
    assert [letter for letter in sorted(written) if not raw.supportsCharacter(ord(letter))] == []


def test_the_licence_lies_beside_it() -> None:
    text = typeface.LICENCE.read_text(encoding="utf-8")
    assert "The Inter Project Authors" in text and "SIL OPEN FONT LICENSE Version 1.1" in text
    files = {path.stem.partition("-")[2] for path in typeface.FOLDER.glob("*.ttf")}
    assert files == set(WEIGHTS.values())


def test_no_other_family_is_named() -> None:
    """One module asks Qt for a font; style sheets and drawings take it as it is."""
    naming = re.compile(
        r"QFont\((?!\))|QFontDatabase|font-family|setFamil|[Mm]onospace|DejaVu|Segoe|Noto Sans|systemFont"
    )
    found = [
        f"{path.relative_to(TOP)}: {line.strip()}"
        for room in ("rigs", "solver", "viewport", "widgets", "app", "resources")
        for ending in ("*.py", "*.svg")
        for path in (TOP / room).rglob(ending)
        if path.name != "typeface.py"
        for line in path.read_text(encoding="utf-8").splitlines()
        if naming.search(line)
    ]
    assert found == []
