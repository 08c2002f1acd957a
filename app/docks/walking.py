"""F6 goes from the figure to each panel that is seen and back, so that everything can be reached without a mouse."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication, QWidget

SHORTCUT = Qt.FocusReason.ShortcutFocusReason


def go_on(view: QWidget, panels: Iterable[QWidget], step: int) -> None:
    """Give the focus to what comes `step` areas after the one that has it; a panel gives it to what had it last."""
    stops: dict[QWidget, QWidget] = {view: view}
    stops |= {panel: stop for panel in _seen(panels) if (stop := _stop_in(panel)) is not None}
    focus, areas = QApplication.focusWidget(), list(stops)
    held = (place for place, area in enumerate(areas) if focus is area or (focus and area.isAncestorOf(focus)))
    stops[areas[(next(held, 0) + step) % len(areas)]].setFocus(SHORTCUT)


def _seen(panels: Iterable[QWidget]) -> Iterator[QWidget]:
    """The panels that are on the screen and not behind another tab."""
    return (panel for panel in panels if panel.isVisible() and (panel.isWindow() or _is_inside(panel)))


def _is_inside(panel: QWidget) -> bool:
    """Return whether a panel lies in its window: Qt puts what is behind another tab outside."""
    return panel.window().rect().intersects(panel.geometry())


def _stop_in(panel: QWidget) -> QWidget | None:
    """Return the widget that had the focus in a panel last, else the first in the order of reading; None where nothing
    takes it.
    """
    last = panel.focusWidget()
    if last is not None and _takes_focus(last, panel):
        return last
    stops = [widget for widget in panel.findChildren(QWidget) if _takes_focus(widget, panel)]
    return min(stops, key=lambda widget: _read_from(widget, panel), default=None)


def _read_from(widget: QWidget, panel: QWidget) -> tuple[int, int]:
    """Return how far down and to the right a widget begins in a panel, pixels."""
    at = widget.mapTo(panel, QPoint())
    return at.y(), at.x()


def _takes_focus(widget: QWidget, panel: QWidget) -> bool:
    """Return whether Tab would stop there."""
    stops = bool(widget.focusPolicy() & Qt.FocusPolicy.TabFocus)
    return stops and widget.isVisibleTo(panel) and widget.isEnabled()
