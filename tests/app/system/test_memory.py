"""Free memory is given back when a document is open, and once for many that are opened one after the other."""

from __future__ import annotations

import platform
import subprocess
import sys

import pytest
from PySide6 import QtCore, QtGui

from pantin.app.files.thumbnails import SamplePictures, shipped
from pantin.app.system import memory
from pantin.app.system.memory import MemoryTrimmer
from pantin.viewport.paint.overlay import labels
from tests.app.person import Person


def test_memory_is_given_back_once_when_the_last_document_is_gone(qtbot, monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[bool] = []
    monkeypatch.setattr(memory, "REST", 20)
    monkeypatch.setattr(memory, "_trim", lambda: given.append(True))
    top = QtCore.QObject()
    memory_trimmer = MemoryTrimmer(top)
    for _ in range(3):
        memory_trimmer.soon()
        assert memory_trimmer.is_due and not given
    qtbot.waitUntil(lambda: not memory_trimmer.is_due)
    QtCore.QThreadPool.globalInstance().waitForDone()
    assert given == [True]


HOLES = """
import ctypes, sys
import numpy as np
from pantin.app.system import memory

def held() -> float:
    return sum(int(line.split()[1]) for line in open("/proc/self/smaps") if line.startswith("Rss:")) / 1000

end_of_heap = ctypes.CDLL(None).sbrk
end_of_heap.restype = ctypes.c_void_p
if sys.argv[1] == "apart":
    memory.keep_large_apart()
np.ones(4_000_000)  # as it is freed, the C library by itself begins to take arrays of this size into its heap
top, filled = end_of_heap(0), []
while end_of_heap(0) == top:  # imports leave gaps in the heap, of up to 100 MB where sources had to be compiled
    filled.append(np.ones(12_000))
before = held()
arrays, small = [], []
for _ in range(8):
    arrays.append(np.ones(1_250_000))
    small.append(np.ones(25_000))  # what stays, between what goes
arrays.clear()
print(held() - before)
"""


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="other C libraries are not asked for it")
def test_large_arrays_leave_no_gaps_between_small_ones() -> None:
    """80 MB are made and freed, and something small that stays after each 10 MB."""
    left = {
        way: float(
            subprocess.run([sys.executable, "-c", HOLES, way], check=True, capture_output=True, text=True).stdout
        )
        for way in ("apart", "mixed")
    }
    assert left["apart"] < 10 < 50 < left["mixed"]


def test_another_document_gives_memory_back(person: Person) -> None:
    assert person.window.memory_trimmer.is_due


def test_pictures_of_the_start_page_are_not_kept_beside_a_document(person: Person, qtbot) -> None:
    shown = SamplePictures("humanoid")["dark"]
    assert QtGui.QPixmap(str(shipped("humanoid", "dark"))).cacheKey() == shown.cacheKey(), "Qt keeps it"
    person.window.memory_trimmer.soon()
    qtbot.waitUntil(lambda: not person.window.memory_trimmer.is_due)
    assert QtGui.QPixmap(str(shipped("humanoid", "dark"))).cacheKey() != shown.cacheKey()


def test_another_document_is_drawn_without_the_names_of_the_one_before(person: Person, qtbot) -> None:
    labels._picture("a bone that is gone", (1.0,) * 4, (0.0,) * 4, False, 1.0)
    person.window.memory_trimmer.soon()
    qtbot.waitUntil(lambda: not person.window.memory_trimmer.is_due)
    assert labels._picture.cache_info().currsize == 0
