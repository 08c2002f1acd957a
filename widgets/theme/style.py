"""How the program behaves where Qt asks its style: tooltips, motion, the underlined letters of menus."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QMenu, QMenuBar, QProxyStyle, QStyle

TOOLTIP_MS = 500


class Style(QProxyStyle):
    """Fusion, with the program's own answers."""

    def __init__(self) -> None:
        super().__init__("Fusion")

    def styleHint(self, hint, option=None, widget=None, returned=None) -> int:
        """Qt's answers, but for tooltips, motion and mnemonics, which are underlined while they can be pressed."""
        if hint == QStyle.StyleHint.SH_ToolTip_WakeUpDelay:
            return TOOLTIP_MS
        if hint == QStyle.StyleHint.SH_Widget_Animation_Duration and is_motion_reduced():
            return 0
        if hint == QStyle.StyleHint.SH_UnderlineShortcut:
            return _is_alt_held() or isinstance(QApplication.focusWidget(), QMenuBar | QMenu)
        return super().styleHint(hint, option, widget, returned)


def reduce_motion(app: QApplication, on: bool) -> None:
    """Let folds and floats change at once from here on, or glide again."""
    app.setProperty("reduce_motion", on)


def is_motion_reduced() -> bool:
    """Whether nothing should glide."""
    return bool(QApplication.instance().property("reduce_motion"))


def _is_alt_held() -> bool:
    return bool(QApplication.keyboardModifiers() & Qt.KeyboardModifier.AltModifier)
