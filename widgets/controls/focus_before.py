"""The widget that had the keyboard focus before somebody takes it for a while, to give it back to."""

from __future__ import annotations

from PySide6.QtWidgets import QApplication, QWidget
from shiboken6 import isValid


class FocusBefore:
    """Looked up when it is made. A line that a number or a name is typed into does not last: it may be gone by then."""

    def __init__(self) -> None:
        self._widget = QApplication.focusWidget()

    @property
    def widget(self) -> QWidget | None:
        """Whoever had the focus; None where nobody did, or they are gone."""
        return self._widget if self._widget is not None and isValid(self._widget) else None
