"""Buttons that stand beside the figure take no keys from what can be done with it."""

from __future__ import annotations

from PySide6.QtWidgets import QAbstractButton

from pantin.widgets.fitting.fitting_panel import FittingPanel
from pantin.widgets.start.progress_bar import ProgressBar
from pantin.widgets.start.recovery_bar import RecoveryBar


def test_they_have_no_letters_that_keys_with_alt_would_be_ambiguous_with(qtbot) -> None:
    panel, progress, recovery = FittingPanel(), ProgressBar("file", "Reading.", "Stop reading."), RecoveryBar()
    for shown in (panel, panel.head, progress, recovery):
        qtbot.addWidget(shown)
    buttons = [each for shown in (panel.head, progress, recovery) for each in shown.findChildren(QAbstractButton)]
    assert {panel.fit, progress.cancel_button, recovery.restore_button} <= set(buttons)
    assert [each.text() for each in buttons if not each.shortcut().isEmpty()] == []
