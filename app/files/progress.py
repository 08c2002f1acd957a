"""A bar across the window while something takes long on a thread of its own: its name, and a button that leaves it."""

from __future__ import annotations

from PySide6 import QtCore

from pantin.app.system.background import BackgroundJobs
from pantin.widgets.start.progress_bar import ProgressBar

PATIENCE = 300
"""Milliseconds that it may take before anything is shown of it."""


class Progress(QtCore.QObject):
    """A bar of one window, and the jobs that it tells of."""

    def __init__(self, jobs: BackgroundJobs, bar: ProgressBar) -> None:
        super().__init__(jobs)
        self._jobs = jobs
        self.bar = bar
        self.bar.cancelled.connect(jobs.cancel)
        self._patience = QtCore.QTimer(self, singleShot=True, interval=PATIENCE)
        self._patience.timeout.connect(self._show)
        jobs.changed.connect(self._follow)
        jobs.progressed.connect(self.bar.show_part)

    def _follow(self) -> None:
        self._patience.stop()
        self.bar.show_part(None)
        if self._jobs.doing:
            self._patience.start()
        else:
            self.bar.hide()

    def _show(self) -> None:
        self.bar.show_name(self._jobs.doing, self._jobs.saying)
