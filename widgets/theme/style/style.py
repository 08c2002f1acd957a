"""The program's style: Fusion, with answers and looks of our own. Our widgets paint themselves; this is for Qt's."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QPainter, QPalette
from PySide6.QtWidgets import (
    QAbstractItemView,
    QLabel,
    QLineEdit,
    QMenu,
    QProxyStyle,
    QScrollBar,
    QStyle,
    QStyleHintReturn,
    QStyleOption,
    QStyleOptionComplex,
    QTabBar,
    QWidget,
)

from pantin.widgets.theme.appearance import appearance
from pantin.widgets.theme.style import bars, fields, frames, menus
from pantin.widgets.theme.theme import Theme

AUTO, TOOLTIP = Qt.TextFormat.AutoText, "QTipLabel"
"""The format of labels that Qt guesses, and the class of its tooltips, which are given Markup."""
TOOLTIP_MS = 500

Paint = Callable[[Any, QPainter, Theme], None]
"""Paints a control from its option, in the colours of a theme."""
Size = Callable[[Any, QSize], QSize]
"""Returns the size of a control from its option and the size of its contents."""
Place = Callable[[Any], QRect]
"""Returns the rectangle of a part of a control from its option."""

Control: TypeAlias = QStyle.ControlElement
Primitive: TypeAlias = QStyle.PrimitiveElement
Complex: TypeAlias = QStyle.ComplexControl
Contents: TypeAlias = QStyle.ContentsType
Element: TypeAlias = QStyle.SubElement
Metric: TypeAlias = QStyle.PixelMetric
Hint: TypeAlias = QStyle.StyleHint

CONTROLS: Mapping[Control, Paint] = {
    Control.CE_MenuItem: menus.paint_item,
    Control.CE_MenuEmptyArea: frames.paint_nothing,
    Control.CE_MenuBarItem: menus.paint_bar_item,
    Control.CE_MenuBarEmptyArea: menus.paint_bar,
    Control.CE_PushButton: fields.paint_button,
    Control.CE_TabBarTab: bars.paint_tab,
}
PRIMITIVES: Mapping[Primitive, Paint] = {
    Primitive.PE_PanelMenu: menus.paint_menu,
    Primitive.PE_FrameMenu: frames.paint_nothing,
    Primitive.PE_PanelLineEdit: fields.paint_line,
    Primitive.PE_FrameTabBarBase: frames.paint_nothing,
    Primitive.PE_IndicatorDockWidgetResizeHandle: bars.paint_separator,
    Primitive.PE_PanelStatusBar: frames.paint_status_bar,
    Primitive.PE_FrameStatusBarItem: frames.paint_nothing,
    Primitive.PE_PanelTipLabel: frames.paint_tooltip,
    Primitive.PE_Frame: frames.paint_nothing,
}
SIZES: Mapping[Contents, Size] = {
    Contents.CT_MenuItem: menus.item_size,
    Contents.CT_MenuBarItem: menus.bar_item_size,
    Contents.CT_LineEdit: fields.line_size,
    Contents.CT_PushButton: fields.button_size,
    Contents.CT_TabBarTab: bars.tab_size,
}
PARTS: Mapping[Element, Place] = {
    Element.SE_LineEditContents: fields.line_contents,
    Element.SE_TabBarTabText: bars.tab_words,
}
METRICS: Mapping[Metric, int] = {
    Metric.PM_MenuPanelWidth: 1,
    Metric.PM_MenuHMargin: 4,
    Metric.PM_MenuVMargin: 4,
    Metric.PM_MenuBarPanelWidth: 0,
    Metric.PM_MenuBarItemSpacing: 0,
    Metric.PM_MenuBarHMargin: 0,
    Metric.PM_MenuBarVMargin: 0,
    Metric.PM_DockWidgetSeparatorExtent: 1,
    Metric.PM_ScrollBarExtent: bars.SCROLL_BAR,
    Metric.PM_ScrollBarSliderMin: bars.SHORTEST_HANDLE,
    Metric.PM_ToolTipLabelFrameWidth: 3,
}
"""Pixels."""
HINTS: Mapping[Hint, int] = {
    Hint.SH_ToolTip_WakeUpDelay: TOOLTIP_MS,
    Hint.SH_Menu_Scrollable: 1,
    Hint.SH_DialogButtonBox_ButtonsHaveIcons: 0,
}


class Style(QProxyStyle):
    """Fusion, but for what is in the tables of this module."""

    def __init__(self) -> None:
        super().__init__("Fusion")
        self._round_corners = menus.RoundCorners(self)

    def polish(self, dressed: Any) -> None:
        """Once for each widget, before it is shown; also for the application and for palettes, as Qt does."""
        super().polish(dressed)
        match dressed:
            case QAbstractItemView():
                dressed.viewport().setBackgroundRole(QPalette.ColorRole.Window)  # lists lie on the panel
            case QLabel() if dressed.textFormat() == AUTO and dressed.metaObject().className() != TOOLTIP:
                dressed.setTextFormat(Qt.TextFormat.PlainText)  # else a name that looks like HTML would be drawn so
            case QLineEdit():
                dressed.setAttribute(Qt.WidgetAttribute.WA_Hover)
            case QMenu():
                dressed.installEventFilter(self._round_corners)
            case QScrollBar():
                dressed.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent, False)
            case QTabBar():
                dressed.setAutoFillBackground(True)

    def styleHint(
        self,
        hint: Hint,
        option: QStyleOption | None = None,
        widget: QWidget | None = None,
        returned: QStyleHintReturn | None = None,
    ) -> int:
        """Qt's answers, but for tooltips, menus, motion and mnemonics."""
        answer = HINTS.get(hint)
        if answer is not None:
            return answer
        if hint == Hint.SH_Widget_Animation_Duration and appearance().is_motion_reduced:
            return 0
        if hint == Hint.SH_UnderlineShortcut:
            return menus.are_mnemonics_underlined()
        return super().styleHint(hint, option, widget, returned)

    def pixelMetric(self, metric: Metric, option: QStyleOption | None = None, widget: QWidget | None = None) -> int:
        """Return a measure of something, pixels."""
        pixels = METRICS.get(metric)
        return super().pixelMetric(metric, option, widget) if pixels is None else pixels

    def sizeFromContents(self, contents: Contents, option: Any, size: QSize, widget: Any = None) -> QSize:
        """Return the size of something round contents of that size."""
        sized = SIZES.get(contents)
        return super().sizeFromContents(contents, option, size, widget) if sized is None else sized(option, size)

    def subElementRect(self, element: Element, option: Any, widget: Any = None) -> QRect:
        """Return the rectangle of a part of something."""
        placed = PARTS.get(element)
        return super().subElementRect(element, option, widget) if placed is None else placed(option)

    def subControlRect(
        self,
        control: Complex,
        option: Any,
        part: QStyle.SubControl,
        widget: Any = None,
    ) -> QRect:
        """Return the rectangle of a part that can be pressed."""
        if control == Complex.CC_ScrollBar:
            return bars.scroll_part(option, part)
        return super().subControlRect(control, option, part, widget)

    def drawControl(
        self, element: Control, option: QStyleOption, painter: QPainter, widget: QWidget | None = None
    ) -> None:
        """Paint something whole, like an entry of a menu."""
        paint = CONTROLS.get(element)
        if paint is None:
            super().drawControl(element, option, painter, widget)
        else:
            _painted(paint, option, painter)

    def drawPrimitive(
        self, element: Primitive, option: QStyleOption, painter: QPainter, widget: QWidget | None = None
    ) -> None:
        """Paint a part, like the ground of a line of text."""
        paint = PRIMITIVES.get(element)
        if paint is None:
            super().drawPrimitive(element, option, painter, widget)
        else:
            _painted(paint, option, painter)

    def drawComplexControl(
        self,
        control: Complex,
        option: QStyleOptionComplex,
        painter: QPainter,
        widget: QWidget | None = None,
    ) -> None:
        """Paint something with parts that can be pressed."""
        if control == Complex.CC_ScrollBar:
            _painted(bars.paint_scroll_bar, option, painter)
        else:
            super().drawComplexControl(control, option, painter, widget)


def _painted(paint: Paint, option: QStyleOption, painter: QPainter) -> None:
    """Paint it, and leave the painter as it was."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    paint(option, painter, appearance().theme)
    painter.restore()
