"""How the program behaves where Qt asks its style: tooltips, motion, the underlined letters of menus."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QApplication,
    QMenu,
    QMenuBar,
    QProxyStyle,
    QStyle,
    QStyleHintReturn,
    QStyleOption,
    QWidget,
)

TOOLTIP_MS = 500


class Style(QProxyStyle):
    """Fusion, with the program's own answers."""

    def __init__(self) -> None:
        super().__init__("Fusion")
        self._is_motion_reduced = False

    def reduce_motion(self, reduced: bool) -> None:
        """Whether Qt's widgets change at once instead of being animated."""
        self._is_motion_reduced = reduced

    def styleHint(
        self,
        hint: QStyle.StyleHint,
        option: QStyleOption | None = None,
        widget: QWidget | None = None,
        returned: QStyleHintReturn | None = None,
    ) -> int:
        """Qt's answers, but for tooltips, motion and mnemonics, which are underlined while they can be pressed."""
        if hint == QStyle.StyleHint.SH_ToolTip_WakeUpDelay:
            return TOOLTIP_MS
        if hint == QStyle.StyleHint.SH_Widget_Animation_Duration and self._is_motion_reduced:
            return 0
        if hint == QStyle.StyleHint.SH_UnderlineShortcut:
            return _is_alt_held() or isinstance(QApplication.focusWidget(), QMenuBar | QMenu)
        return super().styleHint(hint, option, widget, returned)


def _is_alt_held() -> bool:
    return bool(QApplication.keyboardModifiers() & Qt.KeyboardModifier.AltModifier)
