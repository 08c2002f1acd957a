"""The one typeface of the program: Inter, under a family name of its own, from the files beside this module.

Every text of the panels, the viewport and the pictures is set in what `font` returns, so its metrics are the same on
every machine, whichever fonts are installed there. Qt looks for another family only where Inter lacks a script.
"""

from __future__ import annotations

import threading
from functools import cache
from pathlib import Path

from PySide6.QtGui import QFont, QFontDatabase

FAMILY = "Pantin Inter"
"""Not "Inter": where that is installed too, Qt takes the installed files, of whatever version they are."""
FOLDER = Path(__file__).parent
LICENCE = FOLDER / "OFL.txt"


class _Fonts(threading.local):
    """The fonts of one thread: Qt lets two threads draw text at once, but not with one font."""

    def __init__(self) -> None:
        self.made: dict[tuple[int, int], QFont] = {}


_fonts = _Fonts()


def font(pixels: int = 12, weight: int = 400) -> QFont:
    """The typeface at a size in logical pixels, with figures of equal width. Shared: do not change what you get.

    Weights are 400, 500, 600 and 700. Needs a QGuiApplication; FileNotFoundError where a font file cannot be read.
    """
    if (pixels, weight) not in _fonts.made:
        _fonts.made[pixels, weight] = _made(pixels, weight)
    return _fonts.made[pixels, weight]


def _made(pixels: int, weight: int) -> QFont:
    _load()
    found = QFont(FAMILY)
    found.setPixelSize(pixels)
    found.setWeight(QFont.Weight(weight))
    found.setFeature(QFont.Tag("tnum"), 1)
    # Without hinting, widths are those of the design, in fractions of a pixel; the desktop's settings do not count.
    found.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    found.setStyleStrategy(QFont.StyleStrategy.PreferAntialias | QFont.StyleStrategy.NoSubpixelAntialias)
    return found


@cache
def _load() -> None:
    """Hand the files to Qt."""
    for file in sorted(FOLDER.glob("*.ttf")):
        if QFontDatabase.addApplicationFont(str(file)) < 0:
            raise FileNotFoundError(f"{file} cannot be read as a font")
